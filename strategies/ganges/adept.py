"""Try the options that seem best by playing on for two turns of each player, and judge the positions there.

`strong` plays on, on every seat. A network says how often each seat wins from a position, and how far it will be ahead. It has
learned that from 300,000 games of `strong` against itself for each number of players, of all variants and half of them with the
Ganga module; its numbers stand in adept.npz. The longer playouts are (`horizon`) and the more of them there are (`budget`), the
slower; docs/strength.md says whether also the stronger.
"""

from rajas_sim.ganges.appraisal import valuing

adept = valuing(
    __file__,
    __doc__,
    learned="strong.toml",
    value="adept.npz",
    budget=12,
    candidates=5,
    by_variant={"navaratnas": {"trust": 0.07}},
)
