"""Correcting what an appraisal thinks of options: lessons, the network that is fitted to them, and playing by it."""
