"""Component files: the numbers printed on the game, as TOML."""
