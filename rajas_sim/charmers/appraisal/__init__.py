"""Appraisal: the worths of options, as authors of strategies for The Dice Charmers need them."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.inputs import INPUTS
from rajas_sim.charmers.appraisal.options import JUDGING, best_option
from rajas_sim.charmers.appraisal.parameters import WEIGHTS
from rajas_sim.charmers.course.standings import lead
from rajas_sim.charmers.state import State
from rajas_sim.core.playing.appraisal import Appraisal

__all__ = ["APPRAISAL", "WEIGHTS", "best_option", "corrected", "lookahead", "plan", "searching", "valuing", "worths"]

APPRAISAL = Appraisal("charmers", State, best_option, WEIGHTS, JUDGING, lead, INPUTS)
plan, corrected, searching = APPRAISAL.plan, APPRAISAL.corrected, APPRAISAL.searching
valuing, worths, lookahead = APPRAISAL.valuing, APPRAISAL.worths, APPRAISAL.lookahead
