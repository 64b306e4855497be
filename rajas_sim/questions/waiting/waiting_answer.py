"""The answer about waiting, the length of a game, and how much there is to think about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import (
    FEWEST_BLOCKS_SHOWN,
    counted,
    difference_text,
    in_words,
    listed,
    mean_text,
    number,
    share_text,
)
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import basis_text, how_sure, provenance
from rajas_sim.questions.waiting.seconds import Seconds
from rajas_sim.questions.waiting.waits import ALL_KINDS, ENDS, KindOfDecision, Waiting, WaitingByPlayers
from rajas_sim.showing.phrases import text_over_players

TITLES = {
    "turns": "turns of a game",
    "decisions": "decisions of a game",
    "minutes_quick": "minutes of a game, quick players",
    "minutes_slow": "minutes of a game, slow players",
    "wait_turns": "turns of others between two turns of a player",
    "wait_decisions": "decisions of others between two turns",
    "wait_options": "options that others have between two turns",
    "wait_quick": "minutes between two turns, quick players",
    "wait_slow": "minutes between two turns, slow players",
    "longest_wait_quick": "minutes of the longest wait of a game, quick players",
    "longest_wait_slow": "minutes of the longest wait of a game, slow players",
}
ABOUT_HEADLINE = (
    "Minutes of a game, by assumed seconds for each kind of decision. Bars are intervals of the mean; they cover luck only."
)
ABOUT_TIMES = (
    "Games were read again decision by decision. A turn is everything that a player decides until another player decides. A "
    "wait is everything that others do between two turns of one player. Decisions with only one option count as decisions, but "
    "take no time. Quick and slow are the two ends of the assumed seconds for each kind of decision. How far the two ends lie "
    "apart is what we do not know about people. The interval of each end covers luck only. Neither the two ends nor their "
    "intervals say how far single games lie apart."
)
ABOUT_KINDS = (
    "Options are all that the rules allow; a person sees some of them at once and others never. The gap says how much more the "
    "best option is worth than the second best, as the strategy at the seat appraises them. If the gap is small, choosing wrong "
    "costs little, and choosing takes long. In some kinds of decisions the appraisal only puts options in order. A gap of tens "
    "of points only shows this order. So gaps of different kinds of decisions cannot be compared."
)
ABOUT_CHANGES = (
    "Each number of players has its own games, so the samples are independent. In each row, the intervals of the differences "
    "hold together over all numbers of players."
)
ABOUT_RULES = (
    "Games of all rule sets have the same luck, so the differences are paired. For each number of players, the intervals of all "
    "differences hold together. To learn whether a changed rule set is fair, ask `rajas run`."
)


def waiting_answer(waiting: WaitingByPlayers) -> Answer:
    """Make the answer from the results for each number of players."""
    results, runs = waiting.results, waiting.runs
    findings = [finding for result in results for finding in _findings(waiting, result)]
    cards = tuple(_card(result, findings) for result in results)
    sections = [
        Section("times", "Waiting, and the length of a game", ABOUT_TIMES, tuple(map(_times_panel, results))),
        Section("kinds", "How much there is to think about", ABOUT_KINDS, tuple(map(_kinds_panel, results))),
    ]
    if waiting.changes:
        sections.append(Section("changes", "More players", ABOUT_CHANGES, tuple(_changes_panels(waiting))))
    if any(result.changed_rules for result in results):
        sections.append(Section("rules", "Changed rules", ABOUT_RULES, tuple(map(_rules_panel, results))))
    return Answer(
        question="waiting",
        title="How long do I wait, and how long is the game?",
        findings=tuple(findings),
        in_one_sentence=_one_sentence(results, waiting.seconds),
        cards=cards,
        meanings=meanings_of(cards),
        headline=headline_of(
            [row for result in results for row in _headline_rows(result)], {Unit.MEAN: "minutes"}, ABOUT_HEADLINE
        ),
        sections=tuple(sections),
        how_sure=(*how_sure(runs), ("Seconds", _about_seconds(waiting.seconds))),
        provenance=provenance(runs),
        hints=_hints(results),
    )


def _about_seconds(seconds: Seconds) -> str:
    """Say where the seconds come from."""
    changed = (
        f"; those of {listed([in_words(kind) for kind in seconds.changed])} are the experiment\u2019s" if seconds.changed else ""
    )
    published = f" ({seconds.published})" if seconds.published else ""
    calibrated = f", and calibrated as a whole, with 3 players, to published playing times{published}"
    if {*seconds.decisions} <= {*seconds.changed}:
        calibrated = ""
    return f"assumed for each kind of decision{calibrated}{changed}."


def _hints(results: tuple[Waiting, ...]) -> tuple[str, ...]:
    labels = dict.fromkeys(label for result in results for label in result.strategies_without_worths)
    return (f"{listed([*labels])} does not go by the worth of options, so no gap is known at its seats",) if labels else ()


def _has_waits(result: Waiting) -> bool:
    return "wait_turns" in result.means


def _is_too_few(result: Waiting) -> bool:
    return result.n_blocks < FEWEST_BLOCKS_SHOWN


def _one_sentence(results: tuple[Waiting, ...], seconds: Seconds) -> str:
    """Say how long games and waits take, for the numbers of players with enough games."""
    known = [result for result in results if not _is_too_few(result)]
    if not known:
        return "Undecided: these games are too few to tell."
    minutes_text = text_over_players({r.players: f"{_range_text(r.means, 'minutes')} minutes" for r in known})
    wait_texts = {r.players: f"{_range_text(r.means, 'wait')} minutes" for r in known if _has_waits(r)}
    published_text = f" (published: {seconds.published})" if seconds.published and not seconds.changed else ""
    wait_text = f"a wait between turns takes {text_over_players(wait_texts)}" if wait_texts else "nobody has two turns in a game"
    return f"By assumed seconds a game takes {minutes_text}{_rules_clause(known)}{published_text}; {wait_text}."


def _rules_clause(results: Sequence[Waiting]) -> str:
    """Say how long games take under changed rules, or, if there are many, how many rule sets there are; empty without any."""
    by_arm: dict[str, dict[int, str]] = {}
    for result in results:
        for changed in result.changed_rules:
            by_arm.setdefault(changed.title, {})[result.players] = _range_text(changed.means, "minutes")
    if len(by_arm) > MOST_ARMS_IN_SENTENCE:
        return f" (under {len(by_arm)} changed rule sets see below)"
    return "".join(f", under \u2018{arm}\u2019 {text_over_players(texts)}" for arm, texts in by_arm.items())


MOST_ARMS_IN_SENTENCE = 3
"""With more changed rule sets, the answer in one sentence does not give their minutes."""
LEAST_BY_DIGITS = ((10.0, 0), (0.3, 1))
"""From this many minutes on, they are written with this many decimals; fewer minutes with two."""


def _range_text(means: Mapping[str, Estimate], name: str) -> str:
    """Write the mean minutes with quick and with slow players; `name` is how the names of both means begin."""
    both_ends = [means[f"{name}_{end}"].value for end in ENDS]
    digits = next((digits for least, digits in LEAST_BY_DIGITS if min(both_ends) >= least), 2)
    return " to ".join(number(minutes, digits) for minutes in both_ends)


def _both_ends_text(means: Mapping[str, Estimate], name: str) -> str:
    """Write the same as `_range_text` with the intervals of the means."""
    quick, slow = (mean_text(means[f"{name}_{end}"]) for end in ENDS)
    return f"{quick} minutes with quick players and {slow} with slow ones"


def _findings(waiting: WaitingByPlayers, result: Waiting) -> Iterator[Finding]:
    """Yield what is said with one number of players: only that there are too few games, if so."""
    k, means = result.players, result.means
    if _is_too_few(result):
        yield Finding.about(k, "too_few_games", f"{counted(result.n_games, 'game')} are too few to tell")
        return
    length_text = f"over {counted(result.n_games, 'game')} a game takes {_both_ends_text(means, 'minutes')}"
    counts_text = f"It has {mean_text(means['turns'])} turns and {mean_text(means['decisions'])} decisions"
    named_means = [means[name] for name in ("minutes_quick", "minutes_slow", "turns", "decisions")]
    yield Finding.about(k, "length", f"{length_text}. {counts_text}", *named_means)
    if _has_waits(result):
        yield _wait_finding(result)
    yield from _rules_findings(result)
    yield _thinking_finding(result)
    if "wait_quick" in waiting.changes.get(k, {}):
        changes, first_players = waiting.changes[k], waiting.results[0].players
        quick, slow = (difference_text(changes[f"wait_{end}"], is_share=False) for end in ENDS)
        game_quick, game_slow = (difference_text(changes[f"minutes_{end}"], is_share=False) for end in ENDS)
        yield Finding.about(
            k,
            "compared",
            f"the minutes between two turns differ from those with {first_players} players by {quick} with quick players and "
            f"{slow} with slow ones. The minutes of a game differ by {game_quick} and {game_slow}",
            *(changes[f"{name}_{end}"] for name in ("wait", "minutes") for end in ENDS),
        )


def _wait_finding(result: Waiting) -> Finding:
    means, count_names = result.means, ("wait_turns", "wait_decisions", "wait_options")
    turns, decisions, options = (mean_text(means[name]) for name in count_names)
    text = (
        f"{turns} turns of others lie between two turns of a player. In these they decide {decisions} times and have {options} "
        f"options in all. A wait takes {_both_ends_text(means, 'wait')}"
    )
    return Finding.about(result.players, "wait", text, *(means[name] for name in (*count_names, "wait_quick", "wait_slow")))


def _rules_findings(result: Waiting) -> Iterator[Finding]:
    """Yield how much longer or shorter games are under each changed rule set."""
    for changed in result.changed_rules:
        quick, slow = (difference_text(changed.changes[f"minutes_{end}"], is_share=False) for end in ENDS)
        text = (
            f"under \u2018{changed.title}\u2019 a game takes {_both_ends_text(changed.means, 'minutes')}. "
            f"That differs from the rules as they are by {quick} and {slow}"
        )
        yield Finding.about(result.players, f"rules.{changed.arm}", text, *changed.means.values(), *changed.changes.values())


def _thinking_finding(result: Waiting) -> Finding:
    """Say how many options decisions have, and, if any is appraised, what the best adds in the most frequent kind of choice."""
    overall = result.kinds[0]
    text = f"{share_text(overall.single)} of decisions have one option only. A decision has {mean_text(overall.options)} options"
    estimates = [overall.single, overall.options]
    appraised = [kind for kind in result.kinds if kind.gap is not None]
    if appraised:
        kind = max(appraised, key=lambda entry: entry.per_game.value * (1.0 - entry.single.value))
        assert kind.gap is not None
        gap_text = f"the best is worth {mean_text(kind.gap)} fame points more than the second"
        text += f". The most frequent kind of choice is \u2018{in_words(kind.kind)}\u2019; there {gap_text}"
        estimates.append(kind.gap)
    return Finding.about(result.players, "thinking", text, *estimates)


def _card(result: Waiting, findings: list[Finding]) -> Card:
    """Make the card of the minutes of a game and of a wait; `findings` are those of all numbers of players."""
    k = result.players
    keys = tuple(finding.key for finding in findings if finding.players == k)
    basis = f"{basis_text(result)}; seconds are assumed."
    if _is_too_few(result):
        return Card(f"{k} players", "UNDECIDED: too few games to tell", keys, basis, Tone.UNDECIDED, k)
    word = "nobody has two turns in a game"
    if _has_waits(result):
        turns = number(result.means["wait_turns"].value, 1)
        word = f"wait {_range_text(result.means, 'wait')} minutes, {turns} turns of others"
    minutes_text = f"{_range_text(result.means, 'minutes')} minutes"
    return Card(f"{k} players", word, keys, basis, Tone.PLAIN, k, minutes_text, "a game, by assumed seconds")


def _headline_rows(result: Waiting) -> Iterator[HeadlineRow]:
    for end in ENDS:
        estimate = result.means[f"minutes_{end}"]
        if estimate.has_interval:
            yield HeadlineRow(f"{result.players} players", f"{end} players", estimate, is_stressed=end == ENDS[1], is_share=False)


def _times_panel(result: Waiting) -> Panel:
    k = result.players
    columns = (Column("measure", "measure", Unit.KEY), Column("title", "mean number of"), Column("mean", "mean", Unit.MEAN))
    cells = [(name, title, result.means[name]) for name, title in TITLES.items() if name in result.means]
    table = table_of_cells(f"{k}p.times", "waiting and length", cells, columns, players=k, counts="games")
    return Panel(f"{k} players", (table,), caption=basis_text(result), players=k)


def _kinds_panel(result: Waiting) -> Panel:
    """Show the decisions of one number of players by kind, the most frequent first and all together last; draw their options."""
    k = result.players
    overall, *kinds = result.kinds
    table = _kinds_table(k, [*sorted(kinds, key=lambda kind: -kind.per_game.value), overall])
    alt = "; ".join(f"{row['title']} {mean_text(row['options'])}" for row in table.rows if isinstance(row["options"], Estimate))
    figure = Intervals(
        table.key, "title", (Mark("options"),), "options of a decision", f"Options of a decision: {alt}", reference=None
    )
    return Panel(f"{k} players", (table,), (figure,), basis_text(result), players=k)


def _kinds_table(players: int, kinds: list[KindOfDecision]) -> Table:
    """Make a table with a row for each kind of decision, in the given order; no gaps if no strategy appraises."""
    columns: tuple[FilledColumn, ...] = (
        Column("kind", "kind", Unit.KEY),
        (Column("title", "decision"), lambda entry: "all decisions" if entry.kind == ALL_KINDS else in_words(entry.kind)),
        Column("per_game", "number in a game", Unit.MEAN),
        Column("options", "options", Unit.MEAN),
        Column("single", "one option only", Unit.SHARE),
        *([Column("gap", "gap of the two best, in fame points", Unit.MEAN)] if any(kind.gap for kind in kinds) else []),
        (Column("seconds", "seconds, assumed"), lambda entry: "" if entry.seconds is None else _seconds_text(entry.seconds)),
    )
    return table_of(
        f"{players}p.kinds", "options and worths by kind of decision", kinds, columns, players=players, counts="games"
    )


def _seconds_text(seconds: tuple[float, float]) -> str:
    quick, slow = (f"{end:g}" for end in seconds)
    return quick if quick == slow else f"{quick} to {slow}"


def _columns_of_changes(title_before: str, title_after: str) -> tuple[Column, ...]:
    return (
        Column("measure", "measure", Unit.KEY),
        Column("title", "mean number of"),
        Column("before", title_before, Unit.MEAN),
        Column("after", title_after, Unit.MEAN),
        Column("change", "difference", Unit.CHANGE),
    )


def _rules_panel(result: Waiting) -> Panel:
    """Show how long games take under each changed rule set, and the difference from the rules as they are."""
    k = result.players
    columns = (
        Column("arm", "arm", Unit.KEY),
        Column("rules", "rule set"),
        *_columns_of_changes("under the rules as they are", "under the rule set"),
    )
    cells = [
        (changed.arm, changed.title, name, TITLES[name], result.means[name], changed.means[name], changed.changes[name])
        for changed in result.changed_rules
        for name in changed.changes
    ]
    table = table_of_cells(f"{k}p.rules", "under changed rules", cells, columns, players=k, counts="games", n_rows_in_short=0)
    return Panel(f"{k} players", (table,), players=k)


def _changes_panels(waiting: WaitingByPlayers) -> Iterator[Panel]:
    """Yield a table for each number of players but the first: how its times and waits differ from the first."""
    first_result = waiting.results[0]
    for result in waiting.results[1:]:
        k, changes = result.players, waiting.changes[result.players]
        columns = _columns_of_changes(f"with {first_result.players} players", f"with {k} players")
        cells = [
            (name, title, first_result.means[name], result.means[name], changes[name])
            for name, title in TITLES.items()
            if name in changes
        ]
        key, title = f"{k}p.changes", f"compared with {first_result.players} players"
        table = table_of_cells(key, title, cells, columns, players=k, counts="games", n_rows_in_short=0)
        yield Panel(f"{k} players", (table,), players=k)
