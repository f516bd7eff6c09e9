"""Initial data, start and stored state of Roundup, an issue tracker.

Its user interface has server-rendered forms, tables, search and file uploads.
"""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class RoundupUser(msgspec.Struct, frozen=True):
    """A user of the tracker."""

    id: str
    username: str
    realname: str
    address: str
    phone: str
    organisation: str


class RoundupIssue(msgspec.Struct, frozen=True):
    """An issue, with the names of linked records instead of their ids."""

    id: str
    title: str
    priority: str | None
    status: str | None
    assignedto: str | None
    keywords: tuple[str, ...]
    nosy: tuple[str, ...]
    superseder: tuple[str, ...]
    messages: tuple[str, ...]
    files: tuple[str, ...]


class RoundupState(msgspec.Struct, frozen=True):
    """State of the tracker: users, keywords and issues."""

    users: tuple[RoundupUser, ...]
    keywords: tuple[str, ...]
    issues: tuple[RoundupIssue, ...]


class SeedIssue(msgspec.Struct, frozen=True):
    """An issue in the tracker at the start of a task."""

    title: str
    priority: str
    status: str
    assignedto: str
    keyword: str
    message: str


USERS: Mapping[str, tuple[str, str, str]] = {
    "mira": ("Mira Koskinen", "mira@paperkite.example", "Paper Kite"),
    "jonas": ("Jonas Weber", "jonas@paperkite.example", "Paper Kite"),
    "amara": ("Amara Obi", "amara@paperkite.example", "Paper Kite"),
    "tomas": ("Tomás Silva", "tomas@harbour.example", "Harbour Design"),
}
PASSWORD = "kite-2024"  # noqa: S105  the password of the users of a local practice application
KEYWORDS = ("printing", "website", "warehouse", "invoices", "accessibility")
ISSUES = (
    SeedIssue("Label printer skips every third label", "bug", "unread", "jonas", "printing",
              "Since Monday the printer at desk 2 leaves every third label blank."),
    SeedIssue("Checkout page shows the wrong postage", "urgent", "in-progress", "amara", "website",
              "Orders above 40 euros should ship free."),
    SeedIssue("Add a dark theme to the shop", "wish", "chatting", "mira", "website",
              "Asked for by customers."),
    SeedIssue("Shelf B7 is missing from the stock list", "bug", "chatting", "jonas", "warehouse",
              "B6 and B8 are listed, B7 is not."),
    SeedIssue("Invoices use last year's address", "critical", "in-progress", "mira", "invoices",
              "The footer still has Canal Street."),
    SeedIssue("Product photos have no text alternatives", "feature", "need-eg", "amara", "accessibility",
              "Screen readers only announce the file name."),
    SeedIssue("Print packing slips on A5 paper", "feature", "deferred", "tomas", "printing",
              "A4 is too large for small parcels."),
    SeedIssue("Search finds discontinued kites", "bug", "testing", "amara", "website",
              "Discontinued products should be hidden."),
    SeedIssue("Barcode scanner loses its connection", "critical", "unread", "tomas", "warehouse",
              "It needs a restart twice a day."),
    SeedIssue("Send invoices as PDF", "wish", "resolved", "mira", "invoices", "Done with the May release."),
)  # fmt: skip

_SERVER = """
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from roundup.cgi.wsgi_handler import RequestDispatcher

class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

dispatch = RequestDispatcher(sys.argv[1])

def answer(environment, start_response):
    dispatch.tracker.config["TRACKER_WEB"] = f"http://{environment['HTTP_HOST']}/"
    return dispatch(environment, start_response)

server = Server(("127.0.0.1", int(sys.argv[2])), WSGIRequestHandler)
server.set_app(answer)
server.serve_forever()
"""
"""Python program that serves the tracker by WSGI; `roundup-server` refuses to run as root.

Its pages link to the host that the browser asked for, so that a login works at any address.
"""


def create_data(program: Program, folder: Path) -> None:
    """Create a tracker from Roundup's classic template, with users and issues."""
    settings = (
        "tracker_web=http://roundup.localhost/,tracker_name=Paper Kite Issues,mail_domain=kite.example,"
        "admin_email=admin@kite.example,mail_debug=/dev/null"
    )
    admin: list[str | Path] = [program.executable("roundup-admin"), "-i", folder / "tracker"]
    run_tool([*admin, "install", "classic", "sqlite", settings], folder=folder)
    run_tool([*admin, "initialise", PASSWORD], folder=folder)
    run_tool(admin, folder=folder, text="\n".join([*_seed_commands(), "commit", "quit", ""]))


def _seed_commands() -> Sequence[str]:
    """Return the commands of `roundup-admin` that create the initial users, keywords and issues."""
    users = [
        (
            "create",
            "user",
            f"username={name}",
            f"realname={real}",
            f"address={address}",
            f"organisation={work}",
            f"password={PASSWORD}",
            "roles=User",
        )
        for name, (real, address, work) in USERS.items()
    ]
    keywords = [("create", "keyword", f"name={name}") for name in KEYWORDS]
    issues: list[tuple[str, ...]] = []
    for number, each in enumerate(ISSUES, 1):
        date = f"date=2026-03-{number:02}.09:30:00"
        message = ("create", "msg", f"author={each.assignedto}", date, f"content={each.message}")
        fields = (f"title={each.title}", f"priority={each.priority}", f"status={each.status}")
        links = (f"assignedto={each.assignedto}", f"keyword={each.keyword}", f"messages={number}")
        issues += [message, ("create", "issue", *fields, *links, f"nosy={each.assignedto}")]
    return [shlex.join(words) for words in (*users, *keywords, *issues)]


def read_state(folder: Path) -> RoundupState:
    """Read the tracker's database and the texts of its messages."""
    database = folder / "tracker" / "db"
    with closing(sqlite3.connect(f"file:{database / 'db'}?mode=ro", uri=True)) as opened:
        opened.row_factory = sqlite3.Row
        users = opened.execute("select * from _user where __retired__=0 order by id").fetchall()
        keywords = opened.execute("select _name from _keyword where __retired__=0 order by id").fetchall()
        issues = opened.execute("select * from _issue where __retired__=0 order by id").fetchall()
        return RoundupState(
            tuple(_user(each) for each in users),
            tuple(str(each["_name"]) for each in keywords),
            tuple(_issue(opened, each, folder=database) for each in issues),
        )


def _user(row: sqlite3.Row) -> RoundupUser:
    fields = ("username", "realname", "address", "phone", "organisation")
    return RoundupUser(str(row["id"]), *(str(row[f"_{name}"] or "") for name in fields))


def _issue(database: sqlite3.Connection, row: sqlite3.Row, *, folder: Path) -> RoundupIssue:
    assigned = database.execute("select _username from _user where id=?", (row["_assignedto"],)).fetchone()
    message_ids = _linked(database, "issue_messages", number=row["id"])
    return RoundupIssue(
        id=str(row["id"]),
        title=str(row["_title"] or ""),
        priority=_name_of(database, "priority", number=row["_priority"]),
        status=_name_of(database, "status", number=row["_status"]),
        assignedto=None if assigned is None else str(assigned[0]),
        keywords=_linked_names(database, "issue_keyword", number=row["id"], names="_keyword._name"),
        nosy=_linked_names(database, "issue_nosy", number=row["id"], names="_user._username"),
        superseder=_linked(database, "issue_superseder", number=row["id"]),
        messages=tuple(_message(folder, number) for number in message_ids),
        files=_linked_names(database, "issue_files", number=row["id"], names="_file._name"),
    )


def _name_of(database: sqlite3.Connection, table: str, *, number: int | None) -> str | None:
    query = f"select _name from _{table} where id=?"  # noqa: S608  fixed names
    found = database.execute(query, (number,)).fetchone()
    return None if found is None else str(found[0])


def _linked(database: sqlite3.Connection, table: str, *, number: int) -> tuple[str, ...]:
    rows = database.execute(f"select linkid from {table} where nodeid=? order by linkid", (number,))  # noqa: S608  fixed names
    return tuple(str(row[0]) for row in rows.fetchall())


def _linked_names(database: sqlite3.Connection, table: str, *, number: int, names: str) -> tuple[str, ...]:
    other = names.partition(".")[0]
    rows = database.execute(
        f"select {names} from {table} join {other} on {other}.id = linkid where nodeid=? order by 1",  # noqa: S608  fixed names
        (number,),
    )
    return tuple(str(row[0]) for row in rows.fetchall())


def _message(folder: Path, number: str) -> str:
    """Return the text of a message; Roundup stores 1000 messages per folder."""
    path = folder / "files" / "msg" / str(int(number) // 1000) / f"msg{number}"
    return path.read_text(encoding="utf-8").replace("\r\n", "\n")


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the tracker's server."""
    return [program.executable("python"), "-c", _SERVER, folder / "tracker", str(port)]


ROUNDUP = Application(
    name="roundup",
    title="Paper Kite Issues",
    purpose="issue tracker of the company Paper Kite: bugs and wishes, who works on them, keywords, users",
    license="MIT",
    toolkit="Python, server-rendered TAL templates, plain HTML forms",
    manager="pip",
    packages=("roundup>=2.4,<3",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=RoundupState,
)
