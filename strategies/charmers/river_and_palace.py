"""Sail the river and call the people, for the earnings of the spaces and the bonuses of the columns.

Other dice only where nothing else is left: the province grows by half-roads, and by the roads that the river gives. Everything
but these leanings was tuned.
"""

from rajas_sim.charmers.appraisal import plan

river_and_palace = plan(__file__, __doc__, tuned="river_and_palace.toml")
