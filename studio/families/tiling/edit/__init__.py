"""Strokes of mouse and keys: drawing boards and tiles (`strokes`), clues (`giving`), playing pieces (`play`), the tray."""
