"""What a strategy does, in words made from games that it plays: what a beginner would copy, and what sets it apart.

It is asked of a strategy, not of an experiment or a run, so `rajas strategies explain` asks it. It answers as all questions do.
"""
