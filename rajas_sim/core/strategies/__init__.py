"""What a strategy is, and where strategies are found."""
