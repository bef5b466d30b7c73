"""Words in, text out: the commands of the command line."""
