"""The Dice Charmers, as the packages above it see it (core.game.Game)."""

from __future__ import annotations

from typing import ClassVar

from rajas_sim.charmers.course.decisions import play_option
from rajas_sim.charmers.course.setup import set_up
from rajas_sim.charmers.output.narration import LOG, CharmersNarration
from rajas_sim.charmers.output.tables import TABLES, Rows, fill_rows, fill_set_up, new_rows
from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.rules import THING_NAMES, Rules, boxes_of
from rajas_sim.charmers.rulebook.terms import BOXES, CAUSES, TURN_DICE
from rajas_sim.charmers.state import State
from rajas_sim.core.engine.course import GATHERED, NOT_OVER, EndReason
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.loop import Scratch, Seating
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.game import Game
from rajas_sim.core.playing.batch import Batches
from rajas_sim.core.rulebook import rules as core


@kernel
def begin_game(scratch: Scratch, rules: RulesRecord, rows: Rows, g: int, seating: Seating) -> None:
    """Set up game g of the batch."""
    set_up(scratch.states[0], rules, scratch.log[0], seating.seeds[g], seating.boards[g], scratch.spare_options)
    fill_set_up(scratch, rows, g)


@kernel
def play_on(state: StateRecord, rules: RulesRecord, log: LogRecord, code: int, options: Options) -> bool:
    """Play an option; return whether rows are due, at the end of a round or the game, or before the log is full."""
    round_number = int(state.round_number)
    log.round_number = round_number
    play_option(state, rules, log, code, options)
    return state.round_number != round_number or state.end_reason != NOT_OVER or log.n > GATHERED


class Charmers(Game):
    """The Dice Charmers."""

    batches = Batches(State, Rules, new_rows, begin_game, play_on, fill_rows, TABLES, on_request=("things",))
    audit_log = LOG
    narration = CharmersNarration()
    written: ClassVar[dict[str, str]] = {
        "great_mogul": "Great Mogul",
        "portuguese": "Portuguese",
        "raja_man_singh": "Raja Man Singh",
    }
    column_titles: ClassVar[dict[str, str]] = {
        "n_bonuses": "bonuses used",
        "n_goods": "goods circled",
        "n_lost": "bonuses that went to waste",
        "n_markets": "markets opened",
        "n_no_action": "turns without an action",
        "n_palace": "palace boxes crossed out",
        "n_river": "river spaces marked",
        "n_roads": "province spaces with a road",
        "n_sold": "goods sold",
        "river": "river space reached",
    }
    variant_titles: ClassVar[dict[str, str]] = {"sun": "sun side", "moon": "moon side"}

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words behind the integer codes of the tables."""
        return {"box": BOXES, "thing": THING_NAMES, "die": TURN_DICE, "cause": CAUSES, "end_reason": tuple(EndReason)}

    def in_play(self, rules: core.Rules) -> dict[str, tuple[str, ...]]:
        """Return the boxes that are printed on the pad, and the things in play."""
        return {"box": boxes_of(rules.record), "thing": tuple(rules.things)}


GAME = Charmers()
