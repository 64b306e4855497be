"""Games of a run, replayed decision by decision: one game of each block, so that each is an independent observation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from rajas_sim.analysis.reading.blocks import collect_slices
from rajas_sim.analysis.reading.run import Run
from rajas_sim.core.playing.one_game import Step
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.questions.runner import Runner
from rajas_sim.running.foreman import WorkProgress
from rajas_sim.study.config.resolve import Experiment
from rajas_sim.study.folder.runs import PlayedGame, find_played_games

USUAL_GAMES = 60
"""This many games with each of 2, 3 and 4 players are replayed in less than a minute."""


@dataclass(frozen=True)
class ReadGame:
    """One game of a block, to be read decision by decision.

    Attributes
    ----------
    block
        Number of its block.
    """

    block: int
    played: PlayedGame

    def steps(self) -> Iterator[Step]:
        """Yield the decisions of the game in order, without the set-up."""
        for step in self.played.steps():
            if step.before is not None:
                yield step


def play_to_read(  # noqa: PLR0913 - what is played, and how much of it
    experiment: Experiment, runner: Runner, name: str, players: int, games: int, *, has_rule_sets: bool = False
) -> Run:
    """Play blocks of an experiment with luck that no other answer uses; of several compared line-ups, return only the last.

    Parameters
    ----------
    name
        First word of the second part of the run's name, as in `Runner.play`; the number of players follows.
    games
        Number of blocks, since one game of each block is read.
    has_rule_sets
        Whether to play the changed rule sets too, including the points of a sweep.
    """
    config = experiment.config
    rule_sets: dict[str, Any] = {"arms": config.arms, "sweep": config.sweep} if has_rule_sets else {}
    run, _ = runner.play(experiment, f"{name}_{players}", players, **rule_sets, blocks=games)
    return run.of_described_games(players)


def games_read_again(  # noqa: PLR0913 - which games, and by what they are played
    run: Run, players: int, runner: Runner, *, arm: str | None = None, games: int | None = None, trusts_files: bool = True
) -> Iterator[ReadGame]:
    """Yield one game of each block; line-ups, orders and rotations take turns.

    Parameters
    ----------
    arm
        The rule set, by default the first. The chosen games of all rule sets are the same, except for the rules.
    games
        At most this many games; None for one game of every block.
    trusts_files
        Whether to run the Python files that the run names as strategies. Files of a run that was just played have been run
        already.

    Raises
    ------
    InputError
        If the run names Python files that are not trusted.
    RunError
        If a strategy would now play a game differently.
    """
    rows = (
        collect_slices([part.select("block", "game") for part in run.slices("games", players, arm=arm)])
        .unique()
        .sort("block", "game")
    )
    games_by_block = rows.group_by("block", maintain_order=True).agg(pl.col("game"))
    blocks, games_of_blocks = games_by_block["block"].to_list(), games_by_block["game"].to_list()
    # Orders take turns from block to block, so the games within a block take turns only after a round of all orders.
    n_orders = run.n_alternating_orders(players)
    numbers = [games_of_block[i // n_orders % len(games_of_block)] for i, games_of_block in enumerate(games_of_blocks)]
    played_games = find_played_games(run.folder, numbers[:games], trusts_files=trusts_files)
    for i, (block, played) in enumerate(zip(blocks, played_games, strict=False)):
        if runner.on_count is not None:
            runner.on_count(WorkProgress(f"games with {players} players read again", i, len(played_games)))
        yield ReadGame(block, played)


def is_appraising(experiment: Experiment, strategy: Strategy) -> bool:
    """Return whether a strategy chooses by the worth of options, in the game of an experiment."""
    start = experiment.game.new_game(experiment.rules[experiment.design.players[0]][0], experiment.config.seed)
    return experiment.game.appraisal.worths(start, strategy) is not None
