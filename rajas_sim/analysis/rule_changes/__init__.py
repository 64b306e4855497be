"""What changed rules do: arms against the baseline, and sweeps."""
