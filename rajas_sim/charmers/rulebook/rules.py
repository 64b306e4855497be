"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rajas_sim.charmers.rulebook.component_form import Components, Sheet
from rajas_sim.charmers.rulebook.component_source import KIT
from rajas_sim.charmers.rulebook.layout import RULES
from rajas_sim.charmers.rulebook.rules_record import write_record
from rajas_sim.core.rulebook import rules as core


@dataclass(frozen=True)
class Rules(core.Rules):
    """The rules of one kind of game (core.rulebook.rules)."""

    layout = RULES
    kit = KIT
    values: Components

    def write_record(self, record: Any) -> None:
        """Fill a zeroed record (rulebook.layout.RULES) with the values."""
        write_record(record, self)

    @property
    def sheet(self) -> Sheet:
        """The side of the pad that is played on."""
        sheet: Sheet = getattr(self.values.sheets, self.variant)
        return sheet


def rules(
    players: int,
    variant: str = "sun",
    modules: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
) -> Rules:
    """Return the rules for a number of players.

    Parameters
    ----------
    variant
        The side of the playing pad, ``sun`` or ``moon``.
    modules
        There are none.
    overrides
        New values by dotted path, such as ``{"setup.karma": 2, "sheets.sun.river.10.earns": {"money": 5}}``.
    components
        A component file instead of the shipped reference.

    Raises
    ------
    InputError
        With all problems: impossible number of players, unknown variant or module, unknown path, value out of range.
    """
    return Rules.resolve(players, variant, modules, overrides, components)
