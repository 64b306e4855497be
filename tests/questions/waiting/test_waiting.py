"""Who waits for whom, computed by hand, and the seconds that games assume."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rajas_sim import experiment
from rajas_sim.core.errors import InputError
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.questions.runner import Runner
from rajas_sim.questions.waiting import seconds as seconds_form
from rajas_sim.questions.waiting.seconds import Seconds, WaitingTable, seconds_of
from rajas_sim.questions.waiting.waiting_answer import waiting_answer
from rajas_sim.questions.waiting.waits import ALL_KINDS, COMPARED, DecisionsOfGame, play_waiting, waiting_of
from rajas_sim.study.config.form import Config
from rajas_sim.study.config.resolve import resolve
from tests.long_cases import short_and_long
from tests.questions.asked import STUDY

SECONDS = Seconds((6.0, 12.0), {"choose": (30.0, 60.0), "pay": (6.0, 6.0), "never": (1.0, 1.0)})


def game_of(block: int, *decisions: tuple[int, int, int, int, float]) -> DecisionsOfGame:
    """Make a game of (seat, turn, kind, options, gap)."""
    return DecisionsOfGame(block, *(np.array(column) for column in zip(*decisions, strict=True)))


def games_by_hand() -> list[DecisionsOfGame]:
    """Two games of two: seats 0, 1, 0, and the same with a seat that has two turns running."""
    nan = np.nan
    first = game_of(0, (0, 0, 0, 3, 1.0), (1, 1, 0, 2, 2.0), (1, 1, 1, 1, nan), (0, 2, 0, 5, 0.0))
    second = game_of(1, (0, 0, 0, 3, 3.0), (1, 1, 1, 4, 0.5), (1, 2, 1, 1, nan), (0, 3, 0, 2, 0.0))
    return [first, second]


def test_waits_are_what_others_do_between_two_turns() -> None:
    result = waiting_of(2, games_by_hand(), SECONDS, (), 0.95)
    means = {name: estimate.value for name, estimate in result.means.items()}
    assert (means["turns"], means["decisions"]) == (3.5, 4.0)
    # Waits: 1 turn; 2 turns, and none of the seat that had two turns running.
    assert means["wait_turns"] == pytest.approx((1 + 2 + 0) / 3)
    assert means["wait_decisions"] == pytest.approx((2 + 2 + 0) / 3)
    assert means["wait_options"] == pytest.approx((3 + 5 + 0) / 3)
    # Quick: a turn and a choice are 36 s, a turn and paying 12 s, a turn with one option 6 s.
    assert means["wait_quick"] == pytest.approx((36 + (12 + 6) + 0) / 3 / 60)
    assert means["wait_slow"] == pytest.approx((72 + (18 + 12) + 0) / 3 / 60)
    assert means["minutes_quick"] == pytest.approx((3 * 36 + (36 + 12 + 6 + 36)) / 2 / 60)
    assert means["longest_wait_quick"] == pytest.approx((36 + 18) / 2 / 60)


def test_kinds_of_decisions_have_options_and_gaps() -> None:
    result = waiting_of(2, games_by_hand(), SECONDS, (), 0.95)
    overall, *kinds = result.kinds
    assert (overall.kind, overall.options.value, overall.gap, overall.seconds) == (ALL_KINDS, 21 / 8, None, None)
    assert overall.single.value == 2 / 8
    by_name = {kind.kind: kind for kind in kinds}
    assert [*by_name] == ["choose", "pay"]  # one that never came is left out
    assert by_name["choose"].per_game.value == 2.5
    assert by_name["pay"].single.value == pytest.approx(2 / 3)
    gap = by_name["pay"].gap
    assert gap is not None
    assert (gap.value, gap.n) == (0.5, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_assumes_seconds_for_every_kind_of_decision(name: str) -> None:
    game = find_game(name)
    seconds = seconds_of(game, None)
    assert tuple(seconds.decisions) == game.batches.state_class.decisions
    assert all(0 < quick < slow for quick, slow in (seconds.turn, *seconds.decisions.values()))


def test_an_experiment_changes_some_seconds() -> None:
    table = WaitingTable.model_validate({"seconds": {"take_die": [1, 2], "turn": 3}})
    seconds = seconds_of(find_game("charmers"), table)
    assert (seconds.turn, seconds.decisions["take_die"]) == ((3.0, 3.0), (1.0, 2.0))
    assert seconds.decisions["sell"] == seconds_of(find_game("charmers"), None).decisions["sell"]
    assert seconds.changed == ("take_die", "turn")


def test_a_game_without_seconds_asks_for_them(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(seconds_form, "PACKAGE", tmp_path)
    game = find_game("charmers")
    table = WaitingTable.model_validate({"seconds": dict.fromkeys(game.batches.state_class.decisions[1:], 5)})
    with pytest.raises(InputError, match="does not say how long these decisions take: take_die"):
        seconds_of(game, table)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "published"), short_and_long(1, [("charmers", (20, 45)), ("ganges", (45, 90))]))
def test_seconds_are_calibrated_to_published_times(name: str, published: tuple[int, int], tmp_path: object) -> None:
    answer = experiment.waiting({**STUDY, "game": name, "players": [3]}, games=20, out=tmp_path)
    means = {row["measure"]: row["mean"].value for row in answer.answer.tables["3p.times"].rows}
    assert [means["minutes_quick"], means["minutes_slow"]] == pytest.approx(published, rel=0.08)


def test_changed_rules_are_compared_game_by_game(tmp_path: object) -> None:
    arms = [{"name": "karma", "overrides": {"setup.karma": 2}}, {"name": "rich", "overrides": {"setup.money": 9}}]
    answer = experiment.waiting({**STUDY, "players": [2], "arms": arms}, games=6, out=tmp_path).answer
    rows = answer.tables["2p.rules"].rows
    assert [(row["arm"], row["measure"]) for row in rows] == [(arm["name"], name) for arm in arms for name in COMPARED]
    for row in rows:
        assert row["change"].value == pytest.approx(row["after"].value - row["before"].value)
        assert row["change"].low < row["change"].high
    assert {f"2p.rules.{arm['name']}" for arm in arms} <= {finding.key for finding in answer.findings}


def test_points_of_a_sweep_are_compared_like_other_rule_sets(tmp_path: Path) -> None:
    notes = list[str]()
    runner = Runner(tmp_path, on_note=notes.append, question="waiting")
    printed_and_two = {**STUDY, "players": [2], "sweep": {"over": {"setup.karma": [0, 1, 2]}}}
    waiting = play_waiting(resolve(Config.model_validate(printed_and_two)), runner, 6)
    (result,) = waiting.results
    assert [changed.title for changed in result.changed_rules] == ["setup.karma = 0", "setup.karma = 2"]
    assert not [note for note in notes if "sweep" in note]
    answer = waiting_answer(waiting)
    rows = answer.tables["2p.rules"].rows
    assert [row["rules"] for row in rows] == [title for title in ("setup.karma = 0", "setup.karma = 2") for _ in COMPARED]
    assert "under \u2018setup.karma = 0\u2019" in answer.findings[2].sentence


ONE_BID = '''"""Each seat bids once; the highest bid wins, of equal bids the first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rajas_sim.plain import Chance, GameResult

TITLE = "One Bid"
PLAYERS = (2, 3)
REASONS = ("bids",)


@dataclass(frozen=True)
class Numbers:
    """No number."""


@dataclass(frozen=True)
class State:
    """The bids so far."""

    players: int
    mover: int = 0
    bids: tuple[int, ...] = ()


def start(numbers: Numbers, players: int, chance: Chance) -> State:
    """Return the first position."""
    return State(players)


def options(state: State) -> tuple[int, ...]:
    """Return the bids."""
    return (1, 2, 3)


def play(state: State, option: int, chance: Chance) -> State:
    """Return the position after a bid."""
    return replace(state, bids=(*state.bids, option), mover=len(state.bids) + 1)


def result(state: State) -> GameResult | None:
    """Return the result."""
    return GameResult(state.bids, "bids") if len(state.bids) == state.players else None


def scores(state: State) -> tuple[int, ...]:
    """Return the bids of all seats."""
    return (*state.bids, *[0] * (state.players - len(state.bids)))
'''


def test_nobody_waits_where_nobody_has_a_second_turn(tmp_path: Path) -> None:
    game = tmp_path / "one_bid.py"
    game.write_text(ONE_BID)
    study = {
        "name": "bids",
        "question": "Who waits?",
        "game": str(game),
        "players": [2, 3],
        "line_up": ["random"],
        "waiting": {"seconds": {"move": [3, 10]}},
    }
    answer = experiment.waiting(study, games=40, out=tmp_path / "runs").answer
    assert answer.in_one_sentence.endswith("nobody has two turns in a game.")
    assert [row["measure"] for row in answer.tables["3p.changes"].rows] == ["turns", "decisions", "minutes_quick", "minutes_slow"]
    assert not [finding for finding in answer.findings if finding.key.endswith("wait")]
