"""Games of a run, played again: positions played on with other luck, and counts of turns and decisions without a choice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis import results_of
from rajas_sim.analysis.course.drama import GameDrama
from rajas_sim.analysis.course.positions import Games, games_of
from rajas_sim.analysis.formatting import counted, listed
from rajas_sim.analysis.reading.blocks import BlockRatios, matrix_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates, share_estimates
from rajas_sim.core.errors import InputError
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.positions.state import State
from rajas_sim.showing.replay.turns import turn_of
from rajas_sim.study.folder.runs import PlayedGame, find_played_game


@dataclass(frozen=True, slots=True)
class ChoicesOfGame:
    """How much one game left to choose.

    Attributes
    ----------
    block
        Number of the block of the game.
    turns, idle_turns
        Number of turns, and of turns without a decision between options that lead to different positions.
    decisions, single, alike
        Number of decisions, of decisions with a single option, and of those with several options that all lead to the same
        position.
    """

    block: int
    turns: int
    idle_turns: int
    decisions: int
    single: int
    alike: int


@dataclass(frozen=True, slots=True)
class ChoiceShares(Result):
    """How often there is nothing to choose. Options that lead to different positions are a choice, even if nothing follows.

    Attributes
    ----------
    idle_turns
        Share of turns without a choice.
    single, alike
        Shares of decisions with a single option, and of decisions whose options are all alike.
    """

    idle_turns: Estimate
    single: Estimate
    alike: Estimate


def choice_shares(players: int, games: Sequence[ChoicesOfGame], level: float) -> ChoiceShares:
    """Estimate how often there is nothing to choose: ratios of block totals with exact binomial intervals, each by itself."""
    games = sorted(games, key=lambda game: game.block)
    blocks = np.array([game.block for game in games])

    def share(part: str, whole: str) -> Estimate:
        """Estimate the ratio of two fields of `ChoicesOfGame`."""
        sums = BlockRatios()
        parts, wholes = (np.array([getattr(game, name) for game in games], dtype=float) for name in (part, whole))
        sums.add(f"share.{part}", blocks, parts / np.maximum(wholes, 1.0), wholes)
        return sums.share(f"share.{part}", level)

    return ChoiceShares(
        players,
        len(games),
        len(np.unique(blocks)),
        idle_turns=share("idle_turns", "turns"),
        single=share("single", "decisions"),
        alike=share("alike", "decisions"),
    )


@dataclass(frozen=True, slots=True)
class Spot:
    """One position of one game.

    Attributes
    ----------
    game, round, position
        The game, the round that has ended, and the seat that moves first in the next round.
    chance
        Chance of this seat, by the model.
    played
        Win share of the seat in games played on from there with other luck; n is the number of these games.
    won
        Win share of the seat in the game itself.
    """

    game: int
    round: int
    position: int
    chance: float
    played: Estimate
    won: float


@dataclass(frozen=True, slots=True)
class SpotChecks(Result):
    """Spot checks of the model, one for each game.

    Attributes
    ----------
    spots
        The positions.
    bias
        Mean over the games of the model's chance minus that of the playouts.
    distance
        Root mean square of the differences, without the part that is luck of the playouts. Even the best model is off: a position
        holds more than the table `rounds` says.
    chance_error, played_error
        Mean squared difference from the win share in the game itself: of the model's chance, and of the chance that infinitely
        many playouts would show. No model can do better than the second.
    """

    spots: tuple[Spot, ...]
    bias: Estimate
    distance: Estimate
    chance_error: Estimate
    played_error: Estimate


def spot_of(  # noqa: PLR0913 - what a spot consists of
    game: int, round_: int, position: int, chance: float, won: float, win_shares: NDArray[np.float64], level: float
) -> Spot:
    """Make a `Spot`; `win_shares` are those of the seat in the games played on, one for each.

    They are independent, so the interval of their mean is exactly binomial.
    """
    moments = matrix_moments(win_shares[:, None])
    (played_share,) = share_estimates([f"played.game_{game}.round_{round_}"], moments, level=level)
    return Spot(game, round_, position, chance, played_share, won)


def spot_checks_of(players: int, spots: Sequence[Spot], variances: Sequence[float], level: float) -> SpotChecks:
    """Summarise spots of different blocks, with t intervals.

    Parameters
    ----------
    variances
        For each spot, the variance of the win share over its playouts.
    """
    chances, played_shares, won = np.array([(spot.chance, spot.played.value, spot.won) for spot in spots]).T
    differences = chances - played_shares
    # The luck of the playouts adds the variance of their mean to every squared difference.
    noise = np.array([variance / spot.played.n for spot, variance in zip(spots, variances, strict=True)])
    values_by_name = {
        "bias": differences,
        "distance": differences**2 - noise,
        "chance_error": (chances - won) ** 2,
        "played_error": (played_shares - won) ** 2 - noise,
    }
    bias, squared_distance, *errors = (
        mean_estimates([f"spot.{name}"], matrix_moments(values[:, None]), level=level)[0]
        for name, values in values_by_name.items()
    )
    # The root of an interval is an interval of the root; a negative square, which luck may cause, counts as 0.
    ends = (squared_distance.value, squared_distance.low, squared_distance.high)
    value, low, high = (math.sqrt(max(end, 0.0)) for end in ends)
    distance = replace(squared_distance, value=value, low=low, high=high)
    return SpotChecks(players, len(spots), len(spots), tuple(spots), bias, distance, *errors)


FEWEST = 2
"""An interval needs at least this many games of different blocks, or playouts."""

#: Why a run cannot say when games are decided.
WITHOUT_DRAMA = (
    "{players} players: this run cannot say when games are decided. It needs the table 'rounds', at least 100 blocks, "
    "800 games with these players, and games of more than one round; it has {played}. The command of the run plays more with "
    "--extend --blocks N"
)


@dataclass(frozen=True)
class CheckedDrama:
    """When the games of one player count or line-up are decided, with what was counted in games played again.

    Attributes
    ----------
    spot_checks, choices
        None if they were not asked for.
    """

    drama: GameDrama
    spot_checks: SpotChecks | None
    choices: ChoiceShares | None


def find_dramas(run: Run, players: int | None, line_up: str | None) -> tuple[list[GameDrama], list[int]]:
    """Say when the games of a run are decided, for each number of players and line-up, or only for the given ones.

    Returns
    -------
    dramas, silent_players
        The results, and the numbers of players for which the run cannot tell.

    Raises
    ------
    InputError
        If the run does not have this number of players or line-up, or cannot tell at all.
    """
    if players is not None and players not in run.players:
        raise InputError(f"players: found {players}; this run has {', '.join(map(str, run.players))}")
    results = [result for result in results_of(run) if players in (None, result.players)]
    dramas = [drama for result in results for drama in result.dramas]
    silent_players = [result.players for result in results if not result.dramas]
    if not dramas:
        raise InputError(f"{run.folder}: {without_drama_text(run, silent_players)}")
    labels = list(dict.fromkeys(drama.label for drama in dramas))
    if line_up is not None and line_up not in labels:
        known_text = f"name one of {', '.join(labels)}" if any(labels) else "this run has one line-up"
        raise InputError(f"line_up: found {line_up!r}; {known_text}")
    return [drama for drama in dramas if line_up in (None, drama.label)], silent_players


def without_drama_text(run: Run, players: Sequence[int]) -> str:
    """Say what a run needs to say when games are decided, and what it has, for these numbers of players."""
    texts = []
    for k in players:
        _, n_games, n_blocks = run.result_size(k)
        texts.append(f"{counted(n_blocks, 'block')} and {counted(n_games, 'game')} with {k} players")
    played = listed([*texts, *([] if "rounds" in run.manifest.tables else ["no table 'rounds'"])])
    return WITHOUT_DRAMA.format(players=" and ".join(map(str, players)), played=played)


def spot_checks(run: Run, drama: GameDrama, games: int = 20, playouts: int = 200, *, trusts_files: bool = False) -> SpotChecks:
    """Play positions of games on with other luck, and compare how they end with the chances of the model.

    There is one position for each game and block, after the first round, the second and so on to the last but one in turn. The
    seat that moves first begins as it did in the game. Then everybody plays as before, with new luck.

    Parameters
    ----------
    games
        Number of games.
    playouts
        How often each position is played on.
    trusts_files
        Whether to run Python files that the run names as strategies.

    Raises
    ------
    InputError
        If there are too few games or playouts, if strategies differ at a table, or if they cannot play on: only plans can.
    RunError
        If today's rules, strategies or engine would play the games differently.
    """
    if playouts < FEWEST:
        raise InputError(f"playouts: found {playouts}; {FEWEST} or more are needed")
    line_ups = run.line_ups(drama.players)
    if any(len(set(line_ups[i])) > 1 for i in drama.line_ups or range(len(line_ups))):
        raise InputError("spot checks: everybody at a table must play the same strategy, which then plays on")
    spots, variances = list[Spot](), list[float]()
    for i, (games_of_slice, index) in enumerate(_chosen_games(run, drama, games, must_go_on=True)):
        game = games_of_slice.picked(np.arange(len(games_of_slice.number)) == index)
        chances = drama.chance_model.chances_of(game)
        after_round = 1 + i % (int(game.rounds[0]) - 1)
        played_game = find_played_game(run.folder, int(game.number[0]), trusts_files=trusts_files)
        state, code = _position_after_round(played_game, after_round)
        seat = int(state.seat_to_move)
        won = float(game.shares[0, seat])
        win_shares = played_game.game.appraisal.lookahead(state, code, n=playouts, plan=played_game.strategies[0]).win_shares
        chance = float(chances[after_round - 1, seat])
        spots.append(spot_of(played_game.number, after_round, seat + 1, chance, won, win_shares, run.level))
        variances.append(float(win_shares.var(ddof=1)))
    if len(spots) < FEWEST:
        raise InputError(f"spot checks: {len(spots)} of {games} games went on after a round; {FEWEST} or more are needed")
    return spot_checks_of(drama.players, spots, variances, run.level)


def count_choices(run: Run, drama: GameDrama, games: int = 100, *, trusts_files: bool = False) -> ChoiceShares:
    """Play one game of each block again, and count the turns and decisions that leave nothing to choose.

    The options of a decision are alike if all of them lead to exactly the same position.

    Raises
    ------
    InputError
        If there are too few games.
    RunError
        If today's rules, strategies or engine would play the games differently.
    """
    choices_of_games = []
    for games_of_slice, index in _chosen_games(run, drama, games):
        played_game = find_played_game(run.folder, int(games_of_slice.number[index]), trusts_files=trusts_files)
        choices_of_games.append(choices_of_game(int(games_of_slice.block[index]), played_game.steps()))
    return choice_shares(drama.players, choices_of_games, run.level)


def choices_of_game(block: int, steps: Iterator[Step]) -> ChoicesOfGame:
    """Count how much the steps of one game left to choose; `block` is the number of its block."""
    n_turns = n_turns_with_choice = n_decisions = n_single = n_alike = 0
    turn, has_choice, n_turns_in_state = None, False, 0
    for step in steps:
        n_turns_in_state = int(step.after.turns)
        if step.before is None:
            continue
        if turn_of(step.before) != turn:
            n_turns, n_turns_with_choice = n_turns + 1, n_turns_with_choice + has_choice
            turn, has_choice = turn_of(step.before), False
        n_decisions += 1
        if len(step.before.option_codes) == 1:
            n_single += 1
        elif are_alike(step.before):
            n_alike += 1
        else:
            has_choice = True
    # Turns without a decision count as turns as well.
    n_turns, n_turns_with_choice = max(n_turns, n_turns_in_state), n_turns_with_choice + has_choice
    return ChoicesOfGame(block, n_turns, n_turns - n_turns_with_choice, n_decisions, n_single, n_alike)


def are_alike(state: State) -> bool:
    """Whether all options of a decision lead to exactly the same position."""
    return all(position == next_position for position, next_position in pairwise(state.play(code) for code in state.option_codes))


def _chosen_games(run: Run, drama: GameDrama, n_games: int, must_go_on: bool = False) -> Iterator[tuple[Games, int]]:
    """Choose games of evenly spread blocks, one game of each; yield each game's slice and its index in the slice.

    With `must_go_on`, only games that went on after round 1 are yielded.
    """
    chosen_blocks = np.unique(np.linspace(0, drama.n_blocks - 1, max(n_games, 0)).round().astype(np.int64))
    if len(chosen_blocks) < FEWEST:
        raise InputError(f"games: found {n_games}; {FEWEST} or more are needed")
    n_blocks_before = 0
    for games_of_slice in games_of(run, drama.players, drama.line_ups):
        _, first_games, n_games_of_blocks = np.unique(games_of_slice.block, return_index=True, return_counts=True)
        n_blocks = len(n_games_of_blocks)
        is_in_slice = (chosen_blocks >= n_blocks_before) & (chosen_blocks < n_blocks_before + n_blocks)
        for ordinal in np.flatnonzero(is_in_slice):
            block_in_slice = chosen_blocks[ordinal] - n_blocks_before
            # The chosen blocks give their games in turn, so that line-ups and rotations alternate.
            index = int(first_games[block_in_slice] + ordinal % n_games_of_blocks[block_in_slice])
            if not must_go_on or games_of_slice.rounds[index] > 1:
                yield games_of_slice, index
        n_blocks_before += n_blocks


def _position_after_round(played_game: PlayedGame, after_round: int) -> tuple[State, int]:
    """Return the first position of the round after `after_round`, and the code of the option chosen in it."""
    for step in played_game.steps():
        if step.before is not None and step.before.round_number == after_round + 1:
            return step.before, step.before.option_codes[step.chosen]
    raise AssertionError(f"game {played_game.number} did not go on after round {after_round}")
