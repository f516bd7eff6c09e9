"""SQLite databases of the content providers, built from the phone's state for each access."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.providers.call_tables import CALL_TABLES
from onscreen_practice.phone.providers.contact_tables import CONTACT_TABLES, EMAIL, PHONE
from onscreen_practice.phone.providers.media_tables import MEDIA_TABLES
from onscreen_practice.phone.providers.message_tables import MESSAGE_TABLES
from onscreen_practice.phone.providers.provider_table import ProviderTable, Row, State, compare_rows
from onscreen_practice.phone.providers.row_numbers import RowNumbers
from onscreen_practice.phone.shell.phone_interface import PhoneAccess
from onscreen_practice.phone.shell.simulated_system import Machine

_MAX_STEPS, _STEPS_PER_CHECK = 20_000, 10_000
_FORBIDDEN = frozenset((sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH))

_DATA_VIEW = """CREATE VIEW {name} AS SELECT data.*, raw_contacts.starred AS starred
FROM data JOIN raw_contacts ON raw_contacts._id = data.raw_contact_id WHERE mimetype = '{mimetype}'"""
_PHONE_COLUMNS = "data1 AS number, data2 AS type, data3 AS label, display_name, starred"
CONTACT_VIEWS = (
    _DATA_VIEW.format(name="view_phones", mimetype=PHONE),
    _DATA_VIEW.format(name="view_emails", mimetype=EMAIL),
    f"""CREATE VIEW view_v1_phones AS SELECT _id, raw_contact_id AS person, {_PHONE_COLUMNS},
display_name AS name, data1 AS number_key FROM view_phones""",  # noqa: S608  own names
    "CREATE VIEW view_v1_people AS SELECT _id, display_name, display_name AS name, starred FROM raw_contacts",
    f"""CREATE VIEW view_phone_lookup AS SELECT contact_id AS _id, contact_id, {_PHONE_COLUMNS}
FROM view_phones""",  # noqa: S608  own names
)


class ProviderDatabase(msgspec.Struct, frozen=True):
    """Simulated SQLite database file of a content provider, with its tables and views.

    `parts` are the parts of the phone's state that the tables read and change.
    """

    path: str
    tables: tuple[ProviderTable, ...]
    parts: tuple[str, ...]
    views: tuple[str, ...] = ()


_CONTACTS_FOLDER = "/data/data/com.android.providers.contacts/databases"
MESSAGES = ProviderDatabase(
    "/data/data/com.android.providers.telephony/databases/mmssms.db", MESSAGE_TABLES, ("messages",)
)
CONTACTS = ProviderDatabase(f"{_CONTACTS_FOLDER}/contacts2.db", CONTACT_TABLES, ("contacts",), CONTACT_VIEWS)
CALLS = ProviderDatabase(f"{_CONTACTS_FOLDER}/calllog.db", CALL_TABLES, ("phone", "contacts"))
MEDIA = ProviderDatabase(
    "/data/data/com.android.providers.media/databases/external.db", MEDIA_TABLES, ("files",)
)
_DATABASES: Mapping[str, ProviderDatabase] = {each.path: each for each in (MESSAGES, CONTACTS, CALLS, MEDIA)}


def find_database(path: str) -> ProviderDatabase | None:
    """Find the content provider's database at a file path, or return None."""
    return _DATABASES.get(path.replace("/data/user/0/", "/data/data/", 1))


@contextmanager
def open_database(machine: Machine, database: ProviderDatabase) -> Iterator[sqlite3.Connection]:
    """Open a content provider's database and, on success, write changes to the phone's state.

    Raises:
        PhoneError: the phone's state cannot be read or written.
    """
    with machine.provider_lock, closing(connect()) as connection:
        state = _read_state(machine.phone, database)
        before = _fill(connection, database, state=state, numbers=machine.row_numbers)
        yield connection
        connection.commit()
        _store(machine, database, connection=connection, state=state, before=before)


def connect(content: bytes = b"") -> sqlite3.Connection:
    """Open an in-memory SQLite database that limits statement run time and cannot access files.

    `content` is the content of a database file. If it is empty, the database is empty.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if content:
        connection.deserialize(content)
    steps = iter(range(_MAX_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, _STEPS_PER_CHECK)
    connection.set_authorizer(
        lambda action, *_details: sqlite3.SQLITE_DENY if action in _FORBIDDEN else sqlite3.SQLITE_OK
    )
    return connection


def _read_state(phone: PhoneAccess, database: ProviderDatabase) -> State:
    parts = "".join(f"{part}: s.{part}, " for part in database.parts)
    state = phone.call("evaluate", f"({{{parts}now: s.system.now}})")
    if not isinstance(state, dict):
        raise PhoneError("the phone did not return its state")
    return state


def _fill(
    connection: sqlite3.Connection, database: ProviderDatabase, *, state: State, numbers: RowNumbers
) -> dict[str, list[Row]]:
    """Create the tables and views, and return the rows by table."""
    rows: dict[str, list[Row]] = {}
    for table in database.tables:
        columns = ", ".join(f"{name} {kind}" for name, kind in table.columns.items())
        connection.execute(f"CREATE TABLE {table.name} ({columns})")
        marks = ", ".join(f":{name}" for name in table.columns)
        rows[table.name] = table.read(state, numbers)
        connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", rows[table.name])  # noqa: S608  own names
    for view in database.views:
        connection.execute(view)
    return rows


def _store(
    machine: Machine,
    database: ProviderDatabase,
    *,
    connection: sqlite3.Connection,
    state: State,
    before: Mapping[str, list[Row]],
) -> None:
    """Write changed rows to the phone's state."""
    previous = {key: json.dumps(state[key]) for key in database.parts}
    for table in database.tables:
        changes = compare_rows(before[table.name], read_rows(connection, table))
        if changes and table.write is not None:
            table.write(state, machine.row_numbers, changes=changes)
    for key in database.parts:
        if json.dumps(state[key]) != previous[key]:
            machine.phone.call("putValue", [key], state[key])


def read_rows(connection: sqlite3.Connection, table: ProviderTable) -> list[Row]:
    """Return all rows of a table, or an empty list if the table was dropped."""
    columns = ", ".join(table.columns)
    try:
        found = connection.execute(f"SELECT {columns} FROM {table.name}").fetchall()  # noqa: S608  own names
    except sqlite3.OperationalError:
        return []
    return [dict(zip(table.columns, row, strict=True)) for row in found]
