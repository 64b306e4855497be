"""The questions that can be asked, one folder each: what is played, what is estimated, what is said and drawn.

A new question is one more folder, and one more name in `QUESTIONS`.
"""

from rajas_sim.questions.check import CheckQuestion
from rajas_sim.questions.compare import CompareQuestion
from rajas_sim.questions.contention import ContentionQuestion
from rajas_sim.questions.decide import DecideQuestion
from rajas_sim.questions.describe import DescribeQuestion
from rajas_sim.questions.drama import DramaQuestion
from rajas_sim.questions.ensemble import EnsembleQuestion
from rajas_sim.questions.luck import LuckQuestion
from rajas_sim.questions.plan import PlanQuestion
from rajas_sim.questions.power import PowerQuestion
from rajas_sim.questions.run import RunQuestion
from rajas_sim.questions.solve import SolveQuestion
from rajas_sim.questions.waiting import WaitingQuestion
from rajas_sim.study.config import QUESTION_TABLES

#: The questions in the order in which the help lists them.
QUESTIONS = (
    PlanQuestion,
    RunQuestion,
    CheckQuestion,
    SolveQuestion,
    DecideQuestion,
    LuckQuestion,
    PowerQuestion,
    EnsembleQuestion,
    DramaQuestion,
    WaitingQuestion,
    ContentionQuestion,
    DescribeQuestion,
    CompareQuestion,
)

QUESTION_TABLES.update({question.name: question.table for question in QUESTIONS if question.table})
