"""Tasks in programs that show pictures and accounts: Ristretto and HomeBank."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from random import Random

from onscreen.types import AllOf
from onscreen_practice.desktop_suite.desktop_program import (
    Program,
    output_is,
    python_command,
    write_text,
)
from onscreen_practice.task_recipe import (
    Move,
    TaskFactory,
    TaskRecipe,
    click,
    tap,
    type_text,
    wait_until_gone,
)

WRITE_PICTURES = """
import struct, sys, zlib
def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
for each in sys.argv[1:]:
    name, width, height = each.split("=")
    size = struct.pack(">IIBBBBB", int(width), int(height), 8, 2, 0, 0, 0)
    rows = (b"\\0" + bytes((hash(name) % 200, 90, 160)) * int(width)) * int(height)
    with open(f"Pictures/{name}.png", "wb") as file:
        file.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", size))
        file.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
"""
"""Python program that writes pictures from arguments such as "sea=300=200" (width and height in pixels)."""
WITHOUT_WARNING = (
    "mkdir -p .config/xfce4/xfconf/xfce-perchannel-xml; "
    """printf '<channel name="ristretto" version="1.0"><property name="errors" type="empty">"""
    """<property name="missing-thumbnailer" type="bool" value="false"/></property></channel>' """
    "> .config/xfce4/xfconf/xfce-perchannel-xml/ristretto.xml"
)
"""Shell command after which Ristretto does not report that no program for thumbnails is installed."""
PICTURES = ("beach", "castle", "forest", "island", "market", "river", "station", "tower")
_MONEY = "money.xhb"
HOMEBANK = Program(
    f"homebank {_MONEY}",
    ("homebank",),
    "mkdir -p .config/homebank; printf '[General]\\nVersion=0.562\\nShowSplash=false\\nShowWelcome=false\\n' "
    "> .config/homebank/preferences",
)
BANKS = ("Giro", "Savings", "Cash", "Holiday fund", "Credit union", "Rent deposit")
PAYEES = ("Baker", "Butcher", "Florist", "Cinema", "Dentist", "Landlord")


def _pictures(rng: Random) -> dict[str, tuple[int, int]]:
    names = sorted(rng.sample(PICTURES, 3))
    return {name: (rng.randrange(210, 400), rng.randrange(110, 200)) for name in names}


def _viewer(pictures: Mapping[str, tuple[int, int]]) -> Program:
    """Return the viewer that shows the first picture."""
    address = f"ristretto Pictures/{next(iter(pictures))}.png"
    return Program(address, ("ristretto", "python3"), f"mkdir Pictures; {WITHOUT_WARNING}")


def _write_pictures(pictures: Mapping[str, tuple[int, int]]) -> str:
    sizes = (f"{name}={width}={height}" for name, (width, height) in pictures.items())
    return python_command(WRITE_PICTURES, *sizes)


def _show_picture(at: int, pictures: Mapping[str, tuple[int, int]]) -> tuple[Move, ...]:
    """Return the moves that go to a picture and wait for the title of each picture on the way."""
    titles = [f"{name}.png - Image Viewer [{rank}/{len(pictures)}]" for rank, name in enumerate(pictures, 1)]
    wait, *others = (Move("hover", "window", title) for title in titles[: at + 1])
    return wait, *(move for other in others for move in (click("button", "Forward"), other))


def picture_width(rng: Random) -> TaskRecipe:
    """Create a task: report the width of a picture."""
    pictures = _pictures(rng)
    at = rng.randrange(3)
    name = list(pictures)[at]
    width, height = pictures[name]
    others = [str(height), *(str(w) for w, _ in pictures.values() if w != width)]
    return _viewer(pictures).question(
        f"How many pixels wide is the picture {name}.png in the folder Pictures?",
        str(width),
        others=others,
        moves=_show_picture(at, pictures),
        script=_write_pictures(pictures),
    )


def picture_delete(rng: Random) -> TaskRecipe:
    """Create a task: move a picture to the trash."""
    pictures = _pictures(rng)
    at = rng.randrange(3)
    gone = list(pictures)[at]

    def moves(index: int) -> tuple[Move, ...]:
        return *_show_picture(index, pictures), click("button", "Delete"), click("button", "OK")

    left = "\n".join(f"{name}.png" for name in pictures if name != gone)
    return _viewer(pictures).task(
        f"Send the picture {gone}.png to the trash, with the image viewer.",
        output_is("ls Pictures", left, about=f"all pictures but {gone}.png are left"),
        moves=moves(at),
        near_miss=moves((at + 1) % 3),
        script=_write_pictures(pictures),
    )


def picture_copy(rng: Random) -> TaskRecipe:
    """Create a task: save a copy of a picture."""
    pictures = _pictures(rng)
    at = rng.randrange(1, 3)
    name = list(pictures)[at]
    copy = f"{name}-copy.png"

    def moves(index: int) -> tuple[Move, ...]:
        saved = wait_until_gone("textbox", "Name:")
        dialog = type_text("Name:", copy), click("button", "Save"), saved
        return *_show_picture(index, pictures), tap("Save copy..."), *dialog

    same = f"cmp Pictures/{name}.png $(find . -name {copy}) >/dev/null && echo same"
    names = "\n".join(sorted(f"{each}.png" for each in (*pictures, f"{name}-copy")))
    listed = "find . -name '*.png' -not -path '*/.*' -exec basename {} ';' | LC_ALL=C sort"
    return _viewer(pictures).task(
        f"Save a copy of the picture {name}.png under the name {copy}.",
        AllOf(
            (
                output_is(same, "same", about=f"{copy} is a copy of {name}.png"),
                output_is(listed, names, about="there is one new picture"),
            )
        ),
        moves=moves(at),
        near_miss=moves(at - 1),
        script=_write_pictures(pictures),
    )


def _accounts(rng: Random, count: int = 3) -> dict[str, int]:
    return dict(zip(rng.sample(BANKS, count), rng.sample(range(101, 999), count), strict=True))


def _write_money(accounts: Mapping[str, int], payee: str = "Grocer") -> str:
    listed = "".join(
        f'<account key="{key}" flags="0" pos="{key}" type="1" curr="1" name="{name}" initial="{amount}"/>'
        for key, (name, amount) in enumerate(accounts.items(), 1)
    )
    return write_text(
        _MONEY,
        '<?xml version="1.0"?><homebank v="1.4" d="050504"><properties title="Accounts" curr="1"/>'
        '<cur key="1" flags="0" iso="EUR" name="Euro" symb="EUR" syprf="0" dchar="." gchar="," frac="2" '
        f'rate="0" mdate="0"/>{listed}<pay key="1" name="{payee}"/></homebank>',
    )


def money_balance(rng: Random) -> TaskRecipe:
    """Create a task: report the balance of an account."""
    accounts = _accounts(rng)
    name, amount = rng.choice(sorted(accounts.items()))
    others = [str(each) for each in accounts.values() if each != amount]
    return HOMEBANK.question(
        f'How many euros are in the account "{name}"?',
        str(amount),
        others=others,
        script=_write_money(accounts),
    )


def money_richest(rng: Random) -> TaskRecipe:
    """Create a task: report the account with the largest balance."""
    accounts = _accounts(rng)
    best, *others = sorted(accounts, key=lambda name: -accounts[name])
    return HOMEBANK.question(
        "Which of my accounts has the largest balance today?",
        best,
        others=others,
        script=_write_money(accounts),
    )


def money_payee(rng: Random) -> TaskRecipe:
    """Create a task: add a payee."""
    new, wrong, old = rng.sample(PAYEES, 3)

    def moves(name: str) -> tuple[Move, ...]:
        add = click("button", "Add"), Move("type", "textbox", "", f"{name}\n"), click("button", "Close")
        return (
            click("button", "Payee"),
            Move("hover", "dialog", "Manage Payees"),
            *add,
            click("button", "Save"),
        )

    program = "import re; print(*sorted(re.findall('<pay [^>]*name=.([A-Za-z]+)', open('money.xhb').read())))"
    command = shlex.join(("python3", "-c", program))
    return HOMEBANK.task(
        f'Add the payee "{new}" in HomeBank and save the file.',
        output_is(command, " ".join(sorted((old, new))), about=f"the payees are {old} and {new}"),
        moves=moves(new),
        near_miss=moves(wrong),
        script=_write_money(_accounts(rng), old),
    )


VIEWER_TASKS: Mapping[str, TaskFactory] = {
    "ristretto-width": picture_width,
    "ristretto-delete": picture_delete,
    "ristretto-copy": picture_copy,
    "homebank-balance": money_balance,
    "homebank-richest": money_richest,
    "homebank-payee": money_payee,
}
