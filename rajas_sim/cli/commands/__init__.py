"""One module a command that plays, or reads what was played."""
