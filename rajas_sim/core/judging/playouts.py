"""Playing a position on to its end: playouts, and the search for the option that wins most of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.chance import derive
from rajas_sim.core.engine.course import NOT_OVER, decision_of
from rajas_sim.core.engine.kernel import Floats, Options, Record, kernel
from rajas_sim.core.engine.memory import copy_record, new_record
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import layout_of
from rajas_sim.core.judging.position_inputs import PositionInputs
from rajas_sim.core.judging.value_network import make_value, value_layout

#: A stream far above those of any game.
PLAYOUT_STREAM = 0x91A7
#: Parameters of a search; they come before those of the strategy that plays on (declared in core.strategies.plans).
SEARCH_PARAMETER_NAMES = ("budget", "candidates", "trust", "softness")
#: Parameters of a search whose playouts end after so many turns of each player, where a value judges the position.
VALUE_PARAMETER_NAMES = (*SEARCH_PARAMETER_NAMES, "horizon")
#: A lead of this size, in fame spaces, counts half as much as the largest possible lead.
HALF_LEAD = 10.0


class SearchSettings(NamedTuple):
    """How options are tried: the values of `VALUE_PARAMETER_NAMES` (explained in core.strategies.plans), the budget in playouts.

    The horizon is in turns of all players together; 0 is the end of the game.
    """

    budget: int
    candidates: int
    trust: float
    softness: float
    horizon: int


class PlayoutKernels(NamedTuple):
    """What a game supplies so that its positions can be played on: the layout of its states, and kernels.

    Attributes
    ----------
    state_layout
        The dtype of a state.
    max_options
        The largest number of options of any decision.
    list_options, play_option
        The two verbs of the game (core.positions.state.Kernels).
    choose
        ``(state, rules, options, parameters) -> code``: the strategy that plays on, on every seat.
    appraise, judgement_layout
        ``(state, rules, options, parameters, judgement)``: write the estimated worth of each option to ``judgement.worths``; and
        the layout of that record.
    write_ranks, lead
        The result of a game: the ranks (core.positions.state.Kernels), and ``(state, rules, seat) -> float``: by how many fame
        spaces a seat is ahead of the best of the others.
    inputs
        The inputs of a value, for playouts that end before the game does.
    n_plan
        The number of parameters of `choose` and of `appraise`.
    """

    state_layout: np.dtype[Any]
    max_options: int
    list_options: Callable[..., int]
    play_option: Callable[..., None]
    choose: Callable[..., int]
    appraise: Callable[..., None]
    judgement_layout: np.dtype[Any]
    write_ranks: Callable[..., None]
    lead: Callable[..., float]
    inputs: PositionInputs
    n_plan: int


class PlayoutMemory(Record, Protocol):
    """The memory for playing a game on to its end: ``memory_layout`` in `lookahead`."""

    state: Annotated[AnyState[AnySeat], "state"]  # the game that is played on
    log: LogRecord
    listed: Annotated[Options, "codes"]  # options of a position that is played on
    spare: Annotated[Options, "codes"]  # scratch for kernels that list options to find out what is possible
    ranks: Annotated[NDArray[np.int16], "ranks"]
    order: Annotated[NDArray[np.int64], "order"]  # options still in the race, the best of the last round first
    totals: Annotated[Floats, "totals"]  # sum of the values of each option's playouts


class Lookahead(NamedTuple):
    """Kernels that look ahead in one game.

    Attributes
    ----------
    best_by_playouts
        ``(state, rules, options, parameters, search) -> code``, with `SearchSettings`. The parameters are those of the kernel
        that plays on, followed by the numbers of the value if playouts have a horizon.
    searched_option
        ``(state, rules, options, parameters) -> code``: the same search with playouts to the end of the game. The parameters
        begin with the `SEARCH_PARAMETER_NAMES`.
    valued_option
        The same, but the parameters begin with the `VALUE_PARAMETER_NAMES` and end with the numbers of the value. Without these
        numbers, playouts go on to the end of the game.
    try_option
        ``(states, rules, code, parameters, ends)`` with arrays of one state and one record of rules: play an option of the state
        as often as `ends` (n, 2) has rows. Write the win share and the lead of the seat to move at the end of each game.
    appraise_options
        ``(states, rules, options, parameters, worths)`` with arrays of one state and one record of rules: write the estimated
        worth of each option.
    """

    best_by_playouts: Callable[..., int]
    searched_option: Callable[..., int]
    valued_option: Callable[..., int]
    try_option: Callable[..., None]
    appraise_options: Callable[..., None]


@kernel
def bounded_lead(lead: float) -> float:
    """Return a lead in fame spaces as a number between -1 and 1; it shows who plays better even in a decided game."""
    return lead / (HALF_LEAD + abs(lead))


def make_play_on(playout_kernels: PlayoutKernels) -> Callable[..., None]:
    """Return the kernel ``(game, rules, log, code, listed, spare, parameters, horizon)``, which plays an option and then on.

    ``playout_kernels.choose`` plays on every seat; `listed` and `spare` have room for the options of a decision. The kernel plays
    `horizon` turns, counting the turn of the option, and stops where the next turn begins, or at the end of the game if that
    comes first. Horizon 0 is the end of the game.
    """
    _, _, list_options, play_option, choose, *_ = playout_kernels
    opening = playout_kernels.inputs.opening

    @kernel(store_with=choose, is_part=True)
    def play_on(  # noqa: PLR0913 - what the kernel computes with
        game: AnyState[AnySeat],
        rules: AnyRules,
        log: LogRecord,
        code: int,
        listed: Options,
        spare: Options,
        parameters: Floats,
        horizon: int,
    ) -> None:
        """Play an option and then on for `horizon` turns, or to the end of the game (`make_play_on`)."""
        log.n = 0
        play_option(game, rules, log, code, spare)
        turns_left = horizon
        while game.end_reason == NOT_OVER:
            if turns_left > 0 and decision_of(game) == opening:
                turns_left -= 1
                if turns_left == 0:
                    return
            n = list_options(game, rules, listed)
            chosen = int(listed[0])
            if n > 1:
                chosen = choose(game, rules, listed[:n], parameters)
            log.n = 0
            play_option(game, rules, log, chosen, spare)

    return play_on


def lookahead(playout_kernels: PlayoutKernels) -> Lookahead:  # noqa: C901 - encloses its kernels
    """Return the kernels that look ahead in a game; their code is stored with that of the kernel that chooses."""
    layout, max_options, _, _, choose, appraise, judgement_layout, write_ranks, lead, inputs, n_plan = playout_kernels
    play_on = make_play_on(playout_kernels)
    max_players = len(np.zeros(1, layout)["seats"][0])
    compiled, part = kernel(store_with=choose), kernel(store_with=choose, is_part=True)
    position_value, value_memory_layout = make_value(inputs, choose), value_layout(inputs, max_players)
    codes, order, totals = ((number, (max_options,)) for number in (np.int16, np.int64, np.float64))
    ranks = (np.int16, (max_players,))
    memory_layout = layout_of(PlayoutMemory, state=(layout,), codes=codes, ranks=ranks, order=order, totals=totals)

    @part
    def play_out(  # noqa: PLR0913 - what the kernel computes with
        memory: PlayoutMemory,
        state: AnyState[AnySeat],
        rules: AnyRules,
        code: int,
        parameters: Floats,
        nth: int,
        horizon: int,
    ) -> None:
        """Play an option and then on to the horizon, in ``memory.state``, with the nth deal for this decision."""
        copy_record(memory.state, state)
        memory.state.seed = derive(derive(state.seed, PLAYOUT_STREAM, state.n_decisions), PLAYOUT_STREAM, nth)
        play_on(memory.state, rules, memory.log, code, memory.listed, memory.spare, parameters, horizon)

    @compiled
    def win_share(memory: PlayoutMemory, rules: AnyRules, seat: int) -> float:
        """Return the win share of a seat in the game that was played to its end."""
        write_ranks(memory.state, rules, memory.ranks)
        n_first = 0
        for i in range(rules.players):
            if memory.ranks[i] == 1:
                n_first += 1
        return 1.0 / n_first if memory.ranks[seat] == 1 else 0.0

    @compiled
    def sort(order: NDArray[np.int64], totals: Floats, n: int) -> None:
        """Sort the first n entries of the order by their totals, the largest first; equal ones keep their order."""
        for index in range(1, n):
            i = order[index]
            while index > 0 and totals[order[index - 1]] < totals[i]:
                order[index] = order[index - 1]
                index -= 1
            order[index] = i

    @part
    def best_by_playouts(
        state: AnyState[AnySeat], rules: AnyRules, options: Options, parameters: Floats, search: SearchSettings
    ) -> int:
        """Return the option after which games end best, found by sequential halving of a budget.

        Only the `candidates` of the highest estimated worth are tried, and each begins with `trust` times its worth. The budget
        is spent in rounds of equal size. In each round all options still in the race are played on with the same luck; then the
        worse half is dropped (Karnin, Koren, Somekh 2013, "Almost optimal exploration in multi-armed bandits"). The value of a
        finished game is the win share plus `softness` times the bounded lead, which is one half at 10 fame spaces. If a playout
        stops before the end, a learned value estimates both. Luck is drawn from the seed in the state.
        """
        memory, appraisals, judging = new_record(memory_layout), new_record(judgement_layout), new_record(value_memory_layout)
        plan, numbers = parameters[:n_plan], parameters[n_plan:]
        order, totals, end = memory.order, memory.totals, memory.state
        n, seat = len(options), int(state.seat_to_move)
        appraise(state, rules, options, plan, appraisals)
        for i in range(n):
            order[i] = i
            totals[i] = search.trust * appraisals.worths[i]
        sort(order, appraisals.worths, n)
        n = min(n, search.candidates)
        n_rounds = 0
        while (n - 1) >> n_rounds:
            n_rounds += 1
        n_deals = 0
        while n > 1:
            end_of_round = n_deals + max(1, search.budget // (n_rounds * n))
            while n_deals < end_of_round:
                for index in range(n):
                    i = order[index]
                    play_out(memory, state, rules, int(options[i]), plan, n_deals, search.horizon)
                    if end.end_reason == NOT_OVER:
                        totals[i] += position_value(end, rules, seat, numbers, judging, search.softness)
                    else:
                        totals[i] += win_share(memory, rules, seat) + search.softness * bounded_lead(lead(end, rules, seat))
                n_deals += 1
            sort(order, totals, n)
            n = (n + 1) // 2
        return int(options[order[0]])

    @compiled
    def searched_option(state: AnyState[AnySeat], rules: AnyRules, options: Options, parameters: Floats) -> int:
        """Return the best option by playouts to the end of the game (`Lookahead`)."""
        search = SearchSettings(int(parameters[0]), int(parameters[1]), parameters[2], parameters[3], 0)
        return int(best_by_playouts(state, rules, options, parameters[len(SEARCH_PARAMETER_NAMES) :], search))

    @compiled
    def valued_option(state: AnyState[AnySeat], rules: AnyRules, options: Options, parameters: Floats) -> int:
        """Return the best option by playouts that a value ends (`Lookahead`); without such numbers they go on to the end."""
        rest = parameters[len(VALUE_PARAMETER_NAMES) :]
        horizon = round(parameters[4] * rules.players) if len(rest) > n_plan else 0
        search = SearchSettings(int(parameters[0]), int(parameters[1]), parameters[2], parameters[3], horizon)
        return int(best_by_playouts(state, rules, options, rest, search))

    @compiled
    def try_option(states: NDArray[Any], rules_array: NDArray[Any], code: int, parameters: Floats, ends: Floats) -> None:
        """Play an option again and again, and write the result of each game (`Lookahead`)."""
        memory, state, rules = new_record(memory_layout), states[0], rules_array[0]
        seat = int(state.seat_to_move)
        for nth in range(len(ends)):
            play_out(memory, state, rules, code, parameters, nth, 0)
            ends[nth, 0] = win_share(memory, rules, seat)
            ends[nth, 1] = lead(memory.state, rules, seat)

    @compiled
    def appraise_options(
        states: NDArray[Any], rules_array: NDArray[Any], options: Options, parameters: Floats, worths: Floats
    ) -> None:
        """Write the estimated worths of options (`Lookahead`)."""
        judgement = new_record(judgement_layout)
        appraise(states[0], rules_array[0], options, parameters, judgement)
        for i in range(len(options)):
            worths[i] = judgement.worths[i]

    return Lookahead(best_by_playouts, searched_option, valued_option, try_option, appraise_options)
