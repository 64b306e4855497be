"""How much one seat's choices change another seat's result: one player is replaced under the same luck.

The index is E[(Y - Y')^2] / (2 Var Y). Y is the final overlap of another seat with the line-up as it is, and Y' is that with one
player replaced. It is 0 if everybody plays by himself, and 1 if the two have as little in common as two deals. A replacement that
moves the mean of the others adds to it.

References
----------
Jansen (1999), Computer Physics Communications 117.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from rajas_sim.analysis.formatting import listed
from rajas_sim.analysis.reading.blocks import BlockRatios, collect_slices
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.errors import InputError
from rajas_sim.questions.luck.sources import BOTH_PAIRS_SUFFIX, OutcomeSpread, PairedOutcome
from rajas_sim.questions.runner import Runner
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.design import seating

USUAL_BLOCKS = 1000
#: If nobody is named, the first of these that is not in the line-up replaces a player.
USUAL_REPLACEMENTS = ("strong", "balanced", "random")
AS_IT_IS, REPLACED = "as_it_is", "replaced"
_GAME_KEYS = ("block", "order", "rotation")
_RESULTS = ("overlap", "win_share")


@dataclass(frozen=True, slots=True)
class Kingmaking:
    """How often a player who does not win decides which of the others does.

    Attributes
    ----------
    same_luck
        Share, among the pairs of games in which the replaced player wins neither, in which another of the others wins.
    other_luck
        The same share for two games with different luck: what it would be if the games had nothing in common.
    """

    same_luck: Estimate
    other_luck: Estimate


@dataclass(frozen=True, slots=True)
class Interaction(Result):
    """How much one player changes the results of the others, with one number of players.

    Attributes
    ----------
    index
        Index of interaction; not-a-number if there are too few games to tell.
    adjusted_index
        The index with an interval that holds together with those of the other numbers of players, all compared with the first.
    kingmaking
        None with two players, since the other one always wins, and if the replaced player always wins.
    replaced, replacement
        Labels of the players that were replaced, and the strategy that replaced them.
    """

    index: Estimate
    adjusted_index: Estimate
    kingmaking: Kingmaking | None
    replaced: tuple[str, ...]
    replacement: str


def replacement_of(labels: Sequence[str], named: str | None) -> str:
    """Return the strategy that replaces a player of a line-up.

    Raises
    ------
    InputError
        If the named strategy already plays on every seat, or if nobody is named and all usual replacements play.
    """
    if named is None:
        unseated = [name for name in USUAL_REPLACEMENTS if name not in labels]
        if not unseated:
            raise InputError(f"{listed([*USUAL_REPLACEMENTS])} play already: name who replaces a player, with --replacement")
        return unseated[0]
    if {*labels} == {named}:
        raise InputError(f"replacement: {named!r} sits at every seat already; name another strategy (rajas strategies list)")
    return named


def play_interaction(
    experiment: Experiment, runner: Runner, labels: tuple[str, ...], replacement: str, n_blocks: int
) -> tuple[Interaction, Run]:
    """Play a line-up as it is and with one player replaced, under the same luck.

    The intervals are computed as for the indices of `rajas luck`.

    Parameters
    ----------
    labels
        The line-up, one label for each seat.
    replacement
        Name of the strategy that replaces one player.
    n_blocks
        Number of blocks.

    Returns
    -------
    interaction, run
        The estimates, and the run with the games.

    Raises
    ------
    InputError
        If there is no strategy of the name `replacement`.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.running.runner.run`.
    """
    k, config = len(labels), experiment.config
    is_mirror = len({*labels}) == 1
    # If all players are the same, replacing the first is enough: rotations bring the replacement to every seat.
    line_ups = {AS_IT_IS: labels} | {
        f"{REPLACED}_{i + 1}": (*labels[:i], replacement, *labels[i + 1 :]) for i in range(1 if is_mirror else k)
    }
    strategies = {
        label: choice.model_copy(update={"blocks": None})  # a limit of blocks that a strategy has in its experiment
        for label, choice in config.strategies.items()
        if label in (*labels, replacement)
    }
    changes: dict[str, Any] = {"line_up": None, "mirror": False, "line_ups": line_ups}
    changes |= {"strategies": strategies, "blocks": n_blocks}
    changes |= {"seatings": "given"} if is_mirror else {}  # one order round the table, as between equal players
    run, _ = runner.play(experiment, f"interaction_{k}", k, **changes)
    pairs = paired_seats(run, k)
    before, after = paired_overlaps(pairs)
    # Only the overlaps before the replacement count, since the variance in the index is that of the line-up as it is.
    spread = OutcomeSpread.of(before, before)
    n_comparisons = max(len(experiment.design.players) - 1, 1)  # each number of players is compared with the first
    # Each index has one pair of games here, where that of `rajas luck` has two.
    index, adjusted_index = (
        replace(estimate, name="interaction", method=estimate.method.replace(BOTH_PAIRS_SUFFIX, ""))
        for estimate in (spread.index(((before, after),), run.level, comparisons) for comparisons in (1, n_comparisons))
    )
    kingmaking = kingmaking_of(pairs, run.level) if k > 2 else None
    return Interaction(*run.result_size(k), index, adjusted_index, kingmaking, tuple(dict.fromkeys(labels)), replacement), run


def paired_seats(run: Run, players: int) -> pl.DataFrame:
    """Return a row for each seat of each pair of games: the first of the line-up as it is, the second with a player replaced.

    Columns: block, line_up, order and rotation of the second game; position; replaced (whether the seat is the replaced
    player's); overlap_before and win_share_before of the first game; overlap and win_share of the second game.
    """
    columns = ("line_up", *_GAME_KEYS, "position", *_RESULTS)
    seats = collect_slices([part.select(columns) for part in run.slices("seats", players)])
    line_up_by_label = {label: i for label, (i, *_) in run.compared_line_ups(players).items()}
    first_games = seats.filter(line_up=line_up_by_label.pop(AS_IT_IS)).drop("line_up")
    # If all rotations of a line-up are the same game, only one is played.
    keys = [*_GAME_KEYS, "position"] if first_games["rotation"].n_unique() > 1 else ["block", "order", "position"]
    first_games = first_games.select(*keys, pl.col(_RESULTS).name.suffix("_before"))
    pairs = []
    for label, line_up in line_up_by_label.items():
        replaced_index = int(label.removeprefix(f"{REPLACED}_")) - 1
        rows = seats.filter(line_up=line_up)
        replaced_seats = pl.DataFrame(
            [
                {"order": order, "rotation": rotation, "replaced": seating(players, order, rotation).index(replaced_index) + 1}
                for order, rotation in rows.select("order", "rotation").unique().iter_rows()
            ],
            schema={"order": rows.schema["order"], "rotation": rows.schema["rotation"], "replaced": rows.schema["position"]},
        )
        rows = rows.join(replaced_seats, on=["order", "rotation"]).with_columns(replaced=pl.col("position") == pl.col("replaced"))
        pairs.append(rows.join(first_games, on=keys))
    return pl.concat(pairs).sort(*_GAME_KEYS, "line_up", "position")


def paired_overlaps(pairs: pl.DataFrame) -> tuple[PairedOutcome, PairedOutcome]:
    """Return the overlaps of the seats that were not replaced: with the line-up as it is, and with one player replaced."""
    rows, group_columns = pairs.filter(~pl.col("replaced")), ("line_up", "order", "rotation", "position")
    return PairedOutcome.of(rows, "overlap_before", group_columns), PairedOutcome.of(rows, "overlap", group_columns)


def kingmaking_of(pairs: pl.DataFrame, level: float) -> Kingmaking | None:
    """Estimate how often a player that does not win decides who wins; None if no such pair of games was played.

    For other luck, the second game of the next block with the same order is compared with the first game of this block.

    Parameters
    ----------
    pairs
        The rows of `paired_seats`.
    """
    next_block = pl.col("block").shift(-1).fill_null(pl.col("block").first()).over("line_up", "order", "rotation", "position")
    keys = ["line_up", *_GAME_KEYS, "position"]
    other_luck = pairs.drop("win_share_before").join(pairs.with_columns(next_block).select(*keys, "win_share_before"), on=keys)
    sums = BlockRatios()
    for name, rows in (("same_luck", pairs), ("other_luck", other_luck)):
        # The part of the win that goes to the same seats in both games of a pair: 1 if both have the same winner.
        same_part = pl.min_horizontal("win_share", "win_share_before").sum()
        game_pairs = rows.group_by("block", "line_up", "order", "rotation", maintain_order=True).agg(
            same_part=same_part,
            replaced_wins=(pl.col("replaced") & (pl.max_horizontal("win_share", "win_share_before") > 0.0)).any(),
        )
        lost_pairs = game_pairs.filter(~pl.col("replaced_wins"))
        sums.add(name, lost_pairs["block"].to_numpy(), 1.0 - lost_pairs["same_part"].to_numpy())
    if not all(name in sums for name in ("same_luck", "other_luck")):
        return None
    return Kingmaking(sums.share("same_luck", level), sums.share("other_luck", level))
