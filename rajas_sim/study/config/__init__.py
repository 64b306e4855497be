"""From an experiment file to what it asks."""
