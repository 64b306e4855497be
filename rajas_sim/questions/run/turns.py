"""What a turn brings: gains, bonuses in a row and dice, by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.course.turns import MOST_BONUSES, THIRDS, TurnGains
from rajas_sim.analysis.formatting import capitalised, counted, mean_text, share_text
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.run.race import often_reached
from rajas_sim.showing.figure import COLOURS, MARKERS, SERIES, drawing, new_figure, per_cent, tell_points, to_svg
from rajas_sim.showing.phrases import basis, method_note
from rajas_sim.showing.view import Panel, Section, Table

_GAINS = {"fame": MARKERS[1], "money": MARKERS[0]}
_DICE = {"orange": SERIES[1], "green": SERIES[3], "blue": SERIES[0], "purple": SERIES[4]}
_NO_DIE = "none"


def turn_section(results: Sequence[PlayerCount], names: Names) -> Section | None:
    """Show what turns bring; ``None`` if the run did not record them."""
    turns = [count.turns for count in results if count.turns is not None]
    if not turns:
        return None
    first = turns[0]
    parts = ["fame and money a turn brings (bands are intervals, each by itself)"] if _gained(first) else []
    parts += ["the share of turns by the number of bonuses they use"] if first.bonuses else []
    parts += ["the share of turns by the colour of the die taken"] if first.dice else []
    return Section(
        "turns",
        "What a turn brings",
        f"By round: {'; '.join(parts)}. Late rounds speak of long games only; rounds that fewer than one game in twenty reached "
        "are left to the tables, which also describe each third of the game.",
        tuple(_panel(t, names) for t in turns),
    )


def _gained(turns: TurnGains) -> list[str]:
    return [name for name in _GAINS if name in turns.gains]


def _panel(turns: TurnGains, names: Names) -> Panel:
    rounds = often_reached(turns.reached, turns.n_games)
    key = f"turns{turns.players}"
    heights = [1.0 for part in (_gained(turns), turns.bonuses, turns.dice) if part]
    alt = f"Turns with {turns.players} players. {' '.join(f.sentence for f in turns.findings) or counted(turns.n_turns, 'turn')}"
    with drawing(key):
        figure, rows = new_figure(2.15 * len(heights), len(heights), tuple(heights), sharex=True)
        left = iter(rows)
        if _gained(turns):
            _gains(next(left), turns, rounds)
        if turns.bonuses:
            labels = {k: _bonuses_label(k) for k in turns.bonuses}
            # From many bonuses at the bottom to none at the top, the more the darker.
            strengths = {k: 0.12 + 0.68 * k / MOST_BONUSES for k in turns.bonuses}
            parts = [(labels[k], turns.bonuses_by_round[k], SERIES[0], strengths[k]) for k in sorted(labels, reverse=True)]
            _stack(next(left), "Bonuses used in a turn", parts, rounds)
        if turns.dice:
            order = sorted(turns.dice, key=lambda die: die == _NO_DIE)
            colours = {die: _DICE.get(die, SERIES[i % len(SERIES)]) for i, die in enumerate(order)} | {_NO_DIE: SERIES[5]}
            parts = [
                (_die_label(die), turns.dice_by_round[die], colours[die], 0.55) for die in order if turns.dice[die].value > 0
            ]
            _stack(next(left), "Die taken", parts, rounds)
        rows[-1].set_xlim(rounds[0] - 0.6, rounds[-1] + 0.6)
        rows[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
        rows[-1].set_xlabel("round")
        svg = to_svg(figure, key, alt)
    caption = f"{basis(turns)}, {counted(turns.n_turns, 'turn')}"
    sentences = tuple(finding.sentence for finding in turns.findings)
    more = (("By round", _round_table(turns, names)),)
    return Panel(f"{turns.players} players", svg, caption, _third_table(turns, names), more, sentences)


def _bonuses_label(k: int) -> str:
    return f"{k} or more" if k == MOST_BONUSES else str(k)


def _die_label(die: str) -> str:
    return "no die" if die == _NO_DIE else die


def _gains(axes: Axes, turns: TurnGains, rounds: Sequence[int]) -> None:
    for name in _gained(turns):
        colour, marker = COLOURS[name], _GAINS[name]
        cells = [turns.gains_by_round[name][r] for r in rounds]
        axes.fill_between(rounds, [c.low for c in cells], [c.high for c in cells], color=colour, alpha=0.25, lw=0)
        axes.plot(rounds, [c.value for c in cells], color=colour, marker=marker, ms=4, label=name)
        tell_points(axes, ((r, c.value, f"{name} in round {r}: {mean_text(c)}") for r, c in zip(rounds, cells, strict=True)))
    axes.set_ylim(0, None)
    axes.set_title("Gained in a turn")
    _legend(axes)


def _stack(
    axes: Axes, heading: str, parts: Sequence[tuple[str, Mapping[int, Estimate], str, float]], rounds: Sequence[int]
) -> None:
    """Draw shares on top of each other, one bar a round."""
    below = dict.fromkeys(rounds, 0.0)
    for label, cells, colour, strength in parts:
        heights = [cells[r].value for r in rounds]
        axes.bar(rounds, heights, bottom=list(below.values()), width=0.86, color=colour, alpha=strength, lw=0, label=label)
        tell_points(
            axes,
            (
                (r, below[r] + h / 2, f"{label} in round {r}: {share_text(cells[r])}")
                for r, h in zip(rounds, heights, strict=True)
            ),
        )
        below = {r: below[r] + height for r, height in zip(rounds, heights, strict=True)}
    axes.set_ylim(0, 1)
    per_cent(axes.yaxis)
    axes.grid(visible=False)
    axes.set_title(heading)
    _legend(axes)


def _legend(axes: Axes) -> None:
    """Set the legend between the title and the axes."""
    axes.set_title(axes.get_title(loc="left"), pad=20)
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(-0.14, 0.98),
        ncols=5,
        frameon=False,
        handlelength=0.8,
        handletextpad=0.3,
        columnspacing=0.6,
        borderaxespad=0.2,
    )


def _third_table(turns: TurnGains, names: Names) -> Table:
    headers = ("in a turn", "all turns", *THIRDS)
    rows: list[tuple[str, ...]] = []
    for name, mean in turns.gains.items():
        cells = turns.gains_by_third[name]
        by_third = [mean_text(cells[t]) if t in cells else "\u2013" for t in range(1, len(THIRDS) + 1)]
        rows.append((f"{names.title(name)}{'' if name not in _GAINS else ' gained'}, mean", mean_text(mean), *by_third))
    for k, share in turns.bonuses.items():
        cells = turns.bonuses_by_third[k]
        rows.append((f"{_bonuses_label(k)} bonuses", share_text(share), *(share_text(cells[t]) for t in cells)))
    rows += [(_die_label(die), share_text(share), *["\u2013"] * len(THIRDS)) for die, share in turns.dice.items()]
    if turns.no_action is not None:
        rows.append(("no action", share_text(turns.no_action), *["\u2013"] * len(THIRDS)))
    every = [*turns.bonuses.values(), *(e for cells in turns.bonuses_by_third.values() for e in cells.values())]
    note = f"Shares of bonuses: {method_note(every)}" if every else ""
    means = list(turns.gains.values())
    note += f" Means: {method_note(means)} Each mean by itself." if means else ""
    return Table(headers, tuple(rows), note.strip())


def _round_table(turns: TurnGains, names: Names) -> Table:
    shares = {f"{_bonuses_label(k)} bonuses": cells for k, cells in turns.bonuses_by_round.items()}
    dice = {capitalised(_die_label(die)): cells for die, cells in turns.dice_by_round.items()}
    means = {f"{names.title(name)}, mean": cells for name, cells in turns.gains_by_round.items()}
    headers = ("round", "games", *means, *shares, *dice)
    rows = tuple(
        (
            str(r),
            f"{n:,}",
            *(mean_text(cells[r]) for cells in means.values()),
            *(share_text(cells[r]) for cells in (*shares.values(), *dice.values())),
        )
        for r, n in turns.reached.items()
    )
    every = [e for cells in (*shares.values(), *dice.values()) for e in cells.values()]
    return Table(headers, rows, f"Shares: {method_note(every)}" if every else "")
