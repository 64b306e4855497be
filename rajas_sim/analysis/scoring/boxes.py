"""Which boxes of a sheet get filled, laid out by their names."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.formatting import in_sentence, listed, percent
from rajas_sim.analysis.reading.blocks import block_totals
from rajas_sim.analysis.reading.columns import words_of
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates

RARE = 0.05
"""A box fewer seats than this part fill is almost never filled; one more than all but this part fill almost always."""
_MOST_NAMED = 8
"""Rows of boxes a sentence names."""


@dataclass(frozen=True, slots=True)
class Area:
    """One part of the sheet.

    Attributes
    ----------
    name
        First part of the names of its boxes.
    rows, columns
        The second and the last part, in the order of the sheet; only those with a box that was ever filled.
    boxes
        The box at each row and column that has one.
    """

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    boxes: Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class BoxUsage:
    """Boxes of the games of one player count.

    Attributes
    ----------
    players, n_games, n_blocks
        Player count, and over how many games and blocks.
    filled
        Share of all seats that had filled each box by the end of the game, in the order of the sheet; simultaneous over all
        boxes the sheet has. Where the run does not say which it has: over all the game knows, and boxes that nobody filled
        with any player count are left out, for some do not exist under these rules.
    never
        Those boxes.
    bound
        Upper end of the interval of a box that nobody filled, of the same family.
    areas
        How the boxes of `filled` lie on the sheet.
    findings
        Which boxes are almost always and almost never filled; sentences without full stops.
    """

    players: int
    n_games: int
    n_blocks: int
    filled: Mapping[str, Estimate]
    never: tuple[str, ...]
    bound: float
    areas: tuple[Area, ...]
    findings: tuple[str, ...]


def box_usage(run: Run, players: int, *, arm: str | None = None) -> BoxUsage | None:
    """Estimate how many seats fill each box, over all line-ups of a player count; ``None`` if the run did not record boxes.

    Block totals per seat; score intervals with the design effect, Bonferroni over all boxes of the vocabulary, those never
    filled included, so that no choice is made by looking. How often a box is filled does not tell whether it helps.
    """
    if not run.has_table("boxes", players):
        return None
    boxes = run.table("boxes", players, arm=arm).select("block", "box")
    printed = run.manifest.get("in_play", {}).get("box")
    known = words_of(boxes, "box") if printed is None else list(printed)
    n_blocks, per_block = run.blocks(players), run.games_per_block(players)
    seen = block_totals(boxes, ["box"], n_blocks=n_blocks, divisor=per_block * players)
    seen = seen.with_columns(pl.col("box").cast(pl.String))
    moments = pl.DataFrame({"box": known}, schema={"box": pl.String}).join(seen, on="box", how="left", maintain_order="left")
    moments = moments.with_columns(
        pl.col("mean").fill_null(0.0), pl.col("variance").fill_null(0.0), pl.col("n").fill_null(n_blocks)
    )
    shares = dict(zip(known, share_estimates([f"filled.{box}" for box in known], moments, level=run.level), strict=True))
    existing = set(known) if printed is not None else set(seen["box"]) | _filled_with_others(run, players, arm)
    filled = {box: share for box, share in shares.items() if box in existing}
    never = tuple(box for box in known if box not in existing)
    return BoxUsage(
        players=players,
        n_games=n_blocks * per_block,
        n_blocks=n_blocks,
        filled=filled,
        never=never,
        bound=max((shares[box].high for box in never), default=0.0),
        areas=areas_of(list(filled)),
        findings=_findings(filled),
    )


def _filled_with_others(run: Run, players: int, arm: str | None) -> set[str]:
    """Boxes that were filled with another number of players, which play on the same sheet."""
    found: set[str] = set()
    for other in run.players:
        if other != players and run.has_table("boxes", other):
            boxes = run.table("boxes", other, arm=arm).select(pl.col("box").unique())
            found |= set(boxes.collect()["box"].cast(pl.String))
    return found


def split_name(box: str) -> tuple[str, str, str]:
    """Take the name of a box apart into area, row and column.

    >>> split_name("province/1/3"), split_name("palace/great_mogul/2"), split_name("seal")
    (('province', '1', '3'), ('palace', 'great_mogul', '2'), ('seal', '', ''))
    """
    area, *middle, last = box.split("/") if "/" in box else (box, "")
    return area, "/".join(middle), last


def areas_of(boxes: Sequence[str]) -> tuple[Area, ...]:
    """Lay boxes out by their names.

    Areas and rows come in the order of their first box, numbered rows and columns in the order of their numbers.

    >>> [area] = areas_of(["karma/1/2", "karma/1/10", "karma/1/1"])
    >>> area.name, area.rows, area.columns
    ('karma', ('1',), ('1', '2', '10'))
    """
    parts: dict[str, dict[tuple[str, str], str]] = {}
    for box in boxes:
        area, row, column = split_name(box)
        parts.setdefault(area, {})[row, column] = box
    return tuple(
        Area(name, _in_order(row for row, _ in own), _in_order(column for _, column in own), own) for name, own in parts.items()
    )


def _in_order(labels: Iterable[str]) -> tuple[str, ...]:
    found = list(dict.fromkeys(labels))
    return tuple(sorted(found, key=int)) if all(label.isdigit() for label in found) else tuple(found)


def boxes_text(boxes: Sequence[str], sheet: Iterable[str], most: int | None = None) -> str:
    """Name boxes in words, those of one area together.

    Parameters
    ----------
    boxes
        Names of boxes.
    sheet
        The names of all boxes of the sheet, by which areas of a single row are told.
    most
        So many rows are named at most, the others counted.

    >>> sheet = [f"palace/{who}/{i}" for who in ("great_mogul", "trader") for i in (1, 2)] + [f"river/1/{i}" for i in range(1, 6)]
    >>> boxes_text(["palace/great_mogul/1", "palace/great_mogul/2", "palace/trader/1", "river/1/5"], sheet)
    'palace Great Mogul 1 and 2, trader 1; river 5'
    >>> boxes_text(sheet[3:], sheet, 1), boxes_text(["province/1/1", "province/2/4"], ["province/1/1", "province/2/4"])
    ('palace trader 2; 5 more', 'province 1/1, 2/4')
    """
    rows: dict[tuple[str, str], list[str]] = {}
    for box in boxes:
        area, row, column = split_name(box)
        rows.setdefault((area, row), []).append(column)
    n_rows = Counter(area for area, _ in {split_name(box)[:2] for box in sheet})
    areas: dict[str, list[str]] = {}
    named = list(rows.items())[:most]
    for (area, row), columns in named:
        areas.setdefault(area, []).append(_row_text(row, columns, n_rows[area] == 1))
    texts = [f"{in_sentence(area)} {', '.join(parts)}".strip() for area, parts in areas.items()]
    left = len(boxes) - sum(len(columns) for _, columns in named)
    return "; ".join([*texts, f"{left} more"] if left else texts)


def _row_text(row: str, columns: Sequence[str], is_only_row: bool) -> str:
    """Name boxes of one row of an area."""
    if is_only_row or not row:
        return _runs(columns)
    if not row.isdigit():
        return f"{in_sentence(row)} {_runs(columns)}"
    return ", ".join(f"{row}/{column}" for column in columns)


def _runs(columns: Sequence[str]) -> str:
    """Write numbers, three or more in a row as a range."""
    if not all(c.isdigit() for c in columns):
        return listed([in_sentence(c) for c in columns])
    numbers = sorted(int(c) for c in columns)
    texts = []
    for _, group in itertools.groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        own = [number for _, number in group]
        texts += [f"{own[0]} to {own[-1]}"] if len(own) > 2 else [str(number) for number in own]
    return listed(texts)


def _findings(filled: Mapping[str, Estimate]) -> tuple[str, ...]:
    """Name the boxes almost every and almost no seat fills."""
    always = [box for box, share in filled.items() if share.low > 1.0 - RARE]
    seldom = [box for box, share in filled.items() if share.high < RARE]
    texts = []
    if always:
        who = f"Almost every seat (surely more than {percent(1.0 - RARE, 0)})"
        texts.append(f"{who} fills {boxes_text(always, filled, _MOST_NAMED)}")
    if seldom:
        who = f"Almost no seat (surely fewer than {percent(RARE, 0)})"
        texts.append(f"{who} fills {boxes_text(seldom, filled, _MOST_NAMED)}")
    if not texts:
        size = percent(RARE, 0)
        texts.append(f"No box is surely filled by fewer than {size} of seats, or by all but {size}")
    return tuple(texts)
