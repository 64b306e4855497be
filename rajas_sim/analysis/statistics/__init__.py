"""Estimates and intervals; no word of a game."""
