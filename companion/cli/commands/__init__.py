"""One module a command of the command line; loaded only when that command runs."""
