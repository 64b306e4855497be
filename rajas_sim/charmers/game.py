"""The Dice Charmers, as the packages above it see it (core.game.Game)."""

from __future__ import annotations

from typing import ClassVar

from rajas_sim.charmers.about import ABOUT
from rajas_sim.charmers.course.decisions import play_option
from rajas_sim.charmers.course.setup import set_up
from rajas_sim.charmers.output.narration import LOG, CharmersNarration
from rajas_sim.charmers.output.tables import TABLES, Rows, fill_rows, fill_set_up, new_rows
from rajas_sim.charmers.output.wording import SPELLINGS, reminders_of
from rajas_sim.charmers.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.charmers.rulebook.rules import THING_NAMES, Rules, sheet_boxes_in_play
from rajas_sim.charmers.rulebook.terms import (
    CAUSES,
    COLOURS,
    DECISIONS,
    DEPOT,
    ELEPHANT,
    MAX_MARKET_COLUMNS,
    MIDDLE,
    N_OF,
    NO_SUITABLE_DIE,
    SHEET_BOXES,
    TASK,
    TURN_DICE,
)
from rajas_sim.charmers.state import State
from rajas_sim.core.board import MET_BY
from rajas_sim.core.engine.course import MAX_GATHERED_EVENTS, NOT_OVER, EndReason
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.loop import BatchInput, Scratch
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.game import Game
from rajas_sim.core.playing.batch import Batches
from rajas_sim.core.positions import state as core_state
from rajas_sim.core.positions.contended import ContendedDecision
from rajas_sim.core.positions.wording import lower_first
from rajas_sim.core.rulebook import rules as core


@kernel
def begin_game(scratch: Scratch, rules: RulesRecord, rows: Rows, game_index: int, batch_input: BatchInput) -> None:
    """Set up the game of the batch with this index."""
    set_up(
        scratch.states[0],
        rules,
        scratch.log[0],
        batch_input.seeds[game_index],
        batch_input.boards[game_index],
        scratch.spare_options,
    )
    fill_set_up(scratch, rows, game_index)


@kernel
def play_on(state: StateRecord, rules: RulesRecord, log: LogRecord, code: int, options: Options) -> bool:
    """Play an option; return whether rows are due: at the end of a round or the game, or when the log is nearly full."""
    round_number = int(state.round_number)
    log.round_number = round_number
    play_option(state, rules, log, code, options)
    return state.round_number != round_number or state.end_reason != NOT_OVER or log.n > MAX_GATHERED_EVENTS


def _name_of_taken_die(code: int) -> str:
    """Return the name of what an option takes: a die of some colour, whether as it lies or rolled with karma, or none."""
    return "die.none" if code == NO_SUITABLE_DIE else f"die.{COLOURS[code % N_OF.dice // N_OF.dice_per_colour]}"


#: Holds for every kind of sale; the options show whether a good may be sold twice.
_SALE_NOTE = "You sell in the order tea, silk, spices: once you have sold a good, this sale leaves out those before it."


class Charmers(Game):
    """The Dice Charmers."""

    batches = Batches(State, Rules, new_rows, begin_game, play_on, fill_rows, TABLES, tables_on_request=("things",))
    audit_log = LOG
    about = ABOUT.strip()
    narration = CharmersNarration()
    spellings: ClassVar[dict[str, str]] = SPELLINGS
    variant_notes: ClassVar[dict[str, str]] = {"sun": "the Sun side of the sheets", "moon": "the Moon side of the sheets"}
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
    decision_notes: ClassVar[dict[str, str]] = {
        "sell": _SALE_NOTE,
        "take_good": "If you may take several different goods, you take them in the order tea, silk, spices.",
        "trader": f"If you sell: {lower_first(_SALE_NOTE)}",
    }
    variant_titles: ClassVar[dict[str, str]] = {"sun": "sun side", "moon": "moon side"}
    path_titles: ClassVar[dict[str, str]] = {
        "buildings.values": "fame of a building at level {}",
        **{f"dice.{colour}": f"faces of {colour} die {{}}" for colour in COLOURS},
        "die": "{} dice",
        "die.none": "no die",
        "palace": "the {}",
        "palace.maharani_steps": "river spaces of the Maharani",
        "palace.master_builder_half_roads": "half-roads of the Master Builder",
        "palace.portuguese_steps": "river spaces of the Portuguese",
        "palace.raja_man_singh": "Raja Man Singh {}",
        "palace.raja_money": "money of Raja Man Singh",
        "palace.raja_upgrades": "upgrades of Raja Man Singh",
        "palace.trader_goods": "goods of the Trader",
        **{f"market.prices.{i + 1}": f"price of market column {i + 1}" for i in range(MAX_MARKET_COLUMNS)},
        "market.tents": "spaces of each row of the market before a tent",
        "province": "province space {}",
        "province.market_goods": "goods that a market buys",
        "province.residence_roads": "roads of the residence",
        "province.spaces": "row {} of the province",
        "river": "river space {}",
        "river.*": "earning from river spaces",
        **{
            f"sheets.{side}.{place}": f"{title} of the {side.capitalize()} side"
            for side in ("sun", "moon")
            for place, title in {
                "edge": "the bonus at the edge, {},",
                "fame": "fame track bonus {}",
                "karma": "the bonus of karma {}",
                "money": "money track bonus {}",
                "palace_columns": "the bonus of palace column {}",
                "river": "river space {}",
                "tents": "the bonus of tent {}",
                "upgrade_columns": "the bonus of building column {}",
            }.items()
        },
        "track.fame": "fame track bonus {}",
        "track.money": "money track bonus {}",
        "tracks.meeting_line": "meeting line of the tracks",
        "tracks.money_per_fame": "money spaces for each fame space",
    }

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words for the integer codes in the tables."""
        return {
            "box": SHEET_BOXES,
            "thing": THING_NAMES,
            "die": TURN_DICE,
            "cause": CAUSES,
            "end_reason": tuple(EndReason),
            "met_by": MET_BY,
        }

    def words_in_play(self, rules: core.Rules) -> dict[str, tuple[str, ...]]:
        """Return the boxes that are printed on the pad, and the things in play."""
        return {"box": sheet_boxes_in_play(rules.record), "thing": tuple(rules.things)}

    def reminders(self, rules: core.Rules) -> dict[str, str]:
        """Return what the people of the palace do, with the amounts of these rules."""
        assert isinstance(rules, Rules)
        return reminders_of(rules)

    def contended(self, state: core_state.State, round_start: core_state.State) -> ContendedDecision | None:
        """Put all dice back into the middle, as they were rolled, if one is to be taken; dice of a colour share one name.

        A die on the elephant counts as taken by the start player, whose first die sent it there.
        """
        if state.decision != DECISIONS[TASK.take_die]:
            return None
        array = writable_copy(state.array)
        array["faces"], array["where"] = round_start.record.faces, MIDDLE
        position_if_free = State(state.rules, array)
        takers = {
            die: int(state.record.start_player) if location == ELEPHANT else int(location) - DEPOT
            for die, location in enumerate(state.record.where)
            if location != MIDDLE
        }
        return ContendedDecision(
            position_if_free,
            takers,
            {code: _name_of_taken_die(code) for code in {*state.option_codes, *position_if_free.option_codes}},
        )


GAME = Charmers()
