"""The goods-die bonus: two goods as shown by a purple die, wherever the die is."""

from __future__ import annotations

from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.terms import COLOUR, DEPOT, MIDDLE_AND_ELEPHANT, N_OF
from rajas_sim.charmers.sheet.market import can_take_good_of_face, take_goods_of_face
from rajas_sim.core.engine.course import count_down, mover
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.record_types import LogRecord

FIRST_GOODS_DIE = COLOUR.purple * N_OF.dice_per_colour


@kernel
def _can_give_goods(state: StateRecord, rules: RulesRecord, die: int) -> bool:
    """Return whether the bonus may use a purple die, and the die shows a good still to be circled."""
    if rules.readings.goods_die == MIDDLE_AND_ELEPHANT and state.where[die] >= DEPOT:
        return False
    return can_take_good_of_face(mover(state), rules, int(state.faces[die]))


@kernel
def goods_die_options(state: StateRecord, rules: RulesRecord, options: Options) -> int:
    """List the purple dice that show a good still to be circled; of two with the same face only the first."""
    n = 0
    for die in range(FIRST_GOODS_DIE, FIRST_GOODS_DIE + N_OF.dice_per_colour):
        if n == 1 and state.faces[die] == state.faces[options[0]]:
            continue
        if _can_give_goods(state, rules, die):
            options[n] = die
            n += 1
    return n


@kernel
def has_usable_goods_die(state: StateRecord, rules: RulesRecord) -> bool:
    """Return whether a purple die shows a good that is still to be circled."""
    return _can_give_goods(state, rules, FIRST_GOODS_DIE) or _can_give_goods(state, rules, FIRST_GOODS_DIE + 1)


@kernel
def use_goods_die(state: StateRecord, rules: RulesRecord, log: LogRecord, die: int) -> None:
    """Circle the two goods of a purple die; the die stays where it is."""
    count_down(state)
    take_goods_of_face(state, rules, log, int(state.faces[die]))
