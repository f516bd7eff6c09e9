"""Initial data, start and stored state of Fossil, a version control system with tickets and a wiki.

Its user interface has forms with a preview and an editor.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class FossilTicket(msgspec.Struct, frozen=True):
    """A ticket and the remarks that users appended."""

    id: str
    type: str | None
    status: str | None
    severity: str | None
    priority: str | None
    resolution: str | None
    subsystem: str | None
    found_in: str | None
    comment: str | None
    remarks: tuple[str, ...]


class FossilCommit(msgspec.Struct, frozen=True):
    """A check-in (commit) with its current comment and tags."""

    id: str
    author: str
    comment: str
    tags: tuple[str, ...]


class FossilUser(msgspec.Struct, frozen=True):
    """A user account, with the letters of its granted capabilities."""

    id: str
    contact: str
    capabilities: str


class FossilState(msgspec.Struct, frozen=True):
    """State of the repository: tickets, check-ins, users, wiki pages and settings."""

    tickets: tuple[FossilTicket, ...]
    commits: tuple[FossilCommit, ...]
    users: tuple[FossilUser, ...]
    pages: Mapping[str, str]
    settings: Mapping[str, str]


class SeedTicket(msgspec.Struct, frozen=True):
    """A ticket in the repository at the start of a task."""

    title: str
    type: str
    severity: str
    status: str
    comment: str


class SeedCommit(msgspec.Struct, frozen=True):
    """A check-in of one file in the repository at the start of a task."""

    comment: str
    user: str
    file: str
    text: str


TICKETS = (
    SeedTicket("Tide tables are one hour off", "Code_Defect", "Severe", "Open", "Summer time is ignored."),
    SeedTicket("Print the chart on one page", "Feature_Request", "Minor", "Open", "It needs two pages now."),
    SeedTicket("Crash when the port is unknown", "Code_Defect", "Critical", "Verified", "Try Brill or Oste."),
    SeedTicket("Explain the colours in the legend", "Documentation", "Cosmetic", "Open", "Blue means ebb."),
    SeedTicket("Moon phase is missing", "Incident", "Important", "Review", "Only on Sundays."),
)
COMMITS = (
    SeedCommit("Read the table of ports", "jonas", "ports.csv", "Brill,52.1\nOste,53.8\nLinnhaven,54.4\n"),
    SeedCommit("Compute high water", "mira", "tide.py", "INTERVAL_MINUTES = 745\n"),
    SeedCommit("Draw the chart", "amara", "chart.py", 'COLOURS = {"ebb": "blue", "flood": "green"}\n'),
)
USERS: Mapping[str, str] = {
    "jonas": "jonas@tides.example",
    "amara": "amara@tides.example",
    "edda": "edda@tides.example",
}
CAPABILITIES = "ei"
"""Capabilities of ordinary users: check in (`i`) and see personal data (`e`)."""

PAGES: Mapping[str, str] = {
    "Release plan": "Version 2.4 is planned for 12 May.",
    "Coding style": "Lines have at most 90 characters.",
    "Data sources": "The harbour office sends new tables every January.",
}
REPOSITORY = "tides.fossil"
_ADMIN = "mira"
_TICKET_FIELDS = (
    "title",
    "type",
    "status",
    "severity",
    "priority",
    "resolution",
    "subsystem",
    "foundin",
    "comment",
)
_VARYING_SETTINGS = (
    *("backoffice", "cfgcnt", "server-code", "project-code", "rebuilt"),
    *("ckout:%", "login-card%", "cookie%", "captcha%"),
)
"""SQL patterns of settings that differ between installations or change without user input."""
_BRANCH_TAGS = ("branch", "comment", "user", "date", "bgcolor", "hidden", "closed")
_SIZE_BYTES = 4
"""Length in bytes of the size field that precedes the compressed content of an artifact."""


def create_data(program: Program, folder: Path) -> None:
    """Create a repository with check-ins, tickets, wiki pages and users."""
    work = folder.parent / "checkout"
    work.mkdir(exist_ok=True)
    home = {"HOME": str(folder.parent), "USER": _ADMIN}

    def run(*words: str | Path, text: str = "") -> None:
        run_tool(program.unpacked("fossil", *words, environment=home), folder=work, text=text)

    repository = folder / REPOSITORY
    run("init", "--admin-user", _ADMIN, "--date-override", "2026-02-27T08:00:00", repository)
    run("open", "--force", repository)
    for day, each in enumerate(COMMITS, 1):
        (work / each.file).write_text(each.text, encoding="utf-8")
        date = f"2026-03-0{day}T09:30:00"
        run("add", each.file)
        run(
            "commit",
            "-m",
            each.comment,
            "--no-warnings",
            "--date-override",
            date,
            "--user-override",
            each.user,
        )
    for ticket in TICKETS:
        fields = ("title", "type", "severity", "status", "comment")
        values = [word for name in fields for word in (name, str(getattr(ticket, name)))]
        run("ticket", "add", *values, "priority", "Low", "resolution", "Open", "subsystem", "", "foundin", "")
    for name, text in PAGES.items():
        run("wiki", "create", name, "--mimetype", "text/x-markdown", text=text)
    for name, contact in USERS.items():
        run("user", "new", name, contact, "kite-2024")
        run("user", "capabilities", name, CAPABILITIES)
    run("settings", "forbid-delta-manifests", "on")
    run("sqlite3", "-R", repository, text="replace into config values('project-name', 'Tides', 0);")
    run("close", "--force")


def read_state(folder: Path) -> FossilState:
    """Read the state from the repository's database."""
    with closing(sqlite3.connect(f"file:{folder / REPOSITORY}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        return FossilState(
            _read_tickets(database),
            _read_commits(database),
            _read_users(database),
            _read_pages(database),
            _read_settings(database),
        )


def _read_tickets(database: sqlite3.Connection) -> tuple[FossilTicket, ...]:
    rows = database.execute("select * from ticket order by title, tkt_id").fetchall()
    remarks = "select icomment from ticketchng where tkt_id=? and icomment is not null order by tkt_mtime"
    return tuple(
        FossilTicket(
            **dict(zip(FossilTicket.__struct_fields__, (row[name] for name in _TICKET_FIELDS), strict=False)),
            remarks=tuple(str(each[0]) for each in database.execute(remarks, (row["tkt_id"],))),
        )
        for row in rows
    )


def _read_commits(database: sqlite3.Connection) -> tuple[FossilCommit, ...]:
    rows = database.execute(
        "select objid, coalesce(euser, user) author, comment, coalesce(ecomment, comment) shown from event "
        "where type='ci' order by omtime, objid"
    ).fetchall()
    tags = "select tagname from tagxref join tag using(tagid) where rid=? and tagtype>0 order by tagname"
    return tuple(
        FossilCommit(
            str(row["comment"]),
            str(row["author"]),
            str(row["shown"]),
            tuple(
                str(each[0]).removeprefix("sym-")
                for each in database.execute(tags, (row["objid"],))
                if each[0] not in _BRANCH_TAGS
            ),
        )
        for row in rows
    )


def _read_users(database: sqlite3.Connection) -> tuple[FossilUser, ...]:
    rows = database.execute("select login, info, cap from user order by login").fetchall()
    return tuple(
        FossilUser(str(row["login"]), str(row["info"] or ""), "".join(sorted(row["cap"] or "")))
        for row in rows
    )


def _read_pages(database: sqlite3.Connection) -> Mapping[str, str]:
    """Read the newest version of each wiki page, which is stored in full."""
    rows = database.execute(
        "select substr(tagname, 6) name, content, max(tagxref.mtime) from tag join tagxref using(tagid) "
        "join blob using(rid) where tagname glob 'wiki-*' group by tagname"
    ).fetchall()
    return {str(row["name"]): _wiki_text(zlib.decompress(row["content"][_SIZE_BYTES:])) for row in rows}


def _wiki_text(artifact: bytes) -> str:
    """Return the page text in a wiki artifact, or "" if it has no `W` line."""
    card = re.search(rb"^W (\d+)\n", artifact, re.MULTILINE)
    if card is None:
        return ""
    return artifact[card.end() : card.end() + int(card[1])].decode().strip()


def _read_settings(database: sqlite3.Connection) -> Mapping[str, str]:
    ignored = " and ".join("name not like ?" for _ in _VARYING_SETTINGS)
    query = f"select name, value from config where {ignored} order by name"  # noqa: S608  only placeholders
    return {str(row["name"]): str(row["value"]) for row in database.execute(query, _VARYING_SETTINGS)}


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of a server that logs every visitor in as administrator."""
    options = ["server", "--nojail", "--localauth", "--localhost", "--port", str(port)]
    return program.unpacked("fossil", *options, str(folder / REPOSITORY))


FOSSIL = Application(
    name="fossil",
    title="Tides project",
    purpose="software project: check-ins and files, tickets, wiki, users and settings of the project",
    license="BSD-2-Clause",
    toolkit="C, server-rendered HTML, some JavaScript",
    manager="apt",
    packages=("fossil",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=FossilState,
    start_path="/timeline",
    save_delay_sec=1.0,
)
