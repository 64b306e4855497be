"""Beginning an experiment or a strategy, and checking a strategy."""
