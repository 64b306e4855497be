"""What things on the table do, for people who play, with the amounts of the rules in play."""

from __future__ import annotations

from rajas_sim.core.positions.wording import counted
from rajas_sim.ganges.rulebook import terms
from rajas_sim.ganges.rulebook.rules import Rules


def reminders_of(rules: Rules) -> dict[str, str]:
    """Return what things on the table do, by name; if an option has several of the names, the first one here counts."""
    palace = rules.values.palace
    mogul, dancer, yogi, raja, builder, portuguese = (f"Give up a {value}" for value in palace.chamber_dice)
    return {
        "Tiles on display": f"The large number is what a tile costs; +4: four more lie below it. {_backs_text(rules)}",
        "Worth of a building": "The fame that each building of this kind brings now, with its upgrades.",
        "Great Mogul": f"{mogul}: {palace.great_mogul_fame} fame, and you are the start player of the next round.",
        "Dancer": f"{dancer}: {_dice_text(palace.dancer_dice)} and a yield tile.",
        "Yogi": f"{yogi}: {palace.yogi_karma} karma and {_dice_text(palace.yogi_dice)}.",
        "Raja Man Singh": f"{raja}: {counted(palace.raja_upgrades, 'upgrade', 'upgrades')} and {palace.raja_money} money.",
        "Master Builder": f"{builder}: cover a tile with a more expensive one, for dice worth the difference.",
        "Portuguese": f"{portuguese}: {counted(palace.portuguese_steps, 'free space', 'free spaces')} along the river.",
        "Outer terrace": f"{palace.outer_terrace_money} money, and you may reroll dice.",
        "Terrace": f"{_dice_text(palace.terrace_dice)} of its colour.",
        "Balcony": f"Give up a die of one colour: {palace.balcony_dice} of another.",
        "Quarry": "Take a tile for dice of its colour and lay it, connected to your residence.",
        "Assorted goods market": "One market of each good pays.",
        "Market": "Give up a die: as many markets of this good pay as it shows.",
        "Harbour": f"Give up {_harbour_dice_text(rules)}: up to that many free spaces along the river.",
    }


def _dice_text(n: int) -> str:
    return counted(n, "die", "dice")


def _harbour_dice_text(rules: Rules) -> str:
    highest = rules.values.harbour.highest_die
    return "a 1" if highest == 1 else f"a die of 1 to {highest}"


def _backs_text(rules: Rules) -> str:
    """Return the range of costs of the tiles of each back."""
    costs_by_back: dict[str, list[int]] = {back: [] for back in terms.BACKS}
    for face in rules.values.tiles.values():
        costs_by_back[face.stack].append(face.cost)
    ranges = [f"{back} {min(costs)} to {max(costs)}" for back, costs in costs_by_back.items() if costs]
    return f"The words are the backs of the tiles, which cost: {', '.join(ranges)}."
