"""Tasks that need two applications, and tasks that need one that is not there, or none at all."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import Answered, Refused
from onscreen_practice.site_suite.mail_site_tasks import FRIENDS, INBOX, sent
from onscreen_practice.site_suite.office_tasks import (
    CALCULATOR,
    CALENDAR,
    NOTES,
    TOWNS,
    WIKI,
    add_moves,
    event_is,
    keys,
    look_up,
)
from onscreen_practice.site_suite.shop_site_tasks import SHOP, find, in_stock
from onscreen_practice.sites import world
from onscreen_practice.task_recipe import (
    DONE,
    REFUSED,
    TaskFactory,
    TaskRecipe,
    click,
    finish_with,
    js_literal,
    open_path,
    page_holds,
    site_state,
    type_text,
)

MEETINGS: Mapping[str, tuple[str, str, str]] = {
    "m1": ("Budget meeting", "2026-03-18", "14:00"),
    "m4": ("Dinner with Priya", "2026-03-27", "19:30"),
    "m7": ("Pottery workshop", "2026-03-19", "10:15"),
    "m8": ("Dentist", "2026-03-24", "08:45"),
}


def listed(name: str, text: str) -> str:
    """Return the condition that the list of this name holds the text."""
    items = f"({site_state('notes')}.items ?? [])"
    return f"{items}.some((i) => i.list === {js_literal(name)} && i.text === {js_literal(text)})"


def price_by_mail(chance: Random) -> TaskRecipe:
    """From the shop to the mailbox."""
    product, other = in_stock(chance, 2)
    friend = chance.choice(FRIENDS)
    asked = (
        f"Find out the price of the {product.name} in the shop and mail it to {friend} "
        f'with the subject "Price".'
    )
    begin = (open_path(SHOP), *find(product), open_path(INBOX), click("link", "Compose"))
    fill = (type_text("To", friend), type_text("Subject", "Price"))
    send = (click("button", "Send"), DONE)
    check = page_holds(sent(to=friend, words=product.price, subject="Price"))
    moves = (*begin, *fill, type_text("Message", f"It costs ${product.price}."), *send)
    near = (*begin, *fill, type_text("Message", f"It costs ${other.cents / 100 + 0.01:.2f}."), *send)
    return TaskRecipe(asked, check, moves, near)


def mayor_to_list(chance: Random) -> TaskRecipe:
    """From the wiki to the lists."""
    town, other = chance.sample(TOWNS, 2)
    mayors = {a.title: a.facts.get("Mayor", "") for a in world().articles}
    asked = (
        f"Look up the name of the mayor of {town} in the wiki "
        f"and add this name to the Personal list of the notes."
    )
    found = listed("Personal", mayors[town])
    begin, add = (open_path(WIKI), *look_up(town), open_path(NOTES)), click("button", "Add to Personal")
    moves = (*begin, type_text("New item for Personal", mayors[town]), add, DONE)
    near = (*begin, type_text("New item for Personal", mayors[other]), add, DONE)
    return TaskRecipe(asked, page_holds(found), moves, near)


def mail_to_calendar(chance: Random) -> TaskRecipe:
    """From the mailbox to the calendar."""
    number = chance.choice(sorted(MEETINGS))
    message = next(m for m in world().messages if m.id == number)
    title, date, time = MEETINGS[number]
    asked = (
        f"Read the mail from {message.sender} and put its date and time "
        f'into the calendar as the event "{title}".'
    )
    begin = (open_path(INBOX), click("link", message.subject), open_path(CALENDAR))
    moves = (*begin, *add_moves(title, date, time=time), DONE)
    near = (*begin, *add_moves(title, date, time="12:00"), DONE)
    return TaskRecipe(asked, event_is(title, date, time=time), moves, near)


def sum_to_list(chance: Random) -> TaskRecipe:
    """From the calculator to the lists."""
    first, second = chance.randint(12, 99), chance.randint(12, 99)
    asked = (
        f"Work out {first} times {second} with the calculator "
        "and add the result to the Work list of the notes."
    )
    found = listed("Work", str(first * second))
    begin = (open_path(CALCULATOR), *keys(f"{first}*{second}"), open_path(NOTES))
    add = click("button", "Add to Work")
    moves = (*begin, type_text("New item for Work", str(first * second)), add, DONE)
    near = (*begin, type_text("New item for Work", str(first * second + 10)), add, DONE)
    return TaskRecipe(asked, page_holds(found), moves, near)


def no_tool_flight(chance: Random) -> TaskRecipe:
    """Ask for what no application here can do."""
    town = chance.choice(("Oslo", "Lima", "Hanoi"))
    asked = f"Check in for my flight to {town} with the airline application."
    return TaskRecipe(asked, Refused(), (REFUSED,), (finish_with("You are checked in."),))


def no_tool_photo(chance: Random) -> TaskRecipe:
    """Ask for another thing that no application here can do."""
    thing = chance.choice(("the background", "the red eyes", "the scratches"))
    asked = f"Remove {thing} from my holiday photo with the photo editor."
    return TaskRecipe(asked, Refused(), (REFUSED,), (DONE,))


CAPITALS = {"France": "Paris", "Japan": "Tokyo", "Egypt": "Cairo", "Norway": "Oslo"}


def no_need_capital(chance: Random) -> TaskRecipe:
    """Ask what can be answered without any application."""
    country, other = chance.sample(sorted(CAPITALS), 2)
    asked = f"Without using any application, tell me the capital of {country}."
    return TaskRecipe(
        asked, Answered(CAPITALS[country]), (finish_with(CAPITALS[country]),), (finish_with(CAPITALS[other]),)
    )


def no_need_sum(chance: Random) -> TaskRecipe:
    """Ask for a sum small enough to be known."""
    first, second = chance.randint(2, 9), chance.randint(11, 19)
    asked = f"Without using any application, tell me what {first} plus {second} is."
    right = str(first + second)
    return TaskRecipe(asked, Answered(right), (finish_with(right),), (finish_with(str(first + second + 1)),))


ACROSS_TASKS: Mapping[str, TaskFactory] = {
    "across-price-by-mail": price_by_mail,
    "across-mayor-to-list": mayor_to_list,
    "across-mail-to-calendar": mail_to_calendar,
    "across-sum-to-list": sum_to_list,
    "no-tool-flight": no_tool_flight,
    "no-tool-photo": no_tool_photo,
    "no-need-capital": no_need_capital,
    "no-need-sum": no_need_sum,
}
