"""`rajas tune`: find values of a strategy's parameters by playing."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rajas_sim.cli.asking import chosen_cluster, given_options
from rajas_sim.cli.errors import say_note
from rajas_sim.cli.output import print_json, progress_bar, strategies_print_to_stderr
from rajas_sim.cli.shared_options import Quiet
from rajas_sim.questions.shared_options import Components, Keys, OnCluster, Seed, Workers
from rajas_sim.showing.printing import echo

if TYPE_CHECKING:
    from rajas_sim.analysis.statistics.estimate import Estimate
    from rajas_sim.running.tuning.load import Tuning
    from rajas_sim.running.tuning.tune import TuningResult
    from rajas_sim.running.tuning.values_file import TunedKind


REPORTS = Path("reports")


def complete_tuning(incomplete: str) -> list[str]:
    """Return the names of shipped tunings, for shell completion."""
    from rajas_sim.study.config.shipped import shipped_names

    return [name for name in shipped_names("tuning") if name.startswith(incomplete)]


def tune(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="Tuning file (.toml), or the name of a shipped one such as tune_balanced.",
            autocompletion=complete_tuning,
        ),
    ],
    generations: Annotated[int | None, typer.Option(metavar="N", help="Number of generations, in place of the file's.")] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", help="Minutes to search for each variant and number of players.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(metavar="N", help="Luck seeds of a generation, in place of the file's.")] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = None,
    sets: Keys = None,
    components: Components = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the tuning gets its folder, NAME-HASH.")] = REPORTS,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with what was found.")] = False,
    is_quiet: Quiet = False,
) -> None:
    """Find better values of a strategy's parameters by playing, and write them to a file beside the strategy.

    In each generation candidates play against opponents; the next ones are near the best. At the end the values found play
    against the old strategy and each opponent on fresh luck. The same command continues an interrupted tuning. With more
    generations it continues a finished one.
    """
    from rajas_sim.running.tuning.load import load_tuning
    from rajas_sim.study.config.shipped import find_file

    options = given_options(generations=generations, minutes=minutes, blocks=blocks, seed=seed, components=components)
    sets_without_output = [text for text in sets or [] if text.partition("=")[0].strip() != "output"]
    machine_options: dict[str, Any] = {"out": out} if out != REPORTS else {}
    if cluster is not None:
        machine_options["cluster"] = cluster
    # This one is stored with the values. It omits options that change no result, so equal values give equal files.
    command = _command(config, options, sets_without_output)
    typed_command = _command(config, {**options, **machine_options}, sets or [])
    with strategies_print_to_stderr():
        tuning = load_tuning(find_file("tuning", config), sets or [], options=options)

        from rajas_sim.running.tuning.tune import tune as run_tuning

        with (
            chosen_cluster(cluster, workers, is_quiet) as client,
            progress_bar(tuning.game.name, is_quiet, plays_on_cluster=client is not None, shows_time_left=False) as (_, on_count),
        ):
            result = run_tuning(
                tuning,
                out,
                workers=workers,
                cluster=client,
                on_progress=on_count,
                on_note=None if is_quiet else say_note,
                command=command,
                typed=typed_command,
            )
    if as_json:
        print_json(_as_json(result))
    elif is_quiet:
        echo(result.values_file)
    else:
        _print_result(tuning, result)


def _command(config: str, options: Mapping[str, Any], sets: Sequence[str]) -> str:
    """Return the command ``rajas tune`` with these options (without ``--``) and settings (``--set``)."""
    option_words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    return shlex.join(["rajas", "tune", config, *option_words, *(word for text in sets for word in ("--set", text))])


def _print_result(tuning: Tuning, result: TuningResult) -> None:
    """Print how much was played for each result and what it wins, then the files; a note marks those not shown to be better."""
    for tuned in result.tuned:
        echo(f"{tuned.kind.title}: {_effort_text(tuning, tuned)}.")
        echo(_strength_sentence(tuning, tuned))
        if not tuned.is_better:
            note = f"no improvement shown; more {_more_of_what(tuning)} may be needed"
            if tuned in result.not_written:
                note += f". {result.values_file} is unchanged; the new values are in {result.folder}"
            say_note(note)
    echo(f"Played {result.n_new_games:,} games now.")
    echo(f"Folder  {result.folder}")
    echo(f"Values  {result.values_file}")


def _more_of_what(tuning: Tuning) -> str:
    """Return of what more may show an improvement."""
    if tuning.config.value is not None:
        return "games"
    return "generations or more blocks" if tuning.config.lessons is None else "lessons or more decisions"


def _effort_text(tuning: Tuning, tuned: TunedKind) -> str:
    """Return how many games were played for a result, as text."""
    from rajas_sim.analysis.formatting import counted

    if tuning.config.value is not None:
        return f"learned from {tuned.games:,} games with {tuned.kind.players} players, of all kinds together"
    if tuning.config.lessons is not None:
        times, decisions = tuning.config.lessons.times, tuning.config.lessons.decisions
        lessons = f"{counted(times, 'lesson')} of {decisions:,} decisions"
        return f"{tuned.games:,} games for {lessons}; went {tuned.step:g} of the way that the last lesson points"
    saved_percent = 100 * (1 - tuned.games / tuned.most_games) if tuned.games else 0.0
    generations = counted(tuned.generations, "generation")
    return f"{tuned.games:,} games in {generations}, {saved_percent:.0f} % fewer than without stopping candidates early"


def _strength_sentence(tuning: Tuning, tuned: TunedKind) -> str:
    """Return a sentence about the win shares of the new values on fresh luck."""
    from rajas_sim.analysis.formatting import percent, percent_range

    shares = [f"{percent(share.value)} ({percent_range(share.low, share.high)}) against {label}" for label, share in tuned.shares]
    blocks, even_share = tuned.shares[0][1].n, percent(1 / tuned.kind.players)
    state = "looking ahead" if tuning.config.value else "corrected" if tuning.config.lessons else "tuned"
    label = f"{tuning.strategy.label}, {state},"
    return f"On {blocks:,} blocks of fresh luck {label} wins {', '.join(shares)}; even would be {even_share}."


def _share_as_json(share: Estimate) -> dict[str, Any]:
    """Return a win share as a JSON object, with ``blocks`` in place of n."""
    fields = asdict(share)
    del fields["name"]
    return {"blocks" if key == "n" else key: value for key, value in fields.items()}


def _as_json(result: TuningResult) -> dict[str, Any]:
    """Return the result as the document that ``--json`` prints."""
    return {
        "folder": str(result.folder),
        "values_file": str(result.values_file),
        "new_games": result.n_new_games,
        "tuned": [
            {
                "variant": tuned.kind.variant,
                "players": tuned.kind.players,
                "generations": tuned.generations,
                "games": tuned.games,
                "values": dict(tuned.values),
                "shares": {label: _share_as_json(share) for label, share in tuned.shares},
            }
            for tuned in result.tuned
        ],
    }
