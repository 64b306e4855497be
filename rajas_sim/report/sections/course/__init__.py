"""How games go."""
