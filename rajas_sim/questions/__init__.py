"""The questions that can be asked, one room each: what is played, what is estimated, what is said and drawn.

A new question is one more room, and one more name in `QUESTIONS`.
"""

from rajas_sim.questions.ensemble import Ensemble
from rajas_sim.questions.luck import Luck

#: In the order in which the help lists them.
QUESTIONS = (Luck, Ensemble)
