"""Take the option of the highest worth, as `balanced` has it, corrected by what lessons taught about such options.

In thousands of decisions of its own games every option was played on to the end. A small network says what dice, people, roads,
upgrades and sales were worth there beyond what `balanced` thinks, and how that depends on the position; its numbers stand in
strong.toml.
"""

from rajas_sim.charmers.appraisal import corrected

strong = corrected(__file__, __doc__, learned="strong.toml")
