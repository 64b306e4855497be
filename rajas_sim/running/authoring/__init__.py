"""Writing the first file of a strategy, game or experiment; checking games and strategies; measuring strength."""
