"""Values of positions as files: the numbers of a network for each variant and number of players."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.errors import InputError
from rajas_sim.core.strategies.tuned_values import LearnedNumbers
from rajas_sim.core.valuing.inputs import PositionInputs
from rajas_sim.core.valuing.network import layer_sizes

ABOUT = "about"
"""The entry that says what the file holds, as JSON; all others are arrays ``VARIANT.PLAYERS``."""
MOST_BYTES = 100_000_000


def inputs_digest(inputs: PositionInputs) -> str:
    """Return a digest of the names of inputs: a value that was learned from others means nothing."""
    return hashlib.sha256(json.dumps([inputs.seat, inputs.shared]).encode()).hexdigest()[:16]


def write_value(
    path: Path, inputs: PositionInputs, networks: Mapping[tuple[str, int], NDArray[Any]], about: Mapping[str, Any]
) -> None:
    """Write networks as a file, numbers in single precision.

    Parameters
    ----------
    networks
        By variant and number of players.
    about
        Where they come from: what can be written as JSON.

    Raises
    ------
    InputError
        If a network has another size.
    """
    arrays = {}
    for (variant, players), numbers in networks.items():
        _require_size(str(path), inputs, variant, players, len(numbers))
        arrays[f"{variant}.{players}"] = np.asarray(numbers, np.float32)
    document = {"inputs": inputs_digest(inputs), "sha256": _checksum(arrays), **about}
    entries: dict[str, Any] = {ABOUT: np.array(json.dumps(document)), **arrays}
    np.savez_compressed(path, **entries)


def read_value(path: Path, inputs: PositionInputs) -> LearnedNumbers:
    """Return the networks of a file, by variant and number of players.

    Raises
    ------
    InputError
        If it cannot be read, is damaged, or was learned from other inputs.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: is no value of positions: it is larger than {MOST_BYTES:,} bytes")
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        document = json.loads(str(arrays.pop(ABOUT)))
        keys = {name: (name.rpartition(".")[0], int(name.rpartition(".")[2])) for name in arrays}
        is_whole = document["sha256"] == _checksum(arrays)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: cannot be read as a value of positions: {error}") from None
    if not is_whole:
        raise InputError(f"{path}: is damaged: its numbers are not those that were written")
    if document.get("inputs") != inputs_digest(inputs):
        raise InputError(f"{path}: was learned from other inputs; it must be learned again")
    for name, (variant, players) in keys.items():
        _require_size(str(path), inputs, variant, players, arrays[name].size)
    return {keys[name]: tuple(array.astype(np.float64).ravel().tolist()) for name, array in arrays.items()}


def _require_size(name: str, inputs: PositionInputs, variant: str, players: int, size: int) -> None:
    n = layer_sizes(players, len(inputs.seat), len(inputs.shared)).n_numbers
    if size != n:
        raise InputError(f"{name}: the value for {variant} and {players} players has {size:,} numbers; {n:,} are needed")


def _checksum(arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode() + np.ascontiguousarray(arrays[name], np.float32).tobytes())
    return digest.hexdigest()
