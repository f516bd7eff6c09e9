"""Picture and nodes of one moment of the phone's screen."""

from __future__ import annotations

import secrets
import time

import msgspec

from onscreen.device.android.display import display_of
from onscreen.device.android.front import COMMAND, Front, front_of
from onscreen.device.android.phone import FACTS, Phone, Tree
from onscreen.device.android.picture import alike, black, is_black, picture_of
from onscreen.device.android.views import BadTree
from onscreen.types import Picture

_MOVING = "the screen did not stand still: picture and elements may not be of one moment"
_BLIND = "the phone gave no picture (the screen is protected, or off); the one shown is black"
_DARK = "the picture is black: the screen is off, or the application forbids pictures of it"


class Look(msgspec.Struct, frozen=True):
    """One look at the screen: a picture before and after the tree, and what the phone said of itself."""

    before: Picture | None
    after: Picture | None
    tree: Tree | None
    fault: str
    front: Front

    @property
    def is_still(self) -> bool:
        """Whether the screen was the same before and after; one without a picture counts as still."""
        return self.before is None or self.after is None or alike(self.before, self.after)


class Moment(msgspec.Struct, frozen=True):
    """What was seen of the phone at one time."""

    picture: Picture
    tree: Tree | None
    front: Front
    note: str


def moment(phone: Phone) -> Moment:
    """Return picture and tree of one moment: again when the screen moved between them or gave no tree.

    Raises:
        TooSlow: the phone gave no picture in time.
        DeviceError: it is gone.
    """
    settings = phone.settings
    until = time.monotonic() + settings.settle_cap_sec
    checked = settings.moment_tries > 0
    blind = moving = 0
    look = _look(phone, None, first=checked)
    while True:
        blind += look.tree is None
        moving += look.tree is not None and checked and not look.is_still
        settled = look.tree is not None and (look.is_still or not checked)
        spent = blind >= settings.dump_tries or moving >= settings.moment_tries > 0
        if settled or spent or time.monotonic() >= until:
            return _moment(phone, look, note="" if settled or look.tree is None else _MOVING)
        look = _look(phone, look.after, first=False)


def _moment(phone: Phone, look: Look, *, note: str) -> Moment:
    picture = look.after
    notes = [look.fault, note, look.tree.reading.note if look.tree else ""]
    if picture is None:
        picture = black(phone.display.picture)
        notes.append(_BLIND)
    elif is_black(picture):
        notes.append(_DARK)
    return Moment(picture, look.tree, look.front, "; ".join(filter(None, notes)))


def _look(phone: Phone, before: Picture | None, *, first: bool) -> Look:
    """Look once, in one call of the phone; with `first` a picture is taken before the tree too."""
    mark = f"onscreen-{secrets.token_hex(8)}"
    parts = ["screencap -p" if first else ":", phone.dump_command(), "screencap -p", f"{FACTS}; {COMMAND}"]
    ran = phone.link.run(f"; echo; echo {mark}; ".join(parts) + f"; echo; echo {mark}")
    texts = [*ran.out.split(f"\n{mark}\n".encode()), b"", b"", b"", b""]
    pictures = [picture_of(texts[0]), picture_of(texts[2])]
    said = texts[3].decode("utf-8", "replace")
    size = pictures[1].size if pictures[1] else phone.display.picture
    phone.display = display_of(said, size, rotation=0)
    tree, fault = _read(phone, texts[1])
    front = front_of(said, tree.views.package if tree else "")
    return Look(pictures[0] if first else before, pictures[1], tree, fault, front)


def _read(phone: Phone, dump: bytes) -> tuple[Tree | None, str]:
    try:
        return phone.read(dump), ""
    except BadTree as error:
        phone.heard(error)
        return None, f"{error}; what is on the screen can only be seen in the picture"
