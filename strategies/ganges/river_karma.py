"""Sail far, and collect karma on the way: a boat that is ahead takes what the river gives, and karma turns dice over.

Bridge, river spaces and levels of karma count for much more than they pay. Everything but these leanings was tuned.
"""

from rajas_sim.ganges.appraisal import plan

river_karma = plan(__file__, __doc__, tuned="river_karma.toml")
