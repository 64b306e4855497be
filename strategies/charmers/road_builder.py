"""Take green dice and whatever gives roads, and let the province pay.

The plan most players try first: the province is the largest part of the sheet, and its edge is full of bonuses. Everything but
these leanings was tuned.
"""

from rajas_sim.charmers.appraisal import plan

road_builder = plan(__file__, __doc__, tuned="road_builder.toml")
