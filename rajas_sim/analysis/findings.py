"""Everything a report shows, and the few numbers a script wants."""

from __future__ import annotations

from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """All results of one player count.

    Seats are judged for every rule set, arms and sweeps are about all of them; everything else describes the first rule set
    (the baseline). Results are ``None`` or empty whose tables or columns the run did not write, or about which it says
    nothing: no arms, no sweep, the same board for everybody. Which there are follows from the run alone, not from its game.
    """

    players: int
    n_games: int
    n_blocks: int
    seats: tuple[SeatAdvantage, ...]
    arms: ArmEffects | None
    sweep: Sweep | None
    boards: BoardAdvantage | None
    strategies: StrategyStrength | None
    pacing: Pacing
    race: Race | None
    scores: Scores | None
    turns: Turns | None
    workers: tuple[ExtraWorker, ...]
    usage: SpaceUsage | None
    boxes: BoxUsage | None
    income: Income | None
    end_reasons: EndReasons

    @property
    def of_baseline(self) -> tuple[SeatAdvantage, ...]:
        """The verdicts about the seats under the first rule set."""
        return tuple(a for a in self.seats if a.group.arm == self.seats[0].group.arm)


def findings(run: Run) -> tuple[PlayerCount, ...]:
    """Compute all results of a run, one entry a player count."""
    return tuple(_player_count(run, players) for players in run.players)


def headlines(run: Run) -> tuple[Estimate, ...]:
    """Compute the headline estimates: shares by seat, strategy and board, what arms change, mean rounds and end reasons.

    Names start with the player count. Seats are judged for each rule set and each group of line-ups, so their names go
    on with the arm and with the label of the strategy that plays every seat, or ``mixed``:
    ``4p.baseline.balanced.win_share.position_1``, ``2p.win_share.balanced``. Of each arm the paired differences from the
    baseline follow: ``4p.four_each.change.win_share.position_1``, ``4p.four_each.change.rounds``; and where players sit at
    different boards, the win share of a seat with each: ``2p.board.navaratnas.win_share``.
    """
    found: list[Estimate] = []
    for players in run.players:
        for group in seat_groups(run, players):
            who = run.line_ups(players)[group.line_ups[0]][0] if group.is_mirror else "mixed"
            found += [replace(s, name=f"{players}p.{group.arm}.{who}.{s.name}") for s in seat_advantage(run, group).shares]
        effects = arm_effects(run, players)
        for compared in effects.comparisons if effects else ():
            changes = [compared.changes[name].difference for name in (START_PLAYER, "rounds")]
            found += [replace(e, name=f"{players}p.{compared.arm}.{e.name}") for e in changes]
        boards = board_advantage(run, players)
        for board, share in boards.shares.items() if boards else ():
            found.append(replace(share, name=f"{players}p.board.{board}.win_share"))
        strength = strategy_strength(run, players)
        others = [*strength.shares.values()] if strength else []
        others.append(pacing(run, players).means["rounds"])
        others += end_reasons(run, players).shares.values()
        found += [replace(e, name=f"{players}p.{e.name}") for e in others]
    return tuple(found)


def _player_count(run: Run, players: int) -> PlayerCount:
    n_blocks = run.blocks(players)
    return PlayerCount(
        players=players,
        n_games=n_blocks * run.games_per_block(players),
        n_blocks=n_blocks,
        seats=tuple(seat_advantage(run, group) for group in seat_groups(run, players)),
        arms=arm_effects(run, players),
        sweep=sweep(run, players),
        boards=board_advantage(run, players),
        strategies=strategy_strength(run, players),
        pacing=pacing(run, players),
        race=race(run, players),
        scores=scores(run, players),
        turns=turns(run, players),
        workers=extra_workers(run, players),
        usage=space_usage(run, players),
        boxes=box_usage(run, players),
        income=income(run, players),
        end_reasons=end_reasons(run, players),
    )
