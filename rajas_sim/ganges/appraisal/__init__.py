"""Appraisal: what options are worth, as authors of strategies for Rajas of the Ganges need it."""

from __future__ import annotations

from rajas_sim.core.playing.looking_ahead import appraising, trying
from rajas_sim.core.strategies.plans import correcting, plans, searchers
from rajas_sim.core.strategies.searching import SEARCH
from rajas_sim.ganges.appraisal.learned import LOOKAHEAD, TEACHING
from rajas_sim.ganges.appraisal.options import best_option
from rajas_sim.ganges.appraisal.parameters import WEIGHTS

__all__ = ["TEACHING", "WEIGHTS", "best_option", "corrected", "lookahead", "plan", "searching", "worths"]

plan = plans("ganges", best_option, WEIGHTS)
corrected = correcting("ganges", TEACHING, WEIGHTS)
searching = searchers("ganges", LOOKAHEAD.searched_option, TEACHING, (*SEARCH, *WEIGHTS))
lookahead = trying("ganges", LOOKAHEAD, TEACHING)
worths = appraising("ganges", LOOKAHEAD, TEACHING)
