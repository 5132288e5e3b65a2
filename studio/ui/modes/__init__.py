"""The panels beside the board, one for each mode."""
