"""Appraisal: what options are worth, as authors of strategies for The Dice Charmers need it."""

from __future__ import annotations

from rajas_sim.charmers.appraisal.learned import LOOKAHEAD, TEACHING
from rajas_sim.charmers.appraisal.options import best_option
from rajas_sim.charmers.appraisal.parameters import WEIGHTS
from rajas_sim.core.playing.looking_ahead import appraising, trying
from rajas_sim.core.strategies.plans import correcting, plans, searchers
from rajas_sim.core.strategies.searching import SEARCH

__all__ = ["TEACHING", "WEIGHTS", "best_option", "corrected", "lookahead", "plan", "searching", "worths"]

plan = plans("charmers", best_option, WEIGHTS)
corrected = correcting("charmers", TEACHING, WEIGHTS)
searching = searchers("charmers", LOOKAHEAD.searched_option, TEACHING, (*SEARCH, *WEIGHTS))
lookahead = trying("charmers", LOOKAHEAD, TEACHING)
worths = appraising("charmers", LOOKAHEAD, TEACHING)
