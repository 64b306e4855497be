"""Guilds: buy crafts that pay coins every round and count points in the end.

Everybody begins with four coins, and the first seat gets three more for the town charter. There are six rounds.

Each round the order of play is drawn by lot, and crafts lie open, one more than there are players. In this order every seat
buys one of them or takes a loan: three coins, which are never paid back. Crafts pay their income at the end of every round.
After the last round points count: those of the crafts, and one for every three coins.
"""

# Made for the tutorial (docs/games.md): it is unfair on purpose, in one number, and one of its crafts is too cheap. The tutorial
# finds both.

from __future__ import annotations

from dataclasses import dataclass, replace

from rajas_sim.plain import Chance, GameResult, by_seat, number

TITLE = "Guilds"
PLAYERS = (2, 3, 4)
LUCK = ("order", "deck")
REASONS = ("all rounds played",)

#: Crafts: what they cost, what they pay every round, and what they count in the end.
CRAFTS = {
    "bakery": (3, 1, 1),
    "brewery": (4, 2, 3),
    "chandlery": (4, 1, 3),
    "dyeworks": (5, 1, 4),
    "foundry": (6, 2, 3),
    "goldsmith": (8, 1, 7),
    "mill": (5, 2, 1),
    "tannery": (2, 0, 2),
}
COPIES = 4
THINGS = tuple(f"craft.{craft}" for craft in CRAFTS)

#: The picture: how wide a card is with the gap after it, how high, and how far down cards and seats begin.
CARD, GAP, CARD_HEIGHT, CARDS_DOWN, SEATS_DOWN = 84, 4, 82, 24, 136


@dataclass(frozen=True)
class Numbers:
    """What may be changed."""

    rounds: int = number(6, 2, 12, "rounds")
    loan: int = number(3, 1, 6, "coins of a loan")
    charter: int = number(3, 0, 8, "coins that the first seat gets for the town charter")
    brewery_cost: int = number(4, 1, 9, "price of a brewery")
    coins: tuple[int, ...] = by_seat(4, 0, 20, "coins to start with")


@dataclass(frozen=True)
class State:
    """A position.

    Attributes
    ----------
    mover
        The seat to move, the first of `order`.
    order
        The seats that still have to move in this round.
    open, deck
        The crafts that can be bought, and the deck below them.
    crafts
        What each seat has bought.
    """

    numbers: Numbers
    mover: int
    order: tuple[int, ...]
    round: int
    open: tuple[str, ...]
    deck: tuple[str, ...]
    coins: tuple[int, ...]
    crafts: tuple[tuple[str, ...], ...]


def start(numbers: Numbers, players: int, chance: Chance) -> State:
    """Return the first position."""
    deck = chance.shuffled("deck", [craft for craft in CRAFTS for _ in range(COPIES)])
    coins = tuple(have + numbers.charter * (seat == 0) for seat, have in enumerate(numbers.coins))
    return begin_round(State(numbers, 0, (), 0, (), deck, coins, ((),) * players), chance)


def begin_round(state: State, chance: Chance) -> State:
    """Return the position at the beginning of the next round."""
    n = len(state.coins)
    order = chance.shuffled("order", range(n))
    return replace(state, round=state.round + 1, order=order, mover=order[0], open=state.deck[: n + 1], deck=state.deck[n + 1 :])


def cost(state: State, craft: str) -> int:
    """Return what a craft costs."""
    return state.numbers.brewery_cost if craft == "brewery" else CRAFTS[craft][0]


def options(state: State) -> tuple[str, ...]:
    """Return the crafts that the mover can pay for, and a loan."""
    return ("loan", *(craft for craft in dict.fromkeys(state.open) if cost(state, craft) <= state.coins[state.mover]))


def thing(state: State, option: str) -> str | None:
    """Return the craft that an option buys."""
    return None if option == "loan" else f"craft.{option}"


def play(state: State, option: str, chance: Chance) -> State:
    """Return the position after an option."""
    seat, coins, crafts, left = state.mover, list(state.coins), list(state.crafts), list(state.open)
    if option == "loan":
        coins[seat] += state.numbers.loan
    else:
        coins[seat] -= cost(state, option)
        crafts[seat] = (*crafts[seat], option)
        left.remove(option)
    state = replace(state, coins=tuple(coins), crafts=tuple(crafts), open=tuple(left), order=state.order[1:])
    if state.order:
        return replace(state, mover=state.order[0])
    paid = tuple(have + income for have, income in zip(state.coins, incomes(state), strict=True))
    state = replace(state, coins=paid)
    return state if state.round == state.numbers.rounds else begin_round(state, chance)


def incomes(state: State) -> list[int]:
    """Return what the crafts of each seat pay at the end of a round."""
    return [sum(CRAFTS[craft][1] for craft in owned) for owned in state.crafts]


def happened(state: State, option: str, after: State) -> str | None:
    """Return what crafts paid at the end of a round, if the option was the last of its round."""
    if len(state.order) > 1:
        return None
    payments = [f"{income} to seat {seat + 1}" for seat, income in enumerate(incomes(after)) if income]
    return f"at the end of round {state.round} crafts pay {', '.join(payments)}" if payments else None


def scores(state: State) -> tuple[int, ...]:
    """Return the points of all seats."""
    return tuple(of_crafts + of_coins for of_crafts, of_coins in points(state))


def points(state: State) -> list[tuple[int, int]]:
    """Return the points that each seat has for its crafts, and for its coins."""
    return [(sum(CRAFTS[craft][2] for craft in owned), have // 3) for have, owned in zip(state.coins, state.crafts, strict=True)]


def result(state: State) -> GameResult | None:
    """Return how the game ended, or None while it goes on."""
    return GameResult(scores(state), "all rounds played") if state.round == state.numbers.rounds and not state.order else None


def words(state: State, option: str) -> str:
    """Return an option in words, with what it costs and brings."""
    if option == "loan":
        return f"loan: take {state.numbers.loan} coins"
    _, income, points = CRAFTS[option]
    return f"{option}: costs {cost(state, option)}, pays {income} a round, scores {points}"


def round_words(state: State) -> str:
    """Return which round it is, and in which order the seats still move in it."""
    now, *later = (str(seat + 1) for seat in state.order) if state.order else ("",)
    next_seats = f", now seat {now}" * bool(now) + f", then {', '.join(later)}" * bool(later)
    return f"round {state.round} of {state.numbers.rounds}{next_seats}"


def seat_words(state: State) -> list[tuple[str, str]]:
    """Return for each seat its coins with what its score is made of, and its crafts with their points."""
    return [
        (
            f"seat {seat + 1}: {coins} coins; score {of_crafts + of_coins} = {of_crafts} for crafts + {of_coins} for coins",
            ", ".join(f"{craft} {CRAFTS[craft][2]}" for craft in crafts) or "no craft",
        )
        for seat, (coins, crafts, (of_crafts, of_coins)) in enumerate(zip(state.coins, state.crafts, points(state), strict=True))
    ]


def text(state: State) -> str:
    """Return a position in words, without the deck, which nobody sees."""
    row = [f"  {words(state, craft)}" for craft in state.open]
    seats = (f"{has}: {crafts}" for has, crafts in seat_words(state))
    return "\n".join([f"{round_words(state)}; to be bought:", *row, *seats])


def spot(state: State, option: str) -> list[tuple[int, int, int, int]]:
    """Return where an option lies in the picture: all cards of its craft; a loan lies nowhere."""
    return [(CARD * i, CARDS_DOWN, CARD - GAP, CARD_HEIGHT) for i, craft in enumerate(state.open) if craft == option]


def lines_svg(lines: list[tuple[int, int, str, str]]) -> str:
    """Return lines of text, each with its place and its style, as SVG."""
    return "".join(f'<text class="{style}" x="{x}" y="{y}">{line}</text>' for x, y, line, style in lines)


def picture(state: State) -> str:
    """Return the open crafts as cards with price, income and points, and below them what each seat has."""
    lines = [(0, 14, round_words(state), "heading")]
    cards: list[str] = []
    for i, craft in enumerate(state.open):
        _, income, points = CRAFTS[craft]
        box = f'<rect class="box" x="{CARD * i}" y="{CARDS_DOWN}" width="{CARD - GAP}" height="{CARD_HEIGHT}" rx="6"/>'
        texts = (craft, f"costs {cost(state, craft)}", f"pays {income}", f"scores {points}")
        words = [(CARD * i + 6, CARDS_DOWN + 18 * (j + 1), line, "" if j else "strong") for j, line in enumerate(texts)]
        cards.append(f"<g><title>{craft}</title>{box}{lines_svg(words)}</g>")
    for seat, (has, crafts) in enumerate(seat_words(state)):
        y = SEATS_DOWN + 38 * seat
        cards.append(f'<rect class="s{seat + 1}" x="0" y="{y - 12}" width="5" height="31"/>')
        lines += [(12, y, has, "strong"), (12, y + 16, crafts, "")]
    height = SEATS_DOWN + 38 * len(state.coins)
    return f'<svg viewBox="0 0 {(PLAYERS[-1] + 1) * CARD} {height}">{"".join(cards)}{lines_svg(lines)}</svg>'


def hidden(state: State, chance: Chance) -> State:
    """Return the position with the deck, which nobody sees, in another order."""
    return replace(state, deck=chance.shuffled("deck", state.deck))


def worth(state: State, seat: int) -> float:
    """Return what a position is worth for a seat: points, coins, and what its crafts still pay, less those of the best other."""
    rounds_left = state.numbers.rounds - state.round + bool(state.order)
    worths = [
        sum(CRAFTS[craft][2] + CRAFTS[craft][1] * rounds_left / 3 for craft in owned) + have / 3
        for have, owned in zip(state.coins, state.crafts, strict=True)
    ]
    return worths[seat] - max(other for i, other in enumerate(worths) if i != seat)
