"""Which games an experiment consists of."""
