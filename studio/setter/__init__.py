"""What a puzzle maker asks of any family: unique? forced? why not? how hard? give me one."""
