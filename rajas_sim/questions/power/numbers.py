"""What raising and lowering each number by one does to the games: the tornado of a rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Row, Section, Table, Tone, Unit
from rajas_sim.analysis.blocks_needed import narrowing_text
from rajas_sim.analysis.comparing.arms import arm_effects
from rajas_sim.analysis.comparing.changes import MetricChange
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics
from rajas_sim.analysis.formatting import counted, difference_text, first_few, listed, number, percent, points, tolerance_points
from rajas_sim.analysis.one_sentence import UNDECIDED, Clause, one_sentence
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.scoring.routes import BY_FAME
from rajas_sim.analysis.statistics.estimate import Estimate, largest_possible
from rajas_sim.core.errors import InputError
from rajas_sim.questions.answer_tables import FilledColumn, table_of
from rajas_sim.questions.headline import HeadlineRow, headline_of
from rajas_sim.questions.meanings import meanings_of
from rajas_sim.questions.power.toml_table import PowerTable, chosen_numbers
from rajas_sim.questions.provenance import basis_text, how_sure, provenance
from rajas_sim.questions.runner import Runner
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment

LENGTH = "rounds"
"""Name of the metric for the length of a game."""


@dataclass(frozen=True, slots=True)
class NumberStep:
    """One number changed by one.

    Attributes
    ----------
    path, printed
        Path of the number, and its value in the baseline.
    value
        Value of the number after the step.
    changes
        Changes by name of the metric; the intervals of all steps and metrics hold together.
    """

    path: str
    printed: int
    value: int
    changes: Mapping[str, MetricChange]

    def change(self, metric_name: str) -> Estimate:
        """Return the change of a metric."""
        return self.changes[metric_name].difference


@dataclass(frozen=True, slots=True)
class PowerOfNumbers(Result):
    """The effects of the numbers of a rule set with one number of players; the games counted are those of one rule set.

    Attributes
    ----------
    metrics
        The metrics that are compared.
    subject
        Metric that the question is about: the start player's win share, or the number that the experiment names.
    steps
        Steps that the rules allow and that change some game. The number that moves the subject most by the estimates comes first,
        and of its steps, the lower value.
    without_effect
        Numbers whose steps change no game at all, with their printed values by path.
    refused
        Numbers for which the rules allow no step, with their printed values by path.
    run
        The run with the games.
    """

    metrics: Metrics
    subject: Metric
    steps: tuple[NumberStep, ...]
    without_effect: Mapping[str, int]
    refused: Mapping[str, int]
    run: Run

    @property
    def largest_changes(self) -> dict[str, float]:
        """How far each number that changes some game moves the subject, up or down, by path."""
        sizes: dict[str, float] = {}
        for step in self.steps:
            sizes[step.path] = max(abs(step.change(self.subject.name).value), sizes.get(step.path, 0.0))
        return sizes

    def in_words(self, step: NumberStep) -> str:
        """Name the number and its value after the step, for the middle of a sentence."""
        return f"{self.run.names.of_path(step.path)} = {step.value}"


def power_of_numbers(run: Run, players: int, printed: Mapping[str, int], about: str | None = None) -> PowerOfNumbers:
    """Compare each step with the baseline under the same luck, as `arm_effects` compares arms.

    Parameters
    ----------
    run
        A run in which every arm changes one of the numbers by one.
    printed
        Printed values of the numbers, by path.
    about
        The number that the question is about; None for the start player's win share.

    Raises
    ------
    InputError
        If the tables of the run do not hold this number.
    """
    effects = arm_effects(run, players)
    assert effects is not None
    subject = next((metric for metric in effects.metrics.all if metric.name == (about or START_PLAYER)), None)
    if subject is None:
        raise InputError(f"about: the tables of the games do not hold {about}")
    steps, allowed_paths = [], set()
    for comparison in effects.comparisons:
        ((path, value),) = run.overrides(comparison.arm).items()
        allowed_paths.add(path)
        if not comparison.is_same:
            steps.append(NumberStep(path, printed[path], int(str(value)), comparison.changes))
    refused = {path: value for path, value in printed.items() if path not in allowed_paths}
    changing_paths = {step.path for step in steps}
    without_effect = {path: value for path, value in printed.items() if path in allowed_paths - changing_paths}
    power = PowerOfNumbers(*run.result_size(players), effects.metrics, subject, tuple(steps), without_effect, refused, run)
    largest_changes, paths = power.largest_changes, [*printed]
    steps.sort(key=lambda step: (-largest_changes[step.path], paths.index(step.path), step.value))
    return replace(power, steps=tuple(steps))


def play_numbers(experiment: Experiment, runner: Runner) -> tuple[PowerOfNumbers, ...]:
    """Play with every number of the rules raised and lowered by one; return a result for each number of players.

    The games are in ``<name>_numbers_<players>-<hash>``. A step that the rules refuse is left out.

    Raises
    ------
    InputError
        If a path matches no number in play, or the rules refuse every step.
    """
    power_table = experiment.config.table(PowerTable) or PowerTable()
    numbers = {k: chosen_numbers(power_table.numbers, experiment.rules[k][0]) for k in experiment.design.players}
    results = []
    for k in experiment.design.players:
        steps = _allowed_steps(experiment, k, numbers[k])
        if not steps:
            raise InputError(f"power.numbers: the rules for {k} players allow no step of one of any of these numbers")
        arms = tuple(Arm(name=f"step_{i}", overrides={path: value}) for i, (path, value) in enumerate(steps, 1))
        run, _ = runner.play(experiment, f"numbers_{k}", k, arms)
        results.append(power_of_numbers(run, k, numbers[k], experiment.config.about))
    return tuple(results)


def _allowed_steps(experiment: Experiment, players: int, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the steps of one that the rules allow, as paths and values."""
    config = experiment.config
    rules = config.baseline_rules
    allowed_steps = []
    for path, printed in numbers.items():
        for value in (printed - 1, printed + 1):
            try:
                experiment.game.rules(players, rules.variant, rules.modules, {path: value}, config.components)
            except InputError:
                continue
            allowed_steps.append((path, value))
    return allowed_steps


MOST_DRAWN = 40
"""The figure shows at most this many numbers."""
NARROW = 0.02
"""How far the interval of a change should reach to either side when a card says how many blocks are needed."""
ABOUT_HEADLINE = (
    "How the {subject} changes if one number of the rules changes by one. Blue: one less. Orange: one more. Filled: a change is "
    "shown."
)
HOW_TO_READ = (
    "Each number of the rules was changed by one, under the same luck. The figure shows how the {subject} changes, the largest "
    "change on top. Blue is one less, orange one more. Filled points show a change: the interval leaves out 0. Intervals "
    "hold for all steps and metrics together."
)
NOTE = (
    "Shown: the interval, which holds for all steps and metrics together, leaves out 0. "
    "Further metrics are in the JSON form and in Python."
)


def answer_of_numbers(results: Sequence[PowerOfNumbers]) -> Answer:
    """Make the answer from the results for each number of players."""
    runs = [result.run for result in results]
    findings = {result.players: [*findings_of(result)] for result in results}
    title, subject = "One more and one less of each number", results[0].subject
    cards = tuple(_card(result, [f.key for f in findings[result.players]]) for result in results)
    rows = [_headline_row(result, step) for result in results for step in _strongest_first(result)]
    axes = {Unit.POINTS if subject.is_share else Unit.CHANGE: _axis_of(subject)}
    return Answer(
        question="power",
        title="What does one more or one less of each number do?",
        findings=tuple(finding for group in findings.values() for finding in group),
        in_one_sentence=one_sentence(map(_clause, results)),
        cards=cards,
        meanings=meanings_of(cards),
        headline=headline_of(rows, axes, ABOUT_HEADLINE.format(subject=subject.title)),
        sections=(Section("numbers", title, HOW_TO_READ.format(subject=subject.title), tuple(map(_panel, results))),),
        how_sure=how_sure(runs, "one number after another by one"),
        provenance=provenance(runs),
    )


def _axis_of(subject: Metric) -> str:
    return f"points of the {subject.title}" if subject.is_share else f"change of the {subject.title}"


def _main_metrics(result: PowerOfNumbers) -> list[Metric]:
    """Return the metrics for sentences and text tables: the subject, length, route, and win shares of strategies."""
    names = (START_PLAYER, LENGTH, BY_FAME)
    others = [m for m in result.metrics.free if m.name in names or m in result.metrics.strategies]
    return [result.subject, *(metric for metric in others if metric != result.subject)]


def _shown_steps(result: PowerOfNumbers, metric_name: str) -> list[NumberStep]:
    """Return the steps that show a change of a metric, the largest estimate first."""
    steps = [step for step in result.steps if step.changes[metric_name].is_shown]
    return sorted(steps, key=lambda step: -abs(step.change(metric_name).value))


def findings_of(result: PowerOfNumbers) -> Iterator[Finding]:
    """Yield which steps change the main metrics, and which numbers change nothing."""
    k, n = result.players, len(result.steps)
    steps_text = f"{counted(n, 'step')} that change{'s' if n == 1 else ''} a game"
    for metric in _main_metrics(result):
        key, shown_steps = f"changed.{metric.name}", _shown_steps(result, metric.name)
        if shown_steps:
            step, size_text = shown_steps[0], difference_text(shown_steps[0].change(metric.name), is_share=metric.is_share)
            verb = "shows" if len(shown_steps) == 1 else "show"
            text = f"{len(shown_steps)} of {steps_text} {verb} a change of the {metric.title}"
            largest_text = f"The largest estimate is {size_text}, with {result.in_words(step)} instead of {step.printed}"
            yield Finding.about(k, key, f"{text}. {largest_text}", step.change(metric.name))
        else:
            changes = [step.change(metric.name) for step in result.steps]
            yield Finding.about(k, key, f"none of {steps_text} shows a change of the {metric.title}", *changes)
    if result.without_effect:
        numbers = listed(first_few([*map(result.run.names.of_path, result.without_effect)]), "or")
        yield Finding.about(k, "no_game_changed", f"no step of {numbers} changes any of {counted(result.n_games, 'game')}")
    if result.refused:
        numbers = listed(first_few([*map(result.run.names.of_path, result.refused)]), "or")
        yield Finding.about(k, "refused", f"the rules allow no step of {numbers}")


def _strongest_first(result: PowerOfNumbers) -> list[NumberStep]:
    """Return the steps: those that show a change of the subject first, each group with the largest estimate first."""
    name = result.subject.name
    undecided_steps = [step for step in result.steps if not step.changes[name].is_shown]
    return [*_shown_steps(result, name), *sorted(undecided_steps, key=lambda step: -abs(step.change(name).value))]


def _headline_row(result: PowerOfNumbers, step: NumberStep) -> HeadlineRow:
    change = step.changes[result.subject.name]
    group, is_more = f"{result.players} players", step.value > step.printed
    return HeadlineRow(group, result.in_words(step), change.difference, is_more, change.is_shown)


def _clause(result: PowerOfNumbers) -> Clause:
    """Name the largest shown change of the subject; if none is shown, say that it is undecided, or that no game changes."""
    subject, shown_steps = result.subject, _shown_steps(result, result.subject.name)
    if shown_steps:
        step = shown_steps[0]
        verb = "rises" if step.change(subject.name).value > 0 else "falls"
        text = f"the {subject.title} {verb} with {result.in_words(step)}, the largest estimate"
        return Clause(result.players, text, number=difference_text(step.change(subject.name), is_share=subject.is_share))
    if not result.steps:
        return Clause(result.players, "no step of one changes any game")
    return Clause(result.players, f"no step of one is shown to change the {subject.title}", UNDECIDED)


def _card(result: PowerOfNumbers, finding_keys: Sequence[str]) -> Card:
    """Make a card of the step that moves the subject most, with the largest size that undecided changes may have."""
    subject, k, basis = result.subject, result.players, f"{basis_text(result)} of each rule set"
    title = f"{k} players: the {subject.title}"
    if not result.steps:
        return Card(title, "no game changes", tuple(finding_keys), f"{basis}.", Tone.PLAIN, k)
    shown_steps = _shown_steps(result, subject.name)
    undecided = [step.change(subject.name) for step in result.steps if not step.changes[subject.name].is_shown]
    largest = largest_possible(undecided)
    largest_text = "" if largest is None else points(largest) if subject.is_share else number(largest)
    if not shown_steps:
        measure, word = f"of the {subject.title}, by any step of one", "UNDECIDED"
        if subject.is_share:
            widest = max(undecided, key=lambda change: change.high - change.low)
            word += f": {narrowing_text(widest, NARROW, tolerance_points(NARROW))}"
        at_most_text = f"at most {largest_text}" if largest_text else ""
        return Card(title, word, tuple(finding_keys), f"{basis}.", Tone.UNDECIDED, k, at_most_text, measure)
    step = shown_steps[0]
    size_text = difference_text(step.change(subject.name), is_share=subject.is_share)
    measure = f"of the {subject.title}, with {result.in_words(step)} instead of {step.printed}"
    word = f"{len(shown_steps)} of {counted(len(result.steps), 'step')} show a change"
    limit_text = f"; undecided changes of it may reach {largest_text}" if undecided else ""
    return Card(title, word, tuple(finding_keys), f"{basis}{limit_text}.", Tone.PLAIN, k, size_text, measure)


def _panel(result: PowerOfNumbers) -> Panel:
    """Show and draw the changes by all steps, and list the numbers whose steps change no game or are refused."""
    k, names, tables, figures = result.players, result.run.names, list[Table](), list[Intervals]()
    if result.steps:
        tables.append(_changes_table(result))
        figures.append(_tornado_figure(result, tables[0].key))
    rows: list[Row] = [
        {"title": names.of_path(path), "path": path, "printed": printed_value, **effect_cells}
        for numbers, effect_cells in (
            (result.without_effect, {"is_allowed": True, "games_changed": 0}),
            (result.refused, {"is_allowed": False}),
        )
        for path, printed_value in numbers.items()
    ]
    if rows:
        columns = (
            Column("title", "number"),
            Column("path", "path"),
            Column("printed", "printed", Unit.NUMBER),
            Column("is_allowed", "step allowed", Unit.YES_NO),
            Column("games_changed", "games changed", Unit.COUNT),
        )
        tables.append(Table(f"{k}p.without_effect", "numbers without an effect", columns, tuple(rows), players=k))
    return Panel(f"{k} players", tuple(tables), tuple(figures), basis_text(result), players=k)


def _changes_table(result: PowerOfNumbers) -> Table:
    """Make the table of all changes, a row for each step; the metrics that are not main ones are hidden."""
    names = result.run.names
    columns: list[FilledColumn] = [
        (Column("number", "number and its value", is_hidden=True), lambda step: f"{names.of_path(step.path)} ({step.printed})"),
        (Column("title", "number"), lambda step: names.of_path(step.path)),
        Column("path", "path"),
        Column("printed", "printed", Unit.NUMBER),
        Column("value", "changed to", Unit.NUMBER),
        (Column("is_more", "one more", Unit.YES_NO, is_hidden=True), lambda step: step.value > step.printed),
    ]
    main_metrics = _main_metrics(result)
    for metric in (*main_metrics, *(m for m in result.metrics.all if m not in main_metrics)):
        columns += _columns_of(metric, is_hidden=metric not in main_metrics)
    key, title = f"{result.players}p.steps", "changes by one more and one less"
    return table_of(key, title, result.steps, columns, note=NOTE, players=result.players)


def _columns_of(metric: Metric, *, is_hidden: bool) -> list[FilledColumn]:
    """Return the columns of a metric: its change by a step, whether that is shown, and the adjusted p, which is always hidden."""
    name, title, unit = metric.name, metric.title, Unit.POINTS if metric.is_share else Unit.CHANGE
    return [
        (Column(name, f"change of the {title}", unit, is_hidden), lambda step: step.change(name)),
        (Column(f"{name}_is_shown", f"{title}: shown", Unit.YES_NO, is_hidden), lambda step: step.changes[name].is_shown),
        (Column(f"{name}_p", f"{title}: adjusted p", Unit.P_VALUE, is_hidden=True), lambda step: step.changes[name].p_value),
    ]


def _tornado_figure(result: PowerOfNumbers, key: str) -> Intervals:
    """Draw the changes of the subject, a line for each number; `key` is that of the table of changes."""
    subject = result.subject
    sizes_text = "; ".join(
        f"{result.run.names.of_path(path)} {percent(size) if subject.is_share else number(size)}"
        for path, size in [*result.largest_changes.items()][:MOST_DRAWN]
    )
    alt = f"Largest change of the {subject.title} by a step of one: {sizes_text}"
    marks, shown_column = (Mark(subject.name),), f"{subject.name}_is_shown"
    return Intervals(
        key, "value", marks, _axis_of(subject), alt, filled=shown_column, stressed="is_more", max_rows=MOST_DRAWN, group="number"
    )
