"""Task factories for the Browser app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.web_pages import WebPage
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import (
    TaskFactory,
    clock_forms,
    number_forms,
    other_number_words,
    question_task,
    state_is,
    state_task,
)
from onscreen_practice.state.expected_changes import Change, adds, becomes, removes
from onscreen_practice.state.value_patterns import ListOf, NewIn, Text
from onscreen_practice.task_recipe import Move, TaskRecipe, press, tap, type_text

_FACTS = (
    ("Mount Ardin", "Height", "How high is {name} in meters"),
    ("River Tessel", "Length", "How many km long is the {name}"),
    ("Lake Orvin", "Depth", "How many meters deep is {name}"),
    ("Tessel Bridge", "Built", "When was {name} built"),
    ("Haldern University", "Founded", "In which year was {name} founded"),
    ("Ardin Railway", "Stations", "How many stations does the {name} have"),
)  # fmt: skip
_TOWNS = ("Haldern", "Orvin South", "Skarra Port", "Ardin Base", "Marlow", "Tessel Mouth")


def open_address(address: str) -> tuple[Move, ...]:
    """Build the sequence of UI actions that opens a web address in the browser."""
    return (
        tap("Browser"),
        tap("Address bar"),
        type_text("Search or type web address", address),
        press("Enter"),
    )


def form_sent(values: Mapping[str, str | Sequence[str]]) -> Change:
    """Build the expected state change for one submitted web form, ignoring the case of its values."""
    fields = {
        name: Text(value, ignore_case=True)
        if isinstance(value, str)
        else ListOf(tuple(Text(each, ignore_case=True) for each in value))
        for name, value in values.items()
    }
    return becomes("browser.sent", [fields])


def find_unmarked_articles(state: PhoneState) -> list[WebPage]:
    """List the encyclopedia articles that are not bookmarked."""
    marked = {each.url for each in state.browser.bookmarks}
    return [each for each in state.browser.pages if "/wiki/" in each.url and each.url not in marked]


def find_fact(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a number from an online encyclopedia, such as a river's length."""
    name, label, instruction = rng.choice(_FACTS)
    answer = state.browser.find_page(f"{name} -").get_fact(label).split()[0]
    return question_task(
        instruction.format(name="{name}") + ", according to the Open Encyclopedia (encyclo.example)?",
        {"name": name},
        answer=answer,
        also=number_forms(answer),
        instead=other_number_words(answer),
        wrong=str(int(answer) + 1),
        moves=(*open_address("encyclo.example"), tap(name)),
        layout="changing",
    )


def add_bookmark(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to bookmark an article in a given folder in the Browser app."""
    page = rng.choice(find_unmarked_articles(state))
    name, folder = page.title.split(" - ")[0], rng.choice(state.browser.folders[1:])
    return state_task(
        "In the Browser, open the article {name} on encyclo.example and bookmark it in the folder {folder}",
        {"name": name, "folder": folder},
        check=state_is(adds("browser.bookmarks", {"url": page.url, "folder": folder})),
        spoil=put("browser.bookmarks[+].folder", "Mobile bookmarks"),
        moves=(
            *open_address("encyclo.example"), tap(name), tap("More options"), tap("Add bookmark"),
            tap("Edit"), tap("Folder"), tap(folder), tap("Save"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def apply_for_card(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to apply for a library card by filling in a web form."""
    person = rng.choice(state.people)
    card, branch = rng.choice(("Adult", "Student", "Senior")), rng.choice(("Center", "North", "Harbor"))
    values = {
        "form": "register", "name": person.name, "email": person.email,
        "postcode": str(rng.randint(10000, 98999)),
        "card": card, "branch": branch,
    }  # fmt: skip
    return state_task(
        "Apply for a card of the City Library (library.example) for {name}, {email}, postcode {postcode}:"
        " a card of the kind {card} at the branch {branch}. Accept the rules",
        {key: value for key, value in values.items() if key != "form"},
        check=state_is(form_sent(values)),
        spoil=put("browser.sent[0].postcode", "00000"),
        moves=(
            *open_address("library.example"), tap("Get a library card"),
            type_text("Full name", person.name), type_text("Email address", person.email),
            type_text("Postcode", values["postcode"]), tap("Kind of card"), tap(card), tap(branch),
            tap("I accept the rules of the library"), tap("Send application"),
        ),
    )  # fmt: skip


def close_tabs(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to close two of the three open tabs in the Browser app."""
    titles = {page.url: page.title for page in state.browser.pages}
    remaining = rng.choice(state.browser.tabs)
    one, two = (titles[tab.stack[0]] for tab in state.browser.tabs if tab != remaining)
    return state_task(
        'Close the tabs "{one}" and "{two}" in the Browser and keep the other one open',
        {"one": one, "two": two},
        check=state_is(becomes("browser.tabs", [{"id": remaining.id, "desktop": remaining.desktop}])),
        spoil=put("browser.tabs", []),
        moves=(tap("Browser"), tap("Switch tabs"), tap(f"Close {one}"), tap(f"Close {two}")),
        layout="changing",
    )


def delete_bookmark(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete a bookmark in the Browser app."""
    mark = rng.choice([each for each in state.browser.bookmarks if each.folder == state.browser.folders[0]])
    return state_task(
        'Delete the bookmark "{title}" from the Browser',
        {"title": mark.title},
        check=state_is(removes(f"browser.bookmarks[id={mark.id}]")),
        spoil=delete("browser.bookmarks[-1]"),
        moves=(
            tap("Browser"), tap("More options"), tap("Bookmarks"), tap(f"Options of {mark.title}"),
            tap("Delete"),
        ),
        layout="changing",
    )  # fmt: skip


def change_settings(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the search engine and turn on Do Not Track in the Browser app."""
    name = rng.choice(("Orbit", "Quill"))
    return state_task(
        "In the Browser, make {name} the search engine and send Do Not Track requests",
        {"name": name},
        check=state_is(
            becomes("browser.options.engine", name), becomes("browser.options.do_not_track", True)
        ),
        spoil=put("browser.options.secure", True),
        moves=(
            tap("Browser"), tap("More options"), tap("Settings"), tap("Search engine"), tap(name),
            tap("Send a Do Not Track request"),
        ),
    )  # fmt: skip


def subscribe_to_newsletter(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to subscribe to a newspaper's email newsletter on a single topic."""
    person, often = rng.choice(state.people), rng.choice(("Daily", "Monthly"))
    topic = rng.choice(("Local news", "Sport news", "Science news"))
    values: Mapping[str, str | Sequence[str]] = {
        "form": "newsletter",
        "email": person.email,
        "often": often,
        "topics": [topic],
    }
    return state_task(
        "Subscribe {email} to the newsletter of the Daily Courier (news.example), {often}, and only for the"
        " topic {topic}",
        {"email": person.email, "often": often.lower(), "topic": topic},
        check=state_is(form_sent(values)),
        spoil=put("browser.sent[0].often", "Weekly"),
        moves=(
            *open_address("news.example"), type_text("Email address", person.email), press("Enter"),
            tap(often), tap(topic), tap("Subscribe"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def download_file(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to download a recipe as a PDF file from a website."""
    page = rng.choice([each for each in state.browser.pages if each.url.startswith("recipes.example/")])
    name = page.title.split(" - ")[0]
    return state_task(
        "Download the PDF of the recipe {name} from recipes.example",
        {"name": name},
        check=state_is(
            adds("browser.downloads", {"url": page.url, "name": f"{name}.pdf", "path": NewIn("files")}),
            adds("files", {"about": {"from": page.url}}),
        ),
        spoil=delete("files[+]"),
        moves=(*open_address("recipes.example"), tap(name), tap(f"Download {name}.pdf")),
        layout="changing",
    )


def find_last_train(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks when the last train of the day leaves, according to an online timetable.

    The instruction does not name the app.
    """
    town = rng.choice(_TOWNS)
    table = next(part for part in state.browser.find_page(f"Trains to {town}").parts if part.kind == "table")
    return question_task(
        "When does the last train of the day from Central Station to {town} leave? The timetables are on"
        " rail.example",
        {"town": town},
        answer=table.rows[-1][0],
        also=clock_forms(table.rows[-1][0]),
        wrong=table.rows[-2][0],
        moves=(*open_address("rail.example"), tap(f"Trains to {town}")),
        kind="abstract",
        layout="changing",
    )


def edit_bookmark(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to rename a bookmark and move it to another folder in the Browser app."""
    mark = rng.choice([each for each in state.browser.bookmarks if each.folder == state.browser.folders[0]])
    name = rng.choice(("Read every day", "For later", "My favorite", "Useful"))
    path = f"browser.bookmarks[id={mark.id}]"
    return state_task(
        'Rename the bookmark "{title}" of the Browser to "{name}" and move it to the folder Travel',
        {"title": mark.title, "name": name},
        check=state_is(becomes(f"{path}.title", name), becomes(f"{path}.folder", "Travel")),
        spoil=put(f"{path}.folder", "Cooking"),
        moves=(
            tap("Browser"), tap("More options"), tap("Bookmarks"), tap(f"Options of {mark.title}"),
            tap("Edit"), type_text("Name", name), tap("Folder"), tap("Travel"), tap("Save"),
        ),
        layout="changing",
    )  # fmt: skip


BROWSER: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "browser-fact": find_fact,
        "browser-add-bookmark": add_bookmark,
        "browser-library-card": apply_for_card,
        "browser-close-tabs": close_tabs,
        "browser-delete-bookmark": delete_bookmark,
        "browser-engine": change_settings,
        "browser-newsletter": subscribe_to_newsletter,
        "browser-download": download_file,
        "browser-last-train": find_last_train,
        "browser-edit-bookmark": edit_bookmark,
    }
)
