"""Restricted seats in whole games: what they may not use they do not, and every game still ends."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import strategies as st

from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.game import find_game
from rajas_sim.core.rulebook.restrictions import matching_things
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.drawn_games import SEEDS, tried
from tests.every_game.walking import frozen_rules
from tests.untyped import Array

#: Things on the way of the boat, which stops there but is paid nothing.
PASSIVE = ("river.", "river_tile.")
#: Groups and players drawn from.
Kind = tuple[str, int, str, tuple[str, ...]]
KINDS: tuple[Kind, ...] = (
    ("ganges", 2, "base", ()),
    ("ganges", 4, "navaratnas", ("ganga",)),
    ("charmers", 3, "sun", ()),
    ("charmers", 2, "moon", ()),
)


def used_things(rules: Rules, seed: int, strategy: str) -> tuple[list[set[str]], dict[str, dict[str, Array]]]:
    """The names of what each seat used in a game, and the number of its rounds."""
    game = find_game(rules.source.game)
    seatings = np.zeros((1, rules.players), np.int8)
    tables = game.batches.play(
        rules, [find_strategy(strategy, game=game.name)], seatings, np.array([seed], np.uint64), game.tables
    )
    things = tables["things"]
    words = game.vocabulary["thing"]
    by_seat = [{words[i] for i in things["thing"][things["position"] == k]} for k in range(1, rules.players + 1)]
    assert tables["games"]["end_reason"][0] != NOT_OVER
    return by_seat, tables


@pytest.mark.parametrize("kind", KINDS)
@tried(20, seed=SEEDS, data=st.data())
def test_nothing_a_seat_may_not_use_is_used(kind: Kind, seed: int, data: st.DataObject) -> None:
    things = [*frozen_rules(*kind).things]
    seat = data.draw(st.integers(1, kind[1]))
    restricted = data.draw(st.lists(st.sampled_from(things), min_size=1, max_size=40, unique=True))
    rules = frozen_rules(*kind, overrides={f"restrict.seat_{seat}": restricted})
    used, _ = used_things(rules, seed % 2**62, data.draw(st.sampled_from(["random", "balanced"])))
    assert not {thing for thing in used[seat - 1] & set(restricted) if not thing.startswith(PASSIVE)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_that_may_use_nothing_still_lets_the_game_end(kind: Kind) -> None:
    groups = sorted({thing.split(".")[0] for thing in frozen_rules(*kind).things})
    rules = frozen_rules(*kind, overrides={"restrict.seat_1": groups})
    used, tables = used_things(rules, 5, "random")
    assert not {thing for thing in used[0] if not thing.startswith(PASSIVE)}
    assert tables["seats"]["rank"].min() == 1


def test_a_pattern_names_what_it_matches_and_all_below_it() -> None:
    things = ["palace.yogi.1", "palace.yogi.2", "palace.dancer.1", "river.1"]
    assert matching_things("palace.*", things) == {"palace.yogi": things[:2], "palace.dancer": ["palace.dancer.1"]}
    assert matching_things("palace.*.1", things) == {"palace.yogi.1": [things[0]], "palace.dancer.1": [things[2]]}
    assert matching_things("palace", things) == {"palace": things[:3]}
    assert matching_things("harbour", things) == {}
