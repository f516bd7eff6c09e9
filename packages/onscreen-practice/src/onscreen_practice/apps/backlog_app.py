"""Initial data, start and stored state of Backlog.md, a task board.

Its user interface has columns of cards that are dragged, dialogs, Markdown editors and documents.
"""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.app_server import ADDRESS, PORT_FILE
from onscreen_practice.apps.application import Application, Program


class BacklogCriterion(msgspec.Struct, frozen=True):
    """An acceptance criterion of a task."""

    text: str
    checked: bool


class BacklogTask(msgspec.Struct, frozen=True):
    """A task of the board or a draft, with the title of its milestone."""

    id: str
    title: str
    status: str
    assignees: tuple[str, ...]
    labels: tuple[str, ...]
    priority: str
    milestone: str
    due: str
    dependencies: tuple[str, ...]
    description: str
    criteria: tuple[BacklogCriterion, ...]
    plan: str
    notes: str
    comments: tuple[str, ...]


class BacklogDocument(msgspec.Struct, frozen=True):
    """A document in Markdown."""

    id: str
    title: str
    text: str


class BacklogState(msgspec.Struct, frozen=True):
    """The project: tasks, the order of each column as ids, drafts, documents and the rest by title.

    `completed` and `archived` are the ids of tasks that are no longer on the board.
    """

    tasks: tuple[BacklogTask, ...]
    columns: Mapping[str, tuple[str, ...]]
    drafts: tuple[BacklogTask, ...]
    completed: tuple[str, ...]
    archived: tuple[str, ...]
    documents: tuple[BacklogDocument, ...]
    milestones: tuple[str, ...]
    decisions: tuple[str, ...]
    settings: Mapping[str, object]


class SeedCard(msgspec.Struct, frozen=True):
    """A task of the initial data; `milestone` is a rank in `MILESTONES` or -1."""

    title: str
    status: str
    assignee: str
    label: str
    priority: str
    description: str
    criteria: tuple[str, ...] = ()
    milestone: int = -1


TO_DO, IN_PROGRESS, WAITING, DONE_COLUMN = COLUMNS = ("To Do", "In Progress", "Waiting", "Done")
PEOPLE = ("noor", "emil", "saskia", "theo")
LABELS = ("music", "stage", "food", "permits", "print")
MILESTONES = ("Opening day", "Boat race")
CARDS = (
    SeedCard("Book the brass band", TO_DO, "noor", "music", "high",
             "Ask Hilde Brandt, who leads the band. Their fee is 640 euros.",
             ("The fee is agreed", "The band knows the start time"), 0),
    SeedCard("Rent a roof for the stage", TO_DO, "emil", "stage", "medium",
             "The roof must span 8 metres. Lender: Voss & Sons."),
    SeedCard("Print the programme", TO_DO, "saskia", "print", "low",
             "We need 450 copies on A5 paper.", ("The sponsors are named", "The dates are right"), 0),
    SeedCard("Order paper lanterns", TO_DO, "noor", "stage", "low", "Two boxes of 25 pieces each."),
    SeedCard("Ask for the use of the pier", IN_PROGRESS, "theo", "permits", "high",
             "The harbour master is in room 3 until noon.", (), 1),
    SeedCard("Hire two generators", IN_PROGRESS, "emil", "stage", "medium",
             "Each must deliver 12 kilowatts.", ("A spare fuse is included", "Delivery is before 9 am")),
    SeedCard("Choose the food stalls", IN_PROGRESS, "saskia", "food", "medium",
             "Nine have applied, there is space for six."),
    SeedCard("Get the noise permit", WAITING, "theo", "permits", "high", "Applied for at the town hall."),
    SeedCard("Insure the boat race", WAITING, "noor", "permits", "medium",
             "The offer of Kestrel is 310 euros.", (), 1),
    SeedCard("Draw the site plan", DONE_COLUMN, "emil", "stage", "medium", "Stored with the town hall."),
    SeedCard("Open a bank account", DONE_COLUMN, "saskia", "food", "low", "With the savings bank."),
)  # fmt: skip
DOCUMENTS: Mapping[str, str] = {
    "Phone numbers": "First aid tent: 5520. Harbour master: 5587. Electrician: 5514.",
    "Rules for stalls": "No single-use cups. Every stall needs a fire blanket.",
}
_ORDINAL_STEP = 1000
_DATE = "2026-03-02 09:30"
_FOLDERS = (
    "tasks",
    "drafts",
    "docs",
    "decisions",
    "milestones",
    "completed",
    "archive/tasks",
    "archive/drafts",
    "archive/milestones",
)


def create_data(_program: Program, folder: Path) -> None:
    """Write the sample data to files: the settings, tasks and documents of a harbor festival."""
    project = folder / "backlog"
    for name in _FOLDERS:
        (project / name).mkdir(parents=True)
    statuses = ", ".join(f'"{each}"' for each in COLUMNS)
    settings = {
        "project_name": '"Harbour festival"',
        "default_status": f'"{TO_DO}"',
        "statuses": f"[{statuses}]",
        "labels": f"[{', '.join(LABELS)}]",
        "date_format": "yyyy-mm-dd",
        "auto_open_browser": "false",
        "remote_operations": "false",
        "auto_commit": "false",
        "filesystem_only": "true",
        "check_active_branches": "false",
        "task_prefix": '"task"',
    }
    lines = "".join(f"{name}: {value}\n" for name, value in settings.items())
    (project / "config.yml").write_text(lines, encoding="utf-8")
    for at, name in enumerate(MILESTONES):
        _write(
            project / "milestones" / f"m-{at}.md", f'id: m-{at}\ntitle: "{name}"', text=f"Milestone: {name}"
        )
    for at, each in enumerate(CARDS):
        head, text = _card_file(each, at)
        _write(project / "tasks" / f"task-{at + 1} - {each.title}.md", head, text=text)
    for at, (title, text) in enumerate(DOCUMENTS.items(), 1):
        head = f"id: doc-{at}\ntitle: {title}\ntype: other\ncreated_date: '{_DATE}'"
        _write(project / "docs" / f"doc-{at} - {title}.md", head, text=text)


def _write(path: Path, head: str, *, text: str) -> None:
    path.write_text(f"---\n{head}\n---\n\n{text}\n", encoding="utf-8")


def _card_file(card: SeedCard, at: int) -> tuple[str, str]:
    """Return the fields and the text of a task's file."""
    fields = (
        f"id: TASK-{at + 1}",
        f"title: {card.title}",
        f"status: {card.status}",
        f"assignee: ['{card.assignee}']",
        f"created_date: '{_DATE}'",
        f"labels: [{card.label}]",
        *([f"milestone: m-{card.milestone}"] if card.milestone >= 0 else ()),
        "dependencies: []",
        f"priority: {card.priority}",
        f"ordinal: {(at + 1) * _ORDINAL_STEP}",
    )
    criteria = "\n".join(f"- [ ] #{number} {text}" for number, text in enumerate(card.criteria, 1))
    listed = f"\n\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n{criteria}\n<!-- AC:END -->" if criteria else ""
    text = (
        "## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\n"
        f"{card.description}\n<!-- SECTION:DESCRIPTION:END -->{listed}"
    )
    return "\n".join(fields), text


class _Criterion(msgspec.Struct):
    text: str
    checked: bool


class _Comment(msgspec.Struct):
    body: str = ""


class _Card(msgspec.Struct, rename="camel"):
    id: str
    title: str
    status: str
    assignee: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    priority: str = ""
    milestone: str = ""
    due_date: str = ""
    dependencies: tuple[str, ...] = ()
    description: str = ""
    acceptance_criteria_items: tuple[_Criterion, ...] = ()
    implementation_plan: str = ""
    implementation_notes: str = ""
    comments: tuple[_Comment, ...] = ()
    ordinal: float = 0.0


class _Named(msgspec.Struct):
    id: str
    title: str


class _Document(msgspec.Struct, rename="camel"):
    id: str
    title: str
    raw_content: str = ""


def read_state(folder: Path) -> BacklogState:
    """Ask the server for the project, and list the files of tasks that have left the board."""
    cards = msgspec.json.decode(_get(folder, "tasks"), type=tuple[_Card, ...])
    drafts = msgspec.json.decode(_get(folder, "drafts"), type=tuple[_Card, ...])
    milestones = msgspec.json.decode(_get(folder, "milestones"), type=tuple[_Named, ...])
    decisions = msgspec.json.decode(_get(folder, "decisions"), type=tuple[_Named, ...])
    listed = msgspec.json.decode(_get(folder, "docs"), type=tuple[_Named, ...])
    documents = [msgspec.json.decode(_get(folder, f"docs/{each.id}"), type=_Document) for each in listed]
    titles = {each.id: each.title for each in milestones}
    ordered = sorted(cards, key=lambda each: each.ordinal)
    project = folder / "backlog"
    return BacklogState(
        _tasks(cards, titles),
        {name: tuple(each.id for each in ordered if each.status == name) for name in COLUMNS},
        _tasks(drafts, titles),
        _ids(project / "completed"),
        _ids(project / "archive" / "tasks"),
        tuple(BacklogDocument(each.id, each.title, each.raw_content.strip()) for each in documents),
        tuple(sorted(titles.values())),
        tuple(sorted(each.title for each in decisions)),
        msgspec.json.decode(_get(folder, "config"), type=Mapping[str, object]),
    )


def _tasks(cards: Sequence[_Card], milestones: Mapping[str, str]) -> tuple[BacklogTask, ...]:
    return tuple(
        BacklogTask(
            each.id,
            each.title,
            each.status,
            each.assignee,
            tuple(sorted(each.labels)),
            each.priority,
            milestones.get(each.milestone, each.milestone),
            each.due_date,
            each.dependencies,
            each.description.strip(),
            tuple(BacklogCriterion(item.text, item.checked) for item in each.acceptance_criteria_items),
            each.implementation_plan.strip(),
            each.implementation_notes.strip(),
            tuple(comment.body.strip() for comment in each.comments),
        )
        for each in sorted(cards, key=lambda each: each.id)
    )


def _ids(folder: Path) -> tuple[str, ...]:
    """Return the ids with which the names of the files in a folder begin."""
    return tuple(sorted(path.name.partition(" ")[0].upper() for path in folder.glob("*.md")))


def _get(folder: Path, path: str) -> bytes:
    port = (folder.parent / PORT_FILE).read_text(encoding="ascii")
    with urllib.request.urlopen(f"http://{ADDRESS}:{port}/api/{path}") as reply:
        read: bytes = reply.read()
        return read


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command that serves the project."""
    options = ["browser", "--no-open", "--non-interactive", "--port", str(port)]
    return ["env", f"BACKLOG_CWD={folder}", program.executable("backlog"), *options]


BACKLOG = Application(
    name="backlog",
    title="Festival board",
    purpose="task board of a harbour festival: cards in columns, people, labels, milestones, documents",
    license="MIT",
    toolkit="TypeScript (Bun) and React, Tailwind, drag and drop, a Markdown editor",
    manager="npm",
    packages=("backlog.md@^1.52",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=BacklogState,
)
