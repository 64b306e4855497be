"""Playing a position on to its end: playouts, and the option that wins most of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rajas_sim.core.engine.chance import derive
from rajas_sim.core.engine.endings import NOT_OVER
from rajas_sim.core.engine.events import LOG
from rajas_sim.core.engine.kernel import Array, Function, Options, Record, kernel
from rajas_sim.core.engine.memory import copy_record, new_record
from rajas_sim.core.engine.records import record_type

#: Far above the streams of any game.
PLAYOUT_STREAM = 0x91A7


class Playing(NamedTuple):
    """What a game hands to those who look ahead: the layout of its states, and kernels.

    Attributes
    ----------
    state
        The dtype of a state.
    max_options
        Most options any decision can have.
    list_options, play_option
        The two verbs of the game (core.positions.state.Kernels).
    choose
        ``(state, rules, options, weights) -> code``: who plays on, on every seat.
    write_ranks, lead
        How a game ended: the ranks (core.positions.state.Kernels), and ``(state, rules, seat) -> float``: by how many fame
        spaces a seat lies ahead of the best of the others.
    """

    state: np.dtype[Any]
    max_options: int
    list_options: Function
    play_option: Function
    choose: Function
    write_ranks: Function
    lead: Function


class Lookahead(NamedTuple):
    """Kernels that look ahead in one game.

    Attributes
    ----------
    play_out
        ``(state, rules, log, weights, options, spare)``: play on to the end of the game.
    best_by_playouts
        ``(state, rules, options, weights, budget, softness) -> code``.
    """

    play_out: Function
    best_by_playouts: Function


def lookahead(playing: Playing) -> Lookahead:
    """Return the kernels that look ahead in a game; compiled with the code of the kernel that chooses."""
    layout, max_options, list_options, play_option, choose, write_ranks, lead = playing
    max_players = len(np.zeros(1, layout)["seats"][0])
    compiled = kernel(store_with=choose)
    memory = record_type(
        [
            ("listed", np.int16, (max_options,)),
            ("spare", np.int16, (max_options,)),
            ("order", np.int64, (max_options,)),  # options still in the race, the best of the last round first
            ("totals", np.float64, (max_options,)),  # of the values of their playouts
        ]
    )

    @compiled
    def end_value(state: Record, rules: Record, seat: int, softness: float) -> float:
        """Return what the end of a game is worth to a seat: its win share, and `softness` times half a share for a lead of 10."""
        ranks = np.zeros(max_players, np.int16)
        write_ranks(state, rules, ranks)
        ahead = float(lead(state, rules, seat))
        worth = softness * ahead / (10.0 + abs(ahead))
        if ranks[seat] == 1:
            worth += 1.0 / (ranks[: rules.players] == 1).sum()
        return worth

    @compiled
    def play_out(state: Record, rules: Record, log: Record, weights: Array, options: Options, spare: Options) -> None:
        """Play on to the end of the game; `options` and `spare` (max_options,) are scratch memory."""
        while state.end_reason == NOT_OVER:
            n = list_options(state, rules, options)
            code = int(options[0])
            if n > 1:
                code = choose(state, rules, options[:n], weights)
            log.n = 0
            play_option(state, rules, log, code, spare)

    @compiled
    def best_by_playouts(state: Record, rules: Record, options: Options, weights: Array, budget: int, softness: float) -> int:
        """Return the option after which playouts end best, by sequential halving of a budget.

        The budget is spent in rounds of equal size; in each all options still in the race are played on with the same luck, and
        the worse half leaves (Karnin, Koren, Somekh 2013, "Almost optimal exploration in multi-armed bandits"). Luck is drawn
        from the seed that the state shows.
        """
        scratch, log, own = new_record(layout), new_record(LOG), new_record(memory)
        listed, spare, order, totals = own.listed, own.spare, own.order, own.totals
        n = len(options)
        for i in range(n):
            order[i] = i
        seat, seed = int(state.seat_to_move), derive(state.seed, PLAYOUT_STREAM, state.n_decisions)
        n_rounds = 0
        while (n - 1) >> n_rounds:
            n_rounds += 1
        played = 0
        while n > 1:
            last = played + max(1, budget // (n_rounds * n))
            while played < last:
                luck = derive(seed, PLAYOUT_STREAM, played)
                for place in range(n):
                    i = order[place]
                    copy_record(scratch, state)
                    scratch.seed = luck
                    log.n = 0
                    play_option(scratch, rules, log, int(options[i]), spare)
                    play_out(scratch, rules, log, weights, listed, spare)
                    totals[i] += end_value(scratch, rules, seat, softness)
                played += 1
            for place in range(1, n):
                i = order[place]
                while place > 0 and totals[order[place - 1]] < totals[i]:
                    order[place] = order[place - 1]
                    place -= 1
                order[place] = i
            n = (n + 1) // 2
        return int(options[order[0]])

    return Lookahead(play_out, best_by_playouts)
