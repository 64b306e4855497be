"""When games are decided, and how dramatic they are on the way, from the chance to win after every round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.course.chances import MOST_FITTED, CrossFittedChances, fit_chances, n_games_of_half
from rajas_sim.analysis.course.paths import (
    ALIKE,
    DECIDED,
    SCHEMA,
    Paths,
    TurningPoint,
    largest_swings,
    paths_of,
    turning_points_of,
)
from rajas_sim.analysis.course.positions import Games, games_of
from rajas_sim.analysis.course.quality import Quality, add_quality, quality_of
from rajas_sim.analysis.formatting import listed, mean_text, percent, share_text
from rajas_sim.analysis.reading.blocks import BlockRatios
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates, share_estimates

DEPTHS = {"half": 0.5, "fifth": 0.2, "tenth": 0.1}
"""A comeback is this deep if the winner's chance was once below this part of an even share."""
FEWEST_AT_ROUND = 30
"""Rounds that fewer games reached are left out of the results by round."""
DRAWS, GAMES_FOR_DRAWS, SEED = 16, 600, 1
"""Number of models drawn as if fitted to other games, number of games that each judges, and the seed of the draws. They show how
much results depend on the fit."""
LARGEST_SHOWN = 5
"""Number of turning points kept from the whole run."""
MEANS = {
    "rounds": "number of rounds",
    "lead_changes": "changes of the lead",
    "decided.round": "round at whose end the game is decided",
    "decided.part_of_game": "part of the game after which it is decided",
    "lead.round": "round from which the winner leads for good",
    "lead.part_of_game": "part of the game after which the winner leads for good",
    "lowest_of_winner": "lowest chance of the winner",
    "highest_of_loser": "highest chance of a loser",
    "favourite_changes": "changes of the favourite",
    "drama": "drama",
    "surprise": "surprise of a round",
}
"""Titles of the means over games, by name."""
SHARES = {
    "decided.in_last_round": "decided by the last round only",
    "lead.in_last_round": "lead taken for good in the last round",
    "comeback.half": "winner once below half of an even share",
    "comeback.fifth": "winner once below a fifth of an even share",
    "comeback.tenth": "winner once below a tenth of an even share",
    "upset": f"a player above {100 * DECIDED:.0f} % did not win",
    "behind": "rounds after which the winner was behind the favourite",
}
"""Titles of the shares by name."""
#: Names of means that lie between 0 and 1.
PARTS_OF_1 = ("decided.part_of_game", "lead.part_of_game", "lowest_of_winner", "highest_of_loser")


@dataclass(frozen=True, slots=True)
class RoundChances:
    """The chances at the end of one round, over the games that go on after it.

    Attributes
    ----------
    round
        Round, from 1.
    n_games
        Number of games that go on after it.
    leader_wins, favourite_wins
        Win share of the leader by overlap, and of the seat with the highest chance; tied seats share it equally.
    favourite_chance
        Mean of that highest chance. The chances of this round come true if it lies within the interval of `favourite_wins`.
    suspense
        Root mean square of the distance between the chances of all seats before and after the next round: how much the next round
        may change.
    """

    round: int
    n_games: int
    leader_wins: Estimate
    favourite_wins: Estimate
    favourite_chance: float
    suspense: Estimate

    @property
    def comes_true(self) -> bool:
        """Whether the favourite wins as often as its chance says, as far as the games show."""
        return not self.favourite_wins.excludes(self.favourite_chance)


@dataclass(frozen=True)
class GameDrama(Result):
    """The course of the games of one player count, or of one of several line-ups, by the chance to win.

    The chances come from two models (`rajas_sim.analysis.course.chances`), each fitted to one half of the blocks and used for the
    other. Intervals allow for other games and for models fitted to other games. Each interval stands by itself, except those by
    round and those of bins.

    Attributes
    ----------
    label
        The line-up, if the question is asked of several; else empty.
    line_ups
        Indices of the line-ups it is about; ``None`` for all.
    chance_model
        The models that estimate the chance of each seat after a round.
    quality
        How good the chances are.
    means
        Means over games by name: ``rounds``; ``decided.round``, at whose end the winner's chance is above `DECIDED` for good, and
        ``decided.part_of_game``, this round as a part of the whole game; ``lead.round`` and ``lead.part_of_game``, from which the
        winner leads by overlap for good; ``lowest_of_winner`` and ``highest_of_loser``, chances; ``lead_changes`` by overlap and
        ``favourite_changes`` by chance; ``drama`` (Browne 2008); ``surprise``, the mean over rounds (Ely, Frankel and Kamenica
        2015).
    shares
        Shares of games by name: ``decided.in_last_round`` and ``lead.in_last_round``; ``comeback.half``, ``.fifth`` and
        ``.tenth``, in which the winner's chance was once below that part of an even share; ``upset``, in which a player with a
        chance above `DECIDED` did not win. ``behind`` is the share of rounds after which the winner was behind the favourite.
    rounds
        Leaders, favourites and suspense by round; simultaneous over the rounds.
    strategies
        By label of each strategy, and by name. When it won: its ``lowest`` chance, the part of the game after which it was
        ``decided``, the part after which it led for good (``lead``), and ``drama``. When it lost: its ``highest`` chance.
        ``None`` if there are no such games.
    turning_points
        The largest swings of a winner's chance in one round, over all games.
    strangest
        Number of the game that was won most against the chances, and the geometric mean of the winner's chances after its rounds;
        ``None`` if no game went on after a round and was won by one seat alone.
    """

    label: str
    line_ups: tuple[int, ...] | None
    chance_model: CrossFittedChances
    quality: Quality
    means: Mapping[str, Estimate]
    shares: Mapping[str, Estimate]
    rounds: tuple[RoundChances, ...]
    strategies: Mapping[str, Mapping[str, Estimate | None]]
    turning_points: tuple[TurningPoint, ...]
    strangest: tuple[int, float] | None

    @property
    def key(self) -> str:
        """Prefix of the keys of its findings and tables."""
        return f"{self.players}p.{self.label}" if self.label else f"{self.players}p"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """When games are decided, who leads, comebacks, and how good the chances are (first, if they are worth little)."""
        gain = self.quality.gains["brier"]
        about_course = [self._when_decided(), *self._who_leads(), self._comebacks()]
        about_chances = self._quality_finding()
        return (*about_course, about_chances) if gain.low > 0 and not self.quality.is_rough else (about_chances, *about_course)

    def finding(self, key: str, sentence: str, *estimates: Estimate) -> Finding:
        """Make a finding about these games; pass its sentence without a full stop."""
        return Finding.about(self.players, ".".join(filter(None, (self.label, key))), sentence, *estimates, qualifier=self.label)

    def _when_decided(self) -> Finding:
        """Say after what part and which round of a game it is decided, and how often only the last round decides."""
        part_of_game, decided_round, n_rounds = (self.means[name] for name in ("decided.part_of_game", "decided.round", "rounds"))
        decided_last = self.shares["decided.in_last_round"]
        text = (
            f"a game is decided after {share_text(part_of_game)} of its length on average, at the end of round "
            f"{mean_text(decided_round)} of {mean_text(n_rounds)}. From then on the winner's chance stays above "
            f"{percent(DECIDED, 0)}, by the table of rounds. "
            f"The last round alone decides {share_text(decided_last)} of games"
        )
        return self.finding("decided", text, decided_round, n_rounds, part_of_game, decided_last)

    def _who_leads(self) -> Iterator[Finding]:
        """Say how often the leader wins after the first and last round after which half of the games go on; none without one."""
        common_rounds = [round_chances for round_chances in self.rounds if round_chances.n_games >= self.n_games / 2]
        if common_rounds:
            first, last = common_rounds[0], common_rounds[-1]
            text = f"the leader after round {first.round} wins {share_text(first.leader_wins)} of games"
            if last is not first:
                text += f". The leader after round {last.round} wins {share_text(last.leader_wins)} of the games that go on"
            yield self.finding("leader", text, *dict.fromkeys((first.leader_wins, last.leader_wins)))

    def _comebacks(self) -> Finding:
        half, fifth = (self.shares[f"comeback.{depth}"] for depth in ("half", "fifth"))
        half_chance, fifth_chance = (percent(DEPTHS[depth] * self.even_share) for depth in ("half", "fifth"))
        text = (
            f"in {share_text(half)} of games the winner's chance was once below {half_chance}, half of an even share. In "
            f"{share_text(fifth)} it was below {fifth_chance}, a fifth"
        )
        return self.finding("comebacks", text, half, fifth)

    def _quality_finding(self) -> Finding:
        """Say whether the chances are better than those by seat and round alone (Brier score), and whether they come true."""
        gain, base = self.quality.gains["brier"], self.quality.base["brier"]
        judgement, change = "not clearly better", f"lower by {mean_text(gain, 3)}"
        if gain.low > 0:
            judgement = "better"
        elif gain.high < 0:
            judgement, change = "worse", f"higher by {mean_text(gain.subtracted_from(0.0, gain.name), 3)}"
        text = (
            f"the chances are {judgement} than those by seat and round alone: their mean squared error (Brier score) is "
            f"{change} than that of the latter, {mean_text(base, 3)}. Over all rounds together, {self.quality.sentence}"
        )
        if rounds_off := [f"{row.round}" for row in self.rounds if not row.comes_true]:
            text += f". Round by round, favourites after round {listed(rounds_off)} win more or less often than their chances say"
        return self.finding("chances", text, gain, base)


def drama(run: Run, players: int) -> GameDrama | None:
    """Say when the games are decided, over all line-ups to read; ``None`` if the run cannot tell.

    It needs the table ``rounds`` with the overlap of each seat, and a hundred blocks.
    """
    return _drama_of(run, players, "", run.line_ups_to_read)


def dramas(run: Run, players: int) -> tuple[GameDrama, ...]:
    """Return the drama of each compared line-up, by models fitted to equally many games; without any, that of all games."""
    line_ups = run.compared_line_ups(players) if run.line_ups_to_read is None else {}
    most_games = min([MOST_FITTED, *(n_games_of_half(run, players, indices) for indices in line_ups.values())])
    results = [_drama_of(run, players, label, indices, most_games) for label, indices in line_ups.items()]
    return tuple(result for result in results or [drama(run, players)] if result is not None)


def turning_points(run: Run, result: GameDrama) -> Iterator[pl.DataFrame]:
    """Yield the turning points of all games, one slice of blocks after another (`turning_points_of`)."""
    for games in games_of(run, result.players, result.line_ups):
        chances = result.chance_model.chances_of(games)
        yield turning_points_of(games, chances, result.chance_model.chances_before(games, chances))


def _drama_of(
    run: Run, players: int, label: str, line_ups: Sequence[int] | None, most_games: int = MOST_FITTED
) -> GameDrama | None:
    """Judge the games of some line-ups, or of all (None), by models fitted to at most `most_games` games each.

    ``None`` if no model can be fitted, or no game goes on after a round. The label is that of the line-up; empty for all games.
    """
    models = fit_chances(run, players, line_ups, most_games)
    if models is None:
        return None
    sums, n_judged = BlockRatios(), 0
    largest_so_far = pl.DataFrame(schema=SCHEMA)
    strangest_games: list[tuple[float, int]] = []
    first_games: list[Games] = []
    n_missing = GAMES_FOR_DRAWS
    for games in games_of(run, players, line_ups):
        if n_missing > 0:
            first_games.append(games.picked(np.arange(len(games.number)) < n_missing))
            n_missing -= len(first_games[-1].number)
        chances, before = _add_all(sums, games, models)
        n_judged += len(games.number)
        strangest_games += _strangest_game(games, chances)
        largest_so_far = largest_swings(pl.concat([largest_so_far, turning_points_of(games, chances, before)]), LARGEST_SHOWN)
    if "brier.gain" not in sums:  # no game went on after a round
        return None
    _add_variances_of_fit(sums, first_games, models)
    return GameDrama(
        players,
        n_judged,
        int(sums.moments(["rounds"])["n"].item()),
        label=label,
        line_ups=None if line_ups is None else tuple(line_ups),
        chance_model=models,
        quality=quality_of(sums, run.level),
        means={mean.name: _within_0_and_1(mean) for mean in mean_estimates([*MEANS], sums.moments([*MEANS]), level=run.level)},
        shares={name: sums.share(name, run.level) for name in SHARES},
        rounds=_round_chances(sums, run.level),
        strategies=_strategy_estimates(sums, run.level),
        turning_points=tuple(TurningPoint(**row) for row in largest_so_far.iter_rows(named=True)),
        strangest=min(strangest_games)[::-1] if strangest_games else None,
    )


def _add_all(sums: BlockRatios, games: Games, models: CrossFittedChances) -> tuple[Floats, Floats]:
    """Add up everything about some games; return the chances after and before each round."""
    chances = models.chances_of(games)
    before = models.chances_before(games, chances)
    paths = paths_of(games, chances, before)
    add_quality(sums, games, chances, models.base_rate(games))
    _add_games(sums, games, paths)
    _add_rounds(sums, games, chances, paths)
    _add_strategies(sums, games, paths)
    return chances, before


def _add_variances_of_fit(sums: BlockRatios, games_in_parts: Sequence[Games], models: CrossFittedChances) -> None:
    """Add to each mean's variance how much its value for the same games varies over models fitted to other games."""
    rng = np.random.default_rng(SEED)
    means_of_draws: dict[str, list[float]] = {}
    for _ in range(DRAWS):
        sums_of_draw = BlockRatios()
        drawn_models = models.drawn(rng)
        for games in games_in_parts:
            _add_all(sums_of_draw, games, drawn_models)
        for name, mean in zip(sums_of_draw.names, sums_of_draw.moments(sums_of_draw.names)["mean"], strict=True):
            means_of_draws.setdefault(name, []).append(mean)
    for name, means in means_of_draws.items():
        if name in sums and len(means) == DRAWS:
            sums.set_added_variance(name, float(np.var(means, ddof=1)))


def _within_0_and_1(mean: Estimate) -> Estimate:
    """Limit the value and interval of a mean in `PARTS_OF_1` to 0 and 1; return any other as it is."""
    if mean.name not in PARTS_OF_1 or not mean.has_interval:
        return mean
    return mean.clipped(0.0, 1.0)


def _strangest_game(games: Games, chances: Floats) -> list[tuple[float, int]]:
    """Return the game won most against the chances: the winner's geometric mean chance, and the game's number.

    Empty if no game went on after a round and was won by one seat alone.
    """
    has_sole_winner = games.shares.max(axis=1) == 1.0
    is_counted = games.is_running & has_sole_winner[games.game_of_row]
    if not is_counted.any():
        return []
    game_of_row, n_games = games.game_of_row[is_counted], len(games.number)
    log_chances = np.log(chances[is_counted, games.shares[game_of_row].argmax(axis=1)])
    n_rows = np.bincount(game_of_row, minlength=n_games)
    mean_log = np.full(n_games, np.inf)
    mean_log[n_rows > 0] = np.bincount(game_of_row, log_chances, n_games)[n_rows > 0] / n_rows[n_rows > 0]
    strangest = int(mean_log.argmin())
    return [(float(np.exp(mean_log[strangest])), int(games.number[strangest]))]


def _add_games(sums: BlockRatios, games: Games, paths: Paths) -> None:
    """Add up numbers of games; numbers of winners are weighted with their win shares, so that a game counts once."""
    block, rounds, k = games.block, games.rounds.astype(float), games.shares.shape[1]
    values_of_games = {
        "rounds": rounds,
        "lead_changes": paths.lead_changes.astype(float),
        "favourite_changes": paths.favourite_changes.astype(float),
        "upset": paths.is_upset.astype(float),
    }
    length = rounds[:, None]
    values_of_seats = {
        "decided.round": paths.decided_from.astype(float),
        "decided.part_of_game": paths.decided_from / length,
        "decided.in_last_round": (paths.decided_from == length).astype(float),
        "lead.round": paths.lead_from.astype(float),
        "lead.part_of_game": paths.lead_from / length,
        "lead.in_last_round": (paths.lead_from == length).astype(float),
        "lowest_of_winner": paths.lowest_chance,
        "drama": paths.drama,
        "behind": paths.share_behind,
        **{f"comeback.{depth}": (paths.lowest_chance < part / k).astype(float) for depth, part in DEPTHS.items()},
    }
    for name, values in values_of_games.items():
        sums.add(name, block, values)
    for name, values in values_of_seats.items():
        sums.add(name, block, (values * games.shares).sum(axis=1))
    is_loser = games.shares == 0
    sums.add("highest_of_loser", np.repeat(block, k), paths.highest_chance.ravel(), is_loser.ravel().astype(float))
    sums.add("surprise", block[games.game_of_row], paths.surprise)


def _add_rounds(sums: BlockRatios, games: Games, chances: Floats, paths: Paths) -> None:
    """Add up by round, over games that go on after it, how leaders and favourites fare, and the next surprise squared."""
    rows = np.flatnonzero(games.is_running)
    block, win_shares = games.block[games.game_of_row[rows]], games.shares[games.game_of_row[rows]]
    leader_shares = _share_of_best(games.overlap[rows], win_shares)
    favourite_shares = _share_of_best(chances[rows], win_shares)
    squared_surprises = paths.surprise[rows + 1] ** 2  # a game that goes on has a next row
    for r in np.unique(games.round_of_row[rows]).tolist():
        is_in_round = games.round_of_row[rows] == r
        sums.add(f"leader.round_{r}", block[is_in_round], leader_shares[is_in_round])
        sums.add(f"favourite.round_{r}", block[is_in_round], favourite_shares[is_in_round])
        sums.add(f"favourite_chance.round_{r}", block[is_in_round], chances[rows[is_in_round]].max(axis=1))
        sums.add(f"suspense.round_{r}", block[is_in_round], squared_surprises[is_in_round])


def _share_of_best(values: Floats, win_shares: Floats) -> Floats:
    """Return in each row the win share of the seat with the highest value; the mean if several seats share it."""
    is_best = values >= values.max(axis=1, keepdims=True) - ALIKE
    share: Floats = (is_best * win_shares).sum(axis=1) / is_best.sum(axis=1)
    return share


def _round_chances(sums: BlockRatios, level: float) -> tuple[RoundChances, ...]:
    """Estimate the chances of each round from 1 on, until fewer than `FEWEST_AT_ROUND` games go on after one."""
    round_numbers: list[int] = []
    while sums.weight(f"leader.round_{len(round_numbers) + 1}") >= FEWEST_AT_ROUND:
        round_numbers.append(len(round_numbers) + 1)
    if not round_numbers:
        return ()

    def win_shares(player: str) -> tuple[Estimate, ...]:
        moments = sums.moments([f"{player}.round_{r}" for r in round_numbers])
        return share_estimates([f"{player}_wins.round_{r}" for r in round_numbers], moments, level=level)

    moments = sums.moments([f"suspense.round_{r}" for r in round_numbers])
    squares = mean_estimates([f"suspense.round_{r}" for r in round_numbers], moments, level=level, simultaneous=True)
    # The root of an interval is an interval of the root.
    suspense = (
        replace(square, **{field: max(getattr(square, field), 0.0) ** 0.5 for field in ("value", "low", "high")})
        for square in squares
    )
    favourite_chances = sums.moments([f"favourite_chance.round_{r}" for r in round_numbers])["mean"].to_list()
    leader_wins, favourite_wins = win_shares("leader"), win_shares("favourite")
    columns = zip(round_numbers, leader_wins, favourite_wins, favourite_chances, suspense, strict=True)
    return tuple(RoundChances(r, int(sums.weight(f"leader.round_{r}")), *estimates) for r, *estimates in columns)


_NAMES_OF_WINNERS = ("lowest", "decided", "lead", "drama")


def _add_strategies(sums: BlockRatios, games: Games, paths: Paths) -> None:
    """Add up by label the numbers of winners, weighted with their win shares, and the highest chances of losers.

    The names that begin with ``label.`` only list the labels, also those without a winner or a loser.
    """
    length = games.rounds[:, None]
    values_by_name = {
        "lowest": paths.lowest_chance,
        "decided": paths.decided_from / length,
        "lead": paths.lead_from / length,
        "drama": paths.drama,
        "highest": paths.highest_chance,
    }
    block = np.repeat(games.block, games.shares.shape[1])
    for label in np.unique(games.labels).tolist():
        is_label = games.labels == label
        for name, seat_values in values_by_name.items():
            weight = games.shares if name in _NAMES_OF_WINNERS else (games.shares == 0).astype(float)
            sums.add(f"{name}.of.{label}", block, seat_values.ravel(), (weight * is_label).ravel())
        sums.add(f"label.{label}", games.block, np.zeros(len(games.block)))


def _strategy_estimates(sums: BlockRatios, level: float) -> dict[str, dict[str, Estimate | None]]:
    """Return estimates by label of the strategy and name; None for numbers of winners if it never won, or of losers."""
    return {
        label: {
            name: sums.mean(key, level) if (key := f"{name}.of.{label}") in sums else None
            for name in (*_NAMES_OF_WINNERS, "highest")
        }
        for label in sorted(sums.suffixes_of("label."))
    }
