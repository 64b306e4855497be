"""Drawings of the table in a position, their symbols, and what these mean."""
