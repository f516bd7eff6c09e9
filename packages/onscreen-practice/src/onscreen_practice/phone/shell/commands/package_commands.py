"""Shell commands of Android's package manager: `pm` and `cmd package`."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.app_name_aliases import find_own_package
from onscreen_practice.phone.shell.apk_file import NotAnApk, find_package_name
from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    encode_text,
    error_output,
    exception_output,
    output,
    parse_options,
)
from onscreen_practice.phone.shell.commands.intent import HOME, parse_intent
from onscreen_practice.phone.shell.file_system import TEMPORARY_FOLDER
from onscreen_practice.phone.shell.phone_interface import (
    HELPER_APPS,
    App,
    PhoneAccess,
    find_app,
    get_user_id,
    list_apps,
    object_hash,
)

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
_MATCH_LINE = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
_NO_ACTIVITY = "No activity found"


def get_apk_path(app: App) -> str:
    """Build the path of an application's APK file."""
    name = app.package.rpartition(".")[2].capitalize()
    if app.system:
        return f"/system/app/{name}/{name}.apk"
    return f"/data/app/~~{object_hash(app.package)}==/{app.package}-{object_hash(app.label)}==/base.apk"


def _list(call: Call) -> Result:
    list_type, inner = call.argument(0, "packages"), call.rest()
    if list_type in {"packages", "package"}:
        return _list_packages(inner)
    rows = {
        "features": "\n".join(f"feature:{name}" for name in FEATURES),
        "users": "Users:\n\tUserInfo{0:Owner:4c13} running",
        "libraries": "library:android.test.base\nlibrary:org.apache.http.legacy",
        "permission-groups": "permission group:android.permission-group.CAMERA",
        "permissions": "All Permissions:\n",
        "instrumentation": "",
    }
    return (
        output(rows[list_type])
        if list_type in rows
        else error_output(f"Error: unknown list type '{list_type}'", 1)
    )


def _list_packages(call: Call) -> Result:
    options = parse_options(call, "s3fedauiU", long_options=("user=", "show-versioncode", "apex-only"))
    name_filter = options.rest[0] if options.rest else ""
    rows: list[str] = []
    for app in sorted(list_apps(call.machine.phone), key=lambda each: each.package):
        hidden = (
            (options.has("s") and not app.system)
            or (options.has("3") and app.system)
            or (options.has("d") and app.enabled)
            or (options.has("e") and not app.enabled)
        )
        if hidden or name_filter not in app.package:
            continue
        row = f"package:{get_apk_path(app)}={app.package}" if options.has("f") else f"package:{app.package}"
        row += " versionCode:1" if options.has("show-versioncode") else ""
        row += "  installer=null" if options.has("i") else ""
        rows.append(row + (f" uid:{get_user_id(app.package)}" if options.has("U") else ""))
    return output("\n".join(rows))


def _find_named_app(call: Call) -> App | None:
    words = list(call.arguments)
    if "--user" in words[:-1]:
        at = words.index("--user")
        del words[at : at + 2]
    names = [word for word in words if not word.startswith("-")]
    if not names:
        raise CommandError(f'java.lang.IllegalArgumentException: Argument expected after "{call.name}"')
    return find_app(call.machine.phone, names[0])


def _print_path(call: Call) -> Result:
    app = _find_named_app(call)
    return output(f"package:{get_apk_path(app)}") if app else Result(status=1)


def _clear(call: Call) -> Result:
    app = _find_named_app(call)
    if app is None or call.machine.phone.call("clear", app.package):
        return output("Failed", 1)
    return output("Success")


def _change_permission(call: Call) -> Result:
    words = [word for word in call.arguments if not word.startswith("-") and word != "0"]
    if len(words) < 2:  # noqa: PLR2004  a package and a permission
        raise CommandError(f'java.lang.IllegalArgumentException: Argument expected after "{call.name}"')
    problem = str(call.machine.phone.call("grant", words[0], words[1], call.name == "grant") or "")
    if problem.startswith("Unknown"):
        raise CommandError(f"java.lang.IllegalArgumentException: {problem}")
    if problem:
        raise CommandError(f"java.lang.SecurityException: {problem}")
    return Result()


_NEW_STATES = {
    "enable": "enabled",
    "default-state": "default",
    "disable": "disabled",
    "disable-user": "disabled-user",
    "disable-until-used": "disabled-until-used",
}


def _change_state(call: Call) -> Result:
    """Enable or disable an application; a shell without root access may only use `disable-user`."""
    app = _find_named_app(call)
    if app is None:
        raise CommandError(f"java.lang.IllegalArgumentException: Unknown package: {call.arguments[-1]}")
    if call.name == "disable" and not call.environment.is_root:
        raise CommandError("java.lang.SecurityException: Shell cannot change component state to 2")
    call.machine.phone.call("enable", app.package, call.name in {"enable", "default-state"})
    return output(f"Package {app.package} new state: {_NEW_STATES[call.name]}")


def _install(call: Call) -> Result:
    """Accept the APK of an installed helper application, and fail for all other APKs, which cannot run."""
    path = call.arguments[-1] if call.arguments and call.arguments[-1].startswith("/") else ""
    entry = call.machine.storage.stat(path) if path else None
    if path and (entry is None or entry.is_folder):
        return _explain_missing_apk(path)
    apk = (call.machine.storage.read(path) or b"") if path else _read_stream(call)
    try:
        package = find_package_name(apk)
    except NotAnApk as problem:
        return _fail("INSTALL_PARSE_FAILED_NOT_APK", f"Failed to parse {path or 'base.apk'}: {problem}")
    app = find_app(call.machine.phone, package)
    if app in HELPER_APPS:
        return output("Success")
    if app is not None:
        signatures = f"Existing package {package} signatures do not match newer version; ignoring!"
        return _fail("INSTALL_FAILED_UPDATE_INCOMPATIBLE", signatures)
    return _fail(
        "INSTALL_FAILED_USER_RESTRICTED",
        f"The practice phone runs no Android code, so {package} cannot be installed",
    )


def _read_stream(call: Call) -> bytes:
    """Read an APK from stdin; `-S` gives its size in bytes."""
    words = call.arguments
    announced = words[words.index("-S") + 1] if "-S" in words[:-1] else ""
    size = int(announced) if announced.isascii() and announced.isdecimal() else 0
    data = bytearray()
    chunks = call.stdin.chunks()
    while len(data) < size and (chunk := next(chunks, b"")):
        data += chunk
    return bytes(data)


def _explain_missing_apk(path: str) -> Result:
    hint = "" if path.startswith(TEMPORARY_FOLDER) else f"Consider using a file under {TEMPORARY_FOLDER}/\n"
    problem = exception_output(
        "install", f"java.lang.IllegalArgumentException: Error: Can't open file: {path}"
    )
    explanation = f"Error: Unable to open file: {path}\n{hint}Error: Can't open file: {path}\n"
    return Result(stderr=encode_text(explanation) + problem.stderr, status=problem.status)


def _fail(code: str, reason: str) -> Result:
    return error_output(f"Failure [{code}: {reason}]", 1)


def _refuse_session(_call: Call) -> Result:
    return _fail(
        "INSTALL_FAILED_USER_RESTRICTED",
        "The practice phone runs no Android code, so applications cannot be installed in parts",
    )


def _uninstall(call: Call) -> Result:
    if _find_named_app(call) is None:
        return output(f"Failure [not installed for 0]\nFailure - Unknown package: {call.arguments[-1]}", 1)
    return output("Failure [DELETE_FAILED_INTERNAL_ERROR]", 1)


def _find_components(phone: PhoneAccess, words: tuple[str, ...]) -> list[str]:
    """Return the components that can handle an intent."""
    intent = parse_intent(tuple(word for word in words if word not in {"--brief", "--components"}))
    package = find_own_package(intent.package)
    apps = list_apps(phone)
    if HOME in intent.categories:
        return [f"{app.package}/{app.activity}" for app in apps if "launcher" in app.package]
    if intent.action.startswith("android.settings."):
        return [
            f"{app.package}/{app.activity}"
            for app in apps
            if find_own_package(app.package).endswith(".settings")
        ]
    matching = [app for app in apps if app.launchable and package in {"", find_own_package(app.package)}]
    return [f"{app.package}/{app.activity}" for app in matching] if not intent.data else []


def _resolve_activity(call: Call) -> Result:
    components = _find_components(call.machine.phone, call.arguments)
    if not components:
        return output(_NO_ACTIVITY)
    name = components[0] if len(components) == 1 else "android/com.android.internal.app.ResolverActivity"
    if "--components" in call.arguments:
        return output(name)
    if "--brief" in call.arguments:
        return output(f"{_MATCH_LINE}\n{name}")
    package, _, activity = name.partition("/")
    return output(
        f"  {_MATCH_LINE}\n  ActivityInfo:\n    name={package}{activity}\n    packageName={package}"
    )


def _query_activities(call: Call) -> Result:
    components = _find_components(call.machine.phone, call.arguments)
    if not components:
        return output("No activities found")
    if "--components" in call.arguments:
        return output("\n".join(components))
    if "--brief" in call.arguments:
        return output(
            "\n".join(
                [
                    f"{len(components)} activities found:",
                    *(f"  {_MATCH_LINE}\n  {name}" for name in components),
                ]
            )
        )
    rows = [f"  Activity #{number}:\n    {_MATCH_LINE}\n    {name}" for number, name in enumerate(components)]
    return output("\n".join([f"{len(components)} activities found:", *rows]))


def _get_users(call: Call) -> Result:
    return output("1" if "max" in call.name else "0")


_COMMANDS: Mapping[str, Command] = {
    "list": _list,
    "path": _print_path,
    "clear": _clear,
    "grant": _change_permission,
    "revoke": _change_permission,
    **dict.fromkeys(_NEW_STATES, _change_state),
    "install": _install,
    "install-create": _refuse_session,
    "uninstall": _uninstall,
    "resolve-activity": _resolve_activity,
    "query-activities": _query_activities,
    "get-max-users": _get_users,
    "dump": lambda call: call.invoke(("dumpsys", "package", *call.arguments), call.stdin),
}


def run_pm(call: Call) -> Result:
    """Run a package manager command such as `pm list packages`."""
    name = call.argument(0)
    command = _COMMANDS.get(name)
    if command is None:
        return error_output(
            f"Unknown command: {name}" if name else "Package manager (package) commands:", 255
        )
    try:
        return command(call.rest())
    except CommandError as problem:
        return exception_output(name, str(problem))


TABLE: Mapping[str, Command] = {"pm": run_pm}
