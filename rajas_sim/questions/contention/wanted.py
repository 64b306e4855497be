"""Reading games decision by decision: how often the best thing was already taken, by whom, and what that cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.comparing.unpaired import difference_of, differences_from_first
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, adjusted, share_estimates
from rajas_sim.core.errors import InputError
from rajas_sim.core.playing.appraisal import Appraisal
from rajas_sim.core.positions.contended import ContendedDecision
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.registry import find_strategy, known_names
from rajas_sim.questions.contention.interaction import USUAL_BLOCKS, Interaction, play_interaction, replacement_of
from rajas_sim.questions.games_again import USUAL_GAMES, ReadGame, games_read_again, is_appraising, play_to_read
from rajas_sim.questions.runner import Runner
from rajas_sim.study.config.resolve import Experiment

ONESELF, AFTER, BEFORE, OTHER = range(4)
"""Who took a thing, relative to the seat that wanted it."""
TAKERS = ("oneself", "after", "before", "other")
NOBODY = -1
"""Stands in place of an index into `TAKERS` if the thing was not taken."""
SAME_WORTH = 1e-9
"""Worths that differ by less count as equal, so that rounding errors decide nothing."""
TAKEN, COST, COST_OF_TAKEN, COST_OF_TAKEN_BY_OTHERS = "taken", "cost", "cost_of_taken", "cost_of_taken_by_others"
BY_OTHERS, COST_BY_OTHERS, INTERACTION = "taken_by_others", "cost_by_others", "interaction"


@dataclass(frozen=True)
class ContentionOptions:
    """Options of the question.

    Attributes
    ----------
    games, blocks
        With each number of players, games to read and blocks in which one player is replaced.
    appraisal, replacement
        Names of strategies; None for the usual ones.
    """

    games: int = USUAL_GAMES
    blocks: int = USUAL_BLOCKS
    appraisal: str | None = None
    replacement: str | None = None


@dataclass(frozen=True)
class WantedThings:
    """What the seats of one game wanted; the arrays have one entry for each decision about things that can be taken.

    Attributes
    ----------
    block
        Number of the block of the game.
    rounds
        Round of each decision.
    names
        What the best option would have taken if nobody had taken anything.
    takers
        Who had taken it (index into `TAKERS`), or `NOBODY`.
    costs
        How much more it was worth than the best option there was; 0 if nobody had taken it.
    """

    block: int
    rounds: NDArray[np.int64]
    names: NDArray[np.str_]
    takers: NDArray[np.int64]
    costs: Floats


@dataclass(frozen=True)
class WantedThing:
    """How often one thing is wanted, and how often it is taken.

    Attributes
    ----------
    wanted
        Share of decisions in which it would be the best choice.
    taken, by_others
        Share of these decisions in which any seat, or another seat, had taken it.
    cost
        Mean cost where it was taken; None if it never was.
    """

    name: str
    wanted: Estimate
    taken: Estimate
    by_others: Estimate
    cost: Estimate | None


@dataclass(frozen=True)
class RoundOfContention:
    """How often the best thing was taken in one round."""

    round: int
    taken: Estimate
    cost: Estimate


@dataclass(frozen=True, slots=True)
class Contention(Result):
    """How often the best thing is taken with one number of players.

    Attributes
    ----------
    taken
        Share of the decisions in which the best thing was taken.
    by_others
        Share of the decisions in which others, not the player itself, had taken it.
    by_taker
        Share of the decisions by who had taken it, for the `TAKERS` that exist with so many players; simultaneous. With two
        players the other player is left out, since its share is `by_others`.
    cost, cost_by_others
        Mean cost over all decisions in the unit of the appraisal, and the part of it that others caused.
    cost_of_taken, cost_of_taken_by_others
        Mean cost over the decisions in which it was taken, and in which others took it; None if that never happened.
    things, rounds
        Results by the thing that is wanted, most often wanted first, and by round.
    strategies_without_worths
        Labels of strategies that do not choose by the worth of options; their decisions are left out.
    moments
        Moments of what others took and what that cost, to estimate differences between numbers of players.
    """

    taken: Estimate
    by_others: Estimate
    by_taker: Mapping[str, Estimate]
    cost: Estimate
    cost_by_others: Estimate
    cost_of_taken: Estimate | None
    cost_of_taken_by_others: Estimate | None
    things: tuple[WantedThing, ...]
    rounds: tuple[RoundOfContention, ...]
    strategies_without_worths: tuple[str, ...]
    moments: Mapping[str, pl.DataFrame]


@dataclass(frozen=True)
class ContentionByPlayers:
    """Contention and interaction with each number of players, and how they differ.

    Attributes
    ----------
    appraisal
        Name of the strategy whose worths were used at every seat; None if each seat's own strategy was used.
    changes
        By number of players except the first, the changes from the first: how often others take the best thing, what that costs,
        and the interaction.
    """

    results: tuple[Contention, ...]
    interactions: tuple[Interaction, ...]
    runs: tuple[Run, ...]
    appraisal: str | None
    changes: Mapping[int, Mapping[str, Estimate]]


def play_contention(experiment: Experiment, runner: Runner, options: ContentionOptions) -> ContentionByPlayers:
    """Play and read games with each number of players, and replace one player under the same luck.

    Raises
    ------
    InputError
        If nobody can take anything from others in this game, if no strategy chooses by the worth of options, or if a named
        strategy does not exist.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`.
    """
    game, players = experiment.game, experiment.design.players
    appraiser = _appraiser(experiment, options.appraisal)
    if options.replacement is not None and options.replacement not in experiment.config.strategies:
        find_strategy(options.replacement, game=game.name)  # an unknown name is refused before anything is played
    results, interactions, runs = [], [], []
    for k in players:
        run = play_to_read(experiment, runner, "contention", k, options.games)
        # The first line-up whose games are read.
        line_up = run.line_ups(k)[run.line_ups_to_read[0] if run.line_ups_to_read else 0]
        replacement = replacement_of(line_up, options.replacement)
        labels = run.labels(k)
        strategies_without_worths = tuple(
            label for label in labels if appraiser is None and not is_appraising(experiment, experiment.strategies[label])
        )
        if len(strategies_without_worths) == len(labels):
            text = f"{experiment.config.name}: no strategy goes by the worth of options; name one: --appraisal balanced"
            raise _error_without_worths(experiment, text)
        wanted_or_none = [wanted_things(read_game, game.appraisal, appraiser) for read_game in games_read_again(run, k, runner)]
        wanted_by_game = [wanted for wanted in wanted_or_none if wanted is not None]
        if not wanted_by_game:
            raise InputError(f"{experiment.config.name}: nobody can take anything before others do in {game.title}")
        results.append(contention_of(k, wanted_by_game, strategies_without_worths, run.level))
        interaction, interaction_run = play_interaction(experiment, runner, line_up, replacement, options.blocks)
        interactions.append(interaction)
        runs += [run, interaction_run]
    return ContentionByPlayers(
        tuple(results), tuple(interactions), tuple(runs), options.appraisal, _changes(results, interactions, runs[0].level)
    )


def _error_without_worths(experiment: Experiment, text: str) -> InputError:
    """Return an error with this text, which names an appraising strategy, or another error if the game has none."""
    game = experiment.game.name
    if any(is_appraising(experiment, find_strategy(name, game=game)) for name in known_names(game)):
        return InputError(text)
    return InputError(
        f"{game}: no strategy of this game says what options are worth, so what a player wanted is not known; games in plain "
        "Python have none"
    )


def _appraiser(experiment: Experiment, name: str | None) -> Strategy | None:
    """Return the strategy that says what options are worth at every seat; None if each seat's own strategy does."""
    if name is None:
        return None
    strategy = find_strategy(name, game=experiment.game.name)
    if not is_appraising(experiment, strategy):
        text = f"appraisal: {name!r} does not go by the worth of options; name a strategy that does, such as 'balanced'"
        raise _error_without_worths(experiment, text)
    return strategy


def wanted_things(game: ReadGame, appraisal: Appraisal, appraiser: Strategy | None) -> WantedThings | None:
    """Read what the seats of one game wanted; None if it has no decision about things that can be taken.

    Parameters
    ----------
    appraiser
        Strategy that says what options are worth; None for each seat's own. Decisions without such worths are left out.
    """
    strategies, k = game.played.strategies_by_seat, game.played.rules.players
    rows: list[tuple[int, str, int, float]] = []
    round_start: State | None = None
    for step in game.steps():
        position = step.before
        assert position is not None
        if round_start is None or position.round_number != round_start.round_number:
            round_start = position
        decision = game.played.game.contended(position, round_start)
        if decision is None:
            continue
        strategy = appraiser or strategies[int(position.seat_to_move)]
        row = _wanted_row(position, decision, appraisal, strategy, k)
        if row is not None:
            rows.append(row)
    if not rows:
        return None
    rounds, names, takers, costs = zip(*rows, strict=True)
    return WantedThings(game.block, np.array(rounds), np.array(names), np.array(takers), np.array(costs, dtype=np.float64))


def _wanted_row(
    position: State, decision: ContendedDecision, appraisal: Appraisal, strategy: Strategy, players: int
) -> tuple[int, str, int, float] | None:
    """Return the entry of one decision in each array of `WantedThings`; None if the strategy gives options no worths."""
    worths_if_free, worths = _worths(decision.position_if_free, appraisal, strategy), _worths(position, appraisal, strategy)
    if worths_if_free is None or worths is None:
        return None
    best = int(worths_if_free.argmax())
    code = decision.position_if_free.option_codes[best]
    cost = float(worths_if_free[best] - worths.max())
    name, round_number = decision.names[code], int(position.round_number)
    if cost <= SAME_WORTH or code not in decision.takers:
        return round_number, name, NOBODY, 0.0
    return round_number, name, _relative_taker(decision.takers[code], int(position.seat_to_move), players), cost


def _worths(position: State, appraisal: Appraisal, strategy: Strategy) -> Floats | None:
    """Return the worths of the options, None if the strategy gives none; if passing is the only option, it is worth 0."""
    if len(position.option_codes) == 1 and position.options[0].is_pass:
        return np.zeros(1)
    return appraisal.worths(position, strategy)


def _relative_taker(taker: int, seat: int, players: int) -> int:
    """Return which of `TAKERS` a seat is to another seat; with two players, the other one is neither before nor after."""
    seats_on = (taker - seat) % players
    if seats_on == 0:
        return ONESELF
    if players > 2 and seats_on == 1:
        return AFTER
    return BEFORE if players > 2 and seats_on == players - 1 else OTHER


def takers_with(players: int) -> tuple[int, ...]:
    """Return which of `TAKERS` there are with this many players; the seat itself comes last."""
    return {2: (OTHER, ONESELF), 3: (BEFORE, AFTER, ONESELF)}.get(players, (BEFORE, AFTER, OTHER, ONESELF))


def contention_of(
    players: int, games: Sequence[WantedThings], strategies_without_worths: tuple[str, ...], level: float
) -> Contention:
    """Estimate how often the best thing is taken: ratios of block totals, exact binomial intervals of shares, t of costs."""
    sums, takers = BlockRatios(), takers_with(players)
    for game in games:
        _add_game(sums, game, takers)
    for name in sums.suffixes_of("taken_of."):
        for game in games:  # games in which nobody wants it count as well
            sums.add(f"wanted.{name}", game.block, (game.names == name).astype(np.float64))
    share, mean = partial(sums.share, level=level), partial(sums.mean, level=level, least=0.0)

    def mean_or_none(name: str) -> Estimate | None:
        """Return the mean; None if it was never added to, since nothing was taken."""
        return mean(name) if name in sums else None

    taker_names = [TAKERS[taker] for taker in takers if players > 2 or taker == ONESELF]
    share_names = [f"taken_by.{taker}" for taker in taker_names]
    by_taker = dict(zip(taker_names, share_estimates(share_names, sums.moments(share_names), level=level), strict=True))
    things = [
        WantedThing(
            name, share(f"wanted.{name}"), share(f"taken_of.{name}"), share(f"others_of.{name}"), mean_or_none(f"cost_of.{name}")
        )
        for name in sums.suffixes_of("taken_of.")
    ]
    # Rounds that fewer than half of the games reached are left out.
    rounds = [
        RoundOfContention(int(number), share(f"taken_in.{number}"), mean(f"cost_in.{number}"))
        for number in sorted(sums.suffixes_of("taken_in."), key=int)
        if 2 * sums.weight(f"reached.{number}") >= len(games)
    ]
    return Contention(
        players,
        len(games),
        len(games),
        taken=share(TAKEN),
        by_others=share(BY_OTHERS),
        by_taker=by_taker,
        cost=mean(COST),
        cost_by_others=mean(COST_BY_OTHERS),
        cost_of_taken=mean_or_none(COST_OF_TAKEN),
        cost_of_taken_by_others=mean_or_none(COST_OF_TAKEN_BY_OTHERS),
        things=tuple(sorted(things, key=lambda thing: -thing.wanted.value)),
        rounds=tuple(rounds),
        strategies_without_worths=strategies_without_worths,
        moments={name: sums.moments([name]) for name in (BY_OTHERS, COST_BY_OTHERS)},
    )


def _add_game(sums: BlockRatios, game: WantedThings, takers: Sequence[int]) -> None:
    """Add the decisions of one game to the sums, under the name of every estimate."""
    is_taken, is_by_others = game.takers != NOBODY, (game.takers != NOBODY) & (game.takers != ONESELF)
    values_by_name: dict[str, NDArray[np.generic]] = {TAKEN: is_taken, COST: game.costs}
    values_by_name |= {BY_OTHERS: is_by_others, COST_BY_OTHERS: game.costs * is_by_others}
    values_by_name |= {f"taken_by.{TAKERS[taker]}": game.takers == taker for taker in takers}
    values_by_name |= {COST_OF_TAKEN: game.costs[is_taken], COST_OF_TAKEN_BY_OTHERS: game.costs[is_by_others]}
    for number in np.unique(game.rounds).tolist():
        in_round = game.rounds == number
        values_by_name |= {f"taken_in.{number}": is_taken[in_round], f"cost_in.{number}": game.costs[in_round]}
        values_by_name[f"reached.{number}"] = np.ones(1)
    for name in np.unique(game.names).tolist():
        is_named = game.names == name
        values_by_name |= {f"taken_of.{name}": is_taken[is_named], f"others_of.{name}": is_by_others[is_named]}
        values_by_name |= {f"cost_of.{name}": game.costs[is_named & is_taken]}
    for name, values in values_by_name.items():
        if len(values):
            sums.add(name, game.block, values.astype(np.float64))


def _changes(results: Sequence[Contention], interactions: Sequence[Interaction], level: float) -> dict[int, dict[str, Estimate]]:
    """Compare all numbers of players with the first; all differences of one kind hold together."""
    if len(results) < 2:
        return {}
    shares, costs = (
        differences_from_first(
            name, {result.players: result.moments[name] for result in results}, level, is_share=name == BY_OTHERS
        )
        for name in (BY_OTHERS, COST_BY_OTHERS)
    )
    first_index = interactions[0].adjusted_index
    method = adjusted("from the interval of each (MOVER)", len(interactions) - 1)
    changes = {}
    for interaction in interactions[1:]:
        change, k = difference_of(INTERACTION, first_index, interaction.adjusted_index, method), interaction.players
        changes[k] = {BY_OTHERS: shares[k], COST_BY_OTHERS: costs[k], INTERACTION: change}
    return changes
