"""What is scored, and where it comes from."""
