"""Checks that every strategy must pass: it describes itself, plays every variant to the end, and repeats its decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import StrategyError
from rajas_sim.core.game import Game
from rajas_sim.core.strategies.declaration import Strategy

SEED = 1
# Games with each number of players: two, or this many if they take less than this many seconds.
MOST_GAMES = 50
SECONDS = 2.0


@dataclass(frozen=True)
class Duty:
    """One thing a strategy must do.

    Attributes
    ----------
    problem
        What the strategy did instead; None if it did what it must.
    """

    text: str
    problem: str | None


def check(game: Game, strategy: Strategy) -> Iterator[Duty]:
    """Check that a strategy of a game does what every strategy must do.

    Yields
    ------
    Duty
        As soon as each is known. Nothing more is tried after a game that could not be played to its end.
    """
    yield Duty("describes itself", None if strategy.description else "has no docstring, which lists and reports show")
    if strategy.by_rules:
        yield Duty("has values only for games that exist", _unknown_values_text(game, strategy))
    counts = ", ".join(map(str, game.player_counts))
    trials: list[tuple[str, Callable[[], str | None]]] = [
        (f"plays the variant {variant} with {counts} players to the end", partial(_playing_problem, game, strategy, variant))
        for variant in game.variants
    ]
    same_position = "the same position" if strategy.is_deterministic else "the same position with the same seed"
    trials.append((f"decides alike in {same_position}", partial(_repeating_problem, game, strategy)))
    for text, trial in trials:
        try:
            yield Duty(text, trial())
        except StrategyError as error:
            yield Duty(text, str(error))
            return


def _unknown_values_text(game: Game, strategy: Strategy) -> str | None:
    """Say which values of the strategy are for a variant or number of players that the game does not have; None if none are."""
    unknown_rules = [
        f"{variant}.{players}"
        for variant, players in strategy.by_rules
        if variant not in game.variants or players not in game.player_counts
    ]
    if not unknown_rules:
        return None
    known_text = f"{', '.join(game.variants)} with {', '.join(map(str, game.player_counts))} players"
    return f"has values for {', '.join(unknown_rules)}, but the game has {known_text}"


def _playing_problem(game: Game, strategy: Strategy, variant: str) -> str | None:
    """Play games with every number of players, the first without modules and the rest with all.

    Always return None: the error of a game is raised.
    """
    for players in game.player_counts:
        rules_without_modules, rules_with_modules = (
            game.rules(players, variant=variant, modules=modules) for modules in ((), game.modules)
        )
        seconds = 0.0
        for blocks in (range(1), range(1, 2), range(2, MOST_GAMES)):
            # The first game may include compiling; the second one shows how long the rest would take.
            if len(blocks) * seconds < SECONDS:
                start_time = time.perf_counter()
                seeds = np.array([block_seed(SEED, block) for block in blocks], np.uint64)
                seatings = np.tile(np.arange(players, dtype=np.int8), (len(seeds), 1))
                rules = rules_without_modules if blocks.start == 0 else rules_with_modules
                game.batches.play(rules, [strategy] * players, seatings, seeds, ("games",))
                seconds = time.perf_counter() - start_time if blocks.start == 1 else 0.0
    return None


def _repeating_problem(game: Game, strategy: Strategy) -> str | None:
    """Play a game twice, and once more with rotated seats if the strategy uses no chance; say what differs, or None.

    The rotation changes the seed that each seat gets for its own chance, which such a strategy must not use.
    """
    players = min(game.player_counts)
    rules = game.rules(players)
    line_up = [strategy] * players
    rotated_seating = [*range(1, players), 0]
    first_story, repeated_story, rotated_story = (
        list(game.narrate(rules, line_up, SEED, seating)) for seating in (None, None, rotated_seating)
    )
    if first_story != repeated_story:
        return "played the same game differently the second time; if it uses chance, declare uses_chance=True and use `draw`"
    if strategy.is_deterministic and first_story != rotated_story:
        return "depends on its seed; declare uses_chance=True"
    return None
