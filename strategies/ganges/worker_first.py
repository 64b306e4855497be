"""Get both further workers first, from whichever two of the fame space, the money space and the bridge are nearest.

The rulebook's own advice for the first rounds, taken to the letter. Steps towards a worker count for more than they pay.
Everything but these leanings was tuned.
"""

from rajas_sim.ganges.appraisal import plan

worker_first = plan(__file__, __doc__, tuned="worker_first.toml")
