"""Try the options that seem best by playing on for three turns of each player, with many playouts, and judge the positions there.

As `adept` does, by the same network, but with two and a half times as many playouts, each half as long again.
"""

from rajas_sim.charmers.appraisal import valuing

master = valuing(__file__, __doc__, learned="strong.toml", value="adept.npz", trust=1.0, budget=64, horizon=3)
