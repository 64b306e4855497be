"""Where fame, money and dice come from."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis import Income, PlayerCount
from rajas_sim.analysis.words import human, in_sentence, mean_text, number
from rajas_sim.report.figure import INK, SERIES, drawing, new_figure, to_svg
from rajas_sim.report.phrases import basis, largest_end, method_note, with_players
from rajas_sim.report.view import Panel, Section, Table

_COLOURS = {"fame": SERIES[1], "money": SERIES[2], "dice": SERIES[0]}
_ROW = 0.19


def income_section(found: Sequence[PlayerCount]) -> Section:
    """Show the mean gain per seat by cause."""
    incomes = [count.income for count in found]
    highest = {r: largest_end(e for i in incomes for e in i.by_cause[r].values()) for r in _COLOURS}
    return Section(
        "income",
        "Where fame, money and dice come from",
        "Mean gained per seat in a game, by cause, the largest first; thin bars are intervals, each by itself. "
        "Dice by reroll are dice rolled again.",
        tuple(_panel(income, highest) for income in incomes),
    )


def _panel(income: Income, highest: dict[str, float]) -> Panel:
    alt = f"Gains per seat by cause with {income.players} players. " + "; ".join(
        f"most {resource} from {in_sentence(cause)}: {mean_text(gain)}"
        for resource, causes in income.by_cause.items()
        for cause, gain in list(causes.items())[:1]
    )
    key = f"income{income.players}"
    shown = {r: causes for r, causes in income.by_cause.items() if causes}
    with drawing(key):
        counts = tuple(float(len(causes)) + 1.0 for causes in shown.values())
        figure, rows = new_figure(0.5 + _ROW * sum(counts) + 0.2 * len(counts), len(counts), counts)
        for axes, (resource, causes) in zip(rows, shown.items(), strict=True):
            for y, gain in enumerate(causes.values()):
                axes.barh(y, gain.value, height=0.74, color=_COLOURS[resource], alpha=0.6, lw=0)
                axes.plot([gain.low, gain.high], [y, y], color=INK, lw=1.1)
                axes.annotate(
                    number(gain.value, 1),
                    (largest_end([gain]), y),
                    (4, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=8,
                )
            axes.set_yticks(range(len(causes)), [human(c) for c in causes], fontsize=8)
            axes.set_ylim(len(causes) - 0.4, -0.6)
            axes.set_xlim(0, highest[resource] * 1.12)
            axes.tick_params(axis="y", length=0)
            axes.grid(axis="y", visible=False)
            axes.set_title(human(resource))
        svg = to_svg(figure, key, alt)
    table_rows = [
        (human(r), human(cause), mean_text(gain)) for r, causes in income.by_cause.items() for cause, gain in causes.items()
    ]
    if income.money_paid is not None:
        table_rows.append(("Money", "paid", mean_text(income.money_paid)))
    note = method_note(g for causes in income.by_cause.values() for g in causes.values())
    table = Table(("of", "from", "mean per seat and game (interval)"), tuple(table_rows), note)
    return Panel(with_players(income.players), svg, alt, basis(income.n_games, income.n_blocks), table)
