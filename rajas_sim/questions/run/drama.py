"""When games are decided: how often whoever leads wins, and how true the chances come."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rajas_sim.analysis.drama.drama import GameDrama, titled_rows
from rajas_sim.analysis.drama.paths import DECIDED
from rajas_sim.analysis.drama.quality import Quality
from rajas_sim.analysis.formatting import mean_text, percent, percent_range, share_text, signed_points
from rajas_sim.analysis.results import PlayerCount
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.run.race import LEAST_SHARE_DRAWN
from rajas_sim.showing.figure import COLOURS, INK, MARKERS, MUTED, SERIES, drawing, new_figure, per_cent, tell_points, to_svg
from rajas_sim.showing.phrases import basis, method_note, over_players
from rajas_sim.showing.view import Panel, Section, Table

_NONE = "\u2013"
_OPEN_TO_THE_END = (
    "Games in which the winner's chance rises above {} for good in the last round only, by what a run keeps of each round: {}."
)
MOST_DECIDED_LAST = 0.9
"""Where the last round alone decides more games than these, there is little to be told before it."""


def drama_section(found: Sequence[PlayerCount]) -> Section | None:
    """Show when games are decided; ``None`` if the run cannot say."""
    dramas = [count.drama for count in found if count.drama is not None]
    if not dramas:
        return None
    is_open = all(map(_is_open_to_the_end, dramas))
    return Section(
        "drama",
        "When it is decided",
        "How often whoever leads by overlap at the end of a round wins, and how often the favourite does: the player with the "
        "highest chance to win. The chances are those of a model, fitted to one half of the blocks; everything here is of the "
        "other half. It sees the figures that a run keeps of each round and no more, so a player at the table may know more, and "
        "sooner. Below, whether the chances come true: where points lie on the line, so many seats with such a chance won. Bars "
        "are intervals that hold for all rounds, or all points, of a panel together.",
        tuple(_panel(own) for own in dramas),
        (("From the first round to the last", _numbers(dramas)),),
        folded=tuple((f"Line-ups, {count.players} players", _line_ups(count.dramas)) for count in found if len(count.dramas) > 1),
        finding=_OPEN_TO_THE_END.format(percent(DECIDED, 0), _last_rounds(dramas)) if is_open else "",
        fold="What can be told all the same" if is_open else "",
    )


def _is_open_to_the_end(own: GameDrama) -> bool:
    """Whether the table of rounds tells next to nothing of who wins before the last round."""
    return own.quality.gains["brier"].low <= 0 or own.shares["decided.in_last_round"].low > MOST_DECIDED_LAST


def _last_rounds(dramas: Sequence[GameDrama]) -> str:
    return over_players({own.players: share_text(own.shares["decided.in_last_round"]) for own in dramas})


def draw_leaders(axes: Axes, own: GameDrama) -> None:
    """Draw the win share of the leader and of the favourite after each round."""
    rounds = [of for of in own.rounds if of.n_games >= LEAST_SHARE_DRAWN * own.n_games]
    for of_each, colour, marker, label, shift in (
        ([of.leader_wins for of in rounds], COLOURS["overlap"], MARKERS[0], "leader by overlap", -0.08),
        ([of.favourite_wins for of in rounds], SERIES[1], MARKERS[1], "favourite", 0.08),
    ):
        x = [of.round + shift for of in rounds]
        for place, share in zip(x, of_each, strict=True):
            axes.plot([place, place], [share.low, share.high], color=colour, lw=1.2)
        axes.plot(x, [share.value for share in of_each], color=colour, marker=marker, ms=4, label=label)
        values = zip(x, rounds, of_each, strict=True)
        tell_points(axes, ((at, share.value, f"{label} after round {of.round}: {share_text(share)}") for at, of, share in values))
    axes.axhline(own.even_share, color=MUTED, lw=1.0)
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    per_cent(axes.yaxis)
    axes.set_title("Wins of whoever is ahead")
    axes.set_xlabel("after round")
    axes.legend(loc="lower right" if own.players == 2 else "upper left", frameon=False)


def draw_reliability(axes: Axes, quality: Quality) -> None:
    """Draw how often chances of each size came true."""
    axes.plot([0, 1], [0, 1], color=MUTED, lw=1.0)
    for own in quality.bins:
        axes.plot([own.chance, own.chance], [own.won.low, own.won.high], color=INK, lw=1.2)
    axes.plot(
        [own.chance for own in quality.bins], [own.won.value for own in quality.bins], ls="", marker="o", ms=4, color=SERIES[0]
    )
    told = ((own.chance, own.won.value, f"chance {percent(own.chance)}: won {share_text(own.won)}") for own in quality.bins)
    tell_points(axes, told)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    per_cent(axes.xaxis)
    per_cent(axes.yaxis)
    axes.set_title("Won, by the chance told")
    axes.set_xlabel("chance to win")


def _panel(own: GameDrama) -> Panel:
    key = f"drama{own.players}"
    said = tuple(finding.sentence for finding in own.findings)
    alt = f"When games are decided with {own.players} players. {' '.join(said)}"
    with drawing(key):
        figure, (first, second) = new_figure(5.0, 2, (1.0, 1.0))
        draw_leaders(first, own)
        draw_reliability(second, own.quality)
        svg = to_svg(figure, key, alt)
    more = [("How true the chances come", _bins(own.quality)), ("Swings of a winner\u2019s chance", _swings(own))]
    if len(own.strategies) > 1:
        more.append(("Winners and losers by strategy", _strategies(own)))
    return Panel(f"{own.players} players", svg, f"{basis(own)} (the half that was judged)", _by_round(own), tuple(more), said)


def _by_round(own: GameDrama) -> Table:
    rows = tuple(
        (str(of.round), f"{of.n_games:,}", share_text(of.leader_wins), share_text(of.favourite_wins), mean_text(of.suspense))
        for of in own.rounds
    )
    headers = ("after round", "games that go on", "leader wins", "favourite wins", "suspense of the next round")
    note, suspense = method_note(of.leader_wins for of in own.rounds), method_note(of.suspense for of in own.rounds)
    what = "Suspense: root mean square of the distance between all chances before and after it."
    return Table(headers, rows, f"{note} {what} {suspense}" if rows else "")


def _bins(quality: Quality) -> Table:
    rows = tuple(
        (f"{percent_range(own.low, own.high, 0)} %", f"{own.n:,}", percent(own.chance), share_text(own.won))
        for own in quality.bins
    )
    scores = "; ".join(
        f"{name} score {mean_text(quality.scores[name], 3)}, of seat and round alone {mean_text(quality.base[name], 3)}, "
        f"lower by {mean_text(quality.gains[name], 3)}"
        for name in quality.scores
    )
    note = f"{scores[:1].upper()}{scores[1:]}. {method_note(own.won for own in quality.bins)}"
    return Table(("chance told", "seats after rounds", "mean chance", "won"), rows, note)


def _swings(own: GameDrama) -> Table:
    rows = tuple(
        (str(p.game), str(p.round), f"{p.position}, {p.strategy}", percent(p.before), percent(p.after), signed_points(p.swing))
        for p in own.turning_points
    )
    headers = ("game", "round", "winner", "chance before", "chance after", "swing")
    return Table(headers, rows, "The largest of all judged games, one a game; rajas replay RUN GAME plays it again.")


def _strategies(own: GameDrama) -> Table:
    rows = tuple(
        (of.strategy, _share(of.lowest), _share(of.decided), _share(of.lead), _mean(of.drama), _share(of.highest))
        for of in own.strategies
    )
    headers = (
        "strategy",
        "won: lowest chance",
        "won: decided after",
        "won: led for good after",
        "won: drama",
        "lost: highest chance",
    )
    every = [e for of in own.strategies for e in (of.lowest, of.decided, of.lead, of.drama, of.highest) if e]
    return Table(headers, rows, f"Means; after so much of the game. {method_note(every)}")


def _line_ups(dramas: Sequence[GameDrama]) -> Table:
    rows = tuple(
        (
            own.label,
            mean_text(own.means["rounds"]),
            share_text(own.means["decided.part_of_game"]),
            share_text(own.shares["decided.in_last_round"]),
            share_text(own.means["lead.part_of_game"]),
            share_text(own.shares["comeback.half"]),
            mean_text(own.means["lead_changes"]),
            mean_text(own.means["drama"]),
        )
        for own in dramas
    )
    headers = (
        *("line-up", "rounds", "decided after", "decided by the last round", "led for good after"),
        *("winner once below half", "changes of the lead", "drama"),
    )
    every = [own.means["decided.part_of_game"] for own in dramas]
    return Table(headers, rows, f"After so much of the game; each line-up has a model of its own. {method_note(every)}")


def _numbers(dramas: Sequence[GameDrama]) -> Table:
    headers = ("per game", *(f"{own.players} players" for own in dramas))
    note = (
        f"A game is decided when the chance of its winner is above {percent(DECIDED, 0)} for good. Drama: root of how "
        "far the chance of the winner was behind that of the favourite, while it was; 0 where it never was (Browne 2008). "
        "Surprise: distance between all chances before and after a round (Ely, Frankel and Kamenica 2015). "
    )
    every = [e for own in dramas for e in (*own.means.values(), *own.shares.values())]
    return Table(headers, titled_rows(dramas), note + method_note(every))


def _share(estimate: Estimate | None) -> str:
    return _NONE if estimate is None else share_text(estimate)


def _mean(estimate: Estimate | None) -> str:
    return _NONE if estimate is None else mean_text(estimate)
