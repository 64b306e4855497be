"""From the tables of a run to named estimates with intervals; nothing here knows how they will be shown.

`load_run` opens a run folder, `findings` computes everything a report shows, `headlines` the few numbers a
script wants. The statistical unit is the block (one luck seed); every interval is computed over block values.
"""

from rajas_sim.analysis.course.endings import EndReasons, end_reasons
from rajas_sim.analysis.course.pacing import Pacing, pacing
from rajas_sim.analysis.course.race import Race, RaceRound, race
from rajas_sim.analysis.course.turns import Turns, turns
from rajas_sim.analysis.findings import PlayerCount, findings, headlines
from rajas_sim.analysis.reading.run import Run, load_run
from rajas_sim.analysis.rule_changes.arms import ArmComparison, ArmEffects, Change, SelfCheck, arm_effects
from rajas_sim.analysis.rule_changes.metrics import Metric, Metrics
from rajas_sim.analysis.rule_changes.sweep import Axis, Point, Sweep, sweep
from rajas_sim.analysis.scoring.boxes import Area, BoxUsage, box_usage
from rajas_sim.analysis.scoring.income import Gain, Income, income
from rajas_sim.analysis.scoring.scores import Band, Scores, scores
from rajas_sim.analysis.scoring.spaces import SpaceUsage, space_usage
from rajas_sim.analysis.scoring.workers import ExtraWorker, extra_workers
from rajas_sim.analysis.statistics.estimate import EqualityTest, Estimate
from rajas_sim.analysis.winning.boards import BoardAdvantage, board_advantage
from rajas_sim.analysis.winning.fairness import Ruling, Verdict
from rajas_sim.analysis.winning.seats import SeatAdvantage, SeatGroup, seat_advantage, seat_groups
from rajas_sim.analysis.winning.strategies import Meeting, StrategyStrength, strategy_strength

__all__ = [
    "Area",
    "ArmComparison",
    "ArmEffects",
    "Axis",
    "Band",
    "BoardAdvantage",
    "BoxUsage",
    "Change",
    "EndReasons",
    "EqualityTest",
    "Estimate",
    "ExtraWorker",
    "Gain",
    "Income",
    "Meeting",
    "Metric",
    "Metrics",
    "Pacing",
    "PlayerCount",
    "Point",
    "Race",
    "RaceRound",
    "Ruling",
    "Run",
    "Scores",
    "SeatAdvantage",
    "SeatGroup",
    "SelfCheck",
    "SpaceUsage",
    "StrategyStrength",
    "Sweep",
    "Turns",
    "Verdict",
    "arm_effects",
    "board_advantage",
    "box_usage",
    "end_reasons",
    "extra_workers",
    "findings",
    "headlines",
    "income",
    "load_run",
    "pacing",
    "race",
    "scores",
    "seat_advantage",
    "seat_groups",
    "space_usage",
    "strategy_strength",
    "sweep",
    "turns",
]
