"""Relabeling of recorded decisions with instructions that ask for exactly what was done.

Any sequence of actions is the right answer to an instruction that lists those actions (hindsight experience
replay, Andrychowicz et al. 2017).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from zlib import crc32

import msgspec

from onscreen.types import Action, Back, Click, Done, Element, Press, Scroll, Select, Type, Wait
from onscreen_train.decision_rows import Row

HINDSIGHT_PREFIX = "hindsight of "
"""Prefix of the origin of relabeled rows."""
MAX_NAME_CHARS = 60
"""Longer names are not quoted in an instruction."""
MAX_SEQUENCE_STEPS = 5
"""Maximum number of actions in a relabeled sequence."""
SEQUENCE_WEIGHT = 0.5
"""Training weight of a decision of a relabeled sequence, relative to the recorded decision."""

_CLICK_INSTRUCTIONS = (
    'Click on "{}".',
    "Click the {}",
    'Press "{}"',
    "{}",
    "Choose {}",
    "Go to {}",
    'Tap "{}".',
    "Open {}",
)
_CLICK_CLAUSES = (
    'click "{name}"',
    "click {name}",
    'press "{name}"',
    "open {name}",
    "choose {name}",
    "tap {name}",
)
_TYPE_CLAUSES = (
    'type "{text}" into {name}',
    'enter "{text}" as {name}',
    "set {name} to {text}",
    'fill in {name} with "{text}"',
    'write "{text}" in the field {name}',
)
_SELECT_CLAUSES = ('select "{text}" in {name}', "set {name} to {text}", "choose {text} as {name}")
_FREE_TYPE_CLAUSES = ('type "{text}"', 'enter "{text}"')
_SEPARATORS = (", then ", " and ", ". Then ", ", ", ". ")
_SILENT = (Scroll, Wait)
"""Actions inside a sequence that its instruction does not mention."""


def relabel_click(row: Row, after: Row | None = None) -> Iterator[Row]:
    """Yield copies of a click's row whose instruction asks for exactly that click.

    If `after` is given, a second row labels the following screen as done. Yields nothing if the row's action
    is not a click on an element with a unique name.
    """
    action = row.action
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return
    name = action.target.name.strip()
    if not name or not _is_unique(name, row):
        return
    instruction = _CLICK_INSTRUCTIONS[
        crc32(f"{row.task}{row.seed}{row.step}".encode()) % len(_CLICK_INSTRUCTIONS)
    ].format(name)
    relabeled = msgspec.structs.replace(
        row, instruction=instruction, history=(), origin=f"{HINDSIGHT_PREFIX}{row.origin}"
    )
    yield relabeled
    if after is not None:
        yield msgspec.structs.replace(
            relabeled,
            step=after.step,
            seen=after.seen,
            history=after.history[-1:],
            action=Done(),
        )


def relabel_sequence(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield copies of some consecutive rows of an episode with an instruction that lists their actions.

    The sequence has 2 to MAX_SEQUENCE_STEPS actions, is chosen by a random number generator seeded with the
    task and its seed, and ends with a row that labels the following screen as done. Yields nothing if the
    episode has no sequence of actions that can be described by the names of their elements, or if the chosen
    one starts or ends with an action that instructions do not mention.
    """
    if not rows:
        return
    rng = random.Random(crc32(f"{rows[0].task}{rows[0].seed}".encode()))  # noqa: S311 - not cryptography
    runs = tuple(_describable_runs(rows, rng))
    if not runs:
        return
    clauses, start = rng.choice(runs)
    length = rng.randint(2, min(MAX_SEQUENCE_STEPS, len(clauses)))
    offset = rng.randint(0, len(clauses) - length)
    chosen = clauses[offset : offset + length]
    if not (chosen[0] and chosen[-1]):
        return
    text = rng.choice(_SEPARATORS).join(filter(None, chosen))
    first = start + offset
    past = len(rows[first].history)
    for number, row in enumerate(rows[first : first + length + 1]):
        yield msgspec.structs.replace(
            row,
            instruction=text[0].upper() + text[1:],
            history=row.history[past:],
            action=row.action if number < length else Done(),
            weight=row.weight * SEQUENCE_WEIGHT,
            origin=f"{HINDSIGHT_PREFIX}{row.origin}",
        )


def _describable_runs(rows: Sequence[Row], rng: random.Random) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the clauses of each run of at least two describable actions, and the index of its first row.

    Every run is followed by another row of the episode, whose screen shows its result.
    """
    clauses: list[str] = []
    for number, row in enumerate(rows):
        has_next = number + 1 < len(rows) and rows[number + 1].step == row.step + 1
        clause = _describe(row, rng) if has_next else None
        if clause is not None:
            clauses.append(clause)
            continue
        if len(clauses) > 1:
            yield tuple(clauses), number - len(clauses)
        clauses = []


def _describe(row: Row, rng: random.Random) -> str | None:
    """Return a clause that asks for a row's action, "" for a silent one.

    Returns None if the action cannot be described.
    """
    action = row.action
    if isinstance(action, _SILENT):
        return ""
    if isinstance(action, Back):
        return rng.choice(("go back", "return to the previous page"))
    if isinstance(action, Press) and action.target is None:
        return f"press {action.keys}"
    if isinstance(action, Type) and action.target is None:
        return rng.choice(_FREE_TYPE_CLAUSES).format(text=action.text)
    return _describe_targeted(action, row, rng=rng)


def _describe_targeted(action: Action, row: Row, *, rng: random.Random) -> str | None:
    target = getattr(action, "target", None)
    name = target.name.strip() if isinstance(target, Element) else ""
    if not name or len(name) > MAX_NAME_CHARS or not _is_unique(name, row):
        return None
    if isinstance(action, Click) and (action.button, action.count, action.modifiers) == ("left", 1, ()):
        return rng.choice(_CLICK_CLAUSES).format(name=name)
    if isinstance(action, Type) and action.text and action.clear:
        return rng.choice(_TYPE_CLAUSES).format(name=name, text=action.text)
    if isinstance(action, Select) and len(action.options) == 1:
        return rng.choice(_SELECT_CLAUSES).format(name=name, text=action.options[0])
    return None


def _is_unique(name: str, row: Row) -> bool:
    return sum(node.name.strip() == name for node in row.seen.nodes) <= 1
