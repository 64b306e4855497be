"""One module a command that asks a question of games: of runs there are, or played for it."""
