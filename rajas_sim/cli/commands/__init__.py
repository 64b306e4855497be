"""Commands that are not questions: they play one game, list what there is, write files to begin with, keep and show runs."""
