"""Trying options out from plain Python: the position is played on to its end, compiled, as often as one likes."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.correcting.lessons import Teaching
from rajas_sim.core.errors import InputError
from rajas_sim.core.playing.asking import parameter_table
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.search.playouts import Lookahead
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.core.strategies.plans import can_be_corrected, plain, uncorrected
from rajas_sim.core.strategies.registry import find_strategy


class Ends(NamedTuple):
    """How the games ended that were played on from a position, for the seat that was to move.

    Attributes
    ----------
    win_shares
        Shape (n,): 1 for a win, 1/m for the same place as m - 1 others, else 0.
    leads
        Shape (n,): by how many fame spaces its overlap exceeds the best of the others'.
    """

    win_shares: NDArray[np.float64]
    leads: NDArray[np.float64]


class TryOut(Protocol):
    """Tries an option out."""

    def __call__(self, state: State, option: Option | int, n: int = 16, plan: str | Strategy = "balanced") -> Ends:
        """Play an option and then on to the end of the game, `n` times, and return how the games ended.

        The options of one decision meet the same luck, one after the other: differences between them are sharper than each by
        itself. The luck is drawn from the seed of the position, which for a strategy is not that of the game.

        Parameters
        ----------
        plan
            Who plays on, on every seat: a strategy made by ``plan`` or ``corrected``, or its name, which is looked up once a
            process.

        Raises
        ------
        ValueError
            If it is not one of the options.
        InputError
            If the plan is none, or of another game.
        """


def trying(game: str, kernels: Lookahead, teaching: Teaching) -> TryOut:
    """Return what tries out options of a game."""
    named = cache(partial(find_strategy, game=game))

    def lookahead(state: State, option: Option | int, n: int = 16, plan: str | Strategy = "balanced") -> Ends:
        code = option.code if isinstance(option, Option) else int(option)
        if code not in state.option_codes:
            raise ValueError(f"{option!r} is not an option of {state.decision}; options: {[*state.option_codes]}")
        strategy = plan.for_game(game) if isinstance(plan, Strategy) else named(plan)
        if strategy.error:
            raise InputError(f"strategy {strategy.label!r} is careless: only plans without errors can play a position on")
        if can_be_corrected(strategy, teaching):
            strategy = uncorrected(strategy, teaching)
        elif strategy.body is not plain(teaching.choose):
            raise InputError(f"strategy {strategy.label!r} is no plan of {game}: only plans can play a position on")
        ends = np.zeros((n, 2))
        kernels.try_option(state.array, state.rules.array, code, parameter_table([strategy], state.rules)[0], ends)
        return Ends(ends[:, 0], ends[:, 1])

    lookahead.__doc__ = TryOut.__call__.__doc__
    return lookahead
