"""Playing games, in batches or one by one, and what is written down about them."""
