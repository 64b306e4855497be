"""The titles of the entries of a box and of its sections, in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.names import Names
from rajas_sim.core.game import Game
from rajas_sim.core.rulebook.component_file import BY_VARIANT
from rajas_sim.live.box_file import BoxEntry

#: A section is named by at most so many parts of a path.
KEYS_OF_A_SECTION = 3


def titles_of(game: Game, entries: Sequence[BoxEntry]) -> dict[str, str]:
    """Return path -> title of all entries; if some numbers of players have separate entries, the common one names the others."""
    names = Names.of(game.name)
    separate_counts: dict[tuple[str, ...], set[int]] = {}  # keys of an entry -> numbers of players with a separate one
    for entry in entries:
        if entry.players is not None:
            separate_counts.setdefault(entry.keys, set()).add(entry.players)
    titles = {}
    for entry in entries:
        titles[entry.path] = _title_of(names, entry)
        if entry.players is None and entry.keys in separate_counts:
            other_counts = [str(count) for count in game.player_counts if count not in separate_counts[entry.keys]]
            titles[entry.path] += f" with {listed(other_counts)} players"
    return titles


def _title_of(names: Names, entry: BoxEntry) -> str:
    """Return the title of an entry, in the words of the game."""
    title = names.of_path(".".join(entry.keys))
    if entry.meaning:
        title = f"{names.of_path('.'.join(entry.keys[:-1]))}: {names.in_sentence(entry.keys[-1])}"
    if entry.players is not None:
        return f"{title} with {entry.players} players"
    section, *inner_keys = entry.path.split(".")
    return f"{title} ({names.variant(inner_keys[0])})" if section == BY_VARIANT else title


def sections_of(entries: Sequence[BoxEntry], names: Names) -> dict[str, tuple[BoxEntry, ...]]:
    """Return title of each section -> its entries."""
    sections: dict[str, tuple[BoxEntry, ...]] = {}
    for entry in entries:
        title = _section_of(entry, names)
        sections[title] = (*sections.get(title, ()), entry)
    return sections


def _section_of(entry: BoxEntry, names: Names) -> str:
    """Return the title of an entry's section, such as ``tiles orange``, without numbers."""
    keys = [re.sub(r"_?\d+$", "", key) for key in entry.keys[:-1][:KEYS_OF_A_SECTION]]
    return " ".join(names.in_sentence(key) for key in keys or entry.keys if key)
