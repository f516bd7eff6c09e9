"""Table of the call log provider, with the columns of AOSP's `CallLogDatabaseHelper`."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.providers.provider_table import (
    ProviderTable,
    Row,
    RowChanges,
    State,
    dict_value,
    objects,
)
from onscreen_practice.phone.providers.row_numbers import RowNumbers
from onscreen_practice.phone.providers.time_conversion import to_local, to_milliseconds
from onscreen_practice.phone.shell.phone_interface import Json

_TYPES: Mapping[str, int] = {"incoming": 1, "outgoing": 2, "missed": 3, "rejected": 5}
_KINDS = {number: kind for kind, number in _TYPES.items()}
_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "number": "TEXT", "presentation": "INTEGER DEFAULT 1", "date": "INTEGER",
    "duration": "INTEGER", "data_usage": "INTEGER", "type": "INTEGER", "features": "INTEGER DEFAULT 0",
    "subscription_id": "TEXT", "new": "INTEGER", "name": "TEXT", "numbertype": "INTEGER",
    "numberlabel": "TEXT", "countryiso": "TEXT", "is_read": "INTEGER", "geocoded_location": "TEXT",
}  # fmt: skip


def _calls(state: State) -> list[dict[str, Json]]:
    return objects(dict_value(state["phone"]).get("calls"))


def _names_by_number(state: State) -> dict[str, str]:
    entries = objects(dict_value(state["contacts"]).get("entries"))
    return {
        str(phone.get("value", "")): f"{entry.get('first', '')} {entry.get('last', '')}".strip()
        for entry in entries
        for phone in objects(entry.get("phones"))
    }


def _read_calls(state: State, numbers: RowNumbers) -> list[Row]:
    oldest_first = _calls(state)[::-1]
    calls = sorted(oldest_first, key=_moment_of)
    ids, names = numbers.assign("calls", (str(call["id"]) for call in calls)), _names_by_number(state)
    return [
        {
            **dict.fromkeys(_COLUMNS), "_id": ids[str(call["id"])], "number": str(call["number"]),
            "presentation": 1, "date": to_milliseconds(str(call["at"])),
            "duration": int(str(call.get("seconds") or 0)), "type": _TYPES.get(str(call["kind"]), 1),
            "features": 0, "subscription_id": "1", "new": 0, "name": names.get(str(call["number"])),
            "countryiso": "US", "is_read": 1,
        }
        for call in calls
    ]  # fmt: skip


def _moment_of(call: dict[str, Json]) -> str:
    return str(call.get("at", ""))


def _fields(row: Row, *, now: Json) -> dict[str, Json]:
    moment = row["date"] or now
    return {
        "number": str(row["number"] or ""),
        "kind": _KINDS.get(int(row["type"] or 1), "incoming"),
        "at": to_local(moment if isinstance(moment, int | float | str) else 0),
        "seconds": int(row["duration"] or 0),
    }


def _write_calls(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    ids = numbers.assign("calls", (str(call["id"]) for call in reversed(_calls(state))))
    updated = {row["_id"]: row for row in changes.updated}
    kept = [call for call in _calls(state) if ids[str(call["id"])] not in changes.deleted]
    for call in kept:
        row = updated.get(ids[str(call["id"])])
        if row is not None:
            call.update(_fields(row, now=state["now"]))
    for row in changes.inserted:
        key = f"row_call{row['_id']}"
        numbers.bind("calls", key, number=int(row["_id"] or 0))
        kept.append({"id": key, **_fields(row, now=state["now"])})
    phone = dict_value(state["phone"])
    newest_first = sorted(kept, key=_moment_of, reverse=True)
    phone["calls"] = list(newest_first)


CALL_TABLES = (ProviderTable("calls", _COLUMNS, _read_calls, _write_calls),)
