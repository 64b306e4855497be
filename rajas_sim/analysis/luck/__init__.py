"""How much of a game is luck, and which: luck dealt anew source by source, and what skill makes of one luck."""
