"""The exit codes of all commands but 0, which says that all is done."""

FAILED = 1
WRONG_INPUT = 2
#: By Ctrl-C or SIGTERM.
STOPPED = 130
