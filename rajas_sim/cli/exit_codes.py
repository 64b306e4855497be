"""The exit codes of all commands, besides 0 for success."""

FAILED = 1
WRONG_INPUT = 2
#: Undecided within the games allowed.
UNDECIDED = 3
#: By Ctrl-C or SIGTERM.
STOPPED = 130
