"""The worth of a position: its inputs at the beginning of a turn, the network, and recorded games to learn from."""
