"""Plausible boxes: what play should look like, and boxes drawn and kept where it does."""
