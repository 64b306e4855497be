"""All results of a run, and the few numbers a script wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rajas_sim.analysis.course.endings import EndReasons, end_reasons
from rajas_sim.analysis.course.pacing import Pacing, pacing
from rajas_sim.analysis.course.race import Race, race
from rajas_sim.analysis.course.turns import Turns, turns
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.rule_changes.arms import ArmEffects, arm_effects
from rajas_sim.analysis.rule_changes.metrics import START_PLAYER
from rajas_sim.analysis.rule_changes.sweep import Sweep, sweep
from rajas_sim.analysis.scoring.boxes import BoxUsage, box_usage
from rajas_sim.analysis.scoring.income import Income, income
from rajas_sim.analysis.scoring.scores import Scores, scores
from rajas_sim.analysis.scoring.spaces import SpaceUsage, space_usage
from rajas_sim.analysis.scoring.workers import ExtraWorker, extra_workers
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.boards import BoardAdvantage, board_advantage
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_advantage, seat_groups
from rajas_sim.analysis.winning.strategies import StrategyStrength, strategy_strength


@dataclass(frozen=True)
class PlayerCount:
    """All results of one player count, each computed when it is first asked for, and only then.

    Seats are judged for every rule set, arms and sweeps are about all of them; everything else describes the first rule set
    (the baseline). Results are ``None`` or empty whose tables or columns the run did not write, or about which it says
    nothing: no arms, no sweep, the same board for everybody. Which there are follows from the run alone, not from its game.
    """

    run: Run
    players: int

    @cached_property
    def seats(self) -> tuple[SeatAdvantage, ...]:
        """The verdicts about the seats, under every rule set."""
        return tuple(seat_advantage(self.run, group) for group in seat_groups(self.run, self.players))

    @property
    def of_baseline(self) -> tuple[SeatAdvantage, ...]:
        """The verdicts about the seats under the first rule set."""
        return tuple(a for a in self.seats if a.group.arm == self.seats[0].group.arm)

    @cached_property
    def arms(self) -> ArmEffects | None:
        """What changed rules do."""
        return arm_effects(self.run, self.players)

    @cached_property
    def sweep(self) -> Sweep | None:
        """The points of a sweep."""
        return sweep(self.run, self.players)

    @cached_property
    def boards(self) -> BoardAdvantage | None:
        """Which board wins."""
        return board_advantage(self.run, self.players)

    @cached_property
    def strategies(self) -> StrategyStrength | None:
        """How strategies did against each other."""
        return strategy_strength(self.run, self.players)

    @cached_property
    def pacing(self) -> Pacing:
        """How long games last, and how close they are."""
        return pacing(self.run, self.players)

    @cached_property
    def race(self) -> Race | None:
        """Where players stand in each round."""
        return race(self.run, self.players)

    @cached_property
    def scores(self) -> Scores | None:
        """What a good score is."""
        return scores(self.run, self.players)

    @cached_property
    def turns(self) -> Turns | None:
        """What a turn brings."""
        return turns(self.run, self.players)

    @cached_property
    def workers(self) -> tuple[ExtraWorker, ...]:
        """When extra workers arrive."""
        return extra_workers(self.run, self.players)

    @cached_property
    def usage(self) -> SpaceUsage | None:
        """Where workers are placed."""
        return space_usage(self.run, self.players)

    @cached_property
    def boxes(self) -> BoxUsage | None:
        """Which boxes of a sheet get filled."""
        return box_usage(self.run, self.players)

    @cached_property
    def income(self) -> Income | None:
        """Where fame, money and dice come from."""
        return income(self.run, self.players)

    @cached_property
    def end_reasons(self) -> EndReasons:
        """Why games end."""
        return end_reasons(self.run, self.players)


def findings(run: Run) -> tuple[PlayerCount, ...]:
    """Return all results of a run, one entry a player count."""
    return tuple(PlayerCount(run, players) for players in run.players)


def headlines(found: Sequence[PlayerCount]) -> tuple[Estimate, ...]:
    """Pick the headline estimates: shares by seat, strategy and board, what arms change, mean rounds and end reasons.

    Names start with the player count. Seats are judged for each rule set and each group of line-ups, so their names go
    on with the arm and with the label of the strategy that plays every seat, or ``mixed``:
    ``4p.baseline.balanced.win_share.position_1``, ``2p.win_share.balanced``. Of each arm the paired differences from the
    baseline follow: ``4p.four_each.change.win_share.position_1``, ``4p.four_each.change.rounds``; and where players sit at
    different boards, the win share of a seat with each: ``2p.board.<board>.win_share``.
    """
    picked: list[Estimate] = []
    for count in found:
        start = f"{count.players}p"
        for seats in count.seats:
            line_ups = count.run.line_ups(count.players)
            who = line_ups[seats.group.line_ups[0]][0] if seats.group.is_mirror else "mixed"
            picked += [replace(s, name=f"{start}.{seats.group.arm}.{who}.{s.name}") for s in seats.shares]
        for compared in count.arms.comparisons if count.arms else ():
            changes = [compared.changes[name].difference for name in (START_PLAYER, "rounds")]
            picked += [replace(e, name=f"{start}.{compared.arm}.{e.name}") for e in changes]
        for board, share in count.boards.shares.items() if count.boards else ():
            picked.append(replace(share, name=f"{start}.board.{board}.win_share"))
        others = [*count.strategies.shares.values()] if count.strategies else []
        others += [count.pacing.means["rounds"], *count.end_reasons.shares.values()]
        picked += [replace(e, name=f"{start}.{e.name}") for e in others]
    return tuple(picked)
