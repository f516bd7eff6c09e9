"""The phone's own command, not one of Android's: for checks, and to begin anew."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_call import Call, Command, Refused, Result, failed, said
from onscreen_practice.phone.shell.phone_facts import Json, Phone
from onscreen_practice.phone.shell.storage import sendable
from onscreen_practice.phone.state_changes import decode_changes
from onscreen_practice.phone.state_check import find_unmet
from onscreen_practice.phone.state_edits import decode_edits, resolve
from onscreen_practice.phone.state_patterns import States

_USAGE = """usage: practice reset [SEED]      bring the phone back to the beginning of a seed
       practice eval EXPRESSION  print what a JavaScript expression over the state `s` comes to, as JSON
       practice alter STATEMENT  change the state `s` by a JavaScript statement
       practice check CHANGES    print what is not as these changes (JSON) require, as a JSON list
       practice edit EDITS       change the state by these edits (JSON)
       practice trouble [NAME...] switch these troubles on and all others off
       practice snapshot NAME    keep all data under a name
       practice restore NAME     bring that data back; without a name, list the names"""
_LARGEST_SEED = 9


def practice(call: Call) -> Result:
    """Do what the arguments say; all errors are told."""
    words = call.arguments[1:]
    match call.argument(0):
        case "reset" if len(words) <= 1:
            return _reset(call, words[0] if words else "")
        case "eval" if words:
            return said(json.dumps(_run(call, "evaluate", script=words), ensure_ascii=False))
        case "alter" if words:
            _run(call, "alter", script=words)
        case "check" if words:
            return said(json.dumps(_check(call, " ".join(words)), ensure_ascii=False))
        case "edit" if words:
            _edit(call, " ".join(words))
        case "trouble":
            _tell(call, "trouble", given=[sendable(word) for word in words])
        case "snapshot" | "restore" as verb if len(words) == 1:
            _tell(call, verb, given=sendable(words[0]))
        case "restore" if not words:
            return said(json.dumps(call.machine.phone.ask("snapshots")))
        case _:
            return failed(_USAGE, 2)
    return Result()


def _run(call: Call, function: str, *, script: tuple[str, ...]) -> Json:
    try:
        return call.machine.phone.ask(function, sendable(" ".join(script)))
    except PhoneError as error:
        raise Refused(f"practice: {str(error).partition(chr(10))[0]}") from error


def _check(call: Call, changes: str) -> list[str]:
    """Return what is not as the changes require, one line each."""
    try:
        return find_unmet(decode_changes(changes), _states(call.machine.phone))
    except PhoneError as error:
        raise Refused(f"practice: {error}") from error


def _states(phone: Phone) -> States:
    """Return the phone's state at the start and now."""
    states = phone.ask("states")
    if not isinstance(states, dict) or states.keys() != {"before", "after"}:
        raise PhoneError("the phone did not return its states")
    return States(states["before"], states["after"])


def _edit(call: Call, edits: str) -> None:
    """Apply the edits to the phone's state, one after another."""
    phone = call.machine.phone
    try:
        for edit in decode_edits(edits):
            for each in resolve(edit, _states(phone)):
                arguments = [each.keys] if each.is_deletion else [each.keys, each.value]
                phone.ask("deleteValue" if each.is_deletion else "putValue", *arguments)
    except PhoneError as error:
        raise Refused(f"practice: {error}") from error


def _tell(call: Call, function: str, *, given: Json) -> None:
    """Tell the phone what it answers with nothing but an error."""
    try:
        call.machine.phone.ask(function, given)
    except PhoneError as error:
        raise Refused(f"practice: {error}") from error


def _reset(call: Call, seed: str) -> Result:
    if seed and not re.fullmatch(rf"\d{{1,{_LARGEST_SEED}}}", seed):
        return failed(f"practice: a seed is a whole number from 0, found '{seed}'", 2)
    call.machine.reset(int(seed) if seed else None)
    return Result()


TABLE: Mapping[str, Command] = {"practice": practice}
