"""Showing an answer: on the terminal, as JSON, in a notebook and as a page."""
