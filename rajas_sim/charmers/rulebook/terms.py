"""The terms of the game, and the integers kernels use for them.

The terms of a set are the fields of a NamedTuple, whose one instance holds their numbers: ``COLOUR.green`` is 1, and
``COLOURS[1]`` is its word.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from rajas_sim.core.board import N_LEVELS
from rajas_sim.core.engine.records import Int64
from rajas_sim.core.rulebook.component_form import Strict

MAX_PLAYERS = 5


# --- dice: two of each colour, numbered colour * 2 + 0 or 1
class Colours(NamedTuple):
    """The colours of dice."""

    purple: int
    green: int
    blue: int
    orange: int


COLOUR = Colours(*range(len(Colours._fields)))
COLOURS = COLOUR._fields
#: Stands in place of a die for a turn without an action.
NO_DIE = len(COLOURS)
TURN_DICE = (*COLOURS, "none")

#: Where a die lies: in the middle of the table, on the elephant, or on a seat's dice-depot tile (DEPOT + seat).
MIDDLE, ELEPHANT, DEPOT = range(3)


class Goods(NamedTuple):
    """The goods that are traded."""

    tea: int
    silk: int
    spices: int


GOOD = Goods(*range(len(Goods._fields)))
GOODS = GOOD._fields
#: Faces of a purple die: two goods, first * 3 + second with first <= second.
GOODS_FACES = {f"{GOODS[i]}_{GOODS[j]}": i * len(GOODS) + j for i in range(len(GOODS)) for j in range(i, len(GOODS))}


class RoadFaces(NamedTuple):
    """The faces of a green die."""

    straight: int
    bend: int
    half_roads: int


ROAD_FACE = RoadFaces(*range(len(RoadFaces._fields)))
ROAD_FACES = ROAD_FACE._fields
#: Faces of a blue die; the rulebook names the flag.
SYMBOLS = ("flag", "lotus", "fish", "boat", "crocodile", "swan")


# --- palace: an upper and a lower area of three people, three boxes each
class People(NamedTuple):
    """The people of the palace."""

    great_mogul: int
    maharani: int
    trader: int
    raja_man_singh: int
    master_builder: int
    portuguese: int


PERSON = People(*range(len(People._fields)))
PEOPLE = PERSON._fields
PALACE_AREAS = ("upper", "lower")
PALACE_COLUMNS = 3

# --- the province: 5 columns, 4 rows, spaces numbered row by row from the top left
COLUMNS, ROWS = 5, 4


class Cells(NamedTuple):
    """What is printed on a province space; the buildings come first."""

    temple: int
    palace: int
    fort: int
    mill: int
    market_same: int
    market_different: int
    residence: int
    empty: int


CELL = Cells(*range(len(Cells._fields)))
CELLS = CELL._fields
BUILDINGS = CELLS[: CELL.mill + 1]


class Sales(NamedTuple):
    """Which goods may be sold together."""

    any: int
    same: int
    different: int


SALE = Sales(*range(len(Sales._fields)))
SALES = SALE._fields

# --- places of the sheet that hold a bonus, each released at most once; sets of places are bits of one 64-bit integer
MAX_TENTS = 4
MAX_KARMA = 8
MAX_TRACK_BONUSES = 8
EDGES = (
    *(f"top_{i + 1}" for i in range(COLUMNS)),
    *(f"right_{i + 1}" for i in range(ROWS)),
    *(f"bottom_{i + 1}" for i in range(COLUMNS)),
    *(f"left_{i + 1}" for i in range(ROWS)),
)
BONUS_PLACES = (
    *(f"edge/{edge.replace('_', '/')}" for edge in EDGES),
    *(f"tent/{good}/{i + 1}" for good in GOODS for i in range(MAX_TENTS)),
    *(f"palace_column/{area}/{i + 1}" for area in PALACE_AREAS for i in range(PALACE_COLUMNS)),
    *(f"upgrade_column/1/{i + 1}" for i in range(N_LEVELS - 1)),
    *(f"karma_bonus/1/{i + 1}" for i in range(MAX_KARMA)),
    *(f"track/fame/{i + 1}" for i in range(MAX_TRACK_BONUSES)),
    *(f"track/money/{i + 1}" for i in range(MAX_TRACK_BONUSES)),
)


class BonusPlaces(NamedTuple):
    """The kinds of places that hold a bonus."""

    edge: int
    tent: int
    palace_column: int
    upgrade_column: int
    karma_bonus: int
    fame_bonus: int
    money_bonus: int


_N_BONUS_PLACES = (
    len(EDGES),
    len(GOODS) * MAX_TENTS,
    len(PALACE_AREAS) * PALACE_COLUMNS,
    N_LEVELS - 1,
    MAX_KARMA,
    MAX_TRACK_BONUSES,
)
#: The number of the first place of each kind of places.
FIRST_BONUS_PLACE = BonusPlaces(*accumulate(_N_BONUS_PLACES, initial=0))

# --- boxes of the sheet, each filled at most once in a game
MAX_RIVER = 30
MAX_MARKET_COLUMNS = 12
SHEET_BOXES = (
    *(f"province/{row + 1}/{column + 1}" for row in range(ROWS) for column in range(COLUMNS)),
    *(f"river/1/{i + 1}" for i in range(MAX_RIVER)),
    *(f"palace/{person}/{i + 1}" for person in PEOPLE for i in range(PALACE_COLUMNS)),
    *(f"market/{good}/{i + 1}" for good in GOODS for i in range(MAX_MARKET_COLUMNS)),
    *(f"upgrades/{building}/{i + 2}" for building in BUILDINGS for i in range(N_LEVELS - 1)),
    *(f"karma/1/{i + 1}" for i in range(MAX_KARMA)),
    *BONUS_PLACES,
)


class SheetBoxes(NamedTuple):
    """The areas of the sheet that have boxes, and how many each has; the places of bonuses come last.

    In the rules, each area is a bit set of the boxes that a seat may not use.
    """

    province: Int64 = COLUMNS * ROWS
    river: Int64 = MAX_RIVER
    palace: Int64 = len(PEOPLE) * PALACE_COLUMNS
    market: Int64 = len(GOODS) * MAX_MARKET_COLUMNS
    upgrades: Int64 = len(BUILDINGS) * (N_LEVELS - 1)
    karma: Int64 = MAX_KARMA
    places: Int64 = len(BONUS_PLACES)


#: The number of the first box of each area.
FIRST_SHEET_BOX = SheetBoxes(*accumulate(SheetBoxes()[:-1], initial=0))


class Counts(NamedTuple):
    """How many there are of each."""

    colours: int = len(COLOURS)
    dice_per_colour: int = 2
    dice: int = len(COLOURS) * 2
    faces: int = 6
    goods: int = len(GOODS)
    people: int = len(PEOPLE)
    people_per_area: int = len(PEOPLE) // len(PALACE_AREAS)
    palace_columns: int = PALACE_COLUMNS
    cells: int = COLUMNS * ROWS
    buildings: int = len(BUILDINGS)
    bonus_places: int = len(BONUS_PLACES)
    sheet_boxes: int = len(SHEET_BOXES)


N_OF = Counts()


# --- earnings
class EarningKinds(NamedTuple):
    """What a river space or a bonus gives.

    The detail of an earning is the roads of a road, the person of a palace action, or the kind of a sale.
    """

    nothing: int
    money: int
    fame: int
    karma: int
    upgrade: int
    goods_die: int
    goods: int
    sell: int
    half_road: int
    road: int
    sail: int
    sail_back: int
    sail_back_anywhere: int
    person: int
    palace_action: int


EARN = EarningKinds(*range(len(EarningKinds._fields)))
EARNINGS = EARN._fields


# --- tasks
class Tasks(NamedTuple):
    """The kinds of tasks that are still to be resolved: first decisions of the seat to move, then steps that need no decision.

    A comment beside each says what the fields of its task mean (core.engine.record_types). Unless it says otherwise, `amount` is
    1, and `detail` and `limit` are 0.
    """

    take_die: int
    karma_roll: int  # detail: the die of the middle that was rolled together with the one on the elephant
    build_road: int  # detail: the road to be drawn, not yet turned
    half_roads: int  # amount: still to be drawn; detail: NEW_ROAD_ONLY, or 0; limit: 0, then the lowest arm that may follow
    sell: int  # amount: goods still for sale; detail: which together (SALES); limit: 0, then 1 + the lowest kind to follow
    take_good: int  # amount: goods still to be circled; limit: the lowest kind that may follow
    palace_action: int  # detail: the first person that may be chosen, since the Great Mogul does not choose himself
    maharani: int  # amount: the most spaces ahead
    trader: int  # amount: the most goods that may be sold
    portuguese: int  # amount: the most unmarked spaces back
    upgrade: int  # amount: upgrades still to be done
    goods_die: int  # amount: times the goods of a die are still to be circled
    sail_back: int
    use_bonus: int
    earn: int  # amount: how much is earned; detail: the kind of earning (EARNINGS); limit: the detail of the earning


TASK = Tasks(*range(len(Tasks._fields)))
TASKS = TASK._fields
#: The tasks before the first that needs no decision are decisions.
N_DECISIONS = TASK.earn
DECISIONS = TASKS[:N_DECISIONS]

# --- options
#: Added to a die of the middle: use karma to reroll it and the die on the elephant.
WITH_KARMA = N_OF.dice
#: Carry out no action: no die is suitable, and no karma can be used.
NO_SUITABLE_DIE = 2 * N_OF.dice
#: Answers to a roll with karma.
TAKE_FROM_ELEPHANT, TAKE_FROM_MIDDLE, ROLL_AGAIN = range(3)
#: Options of half-roads: shape * N_NEW_ROADS + space * 4 + quarter turns for a new road, then space * 4 + side to extend one.
N_NEW_ROADS = N_OF.cells * 4
FIRST_EXTENSION = 2 * N_NEW_ROADS
#: Detail of a task with two half-roads that may only be drawn as one road.
NEW_ROAD_ONLY = 1
#: Option to end a sale.
SELL_NO_MORE = N_OF.goods
#: Added to a good: take one such good instead of what the person offers.
GOOD_INSTEAD = 4
#: Options of bonuses: draw two half-roads of this turn as one road; let the other bonuses go to waste.
COMBINE_HALF_ROADS = N_OF.bonus_places
DECLINE_BONUSES = N_OF.bonus_places + 1
#: Options to decline a palace action of the river, a road of the river, and half-roads of the river.
NOBODY = N_OF.people
NO_ROAD = N_NEW_ROADS
NO_HALF_ROADS = FIRST_EXTENSION + N_OF.cells * 4


# --- changes
class Causes(NamedTuple):
    """The causes of changes; those of people in their order."""

    set_up: int
    die: int
    building: int
    market: int
    river: int
    great_mogul: int
    maharani: int
    trader: int
    raja_man_singh: int
    master_builder: int
    portuguese: int
    edge: int
    tent: int
    palace_column: int
    upgrade_column: int
    karma: int
    fame_track: int
    money_track: int


CAUSE = Causes(*range(len(Causes._fields)))
CAUSES = CAUSE._fields


class Events(NamedTuple):
    """What an event of the log is about.

    A comment beside each says what the fields of the event mean (core.engine.record_types). Unless it says otherwise, `change`
    is 1, and `detail` and `after` are 0.
    """

    money: int  # change: money gained; after: money of the seat
    fame: int  # change: fame gained; after: fame of the seat
    karma: int  # after: karma ever collected
    karma_used: int  # after: karma ever used
    good: int  # detail: the kind (GOODS); after: goods of the kind ever circled
    sold: int  # detail: the kind (GOODS); after: goods of the kind ever sold
    road: int  # detail: the province space; change: the roads that are drawn; after: all roads on the space
    river: int  # change: the marked space, less the position before; after: the marked space
    palace: int  # detail: the person (PEOPLE); after: boxes of the person crossed out
    upgrade: int  # detail: the building type (BUILDINGS); after: upgrades of the type done
    bonus: int  # detail: the place that is circled (BONUS_PLACES); after: 1
    bonus_used: int  # detail: the place that is crossed out (BONUS_PLACES); change: -1
    bonus_lost: int  # detail: the place that is crossed out (BONUS_PLACES); change: -1
    die_rolled: int  # detail: the die; after: the face it shows
    die_taken: int  # detail: the die; after: the face it shows
    die_on_elephant: int  # detail: the die; after: the face it shows
    start_player: int  # detail: the round; after: the seat that starts it
    no_action: int
    turn_ended: int  # after: the turn in the round, from 0
    markers_passed: int  # detail: whose marker moved (core.board.MET_BY); after: the overlap, in money spaces


EVENT = Events(*range(len(Events._fields)))
EVENTS = EVENT._fields


class Readings(Strict):
    """How doubtful rules are read; the first choice of each is the default."""

    meeting: Literal["ends_the_game", "must_pass"]
    first_die: Literal["ends_at_once", "other_player_too"]
    bonuses: Literal["must_be_used", "may_be_declined"]
    goods_die: Literal["anywhere", "middle_and_elephant"]


#: The choices of each reading, in the order of the codes in the record of the rules.
READINGS: dict[str, tuple[str, ...]] = {name: get_args(field.annotation) for name, field in Readings.model_fields.items()}
MUST_PASS = READINGS["meeting"].index("must_pass")
OTHER_PLAYER_TOO = READINGS["first_die"].index("other_player_too")
MAY_BE_DECLINED = READINGS["bonuses"].index("may_be_declined")
MIDDLE_AND_ELEPHANT = READINGS["goods_die"].index("middle_and_elephant")
