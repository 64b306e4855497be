"""Where every interval is computed: estimates, intervals, tests and percentiles from block values, for any game.

`intervals` holds the intervals and tests, `quantiles` percentiles, `estimate` what they return.
"""
