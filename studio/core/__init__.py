"""What every room may use: grids, puzzles, families, engines, traces, shapes and files. Standard library and numpy only."""
