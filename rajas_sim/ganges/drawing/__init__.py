"""The table drawn from a position, symbols and what they mean."""
