"""When games are decided: how often the leader wins, and how often the chances come true."""

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
"""Where the last round alone decides a larger share of games, earlier rounds say little about the winner."""


def drama_section(results: Sequence[PlayerCount]) -> Section | None:
    """Show when games are decided; ``None`` if the run cannot say."""
    dramas = [count.drama for count in results if count.drama is not None]
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
        tuple(_panel(drama) for drama in dramas),
        (("From the first round to the last", _numbers(dramas)),),
        folded=tuple(
            (f"Line-ups, {count.players} players", _line_ups(count.dramas)) for count in results if len(count.dramas) > 1
        ),
        finding=_OPEN_TO_THE_END.format(percent(DECIDED, 0), _last_rounds(dramas)) if is_open else "",
        fold="What can be told all the same" if is_open else "",
    )


def _is_open_to_the_end(drama: GameDrama) -> bool:
    """Whether the rounds before the last say next to nothing about who wins."""
    return drama.quality.gains["brier"].low <= 0 or drama.shares["decided.in_last_round"].low > MOST_DECIDED_LAST


def _last_rounds(dramas: Sequence[GameDrama]) -> str:
    return over_players({drama.players: share_text(drama.shares["decided.in_last_round"]) for drama in dramas})


def draw_leaders(axes: Axes, drama: GameDrama) -> None:
    """Draw the win share of the leader and of the favourite after each round."""
    rounds = [round_drama for round_drama in drama.rounds if round_drama.n_games >= LEAST_SHARE_DRAWN * drama.n_games]
    for shares, colour, marker, label, shift in (
        ([round_drama.leader_wins for round_drama in rounds], COLOURS["overlap"], MARKERS[0], "leader by overlap", -0.08),
        ([round_drama.favourite_wins for round_drama in rounds], SERIES[1], MARKERS[1], "favourite", 0.08),
    ):
        x = [round_drama.round + shift for round_drama in rounds]
        for place, share in zip(x, shares, strict=True):
            axes.plot([place, place], [share.low, share.high], color=colour, lw=1.2)
        axes.plot(x, [share.value for share in shares], color=colour, marker=marker, ms=4, label=label)
        values = zip(x, rounds, shares, strict=True)
        tell_points(
            axes,
            (
                (at, share.value, f"{label} after round {round_drama.round}: {share_text(share)}")
                for at, round_drama, share in values
            ),
        )
    axes.axhline(drama.even_share, color=MUTED, lw=1.0)
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    per_cent(axes.yaxis)
    axes.set_title("Wins of whoever is ahead")
    axes.set_xlabel("after round")
    axes.legend(loc="lower right" if drama.players == 2 else "upper left", frameon=False)


def draw_reliability(axes: Axes, quality: Quality) -> None:
    """Draw how often chances of each size came true."""
    axes.plot([0, 1], [0, 1], color=MUTED, lw=1.0)
    for chance_bin in quality.bins:
        axes.plot([chance_bin.chance, chance_bin.chance], [chance_bin.won.low, chance_bin.won.high], color=INK, lw=1.2)
    axes.plot(
        [chance_bin.chance for chance_bin in quality.bins],
        [chance_bin.won.value for chance_bin in quality.bins],
        ls="",
        marker="o",
        ms=4,
        color=SERIES[0],
    )
    points = (
        (chance_bin.chance, chance_bin.won.value, f"chance {percent(chance_bin.chance)}: won {share_text(chance_bin.won)}")
        for chance_bin in quality.bins
    )
    tell_points(axes, points)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    per_cent(axes.xaxis)
    per_cent(axes.yaxis)
    axes.set_title("Won, by the chance told")
    axes.set_xlabel("chance to win")


def _panel(drama: GameDrama) -> Panel:
    key = f"drama{drama.players}"
    said = tuple(finding.sentence for finding in drama.findings)
    alt = f"When games are decided with {drama.players} players. {' '.join(said)}"
    with drawing(key):
        figure, (first, second) = new_figure(5.0, 2, (1.0, 1.0))
        draw_leaders(first, drama)
        draw_reliability(second, drama.quality)
        svg = to_svg(figure, key, alt)
    more = [("How true the chances come", _bins(drama.quality)), ("Swings of a winner\u2019s chance", _swings(drama))]
    if len(drama.strategies) > 1:
        more.append(("Winners and losers by strategy", _strategies(drama)))
    return Panel(
        f"{drama.players} players", svg, f"{basis(drama)} (the half that was judged)", _by_round(drama), tuple(more), said
    )


def _by_round(drama: GameDrama) -> Table:
    rows = tuple(
        (
            str(round_drama.round),
            f"{round_drama.n_games:,}",
            share_text(round_drama.leader_wins),
            share_text(round_drama.favourite_wins),
            mean_text(round_drama.suspense),
        )
        for round_drama in drama.rounds
    )
    headers = ("after round", "games that go on", "leader wins", "favourite wins", "suspense of the next round")
    note, suspense = (
        method_note(round_drama.leader_wins for round_drama in drama.rounds),
        method_note(round_drama.suspense for round_drama in drama.rounds),
    )
    what = "Suspense: root mean square of the distance between all chances before and after it."
    return Table(headers, rows, f"{note} {what} {suspense}" if rows else "")


def _bins(quality: Quality) -> Table:
    rows = tuple(
        (
            f"{percent_range(chance_bin.low, chance_bin.high, 0)} %",
            f"{chance_bin.n:,}",
            percent(chance_bin.chance),
            share_text(chance_bin.won),
        )
        for chance_bin in quality.bins
    )
    scores = "; ".join(
        f"{name} score {mean_text(quality.scores[name], 3)}, of seat and round alone {mean_text(quality.base[name], 3)}, "
        f"lower by {mean_text(quality.gains[name], 3)}"
        for name in quality.scores
    )
    note = f"{scores[:1].upper()}{scores[1:]}. {method_note(chance_bin.won for chance_bin in quality.bins)}"
    return Table(("chance told", "seats after rounds", "mean chance", "won"), rows, note)


def _swings(drama: GameDrama) -> Table:
    rows = tuple(
        (str(p.game), str(p.round), f"{p.position}, {p.strategy}", percent(p.before), percent(p.after), signed_points(p.swing))
        for p in drama.turning_points
    )
    headers = ("game", "round", "winner", "chance before", "chance after", "swing")
    return Table(headers, rows, "The largest of all judged games, one a game; rajas replay RUN GAME plays it again.")


def _strategies(drama: GameDrama) -> Table:
    rows = tuple(
        (
            strategy_drama.strategy,
            _share(strategy_drama.lowest),
            _share(strategy_drama.decided),
            _share(strategy_drama.lead),
            _mean(strategy_drama.drama),
            _share(strategy_drama.highest),
        )
        for strategy_drama in drama.strategies
    )
    headers = (
        "strategy",
        "won: lowest chance",
        "won: decided after",
        "won: led for good after",
        "won: drama",
        "lost: highest chance",
    )
    every = [
        e
        for strategy_drama in drama.strategies
        for e in (
            strategy_drama.lowest,
            strategy_drama.decided,
            strategy_drama.lead,
            strategy_drama.drama,
            strategy_drama.highest,
        )
        if e
    ]
    return Table(headers, rows, f"Means; after so much of the game. {method_note(every)}")


def _line_ups(dramas: Sequence[GameDrama]) -> Table:
    rows = tuple(
        (
            drama.label,
            mean_text(drama.means["rounds"]),
            share_text(drama.means["decided.part_of_game"]),
            share_text(drama.shares["decided.in_last_round"]),
            share_text(drama.means["lead.part_of_game"]),
            share_text(drama.shares["comeback.half"]),
            mean_text(drama.means["lead_changes"]),
            mean_text(drama.means["drama"]),
        )
        for drama in dramas
    )
    headers = (
        *("line-up", "rounds", "decided after", "decided by the last round", "led for good after"),
        *("winner once below half", "changes of the lead", "drama"),
    )
    every = [drama.means["decided.part_of_game"] for drama in dramas]
    return Table(headers, rows, f"After so much of the game; each line-up has a model of its own. {method_note(every)}")


def _numbers(dramas: Sequence[GameDrama]) -> Table:
    headers = ("per game", *(f"{drama.players} players" for drama in dramas))
    note = (
        f"A game is decided when the chance of its winner is above {percent(DECIDED, 0)} for good. Drama: root of how "
        "far the chance of the winner was behind that of the favourite, while it was; 0 where it never was (Browne 2008). "
        "Surprise: distance between all chances before and after a round (Ely, Frankel and Kamenica 2015). "
    )
    every = [e for drama in dramas for e in (*drama.means.values(), *drama.shares.values())]
    return Table(headers, titled_rows(dramas), note + method_note(every))


def _share(estimate: Estimate | None) -> str:
    return _NONE if estimate is None else share_text(estimate)


def _mean(estimate: Estimate | None) -> str:
    return _NONE if estimate is None else mean_text(estimate)
