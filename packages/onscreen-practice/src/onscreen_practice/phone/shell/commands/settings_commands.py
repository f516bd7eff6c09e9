"""Settings and input methods: settings, ime, svc."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.shell.command_call import Call, Command, Refused, Result, failed, said
from onscreen_practice.phone.shell.commands.window_commands import switched
from onscreen_practice.phone.shell.phone_facts import Phone, keyboards
from onscreen_practice.phone.shell.storage import sendable

NAMESPACES = ("system", "secure", "global")
METHOD, METHODS = "default_input_method", "enabled_input_methods"
_FOLLOWED = {"rotation": "user_rotation", "free": "accelerometer_rotation"}


def settings(call: Call) -> Result:
    """Read and write settings: settings get|put|delete|list NAMESPACE [KEY [VALUE]]."""
    words = list(call.arguments)
    if words[:1] == ["--user"]:
        del words[:2]
    verb = words.pop(0) if words else ""
    if words[:1] == ["--user"]:
        del words[:2]
    counts = {"get": 2, "put": 3, "delete": 2, "list": 1}
    if verb not in counts:
        return failed(f"Invalid command: {verb}" if verb else "Settings provider (settings) commands:", 255)
    if words and words[0].lower() not in NAMESPACES:
        return failed(f"Invalid namespace '{words[0]}'", 255)
    if len(words) < counts[verb]:
        return failed("Bad arguments", 255)
    return _done(call.machine.phone, verb, space=words[0].lower(), words=tuple(map(sendable, words[1:])))


def _done(phone: Phone, verb: str, *, space: str, words: tuple[str, ...]) -> Result:
    match verb:
        case "get":
            found = _value(phone, space, key=words[0])
            return said("null" if found is None else found)
        case "put":
            return _put(phone, space, key=words[0], value=words[1])
        case "delete":
            return said(f"Deleted {int(bool(phone.ask('deleteSetting', space, words[0])))} rows")
    return said("\n".join(f"{key}={value}" for key, value in sorted(_all(phone, space).items())))


def _value(phone: Phone, space: str, *, key: str) -> str | None:
    found = phone.ask("setting", space, key)
    if found is not None:
        return str(found)
    return _methods(phone).get(key) if space == "secure" else None


def _methods(phone: Phone) -> Mapping[str, str]:
    found = keyboards(phone)
    return {METHOD: found.current, METHODS: ":".join(found.enabled)}


def _all(phone: Phone, space: str) -> Mapping[str, str]:
    found = phone.ask("settings", space)
    kept = {key: str(value) for key, value in found.items()} if isinstance(found, dict) else {}
    return {**(_methods(phone) if space == "secure" else {}), **kept}


def _put(phone: Phone, space: str, *, key: str, value: str) -> Result:
    if (space, key) == ("secure", METHOD):
        phone.ask("setIme", value)
        return Result()
    phone.ask("putSetting", space, key, value)
    locked = phone.ask("setting", "system", _FOLLOWED["free"]) == "0"
    if space == "system" and key in _FOLLOWED.values() and locked:
        turned = str(phone.ask("setting", "system", _FOLLOWED["rotation"]) or "")
        if turned in {"0", "1", "2", "3"}:
            phone.ask("orientation", int(turned))
    return Result()


def methods(call: Call) -> Result:
    """List, enable and choose input methods: ime list|enable|disable|set|reset."""
    words = [word for word in call.arguments if word not in {"--user", "0"}]
    verb = words[0] if words else ""
    phone = call.machine.phone
    found = keyboards(phone)
    if verb == "list":
        shown = found.all if "-a" in words else found.enabled
        return said("\n".join(shown if "-s" in words else (_details(each) for each in shown)))
    if verb == "reset":
        phone.ask("setIme", found.all[0])
        told = f"Reset current and enabled IMEs for user #0\n  New selected IME: {found.all[0]}\n"
        return said(told + "".join(f"  Newly enabled IME: {each}\n" for each in found.all))
    if verb not in {"enable", "disable", "set"}:
        return failed(f"Unknown command: {verb}" if verb else "InputMethod (input_method) commands:", 255)
    if len(words) < 2:  # noqa: PLR2004  the verb and an input method
        raise Refused(f"Error: {verb} needs an input method ID", status=255)
    return _chosen(phone, verb, name=words[1], known=words[1] in found.all)


def _chosen(phone: Phone, verb: str, *, name: str, known: bool) -> Result:
    if verb == "set":
        if not known or phone.ask("setIme", name):
            return failed(f"Unknown input method {name} cannot be selected for user #0", 255)
        return said(f"Input method {name} selected for user #0")
    if not known:
        return failed(f"Unknown input method {name} cannot be {verb}d for user #0", 255)
    return said(f"Input method {name}: now {verb}d for user #0")


def _details(name: str) -> str:
    package, _, activity = name.partition("/")
    return f"mId={name} mSettingsActivityName=null\n  packageName={package} class={package}{activity}"


def services(call: Call) -> Result:
    """Switch what the phone is connected by: svc wifi|data|bluetooth|nfc enable|disable."""
    names = {"wifi": "wifi_on", "data": "mobile_data", "bluetooth": "bluetooth_on", "nfc": "nfc_on"}
    what, verb = call.argument(0), call.argument(1)
    if what == "power":
        return Result()
    if what not in names or verb not in {"enable", "disable"}:
        return failed("Available commands:\n    power\n    data\n    wifi\n    nfc\n    bluetooth", 1)
    return switched(call, names[what], on=verb == "enable")


TABLE: Mapping[str, Command] = {"settings": settings, "ime": methods, "svc": services}
