"""Tasks in the version control system Fossil."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.fossil_app import CAPABILITIES, COMMITS, PAGES, TICKETS, USERS, SeedTicket
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import adds, becomes, may_change
from onscreen_practice.state.value_patterns import ExpectedFields, Text, any_order
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, select, type_text

_APP = "fossil"
_PREVIEW, _APPLY = click("button", "Preview"), click("button", "Apply Changes")
_SUBMIT = click("button", "Submit")
_NEWEST = COMMITS[-1]
_CLOSED_STATUS = ("Fixed", "Tested", "Deferred", "Closed")


def _write(text: str) -> Move:
    """Return the action that fills in the first text field without accessible name."""
    return Move("type", "textbox", "", text)


def _edit_ticket(ticket: SeedTicket, *moves: Move) -> tuple[Move, ...]:
    listed = click("link", "Tickets"), click("link", "All Tickets")
    return *listed, Move("click", "link", "edit", nth=TICKETS.index(ticket)), *moves, _PREVIEW, _SUBMIT


def _edit_newest(*moves: Move) -> tuple[Move, ...]:
    """Return the actions that edit the newest check-in."""
    opened = click("link", "Files"), click("link", "latest check-in"), click("link", "edit")
    return *opened, *moves, _PREVIEW, _APPLY


def _edit_page(name: str, text: str) -> tuple[Move, ...]:
    opened = click("link", "Wiki"), click("link", "List of All Wiki Pages"), click("link", name)
    return *opened, click("link", "Edit"), _write(text), click("button", "Save")


def _edit_user(name: str, *moves: Move) -> tuple[Move, ...]:
    return click("link", "Admin"), click("link", "Users"), click("link", name), *moves, _APPLY


def report_ticket(rng: Random) -> TaskRecipe:
    """Create a task to report a new ticket, whose form is submitted after a preview."""
    title = rng.choice(("Chart has no scale", "Wrong unit for wind", "Port list is not sorted"))
    text = rng.choice(("Seen in version 2.3.", "It was correct in March.", "Ask Edda for an example."))
    kind, severity = rng.choice(("Feature_Request", "Incident")), rng.choice(("Severe", "Minor"))
    wrong = "Cosmetic"

    def create(chosen: str) -> tuple[Move, ...]:
        summary = type_text("Enter a one-line summary of the ticket:", title)
        fields = summary, select("Type:", kind), select("Severity:", chosen), _write(text)
        return click("link", "Tickets"), click("link", "New"), *fields, _PREVIEW, _SUBMIT

    expected: ExpectedFields = {"id": Text(title), "type": kind, "severity": severity, "status": "Open"}
    return change_task(
        _APP,
        f'Enter a new ticket "{title}" of the type {kind} with the severity {severity}. Its description is: '
        f"{text}",
        adds("fossil.tickets", {**expected, "remarks": [Text(text)]}),
        moves=create(severity),
        near=create(wrong),
    )


def resolve_ticket(rng: Random) -> TaskRecipe:
    """Create a task to change the status and the resolution of a ticket."""
    ticket, other = rng.sample(TICKETS, 2)
    status, resolution = rng.choice(_CLOSED_STATUS), rng.choice(("Rejected", "Duplicate", "Workaround"))
    fields = select("Status:", status), select("Resolution:", resolution)
    return change_task(
        _APP,
        f'Set the status of the ticket "{ticket.title}" to {status} and its resolution to {resolution}.',
        becomes(f"fossil.tickets[id={ticket.title}].status", status),
        becomes(f"fossil.tickets[id={ticket.title}].resolution", resolution),
        moves=_edit_ticket(ticket, *fields),
        near=_edit_ticket(other, *fields),
    )


def add_remark(rng: Random) -> TaskRecipe:
    """Create a task to append a remark to a ticket."""
    ticket, other = rng.sample(TICKETS, 2)
    text = rng.choice(("Reproduced with Oste.", "Needs a new table first.", "Amara has a patch."))
    return change_task(
        _APP,
        f'Append this remark to the ticket "{ticket.title}": {text}',
        becomes(f"fossil.tickets[id={ticket.title}].remarks", [Text(text)]),
        moves=_edit_ticket(ticket, _append(text)),
        near=_edit_ticket(other, _append(text)),
    )


def _append(remark: str) -> Move:
    """Return the action that fills in the remark field, the only field without accessible name."""
    return Move("type", "textbox", "", remark)


def write_page(rng: Random) -> TaskRecipe:
    """Create a task to write a new wiki page."""
    name, wrong = rng.sample(("Berths", "Glossary", "Meeting notes", "Contacts"), 2)
    text = rng.choice(("See the harbour map.", "To be discussed on Monday.", "Edda keeps the list."))

    def write(title: str) -> tuple[Move, ...]:
        named = type_text("Name of new wiki page:", title), click("button", "Create")
        return (
            click("link", "Wiki"),
            click("link", "new wiki page"),
            *named,
            _write(text),
            click("button", "Save"),
        )

    return change_task(
        _APP,
        f'Create a wiki page called "{name}" with this text: {text}',
        becomes(f"fossil.pages[{name}]", Text(text)),
        moves=write(name),
        near=write(wrong),
    )


def rewrite_page(rng: Random) -> TaskRecipe:
    """Create a task to replace the text of a wiki page."""
    name, other = rng.sample(tuple(PAGES), 2)
    text = rng.choice(("This page has moved to the handbook.", "Out of date since April.", "Ask Mira."))
    return change_task(
        _APP,
        f'Replace the text of the wiki page "{name}" with: {text}',
        becomes(f"fossil.pages[{name}]", Text(text)),
        moves=_edit_page(name, text),
        near=_edit_page(other, text),
    )


def tag_commit(rng: Random) -> TaskRecipe:
    """Create a task to tag the newest check-in."""
    tag, wrong = rng.sample(("release-2.4", "beta", "for-review", "demo"), 2)

    def add(name: str) -> tuple[Move, ...]:
        label = "Add the following new tag name to this check-in:"
        return _edit_newest(click("checkbox", label), type_text(label, name))

    return change_task(
        _APP,
        f"Add the tag {tag} to the newest check-in.",
        becomes(f"fossil.commits[id={_NEWEST.comment}].tags", any_order("trunk", tag)),
        moves=add(tag),
        near=add(wrong),
    )


def correct_comment(rng: Random) -> TaskRecipe:
    """Create a task to change the comment of the newest check-in."""
    text, wrong = rng.sample(("Draw the chart in colour", "Add the first chart", "Draw ebb and flood"), 2)
    return change_task(
        _APP,
        f'Change the comment of the newest check-in to "{text}".',
        becomes(f"fossil.commits[id={_NEWEST.comment}].comment", Text(text)),
        moves=_edit_newest(type_text("Comment:", text)),
        near=_edit_newest(type_text("Comment:", wrong)),
    )


def change_contact(rng: Random) -> TaskRecipe:
    """Create a task to change a user's contact information."""
    user, other = rng.sample(tuple(USERS), 2)
    contact = f"{user}@harbour.example"
    typed = type_text("Contact Info:", contact)
    return change_task(
        _APP,
        f"The contact information of the user {user} is now {contact}. Change it.",
        becomes(f"fossil.users[id={user}].contact", Text(contact)),
        moves=_edit_user(user, typed),
        near=_edit_user(other, typed),
    )


def grant_capability(rng: Random) -> TaskRecipe:
    """Create a task to grant a capability to a user."""
    user = rng.choice(tuple(USERS))
    capabilities = {"New Wiki": "f", "Chatroom": "C", "Private": "x", "Moderate Tickets": "q"}
    name, wrong = rng.sample(tuple(capabilities), 2)
    return change_task(
        _APP,
        f'Grant the capability "{name}" to the user {user}, who keeps all others.',
        becomes(f"fossil.users[id={user}].capabilities", "".join(sorted(CAPABILITIES + capabilities[name]))),
        moves=_edit_user(user, click("checkbox", name)),
        near=_edit_user(user, click("checkbox", wrong)),
    )


def describe_project(rng: Random) -> TaskRecipe:
    """Create a task to change the name and the description of the project."""
    name, wrong = rng.sample(("Tides of Brill", "North tides", "Open tides"), 2)
    text = rng.choice(("Tide tables for small ports", "High water for everyone"))

    def describe(title: str) -> tuple[Move, ...]:
        fields = type_text("Project Name", title), type_text("Project Description", text)
        return click("link", "Admin"), click("link", "Configuration"), *fields, _APPLY

    return change_task(
        _APP,
        f'Rename the project to "{name}" and give it the description "{text}".',
        becomes("fossil.settings[project-name]", Text(name)),
        becomes("fossil.settings[project-description]", Text(text)),
        may_change("fossil.settings[mainmenu]"),  # the form also stores the default menu
        moves=describe(name),
        near=describe(wrong),
    )


def read_file(rng: Random) -> TaskRecipe:
    """Create a task that asks for a value in a file."""
    file, question, answer, wrong = rng.choice(
        (
            ("ports.csv", "Which latitude does the file of ports give for Oste?", "53.8", "52.1"),
            ("ports.csv", "Which port in the file of ports has the latitude 54.4?", "Linnhaven", "Oste"),
            ("tide.py", "How many minutes is the interval in tide.py?", "745", "754"),
            ("chart.py", "Which colour does chart.py use for the flood?", "green", "blue"),
        )
    )
    opened = click("link", "Files"), click("link", file)
    return question_task(_APP, question, answer=answer, wrong=wrong, moves=opened)


def delete_file(rng: Random) -> TaskRecipe:
    """Create an infeasible task: remove a file, which the web interface cannot do."""
    commit = rng.choice(COMMITS)
    opened = click("link", "Files"), click("link", commit.file)
    text = f"Remove {commit.file}"
    return impossible_task(
        _APP,
        f"Delete the file {commit.file} from the newest version of the project.",
        moves=opened,
        near=_edit_newest(type_text("Comment:", text)),
    )


FOSSIL_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "fossil-report": report_ticket,
        "fossil-resolve": resolve_ticket,
        "fossil-remark": add_remark,
        "fossil-write-page": write_page,
        "fossil-rewrite-page": rewrite_page,
        "fossil-tag": tag_commit,
        "fossil-comment": correct_comment,
        "fossil-contact": change_contact,
        "fossil-capability": grant_capability,
        "fossil-project": describe_project,
        "fossil-read-file": read_file,
        "fossil-delete-file-impossible": delete_file,
    }
)
