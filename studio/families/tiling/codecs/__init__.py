"""Foreign formats: Tiler's `.problem` files."""
