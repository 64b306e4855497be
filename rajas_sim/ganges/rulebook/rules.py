"""Rules: every number and reading of one kind of game, as checked data and as the record that kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.errors import InputError, unknown_name
from rajas_sim.core.rulebook import rules as core
from rajas_sim.core.rulebook.restrictions import restricted_things
from rajas_sim.ganges.rulebook.component_form import Components, Earnings
from rajas_sim.ganges.rulebook.component_source import SOURCE
from rajas_sim.ganges.rulebook.layout import RULES, THINGS
from rajas_sim.ganges.rulebook.rules_record import write_record
from rajas_sim.ganges.rulebook.streams import LUCK_FROM, LUCK_SOURCES
from rajas_sim.ganges.rulebook.terms import BOARD, BOARDS
from rajas_sim.ganges.rulebook.things import NAMES, numbers_in_play

#: The board everybody has in a variant; where players may differ, none.
BOARD_OF_ALL = {"base": BOARD.basic, "navaratnas": BOARD.navaratnas, "mixed": None}


@dataclass(frozen=True, eq=False)
class Rules(core.Rules):
    """The rules of one kind of game (core.rulebook.rules)."""

    layout = RULES
    source = SOURCE
    values: Components

    def write_record(self, record: Any) -> None:  # noqa: ANN401 - a record of any layout or value of TOML
        """Fill a zeroed record (rulebook.layout.RULES) with the values."""
        write_record(record, self.values, self.players, self.variant, self.modules)
        self.write_luck(record.luck)
        THINGS.write(record.restricted, restricted_things(self.values.restrict, self.players, self.things))

    @cached_property
    def things(self) -> dict[str, int]:
        """What a seat can be restricted from using in this game: the number of each thing by its name."""
        of_all = BOARD_OF_ALL[self.variant]
        boards = BOARDS if of_all is None else [BOARDS[of_all]]
        numbers = numbers_in_play(self.values, self.variant, self.modules, boards)
        return {NAMES[number]: number for number in numbers}

    @property
    def luck_sources(self) -> dict[str, int]:
        """The sources of luck in play: the number of each by its name."""
        numbers = {name: number for number, name in enumerate(LUCK_SOURCES[: LUCK_FROM.seat + self.players])}
        return {name: number for name, number in numbers.items() if number != LUCK_FROM.river_tiles or "ganga" in self.modules}

    @property
    def luck_of_seats(self) -> tuple[str, ...]:
        """The sources that each seat throws by itself: dice that are taken, and those thrown again."""
        return LUCK_SOURCES[LUCK_FROM.dice : LUCK_FROM.seat]

    @cached_property
    def tile_names(self) -> tuple[str, ...]:
        """Names of the 64 tiles by their number."""
        return self.values.tile_names

    @cached_property
    def yield_tiles(self) -> tuple[tuple[str, Earnings], ...]:
        """Colour and earnings of the yield tiles by their number, the white ones first."""
        return self.values.yield_tiles.numbered

    def boards(self, wanted: Sequence[str | None]) -> NDArray[np.int8]:
        """Return the board of every player (terms.BOARDS), given what each wants; None leaves it to the variant.

        Where players may differ, those who say nothing play on the basic board; if nobody says anything, the first is the
        advanced player.

        Raises
        ------
        InputError
            For every board that does not exist or that the variant does not allow.
        """
        of_all = BOARD_OF_ALL[self.variant]
        if of_all is not None:
            return np.full_like(super().boards(wanted), of_all)
        problems = [f"board: {unknown_name('board', name, BOARDS)}" for name in wanted if name and name not in BOARDS]
        if problems:
            raise InputError(problems)
        chosen = [BOARDS.index(name) if name else BOARD.basic for name in wanted]
        if not any(wanted):
            chosen[0] = BOARD.navaratnas
        return np.array(chosen, np.int8)
