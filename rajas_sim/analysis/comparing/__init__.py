"""Compare two sides: by which numbers, and by how much they differ."""
