"""The words of each game and the tables over them are complete, which played games bear out."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

from rajas_sim.core.board import SHAPES
from rajas_sim.core.engine.course import push, top
from rajas_sim.core.engine.memory import as_record, new_record
from rajas_sim.core.engine.record_types import LOG, EarningRecord
from rajas_sim.core.engine.records import field_names, layout_of, writable_copy
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy
from tests.every_game.walking import games_of_every_kind, positions_by_decision

#: Details of earnings that have one: chambers, people, a straight road.
DETAILS = {"chamber": range(6), "person": range(6), "road": (SHAPES["straight"],)}


def room(game: str, name: str) -> ModuleType:
    """Return a module of a game."""
    return import_module(f"rajas_sim.{game}.{name}")


def words(game: str) -> ModuleType:
    """Return the terms of a game."""
    return room(game, "rulebook.terms")


EARNINGS = [(game, earning) for game in GAMES for earning in words(game).EARNINGS if earning != "nothing"]
DECISIONS = [(game, decision) for game in GAMES for decision in words(game).DECISIONS]


def fields_by_kind(kinds: type, values: dict[str, int]) -> list[dict[str, int | str]]:
    """Return, for each kind of task or event, what stands beside it about its fields: a meaning, or the value it always has."""
    rows = []
    for kind, about in re.findall(r"^    (\w+): int(?:  # (.+))?$", inspect.getsource(kinds), flags=re.MULTILINE):
        meanings = dict(part.split(": ", 1) for part in about.split("; ")) if about else {}
        assert set(meanings) <= set(values), (kind, meanings)
        rows.append({**values, **{name: int(said) if said.lstrip("-").isdecimal() else said for name, said in meanings.items()}})
    return rows


@pytest.mark.parametrize("game", GAMES)
def test_played_games_show_every_decision(game: str) -> None:
    decisions = {step.after.decision for step in games_of_every_kind(game) if not step.after.is_over}
    assert decisions == set(find_game(game).batches.state_class.decisions)


@pytest.mark.parametrize("game", GAMES)
def test_a_field_without_a_meaning_has_the_value_the_terms_say(game: str) -> None:
    tasks = fields_by_kind(words(game).Tasks, {"amount": 1, "detail": 0, "limit": 0})
    events = fields_by_kind(words(game).Events, {"detail": 0, "change": 1, "after": 0})
    assert (len(tasks), len(events)) == (len(words(game).TASKS), len(words(game).EVENTS))
    for step in games_of_every_kind(game):
        rows = [(tasks[task.kind], task) for task in step.after.record.tasks[: step.after.n_tasks]]
        rows += [(events[event.what], event) for event in step.events]
        for fields, item in rows:
            for name, meaning in fields.items():
                assert isinstance(meaning, str) or item[name] == meaning, (item, name)


@pytest.mark.parametrize(("game", "decision"), DECISIONS)
def test_every_decision_is_appraised(game: str, decision: str) -> None:
    for state in positions_by_decision(game)[decision]:
        assert ask(find_strategy("balanced", game=game), state, 1, 1) in state.option_codes


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_the_weights_has_the_parameters_in_their_order(game: str) -> None:
    parameters = room(game, "appraisal.parameters")
    numbers = np.arange(40.0)
    record = as_record(numbers, parameters.WEIGHTS_RECORD)
    values = [float(x) for name in field_names(parameters.WEIGHTS_RECORD) for x in np.atleast_1d(record[name])]
    assert values == numbers[: len(parameters.WEIGHTS)].tolist()


def some_positions(game: str) -> list[State]:
    """Return positions of all stages of games."""
    return [step.after for step in games_of_every_kind(game)[::20] if not step.after.is_over]


@pytest.mark.parametrize(("game", "earning"), EARNINGS)
def test_every_earning_can_be_received(game: str, earning: str) -> None:
    kind, earn, cause = words(game).EARNINGS.index(earning), words(game).TASK.earn, words(game).CAUSE.river
    receive = room(game, "board.earnings" if game == "ganges" else "sheet.earnings").receive
    changed = False
    for state in some_positions(game):
        for detail in DETAILS.get(earning, (0,)):
            array, log = writable_copy(state.array), np.zeros(1, LOG)
            push(array[0], earn, cause, 1, kind)
            top(array[0]).limit = detail
            receive(array[0], state.rules.record, log[0])
            changed |= array.tobytes() != state.array.tobytes()
    assert changed, "somewhere it brings something, or asks for something"


@pytest.mark.parametrize(("game", "earning"), EARNINGS)
def test_every_earning_is_appraised(game: str, earning: str) -> None:
    position_view = room(game, "appraisal.position_view")
    earning_worth = room(game, "appraisal.actions" if game == "charmers" else "appraisal.earnings").earning_worth
    parameters = room(game, "appraisal.parameters")
    weights = as_record(np.array([weight.default for weight in parameters.WEIGHTS]), parameters.WEIGHTS_RECORD)
    item = np.zeros(1, layout_of(EarningRecord))
    item[0]["kind"], item[0]["amount"] = words(game).EARNINGS.index(earning), 1
    worths = set()
    for state in some_positions(game):
        record, rules = state.record, state.rules.record
        seen = new_record(position_view.HELD if game == "ganges" else position_view.WORTH_CACHE)
        view = position_view.PositionView(
            record, rules, state.mover.record, weights, position_view.rest_of_game(record, rules), seen
        )
        if game == "ganges":
            position_view.count_held(seen, state.mover.record, rules)
            room(game, "appraisal.dice").appraise_dice(view, False)
        for detail in DETAILS.get(earning, (0,)):
            item[0]["detail"] = detail
            worths.add(float(earning_worth(view, item[0])))
    assert max(worths) > 0.0
    assert all(np.isfinite(worth) for worth in worths)
