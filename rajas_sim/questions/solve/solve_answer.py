"""The answer about the settings that come nearest to a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rajas_sim.analysis import formatting
from rajas_sim.analysis.answer import (
    Answer,
    Card,
    Cell,
    Column,
    Finding,
    Intervals,
    Mark,
    Meaning,
    Panel,
    Section,
    Table,
    Tone,
    Unit,
)
from rajas_sim.analysis.blocks_needed import narrowing_text
from rajas_sim.analysis.comparing.goal_distance import GoalReach
from rajas_sim.analysis.formatting import capitalised, counted, estimate_text, in_words, listed, percent, tolerance_points
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.questions.answer_tables import FilledColumn, table_of, table_of_cells
from rajas_sim.questions.goals import EVEN_SEATS, distance_axis, goal_text, wanted_text
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import UNDECIDED_MEANING, meanings_of, verdict_meanings
from rajas_sim.questions.provenance import how_sure, labels_remarks, provenance
from rajas_sim.questions.solve.play import Solution
from rajas_sim.questions.solve.solution import MeasuredSetting
from rajas_sim.study.config.toml_text import value_text

RECOMMENDED, NEAREST, PRINTED, OPEN = "recommended", "nearest by estimate", "printed", "may be as near"
"""Roles of settings in the answer."""
MOST_LISTED = 4
"""A sentence lists at most this many settings; if there are more, it gives their number."""
MOST_DRAWN = 30
"""The figure shows at most this many settings."""
ROWS_IN_SHORT = 12
"""The terminal shows at most this many rows of a table of settings."""
NOTE = "Rows on fresh luck are the answer. All other rows are on the luck of the search, which favours the nearest settings."
HOW_TO_READ = (
    "Filled points were measured on fresh luck, which the search has not seen. Empty points were measured on the luck of the "
    "search, where the nearest settings were in part lucky. The search does not show that the settings with empty points are "
    "farther from the goal than the best setting. Bars are intervals."
)
ABOUT_HEADLINE = (
    "How far settings are from the goal. Filled: measured on fresh luck. Empty: other settings that may be as near, by the "
    "search."
)
_TONES: dict[GoalReach | Ruling, Tone] = {GoalReach.REACHED: Tone.FAIR, GoalReach.MISSED: Tone.UNFAIR}
"""Tones of words that are not verdicts."""


def solve_answer(solutions: Sequence[Solution]) -> Answer:
    """Make the answer from the solutions for each number of players."""
    runs = [solution.run for solution in solutions]
    findings = tuple(finding for solution in solutions for finding in _findings(solution))
    most_tried = max(solution.search.tried for solution in solutions)
    section = Section("settings", "How near to the goal", HOW_TO_READ, tuple(map(_panel, solutions)))
    cards = tuple(_card(s, [f.key for f in findings if f.players == s.players]) for s in solutions)
    rows = [
        HeadlineRow(f"{s.players} players", row.label, row.setting.goal_distance.distance, is_filled=row.is_fresh)
        for s in solutions
        for row in _setting_rows(s)
        if row.is_fresh or row.setting.values not in (s.nearest.values, s.printed.values)
    ]
    axes = {Unit.DISTANCE if solutions[0].target.is_share else Unit.MEAN: distance_axis(solutions[0].goal)}
    return Answer(
        question="solve",
        title=f"Which rules come nearest to the goal ({_goal_text(solutions[0])})?",
        findings=findings,
        in_one_sentence=one_sentence(map(_clause, solutions)),
        cards=cards,
        meanings=meanings_of(cards, _meanings(solutions[0])),
        headline=headline_of(rows, axes, ABOUT_HEADLINE),
        sections=(section,),
        how_sure=how_sure(runs, f"up to {most_tried:,} settings tried"),
        provenance=provenance(runs),
        remarks=labels_remarks(runs[0]),
    )


def setting_text(values: Mapping[str, Any], names: Names) -> str:
    """Write the values of a setting with their names.

    >>> setting_text({"setup.money.2": 4, "setup.karma": 1}, Names()), setting_text({}, Names())
    ('starting money of player 2 = 4 and starting karma = 1', 'no rule changed')
    """
    words = [f"{names.of_path(path)} = {_value_in_words(value)}" for path, value in values.items()]
    return listed(words) if words else "no rule changed"


def _goal_text(solution: Solution) -> str:
    return goal_text(solution.goal, solution.target, solution.titles[0])


def _values_text(values: Mapping[str, Any]) -> str:
    """Write the values of a setting without their paths."""
    return " / ".join(map(_value_in_words, values.values())) or "no rule changed"


def _value_in_words(value: object) -> str:
    return "nothing" if value is None else in_words(value)


def _findings(solution: Solution) -> Iterator[Finding]:
    """Yield what was recommended and how near it comes, how the printed setting does, and what else may be as near."""
    k, search, names = solution.players, solution.search, solution.run.names
    nearest, printed, difference = solution.nearest, solution.printed, solution.difference
    goal = f"the goal ({_goal_text(solution)})"
    if nearest.goal_distance.reach is GoalReach.MISSED and not search.may_be_reached:
        yield Finding.about(k, "out_of_reach", f"no setting tried reaches {goal}")
    values_text = setting_text(nearest.values, names)
    nearest_name = f"the printed setting ({values_text})" if solution.is_printed else values_text
    nearest_text = f"{nearest_name} comes nearest to {goal} of {search.tried:,} settings tried, by the estimate of the search"
    if search.tried == 1:
        nearest_text = f"only {nearest_name} was tried for {goal}"
    fresh_text = f"On {counted(difference.n, 'block')} of fresh luck, {_result_text(solution, nearest)}"
    printed_difference = (difference,) if solution.is_printed else ()
    yield Finding.about(k, "recommended", f"{nearest_text}. {fresh_text}", *_measured_estimates(nearest), *printed_difference)
    if not solution.is_printed:
        condition_text = "without a handicap" if _are_handicaps(solution) else "under the printed setting"
        printed_text = f"{condition_text} ({setting_text(printed.values, names)})"
        yield Finding.about(k, "printed", f"{printed_text}, {_result_text(solution, printed)}", *_measured_estimates(printed))
        yield Finding.about(k, "difference_from_printed", _difference_text(solution), difference)
    yield from (Finding.about(k, key, sentence) for key, sentence in _search_texts(solution))


def _measured_estimates(setting: MeasuredSetting) -> tuple[Estimate, ...]:
    return setting.goal_distance.worst, setting.goal_distance.distance


def _result_text(solution: Solution, setting: MeasuredSetting) -> str:
    """Say how near a setting comes to the goal on fresh luck."""
    result, target, ruling = setting.goal_distance, solution.target, solution.ruling(setting)
    verdict_text = f"{ruling} {'within' if result.reach is GoalReach.REACHED else 'by more than'}"
    if result.reach is GoalReach.UNDECIDED:
        verdict_text = f"{ruling}, undecided whether by more than" if ruling is Ruling.UNEVEN else f"{ruling} whether within"
    farthest_text = ", the farthest," if len(result.numbers) > 2 else ""
    title, number_text = solution.titles[result.farthest], estimate_text(result.worst, is_share=target.is_share)
    distance_in_words = f"{distance_text(solution, result.distance)} from {wanted_text(solution.goal, solution.target)}"
    return f"the {title}{farthest_text} is {number_text}, {distance_in_words}: {verdict_text} {_limit_text(solution)}"


def distance_text(solution: Solution, distance: Estimate) -> str:
    """Write a distance from the goal with its interval."""
    return formatting.distance_text(distance, is_share=solution.target.is_share)


def _difference_text(solution: Solution) -> str:
    """Say by how much the nearest setting is nearer to the goal than the printed one, or farther, or that it is undecided."""
    difference = solution.difference
    if not difference.excludes(0.0):
        paired_text = formatting.difference_text(difference, is_share=solution.target.is_share)
        undecided_text = f"it is undecided whether {_nearest_text(solution)} is nearer to the goal than {_printed_text(solution)}"
        return f"{undecided_text}: its distance less that of {_printed_text(solution)} is {paired_text}, paired"
    side = "nearer to" if difference.value < 0 else "farther from"
    distance = difference.subtracted_from(0.0, difference.name) if difference.value < 0 else difference
    size_text = f"{distance_text(solution, distance)} {side} the goal than {_printed_text(solution)}, paired"
    return f"{_nearest_text(solution)} is {size_text}"


def _are_handicaps(solution: Solution) -> bool:
    """Whether all that is searched for is what players get besides what their seats give."""
    return all(path.startswith("players.") for path in solution.printed.values)


def _printed_text(solution: Solution) -> str:
    """Name the setting of the printed values; that of handicaps is none at all."""
    return "no handicap" if _are_handicaps(solution) else "the printed one"


def _nearest_text(solution: Solution, noun: str = "setting") -> str:
    """Name the nearest setting, by whether it can be recommended."""
    return f"the recommended {noun}" if solution.is_recommended else f"the {noun} that is nearest by estimate"


def _search_texts(solution: Solution) -> Iterator[tuple[str, str]]:
    """Yield which other settings may be as near, and what was not tried, each with its key."""
    search, probe, names = solution.search, solution.probe, solution.run.names
    others, n_others = solution.others, search.tried - 1
    others_text = {1: "the other setting", 2: "both other settings"}.get(n_others, f"all {n_others:,} other settings")
    if others:
        setting_names = [
            _printed_text(solution) if _is_printed(solution, other) else setting_text(other.values, names) for other in others
        ]
        setting_names.sort(key=lambda name: name != _printed_text(solution))  # the printed one first
        names_text = f": {'; '.join(setting_names)}" if len(others) <= MOST_LISTED else ""
        ties_text = others_text if len(others) == n_others else f"{len(others):,} of the {n_others:,} other settings"
        yield (
            "ties",
            f"by the search, {ties_text} tried may be as near to the goal as {_nearest_text(solution, 'one')}{names_text}",
        )
    elif n_others:
        farther = f"{others_text} tried {_is_or_are(n_others)} farther from the goal than {_nearest_text(solution, 'one')}"
        yield "others_farther", f"it is shown that {farther}"
    if search.refused:
        verb = "was" if search.refused == 1 else "were"
        yield "refused", f"the rules refuse {counted(search.refused, 'setting')}, which {verb} left out"
    if solution.at_ends:
        values_text = setting_text({path: solution.nearest.values[path] for path in solution.at_ends}, names)
        verb = "lies at an end of its range" if len(solution.at_ends) == 1 else "lie at an end of their ranges"
        yield "at_the_end", f"{values_text} {verb}; values beyond were not tried"
    if search.is_cut:
        reason = "the search ended at its limit of settings or stages"
        yield "search_cut_off", f"{reason} before it had tried all neighbours of the settings that may be nearest"
    if probe.absent:
        yield "not_there", f"there {_is_or_are(len(probe.absent))} no {_names_with_paths(probe.absent, names, 'or')}"
    if probe.without_effect:
        verb_of_paths = "stays" if len(probe.without_effect) == 1 else "stay"
        blocks = counted(probe.blocks, "block")
        yield (
            "changed_nothing",
            f"{_names_with_paths(probe.without_effect, names)} changed nothing in {blocks} and {verb_of_paths} as printed",
        )


def _names_with_paths(paths: Sequence[str], names: Names, conjunction: str = "and") -> str:
    return listed([f"{names.of_path(path)} ({path})" for path in paths], conjunction)


def _is_or_are(count: int) -> str:
    return "is" if count == 1 else "are"


def _is_printed(solution: Solution, setting: MeasuredSetting) -> bool:
    return setting.values == solution.printed.values


def _limit_text(solution: Solution) -> str:
    """Write how far from its value the goal still counts as reached."""
    target = solution.target
    return tolerance_points(target.within) if target.is_share else f"{target.within:g}"


def _meanings(solution: Solution) -> tuple[Meaning, ...]:
    """Return the meanings of the words on the cards; for even seats these are verdicts."""
    if solution.goal.number == EVEN_SEATS:
        return verdict_meanings(solution.target.within)
    limit = _limit_text(solution)
    return (
        Meaning(Tone.FAIR, "REACHED", f"every number of the goal lies within {limit} of it."),
        Meaning(Tone.UNFAIR, "MISSED", f"some number of the goal is more than {limit} off."),
        UNDECIDED_MEANING,
    )


def _clause(solution: Solution) -> Clause:
    """Say whether the nearest setting reaches the goal, or no setting does, or none is shown nearer than the printed one."""
    k, values, result = solution.players, solution.nearest.values, solution.nearest.goal_distance
    label, title = _label_in_words(solution) if values else "no rule changed", solution.titles[result.farthest]
    number = estimate_text(result.worst, is_share=solution.target.is_share)
    number_end, reach = f"as the {title} ({_goal_and_today_text(solution)})", result.reach
    is_out_of_reach = reach is GoalReach.MISSED and not solution.search.may_be_reached
    is_shown_nearer = solution.is_printed or solution.difference.high < 0.0
    if reach is not GoalReach.REACHED and not is_shown_nearer and not is_out_of_reach:
        printed_number, printed_title = _printed_number(solution)
        text = "no setting tried is shown to come nearer to the goal than the printed one"
        printed_end = f"as the {printed_title} today (goal {_wanted_number(solution)})"
        return Clause(k, text, UNDECIDED, number=printed_number, number_end=printed_end)
    if reach is GoalReach.REACHED:
        text = f"{label} comes within {_limit_text(solution)} of the goal"
        return Clause(k, text, number=number, number_end=number_end)
    if is_out_of_reach:
        number_end = f"as the {title} after {label} ({_goal_and_today_text(solution)})"
        return Clause(k, "no setting tried reaches the goal", number=number, number_end=number_end)
    if reach is GoalReach.MISSED:
        text = f"{label} misses the goal, and no other setting tried is shown to come nearer"
        return Clause(k, text, number=number, number_end=number_end)
    text = f"{label} comes nearest by its estimate, but may miss the goal"
    return Clause(k, text, UNDECIDED, number=number, number_end=number_end)


def _wanted_number(solution: Solution) -> str:
    return percent(solution.target.value) if solution.target.is_share else f"{solution.target.value:g}"


def _printed_number(solution: Solution) -> tuple[str, str]:
    """Return the number that is farthest from the goal under the printed setting, with its interval, and its title."""
    result = solution.printed.goal_distance
    return estimate_text(result.worst, is_share=solution.target.is_share), solution.titles[result.farthest]


def _goal_and_today_text(solution: Solution) -> str:
    """Say what the goal is, and the number today; name it if another number is farthest from the goal today."""
    goal = f"goal {_wanted_number(solution)}"
    if solution.is_printed:
        return f"as today; {goal}"
    number, title = _printed_number(solution)
    is_same = solution.printed.goal_distance.farthest == solution.nearest.goal_distance.farthest
    return f"{goal}, today {number}" if is_same else f"{goal}; today the {title} is {number}"


def _label_in_words(solution: Solution) -> str:
    """Name the recommended values, such as "setting starting money of player 2 and 3 to 4 / 4".

    If their names differ in more than the last word, only changed values are named.
    """
    values, names = solution.nearest.values, solution.run.names
    if len(values) == 1 or len({names.of_path(path).rpartition(" ")[0] for path in values}) == 1:
        return f"setting {_paths_text(solution)} to {_values_text(values)}"
    changed = {path: value for path, value in values.items() if value != solution.printed.values[path]}
    texts = [f"{names.of_path(path)} to {_value_in_words(value)}" for path, value in (changed or values).items()]
    return f"setting {listed(texts)}"


def _paths_text(solution: Solution) -> str:
    """Name the values of a setting, as in "starting money of player 2 and 3" if their names differ only in the last word."""
    titles = [solution.run.names.of_path(path) for path in solution.nearest.values]
    beginnings = {title.rpartition(" ")[0] for title in titles}
    if len(titles) > 1 and len(beginnings) == 1:
        return f"{beginnings.pop()} {listed([title.rpartition(' ')[2] for title in titles])}"
    return listed(titles)


def _card(solution: Solution, finding_keys: Sequence[str]) -> Card:
    """Make a card of the values that come nearest, and of their result."""
    nearest, target = solution.nearest, solution.target
    ruling, search, result = solution.ruling(nearest), solution.search, nearest.goal_distance
    farthest = f"{solution.titles[result.farthest]} {estimate_text(result.worst, is_share=target.is_share)}"
    paths = f"as {_paths_text(solution)}" if nearest.values else ""
    measure = "; ".join([", ".join(filter(None, (paths, "as printed" if solution.is_printed else ""))), farthest])
    word = str(ruling)
    if ruling in (GoalReach.UNDECIDED, Ruling.UNDECIDED) and target.within:
        # An interval of half the tolerance to either side decides unless the truth lies near the tolerance.
        half_limit = tolerance_points(target.within / 2) if target.is_share else f"{target.within / 2:g}"
        word = f"UNDECIDED: {narrowing_text(result.worst, target.within / 2, half_limit)}"
    tried_text = f"{search.tried:,} of {counted(search.size, 'setting')} tried"
    basis = f"{counted(result.distance.n, 'block')} of fresh luck; {tried_text}."
    tone = _TONES[ruling] if ruling in _TONES else Tone(ruling.lower())
    title = f"{solution.players} players: nearest of those tried"
    return Card(title, word, tuple(finding_keys), basis, tone, solution.players, _values_text(nearest.values), measure)


@dataclass(frozen=True)
class _SettingRow:
    """A setting as a row of the tables.

    Attributes
    ----------
    which
        Its role: `RECOMMENDED`, `NEAREST`, `PRINTED` or `OPEN`.
    is_fresh
        Whether it was measured on fresh luck.
    """

    setting: MeasuredSetting
    which: str
    is_printed: bool
    is_fresh: bool

    @property
    def label(self) -> str:
        """The values of the setting, and whether it is the nearest or the printed one."""
        nearest_text = "nearest" if self.which in (RECOMMENDED, NEAREST) else ""
        printed_text = "printed" if self.is_printed else ""
        return ", ".join(filter(None, (_values_text(self.setting.values), nearest_text, printed_text)))


def _setting_rows(solution: Solution) -> Iterator[_SettingRow]:
    """Yield the settings: first those on fresh luck, then those that are left on the luck of the search."""
    fresh_settings = [solution.nearest] if solution.is_printed else [solution.nearest, solution.printed]
    for is_fresh, settings in ((True, fresh_settings), (False, solution.search.left)):
        for index, setting in enumerate(settings):
            is_printed = _is_printed(solution, setting)
            first_role = RECOMMENDED if solution.is_recommended else NEAREST
            role = first_role if index == 0 else PRINTED if is_printed else OPEN
            yield _SettingRow(setting, role, is_printed, is_fresh)


def _panel(solution: Solution) -> Panel:
    """Return the tables and the figure of one number of players."""
    rows = [*_setting_rows(solution)]
    settings_table = _settings_table(solution, rows)
    numbers_tables = [_numbers_table(solution, rows)] if len(solution.titles) > 1 else []
    distance_texts = (f"{row.label} {distance_text(solution, row.setting.goal_distance.distance)}" for row in rows[:MOST_DRAWN])
    axis = distance_axis(solution.goal)
    alt = f"Distance from the goal: {'; '.join(distance_texts)}"
    figure = Intervals(
        settings_table.key, "label", (Mark("distance"),), axis, alt, filled="is_fresh", max_rows=MOST_DRAWN, from_top=True
    )
    left_out_text = f"; {MOST_DRAWN} of {len(rows)} rows drawn" if len(rows) > MOST_DRAWN else ""
    paths = list(solution.printed.values)
    paths_text = f"; values of {_names_with_paths(paths, solution.run.names)}" if paths else ""
    caption = f"{capitalised(_goal_text(solution))}{paths_text}{left_out_text}"
    k, tables = solution.players, (settings_table, *numbers_tables, _search_table(solution))
    return Panel(f"{k} players", tables, (figure,), caption, players=k)


def _columns_of_settings(solution: Solution) -> list[FilledColumn]:
    """Return the columns that tables of settings share: the label, each value, and the role."""

    def value_column(path: str) -> FilledColumn:
        return Column(path, solution.run.names.of_path(path)), lambda row: _cell(row.setting.values[path])

    role_columns = (Column("which", "which"), Column("is_printed", "as printed", Unit.KEY))
    return [Column("label", "setting", Unit.KEY), *map(value_column, solution.printed.values), *role_columns]


def _cell(value: object) -> Cell:
    """Return a value of a rule as a cell; a list is written as in TOML."""
    return value if value is None or isinstance(value, int | float | str) else value_text(value)


def _settings_table(solution: Solution, rows: Sequence[_SettingRow]) -> Table:
    """Make a table with a row for each setting; only settings on fresh luck have a verdict."""

    def verdict(row: _SettingRow) -> str | None:
        return str(solution.ruling(row.setting)) if row.is_fresh else None

    value_unit, distance_unit = (Unit.SHARE, Unit.DISTANCE) if solution.target.is_share else (Unit.MEAN, Unit.MEAN)
    columns: list[FilledColumn] = [
        *_columns_of_settings(solution),
        (Column("distance", "distance from the goal", distance_unit), lambda row: row.setting.goal_distance.distance),
        (Column("verdict", "verdict"), verdict),
        Column("is_fresh", "fresh luck", Unit.YES_NO),
        (Column("number", "number farthest from the goal"), lambda row: solution.titles[row.setting.goal_distance.farthest]),
        (Column("value", "its value", value_unit), lambda row: row.setting.goal_distance.worst),
        (Column("blocks", "blocks", Unit.COUNT), lambda row: row.setting.goal_distance.distance.n),
    ]
    key, title, k = f"{solution.players}p.settings", "how far settings are from the goal", solution.players
    return table_of(key, title, rows, columns, note=NOTE, players=k, n_rows_in_short=ROWS_IN_SHORT)


def _numbers_table(solution: Solution, rows: Sequence[_SettingRow]) -> Table:
    """Make a table with a row for each setting, and a column for each number of the goal."""

    def number_column(i: int) -> FilledColumn:
        unit = Unit.SHARE if solution.target.is_share else Unit.MEAN
        return Column(solution.target.names[i], solution.titles[i], unit), lambda row: row.setting.goal_distance.numbers[i]

    columns = [*_columns_of_settings(solution), *map(number_column, range(len(solution.titles)))]
    columns.append(Column("is_fresh", "fresh luck", Unit.YES_NO))
    key, title, k = f"{solution.players}p.numbers", "every number of the goal", solution.players
    return table_of(key, title, rows, columns, players=k, n_rows_in_short=ROWS_IN_SHORT)


def _search_table(solution: Solution) -> Table:
    """Make a table of one row: the goal, and what the search tried."""
    target, search = solution.target, solution.search
    # Numbers that are no shares are shown as they were typed.
    value_unit, distance_unit = (Unit.SHARE, Unit.DISTANCE) if target.is_share else (Unit.WORD, Unit.WORD)
    n_blocks, _ = search.looks[-1]
    cell_by_column: dict[Column, Cell] = {
        Column("number", "number", Unit.KEY): solution.goal.number,
        Column("goal", "goal"): _goal_text(solution),
        Column("wanted", "value wanted", value_unit): target.value,
        Column("within", "reached within", distance_unit): target.within,
        Column("settings", "settings", Unit.COUNT): search.size,
        Column("tried", "tried", Unit.COUNT): search.tried,
        Column("refused", "refused by the rules", Unit.COUNT): search.refused,
        Column("left", "may be nearest", Unit.COUNT): len(search.left),
        Column("is_cut", "ended before all were tried", Unit.YES_NO): search.is_cut,
        Column("blocks", "blocks of the last stage", Unit.COUNT): n_blocks,
        Column("run", "run on fresh luck"): solution.run.folder.resolve().name,
    }
    key, title, k = f"{solution.players}p.search", "the search", solution.players
    return table_of_cells(key, title, [[*cell_by_column.values()]], [*cell_by_column], players=k)
