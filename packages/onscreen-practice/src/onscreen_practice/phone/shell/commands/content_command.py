"""The shell command `content`, which queries and changes content providers.

The phone has providers for settings, messages, calls, contacts, media and the Mobilerun Portal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from urllib.parse import urlsplit

import msgspec

from onscreen_practice.phone.automation.portal_api import (
    PORTAL_PACKAGE,
    Portal,
    PortalError,
    encode_failure,
    encode_success,
)
from onscreen_practice.phone.automation.portal_server import PORTAL_PORT, PortalServer
from onscreen_practice.phone.providers.provider_uri import AUTHORITIES, resolve_uri
from onscreen_practice.phone.shell.command_interface import Call, Command, Result, encode_text, error_output
from onscreen_practice.phone.shell.commands.provider_access import use_provider
from onscreen_practice.phone.shell.commands.settings_provider import SETTINGS_AUTHORITY, use_settings
from onscreen_practice.phone.shell.phone_interface import Json

_USAGE = "usage: adb shell content [subcommand] [options]\n[ERROR] Unsupported argument"
_OPTIONS = frozenset(("--uri", "--where", "--projection", "--sort"))
_ROW_VERBS = frozenset(("query", "insert", "update", "delete"))
_NUMBER_TYPES = {"i": int, "l": int, "f": float, "d": float}


def run_content(call: Call) -> Result:
    """Query or change a content provider (`content VERB --uri content://NAME/PATH [--bind ...]`)."""
    words = call.arguments
    address = words[words.index("--uri") + 1] if "--uri" in words[:-1] else ""
    verb = call.argument(0)
    if not address or verb not in {"query", "insert", "update", "delete", "call", "read", "gettype"}:
        return error_output(_USAGE)
    uri = urlsplit(address)
    if uri.netloc in {SETTINGS_AUTHORITY, *AUTHORITIES} and verb in _ROW_VERBS:
        return _use_rows(call, verb, address=address)
    if uri.netloc != PORTAL_PACKAGE or verb not in {"query", "insert"}:
        error = f"java.lang.IllegalStateException: Could not find provider: {uri.netloc}"
        return error_output(f"Error while accessing provider:{uri.netloc}\n{error}")
    portal, path = Portal(call.machine.phone), uri.path.strip("/")
    if verb == "insert":
        return _insert(call, portal, path=path)
    try:
        answer = encode_success(portal.query(path))
    except PortalError as error:
        answer = encode_failure(str(error))
    return Result(b"Row: 0 result=" + msgspec.json.encode(answer) + b"\n")


def _use_rows(call: Call, verb: str, *, address: str) -> Result:
    """Query or change rows of the settings, messages, calls, contacts or media provider."""
    try:
        values = _parse_bindings(call.arguments)
    except ValueError as error:
        return error_output(f"[ERROR] {error}\n{_USAGE}")
    options = {
        option.removeprefix("--"): value for option, value in pairwise(call.arguments) if option in _OPTIONS
    }
    if urlsplit(address).netloc == SETTINGS_AUTHORITY:
        return use_settings(call.machine.phone, verb, options=options, values=values)
    target = resolve_uri(address)
    if target is None:
        unknown = f"java.lang.IllegalArgumentException: Unknown URL {address}"
        return error_output(f"Error while accessing provider:{urlsplit(address).netloc}\n{unknown}")
    return use_provider(call.machine, verb, target=target, options=options, values=values)


def _insert(call: Call, portal: Portal, *, path: str) -> Result:
    """Perform an action of the Mobilerun Portal, printing a message only if it fails."""
    try:
        values = _parse_bindings(call.arguments)
    except ValueError as error:
        return error_output(f"[ERROR] {error}\n{_USAGE}")
    if path == "toggle_socket_server":
        _toggle_server(call, portal, enabled=bool(values.get("enabled", True)))
        return Result()
    try:
        portal.act(path, values)
    except PortalError as error:
        return Result(encode_text(f"Error: {error}\n"))
    return Result()


def _toggle_server(call: Call, portal: Portal, *, enabled: bool) -> None:
    ports = call.machine.ports
    running = ports.find(PORTAL_PORT)
    if enabled and running is None:
        ports.open(PORTAL_PORT, PortalServer(portal).serve)
    elif running is not None and not enabled:
        ports.close(PORTAL_PORT, running)


def _parse_bindings(words: Sequence[str]) -> dict[str, Json]:
    """Parse the values of --bind NAME:TYPE:VALUE."""
    values: dict[str, Json] = {}
    for option, binding in pairwise(words):
        if option != "--bind":
            continue
        name, first, rest = binding.partition(":")
        kind, second, value = rest.partition(":")
        if not (first and second):
            raise ValueError(f"Binding not well formed: {binding}")
        if kind in _NUMBER_TYPES:
            values[name] = _NUMBER_TYPES[kind](value)
        else:
            values[name] = value.lower() == "true" if kind == "b" else value
    return values


TABLE: Mapping[str, Command] = {"content": run_content}
