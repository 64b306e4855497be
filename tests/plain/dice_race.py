"""A race: throw a die or take a sure step; a game of the tests."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rajas_sim.plain import Chance, GameResult, by_seat, number, one_of

PLAYERS = (2, 3)
VARIANTS = ("short", "long")
LUCK = ("die", "weather")
THINGS = ("way.die", "way.step")


@dataclass(frozen=True)
class Numbers:
    """All kinds of values."""

    goal: int = number(12, 3, 60, "steps to the goal", by_players={3: 10}, by_variant={"long": 30})
    sure: int = number(3, 1, 6, "steps without a throw", assumed=True)
    storm: str = one_of(("never", "sometimes"), "whether a storm throws the mover back", assumed=True)
    steps: tuple[int, ...] = by_seat(0, 0, 10, "steps to start with")


@dataclass(frozen=True)
class State:
    """A position; nobody sees the weather of the next turn."""

    numbers: Numbers
    mover: int
    steps: tuple[int, ...]
    weather: int


def start(numbers: Numbers, players: int, chance: Chance) -> State:
    """Return the first position."""
    return State(numbers, 0, numbers.steps, chance.die("weather"))


def options(state: State) -> tuple[str, ...]:
    """Return both ways."""
    return "die", "step"


def thing(state: State, option: str) -> str:
    """Return the way."""
    return f"way.{option}"


def play(state: State, option: str, chance: Chance) -> State:
    """Return the position after a way."""
    n = chance.die("die") if option == "die" else state.numbers.sure
    if state.numbers.storm == "sometimes" and state.weather == 1:
        n = 0
    steps = tuple(have + n * (seat == state.mover) for seat, have in enumerate(state.steps))
    return replace(state, steps=steps, mover=(state.mover + 1) % len(steps), weather=chance.die("weather"))


def result(state: State) -> GameResult | None:
    """Return how the game ended."""
    return GameResult(state.steps) if max(state.steps) >= state.numbers.goal else None


def scores(state: State) -> tuple[int, ...]:
    """Return the steps."""
    return state.steps


def hidden(state: State, chance: Chance) -> State:
    """Draw the weather anew."""
    return replace(state, weather=chance.die("weather"))
