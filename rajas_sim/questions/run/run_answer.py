"""The answer of a run: topic by topic, in the order of a reader's questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rajas_sim.analysis.answer import Answer, Card, Finding, Tone
from rajas_sim.analysis.formatting import counted, listed, tolerance_points
from rajas_sim.analysis.one_sentence import one_sentence
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults, results_of
from rajas_sim.analysis.short_answers import ShortAnswer, short_answers
from rajas_sim.questions.meanings import meanings_of, verdict_meanings
from rajas_sim.questions.provenance import basis_text, command, how_sure, provenance_of_runs
from rajas_sim.questions.run.course import drama_topic, ending_topic, length_topic, notable_games_topic, race_topic
from rajas_sim.questions.run.economy import route_topic, score_topic, topics_of_uses
from rajas_sim.questions.run.line_ups import ladder_topic, line_up_changes_topic
from rajas_sim.questions.run.rule_sets import arms_topic, rule_sets_topic, sweep_topic
from rajas_sim.questions.run.run_headline import headline
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
from rajas_sim.questions.run.topic import Topic, without_none

MOST_VIEWS = 6
"""With more rule sets or line-ups, only the first rule set or the last line-up is described."""


def run_answer(run: Run, results: Sequence[PlayerCountResults]) -> Answer:
    """Make the answer from the results of all numbers of players."""
    answers_in_short = short_answers(results)
    topics = [topic for topic in _topics(run, results) if topic is not None]
    findings = {finding.key: finding for finding in chain.from_iterable(answer.findings for answer in answers_in_short)}
    for finding in chain(_findings_of_results(results), *(topic.findings for topic in topics)):
        findings.setdefault(finding.key, finding)
    is_about_seats = answers_seats(results)
    cards = verdict_cards(run, results) if is_about_seats else tuple(map(_card, answers_in_short))
    return Answer(
        question="run",
        title=run.manifest.question,
        findings=tuple(findings.values()),
        in_one_sentence=one_sentence(short_answer.clause for short_answer in answers_in_short),
        cards=cards,
        meanings=meanings_of(cards, verdict_meanings(results[0].seats[0].verdict.tolerance)),
        sections=tuple(topic.section for topic in topics),
        how_sure=how_sure([run]),
        provenance=replace(provenance_of_runs({"": run}), plays=()),
        command=command(run),
        notices=tuple(_notices(run)),
        words=verdict_words(results) if is_about_seats else "",
        headline=headline(results),
    )


def other_answer(answer: Answer) -> str:
    """Return a run's answer in one sentence; empty if it consists of verdicts about the seats."""
    return "" if answer.words else answer.in_one_sentence


def _topics(run: Run, results: Sequence[PlayerCountResults]) -> Iterator[Topic | None]:
    """Yield the topics in order; None, or nothing, for one that the run does not have.

    If the question is about another number, the verdicts on the seats come after what changed rules do.
    """
    names = run.names
    is_about_number = results[0].asked is not None
    yield rule_sets_topic(run, results)
    if not is_about_number:
        yield verdicts_topic(run, results)
    if ladders := without_none(result.ladder for result in results):
        yield ladder_topic(ladders)
    yield line_up_changes_topic(results)
    if boards := without_none(result.boards for result in results):
        yield board_topic(boards, names)
    if sweeps := without_none(result.sweep for result in results):
        yield sweep_topic(sweeps, results[0].described_label)
    yield arms_topic(run, results)
    if is_about_number:
        yield verdicts_topic(run, results)
    yield strategy_topic(results)
    yield seat_topic(run, results)
    yield length_topic(results, names)
    yield race_topic(results, names)
    yield drama_topic(results, run)
    yield notable_games_topic(run, results)
    if scores := without_none(result.scores for result in results):
        yield score_topic(scores)
    if all_routes := without_none(result.routes for result in results):
        yield route_topic(all_routes)
    yield from topics_of_uses(run, results)
    yield ending_topic(results, names)


def other_views(
    run: Run, results: Sequence[PlayerCountResults]
) -> tuple[str, dict[str, tuple[Run, Sequence[PlayerCountResults]] | None]]:
    """Return what a reader may choose on the page, with the run and results to show for each choice; None for the default one.

    The choice is another rule set of the same variant, or else another line-up, if there are some but not too many.
    """
    title, names = _choices(run)
    if title == "Rule set":
        runs_by_title = {run.title(arm): run.of_arm(arm) for arm in names}
        return title, {
            arm_title: None if arm_run.arms[0] == run.arms[0] else (arm_run, results_of(arm_run))
            for arm_title, arm_run in runs_by_title.items()
        }
    last_label = [*run.compared_line_ups(run.players[0])][-1] if names else ""
    return title, {
        label: None
        if label == last_label
        else (run, [result.of_line_up(label) for result in results if label in run.compared_line_ups(result.players)])
        for label in names
    }


def _choices(run: Run) -> tuple[str, list[str]]:
    """Return what a reader may choose, rule sets or line-ups, and their names; empty if there are too many."""
    arms = [arm for arm in run.arms if run.variant_and_modules(arm) == run.variant_and_modules(run.arms[0])]
    if 1 < len(arms) <= MOST_VIEWS:
        return "Rule set", arms
    labels = list(dict.fromkeys(label for k in run.players for label in run.compared_line_ups(k)))
    return ("Line-up", labels) if 1 < len(labels) <= MOST_VIEWS and len(arms) == 1 else ("", [])


def _findings_of_results(results: Sequence[PlayerCountResults]) -> Iterator[Finding]:
    """Yield the findings about seats, rule sets, line-ups and strategies, and the numbers of verdicts and looks.

    Short answers may have some of them as well.
    """
    for result in results:
        if result.ladder is not None:
            yield from result.ladder.findings
        has_table_of_verdicts = len(result.run.arms) > MOST_ARMS_IN_SENTENCES or result.ladder is not None
        for seats in result.seats:
            yield replace(seats.verdict_finding, in_table=has_table_of_verdicts or result.asked is not None)
        for change_finding in result.line_up_changes.findings if result.line_up_changes is not None else ():
            yield replace(change_finding, in_table=True)
        yield from _findings_of_described_games(result)
    yield from verdicts_and_looks(results)


def _findings_of_described_games(result: PlayerCountResults) -> Iterator[Finding]:
    """Yield the findings about one group of games: all games, or those of the last of several line-ups, which is then named."""
    findings = [replace(finding, in_table=True) for finding in (result.arms.findings if result.arms else ())]
    for topic_result in (result.sweep, result.boards, result.ratings, result.strategies, result.head_to_head):
        findings += topic_result.findings if topic_result is not None else ()
    line_up_text = f"In line-up '{result.described_label}': " if result.described_label else ""
    for finding in findings:
        yield replace(finding, sentence=f"{line_up_text}{finding.sentence}")


def _card(short_answer: ShortAnswer) -> Card:
    """Make the card of a short answer; the basis is empty if no single result is behind it."""
    basis = f"{basis_text(short_answer.result)}." if short_answer.result is not None else ""
    tone = Tone.UNDECIDED if short_answer.is_undecided else short_answer.tone
    title, word, keys = short_answer.title, short_answer.word, tuple(finding.key for finding in short_answer.findings)
    return Card(title, word, keys, basis, tone, short_answer.players, short_answer.number, short_answer.measure)


def _notices(run: Run) -> Iterator[str]:
    """Yield what a reader must know before believing the rest."""
    or_other_text = ", or another that is chosen beside the contents" if _choices(run)[1] else ""
    if not run.manifest.complete:
        yield "This run was stopped before all its blocks were played. Everything below rests on the blocks that were played."
    if run.tolerance != run.manifest.tolerance:
        limit, limit_of_run = tolerance_points(run.tolerance), tolerance_points(run.manifest.tolerance)
        yield (
            f"This page judges by a tolerance of {limit}. The run\u2019s own page, report.html, judges by a tolerance of "
            f"{limit_of_run}."
        )
    if len(run.arms) > 1:
        yield (
            f"{counted(len(run.arms), 'rule set')} were played under the same luck. Each gets a verdict, and a section below "
            f"compares them. Everything else on this page describes the rule set \u2018{run.arms[0]}\u2019{or_other_text}."
        )
    labels = [*run.compared_line_ups(run.players[0])]
    if labels and run.is_ladder(run.players[0]):
        yield (
            f"All players at a table play the same strategy. {listed(labels)} are the rungs of a ladder. Each rung has separate "
            "games and a separate verdict for every number of players. Sections that do not name a strategy describe the games "
            f"of {labels[-1]}{or_other_text}."
        )
    elif labels:
        yield (
            f"The question is asked of {counted(len(labels), 'line-up')}: {listed(labels)}. Each line-up has separate games and "
            "a separate verdict for every number of players. Sections that do not name a line-up describe the games of "
            f"{labels[-1]}{or_other_text}."
        )
