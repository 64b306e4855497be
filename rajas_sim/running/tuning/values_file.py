"""The file with the values that a tuning found and where they come from; a strategy may have one beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from rajas_sim.core.errors import RunError
from rajas_sim.core.rulebook.component_file import parse_toml
from rajas_sim.running.tuning.load import Kind, Tuning
from rajas_sim.study.config.form import ChosenStrategy
from rajas_sim.study.folder.places import write_file
from rajas_sim.version import __version__

if TYPE_CHECKING:
    from rajas_sim.analysis.statistics.estimate import Estimate

#: The tables of the file, each by variant and number of players.
TABLES = ("values", "corrections", "provenance")


@dataclass(frozen=True)
class TunedKind:
    """The result of a tuning for one kind of game.

    Attributes
    ----------
    values
        The values of all parameters.
    corrections
        What was learned in lessons, as a table of the file; None if there were no lessons.
    step
        How far the strategy went towards the fitted network; None if there were no lessons.
    generations, games
        How many generations and games were played.
    most_games
        How many games would have been played if no candidate had been stopped early.
    shares
        Label -> win share of the result: first against the strategy before tuning, then against each other opponent.
    """

    kind: Kind
    values: Mapping[str, float]
    generations: int
    games: int
    most_games: int
    shares: tuple[tuple[str, Estimate], ...]
    corrections: Mapping[str, Any] | None = None
    step: float | None = None

    @property
    def is_better(self) -> bool:
        """Whether the result is shown to win more than the strategy before: the interval lies above an even share."""
        return self.shares[0][1].low > 1 / self.kind.players


def values_text(tuning: Tuning, tuned_kinds: Sequence[TunedKind], command: str) -> str:
    """Return results as the text of a file, without a date: tables such as ``[values.VARIANT.PLAYERS]`` and their provenance."""
    document: dict[str, Any] = {"values": {}, "provenance": {}}
    for tuned in tuned_kinds:
        kind = tuned.kind
        document["values"].setdefault(kind.variant, {})[str(kind.players)] = dict(tuned.values)
        document["provenance"].setdefault(kind.variant, {})[str(kind.players)] = provenance(tuning, tuned, command)
        if tuned.corrections is not None:
            document.setdefault("corrections", {}).setdefault(kind.variant, {})[str(kind.players)] = tuned.corrections
    return tomli_w.dumps(document)


def provenance(tuning: Tuning, tuned: TunedKind, command: str) -> dict[str, Any]:
    """Return where a result comes from, and its win shares on fresh luck."""
    config, kind = tuning.config, tuned.kind
    strategies = {label: _choice_document(choice) for label, choice in config.strategies.items()}
    return {
        **({"command": command} if command else {}),
        "version": __version__,
        "components": kind.rules.components["name"],
        "components_digest": kind.rules.digest()[:16],
        "modules": list(kind.rules.modules),
        "seed": config.seed,
        **_settings_of_method(tuning, tuned),
        "games": tuned.games,
        "opponents": list(tuning.opponents),
        **({"strategies": strategies} if strategies else {}),
        "result": [
            {
                "against": label,
                "win_share": round(share.value, 4),
                "low": round(share.low, 4),
                "high": round(share.high, 4),
                "level": share.level,
                "blocks": share.n,
                "method": share.method,
            }
            for label, share in tuned.shares
        ],
    }


def _settings_of_method(tuning: Tuning, tuned: TunedKind) -> dict[str, Any]:
    """Return how values were found, for their provenance: by learning a value of positions, by lessons, or by a search."""
    config = tuning.config
    if config.value is not None:
        return {"judged": tuning.strategy.name, **config.value.model_dump(mode="json")}
    if config.lessons is not None:
        return {"corrected": tuning.strategy.name, **config.lessons.model_dump(mode="json"), "step": tuned.step}
    return {
        "generations": tuned.generations,
        "population": config.population,
        "blocks": config.blocks,
        "tuned": list(tuning.parameters),
    }


def _choice_document(choice: ChosenStrategy) -> dict[str, Any]:
    """Return what a label stands for; a strategy file without its folder, since other machines have other folders."""
    name = Path(choice.strategy).name if choice.strategy.endswith(".py") else choice.strategy
    return choice.model_dump(mode="json", exclude_defaults=True) | {"strategy": name}


def read_values(path: Path) -> dict[str, Any]:
    """Return the tables of a values file by name (`TABLES`); empty if there is no file.

    Raises
    ------
    RunError
        If the file exists but is no values file.
    """
    if not path.exists():
        return {}
    refusal = f"{path}: holds no values of strategies, and was not changed"
    try:
        document = parse_toml(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise RunError(f"{refusal}: {error}") from None
    for name, table in document.items():
        if name not in TABLES or not isinstance(table, dict) or not all(isinstance(rows, dict) for rows in table.values()):
            raise RunError(f"{refusal}: found {name!r}; it may have {', '.join(TABLES)}")
    return document


def results_not_better(path: Path, tuned_kinds: Sequence[TunedKind]) -> tuple[TunedKind, ...]:
    """Return the results that a file keeps out: it has values for these games, and the new ones are not shown to be better."""
    values_in_file = read_values(path).get("values", {})
    return tuple(
        tuned
        for tuned in tuned_kinds
        if not tuned.is_better and str(tuned.kind.players) in values_in_file.get(tuned.kind.variant, {})
    )


def write_values(path: Path, text: str) -> None:
    """Write values, a text of `values_text`, to a file.

    Values there for other variants and numbers of players are kept.

    Raises
    ------
    RunError
        If the file exists but is no values file, or cannot be written.
    """
    document = read_values(path)
    for table, rows_by_variant in tomllib.loads(text).items():
        for variant, row_by_players in rows_by_variant.items():
            document.setdefault(table, {}).setdefault(variant, {}).update(row_by_players)
    write_file(path, tomli_w.dumps(document))
