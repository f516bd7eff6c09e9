"""Initial data, start and stored state of Piccolo Admin, a browser for database tables.

Its user interface has a login, filters, sorting, row forms and bulk actions.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class Row(msgspec.Struct, frozen=True):
    """A row of a database table, with its values as text."""

    id: str
    values: Mapping[str, str | None]


class PiccoloState(msgspec.Struct, frozen=True):
    """Rows of the tables that the admin interface shows."""

    bike: tuple[Row, ...]
    customer: tuple[Row, ...]
    rental: tuple[Row, ...]


class Bike(msgspec.Struct, frozen=True):
    """A bicycle in the database at the start of a task; `price` is in euros per day."""

    name: str
    kind: str
    price: int
    is_ready: bool
    notes: str = ""


BIKES = (
    Bike("Heron", "city", 14, True),
    Bike("Kestrel", "touring", 19, True, "New saddle in March"),
    Bike("Magpie", "city", 12, False, "Rear light is broken"),
    Bike("Osprey", "mountain", 24, True),
    Bike("Plover", "cargo", 31, True, "Carries two children"),
    Bike("Swift", "touring", 22, False, "Chain ordered"),
    Bike("Wren", "children", 8, True),
    Bike("Buzzard", "mountain", 26, True),
)
CUSTOMERS = (
    ("Lotte Brandt", "lotte@post.example", "030 5550101"),
    ("Samir Haddad", "samir@post.example", "030 5550102"),
    ("Yuki Mori", "yuki@post.example", "030 5550103"),
    ("Paula Reis", "paula@post.example", "030 5550104"),
)
RENTALS = ((1, 1, "2026-03-02", 3), (4, 2, "2026-03-04", 1), (5, 3, "2026-03-07", 2), (8, 1, "2026-03-11", 5))
KINDS = ("city", "touring", "mountain", "cargo", "children")
USER, PASSWORD = "clerk", "spokes-2024"
DATABASE = "rental.db"

_PROGRAM = """
import enum, json, sys
import uvicorn
from piccolo.apps.user.tables import BaseUser
from piccolo.columns import Boolean, Date, ForeignKey, Integer, Text, Varchar
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table, create_db_tables_sync
from piccolo_admin.endpoints import create_admin
from piccolo_api.session_auth.tables import SessionsBase

DB = SQLiteEngine(path=sys.argv[1])

class Sessions(SessionsBase, db=DB):
    pass

class User(BaseUser, tablename="piccolo_user", db=DB):
    pass

class Bike(Table, db=DB):
    Kind = enum.Enum("Kind", {"city": "city", "touring": "touring", "mountain": "mountain", "cargo": "cargo",
                              "children": "children"}, type=str)
    name = Varchar(length=60, required=True)
    kind = Varchar(length=20, choices=Kind, default="city")
    price = Integer(help_text="Euros per day.")
    is_ready = Boolean(default=True)
    notes = Text()

    @classmethod
    def get_readable(cls):
        from piccolo.columns.readable import Readable
        return Readable(template="%s", columns=[cls.name])

class Customer(Table, db=DB):
    name = Varchar(length=60, required=True)
    email = Varchar(length=60)
    phone = Varchar(length=30)

    @classmethod
    def get_readable(cls):
        from piccolo.columns.readable import Readable
        return Readable(template="%s", columns=[cls.name])

class Rental(Table, db=DB):
    bike = ForeignKey(references=Bike)
    customer = ForeignKey(references=Customer)
    start = Date()
    days = Integer(default=1)

TABLES = [Bike, Customer, Rental]
"""

_CREATE = """
import datetime
create_db_tables_sync(Sessions, User, *TABLES)
data = json.load(sys.stdin)
roles = {"active": True, "admin": True, "superuser": True}
User.create_user_sync(username=data["user"], password=data["password"], **roles)
Bike.insert(*(Bike(**each) for each in data["bikes"])).run_sync()
Customer.insert(*(Customer(name=n, email=e, phone=p) for n, e, p in data["customers"])).run_sync()
Rental.insert(*(Rental(bike=b, customer=c, start=datetime.date.fromisoformat(s), days=d)
                for b, c, s, d in data["rentals"])).run_sync()
"""

_SERVE = """
app = create_admin(TABLES, auth_table=User, session_table=Sessions, site_name="Bike rental")
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
"""


def create_data(program: Program, folder: Path) -> None:
    """Create the database of a bicycle rental."""
    bikes = [msgspec.to_builtins(each) for each in BIKES]
    data = {"bikes": bikes, "customers": CUSTOMERS, "rentals": RENTALS, "user": USER, "password": PASSWORD}
    words: list[str | Path] = [program.executable("python"), "-c", _PROGRAM + _CREATE, folder / DATABASE]
    run_tool(words, folder=folder, text=json.dumps(data))


def read_state(folder: Path) -> PiccoloState:
    """Read the tables of the database."""
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        return PiccoloState(*(_rows(database, name) for name in PiccoloState.__struct_fields__))


def _rows(database: sqlite3.Connection, table: str) -> tuple[Row, ...]:
    found = database.execute(f"select * from {table} order by id").fetchall()  # noqa: S608  fixed names
    return tuple(
        Row(
            str(each["id"]),
            {key: None if each[key] is None else str(each[key]) for key in each.keys() if key != "id"},  # noqa: SIM118  a row is no mapping
        )
        for each in found
    )


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the admin interface's server."""
    return [program.executable("python"), "-c", _PROGRAM + _SERVE, folder / DATABASE, str(port)]


PICCOLO = Application(
    name="piccolo",
    title="Bike rental",
    purpose="database of a bicycle rental: bikes, customers and rentals, with filters and forms for rows",
    license="MIT",
    toolkit="Python (FastAPI) and Vue",
    manager="pip",
    packages=("piccolo-admin>=1.12,<2", "piccolo[sqlite]>=1.20,<2", "uvicorn>=0.20,<1"),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=PiccoloState,
)
