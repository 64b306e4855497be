"""What is the same in every game as the rooms above see it (core.game.Game)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.playing.audit_log import Audit
from rajas_sim.core.playing.batch import Match
from rajas_sim.core.playing.columns import Columns
from rajas_sim.core.playing.one_game import GameRecord
from rajas_sim.core.rulebook.component_source import ComponentKit, Row
from rajas_sim.core.rulebook.rules import Rules

if TYPE_CHECKING:
    from rajas_sim.core.strategies.declaration import Strategy


class Adapter:
    """Base of a game's adapter, which adds `vocabulary`, `rules` and `narrate`.

    Parameters
    ----------
    match, audit
        How its games are played, in batches and one by one.
    """

    #: For reports: words that are written otherwise than by leaving out the underscores, columns that are not called what they
    #: are named, and variants that are not called versions.
    written: Mapping[str, str] = {}
    column_titles: Mapping[str, str] = {}
    variant_titles: Mapping[str, str] = {}

    def __init__(self, match: Match, audit: Audit[Any]) -> None:
        kit: ComponentKit = match.rules.kit
        self.name = kit.game
        self.title = kit.title
        self.player_counts = kit.player_counts
        self.variants = kit.variants
        self.modules = kit.modules
        self.tables = tuple(match.columns)
        self.layouts = (match.state.layout, match.rules.layout)
        self.kit, self.match, self.audit = kit, match, audit

    def in_play(self, rules: Rules) -> dict[str, tuple[str, ...]]:
        """Return, of words of the vocabulary that exist under some rules only, those that exist under these."""
        return {}

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose between in a variant; none where the variant gives everybody the same."""
        return ()

    def play_batch(
        self,
        rules: Rules,
        line_up: Sequence[Strategy],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, Columns]:
        """Play one game per row of `seatings` and return the columns of the tables asked for (`Match.play_batch`)."""
        return self.match.play_batch(rules, line_up, seatings, seeds, tables)

    def play_game(self, rules: Rules, line_up: Sequence[Strategy], seed: int, log: Path | None = None) -> GameRecord[Any]:
        """Play one game, strategy i on seat i, and return its record; write every event to `log` if given."""
        return self.audit.play_game(rules, line_up, seed, log)

    def rules_list(self, rules: Rules) -> list[Row]:
        """Return every value of resolved rules as `components_list` does; changed ones have the provenance `override`."""
        return self.kit.rules_list(rules)

    def components_list(self, path: Path | None = None) -> list[Row]:
        """Return every component value with its provenance."""
        return self.kit.list_values(path)

    def components_export(self, target: Path) -> None:
        """Write a copy of the reference components."""
        self.kit.export(target)

    def components_check(self, path: Path) -> list[str]:
        """Return all problems of a component file."""
        return self.kit.check(path)
