"""Count coins: what a seat has and may soon have, as one number."""

from rajas_sim import parameter, strategy
from rajas_sim.ganges.board.province import fame_of_buildings, road_ends_at
from rajas_sim.ganges.rulebook.terms import FREE_CELL, N_OF, TASK
from rajas_sim.ganges.toolbox import end_of_turn, to_meeting

FAME, DIE, PIP, KARMA, UPGRADE, WORKER, MARKET, ROAD, RIVER = range(9)

COUNTS = (
    parameter("fame", 2, 0, 10, "coins", "a fame point"),
    parameter("die", 3, 0, 10, "coins", "a die on the Kali statue"),
    parameter("pip", 0.1, 0, 2, "coins", "each pip of a die above or below the average"),
    parameter("karma", 2, 0, 10, "coins", "a level of karma"),
    parameter("upgrade", 5, 0, 20, "coins", "a building upgrade"),
    parameter("worker", 2, 0, 60, "coins", "a worker"),
    parameter("market", 2, 0, 10, "coins", "each coin on the markets of the province"),
    parameter("road", 1, 0, 10, "coins", "each empty cell that a road leads to"),
    parameter("river", 0.25, 0, 5, "coins", "each river space behind the boat"),
)
MEAN_FACE = 3.5


def count(state, rules, seat, counts):  # type: ignore[no-untyped-def]  # noqa: C901 - one case a thing that is counted
    """Count in coins what a seat has; a tile that is chosen counts as laid, and what is still to be paid for it as given up."""
    me = state.seats[seat]
    money, fame, karma = float(me.money), float(me.fame), float(me.karma)
    dice, pips, upgrades, markets, roads = 0.0, 0.0, 0.0, 0.0, 0.0
    for colour in range(N_OF.colours):
        dice += state.pending[colour]
        for face in range(N_OF.faces):
            dice += me.dice[colour, face]
            pips += me.dice[colour, face] * (face + 1 - MEAN_FACE)
    for building in range(N_OF.buildings):
        upgrades += me.levels[building]
    for cell in range(N_OF.cells):
        if me.tiles[cell] >= 0:
            markets += rules.tiles[me.tiles[cell]].market_money
        elif rules.cells[cell] == FREE_CELL and road_ends_at(me, rules, cell) > 0:
            roads += 1.0
    for i in range(state.n_tasks):
        task = state.tasks[i]
        if task.kind == TASK.choose_cell:
            fame += fame_of_buildings(me, rules, task.detail)
            money += rules.tiles[task.detail].market_money
            markets += rules.tiles[task.detail].market_money
        elif task.kind == TASK.pay_for_tile:
            dice -= task.amount / MEAN_FACE
        elif task.kind == TASK.take_die:
            dice += task.amount
        elif task.kind == TASK.upgrade:
            upgrades += task.amount
    later = counts[DIE] * dice + counts[PIP] * pips + counts[KARMA] * karma + counts[UPGRADE] * upgrades
    later += counts[WORKER] * me.workers + counts[MARKET] * markets + counts[ROAD] * roads + counts[RIVER] * me.river
    way_to_go = 1.0
    for other in range(rules.players):
        way_to_go = min(way_to_go, to_meeting(state, rules, other).fame / rules.meeting_line)
    return money + counts[FAME] * fame + later * way_to_go


value_of_turn, best_of_turn = end_of_turn(count)


@strategy(game="ganges", uses_chance=True, parameters=COUNTS)
def three_sentences(state, rules, options, parameters):  # type: ignore[no-untyped-def]
    """Count coins: a rule of three sentences that a beginner can follow, found by playing and rounded to whole numbers.

    Do what leaves you with most at the end of your turn, where a coin counts 1 and a fame point 2. What pays only later counts
    as well: 3 for a die, 2 for a level of karma or a worker, 5 for an upgrade, 2 for each coin on the markets of your tiles, and
    1 for each empty space that your roads lead to and for every four spaces of your boat. These shrink with the way that the
    leader still has to go, to nothing at the end of the race; of equal options take the one that leaves you the higher dice.

    The numbers are those of `rajas tune tune_three_sentences`, rounded. They do not imitate `strong`: numbers fitted to its
    decisions win less, as `python benchmarks/three_sentences.py` shows.
    """
    return best_of_turn(state, rules, options, parameters)
