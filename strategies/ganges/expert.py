"""Try the options that seem best by playing on with `strong` on every seat, and take the one after which games end best.

All options meet the same luck, and the worse half of them leaves again and again until one is left. The more playouts a decision
may take (`budget`), the stronger, and the slower: in proportion.
"""

from rajas_sim.ganges.appraisal import searching

expert = searching(__file__, __doc__, learned="strong.toml")
