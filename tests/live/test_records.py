"""How a person does: finished games at one table count together, with an interval."""

from __future__ import annotations

import pytest

from rajas_sim.live.kept_games import KeptGame, LiveSetUp
from rajas_sim.live.records import records_of


def kept(
    *win_shares: float,
    strategies: tuple[str, ...] = ("strong",),
    n_undone: int = 0,
    sets: tuple[str, ...] = (),
    person: str = "",
) -> KeptGame:
    set_up = LiveSetUp(
        game="ganges", players=len(win_shares) or 2, strategies=strategies, people=(1,), person=person, seed=1, sets=sets
    )
    return KeptGame(set_up=set_up, rules="x", win_shares=win_shares, n_undone=n_undone)


def test_games_against_the_same_opponents_count_together() -> None:
    games = [kept(1.0, 0.0), kept(0.0, 1.0, n_undone=2), kept(0.5, 0.5), kept(1.0, 0.0, strategies=("random", "balanced"))]
    first, second = records_of(games)
    assert (first.rules, first.against, first.n_games, first.n_helped) == ("ganges", "strong", 3, 1)
    assert first.share.value == pytest.approx(0.5)
    assert first.share.low < 0.2
    assert first.share.high > 0.8
    assert (second.against, second.n_games) == ("balanced", 1)


def test_few_games_have_no_interval_but_are_said_to_tell_nearly_nothing() -> None:
    assert records_of([kept(0.0, 1.0)])[0].share_text == "won 0 of 1; one game tells nearly nothing"
    assert records_of([kept(1.0, 0.0), kept(0.5, 0.5)])[0].share_text == "won 1.5 of 2; so few games tell nearly nothing"
    assert records_of([kept(1.0, 0.0)] * 6)[0].share_text.startswith("100.0 % (")


def test_other_rules_and_numbers_of_players_are_other_tables() -> None:
    games = [kept(1.0, 0.0), kept(1.0, 0.0, sets=("setup.money=5",)), kept(0.0, 1.0, 0.0)]
    assert [(record.rules, record.against) for record in records_of(games)] == [
        ("ganges", "strong"),
        ("ganges", "strong and strong"),
        ("ganges, setup.money=5", "strong"),
    ]


def test_people_are_told_apart_by_the_names_they_gave() -> None:
    games = [kept(1.0, 0.0, person="Ada"), kept(0.0, 1.0, person="Ben"), kept(1.0, 0.0, person="Ada")]
    assert [(record.person, record.n_games, record.share.value) for record in records_of(games)] == [
        ("Ada", 2, 1.0),
        ("Ben", 1, 0.0),
    ]


def test_games_that_go_on_or_have_several_people_count_for_nobody() -> None:
    several = kept(1.0, 0.0).model_copy(update={"set_up": kept(1.0, 0.0).set_up.model_copy(update={"people": (1, 2)})})
    assert records_of([kept(), several]) == ()
