"""From the folder of a run to block values."""
