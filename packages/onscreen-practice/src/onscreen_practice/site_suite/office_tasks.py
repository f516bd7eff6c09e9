"""Tasks with the practice notes, calendar, calculator and wiki."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import AddressIs, Answered, Check
from onscreen_practice.sites import Event, world
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
THINGS = ("Olive oil", "Lemons", "Birthday card", "Light bulbs", "Stamps", "Rice")
PLANS = ("Haircut", "Piano lesson", "Lunch with Eva", "Team call", "Swimming")
MONTHS = ("January", "February", "March", "April", "May", "June")
KEYS = {"*": "multiply", "+": "add", "-": "subtract"}
WORDS = {"*": "times", "+": "plus", "-": "minus"}
THIS_MONTH = 3


def spoken(date: str) -> str:
    """Write 2026-03-05 as 5 March 2026."""
    year, month, day = date.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}"


def add_item(chance: Random) -> TaskRecipe:
    """Add to one of three lists."""
    thing = chance.choice(THINGS)
    wanted, other = chance.sample(sorted(world().lists), 2)

    def into(name: str) -> tuple[Move, ...]:
        return (type_text(f"New item for {name}", thing), click("button", f"Add to {name}"), DONE)

    items = f"({site_state('notes')}.items ?? []).filter((i) => i.text === {js_literal(thing)})"
    found = f"{items}.map((i) => i.list)"
    check = page_holds(f"JSON.stringify({found}) === {js_literal(js_literal([wanted]))}")
    return TaskRecipe(
        f'Add "{thing}" to the {wanted} list.', check, into(wanted), into(other), start_path=NOTES
    )


def tick_item(chance: Random) -> TaskRecipe:
    """Mark one thing of the lists as done."""
    wanted, other = chance.sample([text for items in world().lists.values() for text in items], 2)
    found = f"({site_state('notes')}.items ?? []).filter((i) => i.done).map((i) => i.text)"
    check = page_holds(f"JSON.stringify({found}) === {js_literal(js_literal([wanted]))}")
    moves, near = (click("checkbox", wanted), DONE), (click("checkbox", other), DONE)
    return TaskRecipe(f'Mark "{wanted}" as done in my lists.', check, moves, near, start_path=NOTES)


def write_note(chance: Random) -> TaskRecipe:
    """Write a note with title and text."""
    title = chance.choice(("Ideas", "Trip to Lissa", "Presents"))
    text = chance.choice(("Take the early train", "Ask Clara first", "Nothing above 30 dollars"))
    found = f"({site_state('notes')}.notes ?? [])"
    check = page_holds(
        f"{found}.some((n) => n.title === {js_literal(title)} && n.text.trim() === {js_literal(text)})"
        f" && {found}.length === 3"
    )
    begin, save = (click("link", "New note"), type_text("Title", title)), (click("button", "Save note"), DONE)
    asked = f'Write a new note with the title "{title}" and the text "{text}".'
    return TaskRecipe(
        asked, check, (*begin, type_text("Text", text), *save), (*begin, *save), start_path=NOTES
    )


def event_is(title: str, date: str, *, time: str) -> Check:
    """Check that there is exactly one event of this title, then and there."""
    found = f"({site_state('calendar')}.events ?? []).filter((e) => e.title.trim() === {js_literal(title)})"
    exact = f"e[0].date === {js_literal(date)} && e[0].time === {js_literal(time)}"
    return page_holds(f"((e) => e.length === 1 && {exact})({found})")


def add_moves(title: str, date: str, *, time: str) -> tuple[Move, ...]:
    """Add an event of the month that is shown."""
    fill = (type_text("Title", title), type_text("Time", time))
    return (click("button", f"Add event on {spoken(date)}"), *fill, click("button", "Save event"))


def add_event(chance: Random) -> TaskRecipe:
    """Add an event this month or the next."""
    title, day, hour = chance.choice(PLANS), chance.randint(11, 28), chance.randint(8, 18)
    month = chance.choice((THIS_MONTH, THIS_MONTH + 1))
    date, time = f"2026-{month:02}-{day}", f"{hour:02}:30"
    turn = (click("link", "Next month"),) * (month - THIS_MONTH)
    moves = (*turn, *add_moves(title, date, time=time), DONE)
    near = (*turn, *add_moves(title, date[:-2] + f"{day - 1:02}", time=time), DONE)
    asked = f'Add the event "{title}" to the calendar on {spoken(date)} at {time}.'
    return TaskRecipe(asked, event_is(title, date, time=time), moves, near, start_path=CALENDAR)


def drawn_event(chance: Random) -> tuple[Event, tuple[Move, ...]]:
    """Draw an event that is there, with the moves that show its month."""
    event = chance.choice([e for e in world().events if e.date >= "2026-03"])
    away = int(event.date[5:7]) - THIS_MONTH
    return event, (click("link", "Next month"),) * away


def find_event(chance: Random) -> TaskRecipe:
    """Say what is on on a day."""
    event, turn = drawn_event(chance)
    other = next(e for e in world().events if e.title != event.title)
    asked = f"Which event is in my calendar on {spoken(event.date)}?"
    moves, near = (*turn, finish_with(event.title)), (*turn, finish_with(other.title))
    return TaskRecipe(asked, Answered(event.title), moves, near, start_path=CALENDAR)


def delete_event(chance: Random) -> TaskRecipe:
    """Take an event out of the calendar."""
    event, turn = drawn_event(chance)
    left = f"({site_state('calendar')}.events ?? []).map((e) => e.id)"
    rest = js_literal([e.id for e in world().events if e.id != event.id])
    show = (*turn, click("button", f"{event.time} {event.title}"))
    moves, near = (*show, click("button", "Delete event"), DONE), (*show, click("button", "Cancel"), DONE)
    asked = f'Delete the event "{event.title}" on {spoken(event.date)} from the calendar.'
    return TaskRecipe(
        asked, page_holds(f"JSON.stringify({left}) === {js_literal(rest)}"), moves, near, start_path=CALENDAR
    )


def keys(sum_: str) -> tuple[Move, ...]:
    """Press the keys of a sum such as 12*3+4 and then equals."""
    return (*(click("button", KEYS.get(key, key)) for key in sum_), click("button", "equals"))


def computed(first: int, sign: str, *, second: int) -> str:
    """Work it out here, to know what the calculator must show."""
    return str({"*": first * second, "+": first + second, "-": first - second}[sign])


def calculate(chance: Random) -> TaskRecipe:
    """Press the keys of one sum."""
    first, second, sign = chance.randint(12, 99), chance.randint(3, 98), chance.choice("*+-")
    asked = f"Work out {first} {WORDS[sign]} {second} with the calculator."
    check = page_holds(
        f"{site_state('calculator')}.shown === {js_literal(computed(first, sign, second=second))}"
    )
    near = (*keys(f"{first}{sign}{second + 1}"), DONE)
    return TaskRecipe(asked, check, (*keys(f"{first}{sign}{second}"), DONE), near, start_path=CALCULATOR)


TOWNS = ("Lissa", "Port Merrow", "Highgate", "Oldham Bay")


def look_up(title: str) -> tuple[Move, ...]:
    """Search the wiki for an article and open it."""
    search = type_text("Search the wiki", title, role="searchbox")
    return (search, click("button", "Search"), click("link", title))


def wiki_fact(chance: Random) -> TaskRecipe:
    """Find a fact of a town."""
    town, other = chance.sample(TOWNS, 2)
    fact = chance.choice(("Population", "Founded", "Mayor"))
    facts = {a.title: a.facts for a in world().articles}
    words = {"Population": "What is the population of", "Founded": "When was", "Mayor": "Who is the mayor of"}
    asked = f"{words[fact]} {town}{' founded' if fact == 'Founded' else ''}, according to the wiki?"
    moves, near = (
        (*look_up(town), finish_with(facts[town][fact])),
        (*look_up(other), finish_with(facts[other][fact])),
    )
    return TaskRecipe(asked, Answered(facts[town][fact]), moves, near, start_path=WIKI)


def wiki_path(chance: Random) -> TaskRecipe:
    """Follow a link from one article to another."""
    town, other = chance.sample(TOWNS, 2)
    rivers = {a.title: a.facts.get("River", "") for a in world().articles}
    asked = f"In the wiki, open the article about the river on which {town} lies."
    check = AddressIs(f"*/wiki/article.html[?]title={rivers[town].replace(' ', '_')}")
    moves = (*look_up(town), click("link", rivers[town]), DONE)
    near = (*look_up(other), click("link", rivers[other]), DONE)
    return TaskRecipe(asked, check, moves, near, start_path=WIKI)


def wiki_slow(chance: Random) -> TaskRecipe:
    """Find a fact while every page is slow and carries an advertisement."""
    plain = wiki_fact(chance)
    return TaskRecipe(
        plain.instruction, plain.check, plain.moves, plain.near_miss, start_path=f"{WIKI}?trouble=slow,ad"
    )


DESK_TASKS: Mapping[str, TaskFactory] = {
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
