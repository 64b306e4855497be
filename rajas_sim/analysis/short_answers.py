"""The short answer of a run to its question, whatever it is about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rajas_sim.analysis.answer import Finding, Tone
from rajas_sim.analysis.comparing.arms import ArmComparison, ArmEffects
from rajas_sim.analysis.comparing.asked_number import WIN_SPLIT_VERBS, AskedNumber
from rajas_sim.analysis.comparing.changes import surest_change_text
from rajas_sim.analysis.comparing.line_up_changes import LineUpChanges
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, changed_seat
from rajas_sim.analysis.comparing.sweep import UNCHANGED, Sweep
from rajas_sim.analysis.formatting import (
    counted,
    difference_text,
    first_few,
    listed,
    percent,
    points,
    share_text,
    the_player,
    tolerance_points,
)
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.analysis.statistics.estimate import Estimate, largest_possible
from rajas_sim.analysis.winning.boards import BoardAdvantage
from rajas_sim.analysis.winning.fairness import Ruling, Verdict
from rajas_sim.analysis.winning.ladder import Ladder, Side, Wording
from rajas_sim.analysis.winning.ratings import Ratings
from rajas_sim.analysis.winning.seats import SeatAdvantage
from rajas_sim.analysis.winning.strategies import StrategyStrength

MOST_ARMS = 4
"""An answer names at most this many rule sets; if there are more, it counts those that change something."""
FEW_ARMS = 2
"""How many rule sets are described if none of many is shown to change the seat's win share."""
MOST_NAMED = 3
"""If more strategies than this may be the strongest, or more rule sets change a number, they are not named."""


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """What a run answers to its question with one number of players.

    Attributes
    ----------
    games, about
        Which games with this number of players it is about, and whom or what in them; empty for all.
    word
        The answer in a word or two: a verdict, a name, or UNDECIDED.
    text
        The same as part of a sentence; it follows the number of players, or "undecided".
    findings
        The answer with its intervals.
    is_undecided
        Whether the answer is undecided.
    number, measure, number_end
        The number behind the word, what it measures on a card, and the words that follow it in a sentence; a sentence has the
        number only with these. Empty if there is no single number.
    tone
        How the card is marked if the answer is decided.
    result
        The result behind the answer; ``None`` for a ladder, whose rungs have separate games.
    is_about_seats
        Whether the answer is a verdict about the seats.
    """

    players: int
    word: str
    text: str
    findings: tuple[Finding, ...]
    is_undecided: bool
    result: Result | None = None
    is_about_seats: bool = False
    number: str = ""
    measure: str = ""
    number_end: str = ""
    tone: Tone = Tone.PLAIN
    games: str = ""
    about: str = ""

    @property
    def title(self) -> str:
        """The games and what in them the answer is about, such as "4 players: the start player"."""
        return ": ".join(filter(None, (f"{self.players} players", self.games, self.about)))

    @property
    def clause(self) -> Clause:
        """The clause of this answer for the answer in one sentence."""
        verdict = str(self.tone) if self.is_about_seats else ""
        number = self.number if self.number_end else ""
        return Clause(self.players, self.text, UNDECIDED if self.is_undecided else verdict, self.games, number, self.number_end)


def short_answers(results: Sequence[PlayerCountResults]) -> tuple[ShortAnswer, ...]:
    """Return the answers of a run, in the order of the numbers of players.

    The design of the run decides what is asked. Arms that change a rule are compared with the unchanged rules. Arms of another
    variant, or with other modules, are other games, and the seats of each are judged.
    """
    return tuple(answer for result in results for answer in _short_answers_of(result))


def _short_answers_of(result: PlayerCountResults) -> Iterable[ShortAnswer]:
    """Return what answers the question with one number of players: the first kind of answer that suits the run.

    If no other kind does, these are the verdicts on the seats, and what changes between arms of different variants or modules.
    """
    run = result.run
    if result.asked is not None:
        return [_asked_answer(result.asked)]
    is_one_game = len({run.variant_and_modules(arm) for arm in run.arms}) == 1
    is_about_one_line_up = result.line_up_changes is None and result.ladder is None
    if (
        result.arms is not None
        and result.arms.metrics.strategies
        and is_one_game
        and is_about_one_line_up
        and _are_handicaps(run)
    ):
        return [_handicaps_answer(result.arms)]
    # A sweep's points are described for one line-up only; with several, the answer is what the changes do in each.
    if result.sweep is not None and result.line_up_changes is None:
        return [_sweep_answer(result.sweep)]
    if result.line_up_changes is not None and is_one_game:
        return [_line_up_changes_answer(result.line_up_changes)]
    arms_answers = []
    if result.arms is not None:
        arms_answers = [_arms_answer(result.arms, result.arms.metrics.positions[changed_seat(run, result.players) - 1])]
    if arms_answers and is_one_game:
        return arms_answers
    if result.ladder is not None:
        return [_ladder_answer(result.ladder)]
    if result.boards is not None:
        return [_boards_answer(result, result.boards)]
    if result.ratings is not None and result.strategies is not None:
        return [_strategies_answer(result, result.ratings, result.strategies)]
    return [*(seats_answer(result, seats) for seats in result.seats), *arms_answers]


def _asked_answer(asked: AskedNumber) -> ShortAnswer:
    """Say what the number is that the run is about, and which rule sets change it."""
    number_finding, *arm_findings = asked.findings
    shown_findings = [finding for finding, change in zip(arm_findings, asked.changes.values(), strict=True) if change.is_shown]
    findings = (number_finding, *(arm_findings if len(arm_findings) <= MOST_ARMS else shown_findings[:MOST_ARMS]))
    text, word, number, measure, number_end = asked.claim, asked.metric.title, asked.value_text, f"the {asked.metric.title}", ""
    shown_texts = [f"{asked.text_of(change.changed)} under '{arm}'" for arm, change in asked.changes.items() if change.is_shown]
    if asked.metric.name in WIN_SPLIT_VERBS:
        word, measure = asked.claim, f"of wins {WIN_SPLIT_VERBS[asked.metric.name]} fame"
        number_end = f"{WIN_SPLIT_VERBS[asked.metric.name].removeprefix('are ')} fame"
    if asked.is_undecided:
        word, number_end = "UNDECIDED", ""
    rule_sets_text = counted(len(arm_findings), "changed rule set")
    if len(shown_texts) > MOST_NAMED:
        text += f", and {len(shown_texts)} of {rule_sets_text} change that"
    elif shown_texts and number_end:
        number_end += f"; {listed(shown_texts)}"
    elif shown_texts:
        text += f"; {listed(shown_texts)}"
    elif asked.changes:
        text += f", and none of {rule_sets_text} shows a change of that"
    return ShortAnswer(
        asked.players, word, text, findings, asked.is_undecided, asked, number=number, measure=measure, number_end=number_end
    )


def _sweep_answer(sweep: Sweep) -> ShortAnswer:
    """Say which point of a sweep is the fairest, which comes nearest if others may be as fair, or that none has even seats."""
    word = "none is even" if sweep.is_none_even else sweep.fairest.label
    is_undecided = not sweep.is_none_even and bool(sweep.rivals)
    are, come, its = ("are", "come", "their") if sweep.fairest.name == UNCHANGED else ("is", "comes", "its")
    if is_undecided:
        word = f"UNDECIDED: {sweep.fairest.label} {come} nearest by {its} estimate"
    text = f"{sweep.fairest.name} {are} the fairest to the seats of all that were tried"
    if sweep.is_none_even:
        text = "no value tried makes the seats even"
    elif is_undecided:
        text = f"{sweep.fairest.name} {come} nearest to even seats, but others may be as fair"
    number, measure = points(sweep.fairest.distance), f"from even at best, with {sweep.fairest.label}"
    return ShortAnswer(sweep.players, word, text, sweep.findings, is_undecided, sweep, number=number, measure=measure)


def _arms_answer(arms: ArmEffects, seat_share: Metric) -> ShortAnswer:
    """Say what a single rule set changes, or how many of several change the win share of a seat.

    A rule set differs if some game is played differently, and it changes something if a change of some number is shown.
    """
    differing = [comparison for comparison in arms.comparisons if not comparison.is_same]
    if not differing:
        return ShortAnswer(arms.players, "no change", "no game changes", arms.findings[:MOST_ARMS], False, arms)
    if len(arms.comparisons) == 1:
        return _one_arm_answer(arms)
    changing = [comparison for comparison in differing if surest_change_text(comparison.free_changes)]
    changing_for_seat = [comparison for comparison in changing if comparison.changes[seat_share.name].is_shown]
    n_changing, n_for_seat, n_differing = len(changing), len(changing_for_seat), len(differing)
    most_changed = sorted(changing, key=lambda comparison: comparison.size_rank, reverse=True)
    described = differing if n_differing <= MOST_ARMS else changing_for_seat or most_changed[:FEW_ARMS]
    all_finding = _all_arms_finding(arms, differing, seat_share, n_for_seat, n_changing)
    findings = (all_finding, *(comparison.finding for comparison in described[:MOST_ARMS]))
    word = f"{n_for_seat} of {n_differing} {'change' if n_for_seat > 1 else 'changes'} it" if n_for_seat else "no change shown"
    which_text = str(n_for_seat or "none")
    if n_for_seat in (1, 2) and n_for_seat < n_differing:
        which_text = f"{listed([comparison.title for comparison in changing_for_seat])} alone"
    rule_sets_text = counted(n_differing, "changed rule set" if n_differing == len(arms.comparisons) else "other rule set")
    text = f"{which_text} of the {rule_sets_text} {_verb_show(n_for_seat)} a change for {_player_text(seat_share)}"
    number, measure = _largest_change(changing_for_seat or differing, seat_share, is_shown=n_for_seat > 0)
    about = f"the {seat_share.title}"
    number_end = f"of win share {measure if n_for_seat > 1 else ''}".strip() if n_for_seat else "possible"
    if n_changing and not n_for_seat:
        names = listed(first_few([comparison.title for comparison in most_changed], 2))
        number_end += f"; {names} {'change' if n_changing > 1 else 'changes'} other numbers"
    k, is_undecided = arms.players, not n_for_seat
    return ShortAnswer(
        k, word, text, findings, is_undecided, arms, number=number, measure=measure, number_end=number_end, about=about
    )


def _one_arm_answer(arms: ArmEffects) -> ShortAnswer:
    """Say what the only changed rule set changes, with the win share of the seat that changes most surely as its number."""
    (comparison,) = arms.comparisons
    is_changing = surest_change_text(comparison.free_changes) is not None
    seat = comparison.surest_seat
    measure = f"in the {seat.metric.title}"
    return ShortAnswer(
        arms.players,
        "it changes" if is_changing else "UNDECIDED",
        _one_arm_text(comparison, is_changing=is_changing),
        arms.findings,
        not is_changing,
        arms,
        number=difference_text(seat.difference, is_share=True),
        measure=measure,
        number_end="of win share" if seat.is_shown else measure,
    )


def _largest_change(comparisons: Sequence[ArmComparison], seat_share: Metric, *, is_shown: bool) -> tuple[str, str]:
    """Return the largest change of a win share and its rule set, as texts; if none is shown, the largest possible change."""
    changes = {comparison.title: comparison.changes[seat_share.name].difference for comparison in comparisons}
    if is_shown:
        title, change = max(changes.items(), key=lambda item: abs(item[1].value))
        return difference_text(change, is_share=True), f"by {title}{', the largest' if len(changes) > 1 else ''}"
    most = largest_possible(changes.values())
    return "" if most is None else f"up to {points(most)}", "by any rule set"


def _player_text(seat_share: Metric) -> str:
    """Name the player that the win share of a seat is about, as in "the start player"."""
    return "the " + seat_share.title.removesuffix("'s win share")


def _are_handicaps(run: Run) -> bool:
    """Whether all changed rules are handicaps: something extra for a strategy, besides what its seat gives."""
    return all(run.overrides(arm) and all(path.startswith("players.") for path in run.overrides(arm)) for arm in run.arms[1:])


def _handicaps_answer(arms: ArmEffects) -> ShortAnswer:
    """Say under which rule set the strategies win most evenly by the estimates, and how their shares change."""
    names, even = [metric.name for metric in arms.metrics.strategies], arms.even_share
    first = arms.comparisons[0]
    shares_by_arm = {arms.baseline: [first.changes[name].baseline for name in names]}
    titles = {arms.baseline: first.baseline_title}
    for comparison in arms.comparisons:
        shares_by_arm[comparison.arm] = [comparison.changes[name].changed for name in names]
        titles[comparison.arm] = comparison.title
    distances = {arm: max(abs(share.value - even) for share in shares) for arm, shares in shares_by_arm.items()}
    nearest = min(distances, key=lambda arm: round(distances[arm], 12))
    share, name = max(zip(shares_by_arm[nearest], names, strict=True), key=lambda pair: abs(pair[0].value - even))
    label = name.removeprefix("win_share.")
    findings = tuple(_handicap_finding(comparison, names) for comparison in arms.comparisons[:MOST_ARMS])
    text = f"{titles[nearest]} comes nearest to even strategies by its estimate"
    number, measure = share_text(share), f"won by {label}, where {percent(even)} is even"
    number_end = f"of games won by {label}"
    return ShortAnswer(
        arms.players, titles[nearest], text, findings, True, arms, number=number, measure=measure, number_end=number_end
    )


def _handicap_finding(comparison: ArmComparison, names: Sequence[str]) -> Finding:
    """Say how often each strategy wins under one rule set, and how this differs from the baseline.

    `names` are those of the win shares of the strategies.
    """
    changes = [comparison.changes[name] for name in names]
    texts = [
        f"{change.metric.name.removeprefix('win_share.')} wins {share_text(change.changed)} of games, "
        f"{difference_text(change.difference, is_share=True)}{'' if change.is_shown else ' (no change shown)'}"
        for change in changes
    ]
    text = f"under {comparison.title} {'; '.join(texts)}"
    return Finding.about(comparison.players, f"{comparison.arm}.shares", text, *(change.difference for change in changes))


def _one_arm_text(comparison: ArmComparison, *, is_changing: bool) -> str:
    """Say what the only changed rule set does: to fairness and a seat's wins, to other numbers, or that nothing is shown.

    `is_changing` says whether a change of any number is shown.
    """
    seat = comparison.surest_seat
    if seat.is_shown:
        wins_text = f"{_player_text(seat.metric)} wins {'more' if seat.difference.value > 0 else 'less'}"
        if comparison.fairness:
            return f"'{comparison.arm}' is {comparison.fairness} to the seats, and {wins_text}"
        return f"{wins_text} under '{comparison.arm}'"
    if is_changing:
        return f"'{comparison.arm}' changes the games; a change of how often any seat wins is not shown"
    return f"no change by '{comparison.arm}' is shown"


def _all_arms_finding(
    arms: ArmEffects, differing: Sequence[ArmComparison], seat_share: Metric, n_for_seat: int, n_changing: int
) -> Finding:
    """Say how many rule sets show a change of a seat's win share, or of any number, and how many change no game.

    `differing` are the rule sets that change some game: `n_for_seat` of them show a change of the seat's win share, and
    `n_changing` of any number.
    """
    n_differing, n_same = len(differing), len(arms.comparisons) - len(differing)
    changes = tuple(comparison.changes[seat_share.name].difference for comparison in differing)
    rule_sets_text = counted(n_differing, "other rule set" if n_same else "changed rule set")
    sentences = [f"{n_for_seat or 'none'} of {rule_sets_text} {_verb_show(n_for_seat)} a change of the {seat_share.title}"]
    if not n_for_seat and (most := largest_possible(changes)) is not None:
        sentences.append(f"A change of up to {points(most)} is not excluded")
    change_text = "a change of any number" if n_for_seat else f"a change of {'some' if n_changing else 'any'} other number"
    sentences.append(f"{n_changing or 'None'} of {n_differing} {_verb_show(n_changing)} {change_text}")
    if n_same:
        names = [f"'{comparison.arm}'" for comparison in arms.comparisons if comparison.is_same]
        same_text = listed(names) if n_same <= MOST_ARMS else f"{n_same} rule sets"
        sentences.append(f"{same_text} {'change' if n_same > 1 else 'changes'} none of these games")
    return Finding.about(arms.players, "changes", ". ".join(sentences), *changes)


def _verb_show(n: int) -> str:
    return "show" if n > 1 else "shows"


def _start_player_answer(
    players: int, sides: Collection[Side], findings: tuple[Finding, ...], than: str, wording: Wording
) -> ShortAnswer:
    """Say whether the start player wins less or more than some share, in several line-ups.

    Parameters
    ----------
    sides
        On which side of the share the start player is in each line-up.
    than, wording
        What follows "wins less", such as "than its share", and how sentences speak of the line-ups.
    """
    shown_sides = [side for side in (Side.LESS, Side.MORE) if side in sides]
    if len(shown_sides) == 2:
        word, text = "it depends", f"it depends whether the start player wins less or more {than}"
    elif not shown_sides:
        word, text = "UNDECIDED", f"the start player may win less or more {than}"
    elif Side.UNDECIDED in sides:
        word = f"wins {shown_sides[0]} where decided"
        text = f"the start player wins {shown_sides[0]} {than} {wording.somewhere}"
    else:
        word, text = f"wins {shown_sides[0]}", f"the start player wins {shown_sides[0]} {than} {wording.everywhere}"
    return ShortAnswer(players, word, text, findings, not shown_sides, about="the start player")


def _ladder_answer(ladder: Ladder) -> ShortAnswer:
    """Say in each line-up on which side of an even share the start player is, and how many verdicts are UNFAIR."""
    rungs, wording = ladder.rungs, ladder.wording
    sides, n_rungs_text = {rung.side for rung in rungs}, counted(len(rungs), wording.noun)
    answer = _start_player_answer(ladder.players, sides, ladder.findings, "than its share", wording)
    rulings = [rung.ruling for rung in rungs]
    word, tone = answer.word, Tone.PLAIN if answer.is_undecided else Tone.UNEVEN
    if len(set(rulings)) == 1 and rulings[0] is not Ruling.UNDECIDED:
        word, tone = f"{rulings[0]} {wording.everywhere}", Tone(rulings[0].lower())
    elif (n_unfair := rulings.count(Ruling.UNFAIR)) and not answer.is_undecided:
        word = f"{answer.word}; UNFAIR {wording.preposition} {n_unfair} of {n_rungs_text}"
    is_undecided = answer.is_undecided and tone is Tone.PLAIN
    text = f"the seats are fair {wording.everywhere}" if tone is Tone.FAIR else answer.text
    farthest = max(rungs, key=lambda rung: abs(rung.share.value - 1.0 / ladder.players))
    whose = f"for the start player with {farthest.label}, farthest from even of {n_rungs_text}"
    number, measure = win_share_number(farthest.share, ladder.players, whose)
    number_end = f"of games {wording.preposition} the {wording.noun} farthest from even"
    return replace(
        answer, word=word, text=text, tone=tone, is_undecided=is_undecided, number=number, measure=measure, number_end=number_end
    )


def win_share_number(share: Estimate, players: int, whose: str) -> tuple[str, str]:
    """Return the win share of a player as the number of a card, and what it measures: "of games for seat 1, not 25 %".

    It says "not 25 %" only if the interval excludes an even share. `whose` follows "of games".
    """
    even_text = _even_text(players)
    is_off_even = share.excludes(1.0 / players)
    return share_text(share), f"of games {whose}, not {even_text}" if is_off_even else f"of games {whose}; {even_text} is even"


def _line_up_changes_answer(line_up_changes: LineUpChanges) -> ShortAnswer:
    """Say whether the start player's share changes in every line-up; if not, whose share changes most surely, and where."""
    sides = {side for arm in line_up_changes.arms for side in arm.sides(START_PLAYER).values()}
    than = f"under {line_up_changes.arms[0].title}" if len(line_up_changes.arms) == 1 else "under a changed rule"
    findings, surest = line_up_changes.findings[: MOST_ARMS + (line_up_changes.surest is not None)], line_up_changes.surest
    answer = _start_player_answer(line_up_changes.players, sides, findings, than, line_up_changes.wording)
    is_decided = Side.UNDECIDED not in sides or {Side.LESS, Side.MORE} <= sides
    if surest is None or is_decided:
        return answer
    where = f"in line-up '{surest.label}'"
    if surest.metric.is_of_seat:
        player, side = _player_text(surest.metric), "more" if surest.difference.value > 0 else "less"
        number, measure = difference_text(surest.difference, is_share=True), f"of the {surest.metric.title}, {where}"
        text, word = f"{player} wins {side} under {surest.title} {where}", f"wins {side} {where}"
        k = line_up_changes.players
        return ShortAnswer(k, word, text, findings, False, number=number, measure=measure, number_end="of games", about=player)
    if not answer.is_undecided:
        return answer
    text = f"no change of how often a seat wins is shown, though {surest.title} changes the {surest.metric.title} {where}"
    return replace(answer, text=text, about="")


def _even_text(players: int) -> str:
    """Write an even share, with a decimal only if it needs one: "25 %", "33.3 %"."""
    return percent(1.0 / players, 1 if 100 % players else 0)


def _boards_answer(result: PlayerCountResults, boards: BoardAdvantage) -> ShortAnswer:
    """Say with which boards a player is shown to win less or more than an even share.

    The word is the cost of the only board shown to win less. If several or none do, it is the board that wins most, or UNDECIDED
    if no board is shown to differ.
    """
    is_undecided = not any(cost.excludes(0.0) for cost in boards.costs.values())
    best = max(boards.shares, key=lambda board: boards.shares[board].value)
    word = "UNDECIDED" if is_undecided else f"the {boards.titles[best]} board"
    losing = [board for board, cost in boards.costs.items() if cost.low > 0]
    gaining = [board for board, cost in boards.costs.items() if cost.high < 0]
    if len(losing) == 1:
        word = f"{result.run.names.human(losing[0])} costs {points(boards.costs[losing[0]].value)}"
    titles_by_side = {"less": [boards.titles[board] for board in losing], "more": [boards.titles[board] for board in gaining]}
    texts = [f"{side} on the {listed(titles)} board" for side, titles in titles_by_side.items() if titles]
    text = f"a player wins {' and '.join(texts)} than an even share" if texts else "no board is shown to help or to harm"
    return ShortAnswer(result.players, word, text, boards.findings, is_undecided, boards)


def _strategies_answer(result: PlayerCountResults, ratings: Ratings, strategies: StrategyStrength) -> ShortAnswer:
    """Say which strategy is the strongest by ratings, else by wins, else which ones may be.

    The number is the win share of the strategy that won most, whichever is named.
    """
    players, may_be_strongest = ratings.players, ratings.may_be_strongest
    names = sorted(f"'{label}'" for label in may_be_strongest)
    strongest_text = f"strategy {listed(names, 'or')}" if len(names) <= MOST_NAMED else "several strategies"
    word, text, is_undecided = f"strongest: {strongest_text}", f"{strongest_text} is the strongest by ratings", False
    if len(names) > 1 and strategies.behind and not strategies.may_win_as_often:
        word = f"strongest by wins: strategy '{strategies.most_wins}'"
        text = f"strategy '{strategies.most_wins}' is the strongest by wins"
    elif len(names) > 1:
        word, text, is_undecided = f"UNDECIDED: {strongest_text}", f"{strongest_text} may be the strongest", True
    findings = (*ratings.findings, *strategies.findings)
    most_wins = strategies.most_wins
    others = [label for label in strategies.shares if label != most_wins]
    runner_up = max(others, key=lambda label: strategies.shares[label].value)
    whose = f"for strategy '{most_wins}' ({percent(strategies.shares[runner_up].value)} for '{runner_up}')"
    number, measure = win_share_number(strategies.shares[most_wins], players, whose)
    each = "each " if any(line_up.count(most_wins) > 1 for line_up in result.run.line_ups(players)) else ""
    number_end = f"of games won by {each}'{most_wins}', where {_even_text(players)} is even"
    return ShortAnswer(
        players, word, text, findings, is_undecided, strategies, number=number, measure=measure, number_end=number_end
    )


def seats_answer(result: PlayerCountResults, seats: SeatAdvantage) -> ShortAnswer:
    """Return the answer that the verdict about the seats gives for its games."""
    verdict, k = seats.verdict, result.players
    names_player = verdict.ruling in (Ruling.UNFAIR, Ruling.UNEVEN)  # then the text does, and the end need not
    is_about_all_seats = verdict.ruling is Ruling.FAIR or (verdict.ruling is Ruling.UNDECIDED and k > 2)
    whose = f"for {the_player(verdict.position, k)}{', the farthest from even' if is_about_all_seats else ''}"
    number, measure = win_share_number(seats.shares[verdict.position - 1], k, whose)
    return ShortAnswer(
        k,
        verdict.word,
        _verdict_text(verdict),
        seats.findings,
        verdict.ruling is Ruling.UNDECIDED,
        seats,
        is_about_seats=True,
        number=number,
        measure=measure,
        number_end="of games" if names_player else f"of games {whose}",
        tone=Tone(verdict.ruling.lower()),
        games=_games_text(result, seats),
    )


def _verdict_text(verdict: Verdict) -> str:
    """Say in words what follows from a verdict about the seats."""
    limit, player = tolerance_points(verdict.tolerance), the_player(verdict.position, verdict.n_players)
    side = "more" if verdict.difference > 0 else "less"
    texts = {
        Ruling.FAIR: f"every seat wins within {limit} of an even share",
        Ruling.UNFAIR: f"{player} wins {side} than its share",
        Ruling.UNEVEN: f"{player} wins {side} than its share",
        Ruling.UNDECIDED: "more games are needed",
    }
    return texts[verdict.ruling]


def _games_text(result: PlayerCountResults, seats: SeatAdvantage) -> str:
    """Name the games of a verdict about the seats by rule set and line-up, as far as there are several; else empty."""
    run, arm = result.run, seats.group.arm
    variants = {run.variant_and_modules(any_arm)[0] for any_arm in run.arms}
    is_named_by_variant = len(variants) > 1 and arm == run.arms[0]
    title = run.names.variant(run.variant_and_modules(arm)[0]) if is_named_by_variant else run.title(arm)
    arm_titles = [title] if len(run.arms) > 1 else []
    line_up_titles = [seats.group.title] if len(result.baseline_verdicts) > 1 else []
    return ": ".join([*arm_titles, *line_up_titles])
