"""Every replaceable part by kind and name: name -> dotted path, extended by entry points.

A package adds a part by an entry point in the group `onscreen.KIND`. What the path must lead to:

    device   (settings: Mapping[str, Setting]) -> Device
    model    (rest: str) -> Model              rest is what follows the colon in "NAME:rest"
    policy   (rest: str) -> Policy            rest is what follows the colon in "NAME:rest"
    agent    (cascade: Cascade) -> Agent      the policies and the model chosen by name
    signal   (rest: str) -> Signal
    sense    Shot -> Shot
    suite    () -> Suite
    command  add(parser) and run(arguments) -> exit status, in a module
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from onscreen.types.errors import MissingExtra, UnknownName

BUILT_IN: Mapping[str, Mapping[str, str]] = {
    "device": {
        "web": "onscreen.device.web:web",
        "android": "onscreen.device.android:android",
        "fake": "onscreen.device.fake_device:fake",
    },
    "model": {
        "local": "onscreen.model.local_model:local",
        "scripted": "onscreen.model.scripted_model:scripted",
        "recorded": "onscreen.model.recorded_model:recorded",
        "openai": "onscreen.model.provider_model:openai",
        "anthropic": "onscreen.model.provider_model:anthropic",
        "google": "onscreen.model.provider_model:google",
        "mistral": "onscreen.model.provider_model:mistral",
        "ollama": "onscreen.model.provider_model:ollama",
        "compatible": "onscreen.model.provider_model:compatible",
    },
    "policy": {"lexical": "onscreen.policy.lexical.lexical_policy:lexical"},
    "agent": {
        "default": "onscreen.agent.default:default",
        "luci": "onscreen.agent.luci:luci",
        "seeing": "onscreen.agent.default:seeing",
    },
    "signal": {
        "done": "onscreen.stop.done_signal:done_signal",
        "steps": "onscreen.stop.limits:steps_signal",
        "time": "onscreen.stop.limits:time_signal",
        "tokens": "onscreen.stop.limits:tokens_signal",
        "cost": "onscreen.stop.limits:cost_signal",
        "stuck": "onscreen.stop.stuck_signal:stuck_signal",
    },
    "sense": {},
    "suite": {},
    "command": {
        "run": "onscreen.cli.run",
        "chat": "onscreen.cli.chat",
        "bench": "onscreen.cli.bench",
        "show": "onscreen.cli.show",
        "list": "onscreen.cli.list",
        "doctor": "onscreen.cli.doctor",
        "models": "onscreen.cli.models",
        "judge": "onscreen.cli.judge",
    },
}


EXTRAS: Mapping[str, str] = {
    "playwright": "web",
    "adbutils": "android",
    "pydantic_ai": "models",
    "keyring": "models",
    "jsonschema": "models",
    "xllamacpp": "local",
    "pyarrow": "data",
    "gymnasium": "gym",
}
"""Python package that a part needs -> the extra of `onscreen` that installs it."""

ELSEWHERE: Mapping[str, tuple[tuple[str, str], ...]] = {
    "onscreen-reflex": (("policy", "reflex"),),
    "onscreen-practice": (
        ("device", "phone"),
        ("agent", "oracle"),
        ("policy", "miniwob-reflex"),
        ("suite", "phone"),
        ("suite", "sites"),
        ("suite", "miniwob"),
        ("suite", "demo"),
        ("command", "phone"),
        ("command", "export"),
    ),
    "onscreen-train": (("command", "train"),),
}
"""Parts that other distributions of this project add, for the error that says how to install them."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of part there are."""
    return tuple(BUILT_IN)


def unknown(what: str, name: str, *, there: tuple[str, ...]) -> UnknownName:
    """Return the error for a name that is not among those there are, with the nearest offered."""
    near = get_close_matches(name, there, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    listed = ", ".join(sorted(there)) or "none"
    return UnknownName(f"no {what} named {name!r}; {hint}There are: {listed}")


def paths(kind: str) -> Mapping[str, str]:
    """Return name -> dotted path of every part of a kind, built in and installed.

    Raises:
        UnknownName: there is no such kind.
    """
    if kind not in BUILT_IN:
        raise unknown("kind", kind, there=kinds())
    own = BUILT_IN[kind]
    added = _installed(kind, tuple(sys.path))
    return {**own, **{name: path for name, path in added.items() if name not in own}}


@cache
def _installed(kind: str, _where: tuple[str, ...]) -> Mapping[str, str]:
    """Read the entry points once for each path that packages are looked for on."""
    return {point.name: point.value for point in entry_points(group=f"onscreen.{kind}")}


def load(kind: str, name: str) -> object:
    """Return what the path of this part leads to.

    Raises:
        UnknownName: no part of that kind has the name.
        MissingExtra: the part needs a package that is not installed.
    """
    known = paths(kind)
    if name not in known:
        raise _elsewhere(kind, name) or unknown(kind, name, there=tuple(known))
    try:
        return attribute_of(known[name])
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "onscreen":
            raise
        raise _missing(kind, name, error=error) from error


def attribute_of(path: str) -> object:
    """Return what a dotted path "module:attribute" leads to; the module itself without a colon."""
    module, _, attribute = path.partition(":")
    found: object = importlib.import_module(module)
    for part in attribute.split(".") if attribute else ():
        found = getattr(found, part)
    return found


def _elsewhere(kind: str, name: str) -> MissingExtra | None:
    """Return the error for a part of a distribution that is not installed, None for any other name."""
    for distribution, parts in ELSEWHERE.items():
        if (kind, name) in parts:
            return MissingExtra(
                f"{kind} {name!r} is in the package {distribution!r}, which is not installed; "
                f"install it with: pip install {distribution}"
            )
    return None


def distribution_of(kind: str, name: str) -> str:
    """Return the name of the distribution that adds this part by an entry point, "" for a built-in part."""
    for point in entry_points(group=f"onscreen.{kind}", name=name):
        return point.dist.name if point.dist else ""
    return ""


def _missing(kind: str, name: str, *, error: ModuleNotFoundError) -> MissingExtra:
    package = (error.name or "").split(".")[0]
    wanted = f"onscreen[{EXTRAS[package]}]" if package in EXTRAS else package
    return MissingExtra(
        f"{kind} {name!r} needs the Python package {error.name!r}, which is not installed; "
        f'install it with: pip install "{wanted}"'
    )
