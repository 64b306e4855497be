"""What a position is worth: its inputs at the beginning of a turn, and games that are recorded by them to learn from."""
