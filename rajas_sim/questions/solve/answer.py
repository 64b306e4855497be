"""What is said and drawn of the settings that come nearest to a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Finding, Intervals, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import (
    capitalised,
    counted,
    difference_text,
    distance_text,
    estimate_text,
    in_words,
    listed,
    percent,
    tolerance_points,
)
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.questions.provenance import how_sure, provenance
from rajas_sim.questions.solve.solution import GoalReach, MeasuredSetting, Solution
from rajas_sim.questions.solve.table import EVEN_SEATS, EVEN_STRATEGIES
from rajas_sim.study.config.toml_text import value_text

RECOMMENDED, PRINTED, OPEN = "recommended", "printed", "may be as near"
"""What a setting is in the answer."""
MOST_LISTED = 4
"""Settings a sentence lists before it only counts them."""
MOST_DRAWN = 30
ROWS_OPEN = 12
NOTE = "Rows on fresh luck are the answer. All others are on the luck of the search, which favours the nearest."
HOW_TO_READ = (
    "Filled points were measured on fresh luck, which the search has not seen. Empty points are on the luck of the search, where "
    "the settings that came out nearest were in part lucky. The search does not show that the settings with empty points are "
    "farther from the goal than the best. Bars are intervals."
)
_TONES: dict[GoalReach | Ruling, Tone] = {GoalReach.REACHED: Tone.FAIR, GoalReach.MISSED: Tone.UNFAIR}
"""Of words that are no verdict."""


def solve_answer(solutions: Sequence[Solution]) -> Answer:
    """Make the answer from the solutions for each number of players."""
    runs = [solution.run for solution in solutions]
    findings = tuple(finding for solution in solutions for finding in _findings(solution))
    tried = max(solution.search.tried for solution in solutions)
    section = Section("settings", "How near to the goal", HOW_TO_READ, tuple(map(_panel, solutions)))
    return Answer(
        question="solve",
        title=f"Which rules come nearest to the goal ({goal_text(solutions[0])})?",
        findings=findings,
        cards=tuple(_card(s, [f.key for f in findings if f.players == s.players]) for s in solutions),
        sections=(section,),
        how_sure=how_sure(runs, f"up to {tried:,} settings"),
        provenance=provenance(runs),
    )


def goal_text(solution: Solution) -> str:
    """Write what was to be reached."""
    words = {EVEN_SEATS: "even seats", EVEN_STRATEGIES: "strategies that win alike"}
    return words.get(solution.goal.number, f"{solution.titles[0]}: {_wanted(solution)}")


def setting_text(values: Mapping[str, Any]) -> str:
    """Write the values of a setting with their paths.

    >>> setting_text({"setup.money": [3, 4], "setup.karma": 1}), setting_text({})
    ('setup.money = 3/4 and setup.karma = 1', 'no rule changed')
    """
    words = [f"{path} = {_in_words(value)}" for path, value in values.items()]
    return listed(words) if words else "no rule changed"


def _short_text(values: Mapping[str, Any]) -> str:
    """Write the values of a setting without their paths."""
    return " / ".join(map(_in_words, values.values())) or setting_text(values)


def _in_words(value: Any) -> str:
    return "nothing" if value is None else in_words(value)


def _findings(solution: Solution) -> Iterator[Finding]:
    """Say what was recommended and how near it comes, how the printed setting does, and what else may be as near."""
    k, search = solution.players, solution.search

    def finding(key: str, sentence: str, *estimates: Estimate) -> Finding:
        return Finding(f"{k}p.{key}", f"With {k} players, {sentence}.", estimates, k)

    recommended, printed, difference = solution.recommended, solution.printed, solution.difference
    goal = f"the goal ({goal_text(solution)})"
    if recommended.measured.reach is GoalReach.MISSED and not search.may_be_reached:
        yield finding("out_of_reach", f"no setting tried reaches {goal}")
    label = setting_text(recommended.values)
    name = f"the printed setting ({label})" if solution.is_printed else label
    nearest = f"{name} comes nearest to {goal} of {search.tried:,} settings tried, by its estimate"
    if search.tried == 1:
        nearest = f"only {name} was tried for {goal}"
    fresh = f"On {counted(difference.n, 'block')} of fresh luck, {_result(solution, recommended)}"
    same = (difference,) if solution.is_printed else ()
    yield finding("recommended", f"{nearest}. {fresh}", *_numbers(recommended), *same)
    if not solution.is_printed:
        under = f"under the printed setting ({setting_text(printed.values)})"
        yield finding("printed", f"{under}, {_result(solution, printed)}", *_numbers(printed))
        yield finding("difference_from_printed", _difference(solution), difference)
    yield from (finding(key, sentence) for key, sentence in _of_search(solution))


def _numbers(setting: MeasuredSetting) -> tuple[Estimate, ...]:
    return setting.measured.worst, setting.measured.distance


def _result(solution: Solution, setting: MeasuredSetting) -> str:
    """Say how a setting does on fresh luck."""
    result, target = setting.measured, solution.target
    limit = tolerance_points(target.within) if target.is_share else f"{target.within:g}"
    ruling = solution.ruling(setting)
    if result.reach is GoalReach.UNDECIDED:
        verdict = f"{ruling}, undecided whether by more than" if ruling is Ruling.UNEVEN else f"{ruling} whether within"
    else:
        verdict = f"{ruling} {'within' if result.reach is GoalReach.REACHED else 'by more than'}"
    which = ", the farthest," if len(result.numbers) > 2 else ""
    number = estimate_text(result.worst, is_share=target.is_share)
    distance = distance_text(result.distance, is_share=target.is_share)
    title = solution.titles[result.farthest]
    return f"the {title}{which} is {number}, {distance} from {_wanted(solution)}: {verdict} {limit}"


def _wanted(solution: Solution) -> str:
    """Write the value that is wanted."""
    if solution.goal.wanted is None:
        return "an even share"
    return percent(solution.target.value) if solution.target.is_share else f"{solution.target.value:g}"


def _difference(solution: Solution) -> str:
    difference, is_share = solution.difference, solution.target.is_share
    if not difference.excludes(0.0):
        text = difference_text(difference, is_share=is_share)
        return f"it is undecided whether the recommended setting is nearer to the goal than the printed one: {text}, paired"
    side = "nearer to" if difference.value < 0 else "farther from"
    gap = difference.subtracted_from(0.0, difference.name) if difference.value < 0 else difference
    return f"the recommended setting is {side} the goal than the printed one by {distance_text(gap, is_share=is_share)}, paired"


def _of_search(solution: Solution) -> Iterator[tuple[str, str]]:
    """Say which other settings may be as near, and what was not tried, each with its key."""
    search, probe = solution.search, solution.search.probe
    others, n_others = solution.others, search.tried - 1
    every = {1: "the other setting", 2: "both other settings"}.get(n_others, f"all {n_others:,} other settings")
    if others:
        names = ["the printed one" if _is_printed(solution, other) else setting_text(other.values) for other in others]
        names.sort(key=lambda name: name != "the printed one")
        which = f": {'; '.join(names)}" if len(others) <= MOST_LISTED else ""
        some = every if len(others) == n_others else f"{len(others):,} of the {n_others:,} other settings"
        yield "ties", f"as far as the search shows, {some} tried may be as near to the goal as the recommended one{which}"
    elif n_others:
        are = _are(n_others)
        yield "others_farther", f"the search shows that {every} tried {are} farther from the goal than the recommended one"
    if search.refused:
        yield (
            "refused",
            f"the rules refuse {counted(search.refused, 'setting')}, which {_are(search.refused, past=True)} left out",
        )
    if search.is_cut:
        limit = "the search ended at its limit of settings or stages"
        yield "search_cut_off", f"{limit} before it had tried all neighbours of the settings that may be nearest"
    if probe.absent:
        yield "not_there", f"there {_are(len(probe.absent))} no {listed(probe.absent, 'or')}"
    if probe.without_effect:
        stay = "stays" if len(probe.without_effect) == 1 else "stay"
        blocks = counted(probe.blocks, "block")
        yield "changed_nothing", f"{listed(probe.without_effect)} changed nothing in {blocks} and {stay} as printed"


def _are(count: int, *, past: bool = False) -> str:
    singular, plural = ("was", "were") if past else ("is", "are")
    return singular if count == 1 else plural


def _card(solution: Solution, findings: Sequence[str]) -> Card:
    recommended = solution.recommended
    ruling = solution.ruling(recommended)
    paths = listed([*recommended.values]) or "no rule"
    as_printed = ", as printed" if solution.is_printed else ""
    tried = f"{solution.search.tried:,} of {counted(solution.search.settings, 'setting')} tried"
    return Card(
        f"{solution.players} players: {paths}",
        f"{_short_text(recommended.values)}{as_printed}: {ruling}",
        tuple(findings),
        f"{counted(recommended.measured.distance.n, 'block')} of fresh luck; {tried}.",
        _TONES[ruling] if ruling in _TONES else Tone(ruling.lower()),
        solution.players,
    )


def _is_printed(solution: Solution, setting: MeasuredSetting) -> bool:
    return setting.values == solution.printed.values


def _panel(solution: Solution) -> Panel:
    k = solution.players
    paths = [*solution.printed.values]
    which = (Column("which", "which"), Column("is_printed", "as printed", Unit.KEY))
    columns = (Column("label", "setting", Unit.KEY), *(Column(path, path) for path in paths), *which)
    settings = _settings_table(solution, columns)
    numbers = [_numbers_table(solution, columns)] if len(solution.titles) > 1 else []
    is_share = solution.target.is_share
    drawn = [*_rows(solution)][:MOST_DRAWN]
    distances = "; ".join(
        f"{row['label']} {distance_text(setting.measured.distance, is_share=is_share)}" for setting, row in drawn
    )
    unit = ", in percentage points" if is_share else ""
    figure = Intervals(
        settings.key,
        "label",
        (Mark("distance"),),
        f"distance from the goal{unit}",
        f"Distance from the goal: {distances}",
        filled="is_fresh",
        most=MOST_DRAWN,
        from_top=True,
    )
    left_out = f"; {MOST_DRAWN} of {len(settings.rows)} rows drawn" if len(settings.rows) > MOST_DRAWN else ""
    labels = f"; values of {listed(paths)}" if paths else ""
    caption = f"{capitalised(goal_text(solution))}{labels}{left_out}"
    return Panel(f"{k} players", (settings, *numbers, _search_table(solution)), (figure,), caption, players=k)


def _rows(solution: Solution) -> Iterator[tuple[MeasuredSetting, Row]]:
    """Go through the settings: those on fresh luck, then those that are left on the luck of the search; with their values."""
    fresh = [solution.recommended] if solution.is_printed else [solution.recommended, solution.printed]
    for place, setting in [*enumerate(fresh), *enumerate(solution.search.left)]:
        is_fresh = any(setting is other for other in fresh)
        is_printed = _is_printed(solution, setting)
        which = RECOMMENDED if place == 0 else PRINTED if is_printed else OPEN
        parts = [_short_text(setting.values), *(["nearest"] if place == 0 else []), *(["printed"] if is_printed else [])]
        values = {path: _cell(value) for path, value in setting.values.items()}
        yield setting, {"label": ", ".join(parts), **values, "which": which, "is_printed": is_printed, "is_fresh": is_fresh}


def _cell(value: Any) -> Cell:
    """Return a value of a rule as a cell; a list as TOML writes it."""
    return value if value is None or isinstance(value, int | float | str) else value_text(value)


def _settings_table(solution: Solution, settings: Sequence[Column]) -> Table:
    is_share = solution.target.is_share
    rows = []
    for setting, row in _rows(solution):
        result = setting.measured
        row |= {"number": solution.titles[result.farthest], "value": result.worst, "distance": result.distance}
        row |= {"verdict": str(solution.ruling(setting)) if row["is_fresh"] else None, "blocks": result.distance.n}
        rows.append(row)
    columns = (
        *settings,
        Column("distance", "distance from the goal", Unit.DISTANCE if is_share else Unit.MEAN),
        Column("verdict", "verdict"),
        Column("is_fresh", "fresh luck", Unit.YES_NO),
        Column("number", "farthest from the goal"),
        Column("value", "its value", Unit.SHARE if is_share else Unit.MEAN),
        Column("blocks", "blocks", Unit.COUNT),
    )
    title = "how far settings are from the goal"
    return Table(f"{solution.players}p.settings", title, columns, tuple(rows), NOTE, solution.players, ROWS_OPEN)


def _numbers_table(solution: Solution, settings: Sequence[Column]) -> Table:
    unit = Unit.SHARE if solution.target.is_share else Unit.MEAN
    names = solution.target.names
    rows = [row | dict(zip(names, setting.measured.numbers, strict=True)) for setting, row in _rows(solution)]
    columns = (
        *settings,
        *(Column(name, title, unit) for name, title in zip(names, solution.titles, strict=True)),
        Column("is_fresh", "fresh luck", Unit.YES_NO),
    )
    key, title = f"{solution.players}p.numbers", "every number of the goal"
    return Table(key, title, columns, tuple(rows), players=solution.players, n_open=ROWS_OPEN)


def _search_table(solution: Solution) -> Table:
    """Make a table of one row: the goal, and what the search tried."""
    target, search = solution.target, solution.search
    row: Row = {
        "number": solution.goal.number,
        "goal": goal_text(solution),
        "wanted": target.value,
        "within": target.within,
        "settings": search.settings,
        "tried": search.tried,
        "refused": search.refused,
        "left": len(search.left),
        "is_cut": search.is_cut,
        "blocks": search.blocks,
        "run": solution.run.folder.resolve().name,
    }
    columns = (
        Column("number", "number", Unit.KEY),
        Column("goal", "goal"),
        Column("wanted", "value wanted", Unit.SHARE if target.is_share else Unit.WORD),
        Column("within", "reached within", Unit.DISTANCE if target.is_share else Unit.WORD),
        Column("settings", "settings", Unit.COUNT),
        Column("tried", "tried", Unit.COUNT),
        Column("refused", "refused by the rules", Unit.COUNT),
        Column("left", "may be nearest", Unit.COUNT),
        Column("is_cut", "ended at a limit", Unit.YES_NO),
        Column("blocks", "blocks of the last stage", Unit.COUNT),
        Column("run", "run on fresh luck"),
    )
    return Table(f"{solution.players}p.search", "the search", columns, (row,), players=solution.players)
