"""Balance as a test: expectations of an experiment's numbers, played until each is known to hold or to fail."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rajas_sim.analysis import load_run
from rajas_sim.analysis.expectations import Answer, Answered, answers
from rajas_sim.analysis.winning.stopping import judge
from rajas_sim.core.errors import InputError
from rajas_sim.experiment.folder.identity import hashes
from rajas_sim.experiment.folder.places import copied_here, place
from rajas_sim.experiment.folder.store import REPORTS, Store
from rajas_sim.experiment.playing.pace import Progress
from rajas_sim.experiment.playing.runner import Mode, run
from rajas_sim.experiment.question.form import Stop
from rajas_sim.experiment.question.resolve import Experiment

if TYPE_CHECKING:
    from distributed import Client


def check(
    experiment: Experiment,
    out: Path | str = REPORTS,
    *,
    blocks: int | None = None,
    workers: int | None = None,
    cluster: Client | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    command: str = "",
) -> tuple[Answered, ...]:
    """Play an experiment until what it expects is known, or as far as it allows, and return the answers.

    The games lie in a folder of their own, ``<name>_check-<hash>``; asked again, no game is played twice.

    Parameters
    ----------
    blocks
        The most that are played; by default those of the experiment.
    out, workers, cluster, on_progress, on_note, command
        As in `rajas_sim.experiment.playing.runner.run`.

    Raises
    ------
    InputError
        If the experiment expects nothing, or something that its games do not have.
    RunError, StrategyError, StoppedError
        As in `run`.
    """
    config = experiment.config
    if not config.expect:
        raise InputError(f'{config.name}: expects nothing; give it expect = ["start_player within 3 points"], or --expect')
    exact = config.stop is not None and config.stop.exact
    stop = Stop(expect=config.expect, max_blocks=blocks or config.most_blocks, exact=exact)
    asked = replace(experiment, config=config.model_copy(update={"name": f"{config.name}_check", "stop": stop}))
    before = Store(place(out) / f"{asked.config.name}-{hashes(asked).run[:8]}").read_manifest()
    is_over = before is not None and before.complete and (before.stop, before.level) != (stop, config.level)
    mode: Mode = "extend" if is_over else "auto"
    played = run(
        asked,
        out,
        workers=workers,
        cluster=cluster,
        mode=mode,
        judge=judge,
        on_progress=on_progress,
        on_note=on_note,
        command=command,
    )
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
