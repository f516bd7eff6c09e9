"""The shell command `practice`, which queries, changes and resets the simulated phone's state.

Android does not have this command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from onscreen_practice.phone.incidental_changes import find_incidental
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    error_output,
    output,
)
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.phone_interface import Json, PhoneAccess
from onscreen_practice.phone.state_mutations import decode_edits, resolve
from onscreen_practice.state.expected_changes import decode_changes
from onscreen_practice.state.state_check import find_missing, find_side_effects, find_unmet
from onscreen_practice.state.state_error import StateError
from onscreen_practice.state.value_patterns import States

_USAGE = """usage: practice reset [SEED]      restore the initial state of a seed
       practice eval EXPRESSION  print the value of a JavaScript expression over the state `s`, as JSON
       practice alter STATEMENT  change the state `s` with a JavaScript statement
       practice check CHANGES    print the mismatches with the required changes (JSON), as a JSON list
       practice missing CHANGES  print the same mismatches, whatever else changed, as a JSON list
       practice unasked CHANGES... print the side effects, for the closest of several alternatives
       practice edit EDITS       change the state by edits (JSON)
       practice interruptions [NAME...]
                                 enable the named interruptions and disable all others
       practice interrupt KIND INPUTS [NAME]
                                 show an interruption after some inputs; a call is from the person NAME
       practice screens          print the current screen and the names of all screens, as JSON
       practice snapshot NAME    save all data under a name
       practice restore NAME     restore saved data; without a name, list the names"""
_MAX_SEED_DIGITS = 9


def run_practice(call: Call) -> Result:
    """Run a subcommand of `practice`, such as `reset` or `check`, and write errors to stderr."""
    words = call.arguments[1:]
    match call.argument(0):
        case "reset" if len(words) <= 1:
            return _reset(call, words[0] if words else "")
        case "eval" if words:
            return output(json.dumps(_run_script(call, "evaluate", script=words), ensure_ascii=False))
        case "alter" if words:
            _run_script(call, "alter", script=words)
        case "check" | "missing" | "unasked" as verb if words:
            find = {"check": _check, "missing": _find_missing, "unasked": _find_unasked}[verb]
            return output(json.dumps(find(call, words), ensure_ascii=False))
        case "edit" if words:
            _edit(call, " ".join(words))
        case "interruptions":
            _call_phone(call, "interruptions", [replace_invalid_unicode(word) for word in words])
        case "interrupt" if len(words) >= 2 and words[1].isdecimal():  # noqa: PLR2004  the kind and the inputs
            kind, inputs, *name = words
            _call_phone(call, "interrupt", replace_invalid_unicode(kind), int(inputs), " ".join(name))
        case "snapshot" | "restore" as verb if len(words) == 1:
            _call_phone(call, verb, replace_invalid_unicode(words[0]))
        case "screens" | "restore" as verb if not words:
            return output(json.dumps(call.machine.phone.call("snapshots" if verb == "restore" else verb)))
        case _:
            return error_output(_USAGE, 2)
    return Result()


def _run_script(call: Call, function: str, *, script: tuple[str, ...]) -> Json:
    try:
        return call.machine.phone.call(function, replace_invalid_unicode(" ".join(script)))
    except PhoneError as error:
        raise CommandError(f"practice: {str(error).partition(chr(10))[0]}") from error


def _check(call: Call, words: Sequence[str]) -> list[str]:
    """List the mismatches between required and actual changes, one line each."""
    try:
        required = decode_changes(" ".join(words), root=PhoneState)
        states = _read_states(call.machine.phone)
        return find_unmet(required, states, root=PhoneState, incidental=find_incidental(states))
    except (PhoneError, StateError) as error:
        raise CommandError(f"practice: {error}") from error


def _find_missing(call: Call, words: Sequence[str]) -> list[str]:
    """List the mismatches with required changes, one line each, ignoring other changes."""
    try:
        required = decode_changes(" ".join(words), root=PhoneState)
        return find_missing(required, _read_states(call.machine.phone), root=PhoneState)
    except (PhoneError, StateError) as error:
        raise CommandError(f"practice: {error}") from error


def _find_unasked(call: Call, alternatives: Sequence[str]) -> list[str]:
    """List the side effects, one line each, relative to the alternative with the fewest."""
    try:
        states = _read_states(call.machine.phone)
        incidental = find_incidental(states)
        found = [
            find_side_effects(
                decode_changes(each, root=PhoneState), states, root=PhoneState, incidental=incidental
            )
            for each in alternatives
        ]
    except (PhoneError, StateError) as error:
        raise CommandError(f"practice: {error}") from error
    return min(found, key=len)


def _read_states(phone: PhoneAccess) -> States:
    """Read the phone's initial and current state."""
    states = phone.call("states")
    if not isinstance(states, dict) or states.keys() != {"before", "after"}:
        raise PhoneError("the phone did not return its states")
    return States(states["before"], states["after"])


def _edit(call: Call, edits: str) -> None:
    """Apply edits, given as JSON, to the phone's state one after another."""
    phone = call.machine.phone
    try:
        for edit in decode_edits(edits):
            for step in resolve(edit, _read_states(phone)):
                arguments = [step.keys] if step.is_deletion else [step.keys, step.value]
                phone.call("deleteValue" if step.is_deletion else "putValue", *arguments)
    except (PhoneError, StateError) as error:
        raise CommandError(f"practice: {error}") from error


def _call_phone(call: Call, function: str, *arguments: Json) -> None:
    """Call a phone function, ignoring its result and converting errors to CommandError."""
    try:
        call.machine.phone.call(function, *arguments)
    except PhoneError as error:
        raise CommandError(f"practice: {error}") from error


def _reset(call: Call, seed: str) -> Result:
    if seed and not re.fullmatch(rf"\d{{1,{_MAX_SEED_DIGITS}}}", seed):
        return error_output(f"practice: expected a seed from 0 to 999999999, found '{seed}'", 2)
    call.machine.reset(int(seed) if seed else None)
    return Result()


TABLE: Mapping[str, Command] = {"practice": run_practice}
