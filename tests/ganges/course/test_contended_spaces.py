"""What a placement would be like if no worker stood on the board (core.game.Game.contended)."""

from __future__ import annotations

import numpy as np

from rajas_sim.core.engine.records import writable_copy
from rajas_sim.ganges.game import GAME
from rajas_sim.ganges.rulebook import terms
from tests.ganges.positions import Table, finish_turn, play_space

YOGI = terms.SPACES.index("yogi")
OVERRIDES = {"quarry.prices": [1, 2, 3, 4], "palace.outer_terraces": 2}


def start() -> Table:
    table = Table(2, OVERRIDES).dice("orange 3 3, blue 1").dice("orange 3", seat=1)
    table.board.seat_to_move = table.board.start_player = 0
    return table


def test_spaces_that_others_hold_are_there_to_be_taken_and_say_who_holds_them() -> None:
    first = start().state()
    second = finish_turn(play_space(first, "yogi"))
    assert int(second.seat_to_move) == 1
    assert YOGI not in second.option_codes
    decision = GAME.contended(second, first)
    assert decision is not None
    assert YOGI in decision.position_if_free.option_codes
    assert decision.takers == {YOGI: 0}
    assert decision.names[YOGI] == "chamber.yogi"
    assert (decision.position_if_free.seat_to_move, decision.position_if_free.decision) == (1, "place")


def test_a_worker_of_the_same_seat_is_in_the_way_as_well() -> None:
    table = start()
    table.board.spaces[YOGI] = 1
    decision = GAME.contended(table.state(), table.state())
    assert decision is not None
    assert decision.takers == {YOGI: 0}


def test_nothing_but_the_workers_on_the_board_is_changed() -> None:
    table = start()
    table.board.spaces[[YOGI, 0]] = 2
    position = table.state()
    before = position.array.tobytes()
    decision = GAME.contended(position, position)
    assert decision is not None
    array = writable_copy(decision.position_if_free.array)
    assert not array["spaces"].any()
    array["spaces"] = position.array["spaces"]
    assert array.tobytes() == before == position.array.tobytes()
    limits = writable_copy(position.array)
    limits["seats"]["assorted_used"] = position.rules.record.assorted_per_round
    used = type(position)(position.rules, limits)
    contended = GAME.contended(used, used)
    assert contended is not None
    assert not any(contended.names[code] == "space.market_assorted" for code in contended.position_if_free.option_codes)


def test_the_spaces_of_a_row_have_one_name() -> None:
    table = start()
    table.board.spaces[0] = 2
    decision = GAME.contended(table.state(), table.state())
    assert decision is not None
    assert 1 in table.state().option_codes  # the next one of the quarry costs more
    assert decision.names[0] == decision.names[1] == "space.quarry"
    assert decision.takers == {0: 1}
    assert np.isin([*decision.position_if_free.option_codes], [*decision.names]).all()


def test_other_decisions_are_about_nothing_that_can_be_taken() -> None:
    position = start().state()
    paying = position.play(next(option for option in position.options if option.code == YOGI))
    assert paying.decision == "pay_die"
    assert GAME.contended(paying, position) is None
