"""One module a command that plays, or keeps and shows what was played."""
