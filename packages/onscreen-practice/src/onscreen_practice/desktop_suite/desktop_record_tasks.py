"""Tasks in programs that keep records: Zim, DB Browser for SQLite, Gnumeric and KeePassXC."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from random import Random

from onscreen.types import AllOf, PageValue
from onscreen_practice.desktop_suite.desktop_editor_tasks import ITEMS
from onscreen_practice.desktop_suite.desktop_program import (
    SAVE,
    Program,
    output_is,
    python_command,
    write_text,
)
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, press, tap, type_text

CREATE_TABLE = """
import sqlite3, sys
with sqlite3.connect("shop.db") as database:
    database.execute("create table goods (name text, price integer)")
    for row in sys.argv[1:]:
        database.execute("insert into goods values (?, ?)", row.split("="))
"""
"""Python program that creates the database `shop.db` from arguments such as "milk=3"."""
READ_TABLE = """
import sqlite3
rows = sqlite3.connect("file:shop.db?mode=ro", uri=True).execute("select name, price from goods")
print("\\n".join(sorted(f"{name}={price}" for name, price in rows)))
"""
"""Python program that prints the rows of the database, in alphabetical order."""
PAGES = ("Garden", "Holiday", "Recipes", "Birthdays", "Books", "Repairs")
ACCOUNTS = ("Bank", "Library", "Railway", "Webmail", "Bookshop", "Insurance")
USERS = ("ada", "grace", "alan", "edsger", "barbara", "donald", "frances", "tony")
SECRETS = ("tulip", "falcon", "copper", "velvet", "marble", "lantern", "saddle", "walnut")
MASTER = "open sesame"
_VAULT = "Passwords.kdbx"

ZIM = Program(
    "sh -c 'exec zim \"$HOME/Notes\" Home'",
    ("zim",),
    "mkdir Notes; printf '[Notebook]\\nname=Notes\\nhome=Home\\n' > Notes/notebook.zim",
)
DATABASE = Program("sqlitebrowser shop.db", ("sqlitebrowser", "python3"), "", (click("tab", "Browse Data"),))
GNUMERIC = Program("gnumeric prices.gnumeric", ("gnumeric", "ssconvert"))
KEEPASSXC = Program(
    f"keepassxc {_VAULT}",
    ("keepassxc", "keepassxc-cli"),
    f"printf '{MASTER}\\n{MASTER}\\n' | keepassxc-cli db-create -p {_VAULT}",
    (
        Move("hover", "button", "Unlock"),
        Move("type", "textbox", "", f"{MASTER}\n", 1),
        Move("hover", "columnheader", "Title"),
    ),
)


def _prices(rng: Random) -> dict[str, int]:
    return dict(zip(rng.sample(ITEMS, 4), rng.sample(range(11, 99), 4), strict=True))


def _pages(pages: Mapping[str, str]) -> str:
    header = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n"
    return "; ".join(write_text(f"Notes/{name}.txt", header + text) for name, text in pages.items())


def page_is(name: str, text: str) -> PageValue:
    """Return a check that a page of the notebook has this text, without its heading and empty lines."""
    command = f"sed '/^[A-Z][A-Za-z-]*: /d; /^=/d; /^Created /d; /^$/d' {shlex.quote(f'Notes/{name}.txt')}"
    return output_is(command, text, about=f"the page {name} has the text {text!r}")


def zim_add_line(rng: Random) -> TaskRecipe:
    """Create a task: add a line to the notes."""
    *items, new, wrong = rng.sample(ITEMS, 5)
    text = "\n".join(items)
    return ZIM.task(
        f'Add "{new}" as the last line to the page Home of the notebook in Zim, and save the page.',
        page_is("Home", f"{text}\n{new}"),
        moves=(type_text("", f"{text}\n{new}"), SAVE),
        near_miss=(type_text("", f"{text}\n{wrong}"), SAVE),
        script=_pages({"Home": text}),
    )


def zim_new_page(rng: Random) -> TaskRecipe:
    """Create a task: create a page in the notebook."""
    name, wrong = rng.sample(PAGES, 2)
    text = rng.choice(ITEMS)

    def moves(page: str) -> tuple[Move, ...]:
        return press("Control+n"), type_text("", page), click("button", "OK"), SAVE

    listed = "ls Notes/*.txt"
    names = "\n".join(sorted(("Notes/Home.txt", f"Notes/{name}.txt")))
    return ZIM.task(
        f'Create a new page called "{name}" in the notebook that is open in Zim.',
        AllOf((output_is(listed, names, about=f"the new page is {name}"), page_is("Home", text))),
        moves=moves(name),
        near_miss=moves(wrong),
        script=_pages({"Home": text}),
    )


def zim_find(rng: Random) -> TaskRecipe:
    """Create a task: report a fact from another page of the notebook."""
    page, (item, *others) = rng.choice(PAGES), rng.sample(ITEMS, 4)
    return ZIM.question(
        f"What is the first line of the page {page} of the notebook?",
        item,
        others=others,
        moves=(click("cell", page),),
        script=_pages({"Home": others[0], page: "\n".join((item, *others[1:]))}),
    )


def _create_database(prices: Mapping[str, int]) -> str:
    return python_command(CREATE_TABLE, *(f"{item}={price}" for item, price in prices.items()))


def database_has(prices: Mapping[str, int]) -> PageValue:
    """Return a check of the rows of the table."""
    rows = sorted(f"{item}={price}" for item, price in prices.items())
    return output_is(python_command(READ_TABLE), "\n".join(rows), about=f"the rows are {', '.join(rows)}")


def database_edit(rng: Random) -> TaskRecipe:
    """Create a task: change a value in a table."""
    prices = _prices(rng)
    item, other = rng.sample(sorted(prices), 2)
    new = rng.randint(100, 200)

    def moves(name: str) -> tuple[Move, ...]:
        return Move("type", "cell", str(prices[name]), f"{new}\n"), SAVE

    return DATABASE.task(
        f"Set the price of {item} in the table goods to {new} and write the change to the database.",
        database_has({**prices, item: new}),
        moves=moves(item),
        near_miss=moves(other),
        script=_create_database(prices),
    )


def database_dearest(rng: Random) -> TaskRecipe:
    """Create a task: report the most expensive article in a table."""
    prices = _prices(rng)
    best, *others = sorted(prices, key=lambda item: -prices[item])
    return DATABASE.question(
        "Which of the goods in the open database has the highest price?",
        best,
        others=others,
        script=_create_database(prices),
    )


def database_delete(rng: Random) -> TaskRecipe:
    """Create a task: delete the rows above a price with an SQL statement."""
    prices = _prices(rng)
    low, high = sorted(prices.values())[1:3]
    limit = (low + high) // 2

    def moves(sign: str) -> tuple[Move, ...]:
        sql = f"delete from goods where price {sign} {limit}"  # noqa: S608  numbers of the recipe
        return click("tab", "Execute SQL"), type_text("", sql), press("Control+Enter"), SAVE

    return DATABASE.task(
        f"Delete all goods that cost more than {limit} from the database and write the changes.",
        database_has({item: price for item, price in prices.items() if price <= limit}),
        moves=moves(">"),
        near_miss=moves("<"),
        script=_create_database(prices),
    )


def _create_sheet(prices: Mapping[str, int]) -> str:
    rows = "\n".join(f"{item},{price}" for item, price in prices.items())
    return f"{write_text('prices.csv', rows)}; ssconvert prices.csv prices.gnumeric"


def sheet_has(prices: Mapping[str, int]) -> PageValue:
    """Return a check of the rows of the sheet in Gnumeric."""
    rows = "\n".join(f"{item},{price}" for item, price in prices.items())
    command = "ssconvert -T Gnumeric_stf:stf_csv prices.gnumeric fd://1 2>/dev/null"
    return output_is(command, rows, about=f"the rows of the sheet are {rows!r}")


def _fill_cell(address: str, text: str) -> tuple[Move, ...]:
    """Return the moves that go to a cell of Gnumeric by its address and fill it."""
    return Move("type", "textbox", "", f"{address}\n", 1), Move("type", "textbox", "", f"{text}\n", 2)


def gnumeric_edit(rng: Random) -> TaskRecipe:
    """Create a task: change a number in a sheet."""
    prices = _prices(rng)
    row = rng.randrange(4)
    item, new = list(prices)[row], rng.randint(100, 200)
    return GNUMERIC.task(
        f"In the open table, change the price of {item} to {new}. Save the table.",
        sheet_has({**prices, item: new}),
        moves=(*_fill_cell(f"B{row + 1}", str(new)), SAVE),
        near_miss=(*_fill_cell(f"A{row + 1}", str(new)), SAVE),
        script=_create_sheet(prices),
    )


def gnumeric_append(rng: Random) -> TaskRecipe:
    """Create a task: add a row to a sheet."""
    prices = _prices(rng)
    new, price = rng.choice([item for item in ITEMS if item not in prices]), rng.randint(100, 200)

    def moves(value: int) -> tuple[Move, ...]:
        return (*_fill_cell("A5", new), *_fill_cell("B5", str(value)), SAVE)

    return GNUMERIC.task(
        f"Add a row for {new} with the price {price} below the others in the open table, and save it.",
        sheet_has({**prices, new: price}),
        moves=moves(price),
        near_miss=moves(price + 1),
        script=_create_sheet(prices),
    )


def gnumeric_total(rng: Random) -> TaskRecipe:
    """Create a task: report the sum of a column."""
    prices = _prices(rng)
    total = sum(prices.values())
    formula = "=sum(B1:B4)"
    return GNUMERIC.question(
        "How much do all articles in the open table cost together?",
        str(total),
        others=(str(total - 10), str(total + 10)),
        moves=_fill_cell("B6", formula),
        script=_create_sheet(prices),
    )


def _add_entries(entries: Sequence[tuple[str, str, str]]) -> str:
    return "; ".join(
        f"printf '{MASTER}\\n{secret}\\n' | keepassxc-cli add -q -u {user} -p {_VAULT} {title}"
        for title, user, secret in entries
    )


def _entries(rng: Random, count: int) -> list[tuple[str, str, str]]:
    return list(
        zip(rng.sample(ACCOUNTS, count), rng.sample(USERS, count), rng.sample(SECRETS, count), strict=True)
    )


def vault_has(entries: Sequence[tuple[str, str, str]]) -> AllOf:
    """Return a check that the password database has exactly these entries outside its recycle bin."""
    unlock = f"printf '{MASTER}\\n' | keepassxc-cli"
    titles = "\n".join(sorted(title for title, _, _ in entries))
    listed = output_is(
        f"{unlock} ls -q {_VAULT} | grep -v '/$' | LC_ALL=C sort", titles, about=f"the entries are {titles!r}"
    )
    shown = (
        output_is(
            f"{unlock} show -q -s -a UserName -a Password {_VAULT} {title}",
            f"{user}\n{secret}",
            about=f"the entry {title} has the user {user} and the password {secret}",
        )
        for title, user, secret in entries
    )
    return AllOf((listed, *shown))


def password_add(rng: Random) -> TaskRecipe:
    """Create a task: add an entry to the password database."""
    *entries, new = _entries(rng, 3)
    title, user, secret = new

    def moves(password: str) -> tuple[Move, ...]:
        fields = {"Title field": title, "Username field": user}
        filled = (type_text(name, text) for name, text in fields.items())
        typed = Move("type", "textbox", "", password, 1)
        return tap("New Entry…"), *filled, typed, click("button", "OK"), SAVE

    return KEEPASSXC.task(
        f'Unlock the password database with the password "{MASTER}" and add an entry named {title} with the '
        f"user name {user} and the password {secret}.",
        vault_has([*entries, new]),
        moves=moves(secret),
        near_miss=moves(entries[0][2]),
        script=_add_entries(entries),
    )


def password_user(rng: Random) -> TaskRecipe:
    """Create a task: report the user name of an account."""
    entries = _entries(rng, 3)
    title, user, _ = entries[0]
    return KEEPASSXC.question(
        f'What is my user name for {title}? The password database opens with "{MASTER}".',
        user,
        others=[each for _, each, _ in entries[1:]],
        script=_add_entries(entries),
    )


def password_delete(rng: Random) -> TaskRecipe:
    """Create a task: delete an entry of the password database."""
    entries = _entries(rng, 3)
    gone, other = rng.sample(entries, 2)

    def moves(title: str) -> tuple[Move, ...]:
        return click("cell", title), press("Delete"), SAVE

    return KEEPASSXC.task(
        f"I have no account at {gone[0]} any more. Unlock the password database with the password "
        f'"{MASTER}", delete that entry and save the database.',
        vault_has([entry for entry in entries if entry != gone]),
        moves=moves(gone[0]),
        near_miss=moves(other[0]),
        script=_add_entries(entries),
    )


RECORD_TASKS: Mapping[str, TaskFactory] = {
    "zim-add-line": zim_add_line,
    "zim-new-page": zim_new_page,
    "zim-find": zim_find,
    "sqlitebrowser-edit": database_edit,
    "sqlitebrowser-dearest": database_dearest,
    "sqlitebrowser-delete": database_delete,
    "gnumeric-edit": gnumeric_edit,
    "gnumeric-append": gnumeric_append,
    "gnumeric-total": gnumeric_total,
    "keepassxc-add": password_add,
    "keepassxc-user": password_user,
    "keepassxc-delete": password_delete,
}
