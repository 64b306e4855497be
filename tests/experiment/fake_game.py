"""Two games of pure luck with the interface of the real ones; they make the tests of the experiment room fast.

Worker processes import it by name, which is why `conftest.py` puts this folder on the path.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from rajas_sim.experiment.catalogue import Catalogue

from rajas_sim.core.errors import InputError, StrategyError, unknown_name

ROUNDS = 3
# Value without overrides, and the most it may be; money is a list of such values.
RULES = {
    "setup.money": [3, 4, 5, 6],
    "setup.karma": 1,
    "karma.limit": 5,
    "finish.bonus": 0,
    "readings.finish": "stage",
    "game.round_limit": 100,
}
MOST = 9


@dataclass(frozen=True)
class FakeRules:
    players: int
    overrides: Mapping[str, Any]
    components: Mapping[str, Any]
    readings: Mapping[str, str] = field(default_factory=lambda: {"finish": "stage"})
    variant: str = "base"
    modules: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, Any]:
        return {**RULES, **self.overrides}

    def problems(self) -> list[str]:
        karma, limit = self.values["setup.karma"], self.values["karma.limit"]
        found = [f"unknown path {path!r}" for path in self.overrides if path not in RULES]
        if not isinstance(self.values["setup.money"], list):
            found.append(f"setup.money: must be a list, found {self.values['setup.money']!r}")
        if karma > MOST:
            found.append(f"setup.karma: must be at most {MOST}, found {karma}")
        elif karma > limit:
            found.append(f"setup.karma: {karma} is above karma.limit, which is {limit}")
        return [f"overrides: {problem}" for problem in found]

    def digest(self) -> str:
        kind = (self.players, self.variant, self.modules)
        return hashlib.sha256(repr((kind, sorted(self.overrides.items()), self.components)).encode()).hexdigest()


class FakeGame:
    name = "shells"
    title = "Shells"
    player_counts: tuple[int, ...] = (2, 3, 4)
    variants: tuple[str, ...] = ("base", "mixed")
    modules: tuple[str, ...] = ("ganga",)
    tables: tuple[str, ...] = ("games", "seats", "rounds", "spaces", "tiles")
    vocabulary: ClassVar[dict[str, tuple[str, ...]]] = {
        "space": ("quarry", "market"),
        "tile": ("t0", "t1"),
        "end_reason": ("markers_passed", "round_limit"),
    }

    def rules_list(self, rules: FakeRules) -> list[dict[str, Any]]:
        origin = {path: "override" if path in rules.overrides else "rulebook" for path in RULES}
        unknown = {"low": None, "high": None, "choices": None, "why": ""}
        return [{"path": path, "value": rules.values[path], "provenance": origin[path], **unknown} for path in RULES]

    def components_list(self, path: Path | None = None) -> list[dict[str, Any]]:
        return [*self.rules_list(self.rules(2)), {"path": f"{self.name}.count", "value": 1}]

    def in_play(self, rules: FakeRules) -> dict[str, tuple[str, ...]]:
        return {}

    def boards(self, variant: str) -> tuple[str, ...]:
        return ("basic", "navaratnas") if variant == "mixed" else ()

    def rules(
        self,
        players: int,
        variant: str = "base",
        modules: Sequence[str] = (),
        overrides: Mapping[str, Any] = {},
        components: Path | None = None,
    ) -> FakeRules:
        assert variant in self.variants
        text = components.read_text() if components and components.exists() else "reference"
        box = {"name": text, "n_values": 1, "n_assumed": 0, "assumed": []}
        rules = FakeRules(players, dict(overrides), box, variant=variant, modules=tuple(modules))
        problems = rules.problems()
        if components is not None and not components.exists():
            problems.append(f"{components}: no such file")
        if problems:
            raise InputError(problems)
        return rules

    def play_batch(
        self,
        rules: FakeRules,
        line_up: Sequence[FakeStrategy],
        seatings: np.ndarray,
        seeds: np.ndarray,
        tables: Collection[str],
    ) -> dict[str, dict[str, np.ndarray]]:
        n, k = seatings.shape
        time.sleep(n * max(s.delay for s in line_up))
        for strategy in line_up:
            strategy.misbehave(seeds)
        luck = np.array([[int(seed) * 2654435761 * (s + 3) % 1009 for s in range(k)] for seed in seeds], np.int64)
        winner = luck.argmax(axis=1)
        game, seat = np.divmod(np.arange(n * k), k)
        row, each_round = np.divmod(np.arange(n * k * ROUNDS), ROUNDS)
        position = (seat + 1).astype(np.uint8)
        full = {
            "games": {
                "index": np.arange(n),
                "seed": seeds,
                "rounds": np.full(n, ROUNDS, np.uint16),
                "turns": np.full(n, 9, np.uint16),
                "decisions": (luck[:, 0] % 50 + 1).astype(np.uint32),
                "end_reason": luck[:, 0] % 2,
                "winners": np.ones(n, np.uint8),
            },
            "seats": {
                "index": game,
                "position": position,
                "rank": np.where(winner[game] == seat, 1, 2).astype(np.uint8),
                "win_share": (winner[game] == seat).astype(float),
                "fame": (luck[game, seat] % 60).astype(np.int16),
            },
            "rounds": {
                "index": row // k,
                "round": (each_round + 1).astype(np.uint16),
                "position": (row % k + 1).astype(np.uint8),
                "fame": (luck[row // k, 0] % 9).astype(np.int16),
            },
            "spaces": {"index": game, "position": position, "space": luck[game, seat] % 2},
            "tiles": {
                "index": game,
                "position": position,
                "tile": luck[game, seat] % 2,
                "covering": luck[game, seat] % 3 == 0,
            },
            "turns": {"index": game, "position": position, "die": luck[game, seat] % 3, "river": luck[game, seat] / 2},
        }
        return {name: full[name] for name in tables}


class OtherGame(FakeGame):
    """For more players, in other variants, without modules and boards, and with tables of its own."""

    name = "stones"
    title = "Stones"
    player_counts = (2, 3, 4, 5)
    variants = ("sun", "moon")
    modules = ()
    tables = ("games", "seats", "rounds", "turns")
    vocabulary: ClassVar[dict[str, tuple[str, ...]]] = {"die": ("purple", "green", "none"), "end_reason": ("met", "round_limit")}

    def rules(
        self,
        players: int,
        variant: str = "sun",
        modules: Sequence[str] = (),
        overrides: Mapping[str, Any] = {},
        components: Path | None = None,
    ) -> FakeRules:
        return super().rules(players, variant, modules, overrides, components)


@dataclass(frozen=True)
class FakeStrategy:
    """`delay` is how long a game takes, in seconds; `fails_at` the remainder of the seed at which it misbehaves."""

    name: str
    delay: float = 0.0
    fails_at: int = -1
    is_compiled: bool = True
    is_deterministic: bool = True
    game: str = "shells"
    board: str | None = None

    def on_board(self, board: str) -> FakeStrategy:
        return replace(self, board=board)

    def digest(self) -> str:
        return hashlib.sha256(f"{self.name} {self.fails_at} {self.board}".encode()).hexdigest()

    def misbehave(self, seeds: np.ndarray) -> None:
        bad = [int(seed) for seed in seeds if self.fails_at >= 0 and int(seed) % 60 == self.fails_at]
        if bad:
            raise StrategyError(f"strategy {self.name!r} returned 99, which is not an option (seed {bad[0]}, decision 3)")


STRATEGIES = {
    "shells": {
        "even": FakeStrategy("even"),
        "coin": FakeStrategy("coin", is_deterministic=False),
        "random": FakeStrategy("random", is_deterministic=False),
        "third": FakeStrategy("third"),
        "fourth": FakeStrategy("fourth"),
        "python": FakeStrategy("python", is_compiled=False),
    },
    "stones": {name: FakeStrategy(name, game="stones") for name in ("random", "balanced", "even", "fifth", "sixth", "seventh")},
}
GAMES = {game.name: game for game in (FakeGame(), OtherGame())}


def games() -> list[str]:
    return [*GAMES]


def find_game(name: str) -> FakeGame:
    if name not in GAMES:
        raise InputError(unknown_name("game", name, GAMES))
    return GAMES[name]


def find_strategy(game: str, name: str, parameters: Mapping[str, Any], label: str | None = None) -> FakeStrategy:
    if name not in STRATEGIES[game]:
        raise InputError(unknown_name("strategy", name, STRATEGIES[game]))
    problems = [unknown_name("parameter", key, ["delay", "fails_at"]) for key in parameters if key not in ("delay", "fails_at")]
    if problems:
        raise InputError(problems)
    return replace(STRATEGIES[game][name], **parameters)


CATALOGUE = Catalogue(games, find_game, find_strategy)
