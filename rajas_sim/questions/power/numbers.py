"""What one more and one less of each number does to the games: the tornado of a rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rajas_sim.analysis.answer import Answer, Card, Column, Finding, Intervals, Mark, Panel, Row, Rows, Section, Table, Tone, Unit
from rajas_sim.analysis.comparing.arms import arm_effects
from rajas_sim.analysis.comparing.changes import MetricChange
from rajas_sim.analysis.comparing.metrics import START_PLAYER, Metric, Metrics
from rajas_sim.analysis.formatting import counted, difference_text, few, listed, percent, points, signed_points
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.core.errors import InputError
from rajas_sim.questions.power.table import PowerTable, chosen_numbers
from rajas_sim.questions.provenance import basis, how_sure, provenance
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
    value
        What it is then.
    changes
        By name of the metric; the intervals of all steps and metrics hold together.
    """

    value: int
    changes: Mapping[str, MetricChange]


@dataclass(frozen=True, slots=True)
class NumberPower:
    """What one more and one less of a number does.

    Attributes
    ----------
    path
        Of the number.
    printed
        Its value in the baseline.
    steps
        The one or two that the rules allow and that change some game, the lower value first.
    """

    path: str
    printed: int
    steps: tuple[NumberStep, ...]

    def largest(self, metric: str) -> float:
        """Return how far it moves a metric, upward or downward, by the estimates."""
        return max((abs(step.changes[metric].difference.value) for step in self.steps), default=0.0)


@dataclass(frozen=True, slots=True)
class PowerOfNumbers(Result):
    """What the numbers of a rule set do with one number of players; games are those of one rule set.

    Attributes
    ----------
    metrics
        What they are looked at by.
    powers
        The numbers of which a step changes some game, the one that moves the start player's win share most first.
    idle
        The numbers of which no step changed a single game: path -> printed value.
    refused
        The numbers of which the rules allow no step: path -> printed value.
    run
        The games.
    """

    metrics: Metrics
    powers: tuple[NumberPower, ...]
    idle: Mapping[str, int]
    refused: Mapping[str, int]
    run: Run


def power_of_numbers(run: Run, players: int, printed: Mapping[str, int]) -> PowerOfNumbers:
    """Compare each step with the baseline under the same luck, as `arm_effects` compares arms.

    Parameters
    ----------
    run
        Every arm changes one of the numbers by one.
    printed
        The numbers by their path.
    """
    effects = arm_effects(run, players)
    assert effects is not None
    steps: dict[str, list[NumberStep]] = {}
    for comparison in effects.comparisons:
        ((path, value),) = run.overrides(comparison.arm).items()
        steps.setdefault(path, [])
        if not comparison.is_same:
            steps[path].append(NumberStep(int(str(value)), comparison.changes))
    powers = [
        NumberPower(path, printed[path], tuple(sorted(by_one, key=lambda step: step.value)))
        for path, by_one in steps.items()
        if by_one
    ]
    powers.sort(key=lambda power: -power.largest(START_PLAYER))
    idle = {path: printed[path] for path, by_one in steps.items() if not by_one}
    refused = {path: value for path, value in printed.items() if path not in steps}
    return PowerOfNumbers(*run.extent(players), effects.metrics, tuple(powers), idle, refused, run)


def play_numbers(experiment: Experiment, runner: Runner) -> tuple[PowerOfNumbers, ...]:
    """Play with one more and one less of every number of the rules; return a result for each number of players.

    The games lie in ``<name>_numbers_<players>-<hash>``. A step that the rules refuse is left out.

    Raises
    ------
    InputError
        If a path fits no number in play, or the rules refuse every step.
    """
    form = experiment.config.table(PowerTable) or PowerTable()
    numbers = {k: chosen_numbers(form.numbers, experiment.rules[k][0]) for k in experiment.design.players}
    results = []
    for k in experiment.design.players:
        steps = _allowed_steps(experiment, k, numbers[k])
        if not steps:
            raise InputError(f"power.numbers: the rules for {k} players allow no step of one of any of these numbers")
        arms = tuple(Arm(name=f"step_{i}", overrides={path: value}) for i, (path, value) in enumerate(steps, 1))
        run, _ = runner.play(experiment, f"numbers_{k}", k, arms)
        results.append(power_of_numbers(run, k, numbers[k]))
    return tuple(results)


def _allowed_steps(experiment: Experiment, players: int, numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the changes by one that the rules allow, as paths and values."""
    config = experiment.config
    rules = config.own_rules
    allowed = []
    for path, printed in numbers.items():
        for value in (printed - 1, printed + 1):
            try:
                experiment.game.rules(players, rules.variant, rules.modules, {path: value}, config.components)
            except InputError:
                continue
            allowed.append((path, value))
    return allowed


MOST_DRAWN = 40
HOW_TO_READ = (
    "Each number of the rules was changed by one, under the same luck. The figure has the change of the start player\u2019s win "
    "share, the largest on top: one less blue, one more orange. Filled: a change is shown (p-values adjusted after Holm over all "
    "steps and metrics). Intervals hold for all steps and metrics together."
)
NOTE = 'Shown: "no change" is excluded by the p-value, adjusted after Holm over all steps and metrics.'


def answer_of_numbers(results: Sequence[PowerOfNumbers]) -> Answer:
    """Make the answer from the results for each number of players."""
    runs = [result.run for result in results]
    findings = [[*findings_of(result)] for result in results]
    title = "One more and one less of each number"
    return Answer(
        question="power",
        title="What does one more or one less of each number do?",
        findings=tuple(finding for group in findings for finding in group),
        cards=tuple(_card(result, [f.key for f in group]) for result, group in zip(results, findings, strict=True)),
        sections=(Section("numbers", title, HOW_TO_READ, tuple(map(_panel, results))),),
        how_sure=how_sure(runs, "one number after the other by one"),
        provenance=provenance(runs),
    )


def _steps(result: PowerOfNumbers) -> list[tuple[NumberPower, NumberStep]]:
    return [(power, step) for power in result.powers for step in power.steps]


def _main(result: PowerOfNumbers) -> list[Metric]:
    """Return the metrics that sentences and text tables have: the start player's share, the length, the strategies' shares."""
    return [m for m in result.metrics.free if m.name in (START_PLAYER, LENGTH) or m in result.metrics.strategies]


def _shown(result: PowerOfNumbers, metric: str) -> list[tuple[NumberPower, NumberStep]]:
    """Return the steps that are shown to change a metric, the largest estimate first."""
    steps = [(power, step) for power, step in _steps(result) if step.changes[metric].is_found]
    return sorted(steps, key=lambda pair: -abs(pair[1].changes[metric].difference.value))


def findings_of(result: PowerOfNumbers) -> Iterator[Finding]:
    """Say which steps change the main metrics, and which numbers change nothing."""
    k, who = result.players, f"With {result.players} players,"
    n_steps = f"{counted(len(_steps(result)), 'step')} that change{'s' if len(_steps(result)) == 1 else ''} a game"
    for metric in _main(result):
        key, shown = f"{k}p.changed.{metric.name}", _shown(result, metric.name)
        if not shown:
            changes = tuple(step.changes[metric.name].difference for _, step in _steps(result))
            yield Finding(key, f"{who} no step of one is shown to change the {metric.title} ({n_steps}).", changes, k)
            continue
        power, step = shown[0]
        change = step.changes[metric.name].difference
        text = (
            f"{who} {len(shown)} of {n_steps} {'is' if len(shown) == 1 else 'are'} shown to change the {metric.title}; "
            f"the largest estimate is {difference_text(change, is_share=metric.is_share)}, with {power.path} = {step.value} "
            f"instead of {power.printed}."
        )
        yield Finding(key, text, (change,), k)
    if result.idle:
        games = counted(result.n_games, "game")
        yield Finding(
            f"{k}p.no_game_changed", f"{who} no step of {listed(few([*result.idle]), 'or')} changes any of {games}.", (), k
        )
    if result.refused:
        yield Finding(f"{k}p.refused", f"{who} the rules allow no step of {listed(few([*result.refused]), 'or')}.", (), k)


def _card(result: PowerOfNumbers, findings: Sequence[str]) -> Card:
    """Make a card of the step that moves the start player's win share most, and how large undecided changes may be."""
    shown = _shown(result, START_PLAYER)
    word = "nothing shown"
    if shown:
        power, step = shown[0]
        word = f"{power.path} = {step.value}: {signed_points(step.changes[START_PLAYER].difference.value)}"
    undecided = [step.changes[START_PLAYER] for _, step in _steps(result) if not step.changes[START_PLAYER].is_found]
    ends = [abs(end) for change in undecided for end in (change.difference.low, change.difference.high)]
    limit = f"; undecided changes of this win share may reach {points(max(ends))}" if ends else ""
    return Card(
        f"{result.players} players: the start player",
        word,
        tuple(findings),
        f"{basis(result)} of each rule set{limit}.",
        Tone.TOLD if shown else Tone.UNDECIDED,
        result.players,
    )


def _panel(result: PowerOfNumbers) -> Panel:
    k, caption = result.players, f"{basis(result)}; blue: one less, orange: one more; filled: a change is shown"
    tables = [_changes(result)] if result.powers else []
    figures = (_tornado(result.powers, tables[0].key),) if tables else ()
    columns = (
        Column("path", "number"),
        Column("printed", "printed", Unit.NUMBER),
        Column("is_allowed", "step allowed", Unit.YES_NO),
        Column("games_changed", "games changed", Unit.COUNT),
    )
    rows: list[Row] = [
        {"path": path, "printed": printed, "is_allowed": True, "games_changed": 0} for path, printed in result.idle.items()
    ]
    rows += [{"path": path, "printed": printed, "is_allowed": False} for path, printed in result.refused.items()]
    if rows:
        tables.append(Table(f"{k}p.without_effect", "numbers without an effect", columns, tuple(rows), players=k))
    return Panel(f"{k} players", tuple(tables), figures, caption, players=k)


def _changes(result: PowerOfNumbers) -> Table:
    columns = [
        Column("number", "number and its value", is_hidden=True),
        Column("path", "number"),
        Column("printed", "printed", Unit.NUMBER),
        Column("value", "changed to", Unit.NUMBER),
        Column("is_more", "one more", Unit.YES_NO, is_hidden=True),
    ]
    main = _main(result)
    for metric in (*main, *(m for m in result.metrics.all if m not in main)):
        is_hidden, unit = metric not in main, Unit.POINTS if metric.is_share else Unit.CHANGE
        columns += [
            Column(metric.name, f"change of the {metric.title}", unit, is_hidden),
            Column(f"{metric.name}_is_shown", f"{metric.title}: shown", Unit.YES_NO, is_hidden),
            Column(f"{metric.name}_p", f"{metric.title}: adjusted p", Unit.P_VALUE, is_hidden=True),
        ]
    rows: Rows = tuple(_row(power, step) for power, step in _steps(result))
    note = f"{NOTE} Further metrics are in the JSON form and in Python."
    return Table(f"{result.players}p.steps", "changes by one more and one less", tuple(columns), rows, note, result.players)


def _row(power: NumberPower, step: NumberStep) -> Row:
    row: Row = {
        "number": f"{power.path} ({power.printed})",
        "path": power.path,
        "printed": power.printed,
        "value": step.value,
        "is_more": step.value > power.printed,
    }
    for name, change in step.changes.items():
        row |= {name: change.difference, f"{name}_is_shown": change.is_found, f"{name}_p": change.p_value}
    return row


def _tornado(powers: Sequence[NumberPower], key: str) -> Intervals:
    sizes = "; ".join(f"{power.path} {percent(power.largest(START_PLAYER))}" for power in powers[:MOST_DRAWN])
    return Intervals(
        key,
        "value",
        (Mark(START_PLAYER),),
        "points of the start player\u2019s win share",
        f"Largest change of the start player's win share by a step of one: {sizes}",
        filled=f"{START_PLAYER}_is_shown",
        accented="is_more",
        most=MOST_DRAWN,
        group="number",
    )
