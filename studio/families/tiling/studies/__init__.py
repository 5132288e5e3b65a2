"""The thesis' case studies made again, and our own."""
