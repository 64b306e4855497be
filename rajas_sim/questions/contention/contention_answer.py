"""The answer about things that others have taken, and about how much players change each other's results."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Curves, Finding, Intervals, Mark, Panel, Section, Tone, Unit
from rajas_sim.analysis.formatting import FEWEST_BLOCKS_SHOWN, counted, difference_text, listed, mean_text, share_text
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.contention.interaction import Interaction, Kingmaking
from rajas_sim.questions.contention.wanted import BY_OTHERS, COST_BY_OTHERS, INTERACTION, Contention, ContentionByPlayers
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import basis_text, how_sure, provenance

TAKER_TITLES = {
    "before": "the player before",
    "after": "the player after",
    "other": "another player",
    "oneself": "the player itself",
}
KINGMAKING_TITLES = {"same_luck": "a loser's play decides who wins (at most)", "other_luck": "other luck decides who wins"}
MOST_THINGS = 8
"""Most wanted things that the terminal has room for."""
ABOUT_HEADLINE = "How often others have taken the best choice, and which players took it. Bars are intervals over games."
ABOUT_TAKEN = (
    "Games were read again decision by decision. Whenever a player took something that others could have taken before, the "
    "player's options were appraised twice: as they were, and as if nobody had taken anything in this round, not even the "
    "player itself. The best choice counts as taken if the best option of the second appraisal is worth more than the best "
    "option of the first. The cost is the difference between the two, in fame points of the appraisal. The appraisal looks one "
    "step ahead. So the cost is what the player expects to lose, not what the game shows. Sometimes a thing of the same kind is "
    "left at a higher price. That counts as taken too, and costs little."
)
ABOUT_THINGS = (
    "Wanted: the share of decisions in which this choice would be the best if nothing had been taken. Taken: the share of these "
    "decisions in which somebody had already taken it. Cost: the mean over the decisions in which it was taken."
)
ABOUT_ROUNDS = (
    "By round, up to the last round that at least half of the games reached. Each band is an interval for its round alone."
)
ABOUT_INTERACTION = (
    "One player is replaced by another strategy under the same luck, at each seat in turn. Then the final overlaps of the other "
    "seats are compared. The index is the mean squared change of an overlap, divided by twice the variance of the overlap "
    "between deals. At 0 everybody plays by himself. At 1 another player changes as much as other luck does. The index is "
    "larger than 1 if the replacement also moves the mean, for example by ending games sooner. So it depends on how different "
    "the two strategies are. With three players or more, some pairs of games tell how often a loser's play decides who wins: "
    "those in which the replaced player loses both games."
)
ABOUT_CHANGES = (
    "Each number of players has its own games, so the samples are independent. In each row, the intervals of the differences "
    "hold together over all numbers of players. Costs are in the unit of the appraisal. Strategies that are tuned for each "
    "number of players use different weights with each. So a difference in costs may be a difference in weights."
)


def contention_answer(contention: ContentionByPlayers) -> Answer:
    """Make the answer from the results for each number of players."""
    results, interactions, runs = contention.results, contention.interactions, contention.runs
    names = runs[0].names
    findings = [finding for pair in zip(results, interactions, strict=True) for finding in _findings(contention, *pair)]
    cards = tuple(_card(*pair, findings) for pair in zip(results, interactions, strict=True))
    sections = [
        Section("taken", "Who takes the best choice", ABOUT_TAKEN, tuple(map(_taken_panel, results))),
        Section("things", "What is taken", ABOUT_THINGS, tuple(_things_panel(result, names) for result in results)),
        Section("rounds", "When", ABOUT_ROUNDS, tuple(map(_rounds_panel, results))),
        Section("interaction", "One player replaced", ABOUT_INTERACTION, tuple(map(_interaction_panel, interactions))),
    ]
    if contention.changes:
        sections.append(Section("changes", "More players", ABOUT_CHANGES, tuple(_changes_panels(contention))))
    return Answer(
        question="contention",
        title="How often is what I wanted taken?",
        findings=tuple(findings),
        in_one_sentence=one_sentence(map(_clause, results)),
        cards=cards,
        meanings=meanings_of(cards),
        headline=headline_of(
            [row for result in results for row in _headline_rows(result)], {Unit.SHARE: "share of decisions"}, ABOUT_HEADLINE
        ),
        sections=tuple(sections),
        how_sure=(*how_sure(runs), ("Appraisal", _about_appraisal(contention))),
        provenance=provenance(runs),
        hints=_hints(results),
    )


def _about_appraisal(contention: ContentionByPlayers) -> str:
    """Say which strategy's worths of options were used."""
    if contention.appraisal is None:
        return "the strategy at each seat says what its options are worth; --appraisal names one strategy for all seats."
    return f"{contention.appraisal} says what options are worth at every seat."


def _hints(results: tuple[Contention, ...]) -> tuple[str, ...]:
    labels = dict.fromkeys(label for result in results for label in result.strategies_without_worths)
    return (f"{listed([*labels])} does not go by the worth of options, so its decisions are left out",) if labels else ()


def _has_too_few_blocks(result: Contention) -> bool:
    return result.n_blocks < FEWEST_BLOCKS_SHOWN


def _clause(result: Contention) -> Clause:
    if _has_too_few_blocks(result):
        return Clause(result.players, "these games are too few to tell what is taken", UNDECIDED)
    return Clause(
        result.players, "others have already taken the best choice", number=share_text(result.by_others), number_end="of the time"
    )


def _findings(contention: ContentionByPlayers, result: Contention, interaction: Interaction) -> Iterator[Finding]:
    """Yield what is taken, or that games are too few to tell; then the interaction, and what differs from the first result."""
    k = result.players
    if _has_too_few_blocks(result):
        yield Finding.about(k, "too_few_games", f"{counted(result.n_games, 'game')} are too few to tell what is taken")
    else:
        yield from _taken_findings(result)
    yield _interaction_finding(interaction)
    if interaction.kingmaking is not None and interaction.index.has_interval:
        yield _kingmaking_finding(k, interaction.kingmaking)
    if k in contention.changes:
        yield _comparison_finding(contention, k)


def _taken_findings(result: Contention) -> Iterator[Finding]:
    """Yield how often and by whom the best choice was taken, and what it cost if others ever took it."""
    k = result.players
    parts = [f"by {TAKER_TITLES[taker]} in {share_text(share)}" for taker, share in result.by_taker.items()]
    yield Finding.about(
        k,
        "taken",
        f"others have taken the best choice in {share_text(result.by_others)} of decisions ({counted(result.n_games, 'game')}). "
        f"The seat itself or others have taken it in {share_text(result.taken)}: {listed(parts)}",
        result.by_others,
        result.taken,
        *result.by_taker.values(),
    )
    if result.cost_of_taken_by_others is None:
        return
    yield Finding.about(
        k,
        "cost",
        f"where others have taken the best choice, that costs {mean_text(result.cost_of_taken_by_others)} fame points, or "
        f"{mean_text(result.cost_by_others)} over all decisions",
        result.cost_of_taken_by_others,
        result.cost_by_others,
    )


def _interaction_finding(interaction: Interaction) -> Finding:
    """Say how much the other seats' results change if one player is replaced, or that the games are too few to tell."""
    k, index = interaction.players, interaction.index
    replaced_text = f"{listed(interaction.replaced)} by {interaction.replacement}"
    if not index.has_interval:
        text = f"{counted(interaction.n_blocks, 'block')} are too few games to tell what it changes to replace {replaced_text}"
        return Finding.about(k, "interaction", text)
    text = (
        f"the interaction is {mean_text(index)}, if one player is replaced ({replaced_text}; {basis_text(interaction)}). At 0 "
        "that changes no result of the other seats, and at 1 it changes them as much as other luck does"
    )
    return Finding.about(k, "interaction", text, index)


def _kingmaking_finding(players: int, kingmaking: Kingmaking) -> Finding:
    same_luck, other_luck = kingmaking.same_luck, kingmaking.other_luck
    text = (
        f"where the replaced player loses with both strategies, another player wins in {share_text(same_luck)} of games. So a "
        f"loser's play decides who wins in at most so many of them. Other luck changes the winner in {share_text(other_luck)}"
    )
    return Finding.about(players, "kingmaking", text, same_luck, other_luck)


def _comparison_finding(contention: ContentionByPlayers, players: int) -> Finding:
    """Compare a number of players with the first one."""
    changes, first_players = contention.changes[players], contention.results[0].players
    taken_change, interaction_change = changes[BY_OTHERS], changes[INTERACTION]
    change_text = difference_text(taken_change, is_share=True)
    if taken_change.excludes(0.0):
        more_or_less = "more" if taken_change.low > 0 else "less"
        text = f"others have taken the best choice {more_or_less} often than with {first_players} players: {change_text}"
    else:
        text = (
            f"no difference from {first_players} players is shown in how often others have taken the best choice: {change_text}"
        )
    estimates = [taken_change]
    if interaction_change.has_interval:
        text += f". The interaction differs by {difference_text(interaction_change, is_share=False)}"
        estimates.append(interaction_change)
    return Finding.about(players, "compared", text, *estimates)


def _card(result: Contention, interaction: Interaction, findings: list[Finding]) -> Card:
    """Make the card of what others take and of the interaction; `findings` are those of all numbers of players."""
    k = result.players
    keys = tuple(finding.key for finding in findings if finding.players == k)
    basis = f"{basis_text(result)}; interaction: {basis_text(interaction)}."
    if _has_too_few_blocks(result):
        return Card(f"{k} players", "UNDECIDED: too few games to tell", keys, basis, Tone.UNDECIDED, k)
    word, number = "interaction: too few games to tell", share_text(result.by_others)
    if interaction.index.has_interval:
        word = f"interaction {mean_text(interaction.index)}"
    return Card(f"{k} players", word, keys, basis, Tone.PLAIN, k, number, "of best choices are taken by others")


def _headline_rows(result: Contention) -> Iterator[HeadlineRow]:
    heading = f"{result.players} players"
    yield HeadlineRow(heading, "by others", result.by_others, is_stressed=True)
    for taker, share in result.by_taker.items():
        yield HeadlineRow(heading, f"by {TAKER_TITLES[taker]}", share)


def _taken_panel(result: Contention) -> Panel:
    """Show how often the best choice is taken, by whom, and what that costs, with one number of players."""
    k = result.players
    taker_columns = (
        Column("taker", "taker", Unit.KEY),
        Column("title", "taken by"),
        Column("share", "share of decisions", Unit.SHARE),
    )
    shares: list[tuple[Cell, ...]] = [("all", "anybody", result.taken)]
    shares += [("others", "others", result.by_others) if k > 2 else ("other", "the other player", result.by_others)]
    shares += [(taker, TAKER_TITLES[taker], share) for taker, share in result.by_taker.items()]
    title = "how often the best choice is taken"
    taker_table = table_of_cells(f"{k}p.takers", title, shares, taker_columns, players=k, counts="games")
    cost_columns = (
        Column("measure", "measure", Unit.KEY),
        Column("title", "cost in fame points"),
        Column("mean", "mean", Unit.MEAN),
    )
    costs = (
        ("all", "per decision", result.cost),
        ("others", "per decision, taken by others", result.cost_by_others),
        ("taken", "when the best choice is taken", result.cost_of_taken),
        ("taken_by_others", "when others have taken it", result.cost_of_taken_by_others),
    )
    cost_table = table_of_cells(f"{k}p.costs", "what taken choices cost", costs, cost_columns, players=k, counts="games")
    return Panel(f"{k} players", (taker_table, cost_table), caption=basis_text(result), players=k)


def _things_panel(result: Contention, names: Names) -> Panel:
    """Show how often each thing is wanted and taken with one number of players, and draw how often others have taken it."""
    k = result.players
    columns: tuple[FilledColumn, ...] = (
        Column("name", "name", Unit.KEY),
        (Column("title", "choice"), lambda thing: names.of_path(thing.name)),
        Column("wanted", "wanted", Unit.SHARE),
        Column("by_others", "of these, taken by others", Unit.SHARE),
        Column("taken", "of these, taken by anybody", Unit.SHARE),
        Column("cost", "cost when taken, in fame points", Unit.MEAN),
    )
    key, title = f"{k}p.things", "what is wanted, and how often it is taken"
    table = table_of(key, title, result.things, columns, players=k, counts="games", n_rows_in_short=MOST_THINGS)
    alt = "; ".join(f"{names.of_path(thing.name)} {share_text(thing.by_others)}" for thing in result.things)
    axis = "taken by others when it is wanted"
    figure = Intervals(key, "title", (Mark("by_others"),), axis, f"How often others have taken a wanted choice: {alt}")
    most_wanted_text = f"; wanted most often: {names.of_path(result.things[0].name)}" if result.things else ""
    return Panel(f"{k} players", (table,), (figure,), f"{basis_text(result)}{most_wanted_text}", players=k)


def _rounds_panel(result: Contention) -> Panel:
    """Show and draw by round how often the best choice is taken by anybody, with one number of players."""
    k, key = result.players, f"{result.players}p.rounds"
    columns = (
        Column("round", "round", Unit.COUNT),
        Column("taken", "taken by anybody", Unit.SHARE),
        Column("cost", "cost per decision, in fame points", Unit.MEAN),
    )
    table = table_of(key, "by round", result.rounds, columns, players=k, counts="games")
    alt = "; ".join(f"round {entry.round} {share_text(entry.taken)}" for entry in result.rounds)
    figure = Curves(key, "round", (Mark("taken"),), "round", "best choice taken", f"How often the best choice is taken: {alt}")
    return Panel(f"{k} players", (table,), (figure,), basis_text(result), players=k)


def _interaction_panel(interaction: Interaction) -> Panel:
    """Show the interaction with one number of players in one row, with the shares of `Kingmaking` if there are any."""
    k = interaction.players
    kingmaking_titles = KINGMAKING_TITLES if interaction.kingmaking is not None else {}
    columns: tuple[FilledColumn, ...] = (
        (Column("replaced", "replaced"), lambda entry: listed(entry.replaced)),
        Column("replacement", "replacement"),
        (Column("index", "interaction", Unit.MEAN), lambda entry: _if_it_has_interval(entry.index)),
        *((Column(name, title, Unit.SHARE), attrgetter(f"kingmaking.{name}")) for name, title in kingmaking_titles.items()),
    )
    table = table_of(f"{k}p.interaction", "one player replaced", [interaction], columns, players=k)
    return Panel(f"{k} players", (table,), caption=basis_text(interaction), players=k)


def _if_it_has_interval(estimate: Estimate) -> Estimate | None:
    """Return the estimate; None if it comes from too few games for an interval."""
    return estimate if estimate.has_interval else None


def _changes_panels(contention: ContentionByPlayers) -> Iterator[Panel]:
    """Yield a table for each number of players but the first: how it differs from the first."""
    first_result, first_interaction = contention.results[0], contention.interactions[0]
    for result, interaction in zip(contention.results[1:], contention.interactions[1:], strict=True):
        k, changes = result.players, contention.changes[result.players]
        columns = (
            Column("measure", "measure", Unit.KEY),
            Column("unit", "unit", Unit.KEY),
            Column("title", "number"),
            Column("before", f"with {first_result.players} players", Unit.BY_ROW),
            Column("after", f"with {k} players", Unit.BY_ROW),
            Column("change", "difference", Unit.CHANGE_BY_ROW),
        )
        cost_title = "cost per decision of what others have taken, in fame points"
        costs = first_result.cost_by_others, result.cost_by_others, changes[COST_BY_OTHERS]
        indices = map(_if_it_has_interval, (first_interaction.index, interaction.index, changes[INTERACTION]))
        cells = (
            (BY_OTHERS, Unit.SHARE, "best choice taken by others", first_result.by_others, result.by_others, changes[BY_OTHERS]),
            (COST_BY_OTHERS, Unit.MEAN, cost_title, *costs),
            ("interaction", Unit.MEAN, "interaction", *indices),
        )
        title = f"compared with {first_result.players} players"
        table = table_of_cells(f"{k}p.changes", title, cells, columns, players=k, counts="", n_rows_in_short=0)
        yield Panel(f"{k} players", (table,), players=k)
