"""Learning what positions are worth: a strategy plays itself, and a network is fitted to how the games ended.

One network is fitted for each number of players, to games of all variants in equal parts, without modules and with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from rajas_sim.core.engine.chance import block_seed, derive
from rajas_sim.core.errors import InputError
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import correctable_if_plan
from rajas_sim.core.strategies.value_file import ValueFile, read_value, value_content
from rajas_sim.learning.positions import Positions, recorded_games
from rajas_sim.learning.values import FittedValue, fit_value
from rajas_sim.running.tuning.load import Tuning
from rajas_sim.running.tuning.match import Kinds
from rajas_sim.running.tuning.values_file import TunedKind, provenance
from rajas_sim.running.workers.workers import Workers, outcomes_of_calls
from rajas_sim.study.folder.places import write_file

N = TypeVar("N")
# The stream of the luck of recorded games (`derive`).
VALUE_STREAM = 0x7E5C
# The games of each kind are recorded in so many parts, whatever the number of workers. The fit leaves out the last parts.
PARTS = 20


def learn_value(tuning: Tuning, players: int, workers: Workers, on_progress: Callable[[int, int], None]) -> FittedValue:
    """Return the value of positions for a number of players; the number of workers does not change it.

    Parameters
    ----------
    on_progress
        Called with the number of parts of the games that have been recorded, and the number of all parts.

    Raises
    ------
    StoppedError
        After Ctrl-C.
    RunError
        If the strategy fails (`StrategyError`).
    """
    plan = tuning.config.value
    assert plan is not None
    strategy = replace(tuning.strategy, error=plan.stray)
    kind_indices = [i for i, kind in enumerate(tuning.kinds) if kind.players == players]
    n_parts = PARTS * len(kind_indices)
    n_games = max(1, plan.games // n_parts)
    calls = (
        (i, strategy, n_games, 2 * plan.share / players, derive(tuning.config.seed, VALUE_STREAM, part * len(tuning.kinds) + i))
        for part in range(PARTS)
        for i in kind_indices
    )
    parts = outcomes_of_calls(workers, record_part, calls, lambda n: on_progress(n, n_parts))
    return fit_value(Positions.joined(parts), seed=tuning.config.seed, epochs=plan.epochs)


def record_part(kinds: Kinds, kind_index: int, strategy: Strategy, n_games: int, share: float, seed: int) -> Positions:  # noqa: PLR0913 what determines the games
    """Return positions from a `share` of the turns in games of a strategy against itself.

    If a variant has several boards, seats have different ones.
    """
    rules = kinds.rules[kind_index]
    boards = kinds.game.boards(rules.variant) or (strategy.board,)
    line_up = [strategy.on_board(boards[i % len(boards)]) for i in range(rules.players)]
    return recorded_games(rules, line_up, n_games, seed=block_seed(seed, 0), share=share)


def judged_by(tuning: Tuning, value: FittedValue, players: int) -> Strategy:
    """Return the tuning's strategy with the value as its judge of the positions it looks ahead to."""
    appraisal = tuning.game.appraisal
    strategy = correctable_if_plan(tuning.strategy, appraisal.lesson_kernels)
    return appraisal.judging_by(strategy, _for_every_variant(tuning, players, tuple(value.numbers.tolist())))


def _for_every_variant(tuning: Tuning, players: int, numbers: N) -> dict[tuple[str, int], N]:
    """Return the numbers of one network for every variant of the tuning, by variant and number of players."""
    return {(variant, players): numbers for variant in tuning.config.variants or ()}


def read_fitted(path: Path, tuning: Tuning, players: int) -> FittedValue | None:
    """Return the fitted value in a file of this tuning; None if there is no such file, or it is damaged."""
    try:
        networks, about = read_value(path, tuning.game.appraisal.inputs)
        first_variant = (tuning.config.variants or ("",))[0]  # all variants share the network
        return FittedValue(np.array(networks[first_variant, players]), **about["fitted"])
    except (InputError, KeyError, TypeError):
        return None


def fitted_content(tuning: Tuning, players: int, value: FittedValue) -> bytes:
    """Return a fitted value as the content of a file that `read_fitted` reads."""
    networks = _for_every_variant(tuning, players, value.numbers)
    return value_content(tuning.game.appraisal.inputs, networks, {"fitted": value.about})


def write_learned_values(
    path: Path, tuning: Tuning, value_by_players: Mapping[int, FittedValue], tuned_kinds: list[TunedKind], command: str
) -> None:
    """Write values of positions to a file.

    Values there for other variants and numbers of players are kept.

    Raises
    ------
    InputError
        If the file exists and holds no values of positions of this game.
    RunError
        If it cannot be written.
    """
    inputs = tuning.game.appraisal.inputs
    earlier = read_value(path, inputs) if path.exists() else ValueFile({}, {})
    networks: dict[tuple[str, int], Any] = {**earlier.networks}
    about: dict[str, Any] = {**earlier.about}
    for tuned in tuned_kinds:
        variant, players = tuned.kind.variant, tuned.kind.players
        networks[variant, players] = value_by_players[players].numbers
        about[tuned.kind.title] = {**provenance(tuning, tuned, command), **value_by_players[players].about}
    write_file(path, value_content(inputs, {key: np.array(numbers) for key, numbers in networks.items()}, about))
