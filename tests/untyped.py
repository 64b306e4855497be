"""Names for what has no static type in tests: they look into records and arrays of all kinds, and into wrong ones too."""

from typing import Any, TypeAlias

#: A flat record, or the protocol that a kernel takes it as.
Record: TypeAlias = Any
#: An array of numbers or of records.
Array: TypeAlias = Any
#: A NamedTuple of arrays: the scratch memory of a game, or the rows written about it.
Arrays: TypeAlias = Any
#: A compiled function.
Function: TypeAlias = Any
