"""Who wins."""
