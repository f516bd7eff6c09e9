"""Options that several commands share, and what they come to."""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from math import isfinite, nan
from pathlib import Path

import msgspec

from onscreen.run.approval import ask_before_irreversible, refuse_irreversible
from onscreen.run.episode_loop import ApprovalPolicy, AskUser, allow_all
from onscreen.run.trial import Limits, default_model_name
from onscreen.types import Setting, Tool
from onscreen.types.errors import BadText

SIGNALS = ("stuck",)
APPROVALS = ("ask", "always", "never")


def add_agent_options(parser: ArgumentParser) -> None:
    """Add who thinks: agent and model."""
    parser.add_argument("--agent", default="default", metavar="NAME", help="the agent (default: %(default)s)")
    parser.add_argument(
        "--model",
        default=default_model_name(),
        metavar="NAME",
        help="the model, as in openai:gpt-5-mini (%(default)s)",
    )


def add_device_options(parser: ArgumentParser) -> None:
    """Add the settings of a device."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting of the device, as in headless=false or block_domains=example.org; may be repeated",
    )
    parser.add_argument(
        "--serial",
        action="append",
        dest="set",
        type="serial={}".format,
        metavar="S",
        help="which phone, as `adb devices` names it; the same as --set serial=S",
    )


def add_limit_options(parser: ArgumentParser) -> None:
    """Add what ends a run whatever the agent thinks."""
    parser.add_argument("--max-steps", type=positive_int, metavar="N", help="steps at most (default: 30)")
    parser.add_argument("--max-sec", type=positive_float, metavar="SEC", help="seconds at most")
    parser.add_argument("--max-tokens", type=positive_int, metavar="N", help="tokens at most, in and out")
    parser.add_argument("--max-cost", type=positive_float, metavar="USD", help="US dollars at most")
    parser.add_argument(
        "--stop",
        action="append",
        metavar="SIGNAL",
        help="a signal that may end the run, as in stuck:5; may be repeated (default: stuck)",
    )


def add_run_options(parser: ArgumentParser) -> None:
    """Add what a run of one task and a conversation have in common."""
    parser.add_argument("--on", default="web", metavar="DEVICE", help="where (default: %(default)s)")
    parser.add_argument("--start", default="", metavar="ADDRESS", help="the page or application to begin at")
    add_agent_options(parser)
    add_limit_options(parser)
    add_device_options(parser)
    parser.add_argument(
        "--tool", action="append", default=[], metavar="NAME=ADDRESS", help="an application it may use"
    )
    parser.add_argument("--tools", default="", metavar="FILE", help="a JSON list of applications it may use")
    parser.add_argument("--check", metavar="JSON|FILE", help="what must be true for it to count as done")
    parser.add_argument(
        "--secret",
        action="append",
        default=[],
        metavar="NAME",
        help="an environment variable whose value may be typed by writing {NAME}; it is never stored",
    )
    parser.add_argument(
        "--approve",
        choices=APPROVALS,
        help="what looks irreversible: ask you first, always do it, never do it (default: ask; "
        "never where no terminal is attached)",
    )
    parser.add_argument("--out", metavar="DIR", help="where to keep the episode (default: runs/TIME-TASK)")


def positive_int(text: str) -> int:
    """Read a whole number above 0.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not re.fullmatch(r"0*[1-9]\d{0,8}", text.strip(), re.ASCII):
        raise ArgumentTypeError(f"expected a whole number above 0, found {text!r}")
    return int(text)


def non_negative_int(text: str) -> int:
    """Read a whole number from 0 up.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        raise ArgumentTypeError(f"expected a whole number from 0 up, found {text!r}")
    return int(text)


def positive_float(text: str) -> float:
    """Read a number above 0.

    Raises:
        ArgumentTypeError: it is none.
    """
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not (isfinite(number) and number > 0):
        raise ArgumentTypeError(f"expected a number above 0, found {text!r}")
    return number


def make_limits(arguments: Namespace, *, max_steps: int = Limits().max_steps) -> Limits:
    """Return the limits asked for, with the steps that are usual where none were said."""
    return Limits(
        max_steps=arguments.max_steps or max_steps,
        max_sec=arguments.max_sec,
        max_tokens=arguments.max_tokens,
        max_cost_usd=arguments.max_cost,
    )


def signal_names(arguments: Namespace) -> tuple[str, ...]:
    """Return the names of the signals asked for."""
    return SIGNALS if arguments.stop is None else tuple(arguments.stop)


def parse_settings(pairs: Sequence[str]) -> Mapping[str, Setting]:
    """Read KEY=VALUE pairs; a value is a number, true, false, a JSON list of texts, or text.

    Raises:
        BadText: a pair has no key or no `=`.
    """
    settings: dict[str, Setting] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise BadText(f"a setting is written KEY=VALUE, as in headless=false; found {pair!r}")
        settings[key.strip()] = _parse_setting(value)
    return settings


def _parse_setting(value: str) -> Setting:
    try:
        read = json.loads(value)
    except ValueError:
        return value
    if isinstance(read, list):
        return tuple(str(item) for item in read)
    return read if isinstance(read, str | int | float) else value


def parse_tools(pairs: Sequence[str], file: str = "") -> tuple[Tool, ...]:
    """Read tools written "Name=address", after those of a JSON file.

    Raises:
        BadText: a pair lacks a part, or the file cannot be read as a list of tools.
    """
    tools = list(_read_tools(file)) if file else []
    for pair in pairs:
        name, _, address = pair.partition("=")
        if not name.strip() or not address.strip():
            raise BadText(f"a tool is written NAME=ADDRESS, as in Mail=https://mail.example; found {pair!r}")
        tools.append(Tool(name.strip(), address.strip()))
    return tuple(tools)


def _read_tools(file: str) -> tuple[Tool, ...]:
    example = '[{"name": "Mail", "address": "https://mail.example", "about": "reads and sends mail"}]'
    try:
        return msgspec.json.decode(Path(file).read_bytes(), type=tuple[Tool, ...])
    except (OSError, msgspec.MsgspecError) as error:
        raise BadText(
            f"no tools can be read from {file}: {error}; it holds JSON such as {example}"
        ) from error


def read_text_or_file(value: str) -> str:
    """Return the content of the file of this name, or the text itself when it is JSON.

    Raises:
        BadText: it is neither.
    """
    if value.lstrip().startswith("{"):
        return value
    try:
        return Path(value).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadText(f"{value!r} is neither JSON nor a file that can be read: {error}") from error


def make_approval(name: str | None, ask_user: AskUser) -> ApprovalPolicy:
    """Return the policy of this name; without one, to ask where a terminal is attached, else never."""
    name = name or ("ask" if sys.stdin.isatty() and sys.stderr.isatty() else "never")
    return {"ask": ask_before_irreversible(ask_user), "always": allow_all, "never": refuse_irreversible()}[
        name
    ]


def slugify(text: str, most: int = 40) -> str:
    """Return the text as part of a folder's name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:most].strip("-") or "task"
