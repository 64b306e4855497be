"""Writing down who looked at the estimates of a run, and when: verdicts after several looks need wider intervals."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rajas_sim.study.config.form import Stop
from rajas_sim.study.folder.manifest import Look, Manifest
from rajas_sim.study.folder.store import Store


def look_now(
    players: int, blocks: int, tolerance: float, level: float, stop: Stop | None = None, is_enough: bool = False
) -> Look:
    """Return a look that is taken at this moment."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return Look(players=players, blocks=blocks, tolerance=tolerance, level=level, at=at, stop=stop, is_enough=is_enough)


def note_looks(folder: Path, tolerance: float | None = None) -> None:
    """Write into the manifest of a run that its verdicts are read now, unless they were read before just as they are.

    `tolerance` is the one they are judged by; by default that of the run.

    Raises
    ------
    InputError, RunError
        If the folder holds no run, cannot be written, or is being written by another run.
    """
    store = Store(folder)
    if new_looks(store.manifest(), tolerance):
        with store.locked():
            manifest = store.manifest()
            changed = manifest.model_copy(update={"looks": (*manifest.looks, *new_looks(manifest, tolerance))})
            store.write_text(store.manifest_file, changed.to_json())


def new_looks(manifest: Manifest, tolerance: float | None = None) -> list[Look]:
    """Return the looks of whoever reads the verdicts of a run now, by its own tolerance or another, but for those known."""
    own = manifest.tolerance if tolerance is None else tolerance
    looks = [look_now(k, n, own, manifest.level) for k, n in manifest.blocks.items() if n]
    known = {(look.players, look.what) for look in manifest.looks}
    return [look for look in looks if (look.players, look.what) not in known]
