"""Playing an experiment until its expectations are known to hold or to fail."""

from __future__ import annotations

from dataclasses import dataclass

from rajas_sim.analysis import Run, load_run
from rajas_sim.analysis.expectations import CheckedExpectation, checked_expectations
from rajas_sim.core.errors import InputError
from rajas_sim.questions.runner import Runner
from rajas_sim.running.planning import Mode
from rajas_sim.study.config.form import Stop
from rajas_sim.study.config.resolve import Experiment, resolve
from rajas_sim.study.folder.identity import hashes
from rajas_sim.study.folder.places import copied_here, place
from rajas_sim.study.folder.store import Store


@dataclass(frozen=True)
class CheckedRun:
    """A run, and whether what was expected of it holds."""

    run: Run
    expectations: tuple[CheckedExpectation, ...]


def play_check(experiment: Experiment, runner: Runner, blocks: int | None = None) -> CheckedRun:
    """Play an experiment by its own rules until what it expects is known, or as far as it allows.

    The games lie in ``<name>_check-<hash>``; asked again, no game is played twice.

    Parameters
    ----------
    blocks
        The most that are played; by default those of the experiment.

    Raises
    ------
    InputError
        If the experiment expects nothing, or something that its games do not have.
    """
    config = experiment.config
    if not config.expect:
        raise InputError(f'{config.name}: expects nothing; give it expect = ["start_player within 3 points"], or --expect')
    exact = config.stop is not None and config.stop.exact
    stop = Stop(expect=config.expect, max_blocks=blocks or config.most_blocks, exact=exact)
    asked = resolve(config.without_questions(name=f"{config.name}_check", stop=stop))
    before = Store(place(runner.out) / f"{asked.config.name}-{hashes(asked).run[:8]}").read_manifest()
    is_over = before is not None and before.complete and (before.stop, before.level) != (stop, config.level)
    mode: Mode = "extend" if is_over else "auto"
    run = load_run(copied_here(runner.run(asked, mode=mode).folder))
    return CheckedRun(run, tuple(each for k in run.players for each in checked_expectations(run, k)))
