"""Tasks for the practice notes, calendar, calculator and wiki applications."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import AddressIs, Answered, Check
from onscreen_practice.sites import Event, load_site_data
from onscreen_practice.task_recipe import (
    DONE,
    Move,
    TaskFactory,
    TaskRecipe,
    click,
    finish_with,
    js_literal,
    page_holds,
    site_state,
    type_text,
)

NOTES = "/notes/index.html"
CALENDAR = "/calendar/index.html"
CALCULATOR = "/calculator/index.html"
WIKI = "/wiki/index.html"
LIST_ITEMS = ("Olive oil", "Lemons", "Birthday card", "Light bulbs", "Stamps", "Rice")
EVENT_TITLES = ("Haircut", "Piano lesson", "Lunch with Eva", "Team call", "Swimming")
MONTHS = ("January", "February", "March", "April", "May", "June")
OPERATOR_BUTTONS = {"*": "multiply", "+": "add", "-": "subtract"}
OPERATOR_WORDS = {"*": "times", "+": "plus", "-": "minus"}
CURRENT_MONTH = 3


def format_date(date: str) -> str:
    """Format an ISO date such as "2026-03-05" in words, for example "5 March 2026"."""
    year, month, day = date.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}"


def add_item(rng: Random) -> TaskRecipe:
    """Create a task to add an item to a list in the notes application."""
    item = rng.choice(LIST_ITEMS)
    wanted, other = rng.sample(sorted(load_site_data().lists), 2)

    def add_moves(name: str) -> tuple[Move, ...]:
        return (type_text(f"New item for {name}", item), click("button", f"Add to {name}"), DONE)

    expression = (
        f"({site_state('notes')}.items ?? []).filter((i) => i.text === {js_literal(item)}).map((i) => i.list)"
    )
    check = page_holds(f"JSON.stringify({expression}) === {js_literal(js_literal([wanted]))}")
    return TaskRecipe(
        f'Add "{item}" to the {wanted} list.', check, add_moves(wanted), add_moves(other), start_path=NOTES
    )


def tick_item(rng: Random) -> TaskRecipe:
    """Create a task to mark a list item as done in the notes application."""
    wanted, other = rng.sample([text for items in load_site_data().lists.values() for text in items], 2)
    expression = f"({site_state('notes')}.items ?? []).filter((i) => i.done).map((i) => i.text)"
    check = page_holds(f"JSON.stringify({expression}) === {js_literal(js_literal([wanted]))}")
    moves, near = (click("checkbox", wanted), DONE), (click("checkbox", other), DONE)
    return TaskRecipe(f'Mark "{wanted}" as done in my lists.', check, moves, near, start_path=NOTES)


def write_note(rng: Random) -> TaskRecipe:
    """Create a task to write a note with a title and a text in the notes application."""
    title = rng.choice(("Ideas", "Trip to Lissa", "Presents"))
    text = rng.choice(("Take the early train", "Ask Clara first", "Nothing above 30 dollars"))
    expression = f"({site_state('notes')}.notes ?? [])"
    check = page_holds(
        f"{expression}.some((n) => n.title === {js_literal(title)} && n.text.trim() === {js_literal(text)})"
        f" && {expression}.length === 3"
    )
    start_moves, save_moves = (
        (click("link", "New note"), type_text("Title", title)),
        (click("button", "Save note"), DONE),
    )
    instruction = f'Write a new note with the title "{title}" and the text "{text}".'
    return TaskRecipe(
        instruction,
        check,
        (*start_moves, type_text("Text", text), *save_moves),
        (*start_moves, *save_moves),
        start_path=NOTES,
    )


def build_event_check(title: str, date: str, *, time: str) -> Check:
    """Create a check for exactly one calendar event with the given title, date and time."""
    expression = (
        f"({site_state('calendar')}.events ?? []).filter((e) => e.title.trim() === {js_literal(title)})"
    )
    date_condition = f"e[0].date === {js_literal(date)} && e[0].time === {js_literal(time)}"
    return page_holds(f"((e) => e.length === 1 && {date_condition})({expression})")


def add_event_moves(title: str, date: str, *, time: str) -> tuple[Move, ...]:
    """Return the actions that add an event to the month shown in the calendar."""
    fill_moves = (type_text("Title", title), type_text("Time", time))
    return (click("button", f"Add event on {format_date(date)}"), *fill_moves, click("button", "Save event"))


def add_event(rng: Random) -> TaskRecipe:
    """Create a task to add an event to the calendar, in the current or next month."""
    title, day, hour = rng.choice(EVENT_TITLES), rng.randint(11, 28), rng.randint(8, 18)
    month = rng.choice((CURRENT_MONTH, CURRENT_MONTH + 1))
    date, time = f"2026-{month:02}-{day}", f"{hour:02}:30"
    month_moves = (click("link", "Next month"),) * (month - CURRENT_MONTH)
    moves = (*month_moves, *add_event_moves(title, date, time=time), DONE)
    near = (*month_moves, *add_event_moves(title, date[:-2] + f"{day - 1:02}", time=time), DONE)
    instruction = f'Add the event "{title}" to the calendar on {format_date(date)} at {time}.'
    return TaskRecipe(
        instruction, build_event_check(title, date, time=time), moves, near, start_path=CALENDAR
    )


def draw_event(rng: Random) -> tuple[Event, tuple[Move, ...]]:
    """Choose a random calendar event and the actions that display the event's month."""
    event = rng.choice([e for e in load_site_data().events if e.date >= "2026-03"])
    months_ahead = int(event.date[5:7]) - CURRENT_MONTH
    return event, (click("link", "Next month"),) * months_ahead


def find_event(rng: Random) -> TaskRecipe:
    """Create a task to report which event is in the calendar on a given day."""
    event, month_moves = draw_event(rng)
    other_event = next(e for e in load_site_data().events if e.title != event.title)
    instruction = f"Which event is in my calendar on {format_date(event.date)}?"
    moves, near = (*month_moves, finish_with(event.title)), (*month_moves, finish_with(other_event.title))
    return TaskRecipe(instruction, Answered(event.title), moves, near, start_path=CALENDAR)


def delete_event(rng: Random) -> TaskRecipe:
    """Create a task to delete an event from the calendar."""
    event, month_moves = draw_event(rng)
    remaining = f"({site_state('calendar')}.events ?? []).map((e) => e.id)"
    expected_ids = js_literal([e.id for e in load_site_data().events if e.id != event.id])
    open_event = (*month_moves, click("button", f"{event.time} {event.title}"))
    moves, near = (
        (*open_event, click("button", "Delete event"), DONE),
        (*open_event, click("button", "Cancel"), DONE),
    )
    instruction = f'Delete the event "{event.title}" on {format_date(event.date)} from the calendar.'
    return TaskRecipe(
        instruction,
        page_holds(f"JSON.stringify({remaining}) === {js_literal(expected_ids)}"),
        moves,
        near,
        start_path=CALENDAR,
    )


def calculator_moves(expression: str) -> tuple[Move, ...]:
    """Return the calculator key presses for an expression such as "12*3+4"."""
    return (
        *(click("button", OPERATOR_BUTTONS.get(key, key)) for key in expression),
        click("button", "equals"),
    )


def evaluate(first: int, sign: str, *, second: int) -> str:
    """Compute the result that the calculator should display."""
    return str({"*": first * second, "+": first + second, "-": first - second}[sign])


def calculate(rng: Random) -> TaskRecipe:
    """Create a task to compute a result with the calculator."""
    first, second, sign = rng.randint(12, 99), rng.randint(3, 98), rng.choice("*+-")
    instruction = f"Work out {first} {OPERATOR_WORDS[sign]} {second} with the calculator."
    check = page_holds(
        f"{site_state('calculator')}.shown === {js_literal(evaluate(first, sign, second=second))}"
    )
    near = (*calculator_moves(f"{first}{sign}{second + 1}"), DONE)
    return TaskRecipe(
        instruction, check, (*calculator_moves(f"{first}{sign}{second}"), DONE), near, start_path=CALCULATOR
    )


TOWNS = ("Lissa", "Port Merrow", "Highgate", "Oldham Bay")


def wiki_lookup_moves(title: str) -> tuple[Move, ...]:
    """Return the actions that search the wiki for an article and open it."""
    search = type_text("Search the wiki", title, role="searchbox")
    return (search, click("button", "Search"), click("link", title))


def wiki_fact(rng: Random) -> TaskRecipe:
    """Create a task to look up a fact about a town in the wiki."""
    town, other = rng.sample(TOWNS, 2)
    fact = rng.choice(("Population", "Founded", "Mayor"))
    facts = {a.title: a.facts for a in load_site_data().articles}
    words = {"Population": "What is the population of", "Founded": "When was", "Mayor": "Who is the mayor of"}
    instruction = f"{words[fact]} {town}{' founded' if fact == 'Founded' else ''}, according to the wiki?"
    moves, near = (
        (*wiki_lookup_moves(town), finish_with(facts[town][fact])),
        (*wiki_lookup_moves(other), finish_with(facts[other][fact])),
    )
    return TaskRecipe(instruction, Answered(facts[town][fact]), moves, near, start_path=WIKI)


def wiki_path(rng: Random) -> TaskRecipe:
    """Create a task to follow a link from one wiki article to another."""
    town, other = rng.sample(TOWNS, 2)
    rivers = {a.title: a.facts.get("River", "") for a in load_site_data().articles}
    instruction = f"In the wiki, open the article about the river on which {town} lies."
    check = AddressIs(f"*/wiki/article.html[?]title={rivers[town].replace(' ', '_')}")
    moves = (*wiki_lookup_moves(town), click("link", rivers[town]), DONE)
    near = (*wiki_lookup_moves(other), click("link", rivers[other]), DONE)
    return TaskRecipe(instruction, check, moves, near, start_path=WIKI)


def wiki_slow(rng: Random) -> TaskRecipe:
    """Create a task to look up a fact in the wiki while pages load slowly and show an ad."""
    recipe = wiki_fact(rng)
    return TaskRecipe(
        recipe.instruction,
        recipe.check,
        recipe.moves,
        recipe.near_miss,
        start_path=f"{WIKI}?interruptions=slow,ad",
    )


OFFICE_TASKS: Mapping[str, TaskFactory] = {
    "notes-add": add_item,
    "notes-tick": tick_item,
    "notes-write": write_note,
    "calendar-add": add_event,
    "calendar-find": find_event,
    "calendar-delete": delete_event,
    "calculator-compute": calculate,
    "wiki-fact": wiki_fact,
    "wiki-path": wiki_path,
    "wiki-slow": wiki_slow,
}
