"""Take the option worth most by one set of thirteen weights, without an eye for what dice will buy.

The yardstick: these weights never change, so that anything better can say how much better it is. They are the defaults of
rajas_sim/ganges/appraisal/parameters.py.
"""

from rajas_sim.ganges.appraisal import plan

rule_of_thumb = plan(__file__, __doc__)
