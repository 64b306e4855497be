"""The exit codes of all commands but 0, which says that all is done."""

FAILED = 1
WRONG_INPUT = 2
#: Not known within the games allowed.
UNDECIDED = 3
#: By Ctrl-C or SIGTERM.
STOPPED = 130
