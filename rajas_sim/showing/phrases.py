"""Phrases that several sections share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rajas_sim.analysis.formatting import counted, in_words, listed, percent
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.core.game import find_game
from rajas_sim.core.games import GAMES

BONFERRONI = ", Bonferroni"
"""Suffix of the name of a method that is corrected for several intervals."""


def basis_text(result: Result) -> str:
    """Return the number of games and blocks that a result is computed from, as text."""
    return f"{counted(result.n_games, 'game')}, {counted(result.n_blocks, 'block')}"


def text_over_players(texts: Mapping[int, str]) -> str:
    """Return a text with one part for each number of players.

    >>> text_over_players({2: "7.2 rounds", 4: "7.5"})
    '7.2 rounds with 2 players and 7.5 with 4'
    """
    first_players = next(iter(texts))
    return listed([f"{text} with {players}{' players' if players == first_players else ''}" for players, text in texts.items()])


def played_strategies(run: Run) -> tuple[str, ...]:
    """Return the names of the strategies that played: for a label of the experiment, the strategy behind it.

    ``careless`` is added if it is such a label, since the glossary explains it.
    """
    declarations = run.manifest.labels
    names = [declarations[label].strategy if label in declarations else label for label in run.manifest.strategies]
    return tuple(dict.fromkeys([*names, *(label for label in declarations if label == "careless")]))


def game_title(run: Run) -> str:
    """Return the title of the game with the variant and the modules of the baseline; the game's first variant is not named.

    A game of the user has only its title.
    """
    name = run.manifest.game
    if name not in GAMES:
        return run.manifest.game_title or run.names.human(name)
    game = find_game(name)
    variant, modules = run.variant_and_modules(run.arms[0])
    variant_texts = [run.names.variant(variant)] if variant != game.variants[0] else []
    return ", ".join([game.title, *variant_texts, *([_modules_text(modules, run.names)] if modules else [])])


def arm_variant_text(run: Run, arm: str) -> str:
    """Return the variant and the modules of an arm as text, each only if the baseline has others; empty if both are the same."""
    variant, modules = run.variant_and_modules(arm)
    baseline_variant, baseline_modules = run.variant_and_modules(run.arms[0])
    texts = [run.names.variant(variant)] if variant != baseline_variant else []
    if set(modules) != set(baseline_modules):
        texts.append(_modules_text(modules, run.names) if modules else "without modules")
    return ", ".join(texts)


def with_remark(name: str, remark: str) -> str:
    """Put a remark, if it is not empty, in brackets after a name; a remark that begins with the name stands alone.

    >>> with_remark("four_each", "without modules"), with_remark("four_each", "")
    ('four_each (without modules)', 'four_each')
    >>> with_remark("moon", "Moon side")
    'Moon side'
    """
    return remark if remark.casefold().startswith(name.casefold()) else f"{name} ({remark})" if remark else name


def _modules_text(modules: Sequence[str], names: Names) -> str:
    return f"with the {listed([names.in_sentence(name) for name in modules])} module{'' if len(modules) == 1 else 's'}"


def changes_text(overrides: Mapping[str, object], variant_text: str = "") -> str:
    """Return what a rule set changes, as text; `variant_text` names its variant and modules if they are changed.

    >>> changes_text({"setup.money": [4, 4], "readings.finish": "round"})
    'setup.money: 4/4; readings.finish: round'
    >>> changes_text({}, "long version")
    'long version'
    """
    parts = [variant_text] if variant_text else []
    return "; ".join([*parts, *(f"{path}: {in_words(value)}" for path, value in overrides.items())]) or "nothing"


def level_text(level: float) -> str:
    """Return a confidence level as text.

    >>> level_text(0.95)
    '95 %'
    """
    return percent(level, 0) if round(100 * level, 6) == round(100 * level) else percent(level)


def method_note(estimates: Iterable[Estimate], counts: str = "blocks") -> str:
    """Return the level and the methods of intervals with the same level, and n; empty for no estimates.

    `counts` says what n counts; if it is empty, n is left out. A method that some intervals use as it is and others with a
    correction is named once, with the correction.
    """
    listed_estimates = list(estimates)
    if not listed_estimates:
        return ""
    smallest_n, largest_n = min(e.n for e in listed_estimates), max(e.n for e in listed_estimates)
    n_text = f"{largest_n:,}" if smallest_n == largest_n else f"{smallest_n:,} to {largest_n:,}"
    # Method -> over how many comparisons it is corrected; empty for a method without a correction.
    comparisons_by_method: dict[str, set[int]] = {}
    for e in listed_estimates:
        correction_match = re.search(r" over (\d+)$", e.method)
        method = e.method[: correction_match.start()] if correction_match else e.method
        comparisons_by_method.setdefault(method, set()).update([int(correction_match.group(1))] if correction_match else [])
    corrected_methods = {
        method.removesuffix(BONFERRONI)
        for method, comparisons in comparisons_by_method.items()
        if comparisons and method.endswith(BONFERRONI)
    }
    method_texts = []
    for method, comparisons in comparisons_by_method.items():
        remark = " where there are several" if comparisons and method.removesuffix(BONFERRONI) in comparisons_by_method else ""
        if comparisons or method not in corrected_methods:
            numbers_text = listed([str(number) for number in sorted(comparisons)])
            method_texts.append(f"{method} over {numbers_text}{remark}" if comparisons else method)
    n_note = f"; n = {n_text} {counts}" if counts else ""
    return f"{level_text(listed_estimates[0].level)} intervals: {' or '.join(method_texts)}{n_note}."
