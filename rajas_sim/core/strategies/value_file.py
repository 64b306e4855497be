"""Files of position values: the numbers of a network for each variant and number of players."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.errors import InputError
from rajas_sim.core.judging.position_inputs import PositionInputs
from rajas_sim.core.judging.value_network import layer_sizes
from rajas_sim.core.strategies.tuned_values import LearnedNumbers

ABOUT = "about"
"""The entry that describes the file, as JSON; all others are arrays called ``VARIANT.PLAYERS`` or ``VARIANT,VARIANT.PLAYERS``."""
#: A larger file is refused before it is read.
MOST_BYTES = 100_000_000


def inputs_digest(inputs: PositionInputs) -> str:
    """Return a digest of the names of inputs; a value that was learned from other inputs is meaningless."""
    return hashlib.sha256(json.dumps([inputs.seat, inputs.shared]).encode()).hexdigest()[:16]


def value_content(inputs: PositionInputs, networks: Mapping[tuple[str, int], NDArray[Any]], about: Mapping[str, Any]) -> bytes:
    """Return networks as the content of a file, with numbers in single precision.

    Parameters
    ----------
    networks
        The numbers by variant and number of players. Variants with the same network share its numbers in the file.
    about
        Where the networks come from, in a form that JSON can hold.

    Raises
    ------
    InputError
        If a network has the wrong size.
    """
    variants_of: dict[tuple[int, bytes], list[str]] = {}
    for (variant, players), numbers in networks.items():
        _require_size(inputs, variant, players, len(numbers))
        variants_of.setdefault((players, np.asarray(numbers, np.float32).tobytes()), []).append(variant)
    arrays = {
        f"{','.join(sorted(variants))}.{players}": np.frombuffer(content, np.float32)
        for (players, content), variants in variants_of.items()
    }
    document = {"inputs": inputs_digest(inputs), "sha256": _checksum(arrays), **about}
    entries: dict[str, Any] = {ABOUT: np.array(json.dumps(document)), **arrays}
    content = io.BytesIO()
    np.savez_compressed(content, **entries)
    return content.getvalue()


class ValueFile(NamedTuple):
    """The content of a file of values.

    Attributes
    ----------
    networks
        The numbers by variant and number of players.
    about
        Where the networks come from.
    """

    networks: LearnedNumbers
    about: Mapping[str, Any]


def read_value(path: Path, inputs: PositionInputs) -> ValueFile:
    """Return the networks of a file, and where they come from.

    Raises
    ------
    InputError
        If the file cannot be read, is damaged, or was learned from other inputs.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: is no value of positions: it is larger than {MOST_BYTES:,} bytes")
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        document = json.loads(str(arrays.pop(ABOUT)))
        keys = {name: _keys_of(name) for name in arrays}
        is_whole = document["sha256"] == _checksum(arrays)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: cannot be read as a value of positions: {error}") from None
    if not is_whole:
        raise InputError(f"{path}: is damaged: its numbers are not those that were written")
    if document.pop("inputs", None) != inputs_digest(inputs):
        raise InputError(f"{path}: was learned from other inputs; it must be learned again")
    del document["sha256"]
    networks = {}
    for name, array in arrays.items():
        numbers = tuple(array.astype(np.float64).ravel().tolist())
        for variant, players in keys[name]:
            _require_size(inputs, variant, players, array.size, f"{path}: ")
            networks[variant, players] = numbers
    return ValueFile(networks, document)


def _keys_of(name: str) -> list[tuple[str, int]]:
    """Return the pairs of variant and number of players that an entry is for."""
    variants, _, players = name.rpartition(".")
    return [(variant, int(players)) for variant in variants.split(",")]


def _require_size(inputs: PositionInputs, variant: str, players: int, size: int, where: str = "") -> None:
    """Refuse a network whose size does not fit the inputs and players; the message begins with `where`."""
    n = layer_sizes(players, len(inputs.seat), len(inputs.shared)).n_numbers
    if size != n:
        raise InputError(f"{where}the value for {variant} and {players} players has {size:,} numbers; {n:,} are needed")


def _checksum(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return a digest of the names of arrays and of their numbers in single precision."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode() + np.ascontiguousarray(arrays[name], np.float32).tobytes())
    return digest.hexdigest()
