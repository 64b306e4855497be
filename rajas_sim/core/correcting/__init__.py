"""Correcting an appraisal: lessons, the network that is fitted to them, and playing by it."""
