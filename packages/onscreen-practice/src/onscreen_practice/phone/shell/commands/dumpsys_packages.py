"""What the package manager tells of a package."""

from __future__ import annotations

from onscreen_practice.phone.shell.commands.package_commands import file_of
from onscreen_practice.phone.shell.phone_facts import App, Phone, app_of, apps, identity, user_of

_WHEN = "2026-01-01 00:00:00"


def package(phone: Phone, words: tuple[str, ...]) -> str:
    """Return what `dumpsys package [PACKAGE]` writes."""
    names = [word for word in words if not word.startswith("-")]
    if not names:
        return "\n".join(["Packages:", *(_told(app) for app in apps(phone))])
    app = app_of(phone, names[0])
    if app is None:
        return f"Unable to find package: {names[0]}"
    main = f"        {identity(app.label)} {app.package}/{app.activity} filter {identity(app.package)}"
    table = [
        "Activity Resolver Table:",
        "  Non-Data Actions:",
        "      android.intent.action.MAIN:",
        main,
        '          Action: "android.intent.action.MAIN"',
        '          Category: "android.intent.category.LAUNCHER"',
        "",
    ]
    return "\n".join([*(table if app.launchable else []), "Packages:", _told(app)])


def _told(app: App) -> str:
    flags = "HAS_CODE ALLOW_CLEAR_USER_DATA" + (" SYSTEM" if app.system else "")
    signature = f"{identity(app.package)} version:3, signatures:[{identity(app.label)}], past signatures:[]"
    return "\n".join(
        [
            f"  Package [{app.package}] ({identity(app.package)}):",
            f"    userId={user_of(app.package)}",
            f"    pkg=Package{{{identity(app.label)} {app.package}}}",
            f"    codePath={file_of(app).rpartition('/')[0]}",
            "    versionCode=1 minSdk=26 targetSdk=34",
            "    versionName=1.0",
            f"    signatures=PackageSignatures{{{signature}}}",
            f"    pkgFlags=[ {flags} ]",
            f"    firstInstallTime={_WHEN}",
            f"    lastUpdateTime={_WHEN}",
            "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0",
        ]
    )
