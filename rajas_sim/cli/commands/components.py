"""`rajas components`: the printed values of the box, and the source of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rajas_sim.cli.asking import open_runner
from rajas_sim.cli.errors import EXIT_WRONG_INPUT, say_error
from rajas_sim.cli.output import print_json, print_values, value_text
from rajas_sim.cli.shared_options import AsJson, GameName, Quiet, choice_text
from rajas_sim.core.games import DEFAULT_GAME, GAMES, is_game
from rajas_sim.questions.shared_options import Components, Keys, OnCluster, PlayOptions, Workers
from rajas_sim.showing.printing import echo
from rajas_sim.showing.rows import print_table

if TYPE_CHECKING:
    from rajas_sim.core.game import Game
    from rajas_sim.core.rulebook.component_source import ValueRow
    from rajas_sim.questions.ensemble.sample_summary import SampleSummary, Spread
    from rajas_sim.running.boxes.sample import Sample

# At most so many values that differ from the reference are listed; the others are counted.
VALUES_SHOWN = 20

GameOfFile = Annotated[
    str | None, typer.Option("--game", help=f"Which game: {choice_text(GAMES)}; left out: that of the file, or {DEFAULT_GAME}.")
]

app = typer.Typer(help="List, check and sample the printed values of the box.", no_args_is_help=True)

#: With fewer boxes, a mean gets no interval, since it would extend beyond possible values.
FEWEST_BOXES = 5


@app.command("list")
def list_components(
    components: Components = None,
    is_assumed_only: Annotated[bool, typer.Option("--assumed", help="Only assumed values.")] = False,
    as_json: AsJson = False,
    game: GameOfFile = None,
) -> None:
    """List every value with its provenance and, if it is assumed, its plausible range.

    Without --components, the reference set is listed.
    """
    rows = _chosen_game(game, components).components.list_values(components)
    if is_assumed_only:
        rows = [row for row in rows if row["provenance"] == "assumed"]
    print_values(rows, as_json)


@app.command("export")
def export_components(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="File to write; it must not exist.")],
    game: GameName = DEFAULT_GAME,
    is_quiet: Quiet = False,
) -> None:
    """Write a copy of the reference set, to fill in from a real box.

    Delete what you do not know, or leave it as it is: it stays as in the reference, and assumed where it is. A file may also
    begin empty, with name, box and the values that you know.
    """
    from rajas_sim.core.game import find_game

    find_game(game).components.export(target)
    echo(target if is_quiet else f"Wrote {target}. Enter the values of your box, then: rajas components check {target}")


@app.command("check")
def check_components(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Component file to check.")], game: GameOfFile = None
) -> None:
    """Check a component file: counts, ranges and spelling, all problems at once.

    If nothing is wrong, it asks about values that look like mistakes, and says how many of the values are your own; what the file
    leaves out is as in the reference.
    """
    from rajas_sim.core.rulebook.component_file import text_of
    from rajas_sim.live.box_doubts import doubt_texts
    from rajas_sim.live.box_file import BoxFile
    from rajas_sim.study.config.toml_text import quotes_hint

    checked_game = _chosen_game(game, path)
    problems = checked_game.components.check(path)
    for problem in problems:
        say_error(problem + (quotes_hint(text_of(path), problem) if "TOML" in problem else ""))
    if problems:
        raise typer.Exit(EXIT_WRONG_INPUT)
    echo(f"{path}: consistent components of {checked_game.name}")
    for text in doubt_texts(checked_game, BoxFile(checked_game.components, path).entries()):
        echo(f"Doubtful: {text}")
    _print_filled_in(checked_game, path)


@app.command("sample")
def sample_components(
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="How many boxes are kept.")] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="The same seed gives the same boxes.")] = 1,
    game: GameOfFile = None,
    components: Components = None,
    like: Annotated[Path | None, typer.Option(metavar="TARGETS", help="File with targets; left out: those of the game.")] = None,
    tolerance: Annotated[
        float | None, typer.Option(metavar="T", min=0.0, help="How far a target may lie outside its range, in half-widths.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=4, help="Games that measure each target, an even number.")] = 400,
    strategy: Annotated[str, typer.Option(metavar="NAME", help="Strategy that plays them on every seat.")] = "strong",
    workers: Workers = None,
    cluster: OnCluster = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder; left out: reports/boxes_GAME-HASH.")] = None,
    as_json: AsJson = False,
    is_quiet: Quiet = False,
) -> None:
    """Draw plausible boxes: assumed values are drawn from their ranges, and a box is kept if good play meets the targets.

    Values that are not assumed stay as they are. The same command continues an interrupted one; a larger --n adds boxes.
    """
    from rajas_sim.questions.ensemble.play import draw_boxes
    from rajas_sim.questions.ensemble.sample_summary import sample_summary
    from rajas_sim.running.boxes.sample import sampling_of, usual_folder

    game_name = _chosen_game(game, components).name
    sampling = sampling_of(game_name, seed, base=components, like=like, tolerance=tolerance, games=games, strategy=strategy)
    folder = usual_folder(sampling, Path("reports")) if out is None else out
    with open_runner(game_name, "", workers=workers, cluster=cluster, is_quiet=is_quiet) as runner:
        sample = draw_boxes(sampling, n, folder, runner)
    if is_quiet and not as_json:
        echo(folder)
    else:
        _print_sample(sample, sample_summary(sample), as_json)


@app.command("ask")
def ask_components(
    config: Annotated[str, typer.Argument(metavar="CONFIG", help="Experiment, as for `rajas ensemble`.")],
    n: Annotated[int, typer.Option("--n", metavar="N", min=1, help="How many values to ask for.")] = 10,
    boxes: Annotated[
        int | None, typer.Option(metavar="N", min=5, help="Number of boxes, in place of the number in the file.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(metavar="N", min=3, help="Blocks to play in each box.")] = None,
    sets: Keys = None,
    components: Components = None,
    workers: Workers = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where runs and boxes are stored.")] = "reports",
    is_quiet: Quiet = False,
) -> None:
    """Print a form with the values to read off a real box first: those that explain most of the differences between boxes.

    Write what you read off into a component file, which may hold these values alone, and append the filled-in form: it says which
    values are confirmed, and these are not drawn again. Playing takes minutes, as for `rajas ensemble`; a terminal shows how far
    it is.
    """
    from rajas_sim.cli.output import strategies_print_to_stderr
    from rajas_sim.questions.asking import open_experiment
    from rajas_sim.questions.ensemble import EnsembleQuestion
    from rajas_sim.questions.ensemble.form import form_of

    with strategies_print_to_stderr():
        numbers = [f"ensemble.{key}={value}" for key, value in (("boxes", boxes), ("blocks", blocks)) if value is not None]
        experiment = open_experiment(config, PlayOptions(set=[*(sets or ()), *numbers], components=components))
        with open_runner(experiment.game.name, out, workers=workers, cluster=None, is_quiet=is_quiet) as runner:
            question = EnsembleQuestion(report=False)
            answer = question.ask(experiment, replace(runner, question=question.name))
    echo(form_of(answer, n))


def _print_sample(sample: Sample, summary: SampleSummary, as_json: bool) -> None:
    """Print how many of the drawn boxes were kept, and each target in drawn and kept boxes; or all of it as JSON."""
    from rajas_sim.analysis.formatting import percent

    if as_json:
        from rajas_sim.showing.as_json import plain_values

        print_json(plain_values(summary))
        return
    sampling = sample.sampling
    impossible_text = f", {summary.n_impossible:,} of them impossible" if summary.n_impossible else ", none of them impossible"
    acceptance = summary.acceptance
    acceptance_text = f"{percent(acceptance.low)} to {percent(acceptance.high)} of such boxes would be kept"
    echo(f"{len(sample.kept):,} boxes kept of {summary.n_drawn:,} drawn{impossible_text}; {acceptance_text} (95 % interval).")
    echo(
        f"Targets are means over {sampling.games:,} games between {sampling.strategy} players (plans against balanced). "
        f"A box is kept if no target lies more than {sampling.tolerance:g} half-widths outside its range."
    )
    rows = []
    for target in summary.targets:
        missed_text = f"{target.n_missed:,} of {target.drawn.mean.n:,}"
        rows.append((target.name, target.range_text, _spread_text(target.drawn), _spread_text(target.kept), missed_text))
    drawn_heading, kept_heading = f"drawn (n = {len(sample.played):,})", f"kept (n = {len(sample.kept):,})"
    print_table(
        ("target", "range", f"{drawn_heading}: mean, nine in ten", f"{kept_heading}: mean, nine in ten", "missed by"), rows
    )
    echo(f"Boxes   {sample.folder}")


def _spread_text(spread: Spread) -> str:
    """Return mean, its interval if there are enough boxes, and the range of nine in ten boxes."""
    mean = spread.mean
    if mean.n < FEWEST_BOXES:
        return f"{mean.value:.2f} (too few boxes to tell), {spread.low:.2f} to {spread.high:.2f}"
    return f"{mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f}), {spread.low:.2f} to {spread.high:.2f}"


def _chosen_game(name: str | None, path: Path | None) -> Game:
    """Return the game with this name; without a name, the game that the component file names; otherwise the default game."""
    from rajas_sim.core.game import find_game
    from rajas_sim.study.config.files import box_of, refuse_experiment

    game_of_file = box_of(path) if name is None and path is not None else None
    game = find_game(name or (game_of_file if game_of_file is not None and is_game(game_of_file) else DEFAULT_GAME))
    refuse_experiment(path)
    return game


def _print_filled_in(game: Game, path: Path) -> None:
    """Print how many values of a component file are the user's own, and which values differ from the reference."""
    from rajas_sim.core.rulebook.component_file import read_raw
    from rajas_sim.core.rulebook.component_source import is_printed, values_of

    reference_rows = {row["path"]: row for row in game.components.list_values()}
    rows = game.components.list_values(path)

    def differs(row: ValueRow) -> bool:
        return row["path"] not in reference_rows or row["value"] != reference_rows[row["path"]]["value"]

    given_paths = {value_path for value_path, _ in values_of(read_raw(path))}
    changed_rows = [row for row in rows if row != reference_rows.get(row["path"])]
    moved_rows = [row for row in changed_rows if row["path"] not in given_paths and differs(row)]
    own_rows = [row for row in changed_rows if row not in moved_rows]
    printed_rows, own_printed_rows = ([row for row in group if is_printed(row["path"])] for group in (rows, own_rows))
    for line in _own_values_lines(printed_rows, own_printed_rows):
        echo(line)
    for line in _moved_lines(game, path, moved_rows):
        echo(line)
    lines = [
        f"{row['path']}: {value_text(row['value'])} (reference: {_reference_text(reference_rows, row['path']) or 'none'})"
        for row in changed_rows
        if differs(row)
    ]
    paths = {row["path"] for row in rows}
    lines += [
        f"{value_path}: left out (reference: {_reference_text(reference_rows, value_path)})"
        for value_path in reference_rows
        if value_path not in paths
    ]
    if not lines:
        echo("Every value is that of the reference.")
        return
    echo(f"{len(lines)} value{'s' * (len(lines) > 1)} differ{'s' * (len(lines) == 1)} from the reference:")
    for line in lines[:VALUES_SHOWN]:
        echo(f"  {line}")
    if len(lines) > VALUES_SHOWN:
        echo(f"  and {len(lines) - VALUES_SHOWN} more; rajas components list --components {path} shows all of them")


def _moved_lines(game: Game, path: Path, moved_rows: Sequence[ValueRow]) -> Iterator[str]:
    """Yield sentences about what the file replaces at its only place in the reference, so that it is assumed at another place.

    `moved_rows` are values that the file does not give but that differ from the reference.
    """
    from rajas_sim.core.rulebook.paths import value_at

    values, reference = game.components.read(path), game.components.read()
    for place in dict.fromkeys(row["path"].rpartition(".")[0] for row in moved_rows):
        section = place.rpartition(".")[0]
        content = value_at(values, place.split("."))
        reference_section = value_at(reference, section.split("."))
        old_key = next((key for key, old_content in reference_section.items() if old_content == content), None)
        if old_key is not None:
            yield (
                f"Moved: {place} has what the reference has at {section}.{old_key} alone, where your file has something else or "
                f"nothing: it is assumed to be printed somewhere. If you know what is printed at {place}, give that too."
            )


def _reference_text(reference_rows: Mapping[str, ValueRow], path: str) -> str:
    """Return the value at a path of the reference as text; empty if it has none there."""
    if path not in reference_rows:
        return ""
    row = reference_rows[path]
    return value_text(row["value"]) + (", by the rulebook" if row["provenance"] == "rulebook" else "")


def _own_values_lines(rows: Sequence[ValueRow], own_rows: Sequence[ValueRow]) -> Iterator[str]:
    """Yield sentences about how many of `rows` are the user's own, and which sections are given only in part."""
    own_paths = {row["path"] for row in own_rows}
    n_own, n_assumed = len(own_rows), sum(row["provenance"] == "assumed" and row["path"] not in own_paths for row in rows)
    verb = "is" if n_own == 1 else "are"
    yield (
        f"{n_own:,} of {len(rows):,} values {verb} yours; the other {len(rows) - n_own:,} are the reference's, of which "
        f"{n_assumed:,} are assumed."
    )
    n_by_section, n_own_by_section = (Counter(row["path"].partition(".")[0] for row in group) for group in (rows, own_rows))
    partly_given = [
        f"{section} ({n_own_by_section[section]:,} of {n:,})"
        for section, n in n_by_section.items()
        if 0 < n_own_by_section[section] < n
    ]
    if partly_given:
        yield f"Given in part: {', '.join(partly_given)}."
