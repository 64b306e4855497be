"""From the tables of a run to named estimates with intervals; nothing here knows how they will be shown.

`load_run` opens a run folder, `findings` computes everything a report shows, `headlines` the few numbers a
script wants. The statistical unit is the block (one luck seed); every interval is computed over block values.
"""

from rajas_sim.analysis.arms import ArmComparison, ArmEffects, Change, SelfCheck, arm_effects
from rajas_sim.analysis.boards import BoardAdvantage, board_advantage
from rajas_sim.analysis.boxes import Area, BoxUsage, box_usage
from rajas_sim.analysis.endings import EndReasons, end_reasons
from rajas_sim.analysis.estimate import EqualityTest, Estimate
from rajas_sim.analysis.fairness import Ruling, Verdict
from rajas_sim.analysis.findings import PlayerCount, findings, headlines
from rajas_sim.analysis.income import Gain, Income, income
from rajas_sim.analysis.metrics import Metric, Metrics
from rajas_sim.analysis.pacing import Pacing, pacing
from rajas_sim.analysis.race import Race, RaceRound, race
from rajas_sim.analysis.run import Run, load_run
from rajas_sim.analysis.scores import Band, Scores, scores
from rajas_sim.analysis.seats import SeatAdvantage, SeatGroup, seat_advantage, seat_groups
from rajas_sim.analysis.strategies import Meeting, StrategyStrength, strategy_strength
from rajas_sim.analysis.sweep import Axis, Point, Sweep, sweep
from rajas_sim.analysis.turns import Turns, turns
from rajas_sim.analysis.usage import SpaceUsage, space_usage
from rajas_sim.analysis.workers import ExtraWorker, extra_workers

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
