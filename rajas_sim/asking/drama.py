"""Playing games of a run again: to check its chances by playing positions on, and to count what there was to choose."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from rajas_sim.analysis.drama.choices import Choices, ChoicesOfGame, choices_of
from rajas_sim.analysis.drama.drama import Drama, judged_games
from rajas_sim.analysis.drama.positions import Games
from rajas_sim.analysis.drama.spot_checks import Spot, SpotChecks, spot_checks_of, spot_of
from rajas_sim.analysis.reading.run import Run
from rajas_sim.core.errors import InputError
from rajas_sim.core.playing.looking_ahead import TryOut
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.experiment.folder.runs import PlayedGame, find_played_game

FEWEST = 2
"""Games of different blocks from which an interval can be made."""


def spot_checks(run: Run, found: Drama, games: int = 20, playouts: int = 200) -> SpotChecks:
    """Play positions of judged games on with other luck, and compare how they end with the chances the model told.

    One position a game and block, after rounds from the first to the last but one in turn. The seat that is first to move
    begins as it did in the game; then everybody plays as they did, with luck that is drawn anew.

    Parameters
    ----------
    games
        How many games.
    playouts
        How often each position is played on.

    Raises
    ------
    InputError
        If there are too few games or playouts; if strategies differ at a table, or cannot play positions on: only plans can.
    RunError
        If today's rules, strategies or engine would play the games differently.
    """
    if playouts < FEWEST:
        raise InputError(f"playouts: found {playouts}; {FEWEST} or more are needed")
    if any(len(set(run.line_ups(found.players)[i])) > 1 for i in found.line_ups or range(len(run.line_ups(found.players)))):
        raise InputError("spot checks: everybody at a table must play the same strategy, who then plays the positions on")
    spots: list[Spot] = []
    variances = []
    for i, (of_slice, nth) in enumerate(_chosen(run, found, games, goes_on=True)):
        own = of_slice.picked(np.arange(len(of_slice.number)) == nth)
        told = found.chances.of(own)
        after_round = 1 + i % (int(own.rounds[0]) - 1)
        played = find_played_game(run.folder, int(own.number[0]))
        state, code = _position(played, after_round)
        seat = int(state.seat_to_move)
        won = float(own.shares[0, seat])
        shares = _try_out(played)(state, code, n=playouts, plan=played.line_up[0]).win_shares
        spots.append(spot_of(played.number, after_round, seat + 1, float(told[after_round - 1, seat]), won, shares, run.level))
        variances.append(float(shares.var(ddof=1)))
    if len(spots) < FEWEST:
        raise InputError(f"spot checks: of {games} games {len(spots)} went on after a round; {FEWEST} or more are needed")
    return spot_checks_of(found.players, spots, variances, run.level)


def count_choices(run: Run, found: Drama, games: int = 100) -> Choices:
    """Play judged games again and count the turns and decisions that leave nothing to choose; one game a block.

    The options of a decision are alike if all of them lead to the very same position. A turn is what a seat decides until
    another one decides, or the next stage or round begins.

    Raises
    ------
    InputError
        If there are too few games.
    RunError
        If today's rules, strategies or engine would play the games differently.
    """
    counted = []
    for of_slice, nth in _chosen(run, found, games):
        played = find_played_game(run.folder, int(of_slice.number[nth]))
        counted.append(choices_of_game(int(of_slice.block[nth]), _steps(played)))
    return choices_of(found.players, counted, run.level)


def choices_of_game(block: int, steps: Iterator[Step]) -> ChoicesOfGame:
    """Count what the steps of one game left to choose."""
    turns = useful = decisions = single = alike = 0
    turn, is_useful, final = None, False, 0
    for step in steps:
        final = int(step.after.turns)
        if step.before is None:
            continue
        now = (step.before.moment, int(step.before.seat_to_move))
        if now != turn:
            turns, useful, turn, is_useful = turns + 1, useful + is_useful, now, False
        decisions += 1
        if len(step.before.option_codes) == 1:
            single += 1
        elif are_alike(step.before):
            alike += 1
        else:
            is_useful = True
    # Turns in which nobody was asked anything are turns as well.
    turns, useful = max(turns, final), useful + is_useful
    return ChoicesOfGame(block, turns, turns - useful, decisions, single, alike)


def are_alike(state: State) -> bool:
    """Whether all options of a decision lead to the very same position."""
    return all(one == other for one, other in pairwise(state.play(code) for code in state.option_codes))


def _chosen(run: Run, found: Drama, games: int, goes_on: bool = False) -> Iterator[tuple[Games, int]]:
    """Choose games of different blocks, evenly spread over those judged; each as its slice and its place there.

    With `goes_on` only games that went on after a round.
    """
    wanted = np.unique(np.linspace(0, found.n_blocks - 1, max(games, 0)).round().astype(np.int64))
    if len(wanted) < FEWEST:
        raise InputError(f"games: found {games}; {FEWEST} or more are needed")
    passed = 0
    for own in judged_games(run, found.players, found.line_ups):
        _, first, sizes = np.unique(own.block, return_index=True, return_counts=True)
        # Of the games of a block, one after the other in turn, so that all line-ups and rotations are among them.
        first = first + (passed + np.arange(len(first))) % sizes
        for place in wanted[(wanted >= passed) & (wanted < passed + len(first))] - passed:
            if not goes_on or own.rounds[first[place]] > 1:
                yield own, int(first[place])
        passed += len(first)


def _steps(played: PlayedGame) -> Iterator[Step]:
    return played.game.steps(played.rules, played.line_up, played.seed, played.seating)


def _position(played: PlayedGame, after_round: int) -> tuple[State, int]:
    """Return the first position of the next round, and the code of the option played in it."""
    for step in _steps(played):
        if step.before is not None and step.before.round_number == after_round + 1:
            return step.before, step.before.option_codes[step.chosen]
    raise AssertionError(f"game {played.number} did not go on after round {after_round}")


def _try_out(played: PlayedGame) -> TryOut:
    try_out: TryOut = importlib.import_module(f"rajas_sim.{played.game.name}.appraisal").lookahead
    return try_out
