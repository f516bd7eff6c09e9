"""Registry of built-in plugins and of plugins that other packages provide as entry points.

A package registers a plugin with an entry point in the group `onscreen.KIND`. The object at the path must be:

    device   (settings: Mapping[str, Setting]) -> Device
    model    (rest: str) -> Model              rest is the text after the colon in "NAME:rest"
    policy   (rest: str) -> Policy            rest is the text after the colon in "NAME:rest"
    agent    (cascade: Cascade) -> Agent      the policies and the model selected by name,
                                              or (cascade, rest: str = "") for names such as "joined:rest"
    signal   (rest: str) -> Signal
    comparison  (references: tuple[Shot, ...]) -> CompareState
    sense    Shot -> Shot
    suite    () -> Suite, or (rest: str = "") -> Suite for suites such as "made:rest"
    command  a module with add(parser) and run(arguments) -> exit status
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
        "linux": "onscreen.device.linux:linux",
        "windows": "onscreen.device.windows:windows",
        "macos": "onscreen.device.macos:macos",
        "fake": "onscreen.device.fake_device:fake",
        "many": "onscreen.device.combined_device:many",
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
    "policy": {
        "lexical": "onscreen.policy.lexical.lexical_policy:lexical",
        "route": "onscreen.policy.route.route_policy:route",
        "routine": "onscreen.policy.routine.routine_policy:routine",
    },
    "agent": {
        "default": "onscreen.agent.default:default",
        "appagent": "onscreen.agent.appagent:app_agent",
        "luci": "onscreen.agent.luci:luci",
        "mobile": "onscreen.agent.mobile:mobile",
        "mobile-tree-text": "onscreen.agent.mobile:mobile_tree_text",
        "seeing": "onscreen.agent.default:seeing",
        "joined": "onscreen.discovery.joined_replay:joined",
    },
    "signal": {
        "done": "onscreen.stop.done_signal:done_signal",
        "steps": "onscreen.stop.limits:steps_signal",
        "time": "onscreen.stop.limits:time_signal",
        "tokens": "onscreen.stop.limits:tokens_signal",
        "cost": "onscreen.stop.limits:cost_signal",
        "stuck": "onscreen.stop.stuck_signal:stuck_signal",
        "similar": "onscreen.stop.similarity_signal:similar_signal",
        "completed": "onscreen.policy.completion.completion_signal:completed_signal",
        "criteria": "onscreen.agent.criteria_verification:criteria_signal",
        "usual": "onscreen.policy.completion.usual_length:usual_signal",
        "checked": "onscreen.policy.completion.completion_signal:checked_signal",
    },
    "comparison": {
        "image": "onscreen.stop.state_comparison:image",
        "tree": "onscreen.stop.state_comparison:tree",
    },
    "sense": {
        "ocr": "onscreen.perceive.ocr_sense:ocr",
        "icons": "onscreen.perceive.icon_sense:icons",
        "unread-text": "onscreen.perceive.unread_text_sense:unread_text",
        "unread-icons": "onscreen.perceive.unread_icon_sense:add_unread_icons",
        "without-tree": "onscreen.perceive.tree_removal:remove_tree",
    },
    "suite": {"made": "onscreen.synthesis.made_suite:made"},
    "command": {
        "run": "onscreen.cli.run",
        "chat": "onscreen.cli.chat",
        "bench": "onscreen.cli.bench",
        "compose": "onscreen.cli.compose",
        "discover": "onscreen.cli.discover",
        "show": "onscreen.cli.show",
        "list": "onscreen.cli.list",
        "doctor": "onscreen.cli.doctor",
        "models": "onscreen.cli.models",
        "judge": "onscreen.cli.judge",
        "review": "onscreen.cli.review",
        "stop": "onscreen.cli.stop",
        "convert": "onscreen.cli.convert",
        "open": "onscreen.cli.open",
        "look": "onscreen.cli.look",
        "do": "onscreen.cli.do",
        "wait": "onscreen.cli.wait",
        "read": "onscreen.cli.read",
        "handover": "onscreen.cli.handover",
        "sessions": "onscreen.cli.sessions",
        "close": "onscreen.cli.close",
        "mcp": "onscreen.cli.mcp",
        "explore": "onscreen.cli.explore",
        "map": "onscreen.cli.map",
        "notes": "onscreen.cli.notes",
        "watch": "onscreen.cli.watch",
        "routines": "onscreen.cli.routines",
        "skill": "onscreen.cli.skill_files",
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
    "mcp": "mcp",
    "uvicorn": "mcp",
    "rapidocr": "vision",
    "onnxruntime": "vision",
    "cv2": "vision",
    "Xlib": "linux",
    "mss": "linux",
    "ray": "ray",
    "pynput": "windows",
    "uiautomation": "windows",
    "comtypes": "windows",
    "ApplicationServices": "macos",
    "Quartz": "macos",
    "AppKit": "macos",
}
"""Import name of an optional dependency -> the extra of `onscreen` that installs it."""

OTHER_DISTRIBUTIONS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "onscreen-reflex": (("policy", "reflex"),),
    "onscreen-practice": (
        ("device", "phone"),
        ("device", "apps"),
        ("device", "androidworld"),
        ("agent", "oracle"),
        ("policy", "miniwob-rules"),
        ("policy", "miniwob-reflex"),
        ("suite", "phone"),
        ("suite", "apps"),
        ("suite", "desktop"),
        ("suite", "many"),
        ("suite", "androidworld"),
        ("suite", "sites"),
        ("suite", "miniwob"),
        ("suite", "demo"),
        ("command", "phone"),
        ("command", "apps"),
        ("command", "androidworld"),
        ("command", "export"),
    ),
    "onscreen-train": (("command", "train"),),
}
"""Name of a distribution -> (kind, name) of its plugins, for the hint to install a missing one."""

MAX_LISTED = 40
"""Maximum number of known names listed in an error message: about five lines of a terminal."""


def plugin_kinds() -> tuple[str, ...]:
    """Return the kinds of plugins, such as "device" or "agent"."""
    return tuple(BUILT_IN)


def unknown_name(what: str, name: str, *, known: tuple[str, ...]) -> UnknownName:
    """Build an UnknownName error that suggests the closest known name."""
    matches = get_close_matches(name, known, n=1)
    hint = f"did you mean {matches[0]!r}? " if matches else ""
    more = f" and {len(known) - MAX_LISTED} more" if len(known) > MAX_LISTED else ""
    listed = ", ".join(sorted(known)[:MAX_LISTED]) + more if known else "none"
    return UnknownName(f"no {what} named {name!r}; {hint}Available: {listed}")


def plugin_paths(kind: str) -> Mapping[str, str]:
    """Map plugin names to import paths for one kind of plugin.

    Built-in names take precedence.

    Raises:
        UnknownName: the kind does not exist.
    """
    if kind not in BUILT_IN:
        raise unknown_name("kind", kind, known=plugin_kinds())
    built_in = BUILT_IN[kind]
    installed = _entry_points(kind, tuple(sys.path))
    return {**built_in, **{name: path for name, path in installed.items() if name not in built_in}}


@cache
def _entry_points(kind: str, _sys_path: tuple[str, ...]) -> Mapping[str, str]:
    """Read the entry points of a kind, once per value of `sys.path`."""
    return {point.name: point.value for point in entry_points(group=f"onscreen.{kind}")}


def load_plugin(kind: str, name: str) -> object:
    """Import the plugin with the given kind and name.

    Returns the object at its import path.

    Raises:
        UnknownName: no plugin of that kind has the name.
        MissingExtra: the plugin needs a package that is not installed.
    """
    paths = plugin_paths(kind)
    if name not in paths:
        raise _not_installed(kind, name) or unknown_name(kind, name, known=tuple(paths))
    try:
        return import_attribute(paths[name])
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "onscreen":
            raise
        raise _missing_extra(kind, name, error=error) from error


def import_attribute(path: str) -> object:
    """Import an object by a path such as "package.module:attribute".

    Returns the module if the path contains no colon.
    """
    module, _, attribute = path.partition(":")
    value: object = importlib.import_module(module)
    for part in attribute.split(".") if attribute else ():
        value = getattr(value, part)
    return value


def _not_installed(kind: str, name: str) -> MissingExtra | None:
    """Build the error for a known plugin whose distribution is not installed.

    Returns None if no distribution in `OTHER_DISTRIBUTIONS` has a plugin of this kind and name.
    """
    for distribution, plugins in OTHER_DISTRIBUTIONS.items():
        if (kind, name) in plugins:
            return MissingExtra(
                f"{kind} {name!r} is in the package {distribution!r}, which is not installed; "
                f"install it with: pip install {distribution}"
            )
    return None


def plugin_distribution(kind: str, name: str) -> str:
    """Return the name of the distribution that provides a plugin.

    Returns "" for a built-in plugin.
    """
    for point in entry_points(group=f"onscreen.{kind}", name=name):
        return point.dist.name if point.dist else ""
    return ""


def _missing_extra(kind: str, name: str, *, error: ModuleNotFoundError) -> MissingExtra:
    package = (error.name or "").split(".")[0]
    requirement = f"onscreen[{EXTRAS[package]}]" if package in EXTRAS else package
    return MissingExtra(
        f"{kind} {name!r} needs the Python package {error.name!r}, which is not installed; "
        f'install it with: pip install "{requirement}"'
    )
