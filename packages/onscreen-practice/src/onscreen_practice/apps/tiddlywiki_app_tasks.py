"""Tasks in the wiki TiddlyWiki."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.task_helpers import change_task, question_task
from onscreen_practice.apps.tiddlywiki_app import TIDDLERS, SeedTiddler
from onscreen_practice.state.expected_changes import adds, becomes
from onscreen_practice.state.value_patterns import Text, any_order
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, tap, type_text

_APP = "tiddlywiki"
_LINKED = tuple(each for each in TIDDLERS if each.title in {"Tomatoes", "Compost", "Tool shed"})
_TEXT = "Type the text for this tiddler"
_CONFIRM = click("button", "Confirm changes to this tiddler")


def _open(note: SeedTiddler) -> tuple[Move, ...]:
    return type_text("", note.title, role="searchbox"), Move("click", "link", note.title)


def _edit(note: SeedTiddler, *moves: Move) -> tuple[Move, ...]:
    """Return the actions that open a linked note, edit it and save it."""
    return click("link", note.title), Move("click", "button", "Edit this tiddler", nth=1), *moves, _CONFIRM


def _create(title: str, text: str) -> tuple[Move, ...]:
    name = Move("type", "textbox", "", title)
    return click("button", "new tiddler"), name, type_text(_TEXT, text), _CONFIRM


def rewrite_note(rng: Random) -> TaskRecipe:
    """Create a task to replace the text of a note."""
    note, other = rng.sample(_LINKED, 2)
    text = rng.choice(("Ask Edda first.", "See the list in the shed.", "Done for this year."))
    return change_task(
        _APP,
        f'Replace the whole text of the note "{note.title}" with: {text}',
        becomes(f"tiddlywiki.tiddlers[{note.title}].text", Text(text)),
        moves=_edit(note, type_text(_TEXT, text)),
        near=_edit(other, type_text(_TEXT, text)),
    )


def write_note(rng: Random) -> TaskRecipe:
    """Create a task to write a new note."""
    title, wrong = rng.sample(("Rhubarb", "Water butt", "Seed swap", "Strawberries"), 2)
    text = rng.choice(("Bring two buckets.", "Meet at the gate at ten.", "Ask plot 9 for advice."))
    return change_task(
        _APP,
        f'Create a note called "{title}" with the text: {text}',
        adds("tiddlywiki.tiddlers", {"title": title, "text": Text(text), "tags": []}),
        moves=_create(title, text),
        near=_create(wrong, text),
    )


def tag_note(rng: Random) -> TaskRecipe:
    """Create a task to add a tag to a note and keep its other tags."""
    note, other = rng.sample(_LINKED, 2)
    tag = rng.choice(("urgent", "spring", "shared"))
    add = type_text("tag name", tag), Move("click", "button", "add")
    return change_task(
        _APP,
        f'Add the tag "{tag}" to the note "{note.title}".',
        becomes(f"tiddlywiki.tiddlers[{note.title}].tags", any_order(*note.tags.split(), tag)),
        moves=_edit(note, *add),
        near=_edit(other, *add),
    )


def read_note(rng: Random) -> TaskRecipe:
    """Create a task that asks for a fact in a note."""
    title, question, answer, wrong = rng.choice(
        (
            ("Tool shed", "What is the code of the lock of the tool shed?", "4471", "4417"),
            ("Tomatoes", "Which variety of tomatoes is noted in the wiki?", "Black Cherry", "Black Krim"),
            (
                "Compost",
                "When was the compost heap last turned, according to the notes?",
                "2 February",
                "10 March",
            ),
        )
    )
    return question_task(_APP, question, answer=answer, wrong=wrong, moves=(click("link", title),))


def search_note(rng: Random) -> TaskRecipe:
    """Create a task that asks for a fact without naming the note that contains it."""
    title, question, answer, wrong = rng.choice(
        (
            ("Neighbours", "Who keeps bees, according to the notes?", "Moritz", "Edda"),
            ("Lavender", "In which month should the lavender be cut back?", "August", "March"),
            ("Beetroot", "How far apart are the rows of beetroot, in cm?", "25", "20"),
        )
    )
    note = next(each for each in TIDDLERS if each.title == title)
    return question_task(_APP, question, answer=answer, wrong=wrong, moves=_open(note))


def write_and_close(rng: Random) -> TaskRecipe:
    """Create a task to write a new note and close it."""
    title, wrong = rng.sample(("Jam recipes", "Wheelbarrow", "Hedgehog house", "Visitors"), 2)
    text = "To be written."
    return change_task(
        _APP,
        f'Write a note with the title "{title}" whose text is "{text}", then close it.',
        adds("tiddlywiki.tiddlers", {"title": title, "text": Text(text), "tags": []}),
        moves=(*_create(title, text), tap("close")),
        near=(*_create(wrong, text), tap("close")),
    )


TIDDLYWIKI_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "tiddlywiki-rewrite": rewrite_note,
        "tiddlywiki-write": write_note,
        "tiddlywiki-tag": tag_note,
        "tiddlywiki-read": read_note,
        "tiddlywiki-search": search_note,
        "tiddlywiki-write-and-close": write_and_close,
    }
)
