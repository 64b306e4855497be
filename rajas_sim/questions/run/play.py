"""Playing an experiment, writing down that it was looked at, and writing its report."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rajas_sim.analysis import findings, load_run
from rajas_sim.analysis.answer import Answer
from rajas_sim.analysis.formatting import counted, listed
from rajas_sim.analysis.results import rulings
from rajas_sim.questions.run.answer import run_answer
from rajas_sim.questions.run.write import write_pages
from rajas_sim.questions.runner import Runner
from rajas_sim.running.planning import Mode
from rajas_sim.running.runner import RunResult
from rajas_sim.running.signals import adding_when_stopped
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.notes import note_looks, note_verdicts, write_label
from rajas_sim.study.folder.places import copied_here, copied_there


def play_run(experiment: Experiment, runner: Runner, *, mode: Mode, label: str | None, writes_report: bool) -> Answer:
    """Play what is missing of an experiment, and answer.

    Parameters
    ----------
    mode
        Whether an earlier run must be there, or is extended.
    label
        What the run is called from now on; None changes nothing.
    writes_report
        Whether its page is written.
    """
    config = experiment.config
    result = runner.run(experiment, mode=mode)
    kept = f"all games are kept in {result.folder}; this writes the report:\n  rajas report {result.folder}"
    with adding_when_stopped(kept):
        if label is not None:
            write_label(result.folder, label)
        copy = copied_here(result.folder)
        run = load_run(copy, tolerance=config.tolerance)
        note_looks(copy, config.tolerance)
        results = findings(run)
        if run.tolerance == run.manifest.tolerance:
            note_verdicts(copy, run.manifest, rulings(results))
        answer = run_answer(run, results)
        files = {"Run": str(result.folder)}
        if writes_report:
            files["Report"] = str(result.folder / write_pages(run, results, answer).name)
        copied_there(copy, result.folder)
    return replace(
        answer,
        remarks=tuple(_remarks(experiment, result, [run.manifest.is_stopped(k) for k in run.players])),
        files=files,
        brief=str(result.folder),
        provenance=replace(answer.provenance, pace=_pace(result)),
    )


def _pace(result: RunResult) -> dict[str, float]:
    timings = {name: float(value) for name, value in result.timings.model_dump().items() if value is not None}
    return {"new_games": result.n_new_games, **timings}


def _remarks(experiment: Experiment, result: RunResult, stopped: list[bool]) -> Iterator[str]:
    """Say what was played, how fast, and what a block is where that is not plain."""
    if result.n_new_games:
        timings = result.timings
        rate = f"{timings.games_per_s:,.{0 if timings.games_per_s >= 10 else 1}f} games/s"
        memory = f", {timings.peak_memory_mib:,.0f} MiB" if math.isfinite(timings.peak_memory_mib) else ""
        yield f"Played {result.n_new_games:,} games: {rate} with {counted(timings.workers, 'worker')}{memory}."
    else:
        yield "This run was finished before; no game was played, and all its games are reported."
        if all(stopped):
            yield "It ended by its rule. To go on: another rule, or none, and --extend. For other luck: --seed N"
        else:
            yield "For more blocks: --blocks N --extend. For other luck: --seed N"
    if result.n_new_games > sum(result.games.values()):
        yield "Games finished after the stopping point were discarded, so the results do not depend on the speed of workers."
    yield f"Games   {', '.join(f'{n:,} with {k} players' for k, n in result.games.items())}"
    if why := _why_several(experiment):
        yield f"        {why}"


def _why_several(experiment: Experiment) -> str:
    """Say why a block has several games although one strategy plays every seat; empty where it has one, or they differ."""
    design = experiment.design
    mirrors = {
        line_up[0]
        for k in design.players
        for line_up, n in zip(design.line_ups[k], design.rotations[k], strict=True)
        if n > 1 and len(set(line_up)) == 1
    }
    if not mirrors:
        return ""
    with_chance = sorted(label for label in mirrors if not experiment.strategies[label].is_deterministic)
    verb = "decides" if len(with_chance) == 1 else "decide"
    who = f"{listed(with_chance)} {verb} by chance" if with_chance else "the seats have different boards"
    return f"A block has several games, though one strategy plays every seat: {who}, so another seating gives another game."
