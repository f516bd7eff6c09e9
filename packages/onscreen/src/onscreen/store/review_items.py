"""Review items and the decisions on them, in one folder.

FOLDER/items/ID.json      one item: a synthesized subtask, or a run that may not have done its task
FOLDER/decisions.jsonl    one line per decision; a later decision on an item overrides an earlier one
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from onscreen.store.json_lines import append_json_line, read_json_lines, write_atomically
from onscreen.types.errors import UsageError

ITEMS_FOLDER, DECISIONS_FILE = "items", "decisions.jsonl"
DecisionKind: TypeAlias = Literal["accept", "edit", "reject"]
ItemKind: TypeAlias = Literal["subtask", "run"]


class BadReview(UsageError):
    """Raised if items or decisions cannot be read, or a decision does not fit its item."""


class ReviewItem(msgspec.Struct, frozen=True):
    """An item to review.

    For a subtask, the item contains the check in words, and pictures of the screens before and after as paths
    relative to the folder. For a run, it contains the path of the episode relative to the folder. `reason`
    states why the item is reviewed.
    """

    id: str
    kind: ItemKind
    instruction: str
    check_in_words: str = ""
    picture_before: str = ""
    picture_after: str = ""
    episode: str = ""
    reason: str = ""


class ReviewDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reviewer's decision on an item, with the name of the reviewer and the time.

    `instruction` is the corrected instruction of an item that was edited. `at` is in seconds since the epoch.
    """

    id: str
    decision: DecisionKind
    by: str = ""
    at: float = 0.0
    instruction: str = ""


_DECISIONS: msgspec.json.Decoder[ReviewDecision] = msgspec.json.Decoder(ReviewDecision)


def read_items(folder: Path) -> tuple[ReviewItem, ...]:
    """Read the items in a folder, in alphabetical order of their files; () without items.

    Raises:
        BadReview: a file is not a valid item; the message names the file.
    """
    items = []
    for file in sorted((folder / ITEMS_FOLDER).glob("*.json")):
        try:
            item = msgspec.json.decode(file.read_bytes(), type=ReviewItem)
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadReview(f"{file} is not an item to review: {error}; correct or remove it") from error
        if item.id != file.stem:
            raise BadReview(f"{file} has the id {item.id!r}; expected the name of the file, {file.stem!r}")
        items.append(item)
    return tuple(items)


def write_item(folder: Path, item: ReviewItem) -> Path:
    """Write an item to its file and return the file's path.

    Raises:
        BadReview: the id cannot be the name of a file.
        CannotWrite: the folder cannot be written.
    """
    if not re.fullmatch(r"\w[\w.-]*", item.id):
        raise BadReview(f"{item.id!r} cannot be the id of an item; expected letters, digits, '.', '-' or '_'")
    file = folder / ITEMS_FOLDER / f"{item.id}.json"
    write_atomically(file, msgspec.json.format(msgspec.json.encode(item)) + b"\n")
    return file


def item_file(folder: Path, path: str) -> Path | None:
    """Return the path of a file referenced by an item, given relative to the folder.

    Returns None if there is no such file, or if it is outside the folder.
    """
    found = (folder / path).resolve()
    is_inside = found.is_relative_to(folder.resolve())
    return found if path and is_inside and found.exists() else None


def read_decisions(folder: Path) -> dict[str, ReviewDecision]:
    """Read the latest decision on each item by its id, keeping earlier corrections of the instruction.

    Raises:
        BadReview: a line cannot be read; the message names it.
    """
    file = folder / DECISIONS_FILE
    if not file.exists():
        return {}
    found: dict[str, ReviewDecision] = {}
    for each in read_json_lines(file, _DECISIONS, error_type=BadReview):
        before = found.get(each.id)
        instruction = each.instruction or (before.instruction if before else "")
        found[each.id] = msgspec.structs.replace(each, instruction=instruction)
    return found


def add_decision(folder: Path, decision: ReviewDecision) -> None:
    """Append a decision.

    Raises:
        CannotWrite: the file cannot be written.
    """
    append_json_line(folder / DECISIONS_FILE, decision)
