"""Which boxes of a sheet get filled, arranged by their names."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import listed, percent
from rajas_sim.analysis.reading.blocks import known_totals
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

RARE = 0.05
"""A box that fewer than this share of seats fill is almost never filled; one that all but this share fill is almost always."""
_MOST_NAMED = 8
"""A sentence names at most this many rows of boxes."""


@dataclass(frozen=True, slots=True)
class SheetArea:
    """One part of the sheet.

    Attributes
    ----------
    name
        First part of the names of its boxes.
    rows, columns
        Second and last parts of the names, in the order of the sheet.
    boxes
        Name of the box by row and column; some cells have none.
    """

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    boxes: Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class SheetBoxUsage(Result):
    """Filled boxes in the games of one player count.

    Attributes
    ----------
    filled
        Share of all seats that had filled each box of the sheet by the end of the game, in the order of the sheet; simultaneous.
    areas
        Where the boxes of `filled` are on the sheet.
    names
        How the words of the game are written.
    """

    filled: Mapping[str, Estimate]
    areas: tuple[SheetArea, ...]
    names: Names

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Which boxes almost every and almost no seat fills."""
        k, rare_text, common_text = self.players, percent(RARE, 0), percent(1.0 - RARE, 0)
        almost_always = [box for box, share in self.filled.items() if share.low > 1.0 - RARE]
        almost_never = [box for box, share in self.filled.items() if share.high < RARE]
        findings = []
        for key, seats_text, boxes in (
            ("always", f"More than {common_text}", almost_always),
            ("never", f"Fewer than {rare_text}", almost_never),
        ):
            if boxes:
                sentence = f"{seats_text} of seats fill {sheet_boxes_text(boxes, self.filled, self.names, _MOST_NAMED)}."
                findings.append(Finding(f"{k}p.boxes.{key}", sentence, tuple(self.filled[box] for box in boxes), k))
        if not findings:
            sentence = f"Every box is filled by {rare_text.removesuffix(' %')} to {common_text} of seats, or too few games tell."
            findings.append(Finding(f"{k}p.boxes.between", sentence, (), k))
        return tuple(findings)


def sheet_box_usage(run: Run, players: int) -> SheetBoxUsage | None:
    """Estimate how many seats fill each box, over all line-ups of a player count; ``None`` if the run did not record boxes.

    Estimates are block totals per seat, with exact binomial intervals with the design effect, Bonferroni over all boxes of the
    game, filled or not, so that results do not decide which boxes count. How often a box is filled does not show whether it
    helps.
    """
    if not run.has_table("boxes", players):
        return None
    filled_boxes = [rows.select("block", "box") for rows in run.slices("boxes", players)]
    known_boxes = run.words("boxes", "box", players)
    divisor = run.games_per_block(players) * players
    moments, _ = known_totals(filled_boxes, "box", known_boxes, n_blocks=run.blocks(players), divisor=divisor)
    filled = dict(
        zip(known_boxes, share_estimates([f"filled.{box}" for box in known_boxes], moments, level=run.level), strict=True)
    )
    return SheetBoxUsage(*run.result_size(players), filled, sheet_areas(known_boxes), run.names)


def split_box_name(box: str) -> tuple[str, str, str]:
    """Take the name of a box apart into area, row and column.

    >>> split_box_name("field/1/3"), split_box_name("castle/left_wing/2"), split_box_name("seal")
    (('field', '1', '3'), ('castle', 'left_wing', '2'), ('seal', '', ''))
    """
    area, *middle, last = box.split("/") if "/" in box else (box, "")
    return area, "/".join(middle), last


def sheet_areas(boxes: Sequence[str]) -> tuple[SheetArea, ...]:
    """Arrange boxes by their names.

    Areas and rows come in the order of their first box, numbered rows and columns in the order of their numbers.

    >>> [area] = sheet_areas(["road/1/2", "road/1/10", "road/1/1"])
    >>> area.name, area.rows, area.columns
    ('road', ('1',), ('1', '2', '10'))
    """
    boxes_by_area: dict[str, dict[tuple[str, str], str]] = {}
    for box in boxes:
        area, row, column = split_box_name(box)
        boxes_by_area.setdefault(area, {})[row, column] = box
    return tuple(
        SheetArea(name, _labels_in_order(row for row, _ in cells), _labels_in_order(column for _, column in cells), cells)
        for name, cells in boxes_by_area.items()
    )


def _labels_in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct labels: in increasing order if all are numbers, else in the order in which they come."""
    distinct = list(dict.fromkeys(labels))
    return tuple(sorted(distinct, key=int)) if all(label.isdigit() for label in distinct) else tuple(distinct)


def sheet_boxes_text(boxes: Sequence[str], all_boxes: Iterable[str], names: Names, most: int | None = None) -> str:
    """Name boxes in words, those of one area together; name at most `most` rows and count the other boxes.

    `all_boxes` holds the names of all boxes of the sheet; they show which areas have a single row.

    >>> names = Names()
    >>> sheet = [f"castle/{who}/{i}" for who in ("left_wing", "tower") for i in (1, 2)] + [f"road/1/{i}" for i in range(1, 6)]
    >>> sheet_boxes_text(["castle/left_wing/1", "castle/left_wing/2", "castle/tower/1", "road/1/5"], sheet, names)
    'castle left wing 1 and 2, tower 1; road 5'
    >>> sheet_boxes_text(sheet[3:], sheet, names, 1)
    'castle tower 2; 5 more'
    >>> sheet_boxes_text(["field/1/1", "field/2/4"], ["field/1/1", "field/2/4"], names)
    'field 1/1, 2/4'
    """
    rows: dict[tuple[str, str], list[str]] = {}
    for box in boxes:
        area, row, column = split_box_name(box)
        rows.setdefault((area, row), []).append(column)
    n_rows = Counter(area for area, _ in {split_box_name(box)[:2] for box in all_boxes})
    texts_by_area: dict[str, list[str]] = {}
    named_rows = list(rows.items())[:most]
    for (area, row), columns in named_rows:
        texts_by_area.setdefault(area, []).append(_row_text(row, columns, n_rows[area] == 1, names))
    texts = [f"{names.in_sentence(area)} {', '.join(row_texts)}".strip() for area, row_texts in texts_by_area.items()]
    n_left = len(boxes) - sum(len(columns) for _, columns in named_rows)
    return "; ".join([*texts, f"{n_left} more"] if n_left else texts)


def _row_text(row: str, columns: Sequence[str], is_only_row: bool, names: Names) -> str:
    """Name the boxes in some columns of a row; its name is left out if it is the only row of its area."""
    if is_only_row or not row:
        return _ranges_text(columns, names)
    if not row.isdigit():
        return f"{names.in_sentence(row)} {_ranges_text(columns, names)}"
    return ", ".join(f"{row}/{column}" for column in columns)


def _ranges_text(columns: Sequence[str], names: Names) -> str:
    """Write columns: if all are numbers, three or more consecutive ones as a range."""
    if not all(c.isdigit() for c in columns):
        return listed([names.in_sentence(c) for c in columns])
    numbers = sorted(int(c) for c in columns)
    texts = []
    # Consecutive numbers have the same distance to their index.
    for _, group in itertools.groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        consecutive = [number for _, number in group]
        texts += [f"{consecutive[0]} to {consecutive[-1]}"] if len(consecutive) > 2 else [str(number) for number in consecutive]
    return listed(texts)
