"""Playing until expectations are known to hold or to fail, and the answer, also as JUnit XML for a CI."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import chain

from rajas_sim.analysis import load_run
from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Meaning, Panel, Section, Status, Tone, Unit
from rajas_sim.analysis.expectations import CheckedExpectation, ExpectationStatus, checked_expectations
from rajas_sim.analysis.formatting import counted, estimate_text
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.core.errors import InputError
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import UNDECIDED_MEANING, meanings_of
from rajas_sim.questions.provenance import basis_text, how_sure, provenance
from rajas_sim.questions.runner import Runner
from rajas_sim.running.planning import Mode
from rajas_sim.showing.phrases import level_text
from rajas_sim.study.config.form import Stop
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.folder.places import local_copy


def play_check(experiment: Experiment, runner: Runner, blocks: int | None = None) -> tuple[Run, tuple[CheckedExpectation, ...]]:
    """Play an experiment until its expectations are decided, or as far as it allows; return which hold.

    The games are in ``<name>_check-<hash>``; when asked again, no game is played twice.

    Parameters
    ----------
    blocks
        Most blocks to play; by default those of the experiment.

    Raises
    ------
    InputError
        If the experiment has no expectations, or one about a number that its games do not have.
    """
    config = experiment.config
    if not config.expect:
        raise InputError(f'{config.name}: expects nothing; give it expect = ["start_player within 3 points"], or --expect')
    stop = Stop(expect=config.expect, max_blocks=blocks or config.most_blocks)
    check_experiment = resolve(config.without_questions(name=f"{config.name}_check", stop=stop))
    old_manifest = runner.manifest_of(check_experiment)
    # A run that ended by another rule may need more games for this one.
    ended_by_another_rule = (
        old_manifest is not None and old_manifest.complete and (old_manifest.stop, old_manifest.level) != (stop, config.level)
    )
    mode: Mode = "extend" if ended_by_another_rule else "auto"
    run = load_run(local_copy(runner.run(check_experiment, mode=mode, asked_of=experiment).folder))
    return run, tuple(expectation for k in run.players for expectation in checked_expectations(run, k))


HOW_TO_READ = (
    "An expectation HOLDS if the interval of its number lies within the expected range. For this test each end of the interval "
    "counts by itself (one-sided). An expectation FAILS if the interval in the table lies wholly outside the expected range. "
    "Otherwise it is UNDECIDED. For an expectation about all seats, the table shows the seat that is farthest from the expected "
    "range. The run looked at its numbers again and again. It stopped when every expectation was decided or the blocks were "
    "used up. The intervals hold at every look and for all expectations together, so the chance of any wrong answer is at most "
    "{}."
)
COLUMNS: tuple[FilledColumn, ...] = (
    (Column("expected", "expected"), lambda checked: checked.expectation.text),
    Column("players", "players", Unit.COUNT),
    (Column("unit", "unit", Unit.KEY), lambda checked: Unit.SHARE if checked.is_share else Unit.MEAN),
    (Column("found", "found", Unit.BY_ROW), lambda checked: checked.estimate),
    (Column("blocks", "blocks", Unit.COUNT), lambda checked: checked.estimate.n),
    (Column("answer", "answer"), lambda checked: str(checked.status)),
)
"""Columns of a table with one row for each `CheckedExpectation`."""
TONES = {ExpectationStatus.FAILS: Tone.FAILS, ExpectationStatus.UNDECIDED: Tone.UNDECIDED, ExpectationStatus.HOLDS: Tone.HOLDS}
"""Tone of a card by the worst status of its expectations."""
WORST_FIRST = (ExpectationStatus.FAILS, ExpectationStatus.UNDECIDED, ExpectationStatus.HOLDS)
MEANINGS = (
    Meaning(Tone.HOLDS, "HOLDS", "the interval lies within the expected range."),
    Meaning(Tone.FAILS, "FAILS", "the interval of an expected number lies wholly outside the expected range."),
    UNDECIDED_MEANING,
)
ABOUT_HEADLINE = (
    "How far inside the expected range each number lies. Left of the line, the number lies outside. Orange: the expectation "
    "fails."
)
AXES = {Unit.POINTS: "points inside the expected range", Unit.CHANGE: "inside the expected range, in the unit of the number"}
MOST_NAMED = 2
"""A card names at most this many expectations."""
STATUSES = {ExpectationStatus.FAILS: Status.FAILS, ExpectationStatus.UNDECIDED: Status.UNDECIDED}
"""Status of an answer by the worst status of its expectations."""


def check_answer(run: Run, expectations: Sequence[CheckedExpectation]) -> Answer:
    """Make the answer from the expectations of a run."""
    by_players = {k: [checked for checked in expectations if checked.players == k] for k in run.players}
    findings = {
        k: [Finding(f"{k}p.expectation_{i}", checked.sentence, (checked.estimate,), k) for i, checked in enumerate(group, 1)]
        for k, group in by_players.items()
    }
    table = table_of("expectations", "What was expected and what was found", expectations, COLUMNS)
    how_to_read = HOW_TO_READ.format(level_text(1.0 - run.level))
    cards = tuple(_card(run, k, group, [finding.key for finding in findings[k]]) for k, group in by_players.items() if group)
    rows = [
        HeadlineRow(
            f"{k} players",
            checked.expectation.text,
            checked.distance_inside,
            is_stressed=checked.status is ExpectationStatus.FAILS,
            is_filled=checked.status is not ExpectationStatus.UNDECIDED,
            is_share=checked.is_share,
        )
        for k, group in by_players.items()
        for checked in _worst_first(group)
    ]
    return Answer(
        question="check",
        title="Are the numbers what they are expected to be?",
        findings=tuple(chain.from_iterable(findings.values())),
        in_one_sentence=one_sentence(_clause(k, group) for k, group in by_players.items() if group),
        cards=cards,
        meanings=meanings_of(cards, MEANINGS),
        headline=headline_of(rows, AXES, ABOUT_HEADLINE),
        sections=(Section("expectations", "Expectations", how_to_read, (Panel("", (table,)),)),),
        how_sure=how_sure([run]),
        provenance=provenance([run]),
        status=STATUSES.get(_worst_first(expectations)[0].status, Status.DONE),
    )


def _worst_first(expectations: Sequence[CheckedExpectation]) -> list[CheckedExpectation]:
    """Return the expectations in the order of `WORST_FIRST`."""
    return sorted(expectations, key=lambda checked: WORST_FIRST.index(checked.status))


def _clause(players: int, expectations: Sequence[CheckedExpectation]) -> Clause:
    """Say how many expectations of one number of players fail; if none does, whether all hold."""
    statuses, expectations_text = [checked.status for checked in expectations], counted(len(expectations), "expectation")
    n_failing, n_holding = statuses.count(ExpectationStatus.FAILS), statuses.count(ExpectationStatus.HOLDS)
    if n_failing:
        return Clause(players, f"{n_failing} of {expectations_text} {'fails' if n_failing == 1 else 'fail'}", "no")
    if ExpectationStatus.UNDECIDED in statuses:
        return Clause(players, f"{n_holding} of {expectations_text} hold, the others are undecided", UNDECIDED)
    return Clause(players, "every expectation holds", "yes")


def _card(run: Run, players: int, expectations: Sequence[CheckedExpectation], finding_keys: Sequence[str]) -> Card:
    """Make the card of one number of players: how many expectations hold, and the worst ones in words."""
    statuses = [checked.status for checked in expectations]
    n, n_holding = len(statuses), statuses.count(ExpectationStatus.HOLDS)
    worst_first = _worst_first(expectations)
    texts = [
        f"{checked.expectation.text}: {estimate_text(checked.estimate, is_share=checked.is_share)}, {checked.status.lower()}"
        for checked in worst_first[:MOST_NAMED]
    ]
    word = "; ".join([*texts, *([f"{n - MOST_NAMED} more"] if n > MOST_NAMED else [])])
    basis = f"{basis_text(Result(*run.result_size(players)))}."
    measure = "expectations hold" if n > 1 else "expectation holds"
    tone = TONES[worst_first[0].status]
    return Card(f"{players} players", word, tuple(finding_keys), basis, tone, players, f"{n_holding} of {n}", measure)


#: The JUnit element of an expectation that does not hold.
_ELEMENTS = {ExpectationStatus.FAILS: "failure", ExpectationStatus.UNDECIDED: "error"}


def junit_xml(name: str, expectations: Sequence[CheckedExpectation]) -> str:
    """Return a JUnit test suite with a test for each expectation; an undecided one counts as an error."""
    statuses = [checked.status for checked in expectations]
    counts = {f"{element}s": str(statuses.count(status)) for status, element in _ELEMENTS.items()}
    suite = ET.Element("testsuite", {"name": name, "tests": str(len(statuses)), **counts})
    for checked in expectations:
        test_case = ET.SubElement(
            suite, "testcase", classname=name, name=f"{checked.expectation.text} ({checked.players} players)"
        )
        if checked.status in _ELEMENTS:
            ET.SubElement(test_case, _ELEMENTS[checked.status], message=checked.sentence)
        ET.SubElement(test_case, "system-out").text = checked.sentence
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
