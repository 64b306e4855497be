"""Rule sets by name, and how they differ."""
