"""From the errors a person may see to a message on stderr and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from rajas_sim.cli.exit_codes import FAILED, STOPPED, WRONG_INPUT
from rajas_sim.core.errors import InputError, RajasError, StoppedError

# What Typer raises for wrong arguments; it has no public name.
UsageError: type[Any] = typer.BadParameter.__mro__[1]
_QUOTES = " Put a value with spaces or brackets in quotes: --set 'players=[2, 4]'."


class Group(TyperGroup):
    """The top-level group, through which every command is called."""

    def main(  # type: ignore[override]  # the other parameters are Typer's own
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Call the program; print errors in its arguments like all other errors."""
        try:
            sys.exit(super().main(args, prog_name, standalone_mode=False, **extra))
        except UsageError as error:
            # Without arguments a group has shown its help, and there is nothing to say.
            if message := error.format_message():
                is_split = "unexpected extra argument" in message and "--set" in (sys.argv if args is None else args)
                say_error(f"{message}.{_QUOTES}" if is_split else message)
                typer.echo(f"Try '{error.ctx.command_path} --help' for help." if error.ctx else "", err=True)
            sys.exit(WRONG_INPUT)

    def make_context(self, *args: Any, **more: Any) -> Any:  # noqa: ANN401 - the class has no public name
        """Read what was typed, which Ctrl-C may end as well."""
        with _errors_as_messages():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as above
        """Call the command; turn this package's errors into messages."""
        with _errors_as_messages():
            return super().invoke(ctx)


@contextmanager
def _errors_as_messages() -> Iterator[None]:
    """Print errors, and end with the exit code of each."""
    try:
        yield
    except InputError as error:
        for problem in error.problems:
            say_error(problem)
        raise typer.Exit(WRONG_INPUT) from None
    except (StoppedError, KeyboardInterrupt) as error:
        stopped = StoppedError.of(error) if isinstance(error, KeyboardInterrupt) else error
        say_error(str(stopped))
        if stopped.is_still_busy:
            # A thread inside a compiled game cannot be interrupted, and Python would wait for it.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(STOPPED)
        raise typer.Exit(STOPPED) from None
    except RajasError as error:
        say_error(str(error))
        raise typer.Exit(FAILED) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        # Standard output has no name here; every file has.
        what = "output cannot be written" if error.filename is None else error.filename
        say_error(f"{what}: {error.strerror}")
        raise typer.Exit(FAILED) from None


def say_error(message: str) -> None:
    """Print an error on stderr; in colour on a terminal, unless NO_COLOR asks for none (no-color.org)."""
    label = "error: "
    typer.echo(label if os.environ.get("NO_COLOR") else typer.style(label, fg=typer.colors.RED, bold=True), nl=False, err=True)
    typer.echo(message, err=True)


def say_note(message: str) -> None:
    """Print a remark on stderr that does not stop the command."""
    typer.echo(f"note: {message}", err=True)
