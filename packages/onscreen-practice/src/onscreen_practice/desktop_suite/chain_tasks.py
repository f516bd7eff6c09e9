"""Tasks that pass a number through two to six desktop programs.

The first program of a chain shows or computes the number. A later calculator multiplies it. Every other
program saves it. Sources: LUCI, section V-C, for the number of applications, and its "task ordering" for the
position of the hard one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.types import AllOf, Check
from onscreen_practice.desktop_suite.application_parts import (
    APPLICATIONS,
    Application,
    Level,
    Source,
    Target,
    condition_holds,
)
from onscreen_practice.task_recipe import DONE, Move, TaskFactory, TaskRecipe

DESKTOP = "desktop"
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
COUNTS: Mapping[int, str] = MappingProxyType({2: "two", 3: "three", 4: "four", 5: "five", 6: "six"})
CHAINS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in (
        "galculator geany",
        "mousepad kate",
        "thunar mousepad",
        "zim thunar",
        "calc geany",
        "gnumeric zim",
        "kcalc database",
        "homebank keepassxc",
        "mousepad galculator geany",
        "homebank kcalc zim",
        "database galculator thunar",
        "geany calc mousepad",
        "kate keepassxc thunar",
        "zim kcalc calc",
        "thunar mousepad database",
        "kate galculator mousepad geany",
        "thunar kcalc zim kate",
        "calc galculator mousepad zim",
        "mousepad galculator calc zim",
        "mousepad galculator zim calc",
        "keepassxc kcalc geany thunar",
        "homebank gnumeric mousepad thunar",
        "mousepad galculator kate geany gnome",
        "homebank kcalc zim geany thunar",
        "calc galculator mousepad zim thunar",
        "mousepad galculator calc zim thunar",
        "mousepad galculator zim thunar calc",
        "database galculator mousepad zim thunar geany",
        "mousepad galculator database zim thunar geany",
        "mousepad galculator zim thunar geany database",
    )
)
"""The programs of each chain, by their short names."""


class Link(msgspec.Struct, frozen=True):
    """One application of a chain with its drawn part: a source, a target, or a factor."""

    application: Application
    source: Source | None = None
    target: Target | None = None
    factor: int = 1


def _keep(check: Check, _device: str) -> Check:
    return check


def chain(
    names: Sequence[str],
    rng: Random,
    *,
    applications: Mapping[str, Application],
    place_check: Callable[[Check, str], Check] = _keep,
) -> TaskRecipe:
    """Create a task in which a number is passed from application to application.

    `place_check` returns a check that is evaluated on the named device.
    `omissions` of the recipe leave out one application each: its moves, or the number that it shows.
    """
    first, *others = (applications[name] for name in names)
    links = (Link(first, source=_source(first, rng)), *(_link(each, rng) for each in others))
    source = links[0].source or _source(first, rng)
    factors = [link.factor for link in links]
    sentences = [source.sentence, *(f"Then: {_sentence(link)}" for link in links[1:])]
    omissions = {link.application.name: _moves(links, left_out=at) for at, link in enumerate(links)}
    return TaskRecipe(
        " ".join(sentences),
        AllOf(tuple(place_check(check, device) for check, device in _checks(links, source.number))),
        _moves(links),
        omissions[links[-1].application.name],
        start_path=source.address,
        start_command="; ".join(part.script for part in _parts(links) if part.script),
        applications=tuple(link.application.package for link in links if link.application.package),
        omissions=omissions,
        values={"number": str(source.number), "factor": str(max(factors))},
    )


def level_of(names: Sequence[str], applications: Mapping[str, Application] = APPLICATIONS) -> Level:
    """Return the level of a chain, which is the level of its hardest application."""
    return max((applications[name].level for name in names), key=LEVELS.index)


def position_of_hard(names: Sequence[str], applications: Mapping[str, Application] = APPLICATIONS) -> str:
    """Return the position of a chain's first hard application: "first", "middle", "last", or "" for none."""
    places = [at for at, name in enumerate(names) if applications[name].level == "hard"]
    if not places:
        return ""
    return "first" if places[0] == 0 else "last" if places[0] == len(names) - 1 else "middle"


def group_chains(
    chains: Mapping[str, Sequence[str]], applications: Mapping[str, Application] = APPLICATIONS
) -> Mapping[str, tuple[str, ...]]:
    """Group chains by the number of applications, by level and by the position of the hard application."""
    groups: dict[str, list[str]] = {}
    for task, names in chains.items():
        place = position_of_hard(names, applications)
        keys = [COUNTS[len(names)], level_of(names, applications), *([f"hard-{place}"] if place else [])]
        for key in keys:
            groups.setdefault(key, []).append(task)
    return {key: tuple(tasks) for key, tasks in groups.items()}


def _source(application: Application, rng: Random) -> Source:
    if application.source is None:
        raise ValueError(f"{application.name} shows no number; another application has to be the first")
    return application.source(rng)


def _link(application: Application, rng: Random) -> Link:
    if application.keys is not None:
        return Link(application, factor=rng.randint(3, 9))
    if application.target is None:
        raise ValueError(f"{application.name} saves no number; it can only be the first application")
    return Link(application, target=application.target())


def _sentence(link: Link) -> str:
    if link.target:
        return link.target.sentence
    return f"Multiply this number by {link.factor} with {link.application.name}."


def _parts(links: Sequence[Link]) -> Iterator[Source | Target]:
    for link in links:
        part = link.source or link.target
        if part:
            yield part


def _checks(links: Sequence[Link], number: int) -> Iterator[tuple[Check, str]]:
    """Yield the check of each target, with the number that reaches it, and the check of the files.

    Each check is paired with the name of its device.
    """
    for link in links:
        number *= link.factor
        if link.target:
            yield link.target.check(number), link.application.device
    if any(link.application.device == DESKTOP for link in links):
        yield _only_files(links), DESKTOP


def _only_files(links: Sequence[Link]) -> Check:
    """Return a check that the home folder contains the files of the task and no others."""
    names = sorted(file for part in _parts(links) for file in part.files)
    find = "find . -type f -not -path '*/.*' | sed 's|^./||' | LC_ALL=C sort"
    expected = shlex.quote("\n".join(names))
    return condition_holds(f'[ "$({find})" = {expected} ]', f"the files are {', '.join(names) or 'none'}")


def _moves(links: Sequence[Link], *, left_out: int = -1) -> tuple[Move, ...]:
    """Return the moves of a chain, optionally without one of its applications."""
    first = links[0].source
    number = first.other if first and left_out == 0 else first.number if first else 0
    moves = list(first.moves if first and left_out != 0 else ())
    for at, link in enumerate(links[1:], 1):
        if at == left_out:
            continue
        moves += _link_moves(link, number)
        number *= link.factor
    return (*moves, DONE)


def _link_moves(link: Link, number: int) -> tuple[Move, ...]:
    if link.target:
        return Move("open", text=link.target.address), *link.target.save(number)
    keys = link.application.keys
    computed = keys(f"{number}*{link.factor}") if keys else ()
    return Move("open", text=link.application.address or link.application.package), *computed


CHAIN_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {f"chain-{'-'.join(names)}": names for names in CHAINS}
)
"""Name of each task -> the programs of its chain."""
CHAIN_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {task: partial(chain, names, applications=APPLICATIONS) for task, names in CHAIN_NAMES.items()}
)
CHAIN_GROUPS = group_chains(CHAIN_NAMES)
