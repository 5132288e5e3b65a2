"""What the main window is composed of: one controller for each concern, none of which knows the window itself."""
