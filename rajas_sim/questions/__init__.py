"""The questions that can be asked, one room each: what is played, what is estimated, what is said and drawn.

A new question is one more room, and one more name in `QUESTIONS`.
"""

from rajas_sim.questions.check import Check
from rajas_sim.questions.compare import Compare
from rajas_sim.questions.drama import DramaQuestion
from rajas_sim.questions.ensemble import Ensemble
from rajas_sim.questions.luck import LuckQuestion
from rajas_sim.questions.plan import PlanQuestion
from rajas_sim.questions.power import Power
from rajas_sim.questions.run import RunExperiment
from rajas_sim.questions.solve import Solve
from rajas_sim.study.config import QUESTION_TABLES

#: In the order in which the help lists them.
QUESTIONS = (PlanQuestion, RunExperiment, Check, Solve, LuckQuestion, Power, Ensemble, DramaQuestion, Compare)

QUESTION_TABLES.update({question.name: question.table for question in QUESTIONS if "table" in vars(question)})
