"""The course of a game: set-up, turns, decisions, standings."""
