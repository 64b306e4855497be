"""Take green dice and whatever gives roads, and let the province pay.

The plan most players try first: the province is the largest part of the sheet, and its edge is full of bonuses.
"""

from rajas_sim.charmers.appraisal import plan

road_builder = plan(__file__, __doc__, green=1.1, road=0.35, upgrade=0.8)
