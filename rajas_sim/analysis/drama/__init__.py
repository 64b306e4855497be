"""When games are decided: the chance to win after every round, and what it says about the course of games."""
