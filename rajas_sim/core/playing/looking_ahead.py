"""What options are worth, from plain Python: as an appraisal has it, or by playing on to the end as often as one likes."""

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
from rajas_sim.core.search.playouts import TOLD, Lookahead
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


class Appraise(Protocol):
    """Says what options seem to be worth to a strategy."""

    def __call__(self, state: State, strategy: Strategy) -> NDArray[np.float64] | None:
        """Return what each option of a decision seems to be worth, in fame points, in the order of `State.option_codes`.

        Of a strategy that searches it is what it thinks before it plays options on. ``None`` for a strategy that does not go by
        the worth of options.
        """


def appraising(game: str, kernels: Lookahead, teaching: Teaching) -> Appraise:
    """Return what says what options of a game seem to be worth."""

    def worths(state: State, strategy: Strategy) -> NDArray[np.float64] | None:
        appraiser, n_told = strategy.for_game(game), 0
        if can_be_corrected(appraiser, teaching):
            appraiser = uncorrected(appraiser, teaching)
        elif appraiser.body is plain(kernels.searched_option):
            n_told = len(TOLD)
        elif appraiser.body is not plain(teaching.choose):
            return None
        options = np.array(state.option_codes, np.int16)
        estimates = np.zeros(len(options))
        numbers = parameter_table([appraiser], state.rules)[0][n_told:]
        kernels.appraise_options(state.array, state.rules.array, options, numbers, estimates)
        return estimates

    worths.__doc__ = Appraise.__call__.__doc__
    return worths


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
