"""What a run says, as an answer: topic by topic, in the order of a reader's questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rajas_sim.analysis.answer import Answer, Card, Finding, Tone
from rajas_sim.analysis.formatting import counted, listed, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import ResultsOfPlayers
from rajas_sim.analysis.short_answers import ShortAnswer, short_answers
from rajas_sim.questions.provenance import basis, command, how_sure, provenance_of_runs
from rajas_sim.questions.run.course import drama_topic, ending_topic, game_topic, length_topic, race_topic
from rajas_sim.questions.run.line_ups import ladder_topic, moves_topic
from rajas_sim.questions.run.output import box_topic, income_topic, score_topic, space_topic, turn_topic, worker_topic
from rajas_sim.questions.run.rule_sets import arms_topic, sweep_topic
from rajas_sim.questions.run.seats import (
    MOST_ARMS_IN_SENTENCES,
    answers_seats,
    seat_topic,
    verdict_cards,
    verdict_words,
    verdicts_and_looks,
    verdicts_topic,
)
from rajas_sim.questions.run.strategies import board_topic, strategy_topic
from rajas_sim.questions.run.topic import Topic, present
from rajas_sim.showing.phrases import game_title

MOST_ARMS_NAMED = 4
"""With more rule sets, they are not named at the top."""
MOST_VIEWS = 6
"""Of more rule sets or line-ups, only the first set or the last line-up is described."""
REFERENCE = "reference"
"""The component set that is not mentioned."""


def run_answer(run: Run, results: Sequence[ResultsOfPlayers]) -> Answer:
    """Make the answer from the results for each number of players."""
    short = short_answers(results)
    topics = [topic for topic in _topics(run, results) if topic is not None]
    findings = {finding.key: finding for finding in chain.from_iterable(answer.findings for answer in short)}
    for finding in chain(_others(results), *(topic.findings for topic in topics)):
        findings.setdefault(finding.key, finding)
    about_seats = answers_seats(results)
    return Answer(
        question="run",
        title=run.manifest.question,
        findings=tuple(findings.values()),
        cards=verdict_cards(run, results) if about_seats else tuple(map(_card, short)),
        sections=tuple(topic.section for topic in topics),
        how_sure=how_sure([run]),
        provenance=replace(provenance_of_runs({"": run}), plays=()),
        command=command(run),
        subtitle=_subtitle(run),
        notices=tuple(_notices(run)),
        words=verdict_words(results) if about_seats else "",
    )


def _topics(run: Run, results: Sequence[ResultsOfPlayers]) -> Iterator[Topic | None]:
    names = run.names
    yield verdicts_topic(run, results)
    if ladders := present(count.ladder for count in results):
        yield ladder_topic(ladders)
    yield moves_topic(results)
    if boards := present(count.boards for count in results):
        yield board_topic(boards, names)
    if sweeps := present(count.sweep for count in results):
        yield sweep_topic(sweeps)
    yield arms_topic(run, results)
    yield strategy_topic(results)
    yield seat_topic(run, results)
    yield length_topic(results, names)
    yield race_topic(results)
    yield drama_topic(results, run)
    yield game_topic(run, results)
    if scores := present(count.scores for count in results):
        yield score_topic(scores)
    if incomes := [income for income in present(count.income for count in results) if income.gains]:
        yield income_topic(incomes, names)
    if turns := present(count.turns for count in results):
        yield turn_topic(turns, names)
    if counts := [count for count in results if count.workers]:
        yield worker_topic(counts, names)
    if usages := present(count.usage for count in results):
        yield space_topic(usages, names)
    if boxes := present(count.boxes for count in results):
        yield box_topic(boxes, names)
    yield ending_topic(results, names)


def views_of(run: Run) -> tuple[str, dict[str, Run | None]]:
    """Return what differs between the games that a page may describe, and the games by their names; None for those it does.

    They are those of other rule sets of the same variant, or else of other line-ups, if there are some but not many.
    """
    arms = [arm for arm in run.arms if run.variant_and_modules(arm) == run.variant_and_modules(run.arms[0])]
    if 1 < len(arms) <= MOST_VIEWS:
        return "Rule set", {run.title(arm): run.of_arm(arm) if arm != arms[0] else None for arm in arms}
    labels = list(dict.fromkeys(label for k in run.players for label in run.rungs(k)))
    if not 1 < len(labels) <= MOST_VIEWS or len(arms) > 1:
        return "", {}
    last = [*run.rungs(run.players[0])][-1]
    return "Line-up", {label: None if label == last else run for label in labels}


def of_line_up(run: Run, label: str) -> list[ResultsOfPlayers]:
    """Return the results for the games of one of several line-ups."""
    return [ResultsOfPlayers(run.of_line_ups(run.rungs(k)[label]), k) for k in run.players if label in run.rungs(k)]


def _others(results: Sequence[ResultsOfPlayers]) -> Iterator[Finding]:
    """Go through what else is said of seats, rule sets and strategies."""
    for count in results:
        if count.ladder is not None:
            yield from count.ladder.findings
        is_long = len(count.run.arms) > MOST_ARMS_IN_SENTENCES or count.ladder is not None
        for seats in count.seats:
            yield replace(seats.findings[0], in_table=is_long)
        for moved in count.moves.findings if count.moves is not None else ():
            yield replace(moved, in_table=True)
        yield from _of_described_games(count)
    yield from verdicts_and_looks(results)


def _of_described_games(count: ResultsOfPlayers) -> Iterator[Finding]:
    """Go through what is said of one group of games: all, or those of the last of several line-ups, which is then named."""
    findings = [replace(finding, in_table=True) for finding in (count.arms.findings if count.arms else ())]
    for result in (count.sweep, count.boards, count.ratings, count.strategies, count.meetings):
        findings += result.findings if result is not None else ()
    where = f"In line-up '{count.ladder.rungs[-1].label}': " if count.ladder is not None else ""
    for finding in findings:
        yield replace(finding, sentence=f"{where}{finding.sentence}")


def _card(short: ShortAnswer) -> Card:
    over = f"{basis(short.result)}." if short.result is not None else ""
    tone = Tone.UNDECIDED if short.is_undecided else Tone.PLAIN
    return Card(short.title, short.word, tuple(finding.key for finding in short.findings), over, tone, short.players)


def _subtitle(run: Run) -> str:
    m = run.manifest
    arms = [run.title(arm) for arm in run.arms]
    parts = [
        game_title(run),
        f"{listed([str(k) for k in run.players])} players",
        counted(sum(m.games.values()), "simulated game"),
        f"strategies: {', '.join(m.strategies)}{_how_they_meet(run)}",
        *([f"rule sets: {', '.join(arms)}"] if 1 < len(arms) <= MOST_ARMS_NAMED else []),
        *([f"components: {m.components.name}"] if m.components.name != REFERENCE else []),
        f"seed {m.seed}",
    ]
    return " \u00b7 ".join(parts)


def _how_they_meet(run: Run) -> str:
    rungs = run.rungs(run.players[0])
    if not rungs:
        return ""
    return ", each against itself" if run.is_ladder(run.players[0]) else f", in {len(rungs)} line-ups"


def _notices(run: Run) -> Iterator[str]:
    """Say what a reader must know before believing the rest."""
    or_other = ", or another that is chosen beside the contents" if views_of(run)[1] else ""
    if not run.manifest.complete:
        yield "This run was stopped before all its blocks were played; what follows rests on the blocks that were."
    if run.tolerance != run.manifest.tolerance:
        limit, first = tolerance_points(run.tolerance), tolerance_points(run.manifest.tolerance)
        yield f"This page judges by a tolerance of {limit}; the run\u2019s own page, report.html, by one of {first}."
    if len(run.arms) > 1:
        yield (
            f"{counted(len(run.arms), 'rule set')} were played under the same luck. Each gets a verdict, and a section below "
            f"compares them; everything else on this page describes the rule set \u2018{run.arms[0]}\u2019{or_other}."
        )
    rungs = [*run.rungs(run.players[0])]
    if rungs and run.is_ladder(run.players[0]):
        yield (
            f"All at a table play the same strategy: {listed(rungs)} are the rungs of a ladder, with games of their own and "
            f"a verdict each for every number of players. Sections that do not name a strategy describe the games of {rungs[-1]}"
            f"{or_other}."
        )
    elif rungs:
        yield (
            f"The question is asked of {counted(len(rungs), 'line-up')}, {listed(rungs)}, with games of their own and a verdict "
            f"each for every number of players. Sections that do not name a line-up describe the games of {rungs[-1]}{or_other}."
        )
