"""The words of the game, and the integers kernels use for them.

Each block names a set in order and gives every member its number, so that a name table and its constants cannot drift apart.
"""

from __future__ import annotations

from rajas_sim.core.board.upgrades import N_LEVELS

MAX_PLAYERS = 5

# --- dice: two of each colour, numbered colour * 2 + 0 or 1
COLOURS = ("purple", "green", "blue", "orange")
PURPLE, GREEN, BLUE, ORANGE = range(len(COLOURS))
N_COLOURS = 4
DICE_PER_COLOUR = 2
N_DICE = N_COLOURS * DICE_PER_COLOUR
N_FACES = 6
#: What a turn without an action has in place of a die.
NO_DIE = N_COLOURS
TURN_DICE = (*COLOURS, "none")

#: Where a die lies: in the middle of the table, on top of the elephant, or on a dice-depot tile (+ seat).
MIDDLE, ELEPHANT, DEPOT = range(3)

GOODS = ("tea", "silk", "spices")
TEA, SILK, SPICES = range(len(GOODS))
N_GOODS = 3
#: Faces of a purple die: two goods, first * 3 + second with first <= second.
GOODS_FACES = {
    "tea_tea": TEA * N_GOODS + TEA,
    "tea_silk": TEA * N_GOODS + SILK,
    "tea_spices": TEA * N_GOODS + SPICES,
    "silk_silk": SILK * N_GOODS + SILK,
    "silk_spices": SILK * N_GOODS + SPICES,
    "spices_spices": SPICES * N_GOODS + SPICES,
}
#: Faces of a green die.
ROAD_FACES = ("straight", "bend", "half_roads")
STRAIGHT_FACE, BEND_FACE, HALF_ROADS_FACE = range(len(ROAD_FACES))
#: Faces of a blue die; the rulebook names the flag.
SYMBOLS = ("flag", "lotus", "fish", "boat", "crocodile", "swan")
N_SYMBOLS = 6

# --- palace: an upper and a lower area of three people, three boxes each
PEOPLE = ("great_mogul", "maharani", "trader", "raja_man_singh", "master_builder", "portuguese")
GREAT_MOGUL, MAHARANI, TRADER, RAJA_MAN_SINGH, MASTER_BUILDER, PORTUGUESE = range(len(PEOPLE))
N_PEOPLE = 6
PALACE_AREAS = ("upper", "lower")
PEOPLE_PER_AREA = 3
N_PALACE_COLUMNS = 3

BUILDINGS = ("temple", "palace", "fort", "mill")
TEMPLE, PALACE, FORT, MILL = range(len(BUILDINGS))
N_BUILDINGS = 4

# --- the province: 5 columns, 4 rows, spaces numbered row by row from the top left
COLUMNS, ROWS = 5, 4
N_CELLS = COLUMNS * ROWS
#: What is printed on a province space: a building by its number, then a market or the residence.
CELLS = (*BUILDINGS, "market_same", "market_different", "residence", "empty")
MARKET_SAME, MARKET_DIFFERENT, RESIDENCE, EMPTY = range(N_BUILDINGS, len(CELLS))

# --- how goods may be sold
SALES = ("any", "same", "different")
ANY_GOODS, SAME_GOODS, DIFFERENT_GOODS = range(len(SALES))

# --- places of the sheet that hold a bonus, released at most once; sets of them are bits of one 64-bit integer
MAX_TENTS = 4
MAX_KARMA = 8
MAX_TRACK_BONUSES = 8
EDGES = (
    *(f"top_{i + 1}" for i in range(COLUMNS)),
    *(f"right_{i + 1}" for i in range(ROWS)),
    *(f"bottom_{i + 1}" for i in range(COLUMNS)),
    *(f"left_{i + 1}" for i in range(ROWS)),
)
N_EDGES = len(EDGES)
FIRST_EDGE = 0
FIRST_TENT = FIRST_EDGE + N_EDGES
FIRST_PALACE_COLUMN = FIRST_TENT + N_GOODS * MAX_TENTS
FIRST_UPGRADE_COLUMN = FIRST_PALACE_COLUMN + len(PALACE_AREAS) * N_PALACE_COLUMNS
FIRST_KARMA_BONUS = FIRST_UPGRADE_COLUMN + N_LEVELS - 1
FIRST_FAME_BONUS = FIRST_KARMA_BONUS + MAX_KARMA
FIRST_MONEY_BONUS = FIRST_FAME_BONUS + MAX_TRACK_BONUSES
N_PLACES = FIRST_MONEY_BONUS + MAX_TRACK_BONUSES
PLACES = (
    *(f"edge/{edge.replace('_', '/')}" for edge in EDGES),
    *(f"tent/{good}/{i + 1}" for good in GOODS for i in range(MAX_TENTS)),
    *(f"palace_column/{area}/{i + 1}" for area in PALACE_AREAS for i in range(N_PALACE_COLUMNS)),
    *(f"upgrade_column/1/{i + 1}" for i in range(N_LEVELS - 1)),
    *(f"karma_bonus/1/{i + 1}" for i in range(MAX_KARMA)),
    *(f"track/fame/{i + 1}" for i in range(MAX_TRACK_BONUSES)),
    *(f"track/money/{i + 1}" for i in range(MAX_TRACK_BONUSES)),
)

# --- boxes of the sheet, each filled at most once in a game
MAX_RIVER = 30
MAX_COLUMNS = 12
FIRST_CELL_BOX = 0
FIRST_RIVER_BOX = FIRST_CELL_BOX + N_CELLS
FIRST_PALACE_BOX = FIRST_RIVER_BOX + MAX_RIVER
FIRST_GOODS_BOX = FIRST_PALACE_BOX + N_PEOPLE * N_PALACE_COLUMNS
FIRST_UPGRADE_BOX = FIRST_GOODS_BOX + N_GOODS * MAX_COLUMNS
FIRST_KARMA_BOX = FIRST_UPGRADE_BOX + N_BUILDINGS * (N_LEVELS - 1)
FIRST_PLACE_BOX = FIRST_KARMA_BOX + MAX_KARMA
BOXES = (
    *(f"province/{row + 1}/{column + 1}" for row in range(ROWS) for column in range(COLUMNS)),
    *(f"river/1/{i + 1}" for i in range(MAX_RIVER)),
    *(f"palace/{person}/{i + 1}" for person in PEOPLE for i in range(N_PALACE_COLUMNS)),
    *(f"market/{good}/{i + 1}" for good in GOODS for i in range(MAX_COLUMNS)),
    *(f"upgrades/{building}/{i + 2}" for building in BUILDINGS for i in range(N_LEVELS - 1)),
    *(f"karma/1/{i + 1}" for i in range(MAX_KARMA)),
    *PLACES,
)
N_BOXES = len(BOXES)

# --- earnings: what a river space or a bonus gives
EARNINGS = (
    "nothing",
    "money",
    "fame",
    "karma",
    "upgrade",
    "goods_die",
    "goods",
    "sell",
    "half_road",
    "road",
    "sail",
    "sail_back",
    "sail_back_anywhere",
    "person",
    "palace_action",
)
(
    EARN_NOTHING,
    EARN_MONEY,
    EARN_FAME,
    EARN_KARMA,
    EARN_UPGRADE,
    EARN_GOODS_DIE,
    EARN_GOODS,
    EARN_SALE,
    EARN_HALF_ROAD,
    EARN_ROAD,
    EARN_SAIL,
    EARN_SAIL_BACK,
    EARN_SAIL_BACK_ANYWHERE,
    EARN_PERSON,
    EARN_PALACE_ACTION,
) = range(len(EARNINGS))

# --- what lies on the stack of a state: decisions of the seat to move, then steps that carry themselves out
TASKS = (
    "take_die",
    "karma_roll",
    "build_road",
    "half_roads",
    "sell",
    "take_good",
    "palace_action",
    "maharani",
    "trader",
    "portuguese",
    "upgrade",
    "goods_die",
    "sail_back",
    "use_bonus",
    "earn",
)
(
    TAKE_DIE,
    KARMA_ROLL,
    BUILD_ROAD,
    HALF_ROADS,
    SELL,
    TAKE_GOOD,
    PALACE_ACTION,
    CHOOSE_MAHARANI,
    CHOOSE_TRADER,
    CHOOSE_PORTUGUESE,
    UPGRADE,
    GOODS_DIE,
    SAIL_BACK,
    USE_BONUS,
    EARN,
) = range(len(TASKS))
DECISIONS = TASKS[: USE_BONUS + 1]

# --- options
#: Added to a die of the middle: reroll it and the die on the elephant with karma.
WITH_KARMA = N_DICE
#: Without a suitable die and without karma: carry out no action.
NO_SUITABLE_DIE = 2 * N_DICE
#: Answers to a roll with karma.
TAKE_FROM_ELEPHANT, TAKE_FROM_MIDDLE, ROLL_AGAIN = range(3)
#: Half-roads: shape * N_NEW_ROADS + space * 4 + quarter turns for a road in a new space, then space * 4 + side to extend one.
N_NEW_ROADS = N_CELLS * 4
EXTEND = 2 * N_NEW_ROADS
#: Two half-roads that may only be combined, as the detail of a task.
NEW_ROAD_ONLY = 1
#: "That is all" of a sale.
STOP = N_GOODS
#: Added to a good: take one of it in place of what the person offers.
GOOD_INSTEAD = 4
#: Two half-roads released on the same turn drawn as one road, and letting the other bonuses go to waste.
COMBINE = N_PLACES
DECLINE = N_PLACES + 1

# --- causes of a change; those of the people in their order
CAUSES = (
    "set_up",
    "die",
    "building",
    "market",
    "river",
    "great_mogul",
    "maharani",
    "trader",
    "raja_man_singh",
    "master_builder",
    "portuguese",
    "edge",
    "tent",
    "palace_column",
    "upgrade_column",
    "karma",
    "fame_track",
    "money_track",
)
(
    BY_SET_UP,
    BY_DIE,
    BY_BUILDING,
    BY_MARKET,
    BY_RIVER,
    BY_GREAT_MOGUL,
    BY_MAHARANI,
    BY_TRADER,
    BY_RAJA_MAN_SINGH,
    BY_MASTER_BUILDER,
    BY_PORTUGUESE,
    BY_EDGE,
    BY_TENT,
    BY_PALACE_COLUMN,
    BY_UPGRADE_COLUMN,
    BY_KARMA,
    BY_FAME_TRACK,
    BY_MONEY_TRACK,
) = range(len(CAUSES))
N_CAUSES = len(CAUSES)

# --- what an event of the log is about
EVENTS = (
    "money",
    "fame",
    "karma",
    "karma_used",
    "good",
    "sold",
    "road",
    "river",
    "palace",
    "upgrade",
    "bonus",
    "bonus_used",
    "bonus_lost",
    "die_rolled",
    "die_taken",
    "die_on_elephant",
    "start_player",
    "no_action",
    "turn_ended",
    "markers_passed",
)
(
    MONEY,
    FAME,
    KARMA,
    KARMA_USED,
    GOOD,
    SOLD,
    ROAD,
    RIVER,
    PALACE_BOX,
    UPGRADED,
    BONUS,
    BONUS_USED,
    BONUS_LOST,
    DIE_ROLLED,
    DIE_TAKEN,
    DIE_ON_ELEPHANT,
    START_PLAYER,
    NO_ACTION,
    TURN_ENDED,
    MARKERS_PASSED,
) = range(len(EVENTS))

# --- readings of doubtful rules; the first of each is the rulebook's
READINGS = {
    "meeting": ("ends_the_game", "must_pass"),
    "first_die": ("ends_at_once", "other_player_too"),
    "bonuses": ("must_be_used", "may_be_declined"),
    "goods_die": ("anywhere", "middle_and_elephant"),
}
MUST_PASS = READINGS["meeting"].index("must_pass")
OTHER_PLAYER_TOO = READINGS["first_die"].index("other_player_too")
MAY_BE_DECLINED = READINGS["bonuses"].index("may_be_declined")
MIDDLE_AND_ELEPHANT = READINGS["goods_die"].index("middle_and_elephant")
