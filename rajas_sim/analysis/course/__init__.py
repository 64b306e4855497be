"""How games go: length, the race round by round, turns, when games are decided, and why they end."""
