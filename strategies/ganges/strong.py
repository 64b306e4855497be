"""Take the option of the highest worth, as `balanced` has it, corrected by what lessons taught about such options.

In thousands of decisions of its own games every option was played on to the end. A small network says what spaces for workers,
dice, tiles and cells of the province were worth there beyond what `balanced` thinks, and how that depends on the position; its
numbers stand in strong.toml.
"""

from rajas_sim.ganges.appraisal import corrected

strong = corrected(__file__, __doc__, learned="strong.toml")
