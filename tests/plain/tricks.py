"""Tricks: follow suit if you can, the highest card of the suit led takes the trick; a game of the tests with hidden hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rajas_sim.plain import Chance, GameResult, number

TITLE = "Tricks, small"
PLAYERS = (2, 3)
LUCK = ("deal",)
DECK = tuple(f"{suit}{rank}" for suit in "RGB" for rank in range(1, 7))


@dataclass(frozen=True)
class Numbers:
    """How many cards, and how many deals."""

    hand: int = number(4, 1, 5, "cards of a hand")
    deals: int = number(2, 1, 4, "deals of a game")


@dataclass(frozen=True)
class State:
    """A position."""

    numbers: Numbers
    mover: int
    round: int
    hands: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]
    points: tuple[int, ...]
    trick: tuple[str, ...] = ()


def deal(numbers: Numbers, points: tuple[int, ...], round_number: int, chance: Chance) -> State:
    """Return the first position of a deal."""
    deck, n, players = chance.shuffled("deal", DECK), numbers.hand, len(points)
    hands = tuple(tuple(sorted(deck[i * n : i * n + n])) for i in range(players))
    return State(numbers, (round_number - 1) % players, round_number, hands, deck[players * n :], points)


def start(numbers: Numbers, players: int, chance: Chance) -> State:
    """Return the first position."""
    return deal(numbers, (0,) * players, 1, chance)


def options(state: State) -> tuple[str, ...]:
    """Return the cards that follow suit, or all."""
    hand = state.hands[state.mover]
    return tuple(card for card in hand if state.trick and card[0] == state.trick[0][0]) or hand


def taker_of(state: State, option: str) -> int | None:
    """Return who takes the trick with this card; None before the last one."""
    trick, players = (*state.trick, option), len(state.points)
    if len(trick) < players:
        return None
    best = max(range(players), key=lambda i: (trick[i][0] == trick[0][0], trick[i]))
    return (state.mover + 1 + best) % players


def play(state: State, option: str, chance: Chance) -> State:
    """Return the position after a card."""
    hands = tuple(tuple(card for card in hand if card != option) for hand in state.hands)
    taker = taker_of(state, option)
    if taker is None:
        return replace(state, mover=(state.mover + 1) % len(hands), hands=hands, trick=(*state.trick, option))
    points = tuple(n + (i == taker) for i, n in enumerate(state.points))
    if not any(hands) and state.round < state.numbers.deals:
        return deal(state.numbers, points, state.round + 1, chance)
    return replace(state, mover=taker, hands=hands, trick=(), points=points)


def result(state: State) -> GameResult | None:
    """Return how the game ended."""
    return None if any(state.hands) else GameResult(state.points)


def scores(state: State) -> tuple[int, ...]:
    """Return the tricks."""
    return state.points


def hidden(state: State, chance: Chance) -> State:
    """Deal the other hands anew."""
    others = [i for i in range(len(state.hands)) if i != state.mover]
    cards = list(chance.shuffled("unseen", sorted((*(card for i in others for card in state.hands[i]), *state.rest))))
    hands = list(state.hands)
    for i in others:
        hands[i] = tuple(sorted(cards.pop() for _ in state.hands[i]))
    return replace(state, hands=tuple(hands), rest=tuple(cards))


def text(state: State, seat: int | None) -> str:
    """Return what a seat sees."""
    hands = (" ".join(hand) if seat in (None, i) else f"{len(hand)} cards" for i, hand in enumerate(state.hands))
    return "\n".join([f"trick {' '.join(state.trick) or '-'}", *hands])


def words(state: State, option: str) -> str:
    """Return a choice in words."""
    return f"play {option}"


def happened(state: State, option: str, after: State) -> str | None:
    """Say who takes the trick."""
    taker = taker_of(state, option)
    return None if taker is None else f"seat {taker + 1} takes the trick"


def worth(state: State, seat: int) -> float:
    """Return the tricks, and a little for high cards that are kept."""
    return state.points[seat] + 0.01 * sum(int(card[1]) for card in state.hands[seat])
