"""Initial data, start and stored state of I Hate Money, a manager of the shared expenses of a group.

Its user interface has forms, a table of bills, dialogs and statistics.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class IhateMoneyMember(msgspec.Struct, frozen=True):
    """A participant, whose share of a bill is proportional to the weight."""

    id: str
    weight: float
    is_active: bool


class IhateMoneyBill(msgspec.Struct, frozen=True):
    """A bill, with the names of the payer and of those who share it; `kind` is EXPENSE or REIMBURSEMENT."""

    id: str
    what: str
    amount: float
    payer: str
    owers: tuple[str, ...]
    date: str
    kind: str
    link: str


class IhateMoneyState(msgspec.Struct, frozen=True):
    """State of the project: its name and address, its participants by name, and its bills."""

    name: str
    email: str
    members: tuple[IhateMoneyMember, ...]
    bills: tuple[IhateMoneyBill, ...]


class SeedBill(msgspec.Struct, frozen=True):
    """A bill of the initial data, shared by those in `owers`."""

    what: str
    amount: float
    payer: str
    owers: tuple[str, ...]
    date: str


MEMBERS = ("Ida", "Bram", "Chen", "Dora")
BILLS = (
    SeedBill("Harbour fee", 46.0, "Ida", MEMBERS, "2026-05-02"),
    SeedBill("Groceries", 83.2, "Bram", MEMBERS, "2026-05-02"),
    SeedBill("Diesel", 61.5, "Chen", MEMBERS, "2026-05-03"),
    SeedBill("Lock tickets", 24.0, "Ida", ("Ida", "Chen"), "2026-05-04"),
    SeedBill("Dinner at the mill", 118.4, "Dora", MEMBERS, "2026-05-05"),
    SeedBill("Life jacket rental", 36.0, "Bram", ("Bram", "Dora"), "2026-05-05"),
    SeedBill("Museum", 52.0, "Chen", MEMBERS, "2026-05-06"),
    SeedBill("Ice cream", 14.8, "Dora", ("Ida", "Bram", "Dora"), "2026-05-06"),
    SeedBill("Bread and cheese", 19.6, "Ida", MEMBERS, "2026-05-07"),
)
PROJECT = "boat-trip"
_KEY = "practice"
_PASSWORD = "not-a-hash"  # noqa: S105  nobody can log in with it; it makes the link of the start page constant
_TOKEN = "WyJib2F0LXRyaXAiXQ.YOTDw_HnGqhppnA-sEWr1_eVIH0"  # noqa: S105
"""Signature of the project's invitation link, which depends only on `_KEY`, `_PASSWORD` and `PROJECT`."""

_SETTINGS = """
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/money.db"
SECRET_KEY = {key!r}
SESSION_COOKIE_SECURE = False
ACTIVATE_DEMO_PROJECT = False
RATELIMIT_ENABLED = False
"""
_SEED = """
import datetime, json, sys
from ihatemoney.run import create_app
from ihatemoney.currency_convertor import CurrencyConverter
from ihatemoney.models import Bill, Person, Project, db
from ihatemoney.versioning import LoggingMode

data = json.loads(sys.argv[1])
app = create_app()
with app.app_context():
    project = Project(
        id=data["id"], name="Boat trip", password=data["password"], contact_email="ida@boat.example",
        default_currency=CurrencyConverter.no_currency, logging_preference=LoggingMode.DISABLED,
    )
    db.session.add(project)
    people = {name: Person(name=name, project=project) for name in data["members"]}
    db.session.add_all(people.values())
    db.session.commit()
    for each in data["bills"]:
        db.session.add(Bill(
            amount=each["amount"], date=datetime.date.fromisoformat(each["date"]), external_link="",
            original_currency=project.default_currency, owers=[people[name] for name in each["owers"]],
            payer_id=people[each["payer"]].id, project_default_currency=project.default_currency,
            what=each["what"],
        ))
    db.session.commit()
"""
_SERVER = """
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
import flask_migrate

flask_migrate.upgrade = lambda *_, **__: None
from ihatemoney.run import create_app

class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

server = Server(("127.0.0.1", int(sys.argv[1])), WSGIRequestHandler)
server.set_app(create_app())
server.serve_forever()
"""
"""Python program that serves the project; its database is already up to date, so it skips the migrations."""


def create_data(program: Program, folder: Path) -> None:
    """Create a database with one project, its participants and its bills."""
    data = {
        "id": PROJECT,
        "password": _PASSWORD,
        "members": MEMBERS,
        "bills": [msgspec.structs.asdict(each) for each in BILLS],
    }
    _write_settings(folder)
    variables = f"IHATEMONEY_SETTINGS_FILE_PATH={folder / 'settings.py'}"
    seed: list[str | Path] = ["env", variables, program.executable("python"), "-c", _SEED, json.dumps(data)]
    run_tool(seed, folder=folder)


def _write_settings(folder: Path) -> Path:
    path = folder / "settings.py"
    path.write_text(_SETTINGS.format(folder=folder, key=_KEY), encoding="utf-8")
    return path


def read_state(folder: Path) -> IhateMoneyState:
    """Read the project's database."""
    with closing(sqlite3.connect(f"file:{folder / 'money.db'}?mode=ro", uri=True)) as opened:
        opened.row_factory = sqlite3.Row
        project = opened.execute("select name, contact_email from project where id=?", (PROJECT,)).fetchone()
        people = opened.execute("select * from person where project_id=? order by id", (PROJECT,)).fetchall()
        names = {row["id"]: str(row["name"]) for row in people}
        bills = opened.execute("select * from bill order by id").fetchall()
        shares = opened.execute("select bill_id, person_id from billowers order by person_id").fetchall()
    owers = {row["id"]: tuple(names[person] for bill, person in shares if bill == row["id"]) for row in bills}
    return IhateMoneyState(
        "" if project is None else str(project["name"]),
        "" if project is None else str(project["contact_email"]),
        tuple(IhateMoneyMember(str(row["name"]), row["weight"], bool(row["activated"])) for row in people),
        tuple(
            IhateMoneyBill(
                str(row["id"]),
                str(row["what"]),
                row["amount"],
                names[row["payer_id"]],
                owers[row["id"]],
                str(row["date"]),
                str(row["bill_type"]),
                str(row["external_link"] or ""),
            )
            for row in bills
        ),
    )


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the project's server."""
    variables = f"IHATEMONEY_SETTINGS_FILE_PATH={_write_settings(folder)}"
    return ["env", variables, program.executable("python"), "-c", _SERVER, str(port)]


IHATEMONEY = Application(
    name="ihatemoney",
    title="Shared expenses",
    purpose="shared expenses of a boat trip: bills, who paid them, who shares them, balances",
    license="BSD-3-Clause",
    toolkit="Python (Flask), server-rendered HTML, Bootstrap",
    manager="pip",
    packages=("ihatemoney>=7,<8",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=IhateMoneyState,
    start_path=f"/{PROJECT}/join/{_TOKEN}",
)
