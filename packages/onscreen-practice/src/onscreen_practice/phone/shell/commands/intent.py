"""Android intents, parsed from command arguments and formatted as in Android's output."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen_practice.phone.shell.command_interface import CommandError
from onscreen_practice.phone.shell.phone_interface import abbreviate_class_name, expand_class_name

MAIN = "android.intent.action.MAIN"
VIEW = "android.intent.action.VIEW"
HOME = "android.intent.category.HOME"
LAUNCHER = "android.intent.category.LAUNCHER"
_OPTIONS_WITH_VALUE = frozenset(
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
_EXTRA_OPTIONS = frozenset(
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
_INTEGER = re.compile(r"[+-]?((0[xX]|#)[0-9a-fA-F]+|\d+)")
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?|[+-]?(NaN|Infinity)")
_DECIMAL = re.compile(r"[+-]?\d+")
_LIST_EXTRAS = frozenset(("--eia", "--eial", "--ela", "--elal", "--efa", "--efal"))
_NUMBER_EXTRAS = {
    "--ei": _INTEGER, "--eia": _INTEGER, "--eial": _INTEGER, "--el": _DECIMAL, "--ela": _DECIMAL,
    "--elal": _DECIMAL, "--ef": _FLOAT, "--ed": _FLOAT, "--efa": _FLOAT, "--efal": _FLOAT,
}  # fmt: skip
_BOOLEANS = frozenset(("true", "t", "false", "f"))
_FIELD_OPTIONS = {"-a": "action", "-d": "data", "-t": "type", "-p": "package"}
_PRIVATE_CHARACTER = re.compile(r"[^@.\-]")
_PRIVATE_SCHEMES = frozenset(("tel", "sip", "sms", "smsto", "mailto", "callto"))


class Intent(msgspec.Struct, frozen=True):
    """An Android intent: a request to start an activity or to send a broadcast.

    `named` is True if the intent names an explicit component.
    """

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
        """Format the intent as Android prints it."""
        component = (
            f"{self.package}/{abbreviate_class_name(self.package, self.activity)}" if self.named else ""
        )
        parts = (
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={redact_address(self.data)}" if self.data else "",
            f"typ={self.type}" if self.type else "",
            f"pkg={self.package}" if self.package and not self.named else "",
            f"cmp={component}" if component else "",
            "(has extras)" if self.extras else "",
        )
        return f"Intent {{ {' '.join(part for part in parts if part)} }}"


def redact_address(address: str) -> str:
    """Mask the private parts of a URI, as Android does in its logs."""
    scheme, colon, rest = address.partition(":")
    if colon and scheme.lower() in _PRIVATE_SCHEMES:
        return f"{scheme}:{_PRIVATE_CHARACTER.sub('x', rest)}"
    match = re.match(r"(https?|ftp|rtsp)://([^/?#]*)", address)
    return f"{match.group()}/..." if match else address


def parse_component(text: str) -> tuple[str, str]:
    """Split a component name such as PACKAGE/CLASS into package and full class name.

    Raises:
        CommandError: the text is not a component name.
    """
    package, slash, activity = text.partition("/")
    if not (package and slash and activity):
        raise CommandError(f"java.lang.IllegalArgumentException: Bad component name: {text}")
    return package, expand_class_name(package, activity)


def parse_intent(words: tuple[str, ...]) -> Intent:
    """Parse an intent from the arguments of a shell command.

    Raises:
        CommandError: an option is unknown, or its value is missing.
    """
    remaining = list(words)
    fields: dict[str, str] = {}
    categories: list[str] = []
    extras: dict[str, str] = {}
    flags: list[str] = []
    while remaining:
        word = remaining.pop(0)
        if word in _FIELD_OPTIONS:
            fields[_FIELD_OPTIONS[word]] = _pop_value(remaining, after=word)
        elif word == "-c":
            categories.append(_pop_value(remaining, after=word))
        elif word == "-n":
            fields["package"], fields["activity"] = parse_component(_pop_value(remaining, after=word))
        elif word in _EXTRA_OPTIONS:
            name = _pop_value(remaining, after=word)
            extras[name] = _check_extra(word, _pop_value(remaining, after=name))
        elif word == "--esn":
            extras[_pop_value(remaining, after=word)] = ""
        elif word in _OPTIONS_WITH_VALUE or word == "-f":
            _pop_value(remaining, after=word)
        elif word.startswith("-"):
            flags.append(_check_flag(word))
        else:
            fields |= _parse_positional(word)
            categories += [LAUNCHER] if fields.get("action") == MAIN and not categories else []
    named = "activity" in fields
    action = fields.pop("action", "") or (VIEW if "data" in fields and not named else "")
    return Intent(
        action=action, categories=tuple(categories), named=named, extras=extras, flags=tuple(flags), **fields
    )


def _parse_positional(word: str) -> dict[str, str]:
    """Parse a positional argument: a URI, a component or a package to launch."""
    if ":" in word:
        return {"data": word}
    if "/" in word:
        package, activity = parse_component(word)
        return {"package": package, "activity": activity}
    return {"package": word, "action": MAIN}


def _check_extra(option: str, value: str) -> str:
    """Return the value of an intent extra after checking that it has the option's type.

    The rules are those of AOSP's `Intent.parseCommandArgs`.

    Raises:
        CommandError: the value has another type.
    """
    parts = value.split(",") if option in _LIST_EXTRAS else [value]
    pattern = _NUMBER_EXTRAS.get(option)
    wrong = next((part for part in parts if pattern and not pattern.fullmatch(part)), None)
    if wrong is not None:
        raise CommandError(f'java.lang.NumberFormatException: For input string: "{wrong}"')
    if option == "--ez" and value.lower() not in _BOOLEANS and not _INTEGER.fullmatch(value):
        raise CommandError(f"java.lang.IllegalArgumentException: Invalid boolean value: {value.lower()}")
    if option == "--ecn":
        parse_component(value)
    return value


_FLAG_OPTIONS = re.compile(
    "-[WSDN]|--(activity|grant|include|exclude|debug|track|start|receiver|attach|streaming|async|allow|lock|dismiss|"
    "brief|components|query|selector)[a-z-]*"
)


def _check_flag(word: str) -> str:
    if not _FLAG_OPTIONS.fullmatch(word):
        raise CommandError(f"java.lang.IllegalArgumentException: Unknown option: {word}")
    return word


def _pop_value(remaining: list[str], *, after: str) -> str:
    if not remaining:
        raise CommandError(f'java.lang.IllegalArgumentException: Argument expected after "{after}"')
    return remaining.pop(0)
