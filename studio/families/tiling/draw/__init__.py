"""Drawing: board, pieces, the tray, a colouring proof with its caption."""
