"""Positions as people see them: read-only, with named options and typed outcomes."""
