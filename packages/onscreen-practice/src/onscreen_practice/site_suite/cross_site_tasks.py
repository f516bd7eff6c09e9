"""Tasks that need two applications, an unavailable application, or no application."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import Answered, Refused
from onscreen_practice.site_suite.mail_site_tasks import MAIL, RECIPIENTS, build_sent_condition
from onscreen_practice.site_suite.office_site_tasks import (
    CALCULATOR,
    CALENDAR,
    NOTES,
    TOWNS,
    WIKI,
    add_event_moves,
    build_event_check,
    calculator_moves,
    wiki_lookup_moves,
)
from onscreen_practice.site_suite.shop_site_tasks import SHOP, draw_products_in_stock, find_product_moves
from onscreen_practice.sites import load_site_data
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

MEETING_MAILS: Mapping[str, tuple[str, str, str]] = {
    "m1": ("Budget meeting", "2026-03-18", "14:00"),
    "m4": ("Dinner with Priya", "2026-03-27", "19:30"),
    "m7": ("Pottery workshop", "2026-03-19", "10:15"),
    "m8": ("Dentist", "2026-03-24", "08:45"),
}


def build_list_condition(name: str, text: str) -> str:
    """Build a JavaScript condition that is true if the named list contains the given item."""
    items = f"({site_state('notes')}.items ?? [])"
    return f"{items}.some((i) => i.list === {js_literal(name)} && i.text === {js_literal(text)})"


def price_by_mail(rng: Random) -> TaskRecipe:
    """Create a task to find a price in the shop and send it by email."""
    product, other = draw_products_in_stock(rng, 2)
    friend = rng.choice(RECIPIENTS)
    instruction = (
        f"Find out the price of the {product.name} in the shop and mail it to {friend} "
        f'with the subject "Price".'
    )
    start_moves = (open_path(SHOP), *find_product_moves(product), open_path(MAIL), click("link", "Compose"))
    fill_moves = (type_text("To", friend), type_text("Subject", "Price"))
    send_moves = (click("button", "Send"), DONE)
    check = page_holds(build_sent_condition(to=friend, words=product.price, subject="Price"))
    moves = (*start_moves, *fill_moves, type_text("Message", f"It costs ${product.price}."), *send_moves)
    near = (
        *start_moves,
        *fill_moves,
        type_text("Message", f"It costs ${other.cents / 100 + 0.01:.2f}."),
        *send_moves,
    )
    return TaskRecipe(instruction, check, moves, near)


def mayor_to_list(rng: Random) -> TaskRecipe:
    """Create a task to look up a mayor in the wiki and add the name to a list."""
    town, other = rng.sample(TOWNS, 2)
    mayors = {a.title: a.facts.get("Mayor", "") for a in load_site_data().articles}
    instruction = (
        f"Look up the name of the mayor of {town} in the wiki "
        f"and add this name to the Personal list of the notes."
    )
    condition = build_list_condition("Personal", mayors[town])
    start_moves, add = (
        (open_path(WIKI), *wiki_lookup_moves(town), open_path(NOTES)),
        click("button", "Add to Personal"),
    )
    moves = (*start_moves, type_text("New item for Personal", mayors[town]), add, DONE)
    near = (*start_moves, type_text("New item for Personal", mayors[other]), add, DONE)
    return TaskRecipe(instruction, page_holds(condition), moves, near)


def mail_to_calendar(rng: Random) -> TaskRecipe:
    """Create a task to read a date in an email and add the event to the calendar."""
    number = rng.choice(sorted(MEETING_MAILS))
    message = next(m for m in load_site_data().messages if m.id == number)
    title, date, time = MEETING_MAILS[number]
    instruction = (
        f"Read the mail from {message.sender} and put its date and time "
        f'into the calendar as the event "{title}".'
    )
    start_moves = (open_path(MAIL), click("link", message.subject), open_path(CALENDAR))
    moves = (*start_moves, *add_event_moves(title, date, time=time), DONE)
    near = (*start_moves, *add_event_moves(title, date, time="12:00"), DONE)
    return TaskRecipe(instruction, build_event_check(title, date, time=time), moves, near)


def sum_to_list(rng: Random) -> TaskRecipe:
    """Create a task to multiply two numbers with the calculator and add the result to a list."""
    first, second = rng.randint(12, 99), rng.randint(12, 99)
    instruction = (
        f"Work out {first} times {second} with the calculator "
        "and add the result to the Work list of the notes."
    )
    condition = build_list_condition("Work", str(first * second))
    start_moves = (open_path(CALCULATOR), *calculator_moves(f"{first}*{second}"), open_path(NOTES))
    add = click("button", "Add to Work")
    moves = (*start_moves, type_text("New item for Work", str(first * second)), add, DONE)
    near = (*start_moves, type_text("New item for Work", str(first * second + 10)), add, DONE)
    return TaskRecipe(instruction, page_holds(condition), moves, near)


def no_tool_flight(rng: Random) -> TaskRecipe:
    """Create an infeasible task to check in for a flight, for which no application exists."""
    town = rng.choice(("Oslo", "Lima", "Hanoi"))
    instruction = f"Check in for my flight to {town} with the airline application."
    return TaskRecipe(instruction, Refused(), (REFUSED,), (finish_with("You are checked in."),))


def no_tool_photo(rng: Random) -> TaskRecipe:
    """Create an infeasible task to retouch a photo, for which no application exists."""
    thing = rng.choice(("the background", "the red eyes", "the scratches"))
    instruction = f"Remove {thing} from my holiday photo with the photo editor."
    return TaskRecipe(instruction, Refused(), (REFUSED,), (DONE,))


CAPITALS = {"France": "Paris", "Japan": "Tokyo", "Egypt": "Cairo", "Norway": "Oslo"}


def no_need_capital(rng: Random) -> TaskRecipe:
    """Create a task to name the capital of a country, which needs no application."""
    country, other = rng.sample(sorted(CAPITALS), 2)
    instruction = f"Without using any application, tell me the capital of {country}."
    return TaskRecipe(
        instruction,
        Answered(CAPITALS[country]),
        (finish_with(CAPITALS[country]),),
        (finish_with(CAPITALS[other]),),
    )


def no_need_sum(rng: Random) -> TaskRecipe:
    """Create a task to add two small numbers, which needs no application."""
    first, second = rng.randint(2, 9), rng.randint(11, 19)
    instruction = f"Without using any application, tell me what {first} plus {second} is."
    answer = str(first + second)
    return TaskRecipe(
        instruction, Answered(answer), (finish_with(answer),), (finish_with(str(first + second + 1)),)
    )


CROSS_SITE_TASKS: Mapping[str, TaskFactory] = {
    "across-price-by-mail": price_by_mail,
    "across-mayor-to-list": mayor_to_list,
    "across-mail-to-calendar": mail_to_calendar,
    "across-sum-to-list": sum_to_list,
    "no-tool-flight": no_tool_flight,
    "no-tool-photo": no_tool_photo,
    "no-need-capital": no_need_capital,
    "no-need-sum": no_need_sum,
}
