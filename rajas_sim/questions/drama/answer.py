"""What is said and drawn of when games are decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Column,
    Curves,
    Figure,
    Finding,
    Mark,
    Panel,
    Row,
    Section,
    Style,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.drama.drama import MEANS, PARTS_OF_1, SHARES, GameDrama
from rajas_sim.analysis.drama.paths import DECIDED
from rajas_sim.analysis.formatting import (
    counted,
    difference_text,
    mean_text,
    percent,
    percent_range,
    points,
    share_text,
)
from rajas_sim.analysis.reading.run import Run
from rajas_sim.questions.drama.play import CheckedDrama, ChoiceShares, SpotChecks, without_drama
from rajas_sim.questions.drama.turning_points_file import command
from rajas_sim.questions.provenance import basis, how_sure_of_runs, provenance_of_runs

MOST_DECIDED_LAST = 0.9
"""Where the last round alone decides more games than these, there is little to say before it."""
COURSE = (
    "How often the player who leads by overlap at the end of a round wins, and how often the favourite does: the player with the "
    "highest chance to win. The chances are those of a model, fitted to one half of the blocks; everything here is about the "
    "other half. The model sees the figures that a run keeps of each round and no more, so a player at the table may know more, "
    "and sooner. Below, whether the chances come true: where points lie on the line, as many seats with such a chance won. Bars "
    "are intervals that hold for all rounds, or all points, together."
)
TURNS = "The largest changes of a winner's chance in one round, among all judged games, one a game. The command shows the game."
LINE_UPS = "The same numbers for each line-up. Each has its own model."
AGAIN = (
    "Games of the run, played again. Positions are played on with other luck: how often the seat that moves first wins then is "
    "compared with its chance by the model, which knows the table of rounds only. Choices are counted in whole games; options "
    "are alike if all of them lead to the same position."
)
PER_GAME = (
    f"A game is decided when the chance of its winner stays above {percent(DECIDED, 0)}. Drama: root of how far the chance of "
    "the winner was behind that of the favourite, while it was; 0 where it never was (Browne 2008). Surprise: distance between "
    "all chances before and after a round (Ely, Frankel and Kamenica 2015)."
)
SUSPENSE = "Suspense: root mean square of the distance between all chances before and after the next round."
SCORES = (
    "Mean over positions; the lower, the better (Gneiting and Raftery 2007). Brier: squared distance between chances and result. "
    "Log: minus the logarithm of the winner's chance. Gain: by how much the model is better than seat and round alone."
)


def drama_answer(run: Run, checked: Sequence[CheckedDrama], silent: Sequence[int]) -> Answer:
    """Make the answer from the results for each number of players and line-up.

    Parameters
    ----------
    silent
        The numbers of players of which the run cannot say when games are decided.
    """
    dramas = [one.drama for one in checked]
    line_ups = _by_players(dramas)
    sections = [
        Section("course", "When games are decided", COURSE, tuple(map(course_panel, dramas))),
        Section("turns", "Rounds that turned a game", TURNS, tuple(turns_panel(run, drama) for drama in dramas)),
        *([Section("line_ups", "Line-ups", LINE_UPS, tuple(map(line_ups_panel, line_ups)))] if line_ups else []),
    ]
    again = [panel for one in checked for panel in _played_again(one)]
    if again:
        sections.append(Section("played_again", "Games played again", AGAIN, tuple(again)))
    return Answer(
        question="drama",
        title="When are games decided?",
        findings=tuple(finding for one in checked for finding in (*one.drama.findings, *_checks(one))),
        cards=tuple(map(_card, dramas)),
        sections=tuple(sections),
        how_sure=how_sure_of_runs({"": run}),
        provenance=provenance_of_runs({"": run}),
        hints=(without_drama(silent),) if silent else (),
    )


def _title(drama: GameDrama) -> str:
    return f"{drama.players} players{f', {drama.label}' if drama.label else ''}"


def _rows(columns: Sequence[Column], items: Iterable[object]) -> tuple[Row, ...]:
    """Make one row of each item: the attributes that are called as the columns."""
    return tuple({column.key: getattr(item, column.key) for column in columns} for item in items)


def _by_players(dramas: Sequence[GameDrama]) -> list[list[GameDrama]]:
    """Return the results of each number of players of which there are several line-ups."""
    groups: dict[int, list[GameDrama]] = {}
    for drama in dramas:
        groups.setdefault(drama.players, []).append(drama)
    return [group for group in groups.values() if len(group) > 1]


def _card(drama: GameDrama) -> Card:
    """Make a card of the round that decides, of who leads before it, and of how good the chances are where that stands first."""
    if drama.quality.gains["brier"].low <= 0:
        word, tone = "undecided", Tone.UNDECIDED
    elif drama.shares["decided.in_last_round"].low > MOST_DECIDED_LAST:
        word, tone = "by the last round only", Tone.TOLD
    else:
        word, tone = f"after {percent(drama.means['decided.part_of_game'].value, 0)} of the game", Tone.TOLD
    keys = tuple(finding.key for finding in drama.findings[:2])
    return Card(
        f"{_title(drama)}: when games are decided", word, keys, f"{basis(drama)}, the half that was judged.", tone, drama.players
    )


def course_panel(drama: GameDrama) -> Panel:
    """Make the panel of when the games of one number of players are decided."""
    tables = (_rounds(drama), _games(drama), _reliability(drama), _scores(drama), _strategies(drama))
    keys = tuple(finding.key for finding in drama.findings)
    caption = f"{basis(drama)}, the half that was judged"
    return Panel(_title(drama), tables, tuple(_figures(drama)), caption, keys, drama.players)


def _figures(drama: GameDrama) -> Iterator[Figure]:
    if drama.rounds:
        first, last = drama.rounds[0], drama.rounds[-1]
        yield Curves(
            f"{drama.key}.rounds",
            "round",
            (Mark("leader_wins", "leader by overlap"), Mark("favourite_wins", "favourite")),
            "after round",
            "win share",
            f"Win share of the leader with {_title(drama)}: {share_text(first.leader_wins)} after round {first.round}, "
            f"{share_text(last.leader_wins)} after round {last.round}",
            reference=drama.even_share,
            title="Leaders and favourites",
        )
    yield Curves(
        f"{drama.key}.reliability",
        "chance",
        (Mark("won"),),
        "chance to win",
        "won",
        f"Win shares by chance with {_title(drama)}: {drama.quality.finding}",
        has_diagonal=True,
        style=Style.POINTS,
        title="Won, by chance",
    )


def _rounds(drama: GameDrama) -> Table:
    columns = (
        Column("round", "after round", Unit.COUNT),
        Column("n_games", "games that go on", Unit.COUNT),
        Column("leader_wins", "leader wins", Unit.SHARE),
        Column("favourite_wins", "favourite wins", Unit.SHARE),
        Column("suspense", "suspense of the next round", Unit.MEAN),
    )
    return Table(f"{drama.key}.rounds", "by round", columns, _rows(columns, drama.rounds), SUSPENSE, drama.players)


def _games(drama: GameDrama) -> Table:
    columns = (
        Column("measure", "measure", Unit.KEY),
        Column("title", "per game"),
        Column("unit", "unit", Unit.KEY),
        Column("estimate", "mean or share", Unit.BY_ROW),
    )
    rows: list[Row] = [
        {"measure": name, "title": title, "unit": Unit.SHARE if name in PARTS_OF_1 else Unit.MEAN, "estimate": drama.means[name]}
        for name, title in MEANS.items()
    ]
    rows += [
        {"measure": name, "title": f"{title}, share", "unit": Unit.SHARE, "estimate": drama.shares[name]}
        for name, title in SHARES.items()
    ]
    return Table(f"{drama.key}.games", "per game", columns, tuple(rows), PER_GAME, drama.players)


def _reliability(drama: GameDrama) -> Table:
    columns = (
        Column("range", "range of chances"),
        Column("n", "seats after rounds", Unit.COUNT),
        Column("chance", "mean chance", Unit.SHARE),
        Column("won", "won", Unit.SHARE),
        Column("is_met", "interval includes the chance", Unit.YES_NO),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "range": f"{percent_range(by.low, by.high, 0)} %",
            "n": by.n,
            "chance": by.chance,
            "won": by.won,
            "is_met": by.is_met,
        }
        for by in drama.quality.bins
    )
    return Table(f"{drama.key}.reliability", "whether chances come true", columns, rows, players=drama.players)


def _scores(drama: GameDrama) -> Table:
    quality = drama.quality
    columns = (
        Column("score", "score"),
        Column("model", "model", Unit.MEAN),
        Column("base", "seat and round alone", Unit.MEAN),
        Column("gain", "gain", Unit.MEAN),
    )
    rows: tuple[Row, ...] = tuple(
        {"score": name, "model": quality.scores[name], "base": quality.base[name], "gain": quality.gains[name]}
        for name in quality.scores
    )
    return Table(f"{drama.key}.scores", "how good the chances are", columns, rows, SCORES, drama.players)


def _strategies(drama: GameDrama) -> Table:
    columns = (
        Column("strategy", "strategy"),
        Column("lowest", "won: lowest chance", Unit.SHARE),
        Column("decided", "won: decided after", Unit.SHARE),
        Column("lead", "won: led for good after", Unit.SHARE),
        Column("drama", "won: drama", Unit.MEAN),
        Column("highest", "lost: highest chance", Unit.SHARE),
    )
    note = "Means over games. After: the part of the game that was over."
    return Table(
        f"{drama.key}.strategies",
        "winners and losers by strategy",
        columns,
        _rows(columns, drama.strategies),
        note,
        drama.players,
    )


def turns_panel(run: Run, drama: GameDrama) -> Panel:
    """Make the panel of the rounds that turned a game."""
    columns = (
        Column("swing", "swing", Unit.POINTS),
        Column("before", "chance before", Unit.SHARE),
        Column("after", "chance after", Unit.SHARE),
        Column("position", "position of the winner", Unit.COUNT),
        Column("strategy", "strategy of the winner"),
        Column("round", "round", Unit.COUNT),
        Column("game", "game", Unit.KEY),
        Column("block", "block", Unit.KEY),
        Column("place", "place", Unit.KEY),
        Column("replay", "command that shows the game"),
    )
    rows = _rows(columns[:-1], drama.turning_points)
    for row, point in zip(rows, drama.turning_points, strict=True):
        row["replay"] = command(run.folder, point.game)
    table = Table(f"{drama.key}.turning_points", "largest swings", columns, rows, players=drama.players)
    return Panel(_title(drama), (table,), players=drama.players)


def line_ups_panel(dramas: Sequence[GameDrama]) -> Panel:
    """Make the panel of the line-ups of one number of players."""
    k = dramas[0].players
    columns = (
        Column("line_up", "line-up"),
        Column("rounds", "rounds", Unit.MEAN),
        Column("decided", "decided after", Unit.SHARE),
        Column("last_round", "decided by the last round", Unit.SHARE),
        Column("lead", "led for good after", Unit.SHARE),
        Column("comebacks", "winner once below half", Unit.SHARE),
        Column("lead_changes", "changes of the lead", Unit.MEAN),
        Column("drama", "drama", Unit.MEAN),
    )
    rows: tuple[Row, ...] = tuple(
        {
            "line_up": drama.label,
            "rounds": drama.means["rounds"],
            "decided": drama.means["decided.part_of_game"],
            "last_round": drama.shares["decided.in_last_round"],
            "lead": drama.means["lead.part_of_game"],
            "comebacks": drama.shares["comeback.half"],
            "lead_changes": drama.means["lead_changes"],
            "drama": drama.means["drama"],
        }
        for drama in dramas
    )
    note = "After: the part of the game that was over. Below half: of an even share."
    return Panel(f"{k} players", (Table(f"{k}p.line_ups", "line-ups", columns, rows, note, k),), players=k)


def _checks(one: CheckedDrama) -> Iterator[Finding]:
    key, who = one.drama.key, f"With {_title(one.drama)},"
    if one.spot_checks is not None:
        checks = one.spot_checks
        n, times = len(checks.spots), checks.spots[0].played.n
        text = (
            f"{who} the chances are off by {difference_text(checks.bias, is_share=True)} on average, and typically by "
            f"{points(checks.distance.value)} ({percent_range(checks.distance.low, checks.distance.high)}) either way, in "
            f"{counted(n, 'position')} played on {counted(times, 'time')} each. A position holds more than the table of rounds: "
            f"the chances miss what happened by a mean square of {mean_text(checks.chance_error, 3)}, playouts by "
            f"{mean_text(checks.played_error, 3)}."
        )
        estimates = (checks.bias, checks.distance, checks.chance_error, checks.played_error)
        yield Finding(f"{key}.spot_checks", text, estimates, checks.players)
    if one.choices is not None:
        choices = one.choices
        text = (
            f"{who} {share_text(choices.idle_turns)} of turns leave nothing to choose; {share_text(choices.single)} of decisions "
            f"have one option only, and in {share_text(choices.alike)} all options are alike, counted in "
            f"{counted(choices.n_games, 'game')}."
        )
        yield Finding(f"{key}.choices", text, (choices.idle_turns, choices.single, choices.alike), choices.players)


def _played_again(one: CheckedDrama) -> Iterator[Panel]:
    title, key = _title(one.drama), one.drama.key
    if one.spot_checks is not None:
        tables = (_errors(key, one.spot_checks), _spots(key, one.spot_checks))
        yield Panel(title, tables, findings=(f"{key}.spot_checks",), players=one.drama.players)
    if one.choices is not None:
        yield Panel(title, (_choices(key, one.choices),), findings=(f"{key}.choices",), players=one.drama.players)


def _errors(key: str, checks: SpotChecks) -> Table:
    columns = (
        Column("bias", "bias of the chances", Unit.POINTS),
        Column("distance", "typical distance", Unit.POINTS),
        Column("chance_error", "mean squared error of the chances", Unit.MEAN),
        Column("played_error", "mean squared error of playouts", Unit.MEAN),
    )
    rows = _rows(columns, [checks])
    return Table(f"{key}.spot_check_errors", "how far the chances are off", columns, rows, players=checks.players)


def _spots(key: str, checks: SpotChecks) -> Table:
    columns = (
        Column("game", "game", Unit.COUNT),
        Column("round", "after round", Unit.COUNT),
        Column("position", "position", Unit.COUNT),
        Column("chance", "chance", Unit.SHARE),
        Column("played", "won when played on", Unit.SHARE),
        Column("won", "won in the game", Unit.SHARE),
    )
    return Table(f"{key}.spot_checks", "positions played on", columns, _rows(columns, checks.spots), players=checks.players)


def _choices(key: str, choices: ChoiceShares) -> Table:
    columns = (Column("measure", "measure", Unit.KEY), Column("title", "of"), Column("share", "share", Unit.SHARE))
    rows: tuple[Row, ...] = (
        {"measure": "idle_turns", "title": "turns without a choice", "share": choices.idle_turns},
        {"measure": "single", "title": "decisions with one option", "share": choices.single},
        {"measure": "alike", "title": "decisions whose options are all alike", "share": choices.alike},
    )
    return Table(f"{key}.choices", "choices", columns, rows, players=choices.players)
