"""Strokes of mouse and keys: drawing boards and tiles (`strokes`), playing pieces (`play`), the tray beside the board."""
