"""Positions become numbers that show what players see and nothing else, and every option has its action."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from rajas_sim import ganges
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES, box_label
from rajas_sim.core.positions.state import State
from rajas_sim.learning import Action, encoding_of
from rajas_sim.learning.encode import Encoding
from tests.every_game.walking import frozen_rules, games_of_every_kind, positions_by_decision, walk
from tests.untyped import Array

#: Every game in the box.
IN_THE_BOX = [
    pytest.param(game, players, variant, modules, id=f"{game}-{players}-{'-'.join((variant, *modules))}")
    for game in GAMES
    for players in box_label(game).player_counts
    for variant in box_label(game).variants
    for modules in ((), *((module,) for module in box_label(game).modules))
]


def encoding_for(state: State) -> Encoding:
    return encoding_of(state.rules.source.game, state.rules.players)


def seen(state: State, seat: int | None = None) -> Array:
    """Return what a seat sees, the one to move if none is named."""
    return encoding_for(state).observation(state.array, state.seat_to_move if seat is None else seat)


def number(state: State, field: str, seat: int | None = None) -> int:
    """Return the first number of a field of what is seen."""
    return int(seen(state, seat)[encoding_for(state).fields[field].offset])


# --- actions


@pytest.mark.parametrize(("game", "players", "variant", "modules"), IN_THE_BOX)
def test_every_option_of_random_games_has_an_action(game: str, players: int, variant: str, modules: tuple[str, ...]) -> None:
    """Readings are chosen at random as well."""
    terms = import_module(f"rajas_sim.{game}.rulebook.terms")
    source = find_game(game).components
    encoding = encoding_of(game, players)
    for seed in range(2):
        chooser = random.Random(f"{game} {players} {variant} {modules} {seed}")
        readings = {
            name: chooser.choice(choices)
            for name, choices in terms.READINGS.items()
            if source.is_in_play(f"readings.{name}", variant, modules)
        }
        for step in walk(frozen_rules(game, players, variant, modules, **readings), seed, choices=seed):
            state = step.after
            if not state.is_over:
                mask = encoding.mask(str(state.decision), state.option_codes)
                allowed = [encoding.actions[i] for i in np.flatnonzero(mask)]
                assert sorted(allowed) == sorted((state.decision, code) for code in state.option_codes)
                numbers = encoding.observation(state.array, state.seat_to_move)
                assert (encoding.low <= numbers).all()
                assert (numbers <= encoding.high).all()


@pytest.mark.parametrize("game", GAMES)
def test_an_action_is_found_by_its_decision_and_code(game: str) -> None:
    encoding = encoding_of(game, 2)
    assert [encoding.action_of(*action) for action in encoding.actions] == [*range(len(encoding.actions))]
    assert encoding_of("ganges", 2).actions[3] == Action("place", 3)
    with pytest.raises(KeyError):
        encoding.action_of(encoding.actions[-1].decision, encoding.actions[-1].code + 1)


# --- what is seen


def numbers_of(dtype: np.dtype[Any], path: str = "", at: int = 0) -> Iterator[tuple[str, int, np.dtype[Any]]]:
    """Yield the path, first byte and type of every number of a record."""
    for name, (part, offset, *_) in (dtype.fields or {}).items():
        base = part.base
        for i in range(part.itemsize // base.itemsize):
            first = at + offset + i * base.itemsize
            if base.names:
                yield from numbers_of(base, f"{path}{name}.", first)
            else:
                yield f"{path}{name}", first, base


def first_of_seats(state: State) -> int:
    fields = state.layout.fields
    assert fields is not None
    return fields["seats"][1]


@pytest.mark.parametrize("game", GAMES)
def test_everything_but_luck_is_seen_and_luck_is_not(game: str) -> None:
    """Change each number of a record by its lowest bit; each seat notices, or none does."""
    for state, *_ in [*positions_by_decision(game).values()][::4]:
        observed = state.observed
        end = first_of_seats(state) + state.rules.players * state.array.dtype["seats"].base.itemsize
        before = [seen(state, seat) for seat in range(state.rules.players)]
        for path, first, dtype in numbers_of(state.array.dtype):
            array = writable_copy(state.array)
            array.view(np.uint8)[first] ^= 1
            is_seen = path not in observed.unseen_fields and "padding" not in path and first < end
            for seat, numbers in enumerate(before):
                changed = not np.array_equal(encoding_for(state).observation(array, seat), numbers)
                assert changed == is_seen, (path, seat)
            assert dtype.itemsize <= 2 or not is_seen or path in observed.bit_sets, f"{path} does not fit into 16 bits"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_position_with_other_luck_looks_the_same(game: str) -> None:
    for step in games_of_every_kind(game)[::25]:
        array = writable_copy(step.after.array)
        array["seed"] = 2**62 + 7
        if game == "ganges":
            array["seats"]["rolls"] += 5
        other = type(step.after)(step.after.rules, array)
        assert other != step.after
        for seat in range(step.after.rules.players):
            assert np.array_equal(seen(other, seat), seen(step.after, seat))
        assert other.option_codes == step.after.option_codes


def test_the_observer_comes_first_and_the_others_in_turn_order() -> None:
    state = ganges.new_game(ganges.rules(3, overrides={"setup.money": [3, 4, 5, 6]}), 7)
    for seat in range(3):
        assert [number(state, f"seats[{i}].money", seat) for i in range(3)] == [3, 4, 5][seat:] + [3, 4, 5][:seat]


def test_numbers_of_seats_count_from_the_observer() -> None:
    state = ganges.new_game(ganges.rules(3), 7)
    while state.decision != "place" or state.seat_to_move != 0:
        state = state.play(state.options[0])
    (terrace,) = [option for option in state.options if option.space == "terrace_blue"]
    after = state.play(terrace)
    spaces = encoding_for(after).fields["spaces"]
    place = spaces.offset + terrace.code
    assert [int(seen(after, seat)[place]) for seat in range(3)] == [1, 3, 2]
    assert [number(after, "seat_to_move", seat) for seat in range(3)] == [(after.seat_to_move - seat) % 3 for seat in range(3)]
    assert {number(after, "next_start_player", seat) for seat in range(3)} == {-1}


def test_the_task_on_top_comes_first() -> None:
    stacks = [step.after for step in games_of_every_kind("ganges") if step.after.n_tasks > 2 and not step.after.is_over]
    assert stacks
    for state in stacks[:20]:
        from_top = [int(task.kind) for task in state.record.tasks[: state.n_tasks]][::-1]
        assert [number(state, f"tasks[{i}].kind") for i in range(state.n_tasks)] == from_top
        amounts = [int(task.amount) for task in state.record.tasks[: state.n_tasks]][::-1]
        assert [number(state, f"tasks[{i}].amount") for i in range(state.n_tasks)] == amounts


@pytest.mark.parametrize("game", GAMES)
def test_it_is_seen_which_decision_is_asked_and_none_at_the_end(game: str) -> None:
    def asked(state: State) -> list[int]:
        return np.flatnonzero(seen(state)[encoding_for(state).fields["decision"].numbers]).tolist()

    for decision, positions in positions_by_decision(game).items():
        for state in positions:
            assert asked(state) == [state.decisions.index(decision)]
    over, *_ = [step.after for step in games_of_every_kind(game) if step.after.is_over]
    assert asked(over) == []


def test_a_set_has_a_number_for_each_member() -> None:
    state = ganges.new_game(ganges.rules(2), 7)
    hidden = encoding_for(state).fields["hidden_tiles"]
    numbers = seen(state)[hidden.numbers].reshape(len(state.hidden_tiles), -1)
    assert set(numbers.ravel().tolist()) == {0, 1}
    assert (numbers @ (1 << np.arange(numbers.shape[1])) == state.hidden_tiles).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_follow_each_other_and_say_what_they_are(game: str) -> None:
    encoding = encoding_of(game, 2)
    fields = [*encoding.fields.values()]
    assert [field.offset for field in fields] == np.cumsum([0, *(field.length for field in fields[:-1])]).tolist()
    assert fields[-1].offset + fields[-1].length == len(encoding.low)
    assert encoding.fields["seats[1].river"].meaning
    assert encoding.fields["tasks[0].cause"].meaning == "of what the task will change"
