"""Games that people play against strategies, in a terminal or in a browser."""
