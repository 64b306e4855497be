"""Games of a run, played again decision by decision: one of each block, so that each is an observation by itself."""

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
"""So many games with each of 2, 3 and 4 players are read again in less than a minute."""


@dataclass(frozen=True)
class ReadGame:
    """One game of a block, to be read decision by decision.

    Attributes
    ----------
    block
        Its block.
    """

    block: int
    played: PlayedGame

    def steps(self) -> Iterator[Step]:
        """Yield its decisions in turn, without the set-up."""
        for step in self.played.steps():
            if step.before is not None:
                yield step


def play_to_read(  # noqa: PLR0913 - what is played, and how much of it
    experiment: Experiment,
    runner: Runner,
    name: str,
    players: int,
    games: int,
    *,
    has_rule_sets: bool = False,
) -> Run:
    """Play as many blocks of an experiment as games are to be read, with luck that no other answer was read from.

    Its changed rule sets, the points of a sweep among them, are played if `has_rule_sets`.
    """
    config = experiment.config
    rule_sets: dict[str, Any] = {"arms": config.arms, "sweep": config.sweep} if has_rule_sets else {}
    run, _ = runner.play(experiment, f"{name}_{players}", players, **rule_sets, blocks=games)
    return run.described(players)


def games_read_again(  # noqa: PLR0913 - which games, and by what they are played
    run: Run, players: int, runner: Runner, *, arm: str | None = None, games: int | None = None, trusts_files: bool = True
) -> Iterator[ReadGame]:
    """Yield one game of each block, of all line-ups, orders and rotations in turn.

    Parameters
    ----------
    arm
        Of which rule set, by default the first; the games of all rule sets are the same, but for the rules.
    games
        At most so many.
    trusts_files
        Whether Python files that the run names as strategies are run; those of a run that was played a moment ago were.

    Raises
    ------
    InputError
        If the run names Python files that are not trusted.
    RunError
        If a strategy would play a game differently now.
    """
    rows = (
        collect_slices([part.select("block", "game") for part in run.slices("games", players, arm=arm)])
        .unique()
        .sort("block", "game")
    )
    games_by_block = rows.group_by("block", maintain_order=True).agg(pl.col("game"))
    blocks, choices = games_by_block["block"].to_list(), games_by_block["game"].to_list()
    # Orders take turns from block to block, so the games of a block take turns once all orders have come.
    orders = run.n_alternating_orders(players)
    numbers = [games[i // orders % len(games)] for i, games in enumerate(choices)]
    played_games = find_played_games(run.folder, numbers[:games], trusts_files=trusts_files)
    for i, (block, played) in enumerate(zip(blocks, played_games, strict=False)):
        if runner.on_count is not None:
            runner.on_count(WorkProgress(f"games with {players} players read again", i, len(played_games)))
        yield ReadGame(block, played)


def is_appraising(experiment: Experiment, strategy: Strategy) -> bool:
    """Whether a strategy goes by the worth of options, in the game of an experiment."""
    start = experiment.game.new_game(experiment.rules[experiment.design.players[0]][0], experiment.config.seed)
    return experiment.game.appraisal.worths(start, strategy) is not None
