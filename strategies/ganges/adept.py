"""Try the options that seem best by playing on for a few turns with `strong` on every seat, and judge the positions there.

A network says how often each seat wins from a position, and how far it will be ahead. It has learned that from 300,000 games of
`strong` against itself for each number of players, of all variants and with the Ganga module in every second one; its numbers
stand in adept.npz. The longer playouts are (`horizon`) and the more of them there are (`budget`), the stronger and the slower.
"""

from rajas_sim.ganges.appraisal import valuing

adept = valuing(__file__, __doc__, learned="strong.toml", value="adept.npz", horizon=4)
