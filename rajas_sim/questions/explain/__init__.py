"""What a strategy does, in words made from games that it plays: what a beginner would copy, and what sets it apart.

It is asked of a strategy, not of an experiment or a run, so the command is `rajas strategies explain`. Its answer is like that of
other questions.
"""
