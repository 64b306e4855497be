"""The identity of a run: hashes of everything that determines the games, and versions.

A *digest* is a SHA-256 of the content of one thing: a rule set, a strategy, the sources. The *hashes* of a run are the digests
that its manifest keeps. The digest of all the others together gives the run folder its name.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from rajas_sim.core.engine.code_cache import PACKAGE, is_drawing
from rajas_sim.core.games import GAMES, game_files
from rajas_sim.core.strategies.source_code import code_of
from rajas_sim.study.config.form import Config, most_blocks_of
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.manifest import Hashes
from rajas_sim.version import __version__

# Keys that change no game: what is asked of the games, and how many games there are.
NOT_OF_THE_GAMES = {"name", "question", "about", "blocks", "stop", "expect", "level", "tolerance", "components", "strategies"}
# Keys that are hashed in their resolved form, so that it does not matter how they are written: the names and rules of the arms,
# in order, and, if several line-ups are asked about separately, these line-ups and how many blocks each plays.
RESOLVED = {"arms", "sweep", "mirror", "line_ups"}


def digest(content: object) -> str:
    """Return a SHA-256 of anything JSON can hold, independent of the order of keys."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def hashes(experiment: Experiment) -> Hashes:
    """Return the hashes of everything that determines the games of a run."""
    rules = experiment.rules
    strategies = {label: strategy.digest() for label, strategy in experiment.strategies.items()}
    parts = {
        "config": digest(_config_of_games(experiment)),
        "rules": digest({str(k): [r.digest() for r in arms] for k, arms in rules.items()}),
        "components": digest({str(k): arms[0].digest() for k, arms in rules.items()}),
        "strategies": digest(strategies),
        "engine": engine_digest(experiment.game.name),
    }
    return Hashes(run=digest(parts), **parts)


def run_name(name: str, run_hashes: Hashes) -> str:
    """Return the name of a run's folder, given the name of its experiment."""
    return f"{name}-{run_hashes.run[:8]}"


def engine_digest(game: str) -> str:
    """Return a digest of the sources that play a game: the core and the game, without the files that only draw.

    For a game in one plain Python file, only the code counts, not comments and docstrings.
    """
    sha = hashlib.sha256()
    is_plain = game not in GAMES
    for folder in (PACKAGE / "core", PACKAGE / ("plain" if is_plain else game)):
        for path in sorted(path for path in folder.rglob("*.py") if not is_drawing(path)):
            sha.update(str(path.relative_to(PACKAGE)).encode())
            sha.update(path.read_bytes())
    if is_plain:
        sha.update(code_of(game_files()[game]))
    return sha.hexdigest()


def versions() -> dict[str, str]:
    """Return the versions a run depends on."""
    libraries = {name: version(name) for name in ("numpy", "numba", "polars")}
    return {"rajas": __version__, "python": platform.python_version(), **libraries}


def _config_of_games(experiment: Experiment) -> Mapping[str, Any]:
    """Return the keys of the config that determine the games, in the form that is hashed."""
    config, tables = experiment.config, experiment.tables
    document = config.model_dump(mode="json", exclude=NOT_OF_THE_GAMES | RESOLVED | set(config.model_extra or {}))
    arms = [{"name": name, **asdict(rules)} for name, rules in experiment.rules_of_arms.items()]
    return {**document, **_line_ups_document(config), "arms": arms, "players": sorted(config.players), "tables": sorted(tables)}


def _line_ups_document(config: Config) -> Mapping[str, Any]:
    """Return the line-ups that are asked about separately, in the same form however mirrored strategies were written."""
    asked_line_ups = config.asked_line_ups
    if all(labels == (label,) for label, labels in asked_line_ups.items()):
        mirror_document = {
            "mirror": {label: config.choice(label).blocks for label in asked_line_ups},
            "line_up": list(asked_line_ups),
        }
        return mirror_document if asked_line_ups else {}
    return {"line_ups": [[name, labels, most_blocks_of(labels, config.strategies)] for name, labels in asked_line_ups.items()]}
