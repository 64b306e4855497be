"""What tells runs of one experiment apart: the keys of their experiments that differ."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rajas_sim.core.errors import InputError
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.toml_text import value_text
from rajas_sim.study.folder.store import RunFolder

SAID_ELSEWHERE = ("name", "question", "blocks", "tables")
"""Keys of an experiment that a list of runs shows in other columns, or does not show."""
SAID_FIRST = ("game", "players", *Config.model_fields)
"""The order of the keys; those of other tables come last."""
LONGEST_VALUE = 40
"""Longer values are cut after so many characters."""


def differing_settings(reports: Path, runs: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return, for each run below a folder, the keys of its experiment whose values differ between these runs.

    Keys of nested tables are dotted; ``components`` is the name of the box. A run that cannot be read is left out of the
    comparison.
    """
    if len(runs) < 2:
        return {run: {} for run in runs}
    settings = {run: _settings_of(reports / run) for run in runs}
    keys = dict.fromkeys(key for values in settings.values() for key in values)
    differing_keys = [key for key in keys if len({values.get(key) for values in settings.values() if values}) > 1]
    differing_keys.sort(key=_rank)
    return {run: {key: values[key] for key in differing_keys if key in values} for run, values in settings.items()}


def _rank(key: str) -> int:
    """Return the place of a dotted key among the settings of a run."""
    first_key = key.partition(".")[0]
    return SAID_FIRST.index(first_key) if first_key in SAID_FIRST else len(SAID_FIRST)


def settings_text(settings: Mapping[str, str]) -> str:
    """Return settings on one line, as TOML writes them."""
    return "; ".join(f"{key} = {value}" for key, value in settings.items())


def settings_in_words(settings: Mapping[str, str]) -> str:
    """Return settings on one line, in words.

    >>> settings_in_words({"players": "[2, 3]", "line_up": '["strong"]', "max_rounds": "4", "components": "mine"})
    '2, 3 players; strong; max rounds 4; box mine'
    """
    texts = {"players": "{} players", "line_up": "{}", "components": "box {}"}
    words = {key: re.sub(r'[][{}"]', "", value).replace(" = ", " ").strip() for key, value in settings.items()}
    return "; ".join(texts.get(key, f"{re.sub('[._]', ' ', key)} {{}}").format(text) for key, text in words.items())


def _settings_of(folder: Path) -> dict[str, str]:
    """Return the values in short of a run's experiment, by dotted key; empty if the run cannot be read."""
    try:
        box = RunFolder(folder).manifest().components.name
        document = tomllib.loads(RunFolder(folder).config_file.read_text(encoding="utf-8"))
    except (OSError, ValueError, InputError):
        return {}
    return {key: value for key, value in _flattened(document) if key not in SAID_ELSEWHERE} | {"components": box}


def _flattened(table: Mapping[str, object], beginning: str = "") -> Iterator[tuple[str, str]]:
    """Yield the keys of a table and of the tables in it, dotted, with their values in short; empty lists are left out."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flattened(value, f"{beginning}{key}.")
        elif value != []:
            entries = value if isinstance(value, list) else []
            names = [str(entry["name"]) for entry in entries if isinstance(entry, dict) and "name" in entry]
            text = ", ".join(names) or value_text(value)
            yield f"{beginning}{key}", text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
