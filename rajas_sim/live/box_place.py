"""Finds where an entry of a box is printed: where the drawn table changes if the value changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from rajas_sim.core.drawing.panel import Drawing
from rajas_sim.core.errors import InputError, RajasError
from rajas_sim.core.game import Game
from rajas_sim.core.rulebook.component_file import leaf_values
from rajas_sim.core.rulebook.paths import value_at
from rajas_sim.live.box_file import BoxEntry, BoxFile, parsed
from rajas_sim.live.box_titles import KEYS_OF_A_SECTION
from rajas_sim.showing.replay.layout import DrawnPanel, drawn_panel


@dataclass(frozen=True)
class Place:
    """Where an entry is printed.

    Attributes
    ----------
    panels
        The drawn panels that show the entry.
    contents
        The SVG parts of these panels, one panel after the other: with another value, and with this value.
    picture
        SVG of the thing by itself in a square of 20 by 20 units, if the game has such a picture; then there are no panels.
    """

    panels: tuple[DrawnPanel, ...] = ()
    contents: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    picture: str = ""


def place_of(game: Game, box: BoxFile, entry: BoxEntry) -> Place:
    """Return where an entry is printed: the panels of the drawn table that change with the value, or a picture of the thing.

    Both are empty if neither the drawing nor a picture shows it, or if no game can be drawn because values do not fit together.
    """
    try:
        return _place_in_some_game(game, box, entry)
    except InputError:
        return Place()


def _place_in_some_game(game: Game, box: BoxFile, entry: BoxEntry) -> Place:
    """Return the place of an entry in the first variant, without or with modules, that shows it.

    Raises
    ------
    InputError
        If no game can be played with the box yet.
    """
    players = entry.players or game.player_counts[-1]
    for variant, modules in product(game.variants, ((), game.modules)):
        if not box.source.is_in_play(entry.path, variant, modules):
            continue
        make_rules = partial(game.rules, players, variant, modules, components=box.file)
        if picture := game.picture(make_rules(), box.source.thing_of(".".join(entry.keys))):
            return Place(picture=picture)
        drawing = game.new_game(make_rules(), 1).drawing
        for path, other_value in _changes_to_draw(box, entry):
            try:
                other_drawing = game.new_game(make_rules(overrides={path: other_value}), 1).drawing
            except RajasError:
                continue
            if (place := _place_between(drawing, other_drawing, players)).panels:
                return place
    return Place()


def _place_between(drawing: Drawing, other_drawing: Drawing, players: int) -> Place:
    """Return the panels that differ between two drawings in their parts, though not in the number of parts.

    Of the panels of seats, only those of the first seat are compared.
    """
    names = [f"player {seat + 1}" for seat in range(players)]
    panels: list[DrawnPanel] = []
    contents: list[str] = []
    other_contents: list[str] = []
    for panel, other_panel in zip(drawing.panels, other_drawing.panels, strict=True):
        is_of_other_seat = panel.seat not in (None, 0)
        if is_of_other_seat or panel.parts == other_panel.parts or len(panel.parts) != len(other_panel.parts):
            continue
        panels.append(drawn_panel(panel, len(contents), len(contents) + len(panel.parts), names))
        contents += [*panel.parts, panel.alt]
        other_contents += [*other_panel.parts, panel.alt]
    return Place(tuple(panels), (tuple(other_contents), tuple(contents)))


def _changes_to_draw(box: BoxFile, entry: BoxEntry) -> Iterator[tuple[str, Any]]:
    """Yield paths with other values: first of the entry, then of numbers beside it, as some entries allow no change."""
    for value in other_values(entry):
        yield ".".join(entry.keys), value
    parent_keys = entry.keys[:-1]
    if len(parent_keys) >= KEYS_OF_A_SECTION:  # otherwise the numbers are at other places
        for path, value in leaf_values(value_at(box.values, parent_keys), ".".join(parent_keys)):
            if isinstance(value, int):
                yield path, value + 1


def other_values(entry: BoxEntry) -> Iterator[Any]:
    """Yield values that another box might have for the same entry; some of them may be impossible."""
    value = parsed(entry.text, entry.form)
    yield from (other_value for other_value in _values_like(value, entry) if other_value != value)


def _values_like(value: Any, entry: BoxEntry) -> Iterator[Any]:  # noqa: ANN401 - a value of TOML
    """Yield values that an entry might have in place of this one; some may be impossible or the same."""
    if entry.words:
        yield from entry.words
    elif isinstance(value, dict):
        yield {name: amount + 1 for name, amount in value.items()} or {"fame": 1}
        yield {"fame": 1} if "fame" not in value else {"money": 1}
        yield {}
    elif isinstance(value, list):
        for row in entry.rows:
            for word in row["choices"] or ():
                yield [word if item == row["value"] else item for item in value]
        yield [item + 1 if isinstance(item, int) else item for item in value]
        yield [item - 1 if isinstance(item, int) else item for item in value]
        yield value[::-1]
        yield []
    else:
        yield value - 1  # first: a drawing with fewer things shows which thing is meant
        yield value + 1
