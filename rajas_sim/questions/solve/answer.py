"""What is said and drawn of the settings that come nearest to a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rajas_sim.analysis import formatting
from rajas_sim.analysis.answer import Answer, Card, Cell, Column, Finding, Intervals, Mark, Panel, Section, Table, Tone, Unit
from rajas_sim.analysis.formatting import capitalised, counted, estimate_text, in_words, listed, percent, tolerance_points
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.questions.answer_tables import Filled, table_of
from rajas_sim.questions.provenance import how_sure, provenance
from rajas_sim.questions.solve.play import Solution
from rajas_sim.questions.solve.solution import GoalReach, MeasuredSetting
from rajas_sim.questions.solve.table import EVEN_SEATS, EVEN_STRATEGIES
from rajas_sim.study.config.toml_text import value_text

RECOMMENDED, PRINTED, OPEN = "recommended", "printed", "may be as near"
"""What a setting is in the answer."""
MOST_LISTED = 4
"""A sentence lists at most so many settings; of more it gives the number."""
MOST_DRAWN = 30
ROWS_OPEN = 12
NOTE = "Rows on fresh luck are the answer. All others are on the luck of the search, which favours the nearest."
HOW_TO_READ = (
    "Filled points were measured on fresh luck, which the search has not seen. Empty points are on the luck of the search, where "
    "the nearest settings were in part lucky. The search does not show that the settings with empty points are farther from the "
    "goal than the best. Bars are intervals."
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


def _in_words(value: object) -> str:
    return "nothing" if value is None else in_words(value)


def _findings(solution: Solution) -> Iterator[Finding]:
    """Say what was recommended and how near it comes, how the printed setting does, and what else may be as near."""
    k, search = solution.players, solution.search
    recommended, printed, difference = solution.recommended, solution.printed, solution.difference
    goal = f"the goal ({goal_text(solution)})"
    if recommended.measured.reach is GoalReach.MISSED and not search.may_be_reached:
        yield Finding.about(k, "out_of_reach", f"no setting tried reaches {goal}")
    label = setting_text(recommended.values)
    name = f"the printed setting ({label})" if solution.is_printed else label
    nearest = f"{name} comes nearest to {goal} of {search.tried:,} settings tried, by its estimate"
    if search.tried == 1:
        nearest = f"only {name} was tried for {goal}"
    fresh = f"On {counted(difference.n, 'block')} of fresh luck, {_result(solution, recommended)}"
    same = (difference,) if solution.is_printed else ()
    yield Finding.about(k, "recommended", f"{nearest}. {fresh}", *_numbers(recommended), *same)
    if not solution.is_printed:
        under = f"under the printed setting ({setting_text(printed.values)})"
        yield Finding.about(k, "printed", f"{under}, {_result(solution, printed)}", *_numbers(printed))
        yield Finding.about(k, "difference_from_printed", _difference(solution), difference)
    yield from (Finding.about(k, key, sentence) for key, sentence in _of_search(solution))


def _numbers(setting: MeasuredSetting) -> tuple[Estimate, ...]:
    return setting.measured.worst, setting.measured.distance


def _result(solution: Solution, setting: MeasuredSetting) -> str:
    """Say how a setting does on fresh luck."""
    result, target, ruling = setting.measured, solution.target, solution.ruling(setting)
    limit = tolerance_points(target.within) if target.is_share else f"{target.within:g}"
    verdict = f"{ruling} {'within' if result.reach is GoalReach.REACHED else 'by more than'}"
    if result.reach is GoalReach.UNDECIDED:
        verdict = f"{ruling}, undecided whether by more than" if ruling is Ruling.UNEVEN else f"{ruling} whether within"
    which = ", the farthest," if len(result.numbers) > 2 else ""
    title, number = solution.titles[result.farthest], estimate_text(result.worst, is_share=target.is_share)
    distance = f"{distance_text(solution, result.distance)} from {_wanted(solution)}"
    return f"the {title}{which} is {number}, {distance}: {verdict} {limit}"


def distance_text(solution: Solution, distance: Estimate) -> str:
    """Write a distance from the goal with its interval."""
    return formatting.distance_text(distance, is_share=solution.target.is_share)


def _wanted(solution: Solution) -> str:
    """Write the value that is wanted."""
    if solution.goal.wanted is None:
        return "an even share"
    return percent(solution.target.value) if solution.target.is_share else f"{solution.target.value:g}"


def _difference(solution: Solution) -> str:
    difference = solution.difference
    if not difference.excludes(0.0):
        text = formatting.difference_text(difference, is_share=solution.target.is_share)
        return f"it is undecided whether the recommended setting is nearer to the goal than the printed one: {text}, paired"
    side = "nearer to" if difference.value < 0 else "farther from"
    gap = difference.subtracted_from(0.0, difference.name) if difference.value < 0 else difference
    size = f"{distance_text(solution, gap)} {side} the goal than the printed one, paired"
    return f"the recommended setting is {size}"


def _of_search(solution: Solution) -> Iterator[tuple[str, str]]:
    """Say which other settings may be as near, and what was not tried, each with its key."""
    search, probe = solution.search, solution.probe
    others, n_others = solution.others, search.tried - 1
    every = {1: "the other setting", 2: "both other settings"}.get(n_others, f"all {n_others:,} other settings")
    if others:
        names = ["the printed one" if _is_printed(solution, other) else setting_text(other.values) for other in others]
        names.sort(key=lambda name: name != "the printed one")
        which = f": {'; '.join(names)}" if len(others) <= MOST_LISTED else ""
        some = every if len(others) == n_others else f"{len(others):,} of the {n_others:,} other settings"
        yield "ties", f"by the search, {some} tried may be as near to the goal as the recommended one{which}"
    elif n_others:
        farther = f"{every} tried {_are(n_others)} farther from the goal than the recommended one"
        yield "others_farther", f"the search shows that {farther}"
    if search.refused:
        were = "was" if search.refused == 1 else "were"
        yield "refused", f"the rules refuse {counted(search.refused, 'setting')}, which {were} left out"
    if search.is_cut:
        limit = "the search ended at its limit of settings or stages"
        yield "search_cut_off", f"{limit} before it had tried all neighbours of the settings that may be nearest"
    if probe.absent:
        yield "not_there", f"there {_are(len(probe.absent))} no {listed(probe.absent, 'or')}"
    if probe.without_effect:
        stay = "stays" if len(probe.without_effect) == 1 else "stay"
        blocks = counted(probe.blocks, "block")
        yield "changed_nothing", f"{listed(probe.without_effect)} changed nothing in {blocks} and {stay} as printed"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _is_printed(solution: Solution, setting: MeasuredSetting) -> bool:
    return setting.values == solution.printed.values


def _card(solution: Solution, findings: Sequence[str]) -> Card:
    recommended = solution.recommended
    ruling, search = solution.ruling(recommended), solution.search
    title = f"{solution.players} players: {listed([*recommended.values]) or 'no rule'}"
    word = f"{_short_text(recommended.values)}{', as printed' if solution.is_printed else ''}: {ruling}"
    tried = f"{search.tried:,} of {counted(search.size, 'setting')} tried"
    basis = f"{counted(recommended.measured.distance.n, 'block')} of fresh luck; {tried}."
    tone = _TONES[ruling] if ruling in _TONES else Tone(ruling.lower())
    return Card(title, word, tuple(findings), basis, tone, solution.players)


@dataclass(frozen=True)
class _Place:
    """A setting at its place in the tables."""

    setting: MeasuredSetting
    which: str
    is_printed: bool
    is_fresh: bool

    @property
    def label(self) -> str:
        """Its values, and whether it is the recommended or the printed one."""
        nearest = ["nearest"] if self.which == RECOMMENDED else []
        return ", ".join([_short_text(self.setting.values), *nearest, *(["printed"] if self.is_printed else [])])


def _places(solution: Solution) -> Iterator[_Place]:
    """Go through the settings: those on fresh luck, then those that are left on the luck of the search."""
    fresh = [solution.recommended] if solution.is_printed else [solution.recommended, solution.printed]
    for is_fresh, settings in ((True, fresh), (False, solution.search.left)):
        for place, setting in enumerate(settings):
            is_printed = _is_printed(solution, setting)
            which = RECOMMENDED if place == 0 else PRINTED if is_printed else OPEN
            yield _Place(setting, which, is_printed, is_fresh)


def _panel(solution: Solution) -> Panel:
    k, places, paths = solution.players, [*_places(solution)], [*solution.printed.values]
    settings = _settings_table(solution, places)
    numbers = [_numbers_table(solution, places)] if len(solution.titles) > 1 else []
    drawn = (f"{place.label} {distance_text(solution, place.setting.measured.distance)}" for place in places[:MOST_DRAWN])
    axis = f"distance from the goal{', in percentage points' if solution.target.is_share else ''}"
    alt, marks = f"Distance from the goal: {'; '.join(drawn)}", (Mark("distance"),)
    figure = Intervals(settings.key, "label", marks, axis, alt, filled="is_fresh", max_rows=MOST_DRAWN, from_top=True)
    left_out = f"; {MOST_DRAWN} of {len(places)} rows drawn" if len(places) > MOST_DRAWN else ""
    labels = f"; values of {listed(paths)}" if paths else ""
    caption = f"{capitalised(goal_text(solution))}{labels}{left_out}"
    return Panel(f"{k} players", (settings, *numbers, _search_table(solution)), (figure,), caption, players=k)


def _columns_of_settings(solution: Solution) -> list[Filled]:
    def values_at(path: str) -> Filled:
        return Column(path, path), lambda place: _cell(place.setting.values[path])

    which = (Column("which", "which"), Column("is_printed", "as printed", Unit.KEY))
    return [Column("label", "setting", Unit.KEY), *map(values_at, solution.printed.values), *which]


def _cell(value: object) -> Cell:
    """Return a value of a rule as a cell; a list as TOML writes it."""
    return value if value is None or isinstance(value, int | float | str) else value_text(value)


def _settings_table(solution: Solution, places: Sequence[_Place]) -> Table:
    def verdict(place: _Place) -> str | None:
        return str(solution.ruling(place.setting)) if place.is_fresh else None

    share, distance = (Unit.SHARE, Unit.DISTANCE) if solution.target.is_share else (Unit.MEAN, Unit.MEAN)
    columns: list[Filled] = [
        *_columns_of_settings(solution),
        (Column("distance", "distance from the goal", distance), lambda place: place.setting.measured.distance),
        (Column("verdict", "verdict"), verdict),
        Column("is_fresh", "fresh luck", Unit.YES_NO),
        (Column("number", "farthest from the goal"), lambda place: solution.titles[place.setting.measured.farthest]),
        (Column("value", "its value", share), lambda place: place.setting.measured.worst),
        (Column("blocks", "blocks", Unit.COUNT), lambda place: place.setting.measured.distance.n),
    ]
    key, title, k = f"{solution.players}p.settings", "how far settings are from the goal", solution.players
    return table_of(key, title, places, columns, note=NOTE, players=k, n_open=ROWS_OPEN)


def _numbers_table(solution: Solution, places: Sequence[_Place]) -> Table:
    def number(i: int) -> Filled:
        unit = Unit.SHARE if solution.target.is_share else Unit.MEAN
        return Column(solution.target.names[i], solution.titles[i], unit), lambda place: place.setting.measured.numbers[i]

    columns = [*_columns_of_settings(solution), *map(number, range(len(solution.titles)))]
    columns.append(Column("is_fresh", "fresh luck", Unit.YES_NO))
    key, title, k = f"{solution.players}p.numbers", "every number of the goal", solution.players
    return table_of(key, title, places, columns, players=k, n_open=ROWS_OPEN)


def _search_table(solution: Solution) -> Table:
    """Make a table of one row: the goal, and what the search tried."""
    target, search = solution.target, solution.search
    value, distance = (Unit.SHARE, Unit.DISTANCE) if target.is_share else (Unit.WORD, Unit.WORD)
    columns: tuple[Filled, ...] = (
        (Column("number", "number", Unit.KEY), lambda _: solution.goal.number),
        (Column("goal", "goal"), lambda _: goal_text(solution)),
        (Column("wanted", "value wanted", value), lambda _: target.value),
        (Column("within", "reached within", distance), lambda _: target.within),
        (Column("settings", "settings", Unit.COUNT), lambda _: search.size),
        Column("tried", "tried", Unit.COUNT),
        Column("refused", "refused by the rules", Unit.COUNT),
        (Column("left", "may be nearest", Unit.COUNT), lambda _: len(search.left)),
        Column("is_cut", "ended at a limit", Unit.YES_NO),
        (Column("blocks", "blocks of the last stage", Unit.COUNT), lambda _: search.looks[-1][0]),
        (Column("run", "run on fresh luck"), lambda _: solution.run.folder.resolve().name),
    )
    return table_of(f"{solution.players}p.search", "the search", [search], columns, players=solution.players)
