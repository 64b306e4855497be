"""Positions as people see them."""
