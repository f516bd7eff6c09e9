"""Tasks on the task board Backlog.md: cards, criteria, documents, milestones, questions."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.backlog_app import (
    CARDS,
    DOCUMENTS,
    DONE_COLUMN,
    IN_PROGRESS,
    PEOPLE,
    TO_DO,
    WAITING,
    SeedCard,
)
from onscreen_practice.apps.backlog_app_drag_tasks import (
    APP,
    BACKLOG_DRAG_TASKS,
    CARDS_BY_COLUMN,
    card_path,
    joins,
    leaves,
    open_card,
)
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Expected, Text, any_order
from onscreen_practice.task_recipe import (
    Move,
    TaskFactory,
    TaskRecipe,
    accept_dialog,
    click,
    press,
    select,
    type_text,
)

_NEXT_ID = f"TASK-{len(CARDS) + 1}"
_SAVE, _EDIT = click("button", "Save"), click("button", "Edit")


def create_card(rng: Random) -> TaskRecipe:
    """Create a task to write a new card with a description and a status."""
    title, wrong = rng.sample(("Hang up the bunting", "Invite the choir", "Rent six toilets"), 2)
    column = rng.choice((IN_PROGRESS, WAITING))
    text = rng.choice(("Ask for an offer first.", "Agreed at the meeting.", "Emil knows the details."))

    def write(name: str) -> tuple[Move, ...]:
        return (
            click("button", "+ New Task"),
            type_text("Enter task title", name),
            type_text("Description", text),
            select("Status", column),
            click("button", "Create"),
        )

    return change_task(
        APP,
        f'Create a task "{title}" in the column {column} with the description: {text}',
        adds("backlog.tasks", {"title": title, "status": column, "description": Text(text), "labels": []}),
        joins(_NEXT_ID, column),
        moves=write(title),
        near=write(wrong),
    )


def rename_card(rng: Random) -> TaskRecipe:
    """Create a task to change the title of a card."""
    card, other = rng.sample(CARDS_BY_COLUMN[TO_DO][:3], 2)
    title = rng.choice((f"{card.title} today", f"Urgent: {card.title}"))

    def rename(renamed: SeedCard) -> tuple[Move, ...]:
        return open_card(renamed), _EDIT, type_text("Title", title), _SAVE

    return change_task(
        APP,
        f'Rename the task "{card.title}" to "{title}".',
        becomes(card_path(card, ".title"), title),
        moves=rename(card),
        near=rename(other),
    )


def rewrite_description(rng: Random) -> TaskRecipe:
    """Create a task to replace the description of a card in the Markdown editor."""
    card, other = rng.sample(CARDS_BY_COLUMN[IN_PROGRESS], 2)
    text = rng.choice(("Ask again on Friday.", "Nothing is missing any more.", "See the minutes of May."))

    def rewrite(changed: SeedCard) -> tuple[Move, ...]:
        return open_card(changed), _EDIT, type_text("Description", text), _SAVE

    return change_task(
        APP,
        f'Replace the description of the task "{card.title}" by: {text}',
        becomes(card_path(card, ".description"), Text(text)),
        moves=rewrite(card),
        near=rewrite(other),
    )


def set_due_date(rng: Random) -> TaskRecipe:
    """Create a task to set the date by which a card must be done."""
    card = rng.choice(CARDS_BY_COLUMN[IN_PROGRESS])
    date, wrong = (f"2026-06-{day:02}" for day in rng.sample(range(1, 28), 2))

    def set_date(text: str) -> tuple[Move, ...]:
        return open_card(card), _EDIT, type_text("Due", text), _SAVE

    return change_task(
        APP,
        f'"{card.title}" is due on {date}. Enter this in the task.',
        becomes(card_path(card, ".due"), date),
        moves=set_date(date),
        near=set_date(wrong),
    )


def tick_criterion(rng: Random) -> TaskRecipe:
    """Create a task to mark an acceptance criterion of a card as met."""
    card = rng.choice([each for each in CARDS if each.criteria])
    met, other = rng.sample(card.criteria, 2)
    criteria: list[Expected] = [{"text": each, "checked": each == met} for each in card.criteria]
    return change_task(
        APP,
        f'In the task "{card.title}", tick the acceptance criterion "{met}".',
        becomes(card_path(card, ".criteria"), criteria),
        moves=(open_card(card), click("checkbox", met)),
        near=(open_card(card), click("checkbox", other)),
    )


def hand_over(rng: Random) -> TaskRecipe:
    """Create a task to reassign a card to another person."""
    card = rng.choice(CARDS_BY_COLUMN[IN_PROGRESS])
    person, wrong = rng.sample([each for each in PEOPLE if each != card.assignee], 2)

    def replace(name: str) -> tuple[Move, ...]:
        field = "Type name and press Enter"
        return (
            open_card(card),
            click("button", f"Remove {card.assignee}"),
            type_text(field, name),
            press("Enter"),
        )

    return change_task(
        APP,
        f'{person.title()} takes over the task "{card.title}" from {card.assignee.title()}. Change the '
        f"assignee to {person}.",
        becomes(card_path(card, ".assignees"), [person]),
        moves=replace(person),
        near=replace(wrong),
    )


def add_label(rng: Random) -> TaskRecipe:
    """Create a task to add a label to a card and keep its other one."""
    card, other = rng.sample(CARDS_BY_COLUMN[WAITING], 2)
    label = rng.choice(("urgent", "town hall", "money"))

    def tag(tagged: SeedCard) -> tuple[Move, ...]:
        return open_card(tagged), type_text("Labels", label), press("Enter")

    return change_task(
        APP,
        f'Add the label "{label}" to the task "{card.title}".',
        becomes(card_path(card, ".labels"), any_order(card.label, label)),
        moves=tag(card),
        near=tag(other),
    )


def demote_card(rng: Random) -> TaskRecipe:
    """Create a task to turn a card back into a draft."""
    card, other = rng.sample(CARDS_BY_COLUMN[IN_PROGRESS], 2)
    demote = click("button", "Demote to draft"), accept_dialog()
    return change_task(
        APP,
        f'"{card.title}" is not decided yet: make it a draft again.',
        removes(card_path(card)),
        adds("backlog.drafts", {"title": card.title}),
        leaves(card),
        moves=(open_card(card), *demote),
        near=(open_card(other), *demote),
    )


def change_document(rng: Random) -> TaskRecipe:
    """Create a task to correct a number in a document."""
    title, text = next(iter(DOCUMENTS.items()))
    person, number = rng.choice((("First aid tent", "5520"), ("Electrician", "5514")))
    new, wrong = (str(each) for each in rng.sample(range(5600, 5699), 2))

    def correct(changed: str) -> tuple[Move, ...]:
        field = "Write your documentation here..."
        return click("link", title), _EDIT, type_text(field, text.replace(number, changed)), _SAVE

    return change_task(
        APP,
        f'The number of the {person.lower()} in the document "{title}" has changed to {new}. Correct it.',
        becomes("backlog.documents[id=doc-1].text", Text(text.replace(number, new))),
        moves=correct(new),
        near=correct(wrong),
    )


def add_milestone(rng: Random) -> TaskRecipe:
    """Create a task to create a milestone."""
    name, wrong = rng.sample(("Clean-up", "Fireworks", "Press day"), 2)

    def add(title: str) -> tuple[Move, ...]:
        field = type_text("Milestone name", title)
        return (
            click("link", "Milestones"),
            click("button", "+ Add milestone"),
            field,
            click("button", "Create"),
        )

    return change_task(
        APP,
        f'Add a milestone called "{name}".',
        adds("backlog.milestones", name),
        moves=add(name),
        near=add(wrong),
    )


def read_card(rng: Random) -> TaskRecipe:
    """Create a task that asks for a fact in the description of a card."""
    title, question, answer, wrong = rng.choice(
        (
            ("Book the brass band", "How many euros does the brass band cost?", "640", "460"),
            ("Rent a roof for the stage", "Who lends the roof for the stage?", "Voss", "Kestrel"),
            ("Print the programme", "How many copies of the programme are needed?", "450", "540"),
            ("Hire two generators", "How many kilowatts must each generator deliver?", "12", "9"),
            ("Choose the food stalls", "For how many food stalls is there space?", "six", "nine"),
        )
    )
    card = next(each for each in CARDS if each.title == title)
    also = ("6",) if answer == "six" else ()
    return question_task(APP, question, answer=answer, also=also, wrong=wrong, moves=(open_card(card),))


def count_cards(rng: Random) -> TaskRecipe:
    """Create a task that asks for the number of a person's open cards, which a filter shows."""
    person = rng.choice(PEOPLE)
    count = sum(each.assignee == person and each.status != DONE_COLUMN for each in CARDS)
    return question_task(
        APP,
        f"How many tasks of {person.title()} are not done yet? Answer with a number.",
        answer=str(count),
        also=(("zero", "one", "two", "three", "four")[count],),
        wrong=str(count + 1),
        moves=(select("Filter board by assignee", person),),
    )


def set_reminder(rng: Random) -> TaskRecipe:
    """Create an infeasible task: send a reminder, for which the application has no function."""
    card = rng.choice(CARDS_BY_COLUMN[IN_PROGRESS])
    hour = rng.randint(8, 18)
    return impossible_task(
        APP,
        f'Send {card.assignee.title()} a text message at {hour}:00 today as a reminder of "{card.title}".',
        moves=(open_card(card),),
        near=(
            open_card(card),
            _EDIT,
            type_text("Description", f"Remind {card.assignee} at {hour}:00"),
            _SAVE,
        ),
    )


BACKLOG_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        **BACKLOG_DRAG_TASKS,
        "backlog-create": create_card,
        "backlog-rename": rename_card,
        "backlog-description": rewrite_description,
        "backlog-due": set_due_date,
        "backlog-criterion": tick_criterion,
        "backlog-hand-over": hand_over,
        "backlog-label": add_label,
        "backlog-demote": demote_card,
        "backlog-document": change_document,
        "backlog-new-milestone": add_milestone,
        "backlog-read": read_card,
        "backlog-count": count_cards,
        "backlog-remind-impossible": set_reminder,
    }
)
