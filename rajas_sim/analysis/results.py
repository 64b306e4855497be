"""All results of a run, and the few numbers a script wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from itertools import combinations
from typing import TypeVar

from rajas_sim.analysis.comparing.arms import arm_effects
from rajas_sim.analysis.comparing.asked_number import AskedNumber, asked_number
from rajas_sim.analysis.comparing.line_up_changes import LineUpChanges, line_up_changes
from rajas_sim.analysis.comparing.sweep import sweep
from rajas_sim.analysis.course.drama import GameDrama, dramas
from rajas_sim.analysis.course.notable import NotableGame, notable_games
from rajas_sim.analysis.course.pacing import end_reasons, pacing, race
from rajas_sim.analysis.course.turns import turns
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.scoring.income import income
from rajas_sim.analysis.scoring.routes import routes
from rajas_sim.analysis.scoring.scores import scores
from rajas_sim.analysis.scoring.sheet_boxes import sheet_box_usage
from rajas_sim.analysis.scoring.spaces import extra_workers, space_usage
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.boards import board_advantage
from rajas_sim.analysis.winning.head_to_head import head_to_head
from rajas_sim.analysis.winning.ladder import Ladder, ladder
from rajas_sim.analysis.winning.ratings import ratings
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_advantage, seat_groups
from rajas_sim.analysis.winning.strategies import strategy_strength

T = TypeVar("T")


def _computed_once(compute: Callable[[Run, int], T], summary: str) -> cached_property[T]:
    """Make a cached result of `PlayerCountResults` from the function that computes it and a sentence that describes it."""
    cached_result = cached_property[T](lambda results: compute(results.described_run, results.players))
    cached_result.__doc__ = f"{summary} See `{compute.__module__}`."
    return cached_result


def only_where_players_differ(compute: Callable[[Run, int], T | None]) -> Callable[[Run, int], T | None]:
    """Make a comparison of strategies return ``None`` if one strategy plays all seats; its boards may differ."""

    @wraps(compute)
    def compute_if_players_differ(run: Run, players: int) -> T | None:
        strategies = {run.player(label) for line_up in run.line_ups(players) for label in line_up}
        return compute(run, players) if len(strategies) > 1 else None

    return compute_if_players_differ


@dataclass(frozen=True)
class PlayerCountResults:
    """All results of one player count; each is computed when it is first asked for.

    Seats are judged for every rule set. Arms and sweeps cover all rule sets. Everything else describes the first rule set (the
    baseline). If the question is asked of several line-ups, such as strategies that each play against themselves, seats are
    judged for each line-up, and the ladder and the changes by line-up cover all of them. Everything else describes the games of
    the last line-up.

    A result is ``None`` or empty if the run did not write its tables or columns, or has nothing to compare: no arms, no sweep,
    the same board for everybody. The code asks what the run holds, never which game it is.
    """

    run: Run
    players: int

    def of_line_up(self, label: str) -> PlayerCountResults:
        """Return the results for the games of one of several line-ups; its dramas are not computed again."""
        line_ups = self.run.compared_line_ups(self.players)[label]
        results = PlayerCountResults(self.run.of_line_ups(line_ups), self.players)
        vars(results)["dramas"] = tuple(replace(drama, label="") for drama in self.dramas if drama.label == label)
        return results

    @cached_property
    def seats(self) -> tuple[SeatAdvantage, ...]:
        """The verdicts on the seats, under every rule set."""
        return tuple(seat_advantage(self.run, group) for group in seat_groups(self.run, self.players))

    @property
    def baseline_verdicts(self) -> tuple[SeatAdvantage, ...]:
        """The verdicts on the seats under the first rule set."""
        return tuple(seats for seats in self.seats if seats.group.arm == self.seats[0].group.arm)

    @cached_property
    def ladder(self) -> Ladder | None:
        """The start player's share in each of several line-ups."""
        return ladder(self.run, self.baseline_verdicts) if self.run.compared_line_ups(self.players) else None

    @cached_property
    def line_up_changes(self) -> LineUpChanges | None:
        """What changed rules do to the start player in each of several line-ups."""
        return line_up_changes(self.run, self.players)

    @cached_property
    def asked(self) -> AskedNumber | None:
        """The number that the question is about, if it is not about who wins."""
        return asked_number(self.run, self.players, self.arms)

    @cached_property
    def described_run(self) -> Run:
        """The run restricted to the games that other results describe: all, or those of the last of several line-ups."""
        return self.run.of_described_games(self.players)

    @property
    def described_label(self) -> str:
        """The label of the line-up that other results describe; empty if they describe all games."""
        line_ups = self.run.compared_line_ups(self.players)
        return next((label for label, indices in line_ups.items() if tuple(indices) == self.described_run.line_ups_to_read), "")

    @cached_property
    def dramas(self) -> tuple[GameDrama, ...]:
        """When the games of each of several line-ups are decided, or of all games; empty if the run cannot say."""
        return dramas(self.run, self.players)

    @property
    def drama(self) -> GameDrama | None:
        """The last of `dramas`, which is about the games that other results describe."""
        return self.dramas[-1] if self.dramas else None

    @cached_property
    def notable(self) -> tuple[NotableGame, ...]:
        """Games worth looking at."""
        return notable_games(self.described_run, self.players, self.pacing)

    arms = _computed_once(arm_effects, "What changed rules do.")
    sweep = _computed_once(sweep, "The points of a sweep.")
    boards = _computed_once(board_advantage, "Which board wins.")
    strategies = _computed_once(only_where_players_differ(strategy_strength), "How often strategies win.")
    ratings = _computed_once(only_where_players_differ(ratings), "How strong strategies are, by one number each.")
    head_to_head = _computed_once(only_where_players_differ(head_to_head), "Who beats whom.")
    pacing = _computed_once(pacing, "How long games last, and how close they are.")
    race = _computed_once(race, "Where players stand in each round.")
    scores = _computed_once(scores, "What a good score is.")
    routes = _computed_once(routes, "How much of a win is fame, and which way winners lean.")
    turns = _computed_once(turns, "What a turn brings.")
    workers = _computed_once(extra_workers, "When extra workers arrive.")
    space_usage = _computed_once(space_usage, "Where workers are placed.")
    sheet_boxes = _computed_once(sheet_box_usage, "Which boxes of a sheet get filled.")
    income = _computed_once(income, "Where fame, money and dice come from.")
    end_reasons = _computed_once(end_reasons, "Why games end.")


def results_of(run: Run) -> tuple[PlayerCountResults, ...]:
    """Return all results of a run, one entry for each player count."""
    return tuple(PlayerCountResults(run, players) for players in run.players)


def rulings(results: Sequence[PlayerCountResults]) -> dict[int, list[str]]:
    """Return the rulings about the seats under the first rule set, by number of players: one ruling for each group of games."""
    return {result.players: [str(seats.verdict.ruling) for seats in result.baseline_verdicts] for result in results}


def headlines(results: Sequence[PlayerCountResults]) -> tuple[Estimate, ...]:
    """Pick the headline estimates: shares by seat, strategy and board, what arms change, mean rounds and end reasons.

    Names start with the player count. Seats are judged for each rule set and each group of line-ups, so the names of their shares
    go on with the arm and with the label of the strategy that plays every seat, or ``mixed``:
    ``4p.baseline.balanced.win_share.position_1``, ``2p.win_share.balanced``. For each arm, the paired differences from the
    baseline follow for every seat: ``4p.four_each.change.win_share.position_4``, ``4p.four_each.change.rounds``. If players sit
    at different boards, the win share of a seat with each board follows: ``2p.board.<board>.win_share``.

    If strategies differ, their ratings and those of the seats follow, and for every two strategies how often the first finished
    ahead: ``2p.rating.balanced``, ``2p.seat_rating.position_1``, ``2p.ahead.balanced.random``. If the question is asked of
    several line-ups, the start player's share in each has a second interval, which holds for all line-ups together:
    ``4p.ladder.balanced.win_share.position_1``. The differences that an arm makes in each line-up are given in the same way:
    ``4p.four_each.balanced.change.win_share.position_1``.
    """
    estimates: list[Estimate] = []
    for result in results:
        prefix = f"{result.players}p"
        for seats in result.seats:
            games_prefix = f"{prefix}.{seats.group.arm}.{seats.group.label}"
            estimates += [replace(share, name=f"{games_prefix}.{share.name}") for share in seats.shares]
        for rung in result.ladder.rungs if result.ladder else ():
            estimates.append(replace(rung.share, name=f"{prefix}.ladder.{rung.label}.{rung.share.name}"))
        for comparison in result.arms.comparisons if result.arms else ():
            changes = [change.difference for change in (*comparison.seats, comparison.changes["rounds"])]
            estimates += [replace(change, name=f"{prefix}.{comparison.arm}.{change.name}") for change in changes]
        for arm in result.line_up_changes.arms if result.line_up_changes else ():
            labels_and_changes = [(label, change) for label, changes in arm.by_line_up.items() for change in changes.values()]
            estimates += [
                replace(change, name=f"{prefix}.{arm.arm}.{label}.{change.name}") for label, change in labels_and_changes
            ]
        for board, share in result.boards.shares.items() if result.boards else ():
            estimates.append(replace(share, name=f"{prefix}.board.{board}.win_share"))
        others = [*result.strategies.shares.values()] if result.strategies else []
        others += [*result.ratings.strategies.values(), *result.ratings.seats] if result.ratings else []
        if result.head_to_head:
            others += [result.head_to_head.ahead[pair] for pair in combinations(result.head_to_head.labels, 2)]
        others += [result.pacing.means["rounds"], *result.end_reasons.shares.values()]
        estimates += [replace(estimate, name=f"{prefix}.{estimate.name}") for estimate in others]
    return tuple(estimates)
