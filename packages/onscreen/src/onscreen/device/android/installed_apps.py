"""Lookup of installed Android applications by name, package or component."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from rapidfuzz import fuzz, process

LIST_COMMAND = (
    "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
)
_COMPONENT_ROW = re.compile(r"^\s*([A-Za-z]\w*(?:\.\w+)+)/([\w.$]+)\s*$", re.MULTILINE)
_PACKAGE_ROW = re.compile(r"^package:(\S+)\s*$", re.MULTILINE)
_MIN_SIMILARITY = 80.0
_GENERIC_PARTS = frozenset(
    {"android", "app", "apps", "client", "com", "google", "main", "mobile", "net", "org", "simple"}
)
"""Parts of package names that do not name the application, as in com.example.notes.android."""

_KNOWN_LABELS: Mapping[str, tuple[str, ...]] = {
    "com.android.camera2": ("Camera",),
    "com.android.chrome": ("Chrome", "Browser"),
    "com.android.contacts": ("Contacts",),
    "com.android.deskclock": ("Clock",),
    "com.android.dialer": ("Phone", "Dialer"),
    "com.android.documentsui": ("Files",),
    "com.android.mms": ("Messages", "SMS"),
    "com.android.permissioncontroller": ("Permissions",),
    "com.android.settings": ("Settings",),
    "com.android.systemui": ("System UI",),
    "com.android.vending": ("Play Store", "Google Play Store"),
    "com.facebook.katana": ("Facebook",),
    "com.google.android.GoogleCamera": ("Camera",),
    "com.google.android.apps.docs": ("Drive", "Google Drive"),
    "com.google.android.apps.maps": ("Maps", "Google Maps"),
    "com.google.android.apps.messaging": ("Messages", "SMS"),
    "com.google.android.apps.nbu.files": ("Files", "Files by Google"),
    "com.google.android.apps.photos": ("Photos", "Gallery", "Google Photos"),
    "com.google.android.calculator": ("Calculator",),
    "com.google.android.calendar": ("Calendar", "Google Calendar"),
    "com.google.android.contacts": ("Contacts",),
    "com.google.android.deskclock": ("Clock",),
    "com.google.android.dialer": ("Phone", "Dialer"),
    "com.google.android.gm": ("Gmail", "Mail"),
    "com.google.android.googlequicksearchbox": ("Google",),
    "com.google.android.keep": ("Keep Notes", "Notes", "Google Keep"),
    "com.google.android.youtube": ("YouTube",),
    "com.instagram.android": ("Instagram",),
    "com.spotify.music": ("Spotify",),
    "com.twitter.android": ("X", "Twitter"),
    "com.whatsapp": ("WhatsApp",),
    "com.zhiliaoapp.musically": ("TikTok",),
    "org.mozilla.firefox": ("Firefox",),
    "org.telegram.messenger": ("Telegram",),
}


class App(msgspec.Struct, frozen=True):
    """Android application that can be launched.

    `activity` is "" if unknown.
    """

    package: str
    activity: str = ""

    @property
    def component(self) -> str:
        """Argument for `am start -n`: package/activity, or only the package if the activity is unknown."""
        return f"{self.package}/{self.activity}" if self.activity else self.package


def parse_apps(output: str) -> tuple[App, ...]:
    """Parse the list of installed applications from shell output, sorted by package.

    The output is that of `LIST_COMMAND` or `pm list packages`. If several activities of a package are listed,
    the first is used.
    """
    apps = {package: App(package, activity) for package, activity in reversed(_COMPONENT_ROW.findall(output))}
    for package in _PACKAGE_ROW.findall(output):
        apps.setdefault(package, App(package))
    return tuple(sorted(apps.values(), key=lambda app: app.package))


def app_labels(package: str) -> tuple[str, ...]:
    """List an application's names: well-known names first, then one derived from its package."""
    known = _KNOWN_LABELS.get(package, ())
    parts = [part for part in package.split(".") if part.casefold() not in _GENERIC_PARTS]
    last = _to_words(parts[-1]) if parts else package
    return (*known, last) if last not in known else known


def app_label(package: str) -> str:
    """Return the display name of an application.

    Returns "" for an empty package.
    """
    return app_labels(package)[0] if package else ""


def find_app(name: str, apps: Sequence[App]) -> App | None:
    """Find an application by its name, package or component.

    A similar name matches if exactly one application has such a name. Returns None without a match.
    """
    wanted = name.strip()
    for app in apps:
        if wanted in (app.package, app.component):
            return app
    named_apps = [(label, app) for app in apps for label in app_labels(app.package)]
    key = _normalize(wanted)
    exact = [app for label, app in named_apps if _normalize(label) == key]
    if exact:
        return exact[0]
    similar = {
        app.package: app for label, app in named_apps if fuzz.ratio(_normalize(label), key) >= _MIN_SIMILARITY
    }
    return next(iter(similar.values())) if len(similar) == 1 else None


def nearest_names(name: str, names: Sequence[str], *, limit: int = 5) -> list[str]:
    """Find the names most similar to `name`, best match first.

    Returns at most `limit` names.
    """
    unique = list(dict.fromkeys(names))
    matches = process.extract(name, unique, scorer=fuzz.WRatio, processor=_normalize, limit=limit)
    return [match for match, score, _ in matches if score]


def _to_words(part: str) -> str:
    """Split an identifier into capitalized words: deskClock_plus becomes Desk Clock Plus."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", part)
    return " ".join(word[:1].upper() + word[1:] for word in words) or part


def _normalize(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
