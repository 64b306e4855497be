"""How games go: their length, the race, when they are decided, why they end, and games to look at."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import Cell, Column, Curves, Finding, Intervals, Mark, Panel, Section, Style, Table, Unit
from rajas_sim.analysis.course.drama import GameDrama
from rajas_sim.analysis.course.notable import NotableGame, winner_texts
from rajas_sim.analysis.course.pacing import EndReasons, Pacing, RaceByRound
from rajas_sim.analysis.course.paths import DECIDED
from rajas_sim.analysis.formatting import (
    amount_text,
    capitalised,
    counted,
    listed,
    mean_text,
    percent,
    position_label,
    share_text,
)
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.drama.drama_answer import ABOUT_COURSE, MOST_DECIDED_LAST, course_panel, line_ups_panel, turns_panel
from rajas_sim.questions.run.topic import Topic, keys_of, shown_in_tables
from rajas_sim.showing.phrases import basis_text, text_over_players

LEAST_SHARE_DRAWN = 0.05
"""Rounds that a smaller share of the games reached are in tables but not drawn."""
ABOUT_LENGTHS = "Share of games by number of rounds. Thin bars are intervals that hold for all lengths of a panel together."
NOTE_ON_MEANS = "Each mean has its interval beside it. The range of eight games in ten is a spread and no interval."
ABOUT_RACE = (
    "Where players stand at the end of each round: median (line) and the middle eight players in ten (band). The band is the "
    "spread between players and games, not an uncertainty. Each round describes the games that reached it, so late rounds "
    "describe long games only. Rounds that fewer than one game in twenty reached are in the tables only."
)
ABOUT_GAMES = (
    "Each game was picked for the reason in its row, from all games with this number of players. So these games do not show how "
    "common such games are. The command plays the game again; give it in the folder that holds the folder of the run. If the "
    "number of a game is a link, it opens the game decision by decision."
)
ABOUT_ENDINGS = (
    "Share of games by what ended them, and share of games that several players win together. No game is left out. For each "
    "number of players, the intervals of all end reasons hold together."
)


def is_often_reached(n_reached: int, n_games: int) -> bool:
    """Whether enough games reached a round to draw it."""
    return n_reached >= LEAST_SHARE_DRAWN * n_games


def length_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic:
    """Show how many rounds games last, with the means over games."""
    means = {result.players: result.pacing.means["rounds"] for result in results}
    texts = {result.players: _rounds_text(result.pacing) for result in results}
    is_average = any(len(result.pacing.lengths) > 1 for result in results)
    sentence = f"Rounds a game{', on average' if is_average else ''}: {text_over_players(texts)}."
    finding = Finding("rounds", sentence, tuple(means.values()), in_table=True)
    panels = tuple(_length_panel(result, names) for result in results)
    section = Section("length", "How long games last", ABOUT_LENGTHS, panels, findings=(finding.key,), is_of_one=True)
    return Topic(section, (finding,))


def _rounds_text(pacing: Pacing) -> str:
    """Write the mean number of rounds, or the number itself if all games have the same."""
    lengths = [*pacing.lengths]
    return f"{lengths[0]} in every game" if len(lengths) == 1 else mean_text(pacing.means["rounds"])


def _length_panel(result: PlayerCountResults, names: Names) -> Panel:
    """Show how many rounds games last, means over games, and where players end; draw the lengths if they differ."""
    pacing, k = result.pacing, result.players
    columns = (Column("rounds", "rounds", Unit.COUNT), Column("share", "share of games (interval)", Unit.SHARE))
    lengths = pacing.lengths.items()
    by_length = table_of_cells(f"{k}p.lengths", "share of games by length", lengths, columns, players=k, n_rows_in_short=0)
    low, median, high = pacing.deciles["rounds"]
    alt = (
        f"Length in rounds with {k} players: mean {mean_text(pacing.means['rounds'])}, median {median:g}, eight games in ten "
        f"last {low:g} to {high:g} rounds."
    )
    figure = Curves(by_length.key, "rounds", (Mark("share"),), "rounds", "share of games", alt, style=Style.BARS)
    tables = [
        by_length,
        _means_table(pacing, names),
        _final_table(pacing, names),
        *([_first_met_table(pacing)] if pacing.first_met_shares else []),
    ]
    columns = (Column("games", "games", Unit.COUNT), Column("blocks", "blocks", Unit.COUNT))
    n_games_and_blocks = (result.run.manifest.games[k], result.run.blocks(k))
    tables.append(table_of_cells(f"{k}p.played", "played", [n_games_and_blocks], columns, players=k, n_rows_in_short=0))
    figures = (figure,) if len(pacing.lengths) > 1 else ()  # a single bar shows nothing
    return Panel(f"{k} players", tuple(tables), figures, basis_text(pacing), players=k)


def _means_table(pacing: Pacing, names: Names) -> Table:
    """Make a table with a row for each number of a game: its mean, its median, and the middle eight games in ten."""

    def spread_text(name: str) -> str:
        low, _, high = pacing.deciles[name]
        return f"{amount_text(low)} to {amount_text(high)}"

    columns: tuple[FilledColumn, ...] = (
        (Column("number", "number", Unit.KEY), lambda name: name),
        (Column("title", "per game"), names.title),
        (Column("mean", "mean", Unit.MEAN), pacing.means.get),
        (Column("median", "median", Unit.NUMBER), lambda name: pacing.deciles[name][1]),
        (Column("spread", "eight games in ten"), spread_text),
    )
    key, title = f"{pacing.players}p.length", "pace and closeness"
    return table_of(key, title, pacing.means, columns, note=NOTE_ON_MEANS, players=pacing.players, n_rows_in_short=0)


def _final_table(pacing: Pacing, names: Names) -> Table:
    """Make a table of the means of all seats and of winners at the end; numbers that are always 0 are left out."""
    columns: tuple[FilledColumn, ...] = (
        (Column("number", "number", Unit.KEY), lambda name: name),
        (Column("title", "at the end"), names.title),
        (Column("seats", "all seats", Unit.MEAN), pacing.final.get),
        (Column("winners", "winners", Unit.MEAN), pacing.final_of_winners.get),
    )
    # The mean of a single block has no interval.
    numbers = [name for name, mean in pacing.final.items() if mean.value != 0 or mean.high > 0 or mean.low < 0]
    key, title = f"{pacing.players}p.final", "where players end"
    return table_of(key, title, numbers, columns, note="Mean per seat.", players=pacing.players, n_rows_in_short=0)


def _first_met_table(pacing: Pacing) -> Table:
    """Make a table of the share of games in which the markers of each position met first; 0 stands for nobody's."""
    columns: tuple[FilledColumn, ...] = (
        (Column("position", "position"), lambda position: position_label(position) if position else "nobody"),
        (Column("share", "share of games", Unit.SHARE), pacing.first_met_shares.get),
    )
    positions = sorted(pacing.first_met_shares, key=lambda position: (position == 0, position))
    key, title = f"{pacing.players}p.first_met", "whose markers met first"
    return table_of(key, title, positions, columns, players=pacing.players, n_rows_in_short=0)


def race_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic | None:
    """Show the race; ``None`` if the run recorded no rounds."""
    races = [result.race for result in results if result.race is not None]
    if not races:
        return None
    lead_changes = {
        result.players: result.pacing.means["lead_changes"] for result in results if "lead_changes" in result.pacing.means
    }
    sentence = f"Changes of the lead a game, on average: {text_over_players({k: mean_text(n) for k, n in lead_changes.items()})}."
    findings = (Finding("lead_changes", sentence, tuple(lead_changes.values()), in_table=True),) if lead_changes else ()
    how_to_read = ABOUT_RACE + (" At overlap 0 a player\u2019s two markers meet." if "money" in races[0].metrics else "")
    panels, keys = tuple(_race_panel(race, names) for race in races), keys_of(findings)
    return Topic(Section("race", "The race, round by round", how_to_read, panels, findings=keys, is_of_one=True), findings)


def _race_panel(race: RaceByRound, names: Names) -> Panel:
    """Show and draw by round where players stand, one figure for each metric; rounds that few games reached are not drawn."""
    k = race.players
    columns = [Column("round", "round", Unit.COUNT), Column("games", "games", Unit.COUNT), Column("is_drawn", "drawn", Unit.KEY)]
    for metric in race.metrics:
        columns += [
            Column(f"{metric}_median", f"{names.title(metric)}: median", Unit.NUMBER),
            Column(f"{metric}_low", "10 %", Unit.NUMBER),
            Column(f"{metric}_high", "90 %", Unit.NUMBER),
            Column(f"{metric}_mean", f"{names.title(metric)}: mean", Unit.MEAN),
        ]
    cells: list[tuple[Cell, ...]] = []
    for rounds_of_metrics in zip(*race.metrics.values(), strict=True):
        standing_cells = (cell for r in rounds_of_metrics for cell in (r.median, r.low, r.high, r.mean))
        round_number, n_games = rounds_of_metrics[0].round, rounds_of_metrics[0].n_games
        cells.append((round_number, n_games, is_often_reached(n_games, race.n_games), *standing_cells))
    table = table_of_cells(f"{k}p.race", "the race by round", cells, columns, players=k, n_rows_in_short=0)
    figures = []
    for metric, rounds in race.metrics.items():
        last_round = [r for r in rounds if is_often_reached(r.n_games, race.n_games)][-1]
        title = capitalised(names.title(metric))
        alt = (
            f"{title} by round with {k} players. At the end of round {last_round.round}: "
            f"median {amount_text(last_round.median)}, "
            f"middle eight in ten {amount_text(last_round.low)} to {amount_text(last_round.high)}"
        )
        marks = (Mark(f"{metric}_median", colour=metric, low=f"{metric}_low", high=f"{metric}_high"),)
        reference = 0.0 if metric == "overlap" and len(race.metrics) > 1 else None
        figures.append(
            Curves(table.key, "round", marks, "round", "", alt, reference=reference, drawn_column="is_drawn", title=title)
        )
    return Panel(f"{k} players", (table,), tuple(figures), basis_text(race), players=k)


def drama_topic(results: Sequence[PlayerCountResults], run: Run) -> Topic | None:
    """Show when games are decided; ``None`` if the run cannot tell."""
    dramas = [result.drama for result in results if result.drama is not None]
    if not dramas:
        return None
    is_open_to_the_end = all(map(_is_open_to_the_end, dramas))
    decided_last = {drama.players: drama.shares["decided.in_last_round"] for drama in dramas}
    sentence = (
        f"Games in which the winner's chance rises above {percent(DECIDED, 0)} for good in the last round only, by what a run "
        f"keeps of each round: {text_over_players({k: share_text(share) for k, share in decided_last.items()})}."
    )
    findings = (Finding("decided_last", sentence, tuple(decided_last.values()), in_table=True),) if is_open_to_the_end else ()
    panels = [_drama_panel(run, drama) for drama in dramas]
    panels += [_as_topic_panel(line_ups_panel(result.dramas)) for result in results if len(result.dramas) > 1]
    fold, keys = "What can still be said" if is_open_to_the_end else "", keys_of(findings)
    section = Section("drama", "When it is decided", ABOUT_COURSE, tuple(panels), findings=keys, fold=fold, is_of_one=True)
    return Topic(section, (*findings, *shown_in_tables(*(drama.findings for drama in dramas))))


def _is_open_to_the_end(drama: GameDrama) -> bool:
    """Whether the rounds before the last say next to nothing about who wins."""
    return drama.quality.gains["brier"].low <= 0 or drama.shares["decided.in_last_round"].low > MOST_DECIDED_LAST


def _drama_panel(run: Run, drama: GameDrama) -> Panel:
    panel = course_panel(drama)
    return _as_topic_panel(replace(panel, tables=(*panel.tables, *turns_panel(run, drama).tables)))


def _as_topic_panel(panel: Panel) -> Panel:
    """Rename the tables of a drama answer for one topic of several, and show them on pages and in scripts only."""

    def topic_key(key: str) -> str:
        players, _, table = key.partition(".")
        return f"{players}.drama.{table}"

    return replace(
        panel,
        tables=tuple(replace(table, key=topic_key(table.key), n_rows_in_short=0) for table in panel.tables),
        figures=tuple(replace(figure, table=topic_key(figure.table)) for figure in panel.figures),
    )


def notable_games_topic(run: Run, results: Sequence[PlayerCountResults]) -> Topic:
    """List the games worth looking at."""
    panels = tuple(_notable_games_panel(run, result) for result in results)
    return Topic(Section("games", "Games to look at", ABOUT_GAMES, panels, is_of_one=True))


def listed_games(result: PlayerCountResults) -> list[NotableGame]:
    """Return the games worth looking at, and the games that stand out by the chances to win."""
    games = [*result.notable]
    turning_points = result.drama.turning_points if result.drama is not None else ()
    # The last round ends the game, so it is not a turn.
    if (sharpest_turn := next((point for point in turning_points if 0.0 < point.after < 1.0), None)) is not None:
        before, after = 100 * sharpest_turn.before, 100 * sharpest_turn.after
        description = f"round {sharpest_turn.round}: the winner's chance goes from {before:.1f} to {after:.1f} %"
        games.append(NotableGame("the sharpest turn", sharpest_turn.game, description))
    if result.drama is not None and result.drama.strangest is not None:
        game, chance = result.drama.strangest
        description = f"at the ends of its rounds the winner's chance was {percent(chance)} on average (geometric mean)"
        games.append(NotableGame("the strangest", game, description))
    return games


def _notable_games_panel(run: Run, result: PlayerCountResults) -> Panel:
    """List the games to look at, with who won them and the commands that show them."""
    k, games = result.players, listed_games(result)
    won_by = winner_texts(run, k, {notable.game for notable in games})
    # The name alone, since a report may be read where the run lies elsewhere.
    replay_words = ["rajas", "replay", run.folder.resolve().name]
    columns: tuple[FilledColumn, ...] = (
        (Column("which", "picked as"), lambda notable: notable.title),
        Column("what", "what it shows"),
        (Column("won_by", "won by"), lambda notable: won_by[notable.game]),
        (Column("game", "game"), lambda notable: str(notable.game)),
        (Column("replay", "how to see it"), lambda notable: shlex.join([*replay_words, str(notable.game), "--open"])),
    )
    note = f"Of {counted(result.pacing.n_games, 'game')}."
    table = table_of(f"{k}p.games_to_look_at", "", games, columns, note=note, players=k, n_rows_in_short=0)
    return Panel(f"{k} players", (table,), players=k)


def ending_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic:
    """Show the share of each end reason; only in tables if all games end for the same reason."""
    by_players = [result.end_reasons for result in results]
    occurring_reasons = {reason for end_reasons in by_players for reason, n in end_reasons.counts.items() if n}
    if len(occurring_reasons) == 1:
        n_games = sum(end_reasons.n_games for end_reasons in by_players)
        sentence = f"All {counted(n_games, 'game')} counted here end for one reason: {names.in_sentence(*occurring_reasons)}."
    else:
        texts = {}
        for end_reasons in by_players:
            reason, share = max(end_reasons.shares.items(), key=lambda pair: pair[1].value)
            texts[end_reasons.players] = f"{names.in_sentence(reason)}, {share_text(share)}"
        sentence = f"What ends most games: {text_over_players(texts)}."
    estimates = tuple(share for end_reasons in by_players for share in end_reasons.shares.values())
    shared = {end_reasons.players: end_reasons.shared for end_reasons in by_players}
    shared_text = text_over_players({k: share_text(share) for k, share in shared.items()})
    findings = (
        Finding("end_reasons", sentence, estimates, in_table=True),
        Finding("shared", f"Games that several players win together: {shared_text}.", tuple(shared.values()), in_table=True),
    )
    is_drawn = len(occurring_reasons) > 1
    panels = tuple(_endings_panel(end_reasons, names, is_drawn=is_drawn) for end_reasons in by_players)
    section = Section("endings", "How games end", ABOUT_ENDINGS, panels, findings=keys_of(findings), is_of_one=True)
    return Topic(section, findings)


def _endings_panel(reasons: EndReasons, names: Names, *, is_drawn: bool) -> Panel:
    """Show the share of each end reason and of shared wins, and draw the reasons if `is_drawn`."""
    k = reasons.players
    columns: tuple[FilledColumn, ...] = (
        (Column("reason", "reason", Unit.KEY), lambda reason: reason),
        (Column("title", "reason"), names.human),
        (Column("games", "games", Unit.COUNT), reasons.counts.get),
        (Column("share", "share of games", Unit.SHARE), reasons.shares.get),
    )
    table = table_of(f"{k}p.endings", "why games end", reasons.shares, columns, players=k, n_rows_in_short=0)
    shares_text = "; ".join(f"{names.human(reason)}: {share_text(share)}" for reason, share in reasons.shares.items())
    alt = f"End reasons with {k} players. {shares_text}"
    figure = Intervals(table.key, "title", (Mark("share"),), "share of games", alt, reference=None, shows_values=True)
    columns = ((Column("shared", "wins that are shared", Unit.SHARE), lambda share: share),)
    shared_table = table_of(f"{k}p.shared", "shared wins", [reasons.shared], columns, players=k, n_rows_in_short=0)
    return Panel(f"{k} players", (table, shared_table), (figure,) if is_drawn else (), basis_text(reasons), players=k)


def reached_note(games_by_round: Mapping[int, int]) -> str:
    """Say how many games reached each round."""
    return f"Games that reached each round: {listed([f'{n:,} round {number}' for number, n in games_by_round.items()])}."
