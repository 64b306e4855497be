"""Run along the fame track: build, upgrade building types early, and let money come as it may.

Buildings, upgrades and the Great Mogul count; money only as far as it pays for them. One of the two one-sided plans that
reviewers of the game describe. Everything but these leanings was tuned.
"""

from rajas_sim.ganges.appraisal import plan

fame_rush = plan(__file__, __doc__, tuned="fame_rush.toml")
