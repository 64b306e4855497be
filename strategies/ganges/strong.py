"""Take the option of the highest worth, as `balanced` has it, corrected by what lessons taught about such options.

In thousands of decisions of its own games every option was played on to the end. What spaces for workers, dice to take and
tiles to build were worth there beyond what `balanced` thinks, and how that depends on two dozen numbers of the position, stands
in strong.toml.
"""

from rajas_sim.ganges.appraisal import corrected

strong = corrected(__file__, __doc__, learned="strong.toml")
