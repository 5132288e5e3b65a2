"""One solver run = one child process, supervised by one background thread."""
