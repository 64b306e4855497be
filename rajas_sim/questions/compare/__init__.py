"""What changed from one run to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rajas_sim.questions.question import QuestionOfRuns

if TYPE_CHECKING:
    from rajas_sim.analysis.answer import Answer
    from rajas_sim.analysis.reading.run import Run


@dataclass(frozen=True)
class CompareQuestion(QuestionOfRuns):
    """Compare two runs of one game: what differs between them, and how each number changed.

    Runs with the same seed had the same luck. Their blocks are paired, which shows smaller changes. Of experiments with several
    rule sets, the first ones are compared.
    """

    name: ClassVar = "compare"
    subject_names: ClassVar = ("old", "new")

    def ask(self, *runs: Run) -> Answer:
        """Compare the numbers that both runs have."""
        from rajas_sim.questions.compare.comparison_answer import compare_runs, comparison_answer
        from rajas_sim.study.differences import differences_of_runs

        old, new = runs
        return comparison_answer(old, new, compare_runs(old, new), differences_of_runs(old.folder, new.folder))
