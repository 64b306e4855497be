"""Playing whole games: what the loop of the core is given (core.playing.batch)."""

from __future__ import annotations

from rajas_sim.charmers.course.engine import play_option
from rajas_sim.charmers.course.setup import set_up
from rajas_sim.charmers.output.columns import COLUMNS
from rajas_sim.charmers.output.rows import begin_books, new_books, write_down
from rajas_sim.charmers.rulebook.rules import Rules
from rajas_sim.charmers.rulebook.terms import MAX_PLAYERS
from rajas_sim.charmers.state import State
from rajas_sim.core.engine.kernel import Record, kernel
from rajas_sim.core.playing.batch import Match


@kernel
def begin_game(desk: Record, rules: Record, books: Record, g: int, seating: Record) -> None:
    """Set up game g of the batch on the desk."""
    set_up(desk.states[0], rules, desk.log[0], seating.seeds[g], seating.boards[g], desk.room)
    begin_books(desk, books, g)


@kernel
def play_on(desk: Record, rules: Record, books: Record, g: int, code: int) -> None:
    """Play an option of the game on the desk and write down what it did."""
    state = desk.states[0]
    round_number = int(state.round_number)
    play_option(state, rules, desk.log[0], code, desk.room)
    write_down(desk, rules, books, g, round_number)


MATCH = Match(State, Rules, MAX_PLAYERS, new_books, begin_game, play_on, COLUMNS)
