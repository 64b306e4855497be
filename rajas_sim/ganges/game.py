"""Rajas of the Ganges, as the rooms above see it (core.game.Game)."""

from __future__ import annotations

import re
from typing import ClassVar

from rajas_sim.core.board import MET_BY
from rajas_sim.core.engine.course import MAX_GATHERED_EVENTS, NOT_OVER
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.loop import BatchInput, Scratch
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.game import Game
from rajas_sim.core.playing.batch import Batches
from rajas_sim.core.positions import state as core_state
from rajas_sim.core.positions.contended import ContendedDecision
from rajas_sim.core.rulebook import rules as core
from rajas_sim.ganges.about import ABOUT
from rajas_sim.ganges.course.decisions import play_option
from rajas_sim.ganges.course.placement import area_of
from rajas_sim.ganges.course.setup import set_up
from rajas_sim.ganges.output.narration import LOG, GangesNarration
from rajas_sim.ganges.output.reminders import reminders_of
from rajas_sim.ganges.output.tables import TABLES, Rows, fill_rows, fill_set_up, new_rows
from rajas_sim.ganges.output.wording import SPELLINGS
from rajas_sim.ganges.rulebook.component_form import TILES_PER_COLOUR
from rajas_sim.ganges.rulebook.layout import RulesRecord, StateRecord
from rajas_sim.ganges.rulebook.rules import COMMON_BOARD, Rules
from rajas_sim.ganges.rulebook.terms import (
    AREA,
    BOARD,
    BOARDS,
    CAUSES,
    COLOURS,
    DECISIONS,
    GOODS,
    MAX_ASSORTED,
    MAX_HARBOUR,
    MAX_OUTER_TERRACES,
    MAX_QUARRY,
    PASS,
    SPACES,
    TASK,
    YIELD_COLOURS,
    EndReason,
)
from rajas_sim.ganges.rulebook.things import NAMES as THING_NAMES
from rajas_sim.ganges.rulebook.things import spaces_in_play
from rajas_sim.ganges.state import State


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
    fill_set_up(scratch, rules, rows, game_index)


@kernel
def play_on(state: StateRecord, rules: RulesRecord, log: LogRecord, code: int, options: Options) -> bool:
    """Play an option; return whether rows are due: at the end of a stage, round or game, or when the log is nearly full."""
    round_number, stage = int(state.round_number), int(state.stage)
    log.round_number = round_number
    log.stage = stage
    play_option(state, rules, log, code, options)
    is_new_stage = state.round_number != round_number or state.stage != stage
    return is_new_stage or state.end_reason != NOT_OVER or log.n > MAX_GATHERED_EVENTS


def _name_of_taken_space(code: int) -> str:
    """Return the name of what a placement takes: a chamber, a space, or a whole row if its spaces differ only in price."""
    if code == PASS:
        return "space.none"
    group = "chamber" if area_of(code) == AREA.chamber else "space"
    return f"{group}.{re.sub(r'_[0-9]+$', '', SPACES[code])}"


class Ganges(Game):
    """Rajas of the Ganges."""

    batches = Batches(State, Rules, new_rows, begin_game, play_on, fill_rows, TABLES, tables_on_request=("things",))
    audit_log = LOG
    about = ABOUT.strip()
    narration = GangesNarration()
    spellings: ClassVar[dict[str, str]] = SPELLINGS
    column_titles: ClassVar[dict[str, str]] = {"river": "river space reached"}
    variant_titles: ClassVar[dict[str, str]] = {"mixed": "mixed group"}
    variant_notes: ClassVar[dict[str, str]] = {
        "base": "the game to begin with",
        "navaratnas": "for advanced players: six workers, eight dice, more yield tiles",
        "mixed": "some on the Navaratnas board, others on the basic one",
        "ganga": "tiles on the river change what its spaces pay",
    }
    decision_notes: ClassVar[dict[str, str]] = {
        "take_die": "Several dice are taken in the order orange, green, blue, purple: after a purple die come only purple ones.",
        "give_back_die": "Choose dice from left to right.",
        "reroll": "Choose dice from left to right, then roll.",
    }
    path_titles: ClassVar[dict[str, str]] = {
        "boards.basic": "{} of the basic board",
        "boards.basic.yields": "the yield at the {} of the basic board",
        "boards.navaratnas": "{} of the Navaratnas board",
        "boards.navaratnas.yields": "the yield at the {} of the Navaratnas board",
        "buildings.values": "fame of a building at level {}",
        "chamber": "the {}",
        "chamber.raja_man_singh": "Raja Man Singh",
        "ganga.tiles": "river tile {}",
        **{f"harbour.prices.{i + 1}": f"price of harbour space {i + 1}" for i in range(MAX_HARBOUR)},
        "harbour.highest_die": "highest die at the harbour",
        "market.assorted_per_round": "workers a round at the assorted goods market",
        "market.assorted_spaces": "number of spaces of the assorted goods market",
        "palace.balcony_dice": "dice of a balcony",
        "palace.chamber_dice": "value of the die for palace chamber {}",
        "palace.dancer_dice": "dice of the Dancer",
        "palace.great_mogul_fame": "fame of the Great Mogul",
        "palace.outer_terrace_money": "money of an outer terrace",
        "palace.outer_terraces": "number of outer terraces",
        "palace.portuguese_steps": "river spaces of the Portuguese",
        "palace.raja_money": "money of Raja Man Singh",
        "palace.raja_upgrades": "upgrades of Raja Man Singh",
        "palace.terrace_dice": "dice of a terrace",
        "palace.yogi_dice": "dice of the Yogi",
        "palace.yogi_karma": "karma of the Yogi",
        **{f"quarry.prices.{i + 1}": f"price of quarry space {i + 1}" for i in range(MAX_QUARRY)},
        "river": "river space {}",
        "river.*": "earning from river spaces",
        "river_tile.*": "earning from river tiles",
        "space": "the {}",
        "space.*": "space outside the chambers",
        "space.market_assorted": "the assorted goods market",
        "space.none": "no space",
        "space.outer_terrace": "the outer terraces",
        **{f"space.quarry.{i + 1}": f"quarry space {i + 1}" for i in range(MAX_QUARRY)},
        **{f"space.harbour.{i + 1}": f"harbour space {i + 1}" for i in range(MAX_HARBOUR)},
        **{f"space.outer_terrace.{i + 1}": f"outer terrace {i + 1}" for i in range(MAX_OUTER_TERRACES)},
        **{f"space.market_assorted.{i + 1}": f"assorted goods market {i + 1}" for i in range(MAX_ASSORTED)},
        **{f"space.market_{good}": f"the {good} market" for good in GOODS},
        **{f"space.{area}_{colour}": f"the {colour} {area}" for area in ("terrace", "balcony") for colour in COLOURS},
        **{f"tiles.{colour}_{i:02d}": f"{{}} of {colour} tile {i}" for colour in COLOURS for i in range(1, TILES_PER_COLOUR + 1)},
        **{f"tile.{colour}_{i:02d}": f"{colour} tile {i}" for colour in COLOURS for i in range(1, TILES_PER_COLOUR + 1)},
        "tracks.fame.bonus": "the bonus on fame space {}",
        "tracks.meeting_line": "meeting line of the tracks",
        "tracks.money.bonus": "the bonus on money space {}",
        "tracks.money_per_fame": "money spaces for each fame space",
        "upgrade": "the {} upgrade",
        "worker": "the {} worker",
        "worker.*": "extra worker",
        "workers.bridge": "river space before the bridge",
        "workers.extra": "extra workers",
        "workers.fame_space": "fame space that brings a worker",
        "workers.money_space": "money space that brings a worker",
        **{f"yield_tiles.{colour}": f"{colour} yield tile {{}}" for colour in YIELD_COLOURS},
    }

    @property
    def vocabulary(self) -> dict[str, tuple[str, ...]]:
        """Words for the integer codes in the tables; tiles are those of the reference components."""
        return {
            "space": SPACES,
            "tile": Rules.resolve(2, self.variants[0]).tile_names,
            "cause": CAUSES,
            "end_reason": tuple(EndReason),
            "board": BOARDS,
            "met_by": MET_BY,
            "thing": THING_NAMES,
        }

    def words_in_play(self, rules: core.Rules) -> dict[str, tuple[str, ...]]:
        """Return the spaces that are on the board and free to use with this number of players, and the things in play."""
        assert isinstance(rules, Rules)
        return {"space": tuple(SPACES[i] for i in spaces_in_play(rules.values)), "thing": tuple(rules.things)}

    def reminders(self, rules: core.Rules) -> dict[str, str]:
        """Return what things on the table do, with the amounts of these rules."""
        assert isinstance(rules, Rules)
        return reminders_of(rules)

    def contended(self, state: core_state.State, round_start: core_state.State) -> ContendedDecision | None:
        """Take all workers off the board if a worker is to be placed; the spaces of a row share one name."""
        if state.decision != DECISIONS[TASK.place]:
            return None
        array = writable_copy(state.array)
        array["spaces"] = 0
        position_if_free = State(state.rules, array)
        takers = {space: int(seat_plus_one) - 1 for space, seat_plus_one in enumerate(state.record.spaces) if seat_plus_one > 0}
        return ContendedDecision(
            position_if_free,
            takers,
            {code: _name_of_taken_space(code) for code in {*state.option_codes, *position_if_free.option_codes}},
        )

    def boards(self, variant: str) -> tuple[str, ...]:
        """Return the boards players choose from in a variant; empty if the variant gives everybody the same board."""
        return BOARDS if COMMON_BOARD.get(variant, BOARD.basic) is None else ()


GAME = Ganges()
