"""Try the options that seem best by playing on for three turns of each player, with many playouts, and judge the positions there.

As `adept` does, by the same network, but with five times as many playouts, each half as long again.
"""

from rajas_sim.ganges.appraisal import valuing

master = valuing(
    __file__,
    __doc__,
    learned="strong.toml",
    value="adept.npz",
    budget=64,
    candidates=8,
    trust=1.0,
    horizon=3,
    by_variant={"navaratnas": {"candidates": 6, "trust": 0.2}},
)
