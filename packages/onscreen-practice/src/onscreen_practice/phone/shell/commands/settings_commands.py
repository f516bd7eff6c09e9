"""Shell commands for settings and input methods: settings, ime and svc."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    error_output,
    output,
)
from onscreen_practice.phone.shell.commands.window_commands import switch_setting
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.phone_interface import InputMethods, PhoneAccess, get_input_methods

NAMESPACES = ("system", "secure", "global")
DEFAULT_METHOD_KEY, ENABLED_METHODS_KEY = "default_input_method", "enabled_input_methods"
_ROTATION_KEYS = {"rotation": "user_rotation", "free": "accelerometer_rotation"}


def run_settings(call: Call) -> Result:
    """Read or change Android settings (`settings get|put|delete|list NAMESPACE [KEY [VALUE]]`)."""
    words = list(call.arguments)
    if words[:1] == ["--user"]:
        del words[:2]
    verb = words.pop(0) if words else ""
    if words[:1] == ["--user"]:
        del words[:2]
    argument_counts = {"get": 2, "put": 3, "delete": 2, "list": 1}
    if verb not in argument_counts:
        return error_output(
            f"Invalid command: {verb}" if verb else "Settings provider (settings) commands:", 255
        )
    if words and words[0].lower() not in NAMESPACES:
        return error_output(f"Invalid namespace '{words[0]}'", 255)
    if len(words) < argument_counts[verb]:
        return error_output("Bad arguments", 255)
    return _run_verb(
        call.machine.phone,
        verb,
        namespace=words[0].lower(),
        words=tuple(map(replace_invalid_unicode, words[1:])),
    )


def _run_verb(phone: PhoneAccess, verb: str, *, namespace: str, words: tuple[str, ...]) -> Result:
    match verb:
        case "get":
            value = get_value(phone, namespace, key=words[0])
            return output("null" if value is None else value)
        case "put":
            return put_value(phone, namespace, key=words[0], value=words[1])
        case "delete":
            return output(f"Deleted {int(bool(phone.call('deleteSetting', namespace, words[0])))} rows")
    return output("\n".join(f"{key}={value}" for key, value in sorted(list_values(phone, namespace).items())))


def get_value(phone: PhoneAccess, namespace: str, *, key: str) -> str | None:
    """Return the value of a setting, or None if it is not set."""
    value = phone.call("setting", namespace, key)
    if value is not None:
        return str(value)
    return _method_settings(phone).get(key) if namespace == "secure" else None


def _method_settings(phone: PhoneAccess) -> Mapping[str, str]:
    methods = get_input_methods(phone)
    return {DEFAULT_METHOD_KEY: methods.current, ENABLED_METHODS_KEY: ":".join(methods.enabled)}


def list_values(phone: PhoneAccess, namespace: str) -> Mapping[str, str]:
    """Return all settings of a namespace by name."""
    values = phone.call("settings", namespace)
    stored = {key: str(value) for key, value in values.items()} if isinstance(values, dict) else {}
    return {**(_method_settings(phone) if namespace == "secure" else {}), **stored}


def put_value(phone: PhoneAccess, namespace: str, *, key: str, value: str) -> Result:
    """Change a setting, and apply a new input method or rotation immediately."""
    if (namespace, key) == ("secure", DEFAULT_METHOD_KEY):
        phone.call("setIme", value)
        return Result()
    phone.call("putSetting", namespace, key, value)
    locked = phone.call("setting", "system", _ROTATION_KEYS["free"]) == "0"
    if namespace == "system" and key in _ROTATION_KEYS.values() and locked:
        rotation = str(phone.call("setting", "system", _ROTATION_KEYS["rotation"]) or "")
        if rotation in {"0", "1", "2", "3"}:
            phone.call("orientation", int(rotation))
    return Result()


def run_ime(call: Call) -> Result:
    """List, enable or select input methods (`ime list|enable|disable|set|reset`)."""
    words = [word for word in call.arguments if word not in {"--user", "0"}]
    verb = words[0] if words else ""
    phone = call.machine.phone
    methods = get_input_methods(phone)
    if verb == "list":
        listed = methods.all if "-a" in words else methods.enabled
        return output("\n".join(listed if "-s" in words else (_format_method(each) for each in listed)))
    if verb == "reset":
        phone.call("setIme", methods.all[0])
        message = f"Reset current and enabled IMEs for user #0\n  New selected IME: {methods.all[0]}\n"
        return output(message + "".join(f"  Newly enabled IME: {each}\n" for each in methods.all))
    if verb not in {"enable", "disable", "set"}:
        return error_output(
            f"Unknown command: {verb}" if verb else "InputMethod (input_method) commands:", 255
        )
    if len(words) < 2:  # noqa: PLR2004  the verb and an input method
        raise CommandError(f"Error: {verb} needs an input method ID", status=255)
    return _change_method(phone, verb, name=words[1], methods=methods)


def _change_method(phone: PhoneAccess, verb: str, *, name: str, methods: InputMethods) -> Result:
    """Select, enable or disable an input method; disabling the current one selects the default one."""
    installed = name in methods.all
    if verb == "set":
        if not installed or phone.call("setIme", name):
            return error_output(f"Unknown input method {name} cannot be selected for user #0", 255)
        return output(f"Input method {name} selected for user #0")
    if not installed:
        return error_output(f"Unknown input method {name} cannot be {verb}d for user #0", 255)
    if verb == "disable" and name == methods.current:
        phone.call("setIme", methods.all[0])
    return output(f"Input method {name}: now {verb}d for user #0")


def _format_method(name: str) -> str:
    package, _, activity = name.partition("/")
    return f"mId={name} mSettingsActivityName=null\n  packageName={package} class={package}{activity}"


def run_svc(call: Call) -> Result:
    """Enable or disable network connections (`svc wifi|data|bluetooth|nfc enable|disable`)."""
    names = {"wifi": "wifi_on", "data": "mobile_data", "bluetooth": "bluetooth_on", "nfc": "nfc_on"}
    service, verb = call.argument(0), call.argument(1)
    if service == "power":
        return Result()
    if service not in names or verb not in {"enable", "disable"}:
        return error_output("Available commands:\n    power\n    data\n    wifi\n    nfc\n    bluetooth", 1)
    return switch_setting(call, names[service], on=verb == "enable")


TABLE: Mapping[str, Command] = {"settings": run_settings, "ime": run_ime, "svc": run_svc}
