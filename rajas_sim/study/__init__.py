"""A study and how it is stored: its file, its games and its folder.

Nothing here plays games.
"""
