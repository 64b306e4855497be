"""What every answer says of itself: how sure it is, what was assumed, where it comes from, and how to get it again."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rajas_sim.analysis.answer import Column, Provenance, Table
from rajas_sim.analysis.formatting import capitalised, counted, in_words, listed, number
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.ensemble_note import assumed_text, read_note
from rajas_sim.core.games import GAMES
from rajas_sim.showing.glossary import readings_of
from rajas_sim.showing.phrases import basis, changes_text, game_title, level_text, played_strategies, played_text, with_remark
from rajas_sim.study.folder.manifest import AssumedValue, Timings

__all__ = ["basis", "command", "facts", "how_sure", "how_sure_of_runs", "provenance", "provenance_of_runs"]

Texts = tuple[tuple[str, str], ...]
"""Texts, each with its name."""


class Assumptions(NamedTuple):
    """What the results rest on besides the rules: component values, and readings of doubtful rules."""

    summary: str
    rows: list[dict[str, str]]
    readings: Texts


def assumptions(run: Run) -> Assumptions:
    """List the component values nobody could look up, and the rule readings."""
    components = run.manifest.components
    summary = (
        f"Component set \u2018{components.name}\u2019: {components.n_values:,} printed values. {components.n_assumed:,} are "
        "assumed, because nobody here has seen the artwork they are printed on. The others come from the rulebook, from public "
        "sources or a real box, or follow from these."
    )
    rows = [_assumed_row(value) for value in components.assumed]
    others = _assumed_elsewhere(run, rows)
    if others:
        rows = [{**row, "rule_sets": "all"} for row in rows]
        rows += [{**dict(row), "rule_sets": ", ".join(arms)} for row, arms in others.items()]
        summary += f" {counted(len(others), 'further value')} of other rule sets {'is' if len(others) == 1 else 'are'} assumed."
    first = run.variant_and_modules(run.arms[0])
    unlisted = [arm for arm in run.arms if run.variant_and_modules(arm) != first and arm not in run.manifest.arm_components]
    if unlisted:
        which = f"the rule set{'' if len(unlisted) == 1 else 's'} {listed(unlisted)}"
        summary += f" Further values behind {which}, in another variant or with other modules, are not listed here."
    meanings = readings_of(run.manifest.game) if run.manifest.game in GAMES else {}
    readings = tuple(
        (in_words(key), with_remark(in_words(value), meanings.get(key, ""))) for key, value in run.manifest.readings.items()
    )
    return Assumptions(summary, rows, readings)


def _assumed_row(value: AssumedValue) -> dict[str, str]:
    plausible = " or ".join(value.choices) if value.choices else "\u2013"
    if value.low is not None and value.high is not None:
        plausible = f"{value.low} to {value.high}"
    return {"value": value.path, "assumed": in_words(value.value), "plausible_range": plausible, "why": value.why}


def _assumed_elsewhere(run: Run, known: Sequence[dict[str, str]]) -> dict[tuple[tuple[str, str], ...], list[str]]:
    """Return assumed values that only other rule sets rest on, with the names of these rule sets."""
    arms: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for arm, components in run.manifest.arm_components.items():
        for row in map(_assumed_row, components.assumed):
            if row not in known:
                arms.setdefault(tuple(row.items()), []).append(arm)
    return arms


def command(run: Run) -> str:
    """Return the command that plays the run again in another place, from the resolved config in its folder.

    What the user typed may continue or extend a run that is not there, or name a file that is not.
    """
    blocks = max(run.blocks(k) for k in run.players)
    m = run.manifest
    tolerance = "" if run.tolerance == m.tolerance else f" --set tolerance={run.tolerance}"
    return f"rajas run {shlex.quote(f'{run.folder.resolve().name}/config.toml')} --blocks {blocks}{tolerance}"


def facts(run: Run, *, has_rule_sets: bool = True) -> Texts:
    """List what determines the games, and what it took to play them; rule sets that a question chose are left out."""
    m = run.manifest
    per_count = "; ".join(f"{k} players: {counted(m.games[k], 'game')} in {_blocks(run, k)}" for k in run.players)
    return (
        ("game", game_title(run)),
        ("strategies", "; ".join(_strategy(run, label) for label in m.strategies)),
        *(_rule_set_facts(run) if has_rule_sets else ()),
        ("games", per_count),
        ("seed", str(m.seed)),
        ("confidence level", level_text(run.level)),
        *((f"hash of {name}", value) for name, value in m.hashes),
        ("versions", ", ".join(f"{name} {version}" for name, version in m.versions.items())),
        ("time", _time(m.timings)),
    )


def _blocks(run: Run, players: int) -> str:
    """Count the blocks of a player count, and those of strategies that have fewer."""
    whole = run.blocks(players)
    blocks = {label: run.blocks(players, line_ups) for label, line_ups in run.compared_line_ups(players).items()}
    fewer = {label: n for label, n in blocks.items() if n < whole}
    remark = f" ({listed([f'{label} in {n:,}' for label, n in fewer.items()])})" if fewer else ""
    return counted(whole, "block") + remark


def _strategy(run: Run, label: str) -> str:
    """Say what a label stands for, where it is not the strategy of that name as it is."""
    choice = run.manifest.labels.get(label)
    parts = [run.player(label)] if run.player(label) != label else []
    parts += [f"{run.names.in_sentence(choice.board)} board"] if choice and choice.board else []
    return f"{label}: {', '.join(parts)}" if parts else label


def _rule_set_facts(run: Run) -> Iterator[tuple[str, str]]:
    """Name the arms and what each changes; a sweep shows its paths instead of its points."""
    points = run.sweep.arms if run.sweep else ()
    arms = [arm for arm in run.arms if arm not in points]
    yield "rule sets", ", ".join(arms) + (f" and {counted(len(points), 'point')} of a sweep" if points else "")
    for arm in arms[1:]:
        yield f"changed in {arm}", changes_text(run.overrides(arm), played_text(run, arm))
    if run.sweep is not None:
        how = "together" if run.sweep.together else "crossed"
        yield "swept", f" {how} with ".join(run.sweep.paths)


def _time(timings: Timings) -> str:
    units = {
        "{} s": timings.wall_s,
        "{} games/s": timings.games_per_s,
        "{} decisions/s": timings.decisions_per_s,
        "{} workers": timings.workers,
        "peak memory {} MiB": timings.peak_memory_mib,
    }
    return ", ".join(unit.format(number(value, 0)) for unit, value in units.items() if math.isfinite(value))


def provenance(runs: Sequence[Run]) -> Provenance:
    """Say where an answer comes from.

    Parameters
    ----------
    runs
        The runs with its games, all of the same players and the same box; the question chose their rule sets.
    """
    return _provenance({"": runs[0]}, runs, has_rule_sets=False)


def provenance_of_runs(runs: Mapping[str, Run]) -> Provenance:
    """Say where an answer about finished runs comes from, by the names of the runs; what differs stands beside each name."""
    return _provenance(runs, [*runs.values()], has_rule_sets=True, plays=tuple(dict.fromkeys(map(command, runs.values()))))


def how_sure(runs: Sequence[Run], rule_sets: str = "", experiment_run: Run | None = None) -> Texts:
    """Say what the answer rests on: the luck that was varied, who played, the box, and the reading of doubtful rules.

    Parameters
    ----------
    runs
        The runs in which it was played, by the same players and with the same box.
    rule_sets
        What differs between rule sets; by default their number.
    experiment_run
        The run of the experiment itself, where the others are of many boxes.
    """
    run, m = runs[0], runs[0].manifest
    most = max(r.blocks(k) for r in runs for k in r.players)
    n_games = sum(sum(r.manifest.games.values()) for r in runs)
    deals = f"up to {counted(most, 'deal')} (all that is rolled and shuffled) for each number of players"
    luck = f"{counted(n_games, 'game')}, {deals}; intervals cover this luck and nothing else"
    line_ups = [*run.compared_line_ups(run.players[0])]
    if line_ups:
        players = f"varied, {counted(len(line_ups), 'line-up')}: {listed(line_ups)}"
    else:
        who = listed([label if by == label else f"{label} = {by}" for label in m.strategies for by in [run.player(label)]])
        players = f"{who}{' in every seat' if len(m.strategies) == 1 else ''}; other players may get other results"
    box = assumed_text(run)
    itself = experiment_run or run
    noted = read_note(itself.folder)
    if noted is not None and noted.components == itself.manifest.hashes.components:
        box += f"; varied, {len(noted.boxes[0].positions) if noted.boxes else 0:,} plausible boxes"
    elif m.components.n_assumed:
        box += "; not varied here: rajas ensemble varies them"
    several = rule_sets or (counted(len(run.arms), "rule set") if len(run.arms) > 1 else "")
    rules = [f"varied under the same luck: {several}"] if several else []
    rules += [_readings_text(run)] if m.readings else []
    return tuple(
        (name, f"{text}.")
        for name, text in (("Luck", luck), ("Players", players), ("Box", box), ("Rules", "; ".join(rules)))
        if text
    )


def _readings_text(run: Run) -> str:
    """Say how many doubtful rules were read in several ways, and how many in one."""
    n, names = len(run.manifest.readings), {f"readings.{name}" for name in run.manifest.readings}
    n_varied = len(names & {path for arm in run.arms for path in run.overrides(arm)})
    if not n_varied:
        return f"{counted(n, 'doubtful rule')} read in one way"
    return f"these vary {n_varied} of {counted(n, 'doubtful rule')}; the other {n - n_varied} are read in one way"


def how_sure_of_runs(runs: Mapping[str, Run]) -> Texts:
    """Describe the games behind an answer about the first rule set of runs; what differs stands after each run's name."""
    return _same_once({name: how_sure([run], _rule_sets(run)) for name, run in runs.items()})


def _rule_sets(run: Run) -> str:
    return f"{len(run.arms)} rule sets; this answer is about the first, {run.arms[0]}" if len(run.arms) > 1 else ""


def _provenance(
    described: Mapping[str, Run], runs: Sequence[Run], *, has_rule_sets: bool, plays: tuple[str, ...] = ()
) -> Provenance:
    assumed = {name: assumptions(run) for name, run in described.items()}
    summaries = _same_once({name: (("", one.summary),) for name, one in assumed.items()})
    each = described.values()
    return Provenance(
        question=" \u00b7 ".join(_each_once(lambda run: [run.manifest.question], each)),
        runs=tuple(run.folder.resolve().name for run in runs),
        game=" \u00b7 ".join(_each_once(lambda run: [game_title(run)], each)),
        strategies=_each_once(played_strategies, each),
        labels=_each_once(lambda run: run.manifest.strategies, each),
        facts=_same_once({name: facts(run, has_rule_sets=has_rule_sets) for name, run in described.items()}),
        assumptions=" ".join(f"{capitalised(name)}: {text}" if name else text for name, text in summaries),
        assumed=_assumed({name: one.rows for name, one in assumed.items()}),
        readings=_same_once({name: one.readings for name, one in assumed.items()}),
        plays=plays,
        name=" \u00b7 ".join(_each_once(lambda run: [run.names.human(run.manifest.name)], each)),
    )


def _each_once(texts: Callable[[Run], Iterable[str]], runs: Iterable[Run]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for run in runs for text in texts(run)))


def _same_once(texts: Mapping[str, Texts]) -> Texts:
    """Put the texts of several runs together: those that are the same in all once, the others with the name of their run."""
    rows: dict[str, dict[str, str]] = {}
    for run, named in texts.items():
        for name, text in named:
            rows.setdefault(name, {})[run] = text
    together: list[tuple[str, str]] = []
    for name, by_run in rows.items():
        if len(by_run) == len(texts) and len({*by_run.values()}) == 1:
            together.append((name, by_run.popitem()[1]))
        else:
            together += [(", ".join(filter(None, (name, run))), text) for run, text in by_run.items()]
    return tuple(together)


def _assumed(tables: Mapping[str, list[dict[str, str]]]) -> Table:
    """Put assumed values in one table; where the runs assume different ones, with the runs that assume each."""
    runs: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for run, rows in tables.items():
        for row in rows:
            runs.setdefault(tuple(row.items()), []).append(run)
    columns = [Column(key, key.replace("_", " ")) for key in dict.fromkeys(key for row in runs for key, _ in row)]
    is_same = all(len(by) == len(tables) for by in runs.values())
    rows = [dict(row) | ({} if is_same else {"runs": " and ".join(by)}) for row, by in runs.items()]
    return Table("assumed", "assumed values", (*columns, *([] if is_same else [Column("runs", "runs")])), tuple(rows))
