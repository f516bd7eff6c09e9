"""Tables of a content provider: rows read from the phone's state, and changes written back to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from onscreen_practice.phone.providers.row_numbers import RowNumbers
from onscreen_practice.phone.shell.phone_interface import Json

Row: TypeAlias = dict[str, int | float | str | None]
State: TypeAlias = dict[str, Json]
"""The parts of the phone's state that providers store: messages, contacts, phone, and the time `now`."""


class RowChanges(msgspec.Struct, frozen=True):
    """Inserted and updated rows of a table, and the `_id` of its deleted rows."""

    inserted: tuple[Row, ...] = ()
    updated: tuple[Row, ...] = ()
    deleted: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Return True if any row changed."""
        return bool(self.inserted or self.updated or self.deleted)


class RowWriter(Protocol):
    """Function that applies changed rows of a table to a state in place."""

    def __call__(self, state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
        """Apply the changes to the state in place; never raises."""


class ProviderTable(msgspec.Struct, frozen=True):
    """SQL table of a content provider, which reads from and writes to the phone's state.

    `columns` maps each column to its SQL type; the first one is `_id`. `read` lists the rows, and `write`
    applies changed rows to a state in place. `write` is None if the table is derived from others.
    """

    name: str
    columns: Mapping[str, str]
    read: Callable[[State, RowNumbers], list[Row]]
    write: RowWriter | None = None


def list_value(value: Json) -> list[Json]:
    """Return a JSON value if it is a list, or an empty list otherwise."""
    return value if isinstance(value, list) else []


def dict_value(value: Json) -> dict[str, Json]:
    """Return a JSON value if it is an object, or an empty object otherwise."""
    return value if isinstance(value, dict) else {}


def objects(value: Json) -> list[dict[str, Json]]:
    """Return the objects in a JSON list, without its other members.

    Returns an empty list if the value is not a list.
    """
    return [each for each in list_value(value) if isinstance(each, dict)]


def compare_rows(before: Sequence[Row], after: Sequence[Row]) -> RowChanges:
    """Find the rows that differ between two states of a table."""
    old = {row["_id"]: row for row in before}
    new_ids = {row["_id"] for row in after}
    return RowChanges(
        inserted=tuple(row for row in after if row["_id"] not in old),
        updated=tuple(row for row in after if row["_id"] in old and row != old[row["_id"]]),
        deleted=tuple(int(number or 0) for number in old if number not in new_ids),
    )
