"""How games go: length, the race round by round, turns, and why games end."""
