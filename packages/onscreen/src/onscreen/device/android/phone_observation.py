"""Picture and nodes of one moment of the phone's screen."""

from __future__ import annotations

import secrets
import time

import msgspec

from onscreen.device.android.connected_phone import FACTS, Phone, Tree
from onscreen.device.android.display import display_of
from onscreen.device.android.foreground_app import COMMAND, Front, front_of
from onscreen.device.android.screencap import alike, black, is_black, picture_of
from onscreen.device.android.view_hierarchy import BadTree
from onscreen.types import Picture

_MOVING = "the screen did not stand still: picture and elements may not be of one moment"
_BLIND = "the phone gave no picture (the screen is protected, or off); the one shown is black"
_DARK = "the picture is black: the screen is off, or the application forbids pictures of it"


class Look(msgspec.Struct, frozen=True):
    """One look at the screen: its picture and tree, whether it stood still between them, what is in front.

    `dump` is the tree as it came; `fault` says why there is none.
    """

    picture: Picture | None
    dump: bytes
    tree: Tree | None
    fault: str
    front: Front
    is_still: bool


class Moment(msgspec.Struct, frozen=True):
    """What was seen of the phone at one time."""

    picture: Picture
    tree: Tree | None
    front: Front
    note: str


def moment(phone: Phone) -> Moment:
    """Return picture and tree of one moment: again when the screen moved between them or gave no tree.

    Raises:
        ActionTimeout: the phone gave no picture in time.
        DeviceError: it is gone.
    """
    settings = phone.settings
    until = time.monotonic() + settings.settle_cap_sec
    checked = settings.moment_tries > 0
    blind = moving = 0
    phone.seen = None
    look = _look(phone, None, checked=checked)
    while True:
        blind += look.tree is None
        moving += look.tree is not None and not look.is_still
        settled = look.tree is not None and look.is_still
        spent = blind >= settings.dump_tries or moving >= settings.moment_tries > 0
        if settled or spent or time.monotonic() >= until:
            return _moment(phone, look, note="" if settled or look.tree is None else _MOVING)
        look = _look(phone, look, checked=checked)


def _moment(phone: Phone, look: Look, *, note: str) -> Moment:
    picture = look.picture
    notes = [look.fault, note, look.tree.reading.note if look.tree else ""]
    if picture is None:
        picture = black(phone.display.picture)
        notes.append(_BLIND)
    elif is_black(picture):
        notes.append(_DARK)
    elif look.tree and not note:
        phone.seen = picture, look.tree
    return Moment(picture, look.tree, look.front, "; ".join(filter(None, notes)))


def _look(phone: Phone, last: Look | None, *, checked: bool) -> Look:
    """Look once, in one call of the phone.

    What is quick to get, the picture or the tree, is got before and after the other: where both are the
    same the screen stood still. After another look, what that one got last is the one before.
    """
    by_tree = phone.tree_is_quick
    shot, dump = "screencap -p", phone.dump_command()
    order = [dump, shot, dump] if by_tree else [shot, dump, shot]
    if last or not checked:
        order[0] = ":"
    parts = _sections(phone, [*order, f"{FACTS}; {COMMAND}"])
    written, seen = (parts[2], parts[1]) if by_tree else (parts[1], parts[2])
    picture, said = picture_of(seen), parts[3].decode("utf-8", "replace")
    phone.show(display_of(said, picture.size if picture else phone.display.picture))
    tree, fault = _read(phone, written)
    if by_tree:
        still = not checked or (last.dump if last else parts[0]) == written
    else:
        before = last.picture if last else picture_of(parts[0])
        still = before is None or picture is None or alike(before, picture)
    front = front_of(said, tree.views.package if tree else "")
    return Look(picture, written, tree, fault, front, still)


def _sections(phone: Phone, commands: list[str]) -> list[bytes]:
    """Run the commands in one call and return what each wrote."""
    mark = f"onscreen-{secrets.token_hex(8)}"
    ran = phone.link.run("".join(f"{command}; echo; echo {mark}; " for command in commands))
    parts = ran.out.split(f"\n{mark}\n".encode())
    return [*parts, *[b""] * len(commands)][: len(commands)]


def _read(phone: Phone, dump: bytes) -> tuple[Tree | None, str]:
    try:
        return phone.read(dump), ""
    except BadTree as error:
        phone.heard(error)
        return None, f"{error}; what is on the screen can only be seen in the picture"
