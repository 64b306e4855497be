"""Take the option of the highest worth, fame or money alike, with weights tuned by playing many variants against each other.

Money weighs a little more than the half fame point it is on the tracks, because it also pays for building; a worker more than
anything. That is the rulebook's own advice: workers, money and dice first, and a province that connects many yields. The weights
stand in rajas_sim/ganges/appraisal/parameters.py.
"""

from rajas_sim.ganges.appraisal import plan

balanced = plan(__file__, __doc__, tuned="balanced.toml")
