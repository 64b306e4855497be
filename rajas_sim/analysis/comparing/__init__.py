"""Two sides compared: by which numbers, and by how much they differ."""
