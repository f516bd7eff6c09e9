"""Tables of the contacts provider: contacts, raw contacts and data rows, with AOSP's main columns.

Every contact has one raw contact with the same number. Data rows hold its name, phone numbers and email
addresses, as in `ContactsContract.CommonDataKinds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from onscreen_practice.phone.providers.provider_table import (
    ProviderTable,
    Row,
    RowChanges,
    State,
    dict_value,
    objects,
)
from onscreen_practice.phone.providers.row_numbers import RowNumbers
from onscreen_practice.phone.shell.phone_interface import Json

NAME = "vnd.android.cursor.item/name"
PHONE = "vnd.android.cursor.item/phone_v2"
EMAIL = "vnd.android.cursor.item/email_v2"
_LABELS: Mapping[str, Mapping[str, int]] = {
    "phones": {"Home": 1, "Mobile": 2, "Work": 3, "Other": 7},
    "emails": {"Home": 1, "Work": 2, "Other": 3},
}
_LISTS = {PHONE: "phones", EMAIL: "emails"}
_RAW_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "contact_id": "INTEGER", "account_name": "TEXT", "account_type": "TEXT",
    "display_name": "TEXT", "starred": "INTEGER DEFAULT 0", "deleted": "INTEGER DEFAULT 0",
}  # fmt: skip
_CONTACT_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "display_name": "TEXT", "starred": "INTEGER DEFAULT 0",
    "has_phone_number": "INTEGER DEFAULT 0", "lookup": "TEXT", "name_raw_contact_id": "INTEGER",
}  # fmt: skip
_DATA_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "raw_contact_id": "INTEGER", "contact_id": "INTEGER", "mimetype": "TEXT",
    "display_name": "TEXT", **{f"data{index}": "TEXT" for index in range(1, 16)},
}  # fmt: skip


def _entries(state: State) -> list[dict[str, Json]]:
    return objects(dict_value(state["contacts"]).get("entries"))


def _set_entries(state: State, entries: list[dict[str, Json]]) -> None:
    dict_value(state["contacts"])["entries"] = [*entries]


def _display_name(entry: dict[str, Json]) -> str:
    name = f"{entry.get('first', '')} {entry.get('last', '')}".strip()
    phones = objects(entry.get("phones"))
    return name or str(entry.get("company", "")) or (str(phones[0].get("value", "")) if phones else "")


def _ids(state: State, numbers: RowNumbers) -> dict[str, int]:
    return numbers.assign("raw_contacts", (str(entry["id"]) for entry in _entries(state)))


def _read_raw_contacts(state: State, numbers: RowNumbers) -> list[Row]:
    ids = _ids(state, numbers)
    return [
        {
            "_id": ids[str(entry["id"])],
            "contact_id": ids[str(entry["id"])],
            "account_name": None,
            "account_type": None,
            "display_name": _display_name(entry),
            "starred": int(bool(entry.get("starred"))),
            "deleted": 0,
        }
        for entry in _entries(state)
    ]


def _write_raw_contacts(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    ids = _ids(state, numbers)
    entries = [entry for entry in _entries(state) if ids[str(entry["id"])] not in changes.deleted]
    starred = {row["_id"]: bool(row["starred"]) for row in changes.updated}
    for entry in entries:
        number = ids[str(entry["id"])]
        entry["starred"] = starred.get(number, entry["starred"])
    for row in changes.inserted:
        key = f"row_contact{row['_id']}"
        numbers.bind("raw_contacts", key, number=int(row["_id"] or 0))
        entries.append(
            {
                "id": key, "first": "", "last": "", "phones": [], "emails": [], "company": "", "title": "",
                "address": "", "birthday": "", "notes": "", "starred": bool(row["starred"]), "labels": [],
                "ringtone": "Default",
            }
        )  # fmt: skip
    _set_entries(state, entries)


def _read_contacts(state: State, numbers: RowNumbers) -> list[Row]:
    ids = _ids(state, numbers)
    return [
        {
            "_id": ids[str(entry["id"])],
            "display_name": _display_name(entry),
            "starred": int(bool(entry.get("starred"))),
            "has_phone_number": int(bool(entry.get("phones"))),
            "lookup": str(entry["id"]),
            "name_raw_contact_id": ids[str(entry["id"])],
        }
        for entry in _entries(state)
    ]


def _write_contacts(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    """Delete contacts and update their stars, ignoring insertions, which require a raw contact."""
    _write_raw_contacts(state, numbers, changes=RowChanges(updated=changes.updated, deleted=changes.deleted))


def _data_parts(entry: dict[str, Json]) -> Iterator[tuple[str, str, Row]]:
    """Yield the key, the MIME type and the data columns of each data row of a contact."""
    first, last = str(entry.get("first", "")), str(entry.get("last", ""))
    if first or last:
        name: Row = {"data1": f"{first} {last}".strip(), "data2": first or None, "data3": last or None}
        yield f"{entry['id']}:name", NAME, name
    for mimetype, kind in _LISTS.items():
        for index, line in enumerate(objects(entry.get(kind))):
            label = _LABELS[kind].get(str(line.get("label", "")), 0)
            values: Row = {"data1": str(line.get("value", "")), "data2": str(label)}
            yield f"{entry['id']}:{kind}{index}", mimetype, values


def _read_data(state: State, numbers: RowNumbers) -> list[Row]:
    ids = _ids(state, numbers)
    parts = [(entry, *part) for entry in _entries(state) for part in _data_parts(entry)]
    data_ids = numbers.assign("data", (key for _, key, *_ in parts))
    return [
        {
            **dict.fromkeys(_DATA_COLUMNS),
            "_id": data_ids[key],
            "raw_contact_id": ids[str(entry["id"])],
            "contact_id": ids[str(entry["id"])],
            "mimetype": mimetype,
            "display_name": _display_name(entry),
            **values,
        }
        for entry, key, mimetype, values in parts
    ]


def _write_data(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    """Rebuild the contacts whose data rows changed."""
    before = {row["_id"]: row for row in _read_data(state, numbers)}
    after = {
        **{number: row for number, row in before.items() if number not in changes.deleted},
        **{row["_id"]: row for row in (*changes.updated, *changes.inserted)},
    }
    touched = {before[number]["raw_contact_id"] for number in changes.deleted if number in before}
    touched |= {row["raw_contact_id"] for row in (*changes.updated, *changes.inserted)}
    ids = _ids(state, numbers)
    for entry in _entries(state):
        number = ids[str(entry["id"])]
        if number in touched:
            _apply_data(entry, [row for row in after.values() if row["raw_contact_id"] == number])


def _apply_data(entry: dict[str, Json], rows: list[Row]) -> None:
    entry["first"], entry["last"], entry["phones"], entry["emails"] = "", "", [], []
    for row in rows:
        value = str(row["data1"] or "")
        if row["mimetype"] == NAME:
            given, family = value.partition(" ")[::2]
            entry["first"] = str(row["data2"] or (given if not row["data3"] else ""))
            entry["last"] = str(row["data3"] or (family if not row["data2"] else ""))
        elif row["mimetype"] in _LISTS:
            kind = _LISTS[str(row["mimetype"])]
            labels = {str(number): label for label, number in _LABELS[kind].items()}
            line: Json = {"label": labels.get(str(row["data2"]), "Other"), "value": value}
            entry[kind] = [*objects(entry[kind]), line]


CONTACT_TABLES = (
    ProviderTable("raw_contacts", _RAW_COLUMNS, _read_raw_contacts, _write_raw_contacts),
    ProviderTable("contacts", _CONTACT_COLUMNS, _read_contacts, _write_contacts),
    ProviderTable("data", _DATA_COLUMNS, _read_data, _write_data),
)
