"""Appraisal: the worths of options, as authors of strategies for Rajas of the Ganges need them."""

from __future__ import annotations

from rajas_sim.core.playing.appraisal import Appraisal
from rajas_sim.ganges.appraisal.inputs import INPUTS
from rajas_sim.ganges.appraisal.options import JUDGING, best_option
from rajas_sim.ganges.appraisal.parameters import WEIGHTS
from rajas_sim.ganges.course.standings import lead
from rajas_sim.ganges.state import State

__all__ = ["APPRAISAL", "WEIGHTS", "best_option", "corrected", "lookahead", "plan", "searching", "valuing", "worths"]

APPRAISAL = Appraisal("ganges", State, best_option, WEIGHTS, JUDGING, lead, INPUTS)
plan, corrected, searching = APPRAISAL.plan, APPRAISAL.corrected, APPRAISAL.searching
valuing, worths, lookahead = APPRAISAL.valuing, APPRAISAL.worths, APPRAISAL.lookahead
