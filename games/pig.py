"""Pig: throw a die as often as you dare. A 1 ends your turn and costs what you threw in it.

Hold in time, and you keep it as points. The first to reach the goal wins.

A folk game, first described by John Scarne ("Scarne on Dice", 1945). Todd Neller and Clifton Presser solved it for two ("Optimal
Play of the Dice Game Pig", The UMAP Journal 25, 2004): between two players who play best, the start player wins 53.06 %.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rajas_sim.plain import Chance, GameResult, by_seat, number

TITLE = "Pig"
PLAYERS = (2, 3, 4)
LUCK = ("die",)
REASONS = ("goal",)

#: Of the picture.
BAR_WIDTH, BAR_STEP = 400, 48


@dataclass(frozen=True)
class Numbers:
    """What a designer may change."""

    goal: int = number(100, 10, 200, "points that win the game")
    sides: int = number(6, 2, 20, "sides of the die")
    points: tuple[int, ...] = by_seat(0, 0, 50, "points to start with")


@dataclass(frozen=True)
class State:
    """A position: the seat to move, the points of all seats, and what the mover has thrown in this turn."""

    numbers: Numbers
    mover: int
    points: tuple[int, ...]
    at_risk: int = 0


def start(numbers: Numbers, players: int, chance: Chance) -> State:
    """Return the first position."""
    return State(numbers, 0, numbers.points)


def options(state: State) -> tuple[str, ...]:
    """Return what the mover may do; a turn begins with a throw."""
    return ("throw", "hold") if state.at_risk else ("throw",)


def play(state: State, option: str, chance: Chance) -> State:
    """Return the position after an option."""
    if option == "throw":
        thrown = chance.die("die", state.numbers.sides)
        if thrown > 1:
            return replace(state, at_risk=state.at_risk + thrown)
        points = state.points
    else:
        points = tuple(have + state.at_risk * (seat == state.mover) for seat, have in enumerate(state.points))
    return replace(state, points=points, at_risk=0, mover=(state.mover + 1) % len(points))


def result(state: State) -> GameResult | None:
    """Return how the game ended, or None while it goes on."""
    return GameResult(state.points, "goal") if max(state.points) >= state.numbers.goal else None


def happened(state: State, option: str, after: State) -> tuple[str, ...]:
    """Say what a 1 cost."""
    return (f"{state.at_risk} points of the turn are lost",) if option == "throw" and state.at_risk and not after.at_risk else ()


def scores(state: State) -> tuple[int, ...]:
    """Return what every seat has now."""
    return state.points


def text(state: State) -> str:
    """Return a position in words."""
    points = ", ".join(f"seat {seat + 1} has {have}" for seat, have in enumerate(state.points))
    return f"{points} of {state.numbers.goal} points\nseat {state.mover + 1} has thrown {state.at_risk} in this turn"


def picture(state: State) -> str:
    """Return a bar for each seat on its way to the goal, with what it has at risk in a paler colour."""
    parts: list[str] = []
    for seat, have in enumerate(state.points):
        y, at_risk = BAR_STEP * seat, state.at_risk * (seat == state.mover)
        words = f"seat {seat + 1}: {have}{f' and {at_risk} at risk' if at_risk else ''} of {state.numbers.goal}"
        parts.append(f'<text class="strong" x="0" y="{y + 14}">{words}</text>')
        widths = [BAR_WIDTH * min(points / state.numbers.goal, 1) for points in (have, have + at_risk)]
        styles = (("open", BAR_WIDTH), (f"s{seat + 1} pale", widths[1]), (f"s{seat + 1}", widths[0]))
        parts += [f'<rect class="{style}" x="1" y="{y + 20}" width="{width:g}" height="18"/>' for style, width in styles]
    return f'<svg viewBox="0 0 {BAR_WIDTH + 2} {BAR_STEP * len(state.points)}">{"".join(parts)}</svg>'


def worth(state: State, seat: int) -> float:
    """Return what a position is worth for a seat: its lead, with what it has at risk."""
    points = [have + state.at_risk * (i == state.mover) for i, have in enumerate(state.points)]
    return points[seat] - max(have for i, have in enumerate(points) if i != seat)
