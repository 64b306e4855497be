"""What every answer says about itself: how sure it is, what was assumed, where it comes from, and how to get it again."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from rajas_sim.analysis.answer import Column, Provenance, Table
from rajas_sim.analysis.formatting import capitalised, counted, in_words, listed, number
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.ensemble_note import assumed_text, read_note
from rajas_sim.core.games import GAMES
from rajas_sim.core.positions.wording import lower_first
from rajas_sim.core.strategies.registry import next_rung
from rajas_sim.showing.glossary import readings_of
from rajas_sim.showing.phrases import (
    arm_variant_text,
    basis_text,
    changes_text,
    game_title,
    level_text,
    played_strategies,
    with_remark,
)
from rajas_sim.showing.terminal import BOX
from rajas_sim.study.folder.manifest import AssumedValue, Timings

__all__ = ["basis_text", "command", "facts", "how_sure", "how_sure_of_runs", "provenance", "provenance_of_runs"]

REFERENCE = "reference"
"""The usual component set, which answers do not name."""
JUDGING, PLAYS_TO_THE_END = ("adept", "master"), "expert"
"""Strategies that judge positions by a learned value (docs/strength.md, "Under other rules"), and a strategy that needs none."""

Texts = tuple[tuple[str, str], ...]
"""Pairs of a name and a text."""


class Assumptions(NamedTuple):
    """What the results rest on besides the rules: component values, and readings of doubtful rules."""

    summary: str
    rows: list[dict[str, str]]
    readings: Texts


def assumptions(run: Run) -> Assumptions:
    """List the component values that nobody could look up, and the rule readings."""
    components = run.manifest.components
    summary = (
        f"Component set \u2018{components.name}\u2019: {components.n_values:,} printed values. {components.n_assumed:,} are "
        "assumed, because nobody here has seen the artwork they are printed on. The others come from the rulebook, from public "
        "sources or a real box, or follow from these."
        if run.manifest.game in GAMES
        else f"Values in the file of the game: {components.n_values:,}. Declared as assumed: {components.n_assumed or 'none'}."
    )
    rows = [_assumed_row(value) for value in components.assumed]
    rows_elsewhere = _assumed_elsewhere(run, rows)
    if rows_elsewhere:
        rows = [{**row, "rule_sets": "all"} for row in rows]
        rows += [{**dict(row), "rule_sets": ", ".join(arms)} for row, arms in rows_elsewhere.items()]
        verb = "is" if len(rows_elsewhere) == 1 else "are"
        summary += f" {counted(len(rows_elsewhere), 'further value')} of other rule sets {verb} assumed."
    first_variant = run.variant_and_modules(run.arms[0])
    unlisted_arms = [
        arm for arm in run.arms if run.variant_and_modules(arm) != first_variant and arm not in run.manifest.arm_components
    ]
    if unlisted_arms:
        unlisted_text = f"the rule set{'' if len(unlisted_arms) == 1 else 's'} {listed(unlisted_arms)}"
        summary += f" Further values of {unlisted_text}, in another variant or with other modules, are not listed here."
    meanings = readings_of(run.manifest.game) if run.manifest.game in GAMES else {}
    readings = tuple(
        (in_words(key), with_remark(in_words(value), meanings.get(key, ""))) for key, value in run.manifest.readings.items()
    )
    return Assumptions(summary, rows, readings)


def _assumed_row(value: AssumedValue) -> dict[str, str]:
    plausible_text = " or ".join(value.choices) if value.choices else "\u2013"
    if value.low is not None and value.high is not None:
        plausible_text = f"{value.low} to {value.high}"
    return {"value": value.path, "assumed": in_words(value.value), "plausible_range": plausible_text, "why": value.why}


def _assumed_elsewhere(run: Run, baseline_rows: Sequence[dict[str, str]]) -> dict[tuple[tuple[str, str], ...], list[str]]:
    """Return the assumed values that only other rule sets use (the items of their rows), with the names of these rule sets."""
    arms_by_row: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for arm, components in run.manifest.arm_components.items():
        for row in map(_assumed_row, components.assumed):
            if row not in baseline_rows:
                arms_by_row.setdefault(tuple(row.items()), []).append(arm)
    return arms_by_row


def command(run: Run) -> str:
    """Return the command that plays the run again elsewhere, from the resolved config in its folder.

    The command that the user typed may not work there: it may continue or extend a run, or name a file, that only exists here.
    """
    most_blocks = max(run.blocks(k) for k in run.players)
    manifest = run.manifest
    tolerance_text = "" if run.tolerance == manifest.tolerance else f" --set tolerance={run.tolerance}"
    return f"rajas run {shlex.quote(f'{run.folder.resolve().name}/config.toml')} --blocks {most_blocks}{tolerance_text}"


def facts(run: Run, *, lists_rule_sets: bool = True, runs: Sequence[Run] = ()) -> Texts:
    """List what determines the games of a run, and what it took to play them.

    Parameters
    ----------
    lists_rule_sets
        Whether rule sets are among the facts; a question that chose the rule sets itself leaves them out.
    runs
        All runs of an answer that differ only in their games, including `run`. If a fact differs between them, each run's fact
        follows the name of its folder. By default `run` alone.
    """
    manifest, all_runs = run.manifest, runs or (run,)
    return (
        ("game", game_title(run)),
        ("strategies", "; ".join(_strategy_text(run, label) for label in manifest.strategies)),
        *(_rule_set_facts(run) if lists_rule_sets else ()),
        ("games", _text_of_runs(all_runs, _games_text)),
        ("seed", str(manifest.seed)),
        ("confidence level", level_text(run.level)),
        *((f"hash of {name}", _text_of_runs(all_runs, attrgetter(f"manifest.hashes.{name}"))) for name, _ in manifest.hashes),
        ("versions", ", ".join(f"{name} {version}" for name, version in manifest.versions.items())),
        ("time", _text_of_runs(all_runs, lambda any_run: _time_text(any_run.manifest.timings))),
    )


def _text_of_runs(runs: Sequence[Run], text_of: Callable[[Run], str]) -> str:
    """Return the text of each run after the name of its folder, or a single text if it is the same for all."""
    texts = {run.folder.resolve().name: text_of(run) for run in runs}
    distinct_texts = [*dict.fromkeys(texts.values())]
    return distinct_texts[0] if len(distinct_texts) == 1 else "; ".join(f"{name}: {text}" for name, text in texts.items())


def _games_text(run: Run) -> str:
    return "; ".join(f"{k} players: {counted(run.manifest.games[k], 'game')} in {_blocks_text(run, k)}" for k in run.players)


def _blocks_text(run: Run, players: int) -> str:
    """Count the blocks of a player count, and those of line-ups that have fewer."""
    n_blocks = run.blocks(players)
    blocks_by_label = {label: run.blocks(players, line_ups) for label, line_ups in run.compared_line_ups(players).items()}
    fewer_by_label = {label: n for label, n in blocks_by_label.items() if n < n_blocks}
    remark = f" ({listed([f'{label} in {n:,}' for label, n in fewer_by_label.items()])})" if fewer_by_label else ""
    return counted(n_blocks, "block") + remark


def _strategy_text(run: Run, label: str) -> str:
    """Return a label, and what it stands for unless it is simply the strategy of that name."""
    choice = run.manifest.labels.get(label)
    parts = [run.player(label)] if run.player(label) != label else []
    parts += [f"{run.names.in_sentence(choice.board)} board"] if choice and choice.board else []
    return f"{label}: {', '.join(parts)}" if parts else label


def _rule_set_facts(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the facts about the rule sets: the arms and what each changes; of a sweep, its paths instead of its points."""
    sweep_arms = run.sweep.arms if run.sweep else ()
    arms = [arm for arm in run.arms if arm not in sweep_arms]
    n_points = len(run.arms) - len(arms)
    yield "rule sets", ", ".join(arms) + (f" and {counted(n_points, 'point')} of a sweep" if n_points else "")
    for arm in arms[1:]:
        yield f"changed in {arm}", changes_text(run.overrides(arm), arm_variant_text(run, arm))
    if run.sweep is not None:
        combination = "together" if run.sweep.together else "crossed"
        yield "swept", f" {combination} with ".join(run.sweep.paths)


def _time_text(timings: Timings) -> str:
    """Write the time, speed, workers and peak memory of a run, as far as they are known."""
    values_by_template = {
        "{} s": timings.wall_s,
        "{} games/s": timings.games_per_s,
        "{} decisions/s": timings.decisions_per_s,
        "{} workers": timings.workers,
        "peak memory {} MiB": timings.peak_memory_mib,
    }
    return ", ".join(template.format(number(value, 0)) for template, value in values_by_template.items() if math.isfinite(value))


def provenance(runs: Sequence[Run]) -> Provenance:
    """Say where an answer comes from.

    Parameters
    ----------
    runs
        The runs with the games of the answer, all with the same players and the same box; the question chose their rule sets.
    """
    return _provenance({"": runs[0]}, runs, lists_rule_sets=False)


def provenance_of_runs(runs: Mapping[str, Run]) -> Provenance:
    """Say where an answer about finished runs comes from, by the runs' names; texts that differ are given for each name."""
    return _provenance(runs, [*runs.values()], lists_rule_sets=True, plays=tuple(dict.fromkeys(map(command, runs.values()))))


def labels_remarks(run: Run) -> tuple[str, ...]:
    """Return one remark that says which strategies the labels stand for; none if every label is the name of its strategy."""
    texts = [f"{label} is {run.player(label)}" for label in run.manifest.strategies if run.player(label) != label]
    return (f"Who plays: {listed(texts)}.",) if texts else ()


def how_sure(runs: Sequence[Run], rule_sets: str = "", experiment_run: Run | None = None) -> Texts:
    """Say what the answer rests on: the varied luck, the players, the box, and the readings of doubtful rules.

    Parameters
    ----------
    runs
        The runs that were played for it, with the same players and the same box.
    rule_sets
        How the rule sets differ, in words; by default their number.
    experiment_run
        The run of the experiment itself, if the other runs are of many boxes.
    """
    run, manifest = runs[0], runs[0].manifest
    most_blocks = max(any_run.blocks(k) for any_run in runs for k in any_run.players)
    n_games = sum(sum(any_run.manifest.games.values()) for any_run in runs)
    deals_text = f"up to {counted(most_blocks, 'deal')} for each number of players"
    luck_text = f"{counted(n_games, 'game')}, {deals_text}; {level_text(run.level)} intervals cover only this"
    if experiment_run is not None:
        own_games_text = counted(sum(experiment_run.manifest.games.values()), "game")
        luck_text += f". The experiment itself played {own_games_text}, for its report"
    line_ups = [*run.compared_line_ups(run.players[0])]
    if line_ups:
        players_text = f"{counted(len(line_ups), 'line-up')}: {listed(line_ups)}"
    else:
        strategies = [(label, run.player(label)) for label in manifest.strategies]
        strategies_text = listed([label if name == label else f"{label} = {name}" for label, name in strategies])
        seats_text = " in every seat" if len(strategies) == 1 else ""
        rung = next_rung(strategies[0][1], manifest.game) if len(strategies) == 1 else None
        stronger_text = f"""; --set 'line_up=["{rung}"]' asks it of stronger ones""" if rung else ""
        players_text = f"{strategies_text}{seats_text}; with other players it may be different{stronger_text}"
    box_text = assumed_text(run)
    has_usual_set = manifest.components.name in (REFERENCE, manifest.game)
    if not has_usual_set:
        box_text = f"component set {manifest.components.name}; {lower_first(box_text)}"
    noted_run = experiment_run or run
    note = read_note(noted_run.folder)
    if note is not None and note.components == noted_run.manifest.hashes.components:
        n_boxes = len(note.boxes[0].positions) if note.boxes else 0  # one row for each box
        box_text += f"; they vary over {n_boxes:,} plausible boxes"
    elif manifest.components.n_assumed:
        box_text += " and kept (rajas ensemble varies them)"
    rule_sets_text = rule_sets or (counted(len(run.arms), "rule set") if len(run.arms) > 1 else "")
    rules_texts = [f"{rule_sets_text} under the same luck"] if rule_sets_text else []
    rules_texts += [_readings_text(run)] if manifest.readings else []
    has_other_rules = len(run.arms) > 1 or note is not None or not has_usual_set
    rules_texts += [*_judging_texts(run)] if has_other_rules else []
    return tuple(
        (name, f"{text}.")
        for name, text in (("Luck", luck_text), ("Players", players_text), (BOX, box_text), ("Rules", "; ".join(rules_texts)))
        if text
    )


def _judging_texts(run: Run) -> Iterator[str]:
    """Yield one text if strategies of the run judge positions by a value that was learned from games by the reference rules."""
    judging = [name for name in dict.fromkeys(map(run.player, run.manifest.strategies)) if name in JUDGING]
    if judging and run.manifest.game in GAMES:
        verb = "judges" if len(judging) == 1 else "judge"
        yield (
            f"{listed(judging)} {verb} positions by a value that was learned from games by the reference rules, so answers about "
            f"other rules may be off; {PLAYS_TO_THE_END} plays to the end of the game"
        )


def _readings_text(run: Run) -> str:
    """Say how many doubtful rules are read in several ways, and how many in one."""
    paths = {f"readings.{name}" for name in run.manifest.readings}
    n_varied = len(paths & {path for arm in run.arms for path in run.overrides(arm)})
    if not n_varied:
        return f"{counted(len(paths), 'doubtful rule')}, each read in one way"
    return (
        f"these vary {n_varied} of {counted(len(paths), 'doubtful rule')}; the other {len(paths) - n_varied} are read in one way"
    )


def how_sure_of_runs(runs: Mapping[str, Run]) -> Texts:
    """Describe the games behind an answer about the first rule sets of runs; texts that differ carry the name of their run."""
    return _merged_texts({name: how_sure([run], _rule_sets_text(run)) for name, run in runs.items()})


def _rule_sets_text(run: Run) -> str:
    n_arms, described_arm = len(run.arms), run.arms[0]
    return f"this answer is about '{described_arm}' only, the first of {n_arms} rule sets played" if n_arms > 1 else ""


def _provenance(
    described_runs: Mapping[str, Run], runs: Sequence[Run], *, lists_rule_sets: bool, plays: tuple[str, ...] = ()
) -> Provenance:
    """Say where an answer comes from: its runs, and the game, facts and assumptions of those that are described.

    Texts that differ between described runs carry the name of their run. `plays` are the commands that play them again.
    """
    all_runs = runs if len(described_runs) < len(runs) else ()
    assumptions_by_run = {name: assumptions(run) for name, run in described_runs.items()}
    summaries = _merged_texts(
        {name: (("", assumptions_of_run.summary),) for name, assumptions_of_run in assumptions_by_run.items()}
    )
    return Provenance(
        question=" \u00b7 ".join(_distinct_texts(lambda run: [run.manifest.question], described_runs.values())),
        runs=tuple(run.folder.resolve().name for run in runs),
        game=" \u00b7 ".join(_distinct_texts(lambda run: [game_title(run)], described_runs.values())),
        strategies=_distinct_texts(played_strategies, described_runs.values()),
        labels=_distinct_texts(lambda run: run.manifest.strategies, described_runs.values()),
        facts=_merged_texts(
            {name: facts(run, lists_rule_sets=lists_rule_sets, runs=all_runs) for name, run in described_runs.items()}
        ),
        assumptions=" ".join(f"{capitalised(name)}: {text}" if name else text for name, text in summaries),
        assumed=_assumed_table({name: assumptions_of_run.rows for name, assumptions_of_run in assumptions_by_run.items()}),
        readings=_merged_texts({name: assumptions_of_run.readings for name, assumptions_of_run in assumptions_by_run.items()}),
        plays=plays,
        name=" \u00b7 ".join(_distinct_texts(lambda run: [run.names.human(run.manifest.name)], described_runs.values())),
    )


def _distinct_texts(texts_of: Callable[[Run], Iterable[str]], runs: Iterable[Run]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for run in runs for text in texts_of(run)))


def _merged_texts(texts_by_run: Mapping[str, Texts]) -> Texts:
    """Merge the texts of several runs: a text that is the same in all appears once, the others with the name of their run."""
    texts_by_name: dict[str, dict[str, str]] = {}
    for run_name, named_texts in texts_by_run.items():
        for name, text in named_texts:
            texts_by_name.setdefault(name, {})[run_name] = text
    merged: list[tuple[str, str]] = []
    for name, text_by_run in texts_by_name.items():
        if len(text_by_run) == len(texts_by_run) and len({*text_by_run.values()}) == 1:
            merged.append((name, text_by_run.popitem()[1]))
        else:
            merged += [(", ".join(filter(None, (name, run_name))), text) for run_name, text in text_by_run.items()]
    return tuple(merged)


def _assumed_table(rows_by_run: Mapping[str, list[dict[str, str]]]) -> Table:
    """Put assumed values in one table; if the runs assume different ones, add the runs that assume each."""
    runs_by_row: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for run_name, rows in rows_by_run.items():
        for row in rows:
            runs_by_row.setdefault(tuple(row.items()), []).append(run_name)
    columns = [Column(key, key.replace("_", " ")) for key in dict.fromkeys(key for row in runs_by_row for key, _ in row)]
    are_same = all(len(run_names) == len(rows_by_run) for run_names in runs_by_row.values())
    rows = [dict(row) | ({} if are_same else {"runs": " and ".join(run_names)}) for row, run_names in runs_by_row.items()]
    return Table("assumed", "assumed values", (*columns, *([] if are_same else [Column("runs", "runs")])), tuple(rows))
