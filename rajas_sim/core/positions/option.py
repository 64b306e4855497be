"""What the seat to move may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Protocol

from rajas_sim.core.errors import did_you_mean


class Position(Protocol):
    """What an option needs of the position it belongs to."""

    @property
    def decision(self) -> str | None:
        """What is to be decided."""

    def option_text(self, code: int) -> str:
        """Return an option in words."""

    def option_fields(self, code: int) -> Mapping[str, Any]:
        """Return what an option consists of, by name."""


class OptionForm(NamedTuple):
    """What the options of one decision are like.

    Attributes
    ----------
    n_codes
        How many codes they have; codes count from 0.
    fields
        Names of what each consists of.
    pass_code
        The code of the option that does nothing, or no more; None if there is none.
    """

    n_codes: int
    fields: tuple[str, ...]
    pass_code: int | None = None


class Option:
    """One thing the seat to move may do.

    What it consists of reads as attributes (``option.space``, ``option.die.value``); which there are depends on the decision. A
    game derives its own class that declares their types, and has a table of them by decision.

    Attributes
    ----------
    state
        The position it belongs to.
    code
        The small integer kernels use; its meaning depends on the decision.
    forms
        What the options of each decision are like; nothing is known of the others.
    """

    __slots__ = ("_fields", "code", "state")
    forms: ClassVar[Mapping[str, OptionForm]] = {}

    def __init__(self, state: Position, code: int) -> None:
        self.state = state
        self.code = code

    @property
    def decision(self) -> str:
        """What is decided by it."""
        return str(self.state.decision)

    @property
    def text(self) -> str:
        """The option in words."""
        return self.state.option_text(self.code)

    @property
    def is_pass(self) -> bool:
        """Whether it does nothing, or no more."""
        return self.decision in self.forms and self.code == self.forms[self.decision].pass_code

    @property
    def fields(self) -> Mapping[str, Any]:
        """What the option consists of, by name."""
        return dict(self._fields)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - fields of any type
        if name == "_fields":  # worked out once, when it is first asked for
            self._fields: Mapping[str, Any] = self.state.option_fields(self.code)
            return self._fields
        if name.startswith("__") or name in Option.__slots__:
            raise AttributeError(name)
        fields = self._fields
        if name not in fields:
            known_text = f"{did_you_mean(name, fields) or '.'} It has: {', '.join(fields)}" if fields else "; it has no fields"
            raise AttributeError(f"an option of the decision {self.decision!r} has no {name!r}{known_text}")
        return fields[name]

    def __dir__(self) -> list[str]:
        return ["code", "decision", "fields", "is_pass", "state", "text", *self.fields]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.code == other.code and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.code, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.state, self.code)

    def __repr__(self) -> str:
        return f"<Option {self.code}: {self.text}>"

    def __str__(self) -> str:
        return self.text
