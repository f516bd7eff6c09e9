"""From names to a suite and its tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.bench.base import Suite
from onscreen.plugins import load_plugin, unknown_name
from onscreen.types.errors import BadText


def make_suite(name: str) -> Suite:
    """Make the suite of this name.

    Raises:
        UnknownName: there is no such suite.
        MissingExtra: it needs a package that is not installed.
    """
    return cast("Callable[[], Suite]", load_plugin("suite", name))()


def tasks_of(text: str, suite: Suite) -> tuple[str, ...]:
    """Return the tasks of a list of tasks and groups, each once, in the order they were said.

    Raises:
        UnknownName: a name is neither.
        BadText: no name is given.
    """
    there = suite.groups["all"]
    names: dict[str, None] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word not in suite.groups and word not in there:
            raise unknown_name(f"task or group of suite {suite.name}", word, known=(*suite.groups, *there))
        names.update(dict.fromkeys(suite.groups.get(word, (word,))))
    if not names:
        raise BadText(f"no task in {text!r}; name tasks or groups, as in --tasks all")
    return tuple(names)
