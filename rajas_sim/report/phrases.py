"""Phrases that several sections share."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from rajas_sim.analysis import Estimate, Run
from rajas_sim.analysis.words import counted, human, listed, percent, value_text, whole
from rajas_sim.core import game


def basis(n_games: int, n_blocks: int) -> str:
    """Say over how many games and blocks something was computed."""
    return f"{counted(n_games, 'game')}, {counted(n_blocks, 'block')}"


def with_players(players: int) -> str:
    """Title of a panel about one player count."""
    return f"{players} players"


def game_title(run: Run) -> str:
    """Name the game in words, with its variant (the first of a game goes without saying) and its modules."""
    m = run.manifest
    if m["game"] not in game.GAMES:
        return human(m["game"])
    played = game.get(m["game"])
    title = played.title
    if m["variant"] != played.variants[0]:
        title += f", {human(m['variant'])} version"
    modules = [human(module) for module in m["modules"]]
    if modules:
        title += f", with the {listed(modules)} module{'' if len(modules) == 1 else 's'}"
    return title


def changes_text(overrides: Mapping[str, object]) -> str:
    """Say what a rule set changes.

    >>> changes_text({"setup.money": [4, 4], "readings.finish": "round"})
    'setup.money: 4/4; readings.finish: round'
    """
    return "; ".join(f"{path}: {value_text(value)}" for path, value in overrides.items()) or "nothing"


def level_text(level: float) -> str:
    """Write a confidence level.

    >>> level_text(0.95)
    '95 %'
    """
    return percent(level, 0) if round(100 * level, 6) == round(100 * level) else percent(level)


def largest_end(estimates: Iterable[Estimate]) -> float:
    """Find how far an axis must reach for the estimates and their intervals; 1 if there are none."""
    return max((end for e in estimates for end in (e.value, e.high) if math.isfinite(end)), default=1.0)


def method_note(estimates: Iterable[Estimate]) -> str:
    """Say how the intervals of a table were computed and over how many blocks."""
    found = list(estimates)
    if not found:
        return ""
    fewest, most = min(e.n for e in found), max(e.n for e in found)
    n = whole(most) if fewest == most else f"{whole(fewest)} to {whole(most)}"
    families = sorted({int(m.group(1)) for e in found if (m := re.search(r"over (\d+)$", e.method))})
    method = re.sub(r"over \d+$", f"over {listed([str(f) for f in families])}", found[0].method) if families else found[0].method
    return f"{level_text(found[0].level)} intervals: {method}; n = {n} blocks."
