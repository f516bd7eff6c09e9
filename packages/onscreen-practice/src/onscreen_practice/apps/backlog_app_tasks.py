"""Tasks on the task board Backlog.md, five of which need cards to be dragged."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.app_task import change_task, impossible_task, question_task
from onscreen_practice.apps.backlog_app import (
    CARDS,
    COLUMNS,
    DOCUMENTS,
    IN_PROGRESS,
    MILESTONES,
    PEOPLE,
    TO_DO,
    WAITING,
    SeedCard,
)
from onscreen_practice.state.state_changes import Change, adds, becomes, may_change, removes
from onscreen_practice.state.value_patterns import Expected, Text, any_order
from onscreen_practice.task_recipe import (
    Move,
    TaskFactory,
    TaskRecipe,
    accept_dialog,
    click,
    drag,
    press,
    select,
    type_text,
)

_APP = "backlog"
_COLUMN_ORDER = may_change("backlog.columns")
_SAVE, _EDIT = click("button", "Save"), click("button", "Edit")
_BY_COLUMN: Mapping[str, tuple[SeedCard, ...]] = {
    name: tuple(each for each in CARDS if each.status == name) for name in COLUMNS
}


def _id(card: SeedCard) -> str:
    return f"TASK-{CARDS.index(card) + 1}"


def _name(card: SeedCard) -> str:
    """Return the beginning of the accessible name of a card on the board."""
    return f"Open {_id(card)}: {card.title}"


def _open(card: SeedCard) -> Move:
    return Move("click", name=_name(card))


def _path(card: SeedCard, field: str = "") -> str:
    return f"backlog.tasks[id={_id(card)}]{field}"


def _drop(card: SeedCard, onto: SeedCard | str) -> Move:
    """Return the move that drags a card onto another one or onto the head of a column."""
    return drag(_name(card), onto if isinstance(onto, str) else _name(onto))


def _above(card: SeedCard) -> str:
    """Return the name of a text in the upper half of a card: a card dropped on it takes that place."""
    return _id(card)


def _order(column: str, *cards: SeedCard) -> Change:
    return becomes(f"backlog.columns[{column}]", [each.title for each in cards])


def move_card(rng: Random) -> TaskRecipe:
    """Create a task to move a card to another column."""
    card = rng.choice(_BY_COLUMN[TO_DO][:3])
    column, wrong = rng.sample((IN_PROGRESS, WAITING), 2)
    return change_task(
        _APP,
        f'Move the card "{card.title}" to the column {column}.',
        becomes(_path(card, ".status"), column),
        _COLUMN_ORDER,
        moves=(_drop(card, column),),
        near=(_drop(card, wrong),),
    )


def move_below(rng: Random) -> TaskRecipe:
    """Create a task to move a card directly below another one of its column, which only a drag can do."""
    column = rng.choice((TO_DO, IN_PROGRESS))
    first, second, third, *rest = _BY_COLUMN[column]
    return change_task(
        _APP,
        f'In the column {column}, the card "{first.title}" should stand directly below "{third.title}".',
        _order(column, second, third, first, *rest),
        moves=(_drop(first, third),),
        near=(_drop(first, second),),
    )


def move_to_top(rng: Random) -> TaskRecipe:
    """Create a task to move a card to the top of its column, which only a drag can do."""
    column, rank = rng.choice(((TO_DO, 1), (TO_DO, 2), (IN_PROGRESS, 1), (IN_PROGRESS, 2), (WAITING, 1)))
    cards = _BY_COLUMN[column]
    card = cards[rank]
    others = [each for each in cards if each is not card]
    return change_task(
        _APP,
        f'"{card.title}" comes first now: put it at the top of the column {column}.',
        _order(column, card, *others),
        moves=(_drop(card, _above(others[0])),),
        near=(_drop(others[0], card),)
        if rank > 1
        else (_drop(card, WAITING if column != WAITING else TO_DO),),
    )


def move_between(rng: Random) -> TaskRecipe:
    """Create a task to move a card to a place among the cards of another column."""
    card = rng.choice(_BY_COLUMN[TO_DO][:3])
    first, second = _BY_COLUMN[WAITING]
    return change_task(
        _APP,
        f'Put the card "{card.title}" into the column {WAITING}, between "{first.title}" and '
        f'"{second.title}".',
        becomes(_path(card, ".status"), WAITING),
        _order(WAITING, first, card, second),
        becomes(f"backlog.columns[{TO_DO}]", [each.title for each in _BY_COLUMN[TO_DO] if each is not card]),
        moves=(_drop(card, WAITING), _drop(card, _above(second))),
        near=(_drop(card, WAITING),),
    )


def finish_cards(rng: Random) -> TaskRecipe:
    """Create a task to move all cards of a person from one column to the last one."""
    person = rng.choice(("emil", "saskia", "theo"))
    card = next(each for each in _BY_COLUMN[IN_PROGRESS] if each.assignee == person)
    other = next(each for each in _BY_COLUMN[IN_PROGRESS] if each.assignee != person)
    return change_task(
        _APP,
        f"{person.title()} has finished everything that is in progress. Move it on the board accordingly.",
        becomes(_path(card, ".status"), "Done"),
        _COLUMN_ORDER,
        moves=(_drop(card, "Done"),),
        near=(_drop(other, "Done"),),
    )


def assign_milestone(rng: Random) -> TaskRecipe:
    """Create a task to add a task to a milestone by dragging its row."""
    card = rng.choice([each for each in CARDS if each.milestone < 0 and each.status != "Done"])
    milestone, wrong = MILESTONES[0], MILESTONES[1]
    row = f"{_id(card)} {card.title}"
    return change_task(
        _APP,
        f'On the page with the milestones, drag the task "{card.title}" to the milestone {milestone}.',
        becomes(_path(card, ".milestone"), milestone),
        moves=(click("link", "Milestones"), drag(row, milestone)),
        near=(
            _open(card),
            Move("scroll", "dialog", f"{_id(card)} — {card.title}", "down"),
            Move("scroll", "dialog", f"{_id(card)} — {card.title}", "down"),
            select("Milestone", wrong),
        ),
    )


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
        _APP,
        f'Create a task "{title}" in the column {column} with the description: {text}',
        adds("backlog.tasks", {"title": title, "status": column, "description": Text(text), "labels": []}),
        _COLUMN_ORDER,
        moves=write(title),
        near=write(wrong),
    )


def rename_card(rng: Random) -> TaskRecipe:
    """Create a task to change the title of a card."""
    card, other = rng.sample(_BY_COLUMN[TO_DO][:3], 2)
    title = rng.choice((f"{card.title} today", f"Urgent: {card.title}"))

    def rename(renamed: SeedCard) -> tuple[Move, ...]:
        return _open(renamed), _EDIT, type_text("Title", title), _SAVE

    return change_task(
        _APP,
        f'Rename the task "{card.title}" to "{title}".',
        becomes(_path(card, ".title"), title),
        _COLUMN_ORDER,
        moves=rename(card),
        near=rename(other),
    )


def rewrite_description(rng: Random) -> TaskRecipe:
    """Create a task to replace the description of a card in the Markdown editor."""
    card, other = rng.sample(_BY_COLUMN[IN_PROGRESS], 2)
    text = rng.choice(("Ask again on Friday.", "Nothing is missing any more.", "See the minutes of May."))

    def rewrite(changed: SeedCard) -> tuple[Move, ...]:
        return _open(changed), _EDIT, type_text("Description", text), _SAVE

    return change_task(
        _APP,
        f'Replace the description of the task "{card.title}" by: {text}',
        becomes(_path(card, ".description"), Text(text)),
        moves=rewrite(card),
        near=rewrite(other),
    )


def set_due_date(rng: Random) -> TaskRecipe:
    """Create a task to set the date by which a card must be done."""
    card = rng.choice(_BY_COLUMN[IN_PROGRESS])
    date, wrong = (f"2026-06-{day:02}" for day in rng.sample(range(1, 28), 2))

    def set_date(text: str) -> tuple[Move, ...]:
        return _open(card), _EDIT, type_text("Due", text), _SAVE

    return change_task(
        _APP,
        f'"{card.title}" is due on {date}. Enter this in the task.',
        becomes(_path(card, ".due"), date),
        moves=set_date(date),
        near=set_date(wrong),
    )


def tick_criterion(rng: Random) -> TaskRecipe:
    """Create a task to mark an acceptance criterion of a card as met."""
    card = rng.choice([each for each in CARDS if each.criteria])
    met, other = rng.sample(card.criteria, 2)
    criteria: list[Expected] = [{"text": each, "checked": each == met} for each in card.criteria]
    return change_task(
        _APP,
        f'In the task "{card.title}", tick the acceptance criterion "{met}".',
        becomes(_path(card, ".criteria"), criteria),
        moves=(_open(card), click("checkbox", met)),
        near=(_open(card), click("checkbox", other)),
    )


def hand_over(rng: Random) -> TaskRecipe:
    """Create a task to replace the person that a card is assigned to."""
    card = rng.choice(_BY_COLUMN[IN_PROGRESS])
    person, wrong = rng.sample([each for each in PEOPLE if each != card.assignee], 2)

    def replace(name: str) -> tuple[Move, ...]:
        field = "Type name and press Enter"
        return (
            _open(card),
            click("button", f"Remove {card.assignee}"),
            type_text(field, name),
            press("Enter"),
        )

    return change_task(
        _APP,
        f'{person.title()} takes over the task "{card.title}" from {card.assignee.title()}. Change the '
        f"assignee to {person}.",
        becomes(_path(card, ".assignees"), [person]),
        moves=replace(person),
        near=replace(wrong),
    )


def add_label(rng: Random) -> TaskRecipe:
    """Create a task to add a label to a card and keep its other one."""
    card, other = rng.sample(_BY_COLUMN[WAITING], 2)
    label = rng.choice(("urgent", "town hall", "money"))

    def tag(tagged: SeedCard) -> tuple[Move, ...]:
        return _open(tagged), type_text("Labels", label), press("Enter")

    return change_task(
        _APP,
        f'Add the label "{label}" to the task "{card.title}".',
        becomes(_path(card, ".labels"), any_order(card.label, label)),
        moves=tag(card),
        near=tag(other),
    )


def demote_card(rng: Random) -> TaskRecipe:
    """Create a task to turn a card back into a draft."""
    card, other = rng.sample(_BY_COLUMN[IN_PROGRESS], 2)
    demote = click("button", "Demote to draft"), accept_dialog()
    return change_task(
        _APP,
        f'"{card.title}" is not decided yet: make it a draft again.',
        removes(_path(card)),
        adds("backlog.drafts", {"title": card.title}),
        _COLUMN_ORDER,
        moves=(_open(card), *demote),
        near=(_open(other), *demote),
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
        _APP,
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
        _APP,
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
    return question_task(_APP, question, answer=answer, also=also, wrong=wrong, moves=(_open(card),))


def count_cards(rng: Random) -> TaskRecipe:
    """Create a task that asks for the number of a person's open cards, which a filter shows."""
    person = rng.choice(PEOPLE)
    count = sum(each.assignee == person and each.status != "Done" for each in CARDS)
    return question_task(
        _APP,
        f"How many tasks of {person.title()} are not done yet? Answer with a number.",
        answer=str(count),
        also=(("zero", "one", "two", "three", "four")[count],),
        wrong=str(count + 1),
        moves=(select("Filter board by assignee", person),),
    )


def set_reminder(rng: Random) -> TaskRecipe:
    """Create a task that the application has no function for: to send a reminder."""
    card = rng.choice(_BY_COLUMN[IN_PROGRESS])
    hour = rng.randint(8, 18)
    return impossible_task(
        _APP,
        f'Send {card.assignee.title()} a text message at {hour}:00 today as a reminder of "{card.title}".',
        moves=(_open(card),),
        near=(_open(card), _EDIT, type_text("Description", f"Remind {card.assignee} at {hour}:00"), _SAVE),
    )


BACKLOG_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "backlog-move": move_card,
        "backlog-below": move_below,
        "backlog-top": move_to_top,
        "backlog-between": move_between,
        "backlog-finish": finish_cards,
        "backlog-milestone": assign_milestone,
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
