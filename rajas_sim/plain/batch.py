"""Playing batches of games in plain Python, and their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.record_types import GAME_ROW
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.playing.batch import Batches
from rajas_sim.core.playing.tables import Columns
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.plain.course import Course
from rajas_sim.plain.game_file import GameFile
from rajas_sim.plain.plain_rules import PlainRules
from rajas_sim.plain.position import PlainState

#: Columns of the games table, beside the index.
GAME_COLUMNS = ("seed", "rounds", "turns", "decisions", "end_reason", "winners", "lead_changes", "margin")


class FinishedGame(NamedTuple):
    """A game that is over.

    Attributes
    ----------
    scores_of_rounds
        The scores of all seats at the end of each round; empty tuples if the file of the game does not give them.
    uses
        How often each seat used each thing, by seat and thing; counted only for the table of things.
    """

    course: Course
    scores_of_rounds: Sequence[Sequence[float]]
    uses: Mapping[tuple[int, str], int]


class Played(NamedTuple):
    """The games of a batch with the seed of each, from which its tables are made."""

    games: Sequence[FinishedGame]
    seeds: NDArray[np.uint64]
    rules: PlainRules


class PlainBatches(Batches):
    """Plays batches of games in plain Python.

    Parameters
    ----------
    state_class, rules_class
        The classes of the positions and rules of the game.
    file
        The file of the game. There is a table of rounds if the positions have scores before the end, and one of things if the
        file names any.
    """

    is_compiled = False
    state_class: type[PlainState]

    def __init__(self, state_class: type[PlainState], rules_class: type[PlainRules], file: GameFile) -> None:
        is_missing = {"rounds": file.function("scores") is None, "things": not file.things}
        tables = {name: maker for name, maker in TABLES.items() if not is_missing.get(name)}
        no_kernels: Any = None
        super().__init__(
            state_class, rules_class, no_kernels, no_kernels, no_kernels, no_kernels, tables, tables_on_request=("things",)
        )

    def compile_elsewhere(self) -> None:
        """Return None: there is nothing to compile."""

    def wait_for_compiler(self) -> None:
        """Do nothing: there is nothing to compile."""

    def prepare(self, rules: Rules, strategies: Iterable[Strategy]) -> None:
        """Do nothing: there is nothing to compile."""

    def play(
        self,
        rules: Rules,
        line_up: Sequence[Strategy],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, Columns]:
        """Play one game per row of `seatings`; parameters, columns and errors are those of the base class."""
        if rules.values.players:
            return self._play_by_seating(rules, line_up, seatings, seeds, tables)
        assert isinstance(rules, PlainRules)
        played: list[FinishedGame] = []
        for g, (seating, seed) in enumerate(zip(seatings, seeds, strict=True)):
            try:
                played.append(self._play_game(rules, line_up, seating, int(seed), with_things="things" in tables))
            except Exception as error:
                if hasattr(error, "game"):
                    error.game = g
                raise
        rows = Played(played, seeds, rules)
        return {table: maker(rows, seatings) for table, maker in self.tables.items() if table in tables}

    def _play_game(
        self, rules: PlainRules, line_up: Sequence[Strategy], seating: NDArray[np.int8], seed: int, *, with_things: bool
    ) -> FinishedGame:
        """Play a game; `with_things` counts what each seat uses."""
        course, strategy_by_seat = Course(rules, seed), seating.tolist()
        strategy_seeds = [strategy.seed_in(seed, i) for i, strategy in enumerate(line_up)]
        scores_of_rounds: list[Sequence[float]] = []
        uses: Counter[tuple[int, str]] = Counter()
        # Scores are kept if the game has a table of rounds, asked for or not: the table of games counts changes of the lead.
        with_rounds = "rounds" in self.tables
        while course.result is None:
            options = course.options()
            code = next(iter(options))
            if len(options) > 1:
                i = strategy_by_seat[course.seat]
                code = ask(line_up[i], self.state_class(course, options), strategy_seeds[i], seed)  # luck is hidden from it
            round_number = course.round_number
            if with_things:
                uses.update((course.seat, thing) for thing in course.things_of(options[code]))
            course.play(options[code])
            if with_rounds and course.result is None and course.round_number != round_number:
                scores_of_rounds.append(course.scores or ())
        if with_rounds:
            scores_of_rounds.append(course.scores or ())
        return FinishedGame(course, scores_of_rounds, uses)


def _games_table(played: Played, seatings: NDArray[np.int8]) -> Columns:
    """Return the games table."""
    games, seeds, rules = played
    rows = np.zeros(len(games), GAME_ROW)
    for row, (course, scores_of_rounds, _) in zip(rows, games, strict=True):
        assert course.result is not None
        scores = sorted(course.result.scores, reverse=True)
        row["rounds"], row["turns"], row["decisions"] = course.round_number, course.turns, course.n_decisions
        row["end_reason"] = rules.file.end_reasons.index(course.result.reason)
        row["winners"] = course.ranks.count(1)
        row["lead_changes"] = _n_lead_changes(scores_of_rounds)
        row["margin"] = scores[0] - scores[1]
    rows["seed"] = seeds
    names = [name for name in GAME_COLUMNS if name != "lead_changes" or any(game.scores_of_rounds for game in games)]
    return {"index": np.arange(len(rows), dtype=np.uint32), **{name: rows[name].copy() for name in names}}


def _n_lead_changes(scores_of_rounds: Sequence[Sequence[float]]) -> int:
    """Return how often another seat took the lead; a tie for the lead changes nothing."""
    leaders = [scores.index(max(scores)) for scores in map(list, scores_of_rounds) if scores.count(max(scores)) == 1]
    return sum(leader != before for before, leader in pairwise(leaders))


def _seats_table(played: Played, seatings: NDArray[np.int8]) -> Columns:
    """Return the seats table."""
    n_games, players = seatings.shape
    ranks = np.array([game.course.ranks for game in played.games], np.uint8).reshape(n_games, players)
    scores = np.array([game.course.scores for game in played.games], np.float32).reshape(n_games, players)
    n_winners = (ranks == 1).sum(axis=1, keepdims=True)
    return {
        "index": np.repeat(np.arange(n_games, dtype=np.uint32), players),
        "position": np.tile(np.arange(1, players + 1, dtype=np.uint8), n_games),
        "strategy": seatings.reshape(-1).astype(np.uint8),
        "win_share": np.where(ranks == 1, 1.0 / n_winners, 0.0).reshape(-1),
        "rank": ranks.reshape(-1),
        "overlap": scores.reshape(-1),
    }


def _rounds_table(played: Played, seatings: NDArray[np.int8]) -> Columns:
    """Return the table of rounds: a row for each seat at the end of each round."""
    rows = [
        (g, round_number, position, score)
        for g, game in enumerate(played.games)
        for round_number, scores in enumerate(game.scores_of_rounds, 1)
        for position, score in enumerate(scores, 1)
    ]
    return _columns(rows, index=np.uint32, round=np.uint16, position=np.uint8, overlap=np.float32)


def _things_table(played: Played, seatings: NDArray[np.int8]) -> Columns:
    """Return the table of things: a row for each seat and thing that the seat used."""
    rows = [
        (g, seat + 1, played.rules.things[thing], times)
        for g, game in enumerate(played.games)
        for (seat, thing), times in game.uses.items()
    ]
    return _columns(rows, index=np.uint32, position=np.uint8, thing=np.uint16, times=np.uint16)


def _columns(rows: Sequence[Sequence[Any]], **types: type) -> Columns:
    """Return rows as columns with these names and types."""
    return {name: np.array([row[i] for row in rows], type_) for i, (name, type_) in enumerate(types.items())}


#: The tables of a run, made from the games of a batch.
TABLES = {"games": _games_table, "seats": _seats_table, "rounds": _rounds_table, "things": _things_table}
