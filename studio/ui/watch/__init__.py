"""Watch: searches as films, with their trees, charts and statistics."""
