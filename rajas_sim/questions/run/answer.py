"""What a run says, as an answer: topic by topic, in the order of a reader's questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rajas_sim.analysis.answer import Answer, Card, Finding, Tone
from rajas_sim.analysis.formatting import counted, listed, tolerance_points
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults, results_of
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


def run_answer(run: Run, results: Sequence[PlayerCountResults]) -> Answer:
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


def _topics(run: Run, results: Sequence[PlayerCountResults]) -> Iterator[Topic | None]:
    names = run.names
    yield verdicts_topic(run, results)
    if ladders := present(result.ladder for result in results):
        yield ladder_topic(ladders)
    yield moves_topic(results)
    if boards := present(result.boards for result in results):
        yield board_topic(boards, names)
    if sweeps := present(result.sweep for result in results):
        yield sweep_topic(sweeps)
    yield arms_topic(run, results)
    yield strategy_topic(results)
    yield seat_topic(run, results)
    yield length_topic(results, names)
    yield race_topic(results)
    yield drama_topic(results, run)
    yield game_topic(run, results)
    if scores := present(result.scores for result in results):
        yield score_topic(scores)
    if incomes := [income for income in present(result.income for result in results) if income.gains]:
        yield income_topic(incomes, names)
    if turns := present(result.turns for result in results):
        yield turn_topic(turns, names)
    if placed := [result for result in results if result.workers]:
        yield worker_topic(placed, names)
    if usages := present(result.usage for result in results):
        yield space_topic(usages, names)
    if boxes := present(result.boxes for result in results):
        yield box_topic(boxes, names)
    yield ending_topic(results, names)


def other_views(run: Run) -> tuple[str, dict[str, tuple[Run, Sequence[PlayerCountResults]] | None]]:
    """Return what a reader may choose on the page, and by name the run and results it then shows; None for those shown first.

    One may choose another rule set of the same variant, or else another line-up, if there are some but not many.
    """
    arms = [arm for arm in run.arms if run.variant_and_modules(arm) == run.variant_and_modules(run.arms[0])]
    if 1 < len(arms) <= MOST_VIEWS:
        of_arms = {run.title(arm): run.of_arm(arm) for arm in arms}
        return "Rule set", {
            title: None if of_arm.arms[0] == arms[0] else (of_arm, results_of(of_arm)) for title, of_arm in of_arms.items()
        }
    labels = list(dict.fromkeys(label for k in run.players for label in run.compared_line_ups(k)))
    if not 1 < len(labels) <= MOST_VIEWS or len(arms) > 1:
        return "", {}
    last = [*run.compared_line_ups(run.players[0])][-1]
    return "Line-up", {label: None if label == last else (run, results_of_line_up(run, label)) for label in labels}


def results_of_line_up(run: Run, label: str) -> list[PlayerCountResults]:
    """Return the results for the games of one of several line-ups."""
    line_ups = {k: run.compared_line_ups(k).get(label) for k in run.players}
    return [PlayerCountResults(run.of_line_ups(indices), k) for k, indices in line_ups.items() if indices is not None]


def _others(results: Sequence[PlayerCountResults]) -> Iterator[Finding]:
    """Go through what else is said of seats, rule sets and strategies."""
    for result in results:
        if result.ladder is not None:
            yield from result.ladder.findings
        is_long = len(result.run.arms) > MOST_ARMS_IN_SENTENCES or result.ladder is not None
        for seats in result.seats:
            yield replace(seats.findings[0], in_table=is_long)
        for moved in result.moves.findings if result.moves is not None else ():
            yield replace(moved, in_table=True)
        yield from _of_described_games(result)
    yield from verdicts_and_looks(results)


def _of_described_games(result: PlayerCountResults) -> Iterator[Finding]:
    """Go through what is said of one group of games: all, or those of the last of several line-ups, which is then named."""
    findings = [replace(finding, in_table=True) for finding in (result.arms.findings if result.arms else ())]
    for part in (result.sweep, result.boards, result.ratings, result.strategies, result.meetings):
        findings += part.findings if part is not None else ()
    where = f"In line-up '{result.ladder.rungs[-1].label}': " if result.ladder is not None else ""
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
    labels = run.compared_line_ups(run.players[0])
    if not labels:
        return ""
    return ", each against itself" if run.is_ladder(run.players[0]) else f", in {len(labels)} line-ups"


def _notices(run: Run) -> Iterator[str]:
    """Say what a reader must know before believing the rest."""
    or_other = ", or another that is chosen beside the contents" if other_views(run)[1] else ""
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
    labels = [*run.compared_line_ups(run.players[0])]
    if labels and run.is_ladder(run.players[0]):
        yield (
            f"All at a table play the same strategy: {listed(labels)} are the rungs of a ladder, with separate games and "
            f"a verdict each for every number of players. Sections that do not name a strategy describe the games of {labels[-1]}"
            f"{or_other}."
        )
    elif labels:
        yield (
            f"The question is asked of {counted(len(labels), 'line-up')}, {listed(labels)}, with separate games and a verdict "
            f"each for every number of players. Sections that do not name a line-up describe the games of {labels[-1]}{or_other}."
        )
