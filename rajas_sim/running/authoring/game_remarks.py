"""Remarks from the check of a game in plain Python: not wrong by itself, but often not what the author meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from rajas_sim.analysis.formatting import listed, percent
from rajas_sim.core.engine.chance import block_seed
from rajas_sim.core.errors import RajasError
from rajas_sim.plain.course import Course
from rajas_sim.plain.game import PlainGame
from rajas_sim.plain.plain_rules import PlainRules
from rajas_sim.plain.position import PlainState
from rajas_sim.plain.search import after, worth
from rajas_sim.running.authoring.random_games import SEED, random_game

#: So many games are played without each thing, to see whether a seat can do without it.
GAMES_WITHOUT_A_THING = 20
NEEDED = (
    "a seat that may not use the thing {!r} is left without an option in some position, so `rajas power` cannot say what it is "
    "worth; give no thing to options that are sometimes the only ones, such as passing"
)
NEVER_RETURNED = "with {} players, in {} games no option used {}: thing(state, option) did not return {}"
#: So many games are played with each limit of a changeable number.
GAMES_AT_LIMITS = 3
AT_LIMIT = "with {} = {!r}, to which it may be changed, {}"
#: In so many games the check tries what `greedy` thinks of all options, with so many deals of luck, and what is hidden.
GAMES_LOOKED_AT, DEALS = 10, 4
#: A player for whom all options look alike in more than this share of its choices plays nearly at random.
MOST_ALIKE = 0.75
ALIKE = "with {} players, in {} of {:,} choices all options are worth the same to greedy, so it plays at random there: write {}"
#: With fewer positions, a sameness may be due to chance.
FEWEST_POSITIONS = 20
NEVER_HIDDEN = (
    "with {} players, hidden(state, chance) never changed what text(state, {}) shows to seat {} and not to seat {}, which moved, "
    "in {:,} positions: is it secret? Then draw it again, for strategies see it; if everybody may know it, all is well"
)


def remarks_on(game: PlainGame, rules: PlainRules) -> Iterator[str]:
    """Yield remarks on a game that has passed its check.

    They are about things that no seat can do without or that no option uses, allowed values with which the game goes wrong, hands
    that `hidden` does not change, and worths that tell `greedy` nothing.
    """
    if needed := _needed_thing(game, rules):
        yield NEEDED.format(needed)
    if problem := _problem_at_a_limit(game, rules):
        yield problem
    states = [
        state for game_index in range(GAMES_LOOKED_AT) for state in _random_states(game, rules, block_seed(SEED, game_index))
    ]
    yield from _unused_things_remark(states)
    yield from _unhidden_secrets_remark(states)
    yield from _equal_worths_remark(states)


def _random_states(game: PlainGame, rules: PlainRules, seed: int) -> Iterator[PlainState]:
    """Yield the positions of a random game in which there is a decision."""
    state, random = game.state_at(Course(rules, seed)), Random(seed)
    while not state.is_over:
        yield state
        played = state.play(random.choice(state.option_codes))
        assert isinstance(played, PlainState)
        state = played


def _unused_things_remark(states: list[PlainState]) -> Iterator[str]:
    """Yield a remark on the things that no option used, if there are any."""
    options = ((state, option) for state in states for option in state.course_options.values())
    used = {thing for state, option in options for thing in state.course.things_of(option)}
    if unused := [repr(thing) for thing in states[0].file.things if thing not in used]:
        them = "it" if len(unused) == 1 else "them"
        yield NEVER_RETURNED.format(states[0].rules.players, GAMES_LOOKED_AT, listed(unused, "or"), them)


def _unhidden_secrets_remark(states: list[PlainState]) -> Iterator[str]:
    """Yield a remark on the first seat whose secrets `hidden` never changes while another seat moves, if there is one."""
    file, players = states[0].file, states[0].rules.players
    if not file.asks_for_seat("text") or file.function("hidden") is None:
        return
    # By seat to move and other seat: in how many positions the other sees more or less, and in how many redrawing changes that.
    n_secret, n_changed = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for state in states:
        mover, redrawn = state.seat_to_move, state.shown(state.seed + 1)
        shown_to_mover = state.lines_for(mover)
        for other in range(players):
            if (lines := state.lines_for(other)) != shown_to_mover:
                n_secret[mover, other] += 1
                n_changed[mover, other] += redrawn.lines_for(other) != lines
    for (mover, other), n in sorted(n_secret.items()):
        if n >= FEWEST_POSITIONS and not n_changed[mover, other]:
            yield NEVER_HIDDEN.format(players, other, other + 1, mover + 1, n)
            return


def _equal_worths_remark(states: list[PlainState]) -> Iterator[str]:
    """Yield a remark if all options are worth the same to `greedy` in most choices and the file has no function `worth`."""
    file = states[0].file
    choices = [state for state in states if len(state.option_codes) > 1]
    if file.function("worth") is not None or not choices:
        return
    n_alike = sum(len({_worths_by_deal(state, code) for code in state.option_codes}) == 1 for state in choices)
    if n_alike > MOST_ALIKE * len(choices):
        missing = "worth(state, seat)" if file.function("scores") is not None else "worth(state, seat) or scores(state)"
        yield ALIKE.format(states[0].rules.players, percent(n_alike / len(choices), 0), len(choices), missing)


def _worths_by_deal(state: PlainState, code: int) -> tuple[float, ...]:
    """Return the worth of an option to `greedy`, once for each of `DEALS` deals of luck."""
    return tuple(worth(after(state, state.option_type(state, code), nth), state.seat_to_move) for nth in range(DEALS))


def _problem_at_a_limit(game: PlainGame, rules: PlainRules) -> str:
    """Return a sentence about the first limit of a number with which the game goes wrong; empty if there is none."""
    for name, value in rules.file.numbers.items():
        path = f"setup.{name}" if value.is_by_seat else name
        for limit in value.choices or (value.low, value.high):
            problem = _problem_in_random_games(game.rules(rules.players, rules.variant, overrides={path: limit}))
            if problem:
                return AT_LIMIT.format(path, limit, problem)
    return ""


def _problem_in_random_games(rules: Any) -> str:  # noqa: ANN401 - rules of a game in plain Python
    """Return what goes wrong in some random games; empty if nothing does."""
    try:
        results = [random_game(rules, block_seed(SEED, game_index))[1] for game_index in range(GAMES_AT_LIMITS)]
    except RajasError as error:
        return str(error)
    return "" if all(results) else "games do not end"


def _needed_thing(game: PlainGame, rules: Any) -> str | None:  # noqa: ANN401 - rules of this game
    """Return a thing without which a seat has no option in some position; None if there is no such thing."""
    for thing in rules.things:
        restricted: Any = game.rules(rules.players, rules.variant, overrides={"restrict.seat_1": [thing]})
        try:
            for game_index in range(GAMES_WITHOUT_A_THING):
                random_game(restricted, block_seed(SEED, game_index))
        except RajasError:
            return str(thing)
    return None
