"""The chance of each seat to win, estimated from what everybody sees at the end of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from rajas_sim.analysis.course.positions import Games, Integers, games_of, has_positions, one_game, seen_columns
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.softmax import error_root, fit_softmax

FEWEST_BLOCKS, FEWEST_GAMES = 50, 400
"""Fewest blocks and games in each half; with fewer the fit is no better than knowing nothing."""
MOST_FITTED = 4_000
"""Most games that a model is fitted to; more games hardly change when games are decided."""
ROWS_AT_ONCE = 2_048
"""Rows whose features are in memory together."""
RIDGE = 10.0
"""Weight of the penalty: hardly noticeable from some hundred games on, but with fifty games the fit needs it."""
PRIOR = 10.0
"""Weight, in games, of the seats' shares at the start when their shares in a later round are estimated."""
MOST_NEARNESS = 3.0
"""In standard deviations: greater nearness of the leader to the end counts as this much, so that rare positions stay moderate."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Mean and spread (standard deviation) with which numbers are standardised: one each, or one for each column."""

    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, values: Floats) -> Scale:
        """Return the scale of values or of each of their columns; values that never vary are scaled to 0."""
        mean, spread = values.mean(axis=0), values.std(axis=0)
        return cls(mean, np.where(spread > 0, spread, 1.0))

    def __call__(self, values: Floats) -> Floats:
        """Standardise values to a mean of 0 and a spread of 1."""
        return (values - self.mean) / self.spread


@dataclass(frozen=True, slots=True)
class Chances:
    """A fitted model of the chance to win.

    The chances are the softmax over the seats of a linear score (`rajas_sim.analysis.statistics.softmax`), so they add to 1.
    The score is a weighted sum of these features: everything in the table `rounds` about a seat, the products of any two of
    these, the seat, and its turn in the next round if the start player moves on by one seat a round. The weights of what the
    table holds depend on the round and on how near the leader is to the end. Those of the seat and its turn depend on the
    nearness only, and those of the products are constant. What all seats have in common cancels out, so only what they hold more
    or less of than the others counts.

    Attributes
    ----------
    columns
        Names of the columns that are seen of a seat.
    scales
        Scales of the columns, of the highest overlap at the table (the nearness of the leader to the end), and of the round.
    coefficients
        One coefficient for each of d features, shape (d,).
    at_start
        Win share by seat, shape (k,): the chance before the first round.
    by_round
        Win share by round and seat of the games that went on after the round, shape (rounds + 1, k): the base rate, which does
        not know the position.
    errors
        A square root of the coefficients' covariance over blocks, shape (d, d).
    n_blocks, n_games
        Blocks and games that the model was fitted to.
    """

    columns: tuple[str, ...]
    scales: tuple[Scale, Scale, Scale]
    coefficients: Floats
    at_start: Floats
    by_round: Floats
    errors: Floats
    n_blocks: int
    n_games: int

    def drawn(self, rng: np.random.Generator) -> Chances:
        """Return the model as it might be if it were fitted to as many other blocks."""
        return replace(self, coefficients=self.coefficients + self.errors @ rng.standard_normal(len(self.coefficients)))

    def chances_of(self, games: Games) -> Floats:
        """Return the chance of each seat after each round, shape (m, k); after the last round of a game its win shares."""
        chances = games.shares[games.game_of_row]
        for rows in _row_batches(np.flatnonzero(games.is_running)):
            chances[rows] = softmax(_features(*self.scales, games, rows) @ self.coefficients, axis=-1)
        return chances

    def base_rate(self, games: Games) -> Floats:
        """Return chances by seat and round alone, shape (m, k); after the last round of a game its win shares.

        Rounds later than any that the model was fitted to count as the last one.
        """
        chances = self.by_round[games.round_of_row.clip(max=len(self.by_round) - 1)]
        return np.where(games.is_running[:, None], chances, games.shares[games.game_of_row])

    def chances_before(self, games: Games, chances: Floats) -> Floats:
        """Return the chances before each round from those after it, shape (m, k); before the first round, those at the start."""
        earlier = np.roll(chances, 1, axis=0)
        earlier[games.round_of_row == 1] = self.at_start
        return earlier


@dataclass(frozen=True, slots=True)
class CrossFittedChances:
    """Two models of the chance to win: each is used for one half of the blocks and fitted to the other half.

    So every game is judged by a model that has not seen it (cross-fitting: Schick 1986; Chernozhukov and others 2018).

    Attributes
    ----------
    models
        The models for the first half and for the second (`half_of`).
    n_orders
        How many cyclic orders take turns from block to block.
    """

    models: tuple[Chances, Chances]
    n_orders: int

    @property
    def n_games(self) -> int:
        """The number of games that each model was fitted to; the smaller number if they differ."""
        return min(model.n_games for model in self.models)

    def chances_of(self, games: Games) -> Floats:
        """Return the chance of each seat after each round, as in `Chances.chances_of`."""
        return self._by_half(games, lambda model, games_of_half, _: model.chances_of(games_of_half))

    def base_rate(self, games: Games) -> Floats:
        """Return the chances by seat and round alone, as in `Chances.base_rate`."""
        return self._by_half(games, lambda model, games_of_half, _: model.base_rate(games_of_half))

    def chances_before(self, games: Games, chances: Floats) -> Floats:
        """Return the chances before each round, as in `Chances.chances_before`."""
        return self._by_half(
            games, lambda model, games_of_half, is_in_half: model.chances_before(games_of_half, chances[is_in_half])
        )

    def drawn(self, rng: np.random.Generator) -> CrossFittedChances:
        """Return the models as they might be if they were fitted to as many other blocks."""
        first, second = (model.drawn(rng) for model in self.models)
        return replace(self, models=(first, second))

    def _by_half(self, games: Games, values_of_half: Callable[[Chances, Games, NDArray[np.bool_]], Floats]) -> Floats:
        """Return a value of each row and seat, shape (m, k), computed for each half of the blocks with the model for it.

        `values_of_half` takes this model, the games of the half, and which rows are theirs.
        """
        half_of_game = half_of(games.block, self.n_orders)
        half_of_row = half_of_game[games.game_of_row]
        values = np.empty((len(half_of_row), games.shares.shape[1]))
        for half, model in enumerate(self.models):
            is_in_half = half_of_row == half
            if is_in_half.any():
                values[is_in_half] = values_of_half(model, games.picked(half_of_game == half), is_in_half)
        return values


def half_of(block: Integers, n_orders: int) -> Integers:
    """Return the half that each block belongs to, 0 or 1.

    Every second block is in the second half. Where cyclic orders take turns, every second turn of all orders is, so that both
    halves have all of them.
    """
    return (block // n_orders) % 2


def fit_chances(
    run: Run, players: int, line_ups: Sequence[int] | None = None, most_games: int = MOST_FITTED
) -> CrossFittedChances | None:
    """Fit a model to each half of the blocks; ``None`` without the table `rounds` or with too few blocks or games in a half.

    The fit uses the positions after each round except the last of a game, whose result is known. A shared win counts with its
    shares.

    Parameters
    ----------
    line_ups
        Indices of the line-ups whose games are used; None for all to read.
    most_games
        Most games for each model. Results about a game depend on it, so line-ups are compared by models fitted to equally many.
    """
    if not has_positions(run, players) or n_games_of_half(run, players, line_ups) < FEWEST_GAMES:
        return None
    if run.blocks(players, line_ups) < 2 * FEWEST_BLOCKS:
        return None
    n_orders = run.n_alternating_orders(players)
    halves: tuple[list[Games], list[Games]] = ([], [])
    n_missing = [most_games, most_games]
    for games in games_of(run, players, line_ups):
        for half, fitted_games in enumerate(halves):
            games_of_half = games.picked(half_of(games.block, n_orders) == half)
            fitted_games.append(games_of_half.picked(np.arange(len(games_of_half.number)) < n_missing[half]))
            n_missing[half] -= len(fitted_games[-1].number)
        if max(n_missing) == 0:
            break
    fitted_to_first, fitted_to_second = (fit_to_games(fitted_games, seen_columns(run, players)) for fitted_games in halves)
    if fitted_to_first is None or fitted_to_second is None:
        return None
    return CrossFittedChances((fitted_to_second, fitted_to_first), n_orders)


def n_games_of_half(run: Run, players: int, line_ups: Sequence[int] | None) -> int:
    """Return the least number of games in a half of the blocks, over the given line-ups (None: all to read)."""
    return run.blocks(players, line_ups) // 2 * run.games_per_block(players, line_ups)


def fit_to_games(games_in_parts: Sequence[Games], columns: tuple[str, ...]) -> Chances | None:
    """Fit the model to games; ``None`` if none of them went on after a round. `columns` name what is seen of a seat."""
    games_and_rows = [(games, np.flatnonzero(games.is_running)) for games in games_in_parts]
    if not any(len(rows) for _, rows in games_and_rows):
        return None
    k = games_in_parts[0].shares.shape[1]
    seen = np.concatenate([games.seen[rows].reshape(-1, len(columns)) for games, rows in games_and_rows])
    nearness = np.concatenate([games.overlap[rows].max(axis=1) for games, rows in games_and_rows])
    rounds = np.concatenate([games.round_of_row[rows] for games, rows in games_and_rows]).astype(float)
    scales = Scale.of(seen), Scale.of(nearness), Scale.of(rounds)

    features_and_shares = [
        (_features(*scales, games, batch), games.shares[games.game_of_row[batch]])
        for games, rows in games_and_rows
        for batch in _row_batches(rows)
    ]
    shares = np.concatenate([games.shares for games in games_in_parts])
    at_start = (shares.sum(axis=0) + PRIOR / k) / (len(shares) + PRIOR)
    by_round = np.tile(at_start, (int(rounds.max()) + 1, 1))
    shares_of_rows = np.concatenate([games.shares[games.game_of_row[rows]] for games, rows in games_and_rows])
    for r in range(1, len(by_round)):
        shares_in_round = shares_of_rows[rounds == r]
        by_round[r] = (shares_in_round.sum(axis=0) + PRIOR * at_start) / (len(shares_in_round) + PRIOR)
    n_blocks = sum(len(np.unique(games.block)) for games in games_in_parts)
    coefficients = fit_softmax(features_and_shares, features_and_shares[0][0].shape[2], RIDGE)
    blocks = (games.block[games.game_of_row[batch]] for games, rows in games_and_rows for batch in _row_batches(rows))
    errors = error_root(features_and_shares, blocks, coefficients, RIDGE)
    return Chances(columns, scales, coefficients, at_start, by_round, errors, n_blocks, len(shares))


def _row_batches(rows: Integers) -> Iterator[Integers]:
    for start in range(0, len(rows), ROWS_AT_ONCE):
        yield rows[start : start + ROWS_AT_ONCE]


def _features(scale_columns: Scale, scale_nearness: Scale, scale_round: Scale, games: Games, rows: Integers) -> Floats:
    """Return the features of each seat in some rows, shape (number of rows, k, number of features); `Chances` lists them."""
    columns = scale_columns(games.seen[rows])
    n, k, n_columns = columns.shape
    nearness = scale_nearness(games.overlap[rows].max(axis=1)).clip(-MOST_NEARNESS, MOST_NEARNESS)
    scaled_round = scale_round(games.round_of_row[rows].astype(float))
    ones = np.ones(n)
    # The last seat has no indicator of its own: what all seats have in common changes no chance.
    seat_indicators = np.eye(k)[:, :-1]
    # As if the start player moved on by one seat each round.
    indicators_of_turn_order = seat_indicators[(np.arange(k)[None, :] - games.round_of_row[rows][:, None]) % k]
    indicators_of_seats = np.broadcast_to(seat_indicators, (n, k, k - 1))
    products = np.stack([columns[:, :, i] * columns[:, :, j] for i in range(n_columns) for j in range(i, n_columns)], axis=2)
    # Less 1, squares have a mean of about 0, since the mean square of a standardised number is 1.
    weighted_columns = [
        columns * weight[:, None, None]
        for weight in (ones, nearness, nearness**2 - 1.0, scaled_round, nearness * scaled_round, scaled_round**2 - 1.0)
    ]
    weighted_seats = [
        weight[:, None, None] * indicators
        for weight in (ones, nearness)
        for indicators in (indicators_of_seats, indicators_of_turn_order)
    ]
    return np.concatenate([*weighted_columns, products, *weighted_seats], axis=2)


def chances_by_round(run: Run, players: int, number: int, model: CrossFittedChances | None = None) -> list[list[float]] | None:
    """Return each seat's chance before the first round and after every round of a game; after the last round, its win share.

    ``None`` if the run has too few games, or recorded no rounds, or if the game is not of the first rule set.

    Parameters
    ----------
    number
        Number of the game.
    model
        The models for the line-up of the game; if left out, they are fitted to the games of this line-up.
    """
    game = one_game(run, players, number) if has_positions(run, players) else None
    if game is None:
        return None
    if model is None:
        line_up = int(run.table("games", players).filter(game=number).select("line_up").collect().item())
        line_ups = next((indices for indices in run.compared_line_ups(players).values() if line_up in indices), None)
        model = fit_chances(run, players, line_ups)
    if model is None:
        return None
    chances = model.chances_of(game)
    at_start = model.chances_before(game, chances)[:1]
    chances_after = np.where(game.is_running[:, None], chances, game.shares)
    return [*at_start.tolist(), *chances_after.tolist()]
