"""Initial data, start and stored state of Optuna Dashboard, a viewer for optimization studies.

Its user interface has tables, charts, dialogs and Markdown notes.
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


class OptunaTrial(msgspec.Struct, frozen=True):
    """A trial of a study: its number, state, parameters, result and note."""

    id: str
    state: str
    values: tuple[float, ...]
    params: Mapping[str, float]
    note: str
    attributes: Mapping[str, str]


class OptunaStudy(msgspec.Struct, frozen=True):
    """An optimization study, with all stored attributes except its note."""

    name: str
    directions: tuple[str, ...]
    note: str
    attributes: Mapping[str, str]
    trials: tuple[OptunaTrial, ...]


class OptunaState(msgspec.Struct, frozen=True):
    """Studies of the database, identified by name because a renamed study gets a new number."""

    studies: Mapping[str, OptunaStudy]


class SeedStudy(msgspec.Struct, frozen=True):
    """A study that exists at the start of a task, with each trial's water in ml and score."""

    name: str
    direction: str
    trials: tuple[tuple[int, float], ...]


STUDIES = (
    SeedStudy(
        "Sourdough crust",
        "maximize",
        ((300, 5.2), (320, 6.1), (340, 7.4), (360, 8.3), (380, 7.9), (400, 6.6)),
    ),
    SeedStudy("Rye baking time", "minimize", ((280, 62.5), (300, 55.0), (330, 48.5), (350, 51.0))),
    SeedStudy("Focaccia crumb", "maximize", ((350, 6.4), (370, 7.1), (390, 8.8), (410, 8.2), (430, 7.7))),
    SeedStudy("Baguette length", "maximize", ((310, 52.0), (330, 58.0), (345, 61.5))),
)
DATABASE = "studies.db"

_CREATE = """
import json, sys
import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)
water = optuna.distributions.IntDistribution(200, 500)
for name, direction, trials in json.load(sys.stdin):
    study = optuna.create_study(storage=sys.argv[1], study_name=name, direction=direction)
    for amount, score in trials:
        study.add_trial(
            optuna.trial.create_trial(params={"water": amount}, distributions={"water": water}, value=score)
        )
"""
"""Python program that creates the studies described on its standard input."""


def create_data(program: Program, folder: Path) -> None:
    """Create the database with the studies of a bakery."""
    studies = json.dumps([msgspec.structs.astuple(each) for each in STUDIES])
    python = program.executable("python")
    run_tool([python, "-c", _CREATE, _storage(folder)], folder=folder, text=studies)


def _storage(folder: Path) -> str:
    return f"sqlite:///{folder / DATABASE}"


def read_state(folder: Path) -> OptunaState:
    """Read the studies from the database."""
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as database:
        rows = database.execute("select study_id, study_name from studies order by 1").fetchall()
        return OptunaState({name: _study(database, number, name=name) for number, name in rows})


def _study(database: sqlite3.Connection, number: int, *, name: str) -> OptunaStudy:
    directions = database.execute(
        "select direction from study_directions where study_id=? order by objective", (number,)
    )
    attributes = _attributes(database, "study", number=number)
    trials = database.execute(
        "select trial_id, number, state from trials where study_id=? order by 2", (number,)
    ).fetchall()
    return OptunaStudy(
        name,
        tuple(str(row[0]).lower() for row in directions.fetchall()),
        _note(attributes, "dashboard:"),
        {key: value for key, value in attributes.items() if ":note_" not in key},
        tuple(_trial(database, trial, notes=attributes) for trial in trials),
    )


def _trial(
    database: sqlite3.Connection, row: tuple[int, int, str], *, notes: Mapping[str, str]
) -> OptunaTrial:
    key, number, state = row
    params = database.execute(
        "select param_name, param_value from trial_params where trial_id=? order by 1", (key,)
    )
    values = database.execute("select value from trial_values where trial_id=? order by objective", (key,))
    return OptunaTrial(
        str(number),
        state.lower(),
        tuple(float(each[0]) for each in values.fetchall()),
        {str(name): float(value) for name, value in params.fetchall()},
        _note(notes, f"dashboard:{key}:"),
        _attributes(database, "trial", number=key),
    )


def _attributes(database: sqlite3.Connection, owner: str, *, number: int) -> Mapping[str, str]:
    """Read the attributes of a study or trial, with their values as JSON text."""
    found: dict[str, str] = {}
    for kind in ("user", "system"):
        rows = database.execute(
            f"select key, value_json from {owner}_{kind}_attributes where {owner}_id=?",  # noqa: S608  fixed names
            (number,),
        )
        found |= dict(rows.fetchall())
    return found


def _note(attributes: Mapping[str, str], prefix: str) -> str:
    """Return the text of a note, which the dashboard stores split into several attributes."""
    start = f"{prefix}note_str:"
    parts = {
        int(key.removeprefix(start)): json.loads(value)
        for key, value in attributes.items()
        if key.startswith(start)
    }
    return "".join(str(parts[number]) for number in sorted(parts))


_SERVER = """
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from optuna_dashboard import wsgi

class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

server = Server(("127.0.0.1", int(sys.argv[2])), WSGIRequestHandler)
server.set_app(wsgi(sys.argv[1]))
server.serve_forever()
"""
"""Python program that serves the dashboard with threads, unlike its built-in server."""


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the dashboard's server."""
    return [program.executable("python"), "-c", _SERVER, _storage(folder), str(port)]


OPTUNA = Application(
    name="optuna",
    title="Bakery experiments",
    purpose="series of experiments (studies) of a bakery: trials, their parameters and scores, charts, notes",
    license="MIT",
    toolkit="Python (Bottle) and React, Material UI, Plotly",
    manager="pip",
    packages=("optuna-dashboard>=0.20,<1",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=OptunaState,
    start_path="/dashboard",
)
