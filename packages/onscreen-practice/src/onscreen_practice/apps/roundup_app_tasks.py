"""Tasks in the issue tracker Roundup."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.apps_device import UPLOADS
from onscreen_practice.apps.roundup_app import ISSUES, KEYWORDS, PASSWORD, USERS, SeedIssue
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.phone_suite.task_helpers import number_forms
from onscreen_practice.state.expected_changes import adds, becomes
from onscreen_practice.state.value_patterns import ExpectedFields, Text, any_order
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, type_text, upload

_APP = "roundup"
_OPEN = tuple(each for each in ISSUES if each.status not in {"unread", "resolved"})
_PRIORITIES = ("critical", "urgent", "bug", "feature", "wish")
_SAVE = click("button", "Submit Changes")
_TITLE, _NOTE = "Title", "Change Note"
_PRIORITY, _STATUS, _ASSIGNED_TO = "Priority", "Status", "Assigned To"
_SUPERSEDER, _NOSY, _KEYWORDS = range(2, 5)
"""0-based ranks of the issue form's fields among the page's text fields without accessible name."""

_PASSWORD = 2
"""0-based rank of the password field among the page's text fields without accessible name."""


def _fill(rank: int, text: str) -> Move:
    return Move("type", "textbox", "", text, rank)


def _choose(name: str, option: str) -> Move:
    return Move("select", "combobox", name, option)


def _log_in(user: str) -> tuple[Move, ...]:
    return type_text("Login", user), _fill(_PASSWORD, PASSWORD), click("button", "Login")


def _edit(issue: SeedIssue, *moves: Move) -> tuple[Move, ...]:
    """Return the actions that log in as mira, open an issue, edit it and save it."""
    return (*_log_in("mira"), click("link", issue.title), *moves, _SAVE)


def _path(issue: SeedIssue, field: str) -> str:
    return f"roundup.issues[id={ISSUES.index(issue) + 1}].{field}"


def _as_mira(request: str) -> str:
    return f"Log in as mira (password {PASSWORD}). {request}"


def set_priority(rng: Random) -> TaskRecipe:
    """Create a task to change the priority of an issue."""
    issue, other = rng.sample(_OPEN, 2)
    new = rng.choice([each for each in _PRIORITIES if each not in {issue.priority, other.priority}])
    return change_task(
        _APP,
        _as_mira(f'Change the priority of "{issue.title}" to {new}.'),
        becomes(_path(issue, "priority"), new),
        moves=_edit(issue, _choose(_PRIORITY, new)),
        near=_edit(other, _choose(_PRIORITY, new)),
    )


def hand_over(rng: Random) -> TaskRecipe:
    """Create a task to assign an issue to another user and change its status."""
    issue = rng.choice(_OPEN)
    user, wrong = rng.sample([each for each in USERS if each != issue.assignedto], 2)
    status = rng.choice([each for each in ("testing", "deferred", "need-eg") if each != issue.status])
    nosy = any_order(issue.assignedto, user)
    return change_task(
        _APP,
        _as_mira(f'Assign the issue "{issue.title}" to {user} and set its status to {status}.'),
        becomes(_path(issue, "assignedto"), user),
        becomes(_path(issue, "status"), status),
        becomes(_path(issue, "nosy"), nosy),
        moves=_edit(issue, _choose(_STATUS, status), _choose(_ASSIGNED_TO, user)),
        near=_edit(issue, _choose(_STATUS, status), _choose(_ASSIGNED_TO, wrong)),
    )


def report_issue(rng: Random) -> TaskRecipe:
    """Create a task to fill in the form for a new issue."""
    title = rng.choice(
        ("Kite tails tangle in the box", "Delivery slots overlap", "Till drawer does not open")
    )
    priority, keyword = rng.choice(("critical", "urgent", "bug")), rng.choice(KEYWORDS)
    user, wrong = rng.sample(tuple(USERS), 2)

    def create(assigned: str) -> tuple[Move, ...]:
        fields = (type_text(_TITLE, title), _choose(_PRIORITY, priority), _choose(_STATUS, "in-progress"))
        links = (_choose(_ASSIGNED_TO, assigned), _fill(_KEYWORDS, keyword))
        return *_log_in("mira"), click("link", "Create New"), *fields, *links, _SUBMIT_NEW

    expected: ExpectedFields = {
        "title": Text(title),
        "priority": priority,
        "status": "in-progress",
        "assignedto": user,
    }
    return change_task(
        _APP,
        _as_mira(
            f'Create an issue with the title "{title}", priority {priority} and status in-progress, with '
            f"the keyword {keyword}, and assign it to {user}."
        ),
        adds("roundup.issues", {**expected, "keywords": [keyword], "messages": [], "files": []}),
        moves=create(user),
        near=create(wrong),
    )


_SUBMIT_NEW = click("button", "Submit New Entry")


def comment(rng: Random) -> TaskRecipe:
    """Create a task to add a note to an issue."""
    issue, other = rng.sample(_OPEN, 2)
    text = rng.choice(("I can look at this on Friday.", "Fixed in the test shop.", "Please send a photo."))
    return change_task(
        _APP,
        _as_mira(f'Add this note to the issue "{issue.title}": {text}'),
        becomes(_path(issue, "messages"), [issue.message, Text(text)]),
        moves=_edit(issue, type_text(_NOTE, text)),
        near=_edit(other, type_text(_NOTE, text)),
    )


def tell_assignee(rng: Random) -> TaskRecipe:
    """Create a task that asks to whom an issue is assigned."""
    issue = rng.choice(_OPEN)
    wrong = next(name for name in USERS if name != issue.assignedto)
    return question_task(
        _APP,
        f'Who is the issue "{issue.title}" assigned to? Answer with the login name.',
        answer=issue.assignedto,
        wrong=wrong,
        moves=(click("link", issue.title),),
    )


def count_issues(rng: Random) -> TaskRecipe:
    """Create a task that asks how many unresolved issues a user has."""
    user = rng.choice(tuple(USERS))
    count = sum(each.assignedto == user and each.status != "resolved" for each in ISSUES)
    return question_task(
        _APP,
        f"How many issues in the list of all open issues are assigned to {user}?",
        answer=str(count),
        also=number_forms(str(count)),
        wrong=str(count + 1),
        moves=(click("link", "Show All"),),
    )


def join_nosy_list(rng: Random) -> TaskRecipe:
    """Create a task to add a user to the nosy list of an issue, keeping the others."""
    issue = rng.choice(_OPEN)
    user = rng.choice([each for each in USERS if each != issue.assignedto])
    return change_task(
        _APP,
        _as_mira(f'Add {user} to the nosy list of "{issue.title}"; keep everyone who is on it.'),
        becomes(_path(issue, "nosy"), any_order(issue.assignedto, user)),
        moves=_edit(issue, _fill(_NOSY, f"{issue.assignedto},{user}")),
        near=_edit(issue, _fill(_NOSY, user)),
    )


def change_details(rng: Random) -> TaskRecipe:
    """Create a task to change the phone number in the logged-in user's details."""
    phone = f"+49 30 55{rng.randint(1000, 9999)}"

    def enter(number: str) -> tuple[Move, ...]:
        return *_log_in("mira"), click("link", "Your Details"), type_text("Phone", number), _SAVE

    return change_task(
        _APP,
        _as_mira(f"Enter {phone} as your phone number in your details."),
        becomes("roundup.users[id=3].phone", Text(phone)),
        moves=enter(phone),
        near=enter(phone[:-1]),
    )


def find_by_content(rng: Random) -> TaskRecipe:
    """Create a task to find an issue by the text of its message and close it."""
    phrases = {"Canal Street": 5, "ship free": 2, "small parcels": 7, "file name": 6}
    phrase = rng.choice(tuple(phrases))
    issue, other = ISSUES[phrases[phrase] - 1], ISSUES[2]
    found = (*_log_in("mira"), _fill(0, phrase), click("button", "Search"), click("link", issue.title))
    return change_task(
        _APP,
        _as_mira(f'Find the issue whose message mentions "{phrase}" and set its status to done-cbb.'),
        becomes(_path(issue, "status"), "done-cbb"),
        moves=(*found, _choose(_STATUS, "done-cbb"), _SAVE),
        near=_edit(other, _choose(_STATUS, "done-cbb")),
    )


def attach_file(rng: Random) -> TaskRecipe:
    """Create a task to attach a file to an issue."""
    issue, other = rng.sample(_OPEN, 2)
    path = str(UPLOADS / "shelf-b7.txt")
    attach = upload("button", "", path=path)
    return change_task(
        _APP,
        _as_mira(f'Attach the file {path} to the issue "{issue.title}".'),
        becomes(_path(issue, "files"), ["shelf-b7.txt"]),
        moves=_edit(issue, attach),
        near=_edit(other, attach),
    )


def supersede(rng: Random) -> TaskRecipe:
    """Create a task to mark an issue as superseded by another one."""
    issue, newer, wrong = rng.sample(_OPEN, 3)
    number, wrong_number = (str(ISSUES.index(each) + 1) for each in (newer, wrong))
    return change_task(
        _APP,
        _as_mira(f'The issue "{issue.title}" is superseded by "{newer.title}". Enter that in its form.'),
        becomes(_path(issue, "superseder"), [number]),
        moves=_edit(issue, _fill(_SUPERSEDER, number)),
        near=_edit(issue, _fill(_SUPERSEDER, wrong_number)),
    )


def retire_user(rng: Random) -> TaskRecipe:
    """Create an infeasible task: change another user's address without permission."""
    user = rng.choice(("jonas", "amara", "tomas"))
    number = 3 + tuple(USERS).index(user)
    address = f"{user}@newmail.example"
    own = (*_log_in("mira"), click("link", "Your Details"), type_text("E-mail address", address), _SAVE)
    return impossible_task(
        _APP,
        _as_mira(f"Change the e-mail address of the user {user} to {address}."),
        moves=(*_log_in("mira"), click("link", "User List"), Move("open", text=f"/user{number}")),
        near=own,
    )


ROUNDUP_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "roundup-priority": set_priority,
        "roundup-hand-over": hand_over,
        "roundup-report": report_issue,
        "roundup-comment": comment,
        "roundup-assignee": tell_assignee,
        "roundup-count": count_issues,
        "roundup-nosy": join_nosy_list,
        "roundup-details": change_details,
        "roundup-find": find_by_content,
        "roundup-attach": attach_file,
        "roundup-supersede": supersede,
        "roundup-other-user-impossible": retire_user,
    }
)
