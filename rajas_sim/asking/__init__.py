"""Questions that are asked of games and answered in one go: played as far as they need, then estimated.

Each has a function here that does both, which a command of the command line calls, and a test or a notebook may call as well.
"""
