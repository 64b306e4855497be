"""From the folder of a run to block values.

`run` opens it, `names` writes the words of the game, `blocks` and `moments` add up.
"""
