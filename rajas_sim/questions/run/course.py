"""How games go: their length, the race, when they are decided, why they end, and games to look at."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rajas_sim.analysis.answer import Cell, Column, Curves, Finding, Intervals, Mark, Panel, Section, Style, Table, Unit
from rajas_sim.analysis.course.notable import NotableGame, winners
from rajas_sim.analysis.course.pacing import EndReasons, Pacing, RaceByRound
from rajas_sim.analysis.drama.drama import GameDrama
from rajas_sim.analysis.drama.paths import DECIDED
from rajas_sim.analysis.formatting import capitalised, counted, listed, mean_text, percent, position_label, share_text, standing
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.results import PlayerCountResults
from rajas_sim.questions.answer_tables import Filled, table_of, table_of_cells
from rajas_sim.questions.drama.answer import COURSE, MOST_DECIDED_LAST, course_panel, line_ups_panel, turns_panel
from rajas_sim.questions.run.topic import Topic, in_tables, keys_of
from rajas_sim.showing.phrases import basis, over_players

LEAST_SHARE_DRAWN = 0.05
"""Rounds reached by a smaller share of the games stand in tables but are not drawn."""
ABOUT_LENGTHS = "Share of games by number of rounds; thin bars are intervals that hold for all lengths of a panel together."
NOTE_ON_MEANS = "Behind each mean stands its interval. What eight games in ten lie between is a spread and no interval."
ABOUT_RACE = (
    "Where players stand at the end of each round: median (line) and the middle eight players in ten (band). The band is the "
    "spread between players and games, not an uncertainty. Each round describes the games that reached it, so late rounds "
    "describe long games only. Rounds that fewer than one game in twenty reached are in the tables only."
)
ABOUT_GAMES = (
    "Picked from all games of the number of players for what they are, so they do not show how common it is. The command, given "
    "where the folder of the run is, plays the game again. A game whose number is a link opens decision by "
    "decision."
)
ABOUT_ENDINGS = (
    "Share of games by what ended them; no game is left out. Intervals hold for all reasons of a number of players together."
)


def is_often_reached(n: int, n_games: int) -> bool:
    """Whether enough games reached a round for it to be drawn."""
    return n >= LEAST_SHARE_DRAWN * n_games


def length_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic:
    """Show how many rounds games last, and the means that go with it."""
    means = {result.players: result.pacing.means["rounds"] for result in results}
    sentence = f"Rounds a game, on average: {over_players({k: mean_text(mean) for k, mean in means.items()})}."
    finding = Finding("rounds", sentence, tuple(means.values()), in_table=True)
    panels = tuple(_length(result, names) for result in results)
    section = Section("length", "How long games last", ABOUT_LENGTHS, panels, findings=(finding.key,), is_of_one=True)
    return Topic(section, (finding,))


def _length(result: PlayerCountResults, names: Names) -> Panel:
    pacing, k = result.pacing, result.players
    columns = (Column("rounds", "rounds", Unit.COUNT), Column("share", "share of games (interval)", Unit.SHARE))
    lengths = pacing.lengths.items()
    by_length = table_of_cells(f"{k}p.lengths", "share of games by length", lengths, columns, players=k, n_open=0)
    low, median, high = pacing.deciles["rounds"]
    alt = (
        f"Length in rounds with {k} players: mean {mean_text(pacing.means['rounds'])}, median {median:g}, eight games in ten "
        f"last {low:g} to {high:g} rounds."
    )
    figure = Curves(by_length.key, "rounds", (Mark("share"),), "rounds", "share of games", alt, style=Style.BARS)
    tables = [by_length, _means(pacing, names), _final(pacing, names), *([_first_met(pacing)] if pacing.trigger else [])]
    columns = (Column("games", "games", Unit.COUNT), Column("blocks", "blocks", Unit.COUNT))
    played = (result.run.manifest.games[k], result.run.blocks(k))
    tables.append(table_of_cells(f"{k}p.played", "played", [played], columns, players=k, n_open=0))
    return Panel(f"{k} players", tuple(tables), (figure,), basis(pacing), players=k)


def _means(pacing: Pacing, names: Names) -> Table:
    def spread(name: str) -> str:
        low, _, high = pacing.deciles[name]
        return f"{standing(low)} to {standing(high)}"

    columns: tuple[Filled, ...] = (
        (Column("number", "number", Unit.KEY), lambda name: name),
        (Column("title", "per game"), names.title),
        (Column("mean", "mean", Unit.MEAN), pacing.means.get),
        (Column("median", "median", Unit.NUMBER), lambda name: pacing.deciles[name][1]),
        (Column("spread", "eight games in ten"), spread),
    )
    key, title = f"{pacing.players}p.length", "pace and closeness"
    return table_of(key, title, pacing.means, columns, note=NOTE_ON_MEANS, players=pacing.players, n_open=0)


def _final(pacing: Pacing, names: Names) -> Table:
    columns: tuple[Filled, ...] = (
        (Column("number", "number", Unit.KEY), lambda name: name),
        (Column("title", "at the end"), names.title),
        (Column("seats", "all seats", Unit.MEAN), pacing.final.get),
        (Column("winners", "winners", Unit.MEAN), pacing.final_of_winners.get),
    )
    numbers = [name for name, mean in pacing.final.items() if mean.high > 0 or mean.low < 0]
    key, title = f"{pacing.players}p.final", "where players end"
    return table_of(key, title, numbers, columns, note="Mean per seat.", players=pacing.players, n_open=0)


def _first_met(pacing: Pacing) -> Table:
    columns: tuple[Filled, ...] = (
        (Column("position", "position"), lambda position: position_label(position) if position else "nobody"),
        (Column("share", "share of games", Unit.SHARE), pacing.trigger.get),
    )
    positions = sorted(pacing.trigger, key=lambda position: (position == 0, position))
    key, title = f"{pacing.players}p.first_met", "whose markers met first"
    return table_of(key, title, positions, columns, players=pacing.players, n_open=0)


def race_topic(results: Sequence[PlayerCountResults]) -> Topic | None:
    """Show the race; ``None`` if the run recorded no rounds."""
    races = [result.race for result in results if result.race is not None]
    if not races:
        return None
    changes = {c.players: c.pacing.means["lead_changes"] for c in results if "lead_changes" in c.pacing.means}
    sentence = f"Changes of the lead a game, on average: {over_players({k: mean_text(n) for k, n in changes.items()})}."
    findings = (Finding("lead_changes", sentence, tuple(changes.values()), in_table=True),) if changes else ()
    about = ABOUT_RACE + (" At overlap 0 a player\u2019s two markers meet." if "overlap" in races[0].metrics else "")
    panels, keys = tuple(map(_race, races)), keys_of(findings)
    return Topic(Section("race", "The race, round by round", about, panels, findings=keys, is_of_one=True), findings)


def _race(race: RaceByRound) -> Panel:
    k = race.players
    columns = [Column("round", "round", Unit.COUNT), Column("games", "games", Unit.COUNT), Column("is_drawn", "drawn", Unit.KEY)]
    for metric in race.metrics:
        columns += [
            Column(f"{metric}_median", f"{metric}: median", Unit.NUMBER),
            Column(f"{metric}_low", "10 %", Unit.NUMBER),
            Column(f"{metric}_high", "90 %", Unit.NUMBER),
            Column(f"{metric}_mean", "mean (interval)", Unit.MEAN),
        ]
    cells: list[tuple[Cell, ...]] = []
    for first, *others in zip(*race.metrics.values(), strict=True):
        standings = (cell for r in (first, *others) for cell in (r.median, r.low, r.high, r.mean))
        cells.append((first.round, first.n_games, is_often_reached(first.n_games, race.n_games), *standings))
    table = table_of_cells(f"{k}p.race", "the race by round", cells, columns, players=k, n_open=0)
    figures = []
    for metric, rounds in race.metrics.items():
        last = [r for r in rounds if is_often_reached(r.n_games, race.n_games)][-1]
        alt = (
            f"{capitalised(metric)} by round with {k} players. At the end of round {last.round}: median {standing(last.median)}, "
            f"middle eight in ten {standing(last.low)} to {standing(last.high)}"
        )
        marks = (Mark(f"{metric}_median", colour=metric, low=f"{metric}_low", high=f"{metric}_high"),)
        reference, title = 0.0 if metric == "overlap" else None, capitalised(metric)
        figures.append(Curves(table.key, "round", marks, "round", "", alt, reference=reference, drawn="is_drawn", title=title))
    return Panel(f"{k} players", (table,), tuple(figures), basis(race), players=k)


def drama_topic(results: Sequence[PlayerCountResults], run: Run) -> Topic | None:
    """Show when games are decided; ``None`` if the run cannot say."""
    dramas = [result.drama for result in results if result.drama is not None]
    if not dramas:
        return None
    is_open = all(map(_is_open_to_the_end, dramas))
    last_round = {drama.players: drama.shares["decided.in_last_round"] for drama in dramas}
    sentence = (
        f"Games in which the winner's chance rises above {percent(DECIDED, 0)} for good in the last round only, by what a run "
        f"keeps of each round: {over_players({k: share_text(share) for k, share in last_round.items()})}."
    )
    findings = (Finding("decided_last", sentence, tuple(last_round.values()), in_table=True),) if is_open else ()
    panels = [_with_turns(run, drama) for drama in dramas]
    panels += [_among_others(line_ups_panel(result.dramas)) for result in results if len(result.dramas) > 1]
    fold, keys = "What can be said all the same" if is_open else "", keys_of(findings)
    section = Section("drama", "When it is decided", COURSE, tuple(panels), findings=keys, fold=fold, is_of_one=True)
    return Topic(section, (*findings, *in_tables(*(drama.findings for drama in dramas))))


def _is_open_to_the_end(drama: GameDrama) -> bool:
    """Whether the rounds before the last say next to nothing about who wins."""
    return drama.quality.gains["brier"].low <= 0 or drama.shares["decided.in_last_round"].low > MOST_DECIDED_LAST


def _with_turns(run: Run, drama: GameDrama) -> Panel:
    panel = course_panel(drama)
    return _among_others(replace(panel, tables=(*panel.tables, *turns_panel(run, drama).tables)))


def _among_others(panel: Panel) -> Panel:
    """Name the tables of an answer about drama as those of one topic of several, and leave them to pages and scripts."""

    def name(key: str) -> str:
        players, _, table = key.partition(".")
        return f"{players}.drama.{table}"

    return replace(
        panel,
        tables=tuple(replace(table, key=name(table.key), n_open=0) for table in panel.tables),
        figures=tuple(replace(figure, table=name(figure.table)) for figure in panel.figures),
    )


def game_topic(run: Run, results: Sequence[PlayerCountResults]) -> Topic:
    """List the games worth looking at."""
    return Topic(
        Section("games", "Games to look at", ABOUT_GAMES, tuple(_games(run, result) for result in results), is_of_one=True)
    )


def listed_games(result: PlayerCountResults) -> list[NotableGame]:
    """Return the games worth looking at, and those that stand out by the chances to win."""
    games = [*result.notable]
    turns = result.drama.turning_points if result.drama is not None else ()
    # The last round of a game ends it, which is no turn.
    if (turn := next((point for point in turns if 0.0 < point.after < 1.0), None)) is not None:
        what = f"round {turn.round}: the winner's chance goes from {100 * turn.before:.1f} to {100 * turn.after:.1f} %"
        games.append(NotableGame("the sharpest turn", turn.game, what))
    if result.drama is not None and result.drama.strangest is not None:
        game, chance = result.drama.strangest
        what = f"at the ends of its rounds the winner's chance was {percent(chance)} on average (geometric mean)"
        games.append(NotableGame("the strangest", game, what))
    return games


def _games(run: Run, result: PlayerCountResults) -> Panel:
    k, games = result.players, listed_games(result)
    won_by = winners(run, k, {notable.game for notable in games})
    replay = ["rajas", "replay", run.folder.resolve().name]
    columns: tuple[Filled, ...] = (
        (Column("which", "which"), lambda notable: notable.why),
        Column("what", "what"),
        (Column("won_by", "won by"), lambda notable: won_by[notable.game]),
        (Column("game", "game"), lambda notable: str(notable.game)),
        (Column("replay", "how to see it"), lambda notable: shlex.join([*replay, str(notable.game), "--open"])),
    )
    note = f"Of {counted(result.pacing.n_games, 'game')}."
    table = table_of(f"{k}p.games_to_look_at", "", games, columns, note=note, players=k, n_open=0)
    return Panel(f"{k} players", (table,), players=k)


def ending_topic(results: Sequence[PlayerCountResults], names: Names) -> Topic:
    """Show the share of each end reason; where all games end for the same reason, in tables only."""
    every = [result.end_reasons for result in results]
    only = {reason for ends in every for reason, n in ends.counts.items() if n}
    if len(only) == 1:
        n_games = sum(ends.n_games for ends in every)
        sentence = f"All {counted(n_games, 'game')} counted here end for one reason: {names.in_sentence(*only)}."
    else:
        most = {ends.players: max(ends.shares, key=lambda reason: ends.shares[reason].value) for ends in every}
        texts = {e.players: f"{names.in_sentence(most[e.players])}, {share_text(e.shares[most[e.players]])}" for e in every}
        sentence = f"What ends most games: {over_players(texts)}."
    estimates = tuple(share for ends in every for share in ends.shares.values())
    finding = Finding("end_reasons", sentence, estimates, in_table=True)
    panels = tuple(_endings(ends, names, is_drawn=len(only) > 1) for ends in every)
    section = Section("endings", "Why games end", ABOUT_ENDINGS, panels, findings=(finding.key,), is_of_one=True)
    return Topic(section, (finding,))


def _endings(ends: EndReasons, names: Names, *, is_drawn: bool) -> Panel:
    k = ends.players
    columns: tuple[Filled, ...] = (
        (Column("reason", "reason", Unit.KEY), lambda reason: reason),
        (Column("title", "reason"), names.human),
        (Column("games", "games", Unit.COUNT), ends.counts.get),
        (Column("share", "share of games", Unit.SHARE), ends.shares.get),
    )
    table = table_of(f"{k}p.endings", "why games end", ends.shares, columns, players=k, n_open=0)
    shares = "; ".join(f"{names.human(reason)}: {share_text(share)}" for reason, share in ends.shares.items())
    alt = f"End reasons with {k} players. {shares}"
    figure = Intervals(table.key, "title", (Mark("share"),), "share of games", alt, reference=None, shows_values=True)
    return Panel(f"{k} players", (table,), (figure,) if is_drawn else (), basis(ends), players=k)


def reached_note(reached: Mapping[int, int]) -> str:
    """Say how many games reached each round."""
    return f"Games that reached each round: {listed([f'{n:,} round {number}' for number, n in reached.items()])}."
