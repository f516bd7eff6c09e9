"""Answer of a run as a value that follows a JSON schema."""

from __future__ import annotations

import msgspec

from onscreen.model.base import Model
from onscreen.perceive.node_text import plain, truncate
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.screen_values import Reading, convert_text, find_source, parse_flat, read_screen
from onscreen.types import Done, Episode, Screen
from onscreen.types.errors import BadText, ModelError


def read_typed_answer(episode: Episode, schema: str, *, model: Model | None = None) -> Reading:
    """Read the values that a schema describes from the agent's answer, or from the last screen.

    The answer is used if it is a JSON document that fits the schema, or if the schema has one value and the
    answer can be converted to it. Otherwise, the model reads the values from the screen; without a model,
    they are found by their labels. If there are no values, `Reading.why` is the reason, such as that the
    agent gave up.
    """
    last = episode.decisions[-1].action if episode.decisions else None
    if not isinstance(last, Done):
        reason = f": {episode.stop.reason}" if episode.stop else ""
        return Reading(why=f"the run ended without an answer{reason}")
    if not last.achieved:
        return Reading(why=f"the agent gave up: {last.answer or 'it gave no reason'}")
    screen = build_screen(episode.last)
    found = _from_text(last.answer, schema, screen=screen)
    if found is not None:
        return found
    try:
        read = read_screen(screen, question=episode.task.instruction, schema=schema, model=model)
    except (BadText, ModelError) as error:
        read = Reading(why=str(error))
    if read.values is None and last.answer:
        answer = truncate(plain(last.answer))
        return msgspec.structs.replace(read, why=f"the answer {answer!r} does not fit the schema; {read.why}")
    return read


def _from_text(answer: str, schema: str, *, screen: Screen) -> Reading | None:
    """Convert the agent's answer to the values of a schema without nested objects.

    Returns None if the answer does not fit the schema.
    """
    try:
        flat = parse_flat(schema)
    except BadText:
        return None
    texts = _object_of(answer)
    if texts is None and len(flat.properties) == 1:
        texts = dict.fromkeys(flat.properties, answer)
    if texts is None or not texts.keys() <= flat.properties.keys() or not set(flat.required) <= texts.keys():
        return None
    values = {name: convert_text(text, flat.properties[name]) for name, text in texts.items()}
    if any(value is None for value in values.values()):
        return None
    sources = {name: find_source(text, screen) for name, text in texts.items()}
    return Reading(values, {name: source for name, source in sources.items() if source is not None})


def _object_of(answer: str) -> dict[str, str] | None:
    """Parse an answer that is a flat JSON object, and return its values as text."""
    try:
        parsed = msgspec.json.decode(answer, type=dict[str, str | int | float | bool])
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in parsed.items()
    }
