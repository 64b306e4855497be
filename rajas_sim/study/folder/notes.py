"""Notes about a run besides its games: its label, the last verdicts about its seats, and the looks at it.

None of them changes a game. Looks are kept in the manifest, since verdicts after several looks need wider intervals.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rajas_sim.core.errors import InputError
from rajas_sim.study.config.form import Stop
from rajas_sim.study.folder.manifest import Look, Manifest
from rajas_sim.study.folder.places import is_local, write_file
from rajas_sim.study.folder.store import RunFolder

LABEL, VERDICTS = "label.txt", "verdicts.json"
LONGEST_LABEL = 60


def label_of(folder: Path) -> str:
    """Return the label of a run; empty if it has none."""
    try:
        return (folder / LABEL).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def checked_label(label: str) -> str:
    """Return a label without spaces around it.

    Raises
    ------
    InputError
        If it is empty, too long, has unprintable characters, or could be taken for a path or an option.
    """
    text = label.strip()
    if not text or len(text) > LONGEST_LABEL or not text.isprintable() or text.startswith("-") or {"/", "\\"} & {*text}:
        raise InputError(f"a label is 1 to {LONGEST_LABEL} letters, digits or spaces without a slash, found {label!r}")
    return text


def write_label(folder: Path, label: str) -> None:
    """Give a run a label by which users can find it.

    Raises
    ------
    InputError
        If the label is not allowed, or another run beside this one has it.
    RunError
        If it cannot be written.
    """
    text = checked_label(label)
    run = folder.resolve() if is_local(folder) else folder
    other_runs = [file.parent for file in run.parent.glob(f"*/{LABEL}") if file.parent.name != run.name]
    if runs_with_label := [other_run for other_run in other_runs if label_of(other_run) == text]:
        raise InputError(f"the label {text!r} is already used by {runs_with_label[0].name}")
    write_file(folder / LABEL, f"{text}\n")


def note_verdicts(folder: Path, manifest: Manifest, rulings: Mapping[int, Sequence[str]], sentence: str) -> None:
    """Store the verdicts about the seats of the baseline, by number of players, and the answer in a sentence.

    `sentence` is empty if the run asks about nothing but these seats.
    """
    content = {
        "sentence": sentence,
        "blocks": manifest.blocks,
        "tolerance": manifest.tolerance,
        "rulings": {k: list(rulings_of_seats) for k, rulings_of_seats in rulings.items()},
    }
    write_file(folder / VERDICTS, json.dumps(content))


def verdicts_of(folder: Path, manifest: Manifest) -> dict[int, list[str]] | None:
    """Return the stored verdicts, by number of players; None if there are none for the present games and tolerance."""
    try:
        rulings = _stored_answer(folder, manifest)["rulings"]
        return {int(k): [str(ruling) for ruling in rulings_of_seats] for k, rulings_of_seats in rulings.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def sentence_of(folder: Path, manifest: Manifest) -> str:
    """Return the stored answer; empty if the run asks about its seats, or if none is for the present games and tolerance."""
    try:
        return str(_stored_answer(folder, manifest).get("sentence", ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def _stored_answer(folder: Path, manifest: Manifest) -> dict[str, Any]:
    """Return what `note_verdicts` stored; empty if that was for other games or another tolerance."""
    content: dict[str, Any] = json.loads((folder / VERDICTS).read_bytes())
    blocks = {str(k): n for k, n in manifest.blocks.items()}
    return content if (content["blocks"], content["tolerance"]) == (blocks, manifest.tolerance) else {}


def day_of(folder: Path, manifest: Manifest) -> str:
    """Return the day on which a run was last played or looked at, in UTC, as ``2026-11-23``."""
    if manifest.looks:
        return manifest.looks[-1].at[:10]
    return datetime.fromtimestamp((folder / "manifest.json").stat().st_mtime, UTC).date().isoformat()


def look_now(  # noqa: PLR0913 - what a look consists of
    players: int, blocks: int, tolerance: float, level: float, stop: Stop | None = None, is_enough: bool = False
) -> Look:
    """Return a look with the current time."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return Look(players=players, blocks=blocks, tolerance=tolerance, level=level, at=at, stop=stop, is_enough=is_enough)


def note_looks(folder: Path, tolerance: float | None = None) -> None:
    """Write into the manifest of a run that a reader sees its verdicts now, unless the same look is there already.

    `tolerance` is the one that the verdicts use; by default that of the run.

    Raises
    ------
    InputError, RunError
        If the folder holds no run, cannot be written, or another run is writing into it.
    """
    run_folder = RunFolder(folder)
    if new_looks(run_folder.manifest(), tolerance):
        with run_folder.locked():
            manifest = run_folder.manifest()
            changed = manifest.model_copy(update={"looks": (*manifest.looks, *new_looks(manifest, tolerance))})
            write_file(run_folder.manifest_file, changed.to_json())


def new_looks(manifest: Manifest, tolerance: float | None = None) -> list[Look]:
    """Return the looks of a reader now, without those already in the manifest; `tolerance` is by default the run's."""
    judging_tolerance = manifest.tolerance if tolerance is None else tolerance
    looks = [look_now(k, n, judging_tolerance, manifest.level) for k, n in manifest.blocks.items() if n]
    known = {(look.players, look.subject) for look in manifest.looks}
    return [look for look in looks if (look.players, look.subject) not in known]
