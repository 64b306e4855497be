"""Run along the money track: add market tents of few goods and send workers to the market place.

Markets come first, to be scored again and again. The other one-sided plan that reviewers of the game describe. Everything but
these leanings was tuned.
"""

from rajas_sim.ganges.appraisal import plan

market_rush = plan(__file__, __doc__, tuned="market_rush.toml")
