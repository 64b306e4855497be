"""A game in words and in tables."""
