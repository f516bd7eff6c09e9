"""Tasks in Firefox, on pages in the home folder."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen_practice.desktop_suite.desktop_editor_tasks import ITEMS
from onscreen_practice.desktop_suite.desktop_program import Program, output_is, python_command, write_text
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, press, type_text

_PREFERENCES = "; ".join(
    f"printf '%s\\n' 'user_pref(\"{name}\", {value});' >> profile/user.js"
    for name, value in {
        "browser.aboutwelcome.enabled": "false",
        "datareporting.policy.dataSubmissionEnabled": "false",
        "browser.startup.homepage_override.mstone": '"ignore"',
    }.items()
)
FIREFOX = Program(
    "firefox-esr --profile profile shop.html", ("firefox-esr", "python3"), f"mkdir profile; {_PREFERENCES}"
)
READ_BOOKMARKS = """
import os, shutil, sqlite3, tempfile
copy = os.path.join(tempfile.mkdtemp(), "places.sqlite")
for end in ("", "-wal"):
    shutil.copy(f"profile/places.sqlite{end}", copy + end)
query = "select p.url from moz_bookmarks b join moz_places p on p.id = b.fk where p.url like 'file:%'"
rows = sqlite3.connect(copy).execute(query)
print(" ".join(sorted(url.rpartition("/")[2] for url, in rows)))
"""
"""Python program that prints the names of the local pages that have a bookmark."""


def _prices(rng: Random) -> dict[str, int]:
    return dict(zip(rng.sample(ITEMS, 3), rng.sample(range(11, 99), 3), strict=True))


def _write_site(prices: Mapping[str, int]) -> str:
    links = "".join(f'<li><a href="{item}.html">{item}</a></li>' for item in prices)
    field = '<form><label>Your order <input name="order"></label></form>'
    pages = (
        write_text(f"{item}.html", f"<title>{item}</title><h1>{item}</h1><p>Price: {price} euros</p>")
        for item, price in prices.items()
    )
    home = write_text("shop.html", f"<title>Shop</title><h1>Shop</h1><ul>{links}</ul>{field}")
    return "; ".join((home, *pages))


def _open_page(item: str) -> tuple[Move, ...]:
    """Return the moves that follow a link and wait for the title of its page."""
    return click("link", item), Move("hover", "window", f"{item} — Mozilla Firefox")


def firefox_price(rng: Random) -> TaskRecipe:
    """Create a task: follow a link and report a fact from the page."""
    prices = _prices(rng)
    item, *_ = rng.sample(sorted(prices), 3)
    others = [str(price) for name, price in prices.items() if name != item]
    return FIREFOX.question(
        f"What is the price of {item} in the shop that is open in Firefox?",
        str(prices[item]),
        others=others,
        moves=_open_page(item),
        script=_write_site(prices),
    )


def firefox_bookmark(rng: Random) -> TaskRecipe:
    """Create a task: bookmark a page."""
    prices = _prices(rng)
    chosen, wrong = rng.sample(sorted(prices), 2)

    def moves(item: str) -> tuple[Move, ...]:
        return *_open_page(item), press("Control+d"), click("button", "Save")

    return FIREFOX.task(
        f"Bookmark the page about {chosen} of the shop in Firefox.",
        output_is(
            python_command(READ_BOOKMARKS), f"{chosen}.html", about=f"only {chosen}.html has a bookmark"
        ),
        moves=moves(chosen),
        near_miss=moves(wrong),
        script=_write_site(prices),
    )


def firefox_address(rng: Random) -> TaskRecipe:
    """Create a task: open a page by its file name and report its content."""
    prices = _prices(rng)
    secret, code = rng.choice([item for item in ITEMS if item not in prices]), rng.randint(1000, 9999)
    page = write_text(f"{secret}.html", f"<title>{secret}</title><h1>Code {code}</h1>")
    address = f"file:///proc/self/cwd/{secret}.html\n"
    return FIREFOX.question(
        f"Which code does the page {secret}.html show? It is in the same folder as the page that is open in "
        "Firefox, but no link leads to it.",
        str(code),
        others=[str(code + 1)],
        moves=(press("Control+l"), type_text("Search or enter address", address, role="combobox")),
        script=f"{_write_site(prices)}; {page}",
    )


BROWSER_TASKS: Mapping[str, TaskFactory] = {
    "firefox-price": firefox_price,
    "firefox-bookmark": firefox_bookmark,
    "firefox-address": firefox_address,
}
