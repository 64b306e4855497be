"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rajas_sim.charmers.rulebook.boxes import things_in_play
from rajas_sim.charmers.rulebook.component_form import Components, Sheet
from rajas_sim.charmers.rulebook.component_source import SOURCE
from rajas_sim.charmers.rulebook.layout import RULES, THINGS
from rajas_sim.charmers.rulebook.rules_record import write_record
from rajas_sim.charmers.rulebook.streams import LUCK_FROM, LUCK_SOURCES
from rajas_sim.core.rulebook import rules as core
from rajas_sim.core.rulebook.restrictions import restricted_things


@dataclass(frozen=True, eq=False)
class Rules(core.Rules):
    """The rules of one kind of game (core.rulebook.rules)."""

    layout = RULES
    source = SOURCE
    values: Components

    def write_record(self, record: Any) -> None:  # noqa: ANN401 - a record of any layout or value of TOML
        """Fill a zeroed record (rulebook.layout.RULES) with the values."""
        write_record(record, self.values, self.players, self.sheet)
        self.write_luck(record.luck)
        THINGS.write(record.restricted, restricted_things(self.values.restrict, self.players, things_in_play(record)))

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck in play: the number of each by its name."""
        return {name: number for number, name in enumerate(LUCK_SOURCES[: LUCK_FROM.seat + self.players])}

    @property
    def luck_of_seats(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself: dice rolled with karma."""
        return LUCK_SOURCES[LUCK_FROM.karma : LUCK_FROM.seat]

    @property
    def things(self) -> dict[str, int]:
        """What a seat can be restricted from using in this game: the number of each thing by its name."""
        return things_in_play(self.record)

    @property
    def sheet(self) -> Sheet:
        """The side of the pad that is played on."""
        sheet: Sheet = getattr(self.values.sheets, self.variant)
        return sheet
