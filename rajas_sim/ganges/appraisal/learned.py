"""Options judged by their worth, their kind and a few numbers of the position, for strategies that learned about them."""

from __future__ import annotations

from rajas_sim.core.correcting.learned import Judgement, Judging
from rajas_sim.core.correcting.network import NO_KIND
from rajas_sim.core.engine.course import mover, top
from rajas_sim.core.engine.kernel import Floats, Options, kernel
from rajas_sim.core.engine.memory import as_record, new_record
from rajas_sim.ganges.appraisal.features import FEATURES, KINDS, kind_of, write_features
from rajas_sim.ganges.appraisal.options import prepare, worth
from rajas_sim.ganges.appraisal.outlook import HELD, Outlook, rest_of_game
from rajas_sim.ganges.appraisal.parameters import WEIGHTS, WEIGHTS_RECORD
from rajas_sim.ganges.rulebook.layout import MAX_OPTIONS
from rajas_sim.ganges.rulebook.record_types import RulesRecord, StateRecord


@kernel
def judge(state: StateRecord, rules: RulesRecord, options: Options, w: Floats, judgement: Judgement) -> bool:
    """Judge the options of a decision (core.correcting.learned.Judging)."""
    weights = as_record(w, WEIGHTS_RECORD)
    view = Outlook(state, rules, mover(state), weights, rest_of_game(state, rules) ** weights.late, new_record(HELD))
    task = top(state)
    prepare(view, task)
    is_any_corrected = False
    for i in range(len(options)):
        option = int(options[i])
        judgement.worths[i] = worth(view, task, option)
        judgement.kinds[i] = kind_of(view, task, option)
        is_any_corrected = is_any_corrected or judgement.kinds[i] != NO_KIND
    if is_any_corrected:
        write_features(view, judgement.x)
    return is_any_corrected


JUDGING = Judging(judge, tuple(weight.name for weight in WEIGHTS), FEATURES, KINDS, MAX_OPTIONS)
