"""The words of the game, and the integers kernels use for them.

Each block names a set in order and gives every member its number, so that a name table and its constants cannot drift apart.
"""

from __future__ import annotations

from enum import StrEnum

from rajas_sim.core.engine import endings

COLOURS = ("orange", "green", "blue", "purple")
ORANGE, GREEN, BLUE, PURPLE = range(len(COLOURS))
N_COLOURS = 4
ANY_COLOUR = -1
#: Several colours at once: this much, and how many dice of each colour, three bits a colour from orange on.
SEVERAL_COLOURS = 1 << 12
BITS_PER_COLOUR = 3
N_FACES = 6

GOODS = ("silk", "tea", "spices")
SILK, TEA, SPICES = range(len(GOODS))
N_GOODS = 3

BUILDINGS = ("temple", "palace", "fort", "mill")
TEMPLE, PALACE, FORT, MILL = range(len(BUILDINGS))
N_BUILDINGS = 4

BACKS = ("snake", "cow", "tiger")
N_STACKS = N_COLOURS * len(BACKS)

CHAMBERS = ("great_mogul", "dancer", "yogi", "raja_man_singh", "master_builder", "portuguese")
GREAT_MOGUL, DANCER, YOGI, RAJA_MAN_SINGH, MASTER_BUILDER, PORTUGUESE = range(len(CHAMBERS))
N_CHAMBERS = 6

WORKER_SOURCES = ("fame", "money", "river")
FROM_FAME, FROM_MONEY, FROM_RIVER = range(len(WORKER_SOURCES))
N_WORKER_SOURCES = 3

MAX_PLAYERS = 4

#: The two sides of a player's boards (province board and Kali statue).
BOARDS = ("basic", "navaratnas")
BASIC, NAVARATNAS = range(len(BOARDS))
N_BOARDS = 2

#: Colours of yield tiles, and of the slots they fit on; `NO_SLOT` marks a yield that no tile can improve.
YIELD_COLOURS = ("white", "yellow", "red", "brown")
WHITE, YELLOW, RED, BROWN = range(len(YIELD_COLOURS))
NO_SLOT = -1

# --- the province: 5 columns, 4 rows, cells numbered row by row from the top left
COLUMNS, ROWS = 5, 4
N_CELLS = COLUMNS * ROWS
RESIDENCE = 2
DEAD_END = 17
NO_CELL, FREE_CELL, RESIDENCE_CELL, DEAD_END_CELL = range(4)

# --- spaces for workers, one number each whatever the number of players; what lies out of play is never offered
AREAS = ("quarry", "assorted", "one_kind", "outer_terrace", "terrace", "balcony", "chamber", "harbour")
QUARRY, ASSORTED, ONE_KIND, OUTER_TERRACE, TERRACE, BALCONY, CHAMBER, HARBOUR = range(len(AREAS))
MAX_QUARRY, MAX_ASSORTED, MAX_OUTER_TERRACES, MAX_HARBOUR = 10, 3, 8, 8
FIRST_QUARRY = 0
FIRST_ASSORTED = FIRST_QUARRY + MAX_QUARRY
FIRST_ONE_KIND = FIRST_ASSORTED + MAX_ASSORTED
FIRST_OUTER_TERRACE = FIRST_ONE_KIND + N_GOODS
FIRST_TERRACE = FIRST_OUTER_TERRACE + MAX_OUTER_TERRACES
FIRST_BALCONY = FIRST_TERRACE + N_COLOURS
FIRST_CHAMBER = FIRST_BALCONY + N_COLOURS
FIRST_HARBOUR = FIRST_CHAMBER + N_CHAMBERS
N_SPACES = FIRST_HARBOUR + MAX_HARBOUR
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

# --- dice as options: colour * 6 + value - 1, and 24 more when karma turns the die over
FLIPPED = N_COLOURS * N_FACES
#: Option "take fewer dice instead" at the hand limit, and "that is all" of a reroll.
STOP = FLIPPED

# --- earnings: what a space, yield, tile or bonus pays
EARNINGS = (
    "nothing",
    "money",
    "fame",
    "karma",
    "upgrade",
    "dice",
    "boat",
    "palace_action",
    "dice_per_karma",
    "money_per_market",
    "assorted",
    "one_kind",
    "fame_per_upgrade",
    "money_per_upgrade",
    "fame_per_karma",
    "fame_per_market_tile",
    "fame_per_river_spaces",
    "money_per_building",
    "money_per_yield_tile",
    "fame_per_bend",
    "fame_per_worker",
    "chamber",
    "sail",
)
(
    EARN_NOTHING,
    EARN_MONEY,
    EARN_FAME,
    EARN_KARMA,
    EARN_UPGRADE,
    EARN_DICE,
    EARN_BOAT,
    EARN_PALACE_ACTION,
    EARN_DICE_PER_KARMA,
    EARN_MONEY_PER_MARKET,
    EARN_ASSORTED,
    EARN_ONE_KIND,
    EARN_FAME_PER_UPGRADE,
    EARN_MONEY_PER_UPGRADE,
    EARN_FAME_PER_KARMA,
    EARN_FAME_PER_MARKET_TILE,
    EARN_FAME_PER_RIVER_SPACES,
    EARN_MONEY_PER_BUILDING,
    EARN_MONEY_PER_YIELD_TILE,
    EARN_FAME_PER_BEND,
    EARN_FAME_PER_WORKER,
    EARN_CHAMBER,
    EARN_SAIL,
) = range(len(EARNINGS))

# --- what lies on the stack of a state: decisions of the seat to move, then steps that carry themselves out
TASKS = (
    "place",
    "pay_die",
    "choose_tile",
    "pay_for_tile",
    "choose_cell",
    "cover_tile",
    "upgrade",
    "take_die",
    "give_back_die",
    "reroll",
    "sail",
    "move_boat",
    "palace_action",
    "choose_good",
    "take_yield_tile",
    "place_yield_tile",
    "earn",
    "roll",
    "draw_yield_tile",
    "open_next_tile",
)
(
    PLACE,
    PAY_DIE,
    CHOOSE_TILE,
    PAY_FOR_TILE,
    CHOOSE_CELL,
    COVER_TILE,
    UPGRADE,
    TAKE_DIE,
    GIVE_BACK_DIE,
    REROLL,
    SAIL,
    MOVE_BOAT,
    PALACE_ACTION,
    CHOOSE_GOOD,
    TAKE_YIELD_TILE,
    PLACE_YIELD_TILE,
    EARN,
    ROLL,
    DRAW_YIELD_TILE,
    OPEN_NEXT_TILE,
) = range(len(TASKS))
DECISIONS = TASKS[: PLACE_YIELD_TILE + 1]
#: Option "place no worker", offered only where the reading `passing` allows it.
PASS = N_SPACES
#: Options of a boat bonus.
STAY, MOVE = 0, 1
#: Option "take no yield tile", above the number of every tile.
NO_YIELD_TILE = 63

# --- causes of a change; those of the chambers in their order
CAUSES = (
    "set_up",
    "placement",
    "hand_limit",
    "tile",
    "special_yield",
    "market",
    "outer_terrace",
    "reroll",
    "terrace",
    "balcony",
    "great_mogul",
    "dancer",
    "yogi",
    "raja_man_singh",
    "master_builder",
    "portuguese",
    "yield_tile",
    "harbour",
    "river",
    "river_tile",
    "fame_track",
    "money_track",
    "missing_worker",
)
(
    BY_SET_UP,
    BY_PLACEMENT,
    BY_HAND_LIMIT,
    BY_TILE,
    BY_SPECIAL_YIELD,
    BY_MARKET,
    BY_OUTER_TERRACE,
    BY_REROLL,
    BY_TERRACE,
    BY_BALCONY,
    BY_GREAT_MOGUL,
    BY_DANCER,
    BY_YOGI,
    BY_RAJA_MAN_SINGH,
    BY_MASTER_BUILDER,
    BY_PORTUGUESE,
    BY_YIELD_TILE,
    BY_HARBOUR,
    BY_RIVER,
    BY_RIVER_TILE,
    BY_FAME_TRACK,
    BY_MONEY_TRACK,
    BY_MISSING_WORKER,
) = range(len(CAUSES))
N_CAUSES = len(CAUSES)

# --- what an event of the log is about
EVENTS = (
    "money",
    "fame",
    "karma",
    "die",
    "upgrade",
    "worker",
    "river",
    "tile",
    "placement",
    "start_player",
    "yield_tile",
    "open_tile",
    "markers_passed",
    "covering_tile",
    "river_tile",
    "slot",
)
(
    MONEY,
    FAME,
    KARMA,
    DIE,
    UPGRADED,
    WORKER,
    RIVER,
    TILE,
    PLACEMENT,
    START_PLAYER,
    YIELD_TILE,
    OPEN_TILE,
    MARKERS_PASSED,
    COVERING_TILE,
    RIVER_TILE,
    SLOT,
) = range(len(EVENTS))

#: Why a game may end: the reasons every game has, then this game's own.
_END_REASONS = {r.name: r.value for r in endings.EndReason} | {"NO_PLACEMENT": "no_placement_possible"}
EndReason = StrEnum("EndReason", _END_REASONS)  # type: ignore[misc]  # mypy cannot follow an enum made of another
NO_PLACEMENT = len(endings.EndReason)

# --- readings of doubtful rules; the first of each is the rulebook's
READINGS = {
    "finish": ("stage", "round"),
    "tie": ("first_passed", "turn_order"),
    "start_player": ("lowest_total", "random"),
    "one_kind_market": ("unlimited", "one_a_round"),
    "master_builder": ("scores", "nothing"),
    "fame_upgrade": ("next_turn", "at_once"),
    "harbour_one": ("must_move", "may_stay"),
    "passing": ("forbidden", "allowed"),
    "connected_slot": ("pays_nothing", "pays_at_once"),
}
