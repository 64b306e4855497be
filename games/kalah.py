"""Kalah: sow the seeds of a house, and bring more home than the other.

Choose one of your houses: its seeds go one by one into the houses to the right of it, your store, and on around the board, but
not into the other store. If the last one falls into your store, you move again. If it falls into an empty house of yours and the
house opposite has seeds, both go to your store. Once one player has no seeds in the houses, the other brings home what is there.
Most seeds win, and who has more than half of them has won.

William Champion's game of 1940. Small boards are solved (Geoffrey Irving, Jeroen Donkers, Jos Uiterwijk, "Solving Kalah", ICGA
Journal 23, 2000), and there is no chance in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rajas_sim.plain import Chance, GameResult, number

TITLE = "Kalah"
PLAYERS = (2,)
REASONS = ("no more seeds", "majority")

PIT = 64
"""Side of a pit in the picture."""


@dataclass(frozen=True)
class Numbers:
    """What may be changed."""

    houses: int = number(3, 1, 6, "houses of each player")
    seeds: int = number(3, 1, 6, "seeds in each house at first")


@dataclass(frozen=True)
class State:
    """A position: the seeds in the houses and in the store of the mover, then those of the other player."""

    mover: int
    pits: tuple[int, ...]

    @property
    def houses(self) -> int:
        """How many houses each player has."""
        return len(self.pits) // 2 - 1


def start(numbers: Numbers, players: int, chance: Chance) -> State:
    """Return the first position."""
    side = (numbers.seeds,) * numbers.houses + (0,)
    return State(0, side + side)


def options(state: State) -> tuple[int, ...]:
    """Return the houses of the mover that hold seeds, from 1."""
    return tuple(house for house in range(1, state.houses + 1) if state.pits[house - 1])


def play(state: State, house: int, chance: Chance) -> State:
    """Sow the seeds of a house, one in each pit that follows but the other store.

    A last seed in the own store gives another move. One in an own empty house, with seeds in the house opposite, captures both.
    When one player has no seed left in the houses the game is over, and the other brings home what is there.
    """
    pits, n = list(state.pits), state.houses
    store, other_store, pit = n, 2 * n + 1, house - 1
    hand, pits[pit] = pits[pit], 0
    while hand:
        pit = (pit + 1) % len(pits)
        if pit != other_store:
            pits[pit] += 1
            hand -= 1
    opposite = 2 * n - pit
    if pit < n and pits[pit] == 1 and pits[opposite]:
        pits[store] += 1 + pits[opposite]
        pits[pit] = pits[opposite] = 0
    if not any(pits[:n]) or not any(pits[store + 1 : other_store]):
        pits[store] += sum(pits[:n])
        pits[other_store] += sum(pits[store + 1 : other_store])
        pits[:n] = pits[store + 1 : other_store] = [0] * n
    if pit == store:
        return State(state.mover, tuple(pits))
    return State(1 - state.mover, (*pits[store + 1 :], *pits[: store + 1]))


def scores(state: State) -> tuple[int, int]:
    """Return the seeds in the stores of both seats."""
    mine, others = state.pits[state.houses], state.pits[-1]
    return (mine, others) if state.mover == 0 else (others, mine)


def result(state: State) -> GameResult | None:
    """Return how the game ended, or None while it goes on."""
    n_seeds = sum(state.pits)
    if sum(scores(state)) == n_seeds:
        return GameResult(scores(state), "no more seeds")
    return GameResult(scores(state), "majority") if max(scores(state)) > n_seeds / 2 else None


def words(state: State, house: int) -> str:
    """Return an option in words."""
    return f"sow the {state.pits[house - 1]} of house {house}"


def corner(state: State, seat: int, house: int) -> tuple[int, int]:
    """Return where a pit lies in the picture: seat 1 has the lower row, from left to right, and its store comes last."""
    column = house if seat == 0 else state.houses + 1 - house
    return PIT * column, PIT * (seat == 0)


def spot(state: State, house: int) -> tuple[int, int, int, int]:
    """Return where an option lies in the picture: the house."""
    return (*corner(state, state.mover, house), PIT, PIT)


def picture(state: State) -> str:
    """Return the board: a store at either end, and between them the houses with their numbers and seeds."""
    n = state.houses
    sides = {state.mover: state.pits[: n + 1], 1 - state.mover: state.pits[n + 1 :]}
    parts: list[str] = []
    for seat, pits in sides.items():
        for house, seeds in enumerate(pits, 1):
            is_store = house == n + 1
            x, y = (corner(state, seat, house)[0], 0) if is_store else corner(state, seat, house)
            height, name = (2 * PIT, f"seat {seat + 1}") if is_store else (PIT, house)
            parts += [
                f'<rect class="{f"s{seat + 1} pale" if is_store else "box"}" x="{x + 4}" y="{y + 4}" width="{PIT - 8}"'
                f' height="{height - 8}" rx="24"/>',
                f'<text class="middle" style="font-size: 22px" x="{x + PIT / 2}" y="{y + height / 2 + 4}">{seeds}</text>',
                f'<text class="middle" x="{x + PIT / 2}" y="{y + height / 2 + 20}">{name}</text>',
            ]
    return f'<svg viewBox="0 0 {PIT * (n + 2)} {2 * PIT}">{"".join(parts)}</svg>'


def text(state: State) -> str:
    """Return the board as the mover sees it: the houses of the other player above, from right to left, and his own below."""
    n, houses = state.houses, range(1, state.houses + 1)
    rows = (reversed(houses), reversed(state.pits[n + 1 : -1]), state.pits[:n], houses)
    numbers_above, above, below, numbers = ("".join(f"{cell:4}" for cell in row) for row in rows)
    return "\n".join(
        [
            f"house   {numbers_above}  ← seat {2 - state.mover}",
            f"seeds   {above}",
            f"store {state.pits[-1]:2}{'':{4 * n}}  store {state.pits[n]}",
            f"seeds   {below}",
            f"house   {numbers}  → seat {state.mover + 1}",
        ]
    )
