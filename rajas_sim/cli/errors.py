"""From the errors a person may see to a message on stderr and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from rajas_sim.core.errors import InputError, RajasError

FAILED = 1
WRONG_INPUT = 2


class Group(TyperGroup):
    """The top-level group, through which every command is called."""

    def invoke(self, ctx: Any) -> Any:
        """Call the command; turn this package's errors into messages."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            for problem in error.problems:
                say_error(problem)
            raise typer.Exit(WRONG_INPUT) from None
        except RajasError as error:
            say_error(str(error))
            if getattr(error, "is_still_busy", False):
                # A thread inside a compiled game cannot be interrupted, and Python would wait for it.
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(FAILED)
            raise typer.Exit(FAILED) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            say_error(f"output cannot be written: {error.strerror}")
            raise typer.Exit(FAILED) from None
        except KeyboardInterrupt:
            say_error("stopped by Ctrl-C")
            raise typer.Exit(FAILED) from None


def say_error(message: str) -> None:
    """Print an error on stderr."""
    typer.secho("error: ", nl=False, err=True, fg=typer.colors.RED, bold=True)
    typer.echo(message, err=True)
