"""Searching: options tried by playing on from them, in The Dice Charmers."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.learned import PLAYING
from rajas_sim.core.engine.kernel import Array, Options, Record, kernel
from rajas_sim.core.search.playouts import lookahead
from rajas_sim.core.strategies.searching import N_SEARCH

LOOKAHEAD = lookahead(PLAYING)
_best_by_playouts = LOOKAHEAD.best_by_playouts


@kernel
def searched_option(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Return the option after which playouts end best.

    `parameters` are those of all that search, then the weights and what was learned about them.
    """
    budget, candidates, trust, softness = int(parameters[0]), int(parameters[1]), parameters[2], parameters[3]
    return int(_best_by_playouts(state, rules, options, parameters[N_SEARCH:], budget, softness, candidates, trust))
