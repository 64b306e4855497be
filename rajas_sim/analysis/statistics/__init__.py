"""Where every interval is computed: estimates, intervals, tests and percentiles from block values, for any game.

`intervals` holds the intervals and tests, `paired` those of differences under the same luck, `quantiles` percentiles, and
`estimate` what they return.
"""
