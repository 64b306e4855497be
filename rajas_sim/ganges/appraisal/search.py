"""Searching: options tried by playing on from them, in Rajas of the Ganges."""

from __future__ import annotations

from rajas_sim.core.engine.kernel import Array, Options, Record, kernel
from rajas_sim.core.search.playouts import Playing, lookahead
from rajas_sim.core.strategies.searching import N_SEARCH
from rajas_sim.ganges.appraisal.options import best_option
from rajas_sim.ganges.course.decisions import list_options, play_option
from rajas_sim.ganges.course.standings import lead, write_ranks
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS, STATE

LOOKAHEAD = lookahead(Playing(STATE, MAX_OPTIONS, list_options, play_option, best_option, write_ranks, lead))
_best_by_playouts = LOOKAHEAD.best_by_playouts


@kernel
def searched_option(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Return the option after which playouts end best; `parameters` are those of all that search, then the weights."""
    return int(_best_by_playouts(state, rules, options, parameters[N_SEARCH:], int(parameters[0]), parameters[1]))
