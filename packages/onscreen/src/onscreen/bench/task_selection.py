"""Selection of benchmark suites and tasks by name."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import cast

from onscreen.bench.base import Suite
from onscreen.plugins import load_plugin, unknown_name
from onscreen.types.errors import BadText


def make_suite(name: str) -> Suite:
    """Create a benchmark suite by name, or by a name with a colon and a text, such as "made:FOLDER".

    Raises:
        UnknownName: no suite has that name.
        BadText: the suite takes no text, but the name has one.
        MissingExtra: the suite needs a package that is not installed.
    """
    base, colon, rest = name.partition(":")
    create = cast("Callable[..., Suite]", load_plugin("suite", base))
    if not colon:
        return create()
    if not signature(create).parameters:
        raise BadText(f"the suite {base!r} takes no text after a colon; found {name!r}")
    return create(rest)


def select_tasks(text: str, suite: Suite) -> tuple[str, ...]:
    """Expand a comma-separated list of task and group names into task names.

    Each task occurs once, in the order of its first mention.

    Raises:
        UnknownName: a name is neither a task nor a group of the suite.
        BadText: the list contains no task.
    """
    all_tasks = suite.groups["all"]
    names: dict[str, None] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word not in suite.groups and word not in all_tasks:
            raise unknown_name(
                f"task or group of suite {suite.name}", word, known=(*suite.groups, *all_tasks)
            )
        names.update(dict.fromkeys(suite.groups.get(word, (word,))))
    if not names:
        raise BadText(f"no task in {text!r}; give task or group names, as in --tasks all")
    return tuple(names)
