"""Commands of the command line, one module each with a COMMAND object. A new command is a new file."""
