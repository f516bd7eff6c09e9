"""Tasks of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.web_pages import WebPage
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, clock_forms, job, number_forms, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, files_untouched, untouched
from onscreen_practice.task_recipe import Move, Recipe, pressed, quoted, tap, typed

_FACTS = (
    ("Mount Ardin", "Height", "How high is {name} in meters"),
    ("River Tessel", "Length", "How many km long is the {name}"),
    ("Lake Orvin", "Depth", "How many meters deep is {name}"),
    ("Tessel Bridge", "Built", "When was {name} built"),
    ("Haldern University", "Founded", "In which year was {name} founded"),
    ("Ardin Railway", "Stations", "How many stations does the {name} have"),
)  # fmt: skip
_TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")


def visit(address: str) -> tuple[Move, ...]:
    """Return the moves that open an address in the browser."""
    return tap("Browser"), tap("Address bar"), typed("Search or type web address", address), pressed("Enter")


def bookmarks(*, but: str = "") -> str:
    """Write the condition that the bookmarks of the beginning are as they were, one left out."""
    return untouched("browser.bookmarks", but=f"x.id === {quoted(but)} || !x.id.startsWith('mark')")


def sent(values: Mapping[str, Sequence[str]]) -> str:
    """Write the condition that one form was sent with these values, in small or large letters."""
    return (
        f"JSON.stringify(s.browser.sent).toLowerCase() === JSON.stringify({quoted([values])}).toLowerCase()"
    )


def articles(w: PhoneState) -> list[WebPage]:
    """Return the articles of the encyclopedia that are no bookmark yet."""
    marked = {each.url for each in w.browser.bookmarks}
    return [each for each in w.browser.pages if "/wiki/" in each.url and each.url not in marked]


def fact(w: PhoneState, chance: Random) -> Recipe:
    """Look up a number."""
    name, label, asked = chance.choice(_FACTS)
    answer = w.browser.find_page(f"{name} -").get_fact(label).split()[0]
    return question(
        asked.format(name="{name}") + ", according to the Open Encyclopedia (encyclo.example)?",
        {"name": name},
        answer=answer,
        also=number_forms(answer),
        wrong=str(int(answer) + 1),
        moves=(*visit("encyclo.example"), tap(name)),
        layout="changing",
    )


def add_bookmark(w: PhoneState, chance: Random) -> Recipe:
    """A page is kept in a certain folder."""
    page = chance.choice(articles(w))
    name, folder = page.title.split(" - ")[0], chance.choice(w.browser.folders[1:])
    return job(
        "In the Browser, open the article {name} on encyclo.example and bookmark it in the folder {folder}",
        {"name": name, "folder": folder},
        holds=f"s.browser.bookmarks.length === {len(w.browser.bookmarks) + 1} && {bookmarks()}"
        f" && (e => e.url === {quoted(page.url)} && e.folder === {quoted(folder)})"
        "(s.browser.bookmarks.at(-1))",
        spoil="s.browser.bookmarks.at(-1).folder = 'Mobile bookmarks'",
        moves=(
            *visit("encyclo.example"), tap(name), tap("More options"), tap("Add bookmark"), tap("Edit"),
            tap("Folder"), tap(folder), tap("Save"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def library_card(w: PhoneState, chance: Random) -> Recipe:
    """A form with everything it asks for."""
    person = chance.choice(w.people)
    card, branch = chance.choice(("Adult", "Student", "Senior")), chance.choice(("Center", "North", "Harbor"))
    values = {
        "form": "register", "name": person.name, "email": person.email,
        "postcode": str(chance.randint(10000, 98999)),
        "card": card, "branch": branch,
    }  # fmt: skip
    return job(
        "Apply for a card of the City Library (library.example) for {name}, {email}, postcode {postcode}:"
        " a card of the kind {card} at the branch {branch}. Accept the rules",
        {key: value for key, value in values.items() if key != "form"},
        holds=f"{sent(values)} && {untouched('browser.reserved')}",
        spoil="s.browser.sent[0].postcode = '00000'",
        moves=(
            *visit("library.example"), tap("Get a library card"), typed("Full name", person.name),
            typed("Email address", person.email), typed("Postcode", values["postcode"]), tap("Kind of card"),
            tap(card), tap(branch), tap("I accept the rules of the library"), tap("Send application"),
        ),
    )  # fmt: skip


def close_tabs(w: PhoneState, chance: Random) -> Recipe:
    """Two tabs of three are closed."""
    titles = {page.url: page.title for page in w.browser.pages}
    kept = chance.choice(w.browser.tabs)
    one, two = (titles[tab.stack[0]] for tab in w.browser.tabs if tab != kept)
    return job(
        'Close the tabs "{one}" and "{two}" in the Browser and keep the other one open',
        {"one": one, "two": two},
        holds=f"s.browser.tabs.map(t => t.id).join() === {quoted(kept.id)}",
        spoil="s.browser.tabs = []",
        moves=(tap("Browser"), tap("Switch tabs"), tap(f"Close {one}"), tap(f"Close {two}")),
        layout="changing",
    )


def delete_bookmark(w: PhoneState, chance: Random) -> Recipe:
    """A bookmark goes."""
    mark = chance.choice([each for each in w.browser.bookmarks if each.folder == w.browser.folders[0]])
    return job(
        'Delete the bookmark "{title}" from the Browser',
        {"title": mark.title},
        holds=f"s.browser.bookmarks.length === {len(w.browser.bookmarks) - 1} && {bookmarks(but=mark.id)}",
        spoil="s.browser.bookmarks.pop()",
        moves=(
            tap("Browser"), tap("More options"), tap("Bookmarks"), tap(f"Options of {mark.title}"),
            tap("Delete"),
        ),
        layout="changing",
    )  # fmt: skip


def engine(_w: PhoneState, chance: Random) -> Recipe:
    """Two settings."""
    name = chance.choice(("Orbit", "Quill"))
    return job(
        "In the Browser, make {name} the search engine and send Do Not Track requests",
        {"name": name},
        holds=f"(o => o.engine === {quoted(name)} && o.do_not_track)(s.browser.options) && "
        + fields_untouched("browser.options", but=["engine", "do_not_track"]),
        spoil="s.browser.options.secure = true",
        moves=(
            tap("Browser"), tap("More options"), tap("Settings"), tap("Search engine"), tap(name),
            tap("Send a Do Not Track request"),
        ),
    )  # fmt: skip


def newsletter(w: PhoneState, chance: Random) -> Recipe:
    """A subscription of some topics only."""
    person, often = chance.choice(w.people), chance.choice(("Daily", "Monthly"))
    topic = chance.choice(("Local news", "Sport news", "Science news"))
    values = {"form": "newsletter", "email": person.email, "often": often, "topics": [topic]}
    return job(
        "Subscribe {email} to the newsletter of the Daily Courier (news.example), {often}, and only for the"
        " topic {topic}",
        {"email": person.email, "often": often.lower(), "topic": topic},
        holds=f"{sent(values)} && {untouched('browser.reserved')}",
        spoil="s.browser.sent[0].often = 'Weekly'",
        moves=(
            *visit("news.example"), typed("Email address", person.email), pressed("Enter"), tap(often),
            tap(topic),
            tap("Subscribe"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def download(w: PhoneState, chance: Random) -> Recipe:
    """A recipe is kept as a file."""
    page = chance.choice([each for each in w.browser.pages if each.url.startswith("recipes.example/")])
    name = page.title.split(" - ")[0]
    return job(
        "Download the PDF of the recipe {name} from recipes.example",
        {"name": name},
        holds=f"s.browser.downloads.map(d => d.url).join() === {quoted(page.url)}"
        f" && s.browser.downloads.every(d => d.name === {quoted(name + '.pdf')} && d.path in s.files)"
        f" && {files_untouched(but='s.browser.downloads.some(d => d.path === x)')}",
        spoil="delete s.files[s.browser.downloads[0].path]",
        moves=(*visit("recipes.example"), tap(name), tap(f"Download {name}.pdf")),
        layout="changing",
    )


def last_train(w: PhoneState, chance: Random) -> Recipe:
    """Read a timetable."""
    town = chance.choice(_TOWNS)
    table = next(part for part in w.browser.find_page(f"Trains to {town}").parts if part.kind == "table")
    return question(
        "When does the last train of the day from Central Station to {town} leave? The timetables are on"
        " rail.example",
        {"town": town},
        answer=table.rows[-1][0],
        also=clock_forms(table.rows[-1][0]),
        wrong=table.rows[-2][0],
        moves=(*visit("rail.example"), tap(f"Trains to {town}")),
        kind="abstract",
        layout="changing",
    )


def edit_bookmark(w: PhoneState, chance: Random) -> Recipe:
    """A bookmark gets another name and folder."""
    mark = chance.choice([each for each in w.browser.bookmarks if each.folder == w.browser.folders[0]])
    name = chance.choice(("Read every day", "For later", "My favorite", "Useful"))
    one = f"s.browser.bookmarks.find(e => e.id === {quoted(mark.id)})"
    return job(
        'Rename the bookmark "{title}" of the Browser to "{name}" and move it to the folder Travel',
        {"title": mark.title, "name": name},
        holds=f"{one}.title === {quoted(name)} && {one}.url === {quoted(mark.url)} "
        f" && {one}.folder === 'Travel' && {bookmarks(but=mark.id)}"
        f" && s.browser.bookmarks.length === {len(w.browser.bookmarks)}",
        spoil=f"{one}.folder = 'Cooking'",
        moves=(
            tap("Browser"), tap("More options"), tap("Bookmarks"), tap(f"Options of {mark.title}"),
            tap("Edit"),
            typed("Name", name), tap("Folder"), tap("Travel"), tap("Save"),
        ),
        layout="changing",
    )  # fmt: skip


BROWSER: Mapping[str, Maker] = MappingProxyType(
    {
        "browser-fact": fact,
        "browser-add-bookmark": add_bookmark,
        "browser-library-card": library_card,
        "browser-close-tabs": close_tabs,
        "browser-delete-bookmark": delete_bookmark,
        "browser-engine": engine,
        "browser-newsletter": newsletter,
        "browser-download": download,
        "browser-last-train": last_train,
        "browser-edit-bookmark": edit_bookmark,
    }
)
