"""Where fame, money and dice come from, for all seats and for winners."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.formatting import capitalised, difference_text, listed, mean_text, percent, share_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.scoring.income import Gain, Income
from rajas_sim.showing.figure import COLOURS, INK, SERIES, drawing, label_rows, new_figure, per_cent, to_svg, told
from rajas_sim.showing.phrases import basis, largest_end, method_note
from rajas_sim.showing.view import Panel, Section, Table

_ROW = 0.19


def income_section(results: Sequence[PlayerCount], names: Names) -> Section | None:
    """Show what each cause gives; ``None`` if the run recorded no causes."""
    incomes = [count.income for count in results if count.income is not None and count.income.gains]
    if not incomes:
        return None
    resources = list(dict.fromkeys(r for income in incomes for r in income.gains))
    highest = {
        r: largest_end(e for income in incomes for g in income.gains.get(r, ()) for e in (g.share, g.share_of_winners))
        for r in resources
    }
    rerolls = any(g.cause == "reroll" for income in incomes for g in income.gains.get("dice", ()))
    return Section(
        "income",
        f"Where {listed(resources)} {'comes' if len(resources) == 1 else 'come'} from",
        "Part of all that is gained in a game, by cause, the largest first: bars for all seats, thin bars their intervals, each "
        "by itself; diamonds for winners. The tables hold the amounts and by how much winners gain more; whether they win by it "
        "or gain more since they win, this does not tell." + (" Dice by reroll are dice rolled again." if rerolls else ""),
        tuple(_panel(income, highest, names) for income in incomes),
    )


def _panel(income: Income, highest: dict[str, float], names: Names) -> Panel:
    alt = f"Gains by cause with {income.players} players. " + "; ".join(
        f"most {resource} from {names.in_sentence(gains[0].cause)}: {share_text(gains[0].share)}"
        for resource, gains in income.gains.items()
    )
    key = f"income{income.players}"
    with drawing(key):
        counts = tuple(float(len(gains)) + 1.0 for gains in income.gains.values())
        figure, rows = new_figure(0.6 + _ROW * sum(counts) + 0.25 * len(counts), len(counts), counts)
        for axes, (resource, gains) in zip(rows, income.gains.items(), strict=True):
            for y, gain in enumerate(gains):
                text = f"{names.human(gain.cause)}: {share_text(gain.share)}, of winners {share_text(gain.share_of_winners)}"
                colour = COLOURS.get(resource, SERIES[3])
                axes.barh(y, gain.share.value, height=0.74, color=colour, alpha=0.6, lw=0, gid=told(text))
                axes.plot([gain.share.low, gain.share.high], [y, y], color=INK, lw=1.1)
                axes.plot(gain.share_of_winners.value, y, "D", color=INK, mfc="none", ms=3.6, mew=1.0, ls="")
                axes.annotate(
                    percent(gain.share.value),
                    (largest_end([gain.share, gain.share_of_winners]), y),
                    (6, 0),
                    textcoords="offset points",
                    va="center",
                )
            label_rows(axes, [names.human(g.cause) for g in gains])
            axes.set_xlim(0, highest[resource] * 1.2)
            per_cent(axes.xaxis)
            axes.set_title(capitalised(resource))
        svg = to_svg(figure, key, alt)
    rows_of_table = [_row(resource, gain, names) for resource, gains in income.gains.items() for gain in gains]
    if income.money_paid is not None:
        rows_of_table.append(("Money", "paid", mean_text(income.money_paid), *["\u2013"] * 4))
    every = [g for gains in income.gains.values() for g in gains]
    note = (
        f"Means per seat and game; a shared win counts as a part of one. Differences: {method_note(g.difference for g in every)} "
        f"Each of the other intervals by itself, {every[0].mean.method}."
    )
    headers = ("of", "from", "all seats", "winners", "winners minus all seats", "part, all seats", "part, winners")
    table = Table(headers, tuple(rows_of_table), note)
    sentences = tuple(finding.sentence for finding in income.findings)
    return Panel(f"{income.players} players", svg, basis(income), table, sentences=sentences)


def _row(resource: str, gain: Gain, names: Names) -> tuple[str, ...]:
    return (
        capitalised(resource),
        names.human(gain.cause),
        mean_text(gain.mean),
        mean_text(gain.mean_of_winners),
        difference_text(gain.difference, is_share=False),
        share_text(gain.share),
        share_text(gain.share_of_winners),
    )
