"""Names of well-known Android applications as aliases for the simulated phone's applications."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

OWN_ACTIVITY = ".MainActivity"


class KnownName(msgspec.Struct, frozen=True):
    """Package and full activity class name of a well-known application."""

    package: str
    activity: str


def _name(component: str) -> KnownName:
    package, _, activity = component.partition("/")
    return KnownName(package, package + activity if activity.startswith(".") else activity)


KNOWN_NAMES: Mapping[str, tuple[KnownName, ...]] = {
    f"org.practice.{own}": tuple(map(_name, components))
    for own, components in {
        "browser": ("com.android.chrome/com.google.android.apps.chrome.Main",),
        "calculator": ("com.google.android.calculator/com.android.calculator2.Calculator",),
        "calendar": (
            "com.google.android.calendar/com.android.calendar.AllInOneActivity",
            "com.simplemobiletools.calendar.pro/.activities.MainActivity",
        ),
        "camera": ("com.android.camera2/com.android.camera.CameraLauncher",),
        "clock": (
            "com.google.android.deskclock/com.android.deskclock.DeskClock",
            "com.android.deskclock/.DeskClock",
        ),
        "contacts": (
            "com.google.android.contacts/com.android.contacts.activities.PeopleActivity",
            "com.android.contacts/.activities.PeopleActivity",
        ),
        "files": ("com.google.android.documentsui/com.android.documentsui.files.FilesActivity",),
        "gallery": (
            "com.simplemobiletools.gallery.pro/.activities.MainActivity",
            "com.google.android.apps.photos/.home.HomeActivity",
        ),
        "launcher": ("com.google.android.apps.nexuslauncher/.NexusLauncherActivity",),
        "mail": ("com.google.android.gm/.ConversationListActivityGmail",),
        "maps": ("com.google.android.apps.maps/com.google.android.maps.MapsActivity",),
        "messages": (
            "com.simplemobiletools.smsmessenger/.activities.MainActivity",
            "com.google.android.apps.messaging/.ui.ConversationListActivity",
        ),
        "music": ("code.name.monkey.retromusic/.activities.MainActivity",),
        "notes": ("com.google.android.keep/.activities.BrowseActivity",),
        "phone": (
            "com.google.android.dialer/.extensions.GoogleDialtactsActivity",
            "com.android.dialer/.DialtactsActivity",
        ),
        "settings": ("com.android.settings/.Settings",),
        "sheets": (
            "com.google.android.apps.docs.editors.sheets/com.google.android.apps.docs.editors.homescreen.HomescreenActivity",
        ),
        "video": ("com.google.android.youtube/com.google.android.apps.youtube.app.WatchWhileActivity",),
    }.items()
}
"""Well-known names by the application's own package; the phone can report the first."""

_OWN_PACKAGES: Mapping[str, str] = {
    known.package: own for own, names in KNOWN_NAMES.items() for known in names
}


def find_own_package(package: str) -> str:
    """Translate the package of a well-known application to that of the simulated application.

    Returns other packages unchanged.
    """
    return _OWN_PACKAGES.get(package, package)


def find_known_name(own: str) -> KnownName:
    """Return the package and activity of the well-known application that a simulated one imitates.

    `own` is the package of the simulated application. Its own names are returned if it imitates no
    well-known application.
    """
    return KNOWN_NAMES[own][0] if own in KNOWN_NAMES else KnownName(own, own + OWN_ACTIVITY)
