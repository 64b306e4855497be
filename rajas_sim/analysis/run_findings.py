"""What may be said of a run, each finding with its key and the estimates behind it."""

from __future__ import annotations

from collections.abc import Mapping

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.rule_changes.arms import ArmComparison
from rajas_sim.analysis.rule_changes.moves import Moves
from rajas_sim.analysis.rule_changes.sweep import Sweep
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.boards import BoardAdvantage
from rajas_sim.analysis.winning.ladder import Ladder
from rajas_sim.analysis.winning.meetings import Meetings
from rajas_sim.analysis.winning.ratings import Ratings
from rajas_sim.analysis.winning.remarks import enough_text
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.analysis.winning.strategies import StrategyStrength


def seats_findings(seats: SeatAdvantage) -> tuple[Finding, ...]:
    """Return the verdict about the seats and, where it is undecided, how many blocks would narrow its intervals."""
    key = f"{seats.players}p.{seats.group.arm}.{seats.group.label}"
    verdict = Finding(f"{key}.verdict", f"{seats.verdict.sentence}.", seats.shares, seats.players)
    enough = enough_text(seats)
    return (verdict, Finding(f"{key}.enough_blocks", f"{enough}.", seats.shares, seats.players)) if enough else (verdict,)


def ladder_finding(ladder: Ladder) -> Finding:
    """Return what holds of the start player over several line-ups."""
    return Finding(f"{ladder.players}p.ladder", f"{ladder.sentence}.", tuple(r.share for r in ladder.rungs), ladder.players)


def move_findings(moves: Moves) -> tuple[Finding, ...]:
    """Return what each changed rule set does over several line-ups."""
    return tuple(
        Finding(
            f"{moves.players}p.{moved.arm}.moves",
            f"{moved.sentence}.",
            tuple(rung.by[START_PLAYER] for rung in moved.rungs),
            moves.players,
        )
        for moved in moves.arms
    )


def arm_finding(comparison: ArmComparison) -> Finding:
    """Return what a changed rule set changes."""
    k, change = comparison.players, comparison.changes[START_PLAYER].difference
    return Finding(f"{k}p.{comparison.arm}.changes", f"{comparison.finding}.", (change,), k)


def sweep_finding(sweep: Sweep) -> Finding:
    """Return which point of a sweep is the fairest, and what becomes of the start player."""
    return Finding(f"{sweep.players}p.sweep", f"{sweep.finding}.", sweep.fairest.shares, sweep.players)


def board_findings(boards: BoardAdvantage) -> tuple[Finding, ...]:
    """Return what each board costs its player, and how often each wins."""
    estimates = {f"cost.{board}": cost for board, cost in boards.costs.items()}
    estimates |= {f"win_share.{board}": share for board, share in boards.shares.items()}
    return _keyed(f"{boards.players}p.board", boards.findings, estimates, boards.players)


def rating_finding(ratings: Ratings) -> Finding:
    """Return which strategy is the strongest."""
    return Finding(f"{ratings.players}p.strongest", f"{ratings.finding}.", (*ratings.strategies.values(),), ratings.players)


def strategies_finding(strategies: StrategyStrength) -> Finding:
    """Return how often each strategy wins."""
    k = strategies.players
    return Finding(f"{k}p.strategies", f"{strategies.finding}.", (*strategies.shares.values(),), k)


def meeting_findings(meetings: Meetings) -> tuple[Finding, ...]:
    """Return what is certain of circles, dominated strategies and best answers."""
    return _keyed(f"{meetings.players}p.meetings", meetings.findings, {}, meetings.players)


def _keyed(start: str, sentences: Mapping[str, str], estimates: Mapping[str, Estimate], players: int) -> tuple[Finding, ...]:
    return tuple(
        Finding(f"{start}.{key}", f"{sentence}.", (estimates[key],) if key in estimates else (), players)
        for key, sentence in sentences.items()
    )
