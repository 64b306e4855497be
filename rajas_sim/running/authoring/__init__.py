"""Beginning and checking a strategy."""
