"""The answer about when games are decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Cell,
    Column,
    Curves,
    Figure,
    Finding,
    Mark,
    Panel,
    Section,
    Style,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.course.drama import MEANS, PARTS_OF_1, SHARES, GameDrama
from rajas_sim.analysis.course.paths import DECIDED
from rajas_sim.analysis.formatting import counted, difference_text, mean_text, number, percent, percent_range, points, share_text
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Run
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.drama.play import CheckedDrama, without_drama_text
from rajas_sim.questions.drama.turning_points_file import game_command
from rajas_sim.questions.headline import KEY, MOST_HEADINGS
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import basis_text, how_sure_of_runs, provenance_of_runs

MOST_DECIDED_LAST = 0.9
"""If the last round alone decides a larger share of games, there is little to say about the rounds before it."""
ABOUT_COURSE = (
    "How often the leader at the end of a round wins, and how often the favourite wins. The favourite is the player with the "
    "highest chance to win. A model estimates the chances. Two models are fitted, each to one half of the blocks, and each "
    "judges the other half. The intervals allow for the fact that other games would give other models. A model sees only the "
    "numbers that a run keeps of each round. So a player at the table may know more, and sooner. The second figure shows "
    "whether the chances come true: a point lies on the line if as many seats with such a chance won. Bars are intervals that "
    "hold for all rounds, or all points, together."
)
ABOUT_TURNS = (
    "The largest changes of a winner's chance in one round, among all games, at most one per game. The command shows the game."
)
ABOUT_LINE_UPS = (
    "The same numbers for each line-up. Each line-up has its own models. All models are fitted to the same number of games."
)
ABOUT_PLAYED_AGAIN = (
    "These games of the run were played again. Some of their positions were played on with other luck. The share that the seat "
    "to move won there is compared with the model's chance for this seat. The model knows only the table of rounds. Choices are "
    "counted in whole games. Options are alike if all of them lead to the same position."
)
LAST_ROUND_TEXT = (
    f"The share decided by the last round tends to be too high: fitted chances rise above {percent(DECIDED, 0)} late, and never "
    "if the win is shared."
)
NOTE_ON_GAMES = (
    f"A game is decided when the chance of its winner stays above {percent(DECIDED, 0)}. {LAST_ROUND_TEXT} Drama: how far the "
    "winner's chance lay below the favourite's, as a mean of square roots over the rounds in which the winner was behind; 0 if "
    "it was never behind (Browne 2008). Surprise: the distance between all chances before a round and after it (Ely, Frankel "
    "and Kamenica 2015)."
)
NOTE_ON_SUSPENSE = "Suspense: the root mean square of the distance between all chances before the next round and after it."
NOTE_ON_SCORES = (
    "Means over positions; lower is better (Gneiting and Raftery 2007). Brier: the squared distance between chances and result. "
    "Log: minus the logarithm of the winner's chance. Gain: how much better the model is than seat and round alone."
)
MEASURE_COLUMNS = (
    Column("measure", "measure", Unit.KEY),
    Column("title", "per game"),
    Column("unit", "unit", Unit.KEY),
    Column("estimate", "mean or share", Unit.BY_ROW),
)


def drama_answer(run: Run, checked_dramas: Sequence[CheckedDrama], silent_players: Sequence[int]) -> Answer:
    """Make the answer from the results for each number of players and line-up.

    Parameters
    ----------
    silent_players
        The numbers of players for which the run cannot tell when games are decided.
    """
    dramas = [checked_drama.drama for checked_drama in checked_dramas]
    dramas_by_players = {k: [drama for drama in dramas if drama.players == k] for k in [drama.players for drama in dramas]}
    dramas_of_line_ups = [group for group in dramas_by_players.values() if len(group) > 1]
    sections = [
        Section("course", "When games are decided", ABOUT_COURSE, tuple(map(course_panel, dramas))),
        Section("turns", "Rounds that turned a game", ABOUT_TURNS, tuple(turns_panel(run, drama) for drama in dramas)),
    ]
    if dramas_of_line_ups:
        sections.append(Section("line_ups", "Line-ups", ABOUT_LINE_UPS, tuple(map(line_ups_panel, dramas_of_line_ups))))
    panels_of_replays = [panel for checked_drama in checked_dramas for panel in _replay_panels(checked_drama)]
    if panels_of_replays:
        sections.append(Section("played_again", "Games played again", ABOUT_PLAYED_AGAIN, tuple(panels_of_replays)))
    cards = tuple(map(_card, dramas))
    return Answer(
        question="drama",
        title="When are games decided?",
        findings=tuple(
            finding
            for checked_drama in checked_dramas
            for finding in (*checked_drama.drama.findings, *_check_findings(checked_drama))
        ),
        in_one_sentence=one_sentence(map(_clause, dramas)),
        cards=cards,
        meanings=meanings_of(cards),
        headline=_headline(dramas) if len(dramas) <= MOST_HEADINGS else None,
        sections=tuple(sections),
        how_sure=how_sure_of_runs({"": run}),
        provenance=provenance_of_runs({"": run}),
        hints=(without_drama_text(run, silent_players),) if silent_players else (),
    )


def _title(drama: GameDrama) -> str:
    return f"{drama.players} players{f', {drama.label}' if drama.label else ''}"


def _are_chances_of_use(drama: GameDrama) -> bool:
    """Whether the chances are better than those by seat and round alone, so that they tell when a game is decided."""
    return drama.quality.gains["brier"].low > 0


def _clause(drama: GameDrama) -> Clause:
    if not _are_chances_of_use(drama):
        return Clause(drama.players, "the chances are too rough to say when games are decided", UNDECIDED, drama.label)
    rounds = number(drama.means["rounds"].value, 1)
    text = f"games are decided after round {mean_text(drama.means['decided.round'])} of {rounds} on average"
    return Clause(drama.players, text, games=drama.label)


def _card(drama: GameDrama) -> Card:
    """Make a card of the deciding round and of comebacks, or of the chances if these are too rough."""
    means, shares = drama.means, drama.shares
    title, extent = _title(drama), f"{_extent_text(drama)}."
    keys = tuple(finding.key for finding in drama.findings[:2])
    if not _are_chances_of_use(drama):
        word = "UNDECIDED: the chances are too rough; with more blocks they are fitted better"
        return Card(title, word, keys, extent, Tone.UNDECIDED, drama.players)
    rounds = mean_text(means["rounds"]).partition(" (")[0]
    measure = f"is the round that decides, of {rounds}: from then on the winner's chance stays above {percent(DECIDED, 0)}"
    word = f"comebacks from below half an even share: {percent(shares['comeback.half'].value)} of games"
    if shares["decided.in_last_round"].low > MOST_DECIDED_LAST:
        word = f"by the last round only; {word}"
    return Card(title, word, keys, extent, Tone.PLAIN, drama.players, mean_text(means["decided.round"]), measure)


def _headline(dramas: Sequence[GameDrama]) -> Panel | None:
    """Draw how often the favourite after each round wins; None if no round has enough games."""
    cells = [(_title(drama), row.round, row.leader_wins, row.favourite_wins) for drama in dramas for row in drama.rounds]
    if not cells:
        return None
    columns = (
        Column("games", "games"),
        Column("round", "after round", Unit.COUNT),
        Column("leader_wins", "leader wins", Unit.SHARE),
        Column("favourite_wins", "favourite wins", Unit.SHARE),
    )
    caption = (
        "How often the favourite after each round wins. The favourite is the player with the highest chance to win. Bars are "
        "intervals."
    )
    texts = "; ".join(f"{games}, round {round_}: {share_text(favourite_wins)}" for games, round_, _, favourite_wins in cells)
    table = table_of_cells(KEY, "at a glance", cells, columns, n_rows_in_short=0)
    curve_column, marks = "games" if len(dramas) > 1 else None, (Mark("favourite_wins", "favourite wins"),)
    figure = Curves(KEY, "round", marks, "after round", "favourite wins", f"{caption} {texts}", by=curve_column)
    return Panel("At a glance", (table,), (figure,), caption)


def _extent_text(drama: GameDrama) -> str:
    return f"{basis_text(drama)}, judged by models fitted to {drama.chance_model.n_games:,} games each"


def course_panel(drama: GameDrama) -> Panel:
    """Make the panel that shows when the games of one number of players are decided."""
    tables = (
        _rounds_table(drama),
        _games_table(drama),
        _reliability_table(drama),
        _scores_table(drama),
        _strategies_table(drama),
    )
    keys = tuple(finding.key for finding in drama.findings)
    return Panel(_title(drama), tables, tuple(_figures(drama)), _extent_text(drama), keys, drama.players)


def _figures(drama: GameDrama) -> Iterator[Figure]:
    """Yield the curves of leaders and favourites by round, if any round has enough games, and that of wins by chance to win."""
    key, title = drama.key, _title(drama)
    if drama.rounds:
        end_texts = [
            f"{share_text(round_.leader_wins)} after round {round_.round}" for round_ in (drama.rounds[0], drama.rounds[-1])
        ]
        marks = (Mark("leader_wins", "leader"), Mark("favourite_wins", "favourite"))
        axes, alt = ("after round", "win share"), f"Win share of the leader with {title}: {end_texts[0]}, {end_texts[1]}"
        even_share, heading = drama.even_share, "Leaders and favourites"
        yield Curves(f"{key}.rounds", "round", marks, *axes, alt, reference=even_share, title=heading)
    axes, alt = ("chance to win", "won"), f"Win shares by chance with {title}: {drama.quality.sentence}"
    heading = "Won, by chance"
    yield Curves(f"{key}.reliability", "chance", (Mark("won"),), *axes, alt, has_diagonal=True, style=Style.POINTS, title=heading)


def _rounds_table(drama: GameDrama) -> Table:
    """Make a table with a row for each round after which enough games go on."""
    columns = (
        Column("round", "after round", Unit.COUNT),
        Column("n_games", "games that go on", Unit.COUNT),
        Column("leader_wins", "leader wins", Unit.SHARE),
        Column("favourite_wins", "favourite wins", Unit.SHARE),
        Column("favourite_chance", "chance of the favourite", Unit.SHARE),
        Column("suspense", "suspense of the next round", Unit.MEAN),
    )
    return table_of(f"{drama.key}.rounds", "by round", drama.rounds, columns, note=NOTE_ON_SUSPENSE, players=drama.players)


def _games_table(drama: GameDrama) -> Table:
    cells: list[tuple[Cell, ...]] = [
        (name, title, Unit.SHARE if name in PARTS_OF_1 else Unit.MEAN, drama.means[name]) for name, title in MEANS.items()
    ]
    cells += [(name, f"{title}, share", Unit.SHARE, drama.shares[name]) for name, title in SHARES.items()]
    return table_of_cells(f"{drama.key}.games", "per game", cells, MEASURE_COLUMNS, note=NOTE_ON_GAMES, players=drama.players)


def _reliability_table(drama: GameDrama) -> Table:
    """Make a table with a row for each range of chances: how often seats with such a chance won."""
    columns: tuple[FilledColumn, ...] = (
        (Column("range", "range of chances"), lambda chance_bin: f"{percent_range(chance_bin.low, chance_bin.high, 0)} %"),
        Column("n", "seats after rounds", Unit.COUNT),
        Column("chance", "mean chance", Unit.SHARE),
        Column("won", "won", Unit.SHARE),
        Column("is_met", "interval includes the chance", Unit.YES_NO),
    )
    key, title = f"{drama.key}.reliability", "whether chances come true"
    return table_of(key, title, drama.quality.bins, columns, players=drama.players)


def _scores_table(drama: GameDrama) -> Table:
    """Make a table with a row for each score: that of the model, that of seat and round alone, and the gain."""
    quality = drama.quality
    columns: tuple[FilledColumn, ...] = (
        (Column("score", "score"), lambda name: name),
        (Column("model", "model", Unit.MEAN), lambda name: quality.scores[name]),
        (Column("base", "seat and round alone", Unit.MEAN), lambda name: quality.base[name]),
        (Column("gain", "gain", Unit.MEAN), lambda name: quality.gains[name]),
    )
    key, title = f"{drama.key}.scores", "how good the chances are"
    return table_of(key, title, quality.scores, columns, note=NOTE_ON_SCORES, players=drama.players)


def _strategies_table(drama: GameDrama) -> Table:
    """Make a table with a row for each label: means over the games that its seats won, and over those that they lost."""
    columns = (
        Column("strategy", "strategy"),
        Column("lowest", "won: lowest chance", Unit.SHARE),
        Column("decided", "won: decided after", Unit.SHARE),
        Column("lead", "won: led for good after", Unit.SHARE),
        Column("drama", "won: drama", Unit.MEAN),
        Column("highest", "lost: highest chance", Unit.SHARE),
    )
    key, title = f"{drama.key}.strategies", "winners and losers by strategy"
    note = "Means over games. After: the part of the game that was over by then."
    cells = [(label, *(estimates[column.key] for column in columns[1:])) for label, estimates in drama.strategies.items()]
    return table_of_cells(key, title, cells, columns, note=note, players=drama.players)


def turns_panel(run: Run, drama: GameDrama) -> Panel:
    """Make the panel of the rounds that turned a game."""
    columns: tuple[FilledColumn, ...] = (
        Column("swing", "swing", Unit.POINTS),
        Column("before", "chance before", Unit.SHARE),
        Column("after", "chance after", Unit.SHARE),
        Column("position", "position of the winner", Unit.COUNT),
        Column("strategy", "strategy of the winner"),
        Column("round", "round", Unit.COUNT),
        Column("game", "game", Unit.KEY),
        Column("block", "block", Unit.KEY),
        Column("place", "place", Unit.KEY),
        (Column("replay", "command that shows the game"), lambda point: game_command(run.folder, point.game)),
    )
    key, k = f"{drama.key}.turning_points", drama.players
    return Panel(_title(drama), (table_of(key, "largest swings", drama.turning_points, columns, players=k),), players=k)


def line_ups_panel(dramas: Sequence[GameDrama]) -> Panel:
    """Make the panel that compares line-ups; there is one drama for each, all with the same number of players."""
    k = dramas[0].players
    columns: tuple[FilledColumn, ...] = (
        (Column("line_up", "line-up"), lambda drama: drama.label),
        (Column("rounds", "rounds", Unit.MEAN), lambda drama: drama.means["rounds"]),
        (Column("decided", "decided after", Unit.SHARE), lambda drama: drama.means["decided.part_of_game"]),
        (Column("last_round", "decided by the last round", Unit.SHARE), lambda drama: drama.shares["decided.in_last_round"]),
        (Column("lead", "led for good after", Unit.SHARE), lambda drama: drama.means["lead.part_of_game"]),
        (Column("comebacks", "winner once below half", Unit.SHARE), lambda drama: drama.shares["comeback.half"]),
        (Column("lead_changes", "changes of the lead", Unit.MEAN), lambda drama: drama.means["lead_changes"]),
        (Column("drama", "drama", Unit.MEAN), lambda drama: drama.means["drama"]),
    )
    note = f"After: the part of the game that was over by then. Below half: below half of an even share. {LAST_ROUND_TEXT}"
    table = table_of(f"{k}p.line_ups", "line-ups", dramas, columns, note=note, players=k)
    return Panel(f"{k} players", (table,), players=k)


def _check_findings(checked_drama: CheckedDrama) -> Iterator[Finding]:
    """Yield what games played again say about the chances and about choices, as far as they were played again for it."""
    checks, choices = checked_drama.spot_checks, checked_drama.choices
    if checks is not None:
        bias, distance = checks.bias, checks.distance
        spread_text = f"{points(distance.value)} ({percent_range(distance.low, distance.high)})"
        positions_text = f"{counted(len(checks.spots), 'position')}, each played on {counted(checks.spots[0].played.n, 'time')}"
        errors_text = f"{mean_text(checks.chance_error, 3)}, playouts without their luck by {mean_text(checks.played_error, 3)}"
        yield checked_drama.drama.finding(
            "spot_checks",
            f"the chances are off by {difference_text(bias, is_share=True)} on average, and typically by {spread_text} either "
            f"way. This rests on {positions_text}. The chances miss the results by a mean square of {errors_text}: a position "
            "holds more than the table of rounds",
            *(bias, distance, checks.chance_error, checks.played_error),
        )
    if choices is not None:
        idle_text, single_text, alike_text = map(share_text, (choices.idle_turns, choices.single, choices.alike))
        text = (
            f"{idle_text} of turns leave nothing to choose. Only one option exists in {single_text} of decisions, and all "
            f"options are alike in {alike_text}, counted in {counted(choices.n_games, 'game')}"
        )
        yield checked_drama.drama.finding("choices", text, choices.idle_turns, choices.single, choices.alike)


def _replay_panels(checked_drama: CheckedDrama) -> Iterator[Panel]:
    """Yield a panel of positions that were played on, and one of choices; each only if games were replayed for it."""
    drama, checks, choices = checked_drama.drama, checked_drama.spot_checks, checked_drama.choices
    title, key, k = _title(drama), drama.key, drama.players
    if checks is not None:
        error_columns = (
            Column("bias", "bias of the chances", Unit.POINTS),
            Column("distance", "typical distance", Unit.POINTS),
            Column("chance_error", "mean squared error of the chances", Unit.MEAN),
            Column("played_error", "mean squared error of playouts, without their luck", Unit.MEAN),
        )
        spot_columns = (
            Column("game", "game", Unit.COUNT),
            Column("round", "after round", Unit.COUNT),
            Column("position", "position", Unit.COUNT),
            Column("chance", "chance", Unit.SHARE),
            Column("played", "won when played on", Unit.SHARE),
            Column("won", "won in the game", Unit.SHARE),
        )
        tables = (
            table_of(f"{key}.spot_check_errors", "how far the chances are off", [checks], error_columns, players=k),
            table_of(f"{key}.spot_checks", "positions played on", checks.spots, spot_columns, players=k),
        )
        yield Panel(title, tables, findings=(f"{key}.spot_checks",), players=k)
    if choices is not None:
        columns = (
            Column("measure", "measure", Unit.KEY),
            Column("title", "what is counted"),
            Column("share", "share", Unit.SHARE),
        )
        rows = (
            ("idle_turns", "turns without a choice", choices.idle_turns),
            ("single", "decisions with one option", choices.single),
            ("alike", "decisions whose options are all alike", choices.alike),
        )
        table = table_of_cells(f"{key}.choices", "choices", rows, columns, players=k)
        yield Panel(title, (table,), findings=(f"{key}.choices",), players=k)
