"""Output of dumpsys for the package manager."""

from __future__ import annotations

from onscreen_practice.phone.shell.commands.package_commands import get_apk_path
from onscreen_practice.phone.shell.phone_interface import (
    App,
    PhoneAccess,
    find_app,
    get_user_id,
    list_apps,
    object_hash,
)

_INSTALL_TIME = "2026-01-01 00:00:00"


def dump_package(phone: PhoneAccess, words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys package [PACKAGE]`."""
    names = [word for word in words if not word.startswith("-")]
    if not names:
        return "\n".join(["Packages:", *(_format_package(app) for app in list_apps(phone))])
    app = find_app(phone, names[0])
    if app is None:
        return f"Unable to find package: {names[0]}"
    main_activity = (
        f"        {object_hash(app.label)} {app.package}/{app.activity} filter {object_hash(app.package)}"
    )
    resolver_table = [
        "Activity Resolver Table:",
        "  Non-Data Actions:",
        "      android.intent.action.MAIN:",
        main_activity,
        '          Action: "android.intent.action.MAIN"',
        '          Category: "android.intent.category.LAUNCHER"',
        "",
    ]
    return "\n".join([*(resolver_table if app.launchable else []), "Packages:", _format_package(app)])


def _format_package(app: App) -> str:
    flags = "HAS_CODE ALLOW_CLEAR_USER_DATA" + (" SYSTEM" if app.system else "")
    signature = (
        f"{object_hash(app.package)} version:3, signatures:[{object_hash(app.label)}], past signatures:[]"
    )
    return "\n".join(
        [
            f"  Package [{app.package}] ({object_hash(app.package)}):",
            f"    userId={get_user_id(app.package)}",
            f"    pkg=Package{{{object_hash(app.label)} {app.package}}}",
            f"    codePath={get_apk_path(app).rpartition('/')[0]}",
            "    versionCode=1 minSdk=26 targetSdk=34",
            "    versionName=1.0",
            f"    signatures=PackageSignatures{{{signature}}}",
            f"    pkgFlags=[ {flags} ]",
            f"    firstInstallTime={_INSTALL_TIME}",
            f"    lastUpdateTime={_INSTALL_TIME}",
            "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0",
        ]
    )
