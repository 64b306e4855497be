"""Learning what positions are worth: games of a strategy against itself, and a network fitted to how they ended.

One network is fitted for each number of players, to games of all variants alike, without modules and with them.
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
VALUE_STREAM = 0x7E5C
# The games of each kind are recorded in this many parts, for any number of workers; the last ones are left out of the fit.
PARTS = 20


def learn_value(tuning: Tuning, players: int, workers: Workers, on_progress: Callable[[int, int], None]) -> FittedValue:
    """Return the value for a number of players; the number of workers does not change it.

    Parameters
    ----------
    on_progress
        Called with how many parts of the games have been recorded, and how many there are.

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
    kinds = [i for i, kind in enumerate(tuning.kinds) if kind.players == players]
    n_parts = PARTS * len(kinds)
    n_games = max(1, plan.games // n_parts)
    calls = (
        (i, strategy, n_games, 2 * plan.share / players, derive(tuning.config.seed, VALUE_STREAM, part * len(tuning.kinds) + i))
        for part in range(PARTS)
        for i in kinds
    )
    parts = outcomes_of_calls(workers, record_part, calls, lambda n: on_progress(n, n_parts))
    return fit_value(Positions.joined(parts), seed=tuning.config.seed, epochs=plan.epochs)


def record_part(kinds: Kinds, kind_index: int, strategy: Strategy, n_games: int, share: float, seed: int) -> Positions:  # noqa: PLR0913 what determines the games
    """Return positions of games of one kind, in which a strategy plays itself; on different boards where players choose one."""
    rules = kinds.rules[kind_index]
    boards = kinds.game.boards(rules.variant) or (strategy.board,)
    line_up = [strategy.on_board(boards[i % len(boards)]) for i in range(rules.players)]
    return recorded_games(rules, line_up, n_games, seed=block_seed(seed, 0), share=share)


def judged_by(tuning: Tuning, value: FittedValue, players: int) -> Strategy:
    """Return the tuning's strategy looking ahead to positions that a value judges."""
    appraisal = tuning.game.appraisal
    strategy = correctable_if_plan(tuning.strategy, appraisal.lesson_kernels)
    return appraisal.judging_by(strategy, _for_every_variant(tuning, players, tuple(value.numbers.tolist())))


def _for_every_variant(tuning: Tuning, players: int, numbers: N) -> dict[tuple[str, int], N]:
    """Return the numbers of one network by variant and number of players."""
    return {(variant, players): numbers for variant in tuning.config.variants or ()}


def read_fitted(path: Path, tuning: Tuning, players: int) -> FittedValue | None:
    """Return the value that a file of this tuning keeps; None if there is none, or it is damaged."""
    try:
        networks, about = read_value(path, tuning.game.appraisal.inputs)
        key = (tuning.config.variants or ("",))[0], players
        return FittedValue(np.array(networks[key]), **about["fitted"])
    except (InputError, KeyError, TypeError):
        return None


def fitted_content(tuning: Tuning, players: int, value: FittedValue) -> bytes:
    """Return a value as the content of a file that `read_fitted` reads."""
    networks = _for_every_variant(tuning, players, value.numbers)
    return value_content(tuning.game.appraisal.inputs, networks, {"fitted": value.about})


def write_learned_values(
    path: Path, tuning: Tuning, values: Mapping[int, FittedValue], tuned_kinds: list[TunedKind], command: str
) -> None:
    """Write values to a file, keeping what it has for other variants and numbers of players.

    Raises
    ------
    InputError
        If it is there and holds no values of positions of this game.
    RunError
        If it cannot be written.
    """
    inputs = tuning.game.appraisal.inputs
    kept = read_value(path, inputs) if path.exists() else ValueFile({}, {})
    networks: dict[tuple[str, int], Any] = {**kept.networks}
    about: dict[str, Any] = {**kept.about}
    for tuned in tuned_kinds:
        variant, players = tuned.kind.variant, tuned.kind.players
        networks[variant, players] = values[players].numbers
        about[tuned.kind.title] = {**provenance(tuning, tuned, command), **values[players].about}
    write_file(path, value_content(inputs, {key: np.array(numbers) for key, numbers in networks.items()}, about))
