"""What was assumed, and how to reproduce the run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rajas_sim.analysis import Run
from rajas_sim.analysis.formatting import counted, in_sentence, listed, number, whole
from rajas_sim.report.phrases import changes_text, game_title, level_text, played_text
from rajas_sim.report.view import Assumptions, Table


def assumptions(run: Run) -> Assumptions:
    """List the component values nobody could look up, and the rule readings."""
    parts: Mapping[str, Any] = run.manifest["components"]
    n_assumed = int(parts["n_assumed"])
    summary = (
        f"Component set \u2018{parts['name']}\u2019: {whole(int(parts['n_values']))} printed values, of "
        "which "
        f"{whole(n_assumed)} are assumed, because the artwork they are printed on could not be consulted. "
        "The others come from the rulebook, from public sources or a real box, or follow from these."
    )
    rows = [_assumed(a) for a in parts["assumed"]]
    headers = ["value", "assumed", "plausible range", "why"]
    others = _assumed_elsewhere(run, rows)
    if others:
        rows = [(*row, "all") for row in rows] + [(*row, ", ".join(arms)) for row, arms in others.items()]
        headers.append("rule sets")
        summary += f" {counted(len(others), 'further value')} of other rule sets {'is' if len(others) == 1 else 'are'} assumed."
    unlisted = [arm for arm in run.arms if run.played(arm) != run.played(run.arms[0]) and arm not in _components_of_arms(run)]
    if unlisted:
        which = f"the rule set{'' if len(unlisted) == 1 else 's'} {listed(unlisted)}"
        summary += f" What {which}, in another variant or with other modules, rests on beyond these is not listed here."
    table = Table(tuple(headers), tuple(rows))
    readings = tuple((key.replace("_", " "), str(value).replace("_", " ")) for key, value in run.manifest["readings"].items())
    return Assumptions(summary, table, readings)


def _components_of_arms(run: Run) -> Mapping[str, Any]:
    """Return what the manifest says about the components of rule sets other than the first."""
    found: Mapping[str, Any] = run.manifest.get("arm_components") or {}
    return found


def _assumed(value: Mapping[str, Any]) -> tuple[str, ...]:
    span = _range(value.get("low"), value.get("high"), value.get("choices"))
    return (str(value["path"]), _value(value["value"]), span, str(value.get("why", "")))


def _assumed_elsewhere(run: Run, known: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], list[str]]:
    """Find assumed values that only other rule sets rest on, with the names of these."""
    found: dict[tuple[str, ...], list[str]] = {}
    for arm, components in _components_of_arms(run).items():
        for row in map(_assumed, components["assumed"]):
            if row not in known:
                found.setdefault(row, []).append(arm)
    return found


def command(run: Run) -> str:
    """Return the command that plays the run again in another place, from the resolved config in its folder.

    What the user typed may continue or extend a run that is not there, or name a file that is not.
    """
    blocks = max(run.blocks(k) for k in run.players)
    return f"rajas run {shlex.quote(f'{run.folder.resolve().name}/config.toml')} --blocks {blocks}"


def facts(run: Run) -> tuple[tuple[str, str], ...]:
    """List what determines the games, and what it took to play them."""
    m = run.manifest
    timings = m["timings"]
    per_count = "; ".join(
        f"{k} players: {counted(int(m['games'][str(k)]), 'game')} in {counted(run.blocks(k), 'block')}" for k in run.players
    )
    found = [
        ("game", game_title(run)),
        ("strategies", "; ".join(_strategy(run, label) for label in m["strategies"])),
        *_rule_sets(run),
        ("games", per_count),
        ("seed", str(m["seed"])),
        ("confidence level", level_text(run.level)),
        *((f"hash of {name}", str(value)) for name, value in m["hashes"].items()),
        ("versions", ", ".join(f"{name} {version}" for name, version in m["versions"].items())),
        ("time", _time(timings)),
    ]
    return tuple(found)


def _strategy(run: Run, label: str) -> str:
    """Say what a label stands for, where it is not the strategy of that name as it is."""
    board = (run.manifest.get("labels") or {}).get(label, {}).get("board")
    parts = [run.player(label)] if run.player(label) != label else []
    parts += [f"{in_sentence(board)} board"] if board else []
    return f"{label}: {', '.join(parts)}" if parts else label


def _rule_sets(run: Run) -> Iterator[tuple[str, str]]:
    """Name the arms and what each changes; the points of a sweep are told by their paths."""
    points = [] if run.sweep is None else list(run.sweep["arms"])
    arms = [arm for arm in run.arms if arm not in points]
    yield "rule sets", ", ".join(arms) + (f" and {counted(len(points), 'point')} of a sweep" if points else "")
    for arm in arms[1:]:
        yield f"changed in {arm}", changes_text(run.overrides[arm], played_text(run, arm))
    if run.sweep is not None:
        how = "together" if run.sweep.get("together") else "crossed"
        yield "swept", f" {how} with ".join(run.sweep["paths"])


def _time(timings: Mapping[str, Any]) -> str:
    words = {
        "wall_s": "{} s",
        "games_per_s": "{} games/s",
        "decisions_per_s": "{} decisions/s",
        "workers": "{} workers",
        "peak_memory_mib": "peak memory {} MiB",
    }
    return ", ".join(text.format(number(float(timings[k]), 0)) for k, text in words.items() if timings.get(k) is not None)


def _value(value: object) -> str:
    return value.replace("_", " ") if isinstance(value, str) else str(value)


def _range(low: object, high: object, choices: Sequence[str] | None) -> str:
    if low is not None and high is not None:
        return f"{low} to {high}"
    return " or ".join(choices) if choices else "\u2013"
