"""The applications of the phone: which can be started, and what people call them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from rapidfuzz import fuzz, process

LIST = (
    "cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
)
_ROW = re.compile(r"^\s*([A-Za-z]\w*(?:\.\w+)+)/([\w.$]+)\s*$", re.MULTILINE)
_PACKAGE_ROW = re.compile(r"^package:(\S+)\s*$", re.MULTILINE)
_LEAST_LIKENESS = 80.0
_PLAIN_PARTS = frozenset(
    {
        "android",
        "app",
        "apps",
        "client",
        "com",
        "google",
        "main",
        "mobile",
        "net",
        "org",
        "practice",
        "simple",
    }
)
_LABELS: Mapping[str, tuple[str, ...]] = {
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
    """One application that can be started."""

    package: str
    activity: str = ""

    @property
    def component(self) -> str:
        """As `am start -n` takes it; the package alone where the activity is not known."""
        return f"{self.package}/{self.activity}" if self.activity else self.package


def apps_of(said: str) -> tuple[App, ...]:
    """Return the applications in the output of LIST, or of `pm list packages`; the first activity of each."""
    found = {package: App(package, activity) for package, activity in reversed(_ROW.findall(said))}
    for package in _PACKAGE_ROW.findall(said):
        found.setdefault(package, App(package))
    return tuple(sorted(found.values(), key=lambda app: app.package))


def labels_of(package: str) -> tuple[str, ...]:
    """Return what people call an application: the well-known names, else what its package ends in."""
    known = _LABELS.get(package, ())
    parts = [part for part in package.split(".") if part.casefold() not in _PLAIN_PARTS]
    last = _spelt(parts[-1]) if parts else package
    return (*known, last) if last not in known else known


def label_of(package: str) -> str:
    """Return the one name to show for an application."""
    return labels_of(package)[0] if package else ""


def named(what: str, apps: Sequence[App]) -> App | None:
    """Return the application of this name, package or component; a near name only where one alone is near."""
    wanted = what.strip()
    for app in apps:
        if wanted in (app.package, app.component):
            return app
    names = _names(apps)
    folded = _folded(wanted)
    exact = [app for name, app in names if _folded(name) == folded]
    if exact:
        return exact[0]
    near = {app.package: app for name, app in names if fuzz.ratio(_folded(name), folded) >= _LEAST_LIKENESS}
    return next(iter(near.values())) if len(near) == 1 else None


def nearest(what: str, names: Sequence[str], *, most: int = 5) -> list[str]:
    """Return the names most like this one, best first."""
    unique = list(dict.fromkeys(names))
    found = process.extract(what, unique, scorer=fuzz.WRatio, processor=_folded, limit=most)
    return [name for name, score, _ in found if score]


def all_labels(apps: Sequence[App]) -> list[str]:
    """Return the shown name of each application."""
    return [label_of(app.package) for app in apps]


def _names(apps: Sequence[App]) -> list[tuple[str, App]]:
    return [(name, app) for app in apps for name in labels_of(app.package)]


def _spelt(part: str) -> str:
    """Return a part of a package as words: deskClock_plus -> Desk Clock Plus."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", part)
    return " ".join(word[:1].upper() + word[1:] for word in words) or part


def _folded(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())
