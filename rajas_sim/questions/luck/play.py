"""Playing every deal again with one source of luck redrawn, and then with all others redrawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rajas_sim.analysis import Run
from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.questions.luck.skill import SkillAndLuck, skill_and_luck
from rajas_sim.questions.luck.sources import OF_A_SEAT, UP_TO, LuckShares, luck_shares
from rajas_sim.questions.runner import Runner
from rajas_sim.study.config.form import Arm
from rajas_sim.study.config.resolve import Experiment

DEAL, ROUNDS = "luck.deal_anew", "luck.rounds"
EVERYTHING = "everything"
#: Luck up to a round; the set-up is round 0.
PHASES = {f"{UP_TO}the set-up": 0, f"{UP_TO}round 3": 3, f"{UP_TO}round 6": 6}
LAST = 1000


@dataclass(frozen=True)
class LuckOfPlayers:
    """Luck and skill with one number of players.

    Attributes
    ----------
    shares
        Where the luck sits.
    skill
        What strategies make of the same luck; ``None`` where everybody plays the same.
    run
        The games.
    """

    shares: LuckShares
    skill: SkillAndLuck | None
    run: Run


def play_luck(experiment: Experiment, runner: Runner) -> tuple[LuckOfPlayers, ...]:
    """Play every deal again with each source of luck redrawn, one run for each number of players.

    The games lie in ``<name>_luck_<players>-<hash>``; asked again, no game is played twice. Arms, a sweep and a rule to stop are
    left out of the experiment.

    Raises
    ------
    InputError
        If the game has no separate sources of luck.
    """
    results = []
    for k in experiment.design.players:
        rules = experiment.rules[k][0]
        if not rules.luck_sources:
            raise InputError(f"{experiment.config.name}: {experiment.game.title} has no separate sources of luck")
        redealt, kept = _deals(rules)
        arms = {EVERYTHING: {DEAL: _purposes(rules)}}
        arms |= {_arm("anew", name): overrides for name, overrides in redealt.items()}
        arms |= {_arm("kept", name): overrides for name, overrides in kept.items()}
        deals = tuple(Arm(name=name, overrides=overrides) for name, overrides in arms.items())
        run, _ = runner.play(experiment, f"luck_{k}", k, deals)
        arms_redealt, arms_kept = ({name: _arm(which, name) for name in redealt} for which in ("anew", "kept"))
        results.append(LuckOfPlayers(luck_shares(run, k, arms_redealt, arms_kept, EVERYTHING), skill_and_luck(run, k), run))
    return tuple(results)


def _purposes(rules: Rules) -> list[str]:
    """Return the sources that together are all luck; those of seats cut across them."""
    return [name for name in rules.luck_sources if not name.startswith(OF_A_SEAT)]


def _deals(rules: Rules) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return for each source the rules that redraw it alone, and those that redraw everything else."""
    purposes = _purposes(rules)
    groups = {name: [name] for name in purposes} | _groups(purposes)
    redealt: dict[str, dict[str, Any]] = {name: {DEAL: group} for name, group in groups.items()}
    kept: dict[str, dict[str, Any]] = {
        name: {DEAL: [source for source in purposes if source not in group]} for name, group in groups.items()
    }
    seats = [name for name in rules.luck_sources if name not in purposes]
    not_thrown = [name for name in purposes if name not in rules.luck_of_seats]
    for seat in seats:
        redealt[seat] = {DEAL: [seat]}
        kept[seat] = {DEAL: [*not_thrown, *(other for other in seats if other != seat)]}
    for name, last in PHASES.items():
        redealt[name] = {DEAL: purposes, ROUNDS: [0, last]}
        kept[name] = {DEAL: purposes, ROUNDS: [last + 1, LAST]}
    return redealt, kept


def _groups(sources: Sequence[str]) -> dict[str, list[str]]:
    """Return sources of one kind that are also redrawn together, such as the dice of all colours."""
    groups: dict[str, list[str]] = {}
    for name in sources:
        kind, dot, _ = name.partition(".")
        if dot:
            groups.setdefault(f"all {kind}", []).append(name)
    return groups


def _arm(which: str, name: str) -> str:
    return f"{which}_{re.sub('[^a-z0-9]+', '_', name)}"
