"""The answer about a decision between rule sets."""

from __future__ import annotations

from collections.abc import Sequence

from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Column,
    Finding,
    Intervals,
    Mark,
    Meaning,
    Panel,
    Section,
    Status,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.comparing.expected_loss import ExpectedLosses
from rajas_sim.analysis.comparing.goal_distance import GoalReach
from rajas_sim.analysis.formatting import (
    capitalised,
    counted,
    distance_text,
    estimate_text,
    first_few,
    in_words,
    listed,
    percent,
    tolerance_points,
)
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.questions.decide.play import FIRST_LOOK, PERCENT, Decision, DecisionOfPlayers, by_expected_loss
from rajas_sim.questions.goals import distance_axis, goal_text
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.provenance import how_sure, provenance

HOW_TO_READ = (
    "Distance: how far a rule set is from the goal. If the goal has several numbers, the one farthest from its target value "
    "counts. The intervals of a table hold for all its rule sets and numbers together. One half of the blocks chose the rule "
    "set. All numbers here are from the other half, which cannot flatter the choice. Loss: distance plus cost. Expected loss: "
    "how much more a rule set loses than the truly best one, averaged over what the true numbers may be. The average includes "
    "the cases in which the rule set is itself the best. In simulations the chosen rule set lost no more on average than was "
    "claimed. The expected loss is no error rate. Chance: how likely a rule set is the best. If some rule sets are nearly "
    "equally good, another seed may name another of them, with as high a chance. Either choice loses little. The answer names "
    "all rule sets that are not shown to lose more than the chosen one: the interval of the difference includes 0."
)
AS_THEY_ARE = "the unchanged game"
MOST_NAMED = 4
"""A sentence names at most this many rule sets."""
LEAST_SIZE = 0.0001
"""Smaller losses are not distinguished."""
ABOUT_HEADLINE = (
    "How far each rule set is from the goal, without its cost. Filled: the rule set that looks best over all numbers of players."
)


def decide_answer(decision: Decision) -> Answer:
    """Make the answer from the mean loss of every rule set."""
    findings = (_finding(decision), *(_finding_of_players(decision, result) for result in decision.results))
    cards = _cards(decision, findings)
    panels = tuple(_panel(decision, result) for result in decision.results)
    if len(decision.results) > 1:
        panels = (_panel_of_all(decision), *panels)
    axes = {Unit.DISTANCE if decision.goal.is_share else Unit.MEAN: distance_axis(decision.goal)}
    run = decision.run
    looks_text = f"first looked at after {FIRST_LOOK} blocks, and then each time their number had doubled"
    basis = (
        f"{counted(decision.blocks, 'block')} with each number of players: one half chose the rule set, and the other half "
        f"judges it; {looks_text}"
    )
    return Answer(
        question="decide",
        title=f"Which rule set should be printed ({_goal_text(decision)})?",
        findings=findings,
        in_one_sentence=_one_sentence(decision),
        cards=cards,
        meanings=meanings_of(cards, _meanings(decision)),
        headline=headline_of(_headline_rows(decision), axes, ABOUT_HEADLINE),
        sections=(Section("rule_sets", "What every rule set loses", HOW_TO_READ, panels),),
        how_sure=(("Basis", f"{basis}."), *how_sure([run])),
        provenance=provenance([run]),
        status=Status.DONE if decision.is_sure else Status.UNDECIDED,
    )


def _one_sentence(decision: Decision) -> str:
    """Say which rule set to print, with its expected loss and its rivals, or that none is sure enough."""
    players_text = f"{listed([str(result.players) for result in decision.results])} players"
    if len(decision.results) > 1:
        players_text += " together"
    if not decision.is_sure:
        return f"Undecided: with {players_text} no rule set is sure enough. {_halves_text(decision)}{_missed_text(decision)}"
    loss_text, games_text = size_text(decision, decision.loss), f"{counted(decision.blocks, 'block')} with {players_text}"
    sentence = f"Print {_title(decision, decision.chosen)}: after {games_text} its expected loss is {loss_text}"
    if rivals := [_text_with_loss(decision, i) for i in decision.candidates if i != decision.chosen]:
        limit_text, verb = size_text(decision, decision.limit), "is" if len(rivals) == 1 else "are"
        rivals_text = capitalised(listed(first_few(rivals, MOST_NAMED)))
        sentence += f", which is small enough ({limit_text}). {rivals_text} {verb} not shown to lose more."
    else:
        sentence += ", and all others are shown to lose more."
    if len(decision.results) == 1:
        title = capitalised(_title(decision, decision.chosen))
        sentence += f" {title} is {_distance_from_goal_text(decision, decision.results[0], decision.chosen)}."
    return sentence + _missed_text(decision)


def _halves_text(decision: Decision) -> str:
    """Say which rule set each half of the blocks favours, if the decision is not sure enough."""
    best, chosen_text, loss_text = decision.losses.best, _title(decision, decision.chosen), size_text(decision, decision.loss)
    limit_text = f"at most {size_text(decision, decision.limit)} is small enough"
    if best == decision.chosen:
        return f"Both halves of the blocks favour {chosen_text}, with an expected loss of {loss_text}; {limit_text}."
    other_text = f"that of {_title(decision, best)} {size_text(decision, float(decision.losses.expected[best]))}"
    return (
        f"The half of the blocks that chose favours {chosen_text}. By the half that judges its expected loss is {loss_text}, and "
        f"{other_text}; {limit_text}."
    )


def _missed_text(decision: Decision) -> str:
    """Say with which numbers of players the chosen rule set, or every one, misses the goal; empty if that is not shown."""
    missed_by_all = [result for result in decision.results if all(_misses(result, i) for i in range(len(decision.arms)))]
    missed_by_chosen = [result for result in decision.results if _misses(result, decision.chosen)]
    missed = missed_by_all or (missed_by_chosen if decision.is_sure else [])
    if not missed:
        return ""
    text = f"{'every rule set' if missed_by_all else _title(decision, decision.chosen)} misses the goal."
    if len(decision.results) == 1:
        return f" {capitalised(text)}"
    return f" With {listed([str(result.players) for result in missed])} players {text}"


def _misses(result: DecisionOfPlayers, rule_set: int) -> bool:
    """Whether a rule set is shown to be farther from the goal than what counts as reached."""
    return result.distances[rule_set].reach is GoalReach.MISSED


def _text_with_loss(decision: Decision, rule_set: int) -> str:
    """Name a rule set with its expected loss."""
    return f"{_title(decision, rule_set)} ({size_text(decision, float(decision.losses.expected[rule_set]))})"


def _candidates_text(decision: Decision) -> str:
    """Name the rule sets that are not shown to lose more than the chosen one, as many as fit; the chosen one comes first."""
    chosen_first = sorted(decision.candidates, key=lambda i: i != decision.chosen)
    return listed(first_few([_title(decision, i) for i in chosen_first], MOST_NAMED), "or")


def _finding(decision: Decision) -> Finding:
    """Say which rule set looks best over all numbers of players; if none is sure enough, say how many blocks are needed."""
    losses, chosen = decision.losses, decision.chosen
    chance_text, blocks_text = percent(float(losses.chances[chosen]), 0), counted(decision.blocks, "block")
    if not decision.is_sure:
        return Finding(
            "decision",
            f"No rule set is sure enough for the goal ({_goal_text(decision)}) after {blocks_text}. {_halves_text(decision)} The "
            f"chance that {_title(decision, chosen)} is the best is {chance_text}. {capitalised(_blocks_needed_text(decision))}.",
        )
    loss_text, limit_text = size_text(decision, decision.loss), size_text(decision, decision.limit)
    next_best = min((i for i in range(len(decision.arms)) if i != chosen), key=lambda i: losses.expected[i])
    next_loss_text = size_text(decision, float(losses.expected[next_best]))
    rivals = [_title(decision, i) for i in decision.candidates if i != chosen]
    verb = "are" if len(rivals) > 1 else "is"
    rivals_text = f"{capitalised(listed(first_few(rivals, MOST_NAMED)))} {verb} not" if rivals else "All others are"
    return Finding(
        "decision",
        f"{capitalised(_title(decision, chosen))} looks best of {counted(len(decision.arms), 'rule set')} for the goal "
        f"({_goal_text(decision)}) on half of {blocks_text}. On the other half its expected loss is {loss_text}, which is small "
        f"enough ({limit_text}), and it is the best with a chance of {chance_text}. "
        f"{capitalised(_title(decision, next_best))} is expected to lose {next_loss_text}. {rivals_text} shown to lose more.",
    )


def _blocks_needed_text(decision: Decision) -> str:
    """Say how many blocks would make the expected loss small enough."""
    if decision.blocks_if_equal is None:
        return "how many blocks would be enough cannot be said where nothing may be lost"
    return f"some {decision.blocks_if_equal:,} blocks would be enough if the best are equally good, and mostly fewer if not"


def _finding_of_players(decision: Decision, result: DecisionOfPlayers) -> Finding:
    """Say how far the chosen rule set is from the goal with one number of players, and which one is shown to lose less there."""
    k, chosen, expected = result.players, decision.chosen, result.losses.expected
    distance, best = result.distances[chosen].distance, result.losses.best
    text = f"{_title(decision, chosen)} is {_distance_from_goal_text(decision, result, chosen)}"
    if chosen != 0:
        text += f", and {AS_THEY_ARE} {_distance_from_goal_text(decision, result, 0)}"
    if _is_shown_to_lose_less(result, best):
        saving = result.savings[best]
        ends_text = " to ".join(_size_number(decision, end) for end in (saving.low, saving.high))
        text += (
            f". For {k} players alone {_title(decision, best)} has an expected loss of "
            f"{size_text(decision, float(expected[best]))}, {_title(decision, chosen)} one of "
            f"{size_text(decision, float(expected[chosen]))}: {size_text(decision, saving.value)} ({ends_text}) more"
        )
    return Finding.about(result.players, "distance", text, distance)


def _is_shown_to_lose_less(result: DecisionOfPlayers, rule_set: int) -> bool:
    """Whether a rule set is shown to lose less than the chosen one with this number of players."""
    return result.savings[rule_set].low > 0.0


def _cards(decision: Decision, findings: Sequence[Finding]) -> tuple[Card, ...]:
    """Make the card of the decision, and then one for each number of players; the first finding is that of the decision."""
    tone = Tone.HOLDS if decision.is_sure else Tone.UNDECIDED
    word = f"print {_candidates_text(decision)}" if decision.is_sure else f"UNDECIDED: {_blocks_needed_text(decision)}"
    basis = f"{counted(decision.blocks, 'block')} with each number of players, {counted(len(decision.arms), 'rule set')}."
    decision_card = Card(
        "All numbers of players" if len(decision.results) > 1 else f"{decision.results[0].players} players",
        word,
        (findings[0].key,),
        basis,
        tone,
        number=size_text(decision, decision.loss),
        measure=f"expected loss of {_title(decision, decision.chosen)}; small enough is {size_text(decision, decision.limit)}",
    )
    return decision_card, *(_card_of_players(decision, result) for result in decision.results)


def _card_of_players(decision: Decision, result: DecisionOfPlayers) -> Card:
    """Make the card of the chosen rule set's distance with one number of players, and whether another is shown to lose less."""
    k, chosen, best = result.players, decision.chosen, result.losses.best
    word = f"{_title(decision, chosen)} looks best here too"
    if _is_shown_to_lose_less(result, best):
        word = f"for {k} players alone {_title(decision, best)} loses less"
    elif best != chosen:
        word = f"for {k} players alone no other is shown to lose less"
    number = _distance_text(decision, result, chosen)
    measure = f"from the goal ({_goal_text(decision)}) with {_title(decision, chosen)}"
    return Card(f"{k} players", word, (f"{k}p.distance",), "", players=k, number=number, measure=measure)


def _meanings(decision: Decision) -> tuple[Meaning, ...]:
    """Return what the words on the card of the decision mean, with the loss that is small enough."""
    limit = size_text(decision, decision.limit)
    return (
        Meaning(
            Tone.HOLDS,
            "print",
            f"the expected loss of the chosen rule set is at most {limit}. Other named rule sets are not shown to lose more.",
        ),
        Meaning(Tone.UNDECIDED, "UNDECIDED", f"every rule set may lose more than {limit} on average; more games may decide."),
    )


def _panel_of_all(decision: Decision) -> Panel:
    table = _losses_table(decision, "decision", "all numbers of players, weighted equally", decision.losses, ())
    return Panel("All numbers of players", (table,), caption=_blocks_text(decision, " with each"))


def _blocks_text(decision: Decision, with_each: str = "") -> str:
    """Say how many blocks chose, and how many others all numbers of a table come from."""
    n_judging = counted(decision.blocks - decision.n_chose, "block")
    return f"{n_judging}{with_each} judge; {decision.n_chose:,} others chose the rule set"


def _panel(decision: Decision, result: DecisionOfPlayers) -> Panel:
    """Show what every rule set loses with one number of players, and draw how far each is from the goal."""
    k, unit = result.players, Unit.DISTANCE if decision.goal.is_share else Unit.MEAN
    distance_columns: tuple[FilledColumn, ...] = (
        (Column("distance", "distance from the goal", unit), lambda i: result.distances[i].distance),
        (Column("farthest", "number farthest from the goal"), lambda i: result.titles[result.distances[i].farthest]),
        (Column("number", "its value", Unit.SHARE if decision.goal.is_share else Unit.MEAN), lambda i: result.distances[i].worst),
    )
    title = f"what every rule set loses for the goal ({_goal_text(decision)})"
    table = _losses_table(decision, f"{k}p.losses", title, result.losses, distance_columns, k)
    texts = "; ".join(f"{_title(decision, i)}: {_distance_text(decision, result, i)}" for i in range(len(decision.arms)))
    alt = f"Distance from the goal of every rule set with {k} players. {texts}"
    figure = Intervals(table.key, "rules", (Mark("distance"),), distance_axis(decision.goal), alt, reference=0.0)
    findings = (f"{k}p.distance",)
    return Panel(f"{k} players", (table,), (figure,), _blocks_text(decision), findings, k)


def _losses_table(  # noqa: PLR0913 - what the table holds
    decision: Decision,
    key: str,
    title: str,
    losses: ExpectedLosses,
    distance_columns: Sequence[FilledColumn],
    players: int | None = None,
) -> Table:
    """Make a table with a row for each rule set, the smallest expected loss first; items of the columns are rule-set indices."""
    unit = Unit.SIZE if decision.goal.is_share else Unit.WORD
    columns: tuple[FilledColumn, ...] = (
        (Column("arm", "arm", Unit.KEY), lambda i: decision.arms[i]),
        (Column("rules", "rule set"), lambda i: _title(decision, i)),
        *distance_columns,
        (Column("cost", "cost", unit), lambda i: decision.costs[i]),
        (Column("chance", "chance that it is the best", Unit.SHARE), lambda i: float(losses.chances[i])),
        (Column("loss", "expected loss", unit), lambda i: _size_cell(decision, float(losses.expected[i]))),
    )
    return table_of(key, title, by_expected_loss(losses), columns, players=players)


def _headline_rows(decision: Decision) -> list[HeadlineRow]:
    chosen = decision.chosen
    return [
        HeadlineRow(f"{result.players} players", _title(decision, i), result.distances[i].distance, is_filled=i == chosen)
        for result in decision.results
        for i in by_expected_loss(decision.losses)
    ]


def size_text(decision: Decision, size: float) -> str:
    """Write a loss or a cost, in percentage points if the goal is a share, with the digits that the tables have."""
    if not decision.goal.is_share:
        return in_words(_size_cell(decision, size))
    return tolerance_points(round(size, 4)) if size == 0.0 or size >= LEAST_SIZE else f"less than {tolerance_points(LEAST_SIZE)}"


def _size_cell(decision: Decision, size: float) -> float:
    """Return a loss as tables hold it: rounded to three digits and four decimals, unless the goal is a share."""
    return size if decision.goal.is_share else round(float(f"{size:.3g}"), 4)


def _size_number(decision: Decision, size: float) -> str:
    """Write a loss as in `size_text`, without its unit."""
    return in_words(round(PERCENT * size, 2) if decision.goal.is_share else _size_cell(decision, size))


def _distance_text(decision: Decision, result: DecisionOfPlayers, rule_set: int) -> str:
    return distance_text(result.distances[rule_set].distance, is_share=decision.goal.is_share)


def _distance_from_goal_text(decision: Decision, result: DecisionOfPlayers, rule_set: int) -> str:
    """Say how far a rule set is from the goal, with the number that is farthest from it."""
    distance = result.distances[rule_set]
    value_text = estimate_text(distance.worst, is_share=decision.goal.is_share)
    number_text = f"{value_text} as the {result.titles[distance.farthest]}"
    return f"{_distance_text(decision, result, rule_set)} from the goal, with {number_text}"


def _title(decision: Decision, rule_set: int) -> str:
    """Name a rule set, given by its index; 0 is the unchanged rules."""
    return AS_THEY_ARE if rule_set == 0 else decision.run.title_in_sentence(decision.arms[rule_set])


def _goal_text(decision: Decision) -> str:
    """Say what the goal is, with its target value for the first number of players."""
    first_result = decision.results[0]
    return goal_text(decision.goal, first_result.target, first_result.titles[0])
