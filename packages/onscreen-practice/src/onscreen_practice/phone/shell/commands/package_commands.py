"""What is installed: pm, cmd package."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.shell.command_call import (
    Call,
    Command,
    Refused,
    Result,
    exception,
    failed,
    options,
    said,
)
from onscreen_practice.phone.shell.commands.intent import HOME, intent_of
from onscreen_practice.phone.shell.phone_facts import App, Phone, app_of, apps, identity, user_of

FEATURES = (
    "reqGlEsVersion=0x30002",
    "android.hardware.audio.output",
    "android.hardware.bluetooth",
    "android.hardware.camera",
    "android.hardware.faketouch",
    "android.hardware.location",
    "android.hardware.microphone",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.wifi",
    "android.software.input_methods",
    "android.software.webview",
)
_MATCH = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
_NONE = "No activity found"


def file_of(app: App) -> str:
    """Return where the package of an application lies."""
    name = app.package.rpartition(".")[2].capitalize()
    if app.system:
        return f"/system/app/{name}/{name}.apk"
    return f"/data/app/~~{identity(app.package)}==/{app.package}-{identity(app.label)}==/base.apk"


def _list(call: Call) -> Result:
    what, inner = call.argument(0, "packages"), call.rest()
    if what in {"packages", "package"}:
        return _packages(inner)
    rows = {
        "features": "\n".join(f"feature:{name}" for name in FEATURES),
        "users": "Users:\n\tUserInfo{0:Owner:4c13} running",
        "libraries": "library:android.test.base\nlibrary:org.apache.http.legacy",
        "permission-groups": "permission group:android.permission-group.CAMERA",
        "permissions": "All Permissions:\n",
        "instrumentation": "",
    }
    return said(rows[what]) if what in rows else failed(f"Error: unknown list type '{what}'", 1)


def _packages(call: Call) -> Result:
    found = options(call, "s3fedauiU", words=("user=", "show-versioncode", "apex-only"))
    wanted = found.rest[0] if found.rest else ""
    rows: list[str] = []
    for app in sorted(apps(call.machine.phone), key=lambda each: each.package):
        hidden = (found.has("s") and not app.system) or (found.has("3") and app.system) or found.has("d")
        if hidden or wanted not in app.package:
            continue
        row = f"package:{file_of(app)}={app.package}" if found.has("f") else f"package:{app.package}"
        row += " versionCode:1" if found.has("show-versioncode") else ""
        row += "  installer=null" if found.has("i") else ""
        rows.append(row + (f" uid:{user_of(app.package)}" if found.has("U") else ""))
    return said("\n".join(rows))


def _named(call: Call) -> App | None:
    words = list(call.arguments)
    if "--user" in words[:-1]:
        at = words.index("--user")
        del words[at : at + 2]
    names = [word for word in words if not word.startswith("-")]
    if not names:
        raise Refused(f'java.lang.IllegalArgumentException: Argument expected after "{call.name}"')
    return app_of(call.machine.phone, names[0])


def _path(call: Call) -> Result:
    app = _named(call)
    return said(f"package:{file_of(app)}") if app else Result(status=1)


def _clear(call: Call) -> Result:
    app = _named(call)
    if app is None or call.machine.phone.ask("clear", app.package):
        return said("Failed", 1)
    return said("Success")


def _permission(call: Call) -> Result:
    words = [word for word in call.arguments if not word.startswith("-") and word != "0"]
    if len(words) < 2:  # noqa: PLR2004  a package and a permission
        raise Refused(f'java.lang.IllegalArgumentException: Argument expected after "{call.name}"')
    problem = str(call.machine.phone.ask("grant", words[0], words[1], call.name == "grant") or "")
    if problem.startswith("Unknown"):
        raise Refused(f"java.lang.IllegalArgumentException: {problem}")
    if problem:
        raise Refused(f"java.lang.SecurityException: {problem}")
    return Result()


def _enable(call: Call) -> Result:
    app = _named(call)
    if app is None:
        raise Refused(f"java.lang.IllegalArgumentException: Unknown package: {call.arguments[-1]}")
    return said(f"Package {app.package} new state: enabled")


def _install(_call: Call) -> Result:
    return failed("Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]", 1)


def _uninstall(call: Call) -> Result:
    if _named(call) is None:
        return said(f"Failure [not installed for 0]\nFailure - Unknown package: {call.arguments[-1]}", 1)
    return said("Failure [DELETE_FAILED_INTERNAL_ERROR]", 1)


def _candidates(phone: Phone, words: tuple[str, ...]) -> list[str]:
    """Return the components that take an intent."""
    intent = intent_of(tuple(word for word in words if word not in {"--brief", "--components"}))
    there = apps(phone)
    if HOME in intent.categories:
        return [f"{app.package}/{app.activity}" for app in there if "launcher" in app.package]
    if intent.action.startswith("android.settings."):
        return [f"{app.package}/{app.activity}" for app in there if app.package.endswith(".settings")]
    wanted = [app for app in there if app.launchable and intent.package in {"", app.package}]
    return [f"{app.package}/{app.activity}" for app in wanted] if not intent.data else []


def _resolve(call: Call) -> Result:
    found = _candidates(call.machine.phone, call.arguments)
    if not found:
        return said(_NONE)
    name = found[0] if len(found) == 1 else "android/com.android.internal.app.ResolverActivity"
    if "--components" in call.arguments:
        return said(name)
    if "--brief" in call.arguments:
        return said(f"{_MATCH}\n{name}")
    package, _, activity = name.partition("/")
    return said(f"  {_MATCH}\n  ActivityInfo:\n    name={package}{activity}\n    packageName={package}")


def _query(call: Call) -> Result:
    found = _candidates(call.machine.phone, call.arguments)
    if not found:
        return said("No activities found")
    if "--components" in call.arguments:
        return said("\n".join(found))
    if "--brief" in call.arguments:
        return said(
            "\n".join([f"{len(found)} activities found:", *(f"  {_MATCH}\n  {name}" for name in found)])
        )
    rows = [f"  Activity #{number}:\n    {_MATCH}\n    {name}" for number, name in enumerate(found)]
    return said("\n".join([f"{len(found)} activities found:", *rows]))


def _users(call: Call) -> Result:
    return said("1" if "max" in call.name else "0")


_COMMANDS: Mapping[str, Command] = {
    "list": _list,
    "path": _path,
    "clear": _clear,
    "grant": _permission,
    "revoke": _permission,
    "enable": _enable,
    "install": _install,
    "install-create": _install,
    "uninstall": _uninstall,
    "resolve-activity": _resolve,
    "query-activities": _query,
    "get-max-users": _users,
    "dump": lambda call: call.invoke(("dumpsys", "package", *call.arguments), call.stdin),
}


def manage(call: Call) -> Result:
    """Do what the package manager is asked for."""
    name = call.argument(0)
    command = _COMMANDS.get(name)
    if command is None:
        return failed(f"Unknown command: {name}" if name else "Package manager (package) commands:", 255)
    try:
        return command(call.rest())
    except Refused as problem:
        return exception(name, str(problem))


TABLE: Mapping[str, Command] = {"pm": manage}
