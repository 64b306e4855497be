"""What changed rules do."""
