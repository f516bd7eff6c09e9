"""The phone's own command, not one of Android's: for checks, and to begin anew."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_call import Call, Command, Refused, Result, failed, said
from onscreen_practice.phone.shell.phone_facts import Json
from onscreen_practice.phone.shell.storage import sendable

_USAGE = """usage: practice reset [SEED]      bring the phone back to the beginning of a seed
       practice eval EXPRESSION  print what a JavaScript expression over the state `s` comes to, as JSON
       practice alter STATEMENT  change the state `s` by a JavaScript statement
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
