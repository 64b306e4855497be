"""Balance as a test: expectations of an experiment's numbers, played until each is known to hold or to fail."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from rajas_sim.analysis import load_run
from rajas_sim.analysis.expectations import Answer, Answered, answers
from rajas_sim.analysis.winning.stopping import judge
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.identity import hashes
from rajas_sim.experiment.folder.places import copied_here, place
from rajas_sim.experiment.folder.store import Store
from rajas_sim.experiment.playing.runner import Mode
from rajas_sim.experiment.question.form import Stop
from rajas_sim.experiment.question.resolve import Experiment, resolve
from rajas_sim.questions.runner import Runner


def check(experiment: Experiment, playing: Runner, *, blocks: int | None = None) -> tuple[Answered, ...]:
    """Play an experiment by its own rules until what it expects is known, or as far as it allows, and return the answers.

    The games lie in a folder of their own, ``<name>_check-<hash>``; asked again, no game is played twice.

    Parameters
    ----------
    blocks
        The most that are played; by default those of the experiment.
    playing
        Where and how.

    Raises
    ------
    InputError
        If the experiment expects nothing, or something that its games do not have.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.experiment.playing.runner.run`.
    """
    config = experiment.config
    if not config.expect:
        raise InputError(f'{config.name}: expects nothing; give it expect = ["start_player within 3 points"], or --expect')
    exact = config.stop is not None and config.stop.exact
    stop = Stop(expect=config.expect, max_blocks=blocks or config.most_blocks, exact=exact)
    asked = resolve(config.without_questions(name=f"{config.name}_check", stop=stop))
    before = Store(place(playing.out) / f"{asked.config.name}-{hashes(asked).run[:8]}").read_manifest()
    is_over = before is not None and before.complete and (before.stop, before.level) != (stop, config.level)
    mode: Mode = "extend" if is_over else "auto"
    played = playing.run(asked, mode=mode, judge=judge)
    found = load_run(copied_here(played.folder))
    return tuple(own for k in found.players for own in answers(found, k))


def junit_xml(name: str, found: Sequence[Answered]) -> str:
    """Return the answers as a JUnit test suite; what is undecided is an error there, what fails a failure."""
    kinds = [own.answer for own in found]
    counts = {"tests": len(found), "failures": kinds.count(Answer.FAILS), "errors": kinds.count(Answer.UNDECIDED)}
    suite = ET.Element("testsuite", {"name": name, **{key: str(n) for key, n in counts.items()}})
    for own in found:
        case = ET.SubElement(suite, "testcase", classname=name, name=f"{own.expectation.text} ({own.players} players)")
        if own.answer is not Answer.HOLDS:
            ET.SubElement(case, "failure" if own.answer is Answer.FAILS else "error", message=own.sentence)
        ET.SubElement(case, "system-out").text = own.sentence
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
