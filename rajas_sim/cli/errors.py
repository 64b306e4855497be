"""Turns errors into messages on stderr and exit codes."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from rajas_sim.core.errors import InputError, RajasError, StoppedError
from rajas_sim.showing.printing import echo

EXIT_FAILED, EXIT_WRONG_INPUT = RajasError.exit_code, InputError.exit_code
#: The exit code of a question that stays undecided within the games allowed.
EXIT_UNDECIDED = 3
# The error that Typer raises for wrong arguments; it has no public name.
UsageError: type[Any] = typer.BadParameter.__mro__[1]
#: Options for playing an experiment; commands that read a run do not have them.
OPTIONS_OF_PLAYING = ("--workers", "--cluster", "--blocks")
#: What Typer says of a wrong number -> what is said in its place.
_TEXTS_ABOUT_NUMBERS = {
    "Input should be a valid integer, unable to parse string as an integer": "must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "must be a number",
    "Input should be greater than or equal to": "must be at least",
    "Input should be less than or equal to": "must be at most",
}
_QUOTES_HINT = " Put a value with spaces or brackets in quotes: --set 'players=[2, 4]'."


class Group(TyperGroup):
    """The top-level group, through which every command is called."""

    def main(  # type: ignore[override]  # the other parameters are Typer's own
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Call the program; print errors in its arguments like all other errors."""
        try:
            sys.exit(super().main(args, prog_name, standalone_mode=False, **extra))
        except UsageError as error:
            # A group that is called without arguments has printed its help; then the message is empty.
            if message := error.format_message():
                is_unquoted = "unexpected extra argument" in message and "--set" in (sys.argv if args is None else args)
                hint = _QUOTES_HINT if is_unquoted else _other_option_hint(error)
                for typer_text, text in _TEXTS_ABOUT_NUMBERS.items():
                    message = message.replace(typer_text, text)
                say_error(f"{error.message}.{hint}" if hint else message)
                echo(f"Try '{error.ctx.command_path} --help' for help." if error.ctx else "", err=True)
            sys.exit(EXIT_WRONG_INPUT)

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:  # noqa: ANN401 - no public name
        """Parse the arguments; Ctrl-C may end this too.

        They must be valid UTF-8, since manifests and pages quote them.
        """
        with _errors_as_messages():
            if unreadable_arguments := [word for word in args if word != word.encode(errors="ignore").decode()]:
                raise InputError(
                    f"{word!r}: is not valid UTF-8; a file or folder needs a name that is" for word in unreadable_arguments
                )
            return super().make_context(info_name, args, *more, **extra)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as above
        """Call the command; turn errors of this package into messages."""
        with _errors_as_messages():
            return super().invoke(ctx)


#: Similarity from which an unknown option is taken for a misspelt option of the command.
LEAST_SIMILARITY = 0.8


@contextmanager
def _errors_as_messages() -> Iterator[None]:
    """Print errors, and exit with the exit code of each."""
    try:
        yield
    except (RajasError, KeyboardInterrupt) as raised:
        error = StoppedError.by_interrupt(raised) if isinstance(raised, KeyboardInterrupt) else raised
        for problem in error.problems if isinstance(error, InputError) else [str(error)]:
            say_error(problem)
        if isinstance(error, StoppedError) and error.is_still_busy:
            # A thread inside a compiled game cannot be interrupted, and Python would wait for that thread.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(error.exit_code)
        raise typer.Exit(error.exit_code) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        # An error about standard output has no file name; an error about a file has one.
        subject = "output cannot be written" if error.filename is None else error.filename
        say_error(f"{subject}: {error.strerror}")
        raise typer.Exit(EXIT_FAILED) from None


def _other_option_hint(error: Any) -> str:  # noqa: ANN401 - the class has no public name
    """Return a hint for an option that the command does not have: a similar one, or how it takes this one; empty for no hint."""
    option = getattr(error, "option_name", None)
    if option is None:
        return ""
    command = error.ctx.command
    flags = {flag for parameter in command.params for flag in parameter.opts}
    if similar_flags := difflib.get_close_matches(option, flags, 1, LEAST_SIMILARITY):
        return f" Did you mean {similar_flags[0]}?"
    if option in ("--hint", "--hints") and "--me" in flags:
        return " Play yourself with --me; then h gives a hint"
    if option == "--board" and "--variant" in flags:
        return " The variant of the game is given by --variant"
    if option in OPTIONS_OF_PLAYING and any(parameter.metavar == "RUN" for parameter in command.params):
        return f" It is an option of commands that play an experiment; {error.ctx.command_path} reads a run that was played"
    if not {"config", "--set"} <= flags:
        return ""
    if command.name == "tune":
        from rajas_sim.running.tuning.load import TuningConfig as FileForm
    else:
        from rajas_sim.study.config.form import Config as FileForm  # type: ignore[assignment]

    name = option.removeprefix("--").replace("-", "_")
    keys = [key for key in (name, f"{name}s") if key in FileForm.model_fields]
    return f" It is a key of the file: --set {keys[0]}=VALUE" if keys else ""


def say_error(message: str) -> None:
    """Print an error on stderr, in colour on a terminal unless the variable NO_COLOR is set (no-color.org)."""
    label = "error: "
    typer.echo(label if os.environ.get("NO_COLOR") else typer.style(label, fg=typer.colors.RED, bold=True), nl=False, err=True)
    echo(message, err=True)


def say_note(message: str) -> None:
    """Print a note on stderr; the command goes on."""
    echo(f"note: {message}", err=True)
