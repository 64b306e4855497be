"""The options of the seat to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Protocol

from rajas_sim.core.errors import did_you_mean


class Position(Protocol):
    """What an option needs from its position."""

    @property
    def decision(self) -> str | None:
        """The kind of decision."""

    def option_text(self, code: int) -> str:
        """Return the text of an option."""

    def option_fields(self, code: int) -> Mapping[str, Any]:
        """Return the fields of an option, by name."""


class OptionForm(NamedTuple):
    """What the options of one kind of decision have in common.

    Attributes
    ----------
    n_codes
        The number of codes; codes count from 0.
    fields
        The names of an option's fields.
    pass_code
        The code of the option to do nothing, or nothing more; None if there is none.
    """

    n_codes: int
    fields: tuple[str, ...]
    pass_code: int | None = None


class Option:
    """One option of the seat to move.

    The fields of an option read as attributes (``option.space``, ``option.die.value``); which fields there are depends on the
    decision. A game derives its own class, which declares the types of all fields and has a table of fields by decision.

    Attributes
    ----------
    state
        The position the option belongs to.
    code
        The small integer that kernels use; its meaning depends on the decision.
    forms
        The form of the options, by kind of decision; kinds may be missing.
    """

    __slots__ = ("_fields", "code", "state")
    forms: ClassVar[Mapping[str, OptionForm]] = {}

    def __init__(self, state: Position, code: int) -> None:
        self.state = state
        self.code = code

    @property
    def decision(self) -> str:
        """The kind of decision that the option belongs to."""
        return str(self.state.decision)

    @property
    def text(self) -> str:
        """The option in words."""
        return self.state.option_text(self.code)

    @property
    def is_pass(self) -> bool:
        """Whether this is the option to do nothing, or nothing more."""
        return self.decision in self.forms and self.code == self.forms[self.decision].pass_code

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the option, by name."""
        return dict(self._fields)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - fields of any type
        """Return a field of the option; all are looked up at the first use, and an error about an unknown one lists them."""
        if name == "_fields":  # computed once, at first use
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
