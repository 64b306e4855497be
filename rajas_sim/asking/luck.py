"""How much of a game is luck, and where it sits: sources of luck are dealt anew one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rajas_sim.analysis import Run
from rajas_sim.analysis.luck.skill import SkillAndLuck, skill_and_luck
from rajas_sim.analysis.luck.sources import OF_A_SEAT, UP_TO, LuckShares, luck_shares
from rajas_sim.asking.playing import Playing
from rajas_sim.core.errors import InputError
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.experiment.question.form import Arm
from rajas_sim.experiment.question.resolve import Experiment

DEAL, ROUNDS = "luck.deal_anew", "luck.rounds"
EVERYTHING = "everything"
#: Luck up to a round, the set-up being round 0.
PHASES = {f"{UP_TO}the set-up": 0, f"{UP_TO}round 3": 3, f"{UP_TO}round 6": 6}
LAST = 1000


@dataclass(frozen=True)
class Luck:
    """What is known of luck and skill with one number of players.

    Attributes
    ----------
    shares
        Where the luck sits.
    skill
        What strategies make of one luck; ``None`` where everybody plays the same.
    run
        In which it was played.
    """

    shares: LuckShares
    skill: SkillAndLuck | None
    run: Run

    @property
    def sentences(self) -> tuple[str, ...]:
        """What may be said, without full stops."""
        return (*self.shares.sentences, *(self.skill.sentences if self.skill is not None else ()))


def luck(experiment: Experiment, playing: Playing) -> tuple[Luck, ...]:
    """Play every luck again with each of its sources dealt anew, and say how much of the outcome each has a hand in.

    The games lie in ``<name>_luck_...-<hash>``, a folder for each number of players; asked again, no game is played twice.

    Parameters
    ----------
    experiment
        Its arms, sweep and rule to stop are left out.
    playing
        Where and how.

    Returns
    -------
    tuple of Luck
        One a number of players.

    Raises
    ------
    InputError
        If the game tells no sources of luck apart.
    RunError, StrategyError, StoppedError
        As in `rajas_sim.experiment.playing.runner.run`.
    """
    found = []
    for k in experiment.design.players:
        rules = experiment.rules[k][0]
        if not rules.luck_sources:
            raise InputError(f"{experiment.config.name}: {experiment.game.title} tells no sources of luck apart")
        arms = {EVERYTHING: {DEAL: _purposes(rules)}}
        anew, kept = _deals(rules)
        arms |= {_arm("anew", name): overrides for name, overrides in anew.items()}
        arms |= {_arm("kept", name): overrides for name, overrides in kept.items()}
        of_arms = tuple(Arm(name=name, overrides=overrides) for name, overrides in arms.items())
        run, _ = playing.play(experiment, f"luck_{k}", k, of_arms)
        of_anew, of_kept = ({name: _arm(which, name) for name in anew} for which in ("anew", "kept"))
        found.append(Luck(luck_shares(run, k, of_anew, of_kept, EVERYTHING), skill_and_luck(run, k), run))
    return tuple(found)


def _purposes(rules: Rules) -> list[str]:
    """Return the sources that together are all luck; those of seats cut across them."""
    return [name for name in rules.luck_sources if not name.startswith(OF_A_SEAT)]


def _deals(rules: Rules) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return for each source the rules that deal it anew alone, and those that deal everything else anew."""
    purposes = _purposes(rules)
    own = {name: [name] for name in purposes} | _of_a_kind(purposes)
    anew: dict[str, dict[str, Any]] = {name: {DEAL: of} for name, of in own.items()}
    kept: dict[str, dict[str, Any]] = {name: {DEAL: [s for s in purposes if s not in of]} for name, of in own.items()}
    seats = [name for name in rules.luck_sources if name not in purposes]
    not_thrown = [name for name in purposes if name not in rules.luck_of_seats]
    for seat in seats:
        anew[seat] = {DEAL: [seat]}
        kept[seat] = {DEAL: [*not_thrown, *(other for other in seats if other != seat)]}
    for name, last in PHASES.items():
        anew[name] = {DEAL: purposes, ROUNDS: [0, last]}
        kept[name] = {DEAL: purposes, ROUNDS: [last + 1, LAST]}
    return anew, kept


def _of_a_kind(sources: Sequence[str]) -> dict[str, list[str]]:
    """Return sources of one kind that are weighed together as well: all dice, whatever their colour."""
    kinds: dict[str, list[str]] = {}
    for name in sources:
        kind, dot, _ = name.partition(".")
        if dot:
            kinds.setdefault(f"all {kind}", []).append(name)
    return kinds


def _arm(which: str, name: str) -> str:
    return f"{which}_{re.sub('[^a-z0-9]+', '_', name)}"
