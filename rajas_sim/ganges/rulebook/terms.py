"""The words of the game, and the integers kernels use for them.

A set of words is a NamedTuple of their numbers: kernels write ``CAUSE.tile`` for the number; tables and texts look the word up,
``CAUSES[number]``.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from rajas_sim.core.engine import course
from rajas_sim.core.rulebook.component_form import Strict

MAX_PLAYERS = 4


class Colours(NamedTuple):
    """Colours of dice and of province tiles."""

    orange: int
    green: int
    blue: int
    purple: int


COLOUR = Colours(*range(len(Colours._fields)))
COLOURS = COLOUR._fields
ANY_COLOUR = -1
#: Dice of several kinds: this number plus the counts of each colour and then of any colour, in three bits each from orange on.
SEVERAL_KINDS = -(1 << 15)
BITS_PER_KIND = 3

GOODS = ("silk", "tea", "spices")
BUILDINGS = ("temple", "palace", "fort", "mill")
BACKS = ("snake", "cow", "tiger")


class Chambers(NamedTuple):
    """Chambers of the palace."""

    great_mogul: int
    dancer: int
    yogi: int
    raja_man_singh: int
    master_builder: int
    portuguese: int


CHAMBER = Chambers(*range(len(Chambers._fields)))
CHAMBERS = CHAMBER._fields


class WorkerSources(NamedTuple):
    """Where inactive workers wait: on the tracks and at the bridge."""

    fame: int
    money: int
    river: int


WORKER_SOURCE = WorkerSources(*range(len(WorkerSources._fields)))
WORKER_SOURCES = WORKER_SOURCE._fields


class BoardSides(NamedTuple):
    """The two sides of a player's boards (province board and Kali statue)."""

    basic: int
    navaratnas: int


BOARD = BoardSides(*range(len(BoardSides._fields)))
BOARDS = BOARD._fields


class YieldColours(NamedTuple):
    """Colours of yield tiles, and of the slots they fit on."""

    white: int
    yellow: int
    red: int
    brown: int


YIELD_COLOUR = YieldColours(*range(len(YieldColours._fields)))
YIELD_COLOURS = YIELD_COLOUR._fields
#: A yield that no tile can improve.
NO_SLOT = -1

# --- the province: 5 columns, 4 rows, cells numbered row by row from the top left
COLUMNS, ROWS = 5, 4
RESIDENCE = 2
DEAD_END = 17
NO_CELL, FREE_CELL, RESIDENCE_CELL, DEAD_END_CELL = range(4)


class Areas(NamedTuple):
    """Areas of the board."""

    quarry: int
    assorted: int
    one_kind: int
    outer_terrace: int
    terrace: int
    balcony: int
    chamber: int
    harbour: int


AREA = Areas(*range(len(Areas._fields)))
AREAS = AREA._fields

# --- spaces for workers, with the same numbers for any number of players; spaces that are not in play are never offered
MAX_QUARRY, MAX_ASSORTED, MAX_OUTER_TERRACES, MAX_HARBOUR = 10, 3, 8, 8
_AREA_SIZES = (MAX_QUARRY, MAX_ASSORTED, len(GOODS), MAX_OUTER_TERRACES, len(COLOURS), len(COLOURS), len(CHAMBERS))
#: The first space of each area.
FIRST_SPACE = Areas(*accumulate(_AREA_SIZES, initial=0))
SPACES = (
    *(f"quarry_{i + 1}" for i in range(MAX_QUARRY)),
    *(f"market_assorted_{i + 1}" for i in range(MAX_ASSORTED)),
    *(f"market_{good}" for good in GOODS),
    *(f"outer_terrace_{i + 1}" for i in range(MAX_OUTER_TERRACES)),
    *(f"terrace_{colour}" for colour in COLOURS),
    *(f"balcony_{colour}" for colour in COLOURS),
    *CHAMBERS,
    *(f"harbour_{i + 1}" for i in range(MAX_HARBOUR)),
)


class Counts(NamedTuple):
    """How many there are of each."""

    colours: int = len(COLOURS)
    faces: int = 6
    goods: int = len(GOODS)
    buildings: int = len(BUILDINGS)
    stacks: int = len(COLOURS) * len(BACKS)
    chambers: int = len(CHAMBERS)
    worker_sources: int = len(WORKER_SOURCES)
    boards: int = len(BOARDS)
    cells: int = COLUMNS * ROWS
    spaces: int = FIRST_SPACE.harbour + MAX_HARBOUR


N_OF = Counts()

# --- dice as options: colour * 6 + value - 1, and 24 more when karma turns the die over
FLIPPED = N_OF.colours * N_OF.faces
#: Option "take fewer dice instead" at the hand limit, and "no more dice" of a reroll.
STOP = FLIPPED


class EarningKinds(NamedTuple):
    """What a space, yield, tile or bonus pays.

    The detail of an earning is the colour of dice (-1: any; below: SEVERAL_KINDS) or the chamber that is used.
    """

    nothing: int
    money: int
    fame: int
    karma: int
    upgrade: int
    dice: int
    boat: int
    palace_action: int
    dice_per_karma: int
    money_per_market: int
    assorted: int
    one_kind: int
    fame_per_upgrade: int
    money_per_upgrade: int
    fame_per_karma: int
    fame_per_market_tile: int
    fame_per_river_spaces: int
    money_per_building: int
    money_per_yield_tile: int
    fame_per_bend: int
    fame_per_worker: int
    chamber: int
    sail: int


EARN = EarningKinds(*range(len(EarningKinds._fields)))
EARNINGS = EARN._fields


class Tasks(NamedTuple):
    """The kinds of tasks on the stack of a state: first decisions of the seat to move, then steps that need no decision.

    A comment beside each says what the fields of its task mean (core.engine.record_types). Unless it says otherwise, `amount` is
    1, and `detail` and `limit` are 0.
    """

    place: int
    pay_die: int  # detail: the space the worker was placed on
    choose_tile: int  # amount: 0
    pay_for_tile: int  # amount: still to be paid; detail: colour of the dice; limit: order key of the last die (board.quarry)
    choose_cell: int  # amount: 0; detail: the tile; limit: the cell to cover, for the Master Builder, otherwise 0
    cover_tile: int  # amount: 0
    upgrade: int  # amount: upgrades still to be done
    take_die: int  # amount: dice to take; detail: their colour, any or several kinds; limit: the lowest colour that may follow
    give_back_die: int  # amount: dice that are too many; limit: the lowest die that may follow
    reroll: int  # amount: 0; limit: the lowest die that may follow
    sail: int  # amount: the most spaces ahead
    move_boat: int  # amount: times the boat may still move
    palace_action: int  # amount: actions still to be carried out
    choose_good: int  # amount: the most markets that are scored
    take_yield_tile: int
    place_yield_tile: int  # detail: the yield tile
    choose_order: int  # amount: earnings right below on the stack, of which the next one is chosen
    earn: int  # amount: how much is earned; detail: the kind of earning (EARNINGS); limit: the detail of the earning
    roll: int  # amount: 0
    draw_yield_tile: int  # amount: 0
    open_next_tile: int  # detail: the stack


TASK = Tasks(*range(len(Tasks._fields)))
TASKS = TASK._fields
#: The tasks before the first that needs no decision are decisions.
N_DECISIONS = TASK.earn
DECISIONS = TASKS[:N_DECISIONS]
#: Option "place no worker", offered only where the reading `passing` allows it.
PASS = N_OF.spaces
#: Options of a boat bonus.
STAY, MOVE = 0, 1
#: Option "take no yield tile", above the number of every tile.
NO_YIELD_TILE = 63


class Causes(NamedTuple):
    """What may cause a change; the chambers in their order."""

    set_up: int
    placement: int
    hand_limit: int
    tile: int
    special_yield: int
    market: int
    outer_terrace: int
    reroll: int
    terrace: int
    balcony: int
    great_mogul: int
    dancer: int
    yogi: int
    raja_man_singh: int
    master_builder: int
    portuguese: int
    yield_tile: int
    harbour: int
    river: int
    river_tile: int
    fame_track: int
    money_track: int
    missing_worker: int


CAUSE = Causes(*range(len(Causes._fields)))
CAUSES = CAUSE._fields


class Events(NamedTuple):
    """What an event of the log is about.

    A comment beside each says what the fields of the event mean (core.engine.record_types). Unless it says otherwise, `change`
    is 1, and `detail` and `after` are 0.
    """

    money: int  # change: money gained, or paid below 0; after: money of the seat
    fame: int  # change: fame gained; after: fame of the seat
    karma: int  # change: levels gained, or used below 0; after: karma of the seat
    die: int  # detail: colour * 6 + value - 1; change: 1 on the Kali statue, -1 off it; after: dice of this colour on it
    upgrade: int  # detail: the building type (BUILDINGS); after: upgrades of the type done
    worker: int  # detail: where it waited (WORKER_SOURCES); after: workers of the seat
    river: int  # change: spaces the boat moves; after: space of the boat
    tile: int  # detail: the tile; change: quarter turns; after: the cell
    placement: int  # detail: the space; after: workers placed this round
    start_player: int  # change: 0; after: the seat that starts the next round
    yield_tile: int  # detail: the yield tile drawn; after: yield tiles left to be drawn
    open_tile: int  # detail: the stack; change: 1, or 0 if it is empty; after: the tile, -1 if the stack is empty
    markers_passed: int  # detail: whose marker moved (core.board.MET_BY); after: the overlap
    covering_tile: int  # detail: the tile; change: quarter turns; after: the cell
    river_tile: int  # detail: the river tile; after: the river space
    slot: int  # detail: the yield tile; change: the slot; after: the slot
    chamber: int  # detail: the chamber whose action is carried out without a worker; change: 0


EVENT = Events(*range(len(Events._fields)))
EVENTS = EVENT._fields

#: The reasons why a game may end: first those of every game, then that of this game.
_END_REASONS = {r.name: r.value for r in course.EndReason} | {"NO_PLACEMENT": "no_placement_possible"}
EndReason = StrEnum("EndReason", _END_REASONS)  # type: ignore[misc]  # mypy cannot follow an enum made of another
NO_PLACEMENT = len(course.EndReason)


class Readings(Strict):
    """How doubtful rules are read; the first choice of each is the default."""

    finish: Literal["stage", "round"]
    tie: Literal["first_passed", "turn_order"]
    start_player: Literal["lowest_total", "random"]
    one_kind_market: Literal["unlimited", "one_a_round"]
    master_builder: Literal["scores", "nothing"]
    fame_upgrade: Literal["next_turn", "at_once"]
    harbour_one: Literal["must_move", "may_stay"]
    passing: Literal["forbidden", "allowed"]
    connected_slot: Literal["pays_nothing", "pays_at_once"]
    builder_yields: Literal["pay_nothing", "pay_when_new"]
    gained_dice: Literal["rolled_together", "rolled_one_by_one"]
    missing_workers: Literal["full_difference", "two_at_most"]
    dancer_on_river: Literal["yield_tile", "no_yield_tile"]
    order: Literal["fixed", "player_chooses"]


#: The choices of each reading, in the order of the codes in the record of the rules.
READINGS: dict[str, tuple[str, ...]] = {name: get_args(field.annotation) for name, field in Readings.model_fields.items()}
#: Codes of the readings that kernels check.
FINISH_STAGE = READINGS["finish"].index("stage")
TIE_FIRST_PASSED = READINGS["tie"].index("first_passed")
START_PLAYER_RANDOM = READINGS["start_player"].index("random")
MASTER_BUILDER_SCORES = READINGS["master_builder"].index("scores")
FAME_UPGRADE_NEXT_TURN = READINGS["fame_upgrade"].index("next_turn")
HARBOUR_ONE_MAY_STAY = READINGS["harbour_one"].index("may_stay")
PASSING_FORBIDDEN = READINGS["passing"].index("forbidden")
CONNECTED_SLOT_PAYS_AT_ONCE = READINGS["connected_slot"].index("pays_at_once")
BUILDER_YIELDS_PAY_WHEN_NEW = READINGS["builder_yields"].index("pay_when_new")
ROLLED_ONE_BY_ONE = READINGS["gained_dice"].index("rolled_one_by_one")
TWO_TILES_AT_MOST = READINGS["missing_workers"].index("two_at_most")
RIVER_DANCER_GIVES_TILE = READINGS["dancer_on_river"].index("yield_tile")
PLAYER_CHOOSES_ORDER = READINGS["order"].index("player_chooses")
