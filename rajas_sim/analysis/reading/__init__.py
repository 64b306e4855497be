"""From the folder of a run to block values.

`run` opens it, `columns` and `names` say what its tables hold, `blocks` and `moments` add up.
"""
