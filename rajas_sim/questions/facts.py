"""What was assumed, and how to reproduce the run."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rajas_sim.analysis.formatting import counted, in_words, listed, number
from rajas_sim.analysis.reading.run import Run
from rajas_sim.core.games import GAMES
from rajas_sim.showing.glossary import readings_of
from rajas_sim.showing.phrases import changes_text, game_title, level_text, played_text, with_remark
from rajas_sim.study.folder.manifest import AssumedValue, Timings


class Assumptions(NamedTuple):
    """What the results rest on besides the rules: component values, and readings of doubtful rules."""

    summary: str
    rows: list[dict[str, str]]
    readings: tuple[tuple[str, str], ...]


def assumptions(run: Run) -> Assumptions:
    """List the component values nobody could look up, and the rule readings."""
    components = run.manifest.components
    summary = (
        f"Component set \u2018{components.name}\u2019: {components.n_values:,} printed values. {components.n_assumed:,} are "
        "assumed, because nobody here has seen the artwork they are printed on. The others come from the rulebook, from public "
        "sources or a real box, or follow from these."
    )
    rows = [_assumed(value) for value in components.assumed]
    others = _assumed_elsewhere(run, rows)
    if others:
        rows = [{**row, "rule_sets": "all"} for row in rows]
        rows += [{**dict(row), "rule_sets": ", ".join(arms)} for row, arms in others.items()]
        summary += f" {counted(len(others), 'further value')} of other rule sets {'is' if len(others) == 1 else 'are'} assumed."
    unlisted = [arm for arm in run.arms if run.played(arm) != run.played(run.arms[0]) and arm not in run.manifest.arm_components]
    if unlisted:
        which = f"the rule set{'' if len(unlisted) == 1 else 's'} {listed(unlisted)}"
        summary += f" Further values behind {which}, in another variant or with other modules, are not listed here."
    meanings = readings_of(run.manifest.game) if run.manifest.game in GAMES else {}
    readings = tuple(
        (in_words(key), with_remark(in_words(value), meanings.get(key, ""))) for key, value in run.manifest.readings.items()
    )
    return Assumptions(summary, rows, readings)


def _assumed(value: AssumedValue) -> dict[str, str]:
    plausible = " or ".join(value.choices) if value.choices else "\u2013"
    if value.low is not None and value.high is not None:
        plausible = f"{value.low} to {value.high}"
    return {"value": value.path, "assumed": in_words(value.value), "plausible_range": plausible, "why": value.why}


def _assumed_elsewhere(run: Run, known: Sequence[dict[str, str]]) -> dict[tuple[tuple[str, str], ...], list[str]]:
    """Return assumed values that only other rule sets rest on, with the names of these rule sets."""
    arms: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for arm, components in run.manifest.arm_components.items():
        for row in map(_assumed, components.assumed):
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


def facts(run: Run, *, has_rule_sets: bool = True) -> tuple[tuple[str, str], ...]:
    """List what determines the games, and what it took to play them; rule sets that a question chose are left out."""
    m = run.manifest
    per_count = "; ".join(f"{k} players: {counted(m.games[k], 'game')} in {_blocks(run, k)}" for k in run.players)
    return (
        ("game", game_title(run)),
        ("strategies", "; ".join(_strategy(run, label) for label in m.strategies)),
        *(_rule_sets(run) if has_rule_sets else ()),
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
    fewer = {label: n for label, line_ups in run.rungs(players).items() if (n := run.blocks(players, line_ups)) < whole}
    remark = f" ({listed([f'{label} in {n:,}' for label, n in fewer.items()])})" if fewer else ""
    return counted(whole, "block") + remark


def _strategy(run: Run, label: str) -> str:
    """Say what a label stands for, where it is not the strategy of that name as it is."""
    choice = run.manifest.labels.get(label)
    parts = [run.player(label)] if run.player(label) != label else []
    parts += [f"{run.names.in_sentence(choice.board)} board"] if choice and choice.board else []
    return f"{label}: {', '.join(parts)}" if parts else label


def _rule_sets(run: Run) -> Iterator[tuple[str, str]]:
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
