"""Intents as `am` and `pm` take them from their arguments, and as Android prints them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen_practice.phone.shell.command_call import Refused
from onscreen_practice.phone.shell.phone_facts import full_class, short_class

MAIN = "android.intent.action.MAIN"
VIEW = "android.intent.action.VIEW"
HOME = "android.intent.category.HOME"
LAUNCHER = "android.intent.category.LAUNCHER"
_WITH_VALUE = frozenset(
    [
        "--user",
        "--display",
        "--windowingMode",
        "--activityType",
        "--task",
        "-R",
        "--sampling",
        "--receiver-permission",
        "--splashscreen-icon",
        "-i",
    ]
)
_PAIRS = frozenset(
    [
        "-e",
        "--es",
        "--ez",
        "--ei",
        "--el",
        "--ef",
        "--ed",
        "--eu",
        "--ecn",
        "--eia",
        "--eial",
        "--ela",
        "--elal",
        "--efa",
        "--efal",
        "--esa",
        "--esal",
    ]
)
_FIELDS = {"-a": "action", "-d": "data", "-t": "type", "-p": "package"}
_SECRET = re.compile(r"[^@.\-]")
_PRIVATE = frozenset(("tel", "sip", "sms", "smsto", "mailto", "callto"))


class Intent(msgspec.Struct, frozen=True):
    """What is to be started, and with what."""

    action: str = ""
    data: str = ""
    type: str = ""
    categories: tuple[str, ...] = ()
    package: str = ""
    activity: str = ""
    named: bool = False
    extras: Mapping[str, str] = {}
    flags: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write it as Android does."""
        component = f"{self.package}/{short_class(self.package, self.activity)}" if self.named else ""
        parts = (
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={safe_address(self.data)}" if self.data else "",
            f"typ={self.type}" if self.type else "",
            f"pkg={self.package}" if self.package and not self.named else "",
            f"cmp={component}" if component else "",
            "(has extras)" if self.extras else "",
        )
        return f"Intent {{ {' '.join(part for part in parts if part)} }}"


def safe_address(address: str) -> str:
    """Return an address without what is private in it, as Android prints it."""
    scheme, colon, rest = address.partition(":")
    if colon and scheme.lower() in _PRIVATE:
        return f"{scheme}:{_SECRET.sub('x', rest)}"
    found = re.match(r"(https?|ftp|rtsp)://([^/?#]*)", address)
    return f"{found.group()}/..." if found else address


def component(text: str) -> tuple[str, str]:
    """Return package and class of pkg/class.

    Raises:
        Refused: the text is no component.
    """
    package, slash, activity = text.partition("/")
    if not (package and slash and activity):
        raise Refused(f"java.lang.IllegalArgumentException: Bad component name: {text}")
    return package, full_class(package, activity)


def intent_of(words: tuple[str, ...]) -> Intent:
    """Read an intent from the arguments of a command.

    Raises:
        Refused: an option is not known, or its value is missing.
    """
    left = list(words)
    fields: dict[str, str] = {}
    categories: list[str] = []
    extras: dict[str, str] = {}
    flags: list[str] = []
    while left:
        word = left.pop(0)
        if word in _FIELDS:
            fields[_FIELDS[word]] = _next(left, after=word)
        elif word == "-c":
            categories.append(_next(left, after=word))
        elif word == "-n":
            fields["package"], fields["activity"] = component(_next(left, after=word))
        elif word in _PAIRS:
            name = _next(left, after=word)
            extras[name] = _next(left, after=name)
        elif word == "--esn":
            extras[_next(left, after=word)] = ""
        elif word in _WITH_VALUE or word == "-f":
            _next(left, after=word)
        elif word.startswith("-"):
            flags.append(_flag(word))
        else:
            fields |= _loose(word)
            categories += [LAUNCHER] if fields.get("action") == MAIN and not categories else []
    named = "activity" in fields
    action = fields.pop("action", "") or (VIEW if "data" in fields and not named else "")
    return Intent(
        action=action, categories=tuple(categories), named=named, extras=extras, flags=tuple(flags), **fields
    )


def _loose(word: str) -> dict[str, str]:
    """Read what stands alone: an address, a component, or a package to launch."""
    if ":" in word:
        return {"data": word}
    if "/" in word:
        package, activity = component(word)
        return {"package": package, "activity": activity}
    return {"package": word, "action": MAIN}


_FLAGS = re.compile(
    "-[WSDN]|--(activity|grant|include|exclude|debug|track|start|receiver|attach|streaming|async|allow|lock|dismiss|"
    "brief|components|query|selector)[a-z-]*"
)


def _flag(word: str) -> str:
    if not _FLAGS.fullmatch(word):
        raise Refused(f"java.lang.IllegalArgumentException: Unknown option: {word}")
    return word


def _next(left: list[str], *, after: str) -> str:
    if not left:
        raise Refused(f'java.lang.IllegalArgumentException: Argument expected after "{after}"')
    return left.pop(0)
