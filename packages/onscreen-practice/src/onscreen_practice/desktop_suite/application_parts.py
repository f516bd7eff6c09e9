"""Parts of tasks with several applications, each contributed by one desktop program.

A source shows a number, a calculator changes it, and a target saves it. A part has a sentence of the
instruction, a script that prepares its files, moves, and a check of the saved result.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

from onscreen.types import Check, PageValue
from onscreen_practice.desktop_suite.desktop_checks import spreadsheet_is, write_files
from onscreen_practice.desktop_suite.desktop_editor_tasks import ITEMS
from onscreen_practice.desktop_suite.desktop_other_tasks import WITHOUT_TIPS, compute
from onscreen_practice.desktop_suite.document_scripts import (
    account_file,
    database_file,
    document_file,
    notebook_folder,
    password_file,
    table_file,
)
from onscreen_practice.task_recipe import Move, press

Level: TypeAlias = Literal["easy", "medium", "hard"]
PASSWORD = "otter"  # noqa: S105  password of the practice file, which the instruction tells
ACCOUNTS = ("Savings", "Checking", "Holiday", "Garden")


class Source(msgspec.Struct, frozen=True):
    """Part in which a program shows a number at the beginning of a task.

    `number` is the requested number, `other` a number shown beside it. `address` opens
    the program, `files` are the names of its files in the home folder.
    """

    sentence: str
    address: str
    number: int
    other: int
    moves: tuple[Move, ...] = ()
    script: str = ""
    files: tuple[str, ...] = ()


class Target(msgspec.Struct, frozen=True):
    """Part in which a program saves the number; `save` returns the moves, and `check` tests the result."""

    sentence: str
    address: str
    save: Callable[[int], tuple[Move, ...]]
    check: Callable[[int], Check]
    script: str = ""
    files: tuple[str, ...] = ()


class Application(msgspec.Struct, frozen=True):
    """A program: its name, its level, and the task parts that it can contribute.

    `package` is the executable that has to be installed, or "" for an application that is always there.
    `device` is the name of the application's device, if a task uses several devices. `address` opens a
    calculating application, by default its executable.
    """

    name: str
    level: Level
    package: str
    source: Callable[[Random], Source] | None = None
    target: Callable[[], Target] | None = None
    keys: Callable[[str], tuple[Move, ...]] | None = None
    device: str = "desktop"
    address: str = ""


def condition_holds(condition: str, about: str) -> PageValue:
    """Return a check that a shell condition is true in the home folder."""
    return PageValue(
        f"if {condition}; then echo true; else echo false; fi 2>/dev/null", equals="true", about=about
    )


def _numbers(rng: Random) -> tuple[int, int]:
    number, other = rng.sample(range(112, 989), 2)
    return number, other


def _items(rng: Random) -> tuple[str, Mapping[str, int], int, int]:
    """Draw an item, the numbers of two items in random order, and the numbers of this and the other item."""
    item, beside = rng.sample(ITEMS, 2)
    number, other = _numbers(rng)
    pairs = [(item, number), (beside, other)]
    rng.shuffle(pairs)
    return item, dict(pairs), number, other


def _editor(program: str, name: str, *, field: str = "", file: str) -> Application:
    """Create a text editor, which shows a list of prices or saves the number as the text of its file."""

    def source(rng: Random) -> Source:
        item, prices, number, other = _items(rng)
        text = "\n".join(f"{each}: {price}" for each, price in prices.items())
        return Source(
            f"Look up the price of {item} in the file prices.txt with {name}.",
            f"{program} prices.txt",
            number,
            other,
            script=write_files({"prices.txt": text}),
            files=("prices.txt",),
        )

    def target() -> Target:
        def check(number: int) -> Check:
            condition = f'[ "$(cat {file})" = {number} ]'
            return condition_holds(condition, f"{file} contains only {number}")

        return Target(
            f"With {name}, replace the text of the file {file} by this number and save it.",
            f"{program} {file}",
            lambda number: (Move("type", "textbox", field, str(number)), press("Control+s")),
            check,
            script=write_files({file: "to be written"}),
            files=(file,),
        )

    return Application(name, "easy", program, source, target)


def _calculator(program: str, name: str) -> Application:
    """Create a calculator, which multiplies two numbers at the beginning, or the number by a factor."""

    def source(rng: Random) -> Source:
        one, two = rng.randint(112, 989), rng.randint(12, 98)
        sentence = f"Multiply {one} by {two} with {name}."
        return Source(sentence, program, one * two, one + two, moves=compute(program, f"{one}*{two}"))

    return Application(name, "easy", program, source, keys=lambda expression: compute(program, expression))


def _thunar_source(rng: Random) -> Source:
    item, prices, number, other = _items(rng)
    files = tuple(f"Invoices/{each} {price}.txt" for each, price in prices.items())
    make = "; ".join(f"echo paid > {shlex.quote(each)}" for each in files)
    return Source(
        f"Find the file about {item} in the folder Invoices with Thunar; its name contains a number.",
        "thunar Invoices",
        number,
        other,
        moves=(press("Control+2"),),
        script=f"mkdir Invoices; {make}",
        files=files,
    )


def _thunar_target() -> Target:
    def save(number: int) -> tuple[Move, ...]:
        field = Move("type", "textbox", "", str(number))
        return press("Control+Shift+n"), field, Move("click", "button", "Create")

    return Target(
        "Create a folder in the home folder with Thunar whose name is this number.",
        "Thunar",
        save,
        lambda number: condition_holds(
            f'[ "$(find . -mindepth 1 -maxdepth 1 -type d -name "[0-9]*")" = ./{number} ]',
            f"the only new folder is {number}",
        ),
    )


def _zim_source(rng: Random) -> Source:
    item, prices, number, other = _items(rng)
    text = "\n".join(f"{each}: {price}" for each, price in prices.items())
    return Source(
        f"Look up the price of {item} on the page Home of the notebook Notes with Zim.",
        "zim Notes/notebook.zim",
        number,
        other,
        script=notebook_folder(text),
        files=("Notes/Home.txt", "Notes/notebook.zim"),
    )


def _zim_target() -> Target:
    return Target(
        "With Zim, replace the text of the page Home of the notebook Notes by this number and save it.",
        "zim Notes/notebook.zim",
        lambda number: (Move("type", "textbox", "", str(number)), press("Control+s")),
        lambda number: condition_holds(
            f"[ \"$(sed '1,/^$/d' Notes/Home.txt)\" = {number} ]", f"the page Home contains only {number}"
        ),
        script=notebook_folder("to be written"),
        files=("Notes/Home.txt", "Notes/notebook.zim"),
    )


def _calc_source(rng: Random) -> Source:
    item, prices, number, other = _items(rng)
    return Source(
        f"Look up the price of {item} in the spreadsheet prices.ods with LibreOffice Calc.",
        "libreoffice-calc prices.ods",
        number,
        other,
        script=f"{WITHOUT_TIPS}; {document_file('prices.ods', prices)}",
        files=("prices.ods",),
    )


def _calc_target() -> Target:
    return Target(
        "With LibreOffice Calc, enter this number in cell B2 of the spreadsheet totals.ods and save it.",
        "libreoffice-calc totals.ods",
        lambda number: (Move("type", "cell", "B2", f"{number}\n"), press("Control+s"), _saved("totals.ods")),
        lambda number: spreadsheet_is("totals.ods", ("first", "1", "second", str(number))),
        script=f"{WITHOUT_TIPS}; {document_file('totals.ods', {'first': 1, 'second': 2})}",
        files=("totals.ods",),
    )


def _saved(name: str) -> Move:
    """Return a move that waits until the window of a spreadsheet is active again after saving."""
    return Move("hover", "window", f"{name} - LibreOffice Calc")


def _gnumeric_source(rng: Random) -> Source:
    item, prices, number, other = _items(rng)
    cells = Move("type", "textbox", "", f"B{list(prices).index(item) + 1}\n", nth=1)
    return Source(
        f"Look up the price of {item} in the spreadsheet prices.gnumeric with Gnumeric.",
        "gnumeric prices.gnumeric",
        number,
        other,
        moves=(cells,),
        script=table_file("prices.gnumeric", prices),
        files=("prices.gnumeric",),
    )


def _gnumeric_target() -> Target:
    def save(number: int) -> tuple[Move, ...]:
        cell = Move("type", "textbox", "", "B2\n", nth=1)
        return cell, Move("type", "textbox", "", f"{number}\n", nth=2), press("Control+s")

    def check(number: int) -> Check:
        convert = "ssconvert -T Gnumeric_stf:stf_csv totals.gnumeric fd://1"
        expected = shlex.quote(f"first,1\nsecond,{number}")
        return condition_holds(f'[ "$({convert})" = {expected} ]', f"cell B2 of totals.gnumeric is {number}")

    return Target(
        "With Gnumeric, enter this number in cell B2 of the spreadsheet totals.gnumeric and save it.",
        "gnumeric totals.gnumeric",
        save,
        check,
        script=table_file("totals.gnumeric", {"first": 1, "second": 2}),
        files=("totals.gnumeric",),
    )


def _database_source(rng: Random) -> Source:
    item, prices, number, other = _items(rng)
    return Source(
        f"Look up the price of {item} in the database prices.db with DB Browser for SQLite.",
        "sqlitebrowser prices.db",
        number,
        other,
        moves=(Move("click", "tab", "Browse Data"),),
        script=database_file("prices.db", prices),
        files=("prices.db",),
    )


def _database_target() -> Target:
    def save(number: int) -> tuple[Move, ...]:
        browse = Move("click", "tab", "Browse Data")
        return browse, Move("type", "cell", "2", f"{number}\n"), press("Control+s")

    def check(number: int) -> Check:
        program = (
            "import sqlite3; print(sqlite3.connect('totals.db')"
            ".execute('select price from prices order by rowid').fetchall())"
        )
        expected = shlex.quote(f"[(1,), ({number},)]")
        command = f"python3 -c {shlex.quote(program)}"
        return condition_holds(f'[ "$({command})" = {expected} ]', f"the second price is {number}")

    return Target(
        "With DB Browser for SQLite, set the price of the second row of the database totals.db to this "
        "number and write the changes.",
        "sqlitebrowser totals.db",
        save,
        check,
        script=database_file("totals.db", {"first": 1, "second": 2}),
        files=("totals.db",),
    )


UNLOCK = Move("type", "textbox", "", f"{PASSWORD}\n", nth=1)


def _vault_source(rng: Random) -> Source:
    item, users, number, other = _items(rng)
    return Source(
        f"Look up the user name of the entry {item} in the file vault.kdbx with KeePassXC; the password of "
        f"the file is {PASSWORD}.",
        "keepassxc vault.kdbx",
        number,
        other,
        moves=(UNLOCK,),
        script=password_file("vault.kdbx", users, password=PASSWORD),
        files=("vault.kdbx",),
    )


def _vault_target() -> Target:
    def save(number: int) -> tuple[Move, ...]:
        entry = Move("click", "cell", "Locker")
        name = Move("type", "textbox", "1234", str(number))
        return UNLOCK, entry, press("Control+e"), name, Move("click", "button", "OK")

    def check(number: int) -> Check:
        show = f"echo {PASSWORD} | keepassxc-cli show -q -a UserName locker.kdbx Locker"
        return condition_holds(f'[ "$({show})" = {number} ]', f"the user name of Locker is {number}")

    return Target(
        "With KeePassXC, change the user name of the entry Locker in the file locker.kdbx to this number; "
        f"the password of the file is {PASSWORD}.",
        "keepassxc locker.kdbx",
        save,
        check,
        script=password_file("locker.kdbx", {"Locker": 1234}, password=PASSWORD),
        files=("locker.kdbx",),
    )


def _homebank_source(rng: Random) -> Source:
    account, beside = rng.sample(ACCOUNTS, 2)
    number, other = _numbers(rng)
    return Source(
        f"Look up the balance of the account {account} in the file money.xhb with HomeBank.",
        "homebank money.xhb",
        number,
        other,
        script=account_file("money.xhb", {account: number, beside: other}),
        files=("money.xhb",),
    )


APPLICATIONS: Mapping[str, Application] = MappingProxyType(
    {
        "mousepad": _editor("mousepad", "Mousepad", file="letter.txt"),
        "geany": _editor("geany", "Geany", file="report.txt"),
        "kate": _editor("kate", "Kate", field="summary.txt", file="summary.txt"),
        "gnome": _editor("gnome-text-editor", "Text Editor", field="EditorSourceView", file="memo.txt"),
        "galculator": _calculator("galculator", "Galculator"),
        "kcalc": _calculator("kcalc", "KCalc"),
        "thunar": Application("Thunar", "medium", "thunar", _thunar_source, _thunar_target),
        "zim": Application("Zim", "medium", "zim", _zim_source, _zim_target),
        "homebank": Application("HomeBank", "medium", "homebank", _homebank_source),
        "calc": Application("LibreOffice Calc", "hard", "soffice", _calc_source, _calc_target),
        "gnumeric": Application("Gnumeric", "hard", "gnumeric", _gnumeric_source, _gnumeric_target),
        "database": Application(
            "DB Browser for SQLite", "hard", "sqlitebrowser", _database_source, _database_target
        ),
        "keepassxc": Application("KeePassXC", "hard", "keepassxc", _vault_source, _vault_target),
    }
)
"""Short name of each program -> what it contributes.

Easy programs show everything that a part needs in one window. In medium programs, a part uses a list, a tree
or a dialog. Hard programs have a grid with an editing mode, or a password.
"""
