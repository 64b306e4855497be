"""The chances of the model beside the results when the same positions are played on again and again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.reading.run import Result
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates, share_estimates


@dataclass(frozen=True, slots=True)
class Spot:
    """One position of one game.

    Attributes
    ----------
    game, round, position
        The game, the round that has ended, and the seat that is first to move in the next.
    chance
        Of this seat, by the model.
    played
        Its win share in games played on from there with other luck; n is the number of these games.
    won
        Its win share in the game itself.
    """

    game: int
    round: int
    position: int
    chance: float
    played: Estimate
    won: float


@dataclass(frozen=True, slots=True)
class SpotChecks(Result):
    """Spot checks of the model, one a game.

    Attributes
    ----------
    spots
        The positions.
    bias
        Mean of the chance of the model minus that of the playouts, over the games.
    distance
        Root mean square of the true differences: what the luck of the playouts adds is taken off. A position holds more than the
        table `rounds` says of it, so even the best model on this table has some.
    chance_error, played_error
        Mean squared difference from the win share in the game itself, of the chance of the model and of the one that endless
        playouts would show, which is all that can be known of the position.
    """

    spots: tuple[Spot, ...]
    bias: Estimate
    distance: Estimate
    chance_error: Estimate
    played_error: Estimate


def spot_of(
    game: int, round_: int, position: int, chance: float, won: float, win_shares: NDArray[np.float64], level: float
) -> Spot:
    """Estimate the win share of a seat from games played on independently, with an exact binomial interval."""
    moments = pl.DataFrame({"mean": [win_shares.mean()], "variance": [win_shares.var(ddof=1)], "n": [len(win_shares)]})
    (played,) = share_estimates([f"played.game_{game}.round_{round_}"], moments, level=level)
    return Spot(game, round_, position, chance, played, won)


def spot_checks_of(players: int, spots: Sequence[Spot], variances: Sequence[float], level: float) -> SpotChecks:
    """Sum up spots of different blocks, t intervals over them; `variances` are those of the win shares of single playouts."""
    differences = np.array([spot.chance - spot.played.value for spot in spots])
    noise = np.array([variance / spot.played.n for spot, variance in zip(spots, variances, strict=True)])
    (bias,) = mean_estimates(["spot.bias"], _moments(differences), level=level)
    (square,) = mean_estimates(["spot.distance"], _moments(differences**2 - noise), level=level)
    # The root of an interval is one of the root; a negative square, which luck may bring, is none.
    value, low, high = (math.sqrt(max(end, 0.0)) for end in (square.value, square.low, square.high))
    distance = replace(square, value=value, low=low, high=high)
    chance, shown, won = np.array([(spot.chance, spot.played.value, spot.won) for spot in spots]).T
    (chance_error,) = mean_estimates(["spot.told_error"], _moments((chance - won) ** 2), level=level)
    (played_error,) = mean_estimates(["spot.played_error"], _moments((shown - won) ** 2 - noise), level=level)
    return SpotChecks(players, len(spots), len(spots), tuple(spots), bias, distance, chance_error, played_error)


def _moments(values: Floats) -> pl.DataFrame:
    return pl.DataFrame({"mean": [values.mean()], "variance": [values.var(ddof=1)], "n": [len(values)]})
