"""What every game needs and no game owns.

From the bottom to the top: `engine` and `board` hold kernels and import nothing else of this package; `rulebook`, `strategies`
and `positions` are what a player sees; `playing` plays games; `game` is the base class from which a game derives its own.
"""
