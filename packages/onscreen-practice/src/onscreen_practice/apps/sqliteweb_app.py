"""Initial data, start and stored state of sqlite-web, a database browser.

Its user interface has tables, row forms, SQL queries, and forms that change the schema.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program


class SqliteTable(msgspec.Struct, frozen=True):
    """A database table: columns with types, indexes, and rows as text, ordered by id."""

    columns: tuple[tuple[str, str], ...]
    indexes: tuple[str, ...]
    rows: tuple[Mapping[str, str | None], ...]


class SqliteWebState(msgspec.Struct, frozen=True):
    """State of the database: its tables by name."""

    tables: Mapping[str, SqliteTable]


class Book(msgspec.Struct, frozen=True):
    """A book in the database at the start of a task."""

    id: int
    title: str
    author: str
    year: int
    shelf: str


BOOKS = tuple(
    Book(number, *row)
    for number, row in enumerate(
        (
            ("The Tide Clerk", "Ansa Vuori", 1998, "A1"),
            ("Letters from Brill", "Piet Donker", 2004, "A2"),
            ("A Map of Small Rivers", "Hana Okafor", 2011, "B1"),
            ("Salt and Slate", "Ansa Vuori", 2007, "B1"),
            ("The Glass Orchard", "Luis Prado", 1989, "C3"),
            ("Winter Timetable", "Marta Lind", 2016, "C1"),
            ("Nine Bridges", "Hana Okafor", 2019, "A2"),
            ("The Lamplighter's Ledger", "Piet Donker", 1994, "B2"),
            ("Field Notes on Fog", "Marta Lind", 2021, "C1"),
            ("The Cartographer's Cat", "Luis Prado", 2002, "C3"),
        ),
        1,
    )
)
MEMBERS = (
    ("Nils Berg", "nils@post.example"),
    ("Rosa Adler", "rosa@post.example"),
    ("Emeka Eze", "emeka@post.example"),
)
LOANS = ((3, 1, "2026-03-02"), (7, 2, "2026-03-05"), (5, 1, "2026-03-09"), (9, 3, "2026-03-11"))
DATABASE = "library.db"

_SCHEMA = """
create table book (id integer primary key, title text not null, author text not null, year integer,
                   shelf text);
create table member (id integer primary key, name text not null, email text);
create table loan (id integer primary key, book_id integer references book(id),
                   member_id integer references member(id), due text);
create index book_author on book (author);
"""


def create_data(_program: Program, folder: Path) -> None:
    """Create the database of a small library."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.executescript(_SCHEMA)
        database.executemany(
            "insert into book values (?, ?, ?, ?, ?)", [msgspec.structs.astuple(b) for b in BOOKS]
        )
        database.executemany("insert into member (name, email) values (?, ?)", MEMBERS)
        database.executemany("insert into loan (book_id, member_id, due) values (?, ?, ?)", LOANS)
        database.commit()


def read_state(folder: Path) -> SqliteWebState:
    """Read all tables of the database."""
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        listed = database.execute(
            "select name from sqlite_master where type='table' and name not like 'sqlite_%'"
        )
        return SqliteWebState({row["name"]: _read_table(database, row["name"]) for row in listed.fetchall()})


def _read_table(database: sqlite3.Connection, name: str) -> SqliteTable:
    quoted = '"' + name.replace('"', '""') + '"'
    columns = database.execute(f"pragma table_info({quoted})").fetchall()
    indexes = database.execute(
        "select sql from sqlite_master where type='index' and tbl_name=? and sql is not null", (name,)
    )
    rows = database.execute(f"select * from {quoted} order by 1").fetchall()  # noqa: S608  quoted name
    return SqliteTable(
        tuple((each["name"], str(each["type"]).lower()) for each in columns),
        tuple(" ".join(str(each["sql"]).lower().split()) for each in indexes.fetchall()),
        tuple({key: None if row[key] is None else str(row[key]) for key in row.keys()} for row in rows),  # noqa: SIM118  a row is no mapping
    )


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of sqlite-web's server for the database."""
    options = ["--no-browser", "--host", "127.0.0.1", "--port", str(port)]
    return [program.executable("sqlite_web"), *options, folder / DATABASE]


SQLITEWEB = Application(
    name="sqliteweb",
    title="Library database",
    purpose="database of a library: tables of books, members and loans; SQL queries; changes of the schema",
    license="MIT",
    toolkit="Python (Flask), Bootstrap, jQuery",
    manager="pip",
    packages=("sqlite-web>=0.6,<1",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=SqliteWebState,
)
