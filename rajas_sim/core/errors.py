"""The errors a person may see; the command line turns them into a message and an exit code."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

#: How alike a name and a suggested one must be at least, as `difflib` measures it; names of four letters may have two exchanged.
LEAST_LIKENESS = 0.65


class RajasError(Exception):
    """Base of every error raised on purpose by this package.

    Attributes
    ----------
    exit_code
        The exit code of a command that raises this error.
    """

    exit_code = 1


class InputError(RajasError):
    """Something given by the user cannot be used.

    Parameters
    ----------
    problems
        One sentence per problem: the place, what was found and what is allowed. All problems are reported at once.
    """

    exit_code = 2

    def __init__(self, problems: str | Iterable[str]) -> None:
        self.problems: list[str] = [problems] if isinstance(problems, str) else list(problems)
        super().__init__("\n".join(self.problems))


def not_installed(what: str, library: str, extra: str) -> InputError:
    """Return an error that says which library `what` needs, and how to install it with an `extra` of this package."""
    clone = f"in a clone of rajas: pip install -e '.[{extra}]'"
    return InputError(f"{what}: needs {library}; install it with: pip install 'rajas[{extra}]' ({clone})")


class RunError(RajasError):
    """The work was understood but could not be carried out."""


class StrategyError(RunError):
    """A strategy raised an exception or returned something that is not an option.

    Attributes
    ----------
    game
        The number of the game in its batch, counted from 0; None if unknown.
    """

    game: int | None = None


class StoppedError(RajasError):
    """The work was ended by Ctrl-C or SIGTERM.

    Attributes
    ----------
    is_still_busy
        Whether a thread is still inside a long game; that game ends with the process.
    """

    exit_code = 130
    is_still_busy = False

    @classmethod
    def by_interrupt(cls, interrupt: KeyboardInterrupt) -> StoppedError:
        """Return the error whose message names the signal that stopped the work."""
        return cls(f"stopped by {' '.join(map(str, interrupt.args)) or 'Ctrl-C'}")


def did_you_mean(name: str, known_names: Iterable[str]) -> str:
    """Return a question that suggests the nearest known names, to append to a message; empty if none is near.

    >>> did_you_mean("balancd", ["balanced", "random"])
    "; did you mean 'balanced'?"
    """
    nearest_names = difflib.get_close_matches(name, list(known_names), n=3, cutoff=LEAST_LIKENESS)
    return f"; did you mean {' or '.join(map(repr, nearest_names))}?" if nearest_names else ""


def unknown_name(kind: str, name: str, known_names: Iterable[str]) -> str:
    """Return the message for an unknown name, with the nearest known names and the list of all.

    >>> unknown_name("strategy", "balancd", ["balanced", "random"])
    "unknown strategy 'balancd'; did you mean 'balanced'? Known: balanced, random"
    """
    names = sorted(known_names)
    return f"unknown {kind} {name!r}{did_you_mean(name, names) or '.'} Known: {', '.join(names)}"
