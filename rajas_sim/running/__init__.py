"""Playing the games."""
