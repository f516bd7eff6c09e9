"""Tables of the telephony provider: text messages, conversations and their addresses.

The columns are those of AOSP's `MmsSmsDatabaseHelper`. Conversations of several people are MMS on Android and
therefore not among the text messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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

INBOX, SENT = 1, 2
_SMS_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "thread_id": "INTEGER", "address": "TEXT", "person": "INTEGER",
    "date": "INTEGER", "date_sent": "INTEGER DEFAULT 0", "protocol": "INTEGER", "read": "INTEGER DEFAULT 0",
    "status": "INTEGER DEFAULT -1", "type": "INTEGER", "reply_path_present": "INTEGER", "subject": "TEXT",
    "body": "TEXT", "service_center": "TEXT", "locked": "INTEGER DEFAULT 0",
    "sub_id": "INTEGER DEFAULT -1", "error_code": "INTEGER DEFAULT 0", "creator": "TEXT",
    "seen": "INTEGER DEFAULT 0",
}  # fmt: skip
_THREAD_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "date": "INTEGER DEFAULT 0", "message_count": "INTEGER DEFAULT 0",
    "recipient_ids": "TEXT", "snippet": "TEXT", "snippet_cs": "INTEGER DEFAULT 0",
    "read": "INTEGER DEFAULT 1", "archived": "INTEGER DEFAULT 0", "type": "INTEGER DEFAULT 0",
    "error": "INTEGER DEFAULT 0", "has_attachment": "INTEGER DEFAULT 0",
}  # fmt: skip
_ADDRESS_COLUMNS = {"_id": "INTEGER PRIMARY KEY", "address": "TEXT"}
_PACKAGE = "com.android.messaging"


def _threads(state: State) -> list[dict[str, Json]]:
    return objects(dict_value(state["messages"]).get("threads"))


def _numbers(thread: dict[str, Json]) -> list[str]:
    listed = thread.get("numbers")
    return [str(each) for each in listed] if isinstance(listed, list) else []


def _text_messages(state: State) -> Iterator[tuple[dict[str, Json], dict[str, Json]]]:
    """Yield each text message with its thread, oldest first; scheduled messages have not been sent."""
    found = [
        (thread, message)
        for thread in _threads(state)
        if len(_numbers(thread)) == 1
        for message in objects(thread.get("messages"))
        if not message.get("due") or to_milliseconds(str(message["due"])) <= int(str(state["now"]))
    ]
    yield from sorted(found, key=lambda pair: str(pair[1].get("at", "")))


def _read_messages(state: State, numbers: RowNumbers) -> list[Row]:
    found = list(_text_messages(state))
    ids = numbers.assign("sms", (str(message["id"]) for _, message in found))
    threads = numbers.assign("threads", (str(thread["id"]) for thread, _ in found))
    rows: list[Row] = []
    for thread, message in found:
        is_sent, date = not message.get("by"), to_milliseconds(str(message.get("at", "")))
        unread = int(str(thread.get("unread") or 0))
        is_unread = not is_sent and message in objects(thread.get("messages"))[-unread:] and unread > 0
        rows.append(
            {
                **dict.fromkeys(_SMS_COLUMNS), "_id": ids[str(message["id"])],
                "thread_id": threads[str(thread["id"])], "address": _numbers(thread)[0],
                "date": date, "date_sent": 0 if is_sent else date, "protocol": None if is_sent else 0,
                "read": int(not is_unread), "status": -1, "type": SENT if is_sent else INBOX,
                "reply_path_present": None if is_sent else 0, "body": str(message.get("text", "")),
                "locked": 0, "sub_id": 1, "error_code": 0, "creator": _PACKAGE, "seen": 1,
            }
        )  # fmt: skip
    return rows


def _write_messages(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    ids = numbers.assign("sms", (str(message["id"]) for _, message in _text_messages(state)))
    deleted, updated = set(changes.deleted), {row["_id"]: row for row in changes.updated}
    for thread in _threads(state):
        messages = objects(thread.get("messages"))
        kept = [each for each in messages if ids.get(str(each["id"])) not in deleted]
        for message in kept:
            row = updated.get(ids.get(str(message["id"]), 0))
            if row is not None:
                message.update(_message_fields(row))
        thread["messages"] = list(kept)
    _drop_empty_threads(state)
    for row in changes.inserted:
        _insert_message(state, numbers, row=row)


def _drop_empty_threads(state: State) -> None:
    """Remove conversations without messages, as a trigger of Android's database does."""
    messages = dict_value(state["messages"])
    messages["threads"] = [each for each in _threads(state) if each.get("messages") or each.get("draft")]


def _message_fields(row: Row) -> dict[str, Json]:
    sender = str(row["address"] or "") if int(row["type"] or INBOX) == INBOX else ""
    return {"text": str(row["body"] or ""), "at": to_local(row["date"]), "by": sender}


def _insert_message(state: State, numbers: RowNumbers, *, row: Row) -> None:
    address = str(row["address"] or "")
    moment = row["date"] or state["now"]
    dated: Row = {**row, "date": moment if isinstance(moment, int | float | str) else 0}
    thread = next((each for each in _threads(state) if _is_with(each, address)), None)
    if thread is None:
        thread = {
            "id": f"row_thread{row['_id']}", "numbers": [address], "messages": [], "title": "", "unread": 0,
            "pinned": False, "archived": False, "muted": False, "draft": "", "topic": "", "facts": {},
        }  # fmt: skip
        messages = dict_value(state["messages"])
        messages["threads"] = [*_threads(state), thread]
    key = f"row_message{row['_id']}"
    numbers.bind("sms", key, number=int(row["_id"] or 0))
    fresh: dict[str, Json] = {"id": key, **_message_fields(dated), "starred": False, "files": [], "due": ""}
    in_order = sorted([*objects(thread["messages"]), fresh], key=_moment_of)
    thread["messages"] = list(in_order)
    if fresh["by"] and not row["read"]:
        thread["unread"] = int(str(thread.get("unread") or 0)) + 1


def _moment_of(message: dict[str, Json]) -> str:
    return str(message.get("at", ""))


def _is_with(thread: dict[str, Json], address: str) -> bool:
    return [_digits(each) for each in _numbers(thread)] == [_digits(address)]


def _digits(number: str) -> str:
    return re.sub(r"[^\d+*#]", "", number) or number


def _read_threads(state: State, numbers: RowNumbers) -> list[Row]:
    threads = _threads(state)
    ids = numbers.assign("threads", (str(each["id"]) for each in threads))
    addresses = numbers.assign(
        "canonical_addresses", (each for thread in threads for each in _numbers(thread))
    )
    rows: list[Row] = []
    for thread in threads:
        messages = objects(thread.get("messages"))
        last = messages[-1] if messages else {}
        rows.append(
            {
                "_id": ids[str(thread["id"])], "date": to_milliseconds(str(last.get("at", ""))),
                "message_count": len(messages),
                "recipient_ids": " ".join(str(addresses[each]) for each in _numbers(thread)),
                "snippet": str(last.get("text", "")), "snippet_cs": 0, "read": int(not thread.get("unread")),
                "archived": int(bool(thread.get("archived"))), "type": 0, "error": 0,
                "has_attachment": int(any(each.get("files") for each in messages)),
            }
        )  # fmt: skip
    return rows


def _write_threads(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    """Delete or archive conversations, ignoring changes to other columns."""
    ids = numbers.assign("threads", (str(each["id"]) for each in _threads(state)))
    messages = dict_value(state["messages"])
    messages["threads"] = [each for each in _threads(state) if ids[str(each["id"])] not in changes.deleted]
    archived = {row["_id"]: bool(row["archived"]) for row in changes.updated}
    for thread in _threads(state):
        number = ids[str(thread["id"])]
        if number in archived:
            thread["archived"] = archived[number]


def _read_addresses(state: State, numbers: RowNumbers) -> list[Row]:
    listed = numbers.assign("canonical_addresses", (each for t in _threads(state) for each in _numbers(t)))
    return [{"_id": number, "address": address} for address, number in listed.items()]


MESSAGE_TABLES = (
    ProviderTable("sms", _SMS_COLUMNS, _read_messages, _write_messages),
    ProviderTable("threads", _THREAD_COLUMNS, _read_threads, _write_threads),
    ProviderTable("canonical_addresses", _ADDRESS_COLUMNS, _read_addresses),
)
