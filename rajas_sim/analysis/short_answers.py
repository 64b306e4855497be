"""The short answer of a run: what it answers to its own question, whichever kind that is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.comparing.changes import what_changed
from rajas_sim.analysis.comparing.metrics import START_PLAYER
from rajas_sim.analysis.formatting import counted, listed, points
from rajas_sim.analysis.reading.run import Result
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.rule_changes.arms import ArmComparison, ArmEffects
from rajas_sim.analysis.rule_changes.moves import Move, Moves
from rajas_sim.analysis.rule_changes.sweep import Sweep
from rajas_sim.analysis.run_findings import (
    arm_finding,
    board_findings,
    ladder_finding,
    move_findings,
    rating_finding,
    seats_findings,
    strategies_finding,
    sweep_finding,
)
from rajas_sim.analysis.winning.boards import BoardAdvantage
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.ladder import Ladder, Side
from rajas_sim.analysis.winning.ratings import Ratings
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.analysis.winning.strategies import StrategyStrength

MOST_ARMS_TOLD = 4
"""With more rule sets than these, an answer counts them and tells only of so many that change something."""
FEW_ARMS_TOLD = 2
"""Of many that do not change what is asked, so many are told of."""
MOST_STRONGEST_NAMED = 3
"""Where more strategies than these may be the strongest, that is open."""
_SIDES = {Move.UP: Side.MORE, Move.DOWN: Side.LESS, Move.OPEN: Side.OPEN}


class Subject(StrEnum):
    """What a run asks about."""

    SWEEP = "values of rules"
    RULES = "changed rules"
    LINE_UPS = "line-ups"
    BOARDS = "boards"
    STRATEGIES = "strategies"
    SEATS = "seats"


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """What a run answers to its own question with one number of players.

    Attributes
    ----------
    title
        Of which games, as "4 players".
    word
        The answer in a word or two: a verdict, a name, or that it is open.
    findings
        The same with its intervals.
    is_open
        Whether the games do not tell.
    result
        What it was taken from; ``None`` for a ladder, whose rungs have games of their own.
    """

    players: int
    subject: Subject
    title: str
    word: str
    findings: tuple[Finding, ...]
    is_open: bool
    result: Result | None


def short_answers(found: Sequence[PlayerCount]) -> tuple[ShortAnswer, ...]:
    """Return what a run answers, in the order of the numbers of players.

    What it asks follows from its design. Arms that change a rule are compared with the unchanged rules; arms of another variant,
    or with other modules, are other games, and the seats of each are judged.
    """
    return tuple(answer for count in found for answer in _short_answers_of(count))


def _short_answers_of(count: PlayerCount) -> Iterable[ShortAnswer]:
    run = count.run
    # The points of a sweep are described for one line-up; of several, what the changes do in each is the answer.
    if count.sweep is not None and count.moves is None:
        return [_of_sweep(count, count.sweep)]
    are_changes = len({run.played(arm) for arm in run.arms}) == 1
    if count.arms is not None and are_changes:
        return [_of_moves(count, count.moves) if count.moves is not None else _of_arms(count, count.arms)]
    if count.ladder is not None:
        return [_of_ladder(count, count.ladder)]
    if count.boards is not None:
        return [_of_boards(count, count.boards)]
    if count.ratings is not None and count.strategies is not None:
        return [_of_strategies(count, count.ratings, count.strategies)]
    return [_of_seats(count, seats) for seats in count.seats]


def _of_sweep(count: PlayerCount, found: Sweep) -> ShortAnswer:
    if found.is_none_even:
        return _answer(count, Subject.SWEEP, "none is even", (sweep_finding(found),), False, found)
    is_open = sum(point.may_be_fairest for point in found.points) > 1
    return _answer(count, Subject.SWEEP, found.fairest.label, (sweep_finding(found),), is_open, found)


def _of_arms(count: PlayerCount, found: ArmEffects) -> ShortAnswer:
    changing = [own for own in found.comparisons if what_changed([own.changes[m.name] for m in found.metrics.free])]
    differing = [own for own in found.comparisons if not own.is_same]
    if len(found.comparisons) == 1 or not differing:
        is_open = len(changing) < len(differing)
        findings = tuple(map(arm_finding, found.comparisons[:MOST_ARMS_TOLD]))
        return _answer(count, Subject.RULES, _moved(bool(changing), is_open), findings, is_open, found)
    of_start_player = [own for own in changing if own.changes[START_PLAYER].is_found]
    n_start, n = len(of_start_player), len(differing)
    shown = differing if n <= MOST_ARMS_TOLD else of_start_player or changing[:FEW_ARMS_TOLD]
    total = _of_all_arms(found, differing, n_start, len(changing))
    word = f"{n_start} of {n} {'change' if n_start > 1 else 'changes'} it" if n_start else "no change shown"
    own = _answer(count, Subject.RULES, word, (total, *map(arm_finding, shown[:MOST_ARMS_TOLD])), not n_start, found)
    return replace(own, title=f"{own.title}: the start player's win share")


def _of_all_arms(found: ArmEffects, differing: Sequence[ArmComparison], n_start: int, n_changing: int) -> Finding:
    """Say how many rule sets change no game, how many are shown to change who wins, or anything, and what is not excluded."""
    same = [f"'{own.arm}'" for own in found.comparisons if own.is_same]
    n = len(differing)
    text = f"With {found.players} players "
    if same:
        text += (
            f"{listed(same) if len(same) <= MOST_ARMS_TOLD else len(same)} change{'s' if len(same) == 1 else ''} no game at all; "
        )
    text += f"{n_start or 'none'} of {counted(n, 'other rule set' if same else 'changed rule set')} "
    text += f"{'are' if n_start > 1 else 'is'} shown to change the start player's win share"
    if n_start:
        text += f", {n_changing} to change something"
    else:
        shares = [own.changes[START_PLAYER].difference for own in differing]
        if all(share.has_interval for share in shares):
            most = max(max(abs(share.low), abs(share.high)) for share in shares)
            text += f" (changes of up to {points(most)} are not excluded)"
        text += f", {n_changing} to change something else" if n_changing else ", nor anything else"
    text += f"; for {n - n_changing} nothing is shown" if 0 < n_changing < n else ""
    changes = tuple(own.changes[START_PLAYER].difference for own in differing)
    return Finding(f"{found.players}p.changes", f"{text}.", changes, found.players)


def _of_moves(count: PlayerCount, found: Moves) -> ShortAnswer:
    moved = {rung.move(START_PLAYER) for own in found.arms for rung in own.rungs}
    findings = move_findings(found)[:MOST_ARMS_TOLD]
    return _of_start_player(count, Subject.RULES, {_SIDES[move] for move in moved}, findings)


def _of_ladder(count: PlayerCount, found: Ladder) -> ShortAnswer:
    return _of_start_player(count, Subject.LINE_UPS, {rung.side for rung in found.rungs}, [ladder_finding(found)])


def _of_start_player(count: PlayerCount, subject: Subject, sides: Collection[Side], findings: Sequence[Finding]) -> ShortAnswer:
    shown = [side for side in (Side.LESS, Side.MORE) if side in sides]
    word = f"wins {shown[0]}" if shown else "OPEN"
    if len(shown) == 2:
        word = "it depends"
    elif shown and Side.OPEN in sides:
        word += ", or open"
    own = _answer(count, subject, word, findings, not shown, None)
    return replace(own, title=f"{own.title}: the start player")


def _of_boards(count: PlayerCount, found: BoardAdvantage) -> ShortAnswer:
    is_open = not any(cost.excludes(0.0) for cost in found.costs.values())
    best = max(found.shares, key=lambda board: found.shares[board].value)
    word = "OPEN" if is_open else f"the {count.run.names.in_sentence(best)} board"
    costly = [(board, cost) for board, cost in found.costs.items() if cost.low > 0]
    if len(costly) == 1:
        word = f"{count.run.names.human(costly[0][0])} costs {points(costly[0][1].value)}"
    return _answer(count, Subject.BOARDS, word, board_findings(found), is_open, found)


def _of_strategies(count: PlayerCount, rated: Ratings, found: StrategyStrength) -> ShortAnswer:
    may_be = rated.may_be_strongest
    word = listed(may_be, "or") if len(may_be) <= MOST_STRONGEST_NAMED else "OPEN"
    return _answer(count, Subject.STRATEGIES, word, (rating_finding(rated), strategies_finding(found)), len(may_be) > 1, found)


def _of_seats(count: PlayerCount, found: SeatAdvantage) -> ShortAnswer:
    verdict = found.verdict
    is_open = verdict.ruling is Ruling.UNDECIDED
    own = _answer(count, Subject.SEATS, verdict.word, seats_findings(found), is_open, found)
    return replace(own, title=seat_title(count, found))


def seat_title(count: PlayerCount, seats: SeatAdvantage) -> str:
    """Say of which games a verdict about the seats is, as far as there are others of the same number of players."""
    arms = [count.run.title(seats.group.arm)] if len(count.run.arms) > 1 else []
    line_ups = [seats.group.title] if len(count.of_baseline) > 1 else []
    return ": ".join([f"{count.players} players", *arms, *line_ups])


def _answer(
    count: PlayerCount, subject: Subject, word: str, findings: Sequence[Finding], is_open: bool, result: Result | None
) -> ShortAnswer:
    return ShortAnswer(count.players, subject, f"{count.players} players", word, tuple(findings), is_open, result)


def _moved(is_changing: bool, is_open: bool) -> str:
    return "it changes" if is_changing else "OPEN" if is_open else "no change"
