"""Differences between two JSON states, as added, removed or changed objects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

import msgspec

from onscreen.score.state_lookup import ANY_MEMBER, IDENTITY, SEPARATOR, members, normalize_value

MAX_FIELDS = 40
"""Maximum number of fields of an added object that are compared."""


class ObjectChange(msgspec.Struct, frozen=True):
    """An object that was added, removed or changed.

    `path` is the path to the object, with "*" for a member whose key is new, unless the key is a known text.
    `fields` are its own fields, or the changed ones, as text; `context` are the unchanged fields of a changed
    object. `key` is the key of a removed object.
    """

    kind: Literal["added", "removed", "changed"]
    path: tuple[str, ...]
    fields: Mapping[str, str]
    context: Mapping[str, str] = {}
    key: str = ""

    @property
    def shape(self) -> tuple[str, ...]:
        """Kind, place and names of the fields, independent of values and members."""
        return (self.kind, *self.path[:2], str(len(self.path)), *sorted(self.fields)[:3])


def find_differences(
    before: object, after: object, *, known: Collection[str] = ()
) -> tuple[ObjectChange, ...]:
    """List the objects that differ between two states.

    Ids that the application generated for new objects depend on earlier actions, so they are not part of the
    fields; in paths, they are replaced by "*" for any member. An id or key among the `known` texts, such as a
    typed name, is not generated and stays in the path.
    """
    names = frozenset(text for text in known if not text.isdigit())
    changes = tuple(_differences(before, after, path=(), names=names))
    generated = frozenset(_ids(after)) - frozenset(_ids(before)) - names if changes else frozenset()
    return tuple(_without_ids(change, generated) for change in changes)


def _without_ids(change: ObjectChange, generated: frozenset[str]) -> ObjectChange:
    """Replace generated ids in the paths of fields by "*", and remove the fields that contain one.

    Of several fields with the same path, the first one that is not empty is kept.
    """
    fields: dict[str, str] = {}
    for name, text in change.fields.items():
        steps = name.split(SEPARATOR)
        if text in generated and (steps[-1] == IDENTITY or not text.isdigit()):
            continue
        path = SEPARATOR.join(ANY_MEMBER if step in generated else step for step in steps)
        fields[path] = fields.get(path) or text
    return msgspec.structs.replace(change, fields=fields)


def _ids(state: object) -> Iterator[str]:
    """Yield the ids of all objects of a state."""
    for key, value in members(state):
        if key == IDENTITY and isinstance(value, str | int):
            yield str(value)
        elif isinstance(value, dict | list):
            yield from _ids(value)


def _differences(
    before: object, after: object, *, path: tuple[str, ...], names: frozenset[str]
) -> Iterator[ObjectChange]:
    if before == after:
        return
    old, new = dict(members(before)), dict(members(after))
    if isinstance(after, list) and not _has_ids(before, after):
        yield from _list_differences(before, after, path=path)
        return
    changed: dict[str, str] = {}
    for key in (*new, *(each for each in old if each not in new)):
        one, other = old.get(key), new.get(key)
        member = (*path, key if key in names else ANY_MEMBER)
        if key in old and key in new and one == other:
            continue
        if key in old and key in new and isinstance(one, dict | list) and isinstance(other, dict | list):
            yield from _differences(one, other, path=(*path, key), names=names)
        elif old.get(key) is None and isinstance(other, dict):
            yield ObjectChange("added", (*path, key) if key in old else member, flatten(other))
        elif key not in new and isinstance(one, dict):
            yield ObjectChange("removed", member, flatten(one), key=key)
        elif key not in old and key in names:
            yield ObjectChange("added", member, {})
        else:
            changed[key] = normalize_text(other)
    if changed:
        context = {
            k: normalize_text(v)
            for k, v in new.items()
            if k not in changed and isinstance(v, str | int) and not isinstance(v, bool)
        }
        yield ObjectChange("changed", path, changed, context)


def _list_differences(
    before: object, after: list[object], *, path: tuple[str, ...]
) -> Iterator[ObjectChange]:
    earlier = list(before) if isinstance(before, list) else []
    if not all(isinstance(each, dict) for each in (*earlier, *after)):
        yield _value_change(earlier, after, path=path)
        return
    for one in (each for each in after if each not in earlier):
        yield ObjectChange("added", (*path, ANY_MEMBER), flatten(one))
    for one in (each for each in earlier if each not in after):
        yield ObjectChange("removed", (*path, ANY_MEMBER), flatten(one))


def _value_change(before: list[object], after: list[object], *, path: tuple[str, ...]) -> ObjectChange:
    """Return the change of a list of values: the added values, or otherwise the whole list."""
    name = path[-1] if path else ""
    added = [each for each in after if each not in before]
    fields = {f"{name}{SEPARATOR}{ANY_MEMBER}": normalize_text(added[0])} if len(added) == 1 else {}
    return ObjectChange("changed", path[:-1], fields or {name: normalize_text(after)})


def _has_ids(*lists: object) -> bool:
    rows = [row for each in lists if isinstance(each, list) for row in each]
    return bool(rows) and all(isinstance(row, dict) and IDENTITY in row for row in rows)


def flatten(value: object, prefix: str = "") -> Mapping[str, str]:
    """Map paths to the fields of an object and of its inner objects, without its own id."""
    found: dict[str, str] = {}
    for key, inner in members(value):
        name = f"{prefix}{key}"
        if key == IDENTITY and not prefix:
            continue
        if isinstance(inner, dict | list) and inner:
            found |= flatten(inner, f"{name}{SEPARATOR}")
        else:
            found[name] = normalize_text(inner)
    return dict(list(found.items())[:MAX_FIELDS])


def normalize_text(value: object) -> str:
    """Convert a value to text: a string is unchanged, any other value becomes JSON."""
    return value if isinstance(value, str) else normalize_value(value)
