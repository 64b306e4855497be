"""Commands that play, write files to begin with, or keep and show what was played."""
