"""What the fields of tasks and events mean stands in one table each, which whole games bear out."""

from __future__ import annotations

import pytest
from playthroughs import FROZEN_COMPONENTS, walk

from rajas_sim import charmers
from rajas_sim.charmers.rulebook import terms
from rajas_sim.charmers.rulebook.events import EVENT_FIELDS
from rajas_sim.charmers.rulebook.tasks import TASK_FIELDS


def test_every_kind_has_its_row():
    assert tuple(TASK_FIELDS) == terms.TASKS
    assert tuple(EVENT_FIELDS) == terms.EVENTS


@pytest.mark.parametrize(("players", "side", "seed"), [(2, "sun", 1), (3, "moon", 2), (5, "sun", 3)])
def test_a_field_without_a_meaning_has_the_value_the_table_says(players, side, seed):
    rules = charmers.rules(players, side, overrides={"readings.bonuses": "may_be_declined"}, components=FROZEN_COMPONENTS)
    for step in walk(rules, seed, choices=seed):
        tasks = [(TASK_FIELDS[terms.TASKS[task.kind]], task) for task in step.after.tasks[: step.after.n_tasks]]
        events = [(EVENT_FIELDS[terms.EVENTS[event.what]], event) for event in step.events]
        for fields, found in tasks + events:
            for name, meaning in fields._asdict().items():
                assert isinstance(meaning, str) or getattr(found, name) == meaning, (found, name)
