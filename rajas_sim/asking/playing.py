"""Playing the rule sets that a question needs, each number of players in a run of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rajas_sim.analysis import Run, load_run
from rajas_sim.asking.pilot import FEWEST_TABLES
from rajas_sim.experiment.folder.places import copied_here
from rajas_sim.experiment.playing.pace import Progress
from rajas_sim.experiment.playing.runner import run
from rajas_sim.experiment.question.form import Arm
from rajas_sim.experiment.question.resolve import Experiment, resolve

if TYPE_CHECKING:
    from distributed import Client


@dataclass(frozen=True)
class Player:
    """Plays an experiment under rule sets that a question thinks of.

    Attributes
    ----------
    arguments
        Where and how games are played, as `rajas_sim.experiment.playing.runner.run` takes it.
    """

    experiment: Experiment
    arguments: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        experiment: Experiment,
        out: Path | str,
        workers: int | None,
        cluster: Client | None,
        on_progress: Callable[[Progress], None] | None,
        on_note: Callable[[str], None] | None,
        command: str,
    ) -> Player:
        """Put together what `run` takes by name."""
        where = {"out": out, "workers": workers, "cluster": cluster}
        return cls(experiment, {**where, "on_progress": on_progress, "on_note": on_note, "command": command})

    def play(self, name: str, players: int, arms: tuple[Arm, ...], tables: tuple[str, ...] = FEWEST_TABLES) -> Run:
        """Play one number of players, or what is missing of it, and open the run ``<experiment>_<name>-<hash>``.

        The experiment's own arms, sweep and rule to stop are left out.
        """
        config = self.experiment.config
        own = {"arms": arms, "sweep": None, "solve": None, "power": None, "stop": None, "expect": ()}
        changes = {"name": f"{config.name}_{name}", "players": (players,), "blocks": config.most_blocks, "tables": tables, **own}
        return load_run(copied_here(run(resolve(config.model_copy(update=changes)), **self.arguments).folder))
