"""What the toolkit adds to the time that a game's author wrote: a game in plain Python played by it, and by a bare loop.

    python benchmarks/plain_overhead.py [--game guilds] [--players K] [--games N]

`random` plays the games in the toolkit. The loop calls the same functions of the file (`options`, `play`, `result`, and `scores`
at the end of a round), chooses with Python's own `random` and gives it to the game as its chance: what an author would write
without a toolkit. Both take turns; prints processor time per decision, on one core.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from rajas_sim.core.game import find_game
from rajas_sim.core.strategies.registry import find_strategy
from rajas_sim.plain.game import PlainGame
from rajas_sim.plain.plain_rules import PlainRules

ROUNDS = 5


class PythonsChance:
    """Chance by Python's own generator (`rajas_sim.plain.author.Chance`)."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def die(self, name: str, sides: int = 6) -> int:
        """Return a throw of a die, from 1 to `sides`."""
        return self.random.randrange(sides) + 1

    def below(self, name: str, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return self.random.randrange(n)

    def choice(self, name: str, items: Sequence[Any]) -> Any:  # noqa: ANN401 - items of any kind
        """Return one of the items."""
        return self.random.choice(items)

    def shuffled(self, name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return all items in an order drawn at random."""
        shuffled = list(items)
        self.random.shuffle(shuffled)
        return tuple(shuffled)


def play_bare(game: PlainGame, rules: PlainRules, seeds: Sequence[int]) -> int:
    """Play a game for each seed without the toolkit, and return how many decisions were made."""
    file, n_decisions = game.file.module, 0
    scores = game.file.function("scores")
    for seed in seeds:
        chance = PythonsChance(seed)
        state = file.start(rules.numbers, rules.players, chance)
        while file.result(state) is None:
            options = file.options(state)
            option = options[int(chance.random.random() * len(options))]
            n_decisions += 1
            before, state = state, file.play(state, option, chance)
            if scores is not None and getattr(state, "round", 0) != getattr(before, "round", 0):
                scores(state)
    return n_decisions


def play(game: PlainGame, rules: PlainRules, seeds: Sequence[int]) -> int:
    """Play a game for each seed with the toolkit, and return how many decisions were made."""
    seatings = np.tile(np.arange(rules.players, dtype=np.int8), (len(seeds), 1))
    line_up = [find_strategy("random", game=game.name)] * rules.players
    tables = game.batches.play(rules, line_up, seatings, np.array(seeds, np.uint64), ("games", "seats"))
    return int(tables["games"]["decisions"].sum())


def microseconds(work: Callable[[], int]) -> float:
    """Return the processor time per decision; `work` returns how many decisions it made."""
    began = time.process_time()
    n_decisions = work()
    return (time.process_time() - began) / n_decisions * 1e6


def main() -> None:
    """Print both times and their ratio, the median of rounds in which they take turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="guilds")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=1000)
    arguments = parser.parse_args()
    game = find_game(arguments.game)
    assert isinstance(game, PlainGame), f"{arguments.game} is not a game in plain Python"
    rules = game.rules(arguments.players or game.file.player_counts[0])
    assert isinstance(rules, PlainRules)
    seeds = range(1, arguments.games + 1)
    play(game, rules, seeds[:10])
    bare_and_toolkit = [partial(play_bare, game, rules, seeds), partial(play, game, rules, seeds)]
    times = [tuple(map(microseconds, bare_and_toolkit)) for _ in range(ROUNDS)]
    bare, toolkit = map(statistics.median, zip(*times, strict=True))
    ratio = statistics.median(whole / part for part, whole in times)
    print(f"{game.file.title}, {rules.players} players, {arguments.games:,} games, {ROUNDS} times; microseconds a decision:")
    print(f"bare loop: {bare:.1f}; with the toolkit: {toolkit:.1f} ({1e6 / toolkit:,.0f} decisions a second); ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
