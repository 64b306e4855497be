"""The areas of the board."""
