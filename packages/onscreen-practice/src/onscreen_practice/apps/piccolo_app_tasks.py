"""Tasks in Piccolo Admin, which shows the database of a bicycle rental."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.piccolo_app import BIKES, CUSTOMERS, KINDS, PASSWORD, RENTALS, USER, Bike
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.phone_suite.task_helpers import number_forms
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import ExpectedFields, Text
from onscreen_practice.task_recipe import (
    Move,
    TaskFactory,
    TaskRecipe,
    accept_dialog,
    click,
    select,
    type_text,
)

_APP = "piccolo"
PICCOLO_LOG_IN = (type_text("Username", USER), type_text("Password", PASSWORD), click("button", "Login"))
"""Actions that log in to Piccolo Admin."""

_ADD, _CREATE, _SAVE = click("link", "Add Row"), click("button", "Create"), click("button", "Save")
_NAME = "Name *"


def _as_clerk(request: str) -> str:
    return f"Log in as {USER} (password {PASSWORD}). {request}"


def _table(name: str) -> tuple[Move, ...]:
    return *PICCOLO_LOG_IN, click("link", name)


def _edit(table: str, row: int, *moves: Move) -> tuple[Move, ...]:
    """Return the actions that log in, open a row by its 1-based number, edit it and save it."""
    return *_table(table), click("link", str(row)), *moves, _SAVE


def _set_price(price: int) -> Move:
    return Move("type", "spinbutton", "Price", str(price))


def _bike_path(bike: Bike, field: str) -> str:
    return f"piccolo.bike[id={BIKES.index(bike) + 1}].values.{field}"


def add_bike(rng: Random) -> TaskRecipe:
    """Create a task to fill in the form for a new row."""
    name = rng.choice(("Merlin", "Fulmar", "Linnet", "Dunlin"))
    kind, price = rng.choice([each for each in KINDS if each != "city"]), rng.randint(9, 29)

    def create(amount: int) -> tuple[Move, ...]:
        fields = type_text(_NAME, name), select("Kind", kind.title()), _set_price(amount)
        return *_table("bike"), _ADD, *fields, _CREATE

    values: ExpectedFields = {
        "name": Text(name),
        "kind": kind,
        "price": str(price),
        "is_ready": "1",
        "notes": "",
    }
    return change_task(
        _APP,
        _as_clerk(f"Add a {kind} bike with the name {name} for {price} euros per day. It is ready."),
        adds("piccolo.bike", {"values": values}),
        moves=create(price),
        near=create(price + 10),
    )


def change_price(rng: Random) -> TaskRecipe:
    """Create a task to change a numeric value in a row."""
    bike, other = rng.sample(BIKES, 2)
    price = bike.price + rng.randint(1, 4)

    def change(chosen: Bike) -> tuple[Move, ...]:
        return _edit("bike", BIKES.index(chosen) + 1, _set_price(price))

    return change_task(
        _APP,
        _as_clerk(f"The bike {bike.name} now costs {price} euros per day. Change its price."),
        becomes(_bike_path(bike, "price"), str(price)),
        moves=change(bike),
        near=change(other),
    )


def change_readiness(rng: Random) -> TaskRecipe:
    """Create a task to change a Boolean value in a row."""
    bike, other = rng.sample(BIKES, 2)

    def change(chosen: Bike) -> tuple[Move, ...]:
        option = "False" if chosen.is_ready else "True"
        return _edit("bike", BIKES.index(chosen) + 1, select("Is Ready", option))

    news = "needs a repair, so it is not ready" if bike.is_ready else "has been repaired and is ready"
    return change_task(
        _APP,
        _as_clerk(f"The bike {bike.name} {news}. Record that in its row."),
        becomes(_bike_path(bike, "is_ready"), str(int(not bike.is_ready))),
        moves=change(bike),
        near=change(other),
    )


def change_notes(rng: Random) -> TaskRecipe:
    """Create a task to replace the notes in a row."""
    bike, other = rng.sample(BIKES, 2)
    text = rng.choice(("New tyres in April", "Bell is missing", "Lock key number 8"))

    def change(chosen: Bike) -> tuple[Move, ...]:
        return _edit("bike", BIKES.index(chosen) + 1, type_text("Notes", text))

    return change_task(
        _APP,
        _as_clerk(f'Replace the notes of the bike {bike.name} by "{text}".'),
        becomes(_bike_path(bike, "notes"), Text(text)),
        moves=change(bike),
        near=change(other),
    )


def change_phone(rng: Random) -> TaskRecipe:
    """Create a task to correct the phone number of a customer."""
    row, other = rng.sample(range(1, len(CUSTOMERS) + 1), 2)
    phone = f"030 555{rng.randint(2000, 9999)}"
    enter = type_text("Phone", phone)
    return change_task(
        _APP,
        _as_clerk(f"{CUSTOMERS[row - 1][0]} has a new phone number: {phone}. Correct it."),
        becomes(f"piccolo.customer[id={row}].values.phone", Text(phone)),
        moves=_edit("customer", row, enter),
        near=_edit("customer", other, enter),
    )


def delete_rental(rng: Random) -> TaskRecipe:
    """Create a task to delete a row through its menu."""
    row, other = rng.sample(range(1, len(RENTALS) + 1), 2)
    bike, customer, start, _ = RENTALS[row - 1]

    def delete(number: int) -> tuple[Move, ...]:
        menu = Move("click", "link", "", nth=number)
        return *_table("rental"), menu, click("link", "Delete"), accept_dialog()

    return change_task(
        _APP,
        _as_clerk(
            f"{CUSTOMERS[customer - 1][0]} has cancelled the rental of {BIKES[bike - 1].name} on {start}. "
            "Delete it."
        ),
        removes(f"piccolo.rental[id={row}]"),
        moves=delete(row),
        near=delete(other),
    )


def add_rental(rng: Random) -> TaskRecipe:
    """Create a task to add a row with foreign keys to two other tables."""
    bike, wrong = rng.sample(BIKES, 2)
    customer, start, days = rng.choice(CUSTOMERS)[0], f"2026-04-{rng.randint(10, 28)}", rng.randint(2, 6)
    number = tuple(each[0] for each in CUSTOMERS).index(customer) + 1

    def pick(field: str, name: str) -> tuple[Move, ...]:
        search = type_text("Type here to filter", name, role="searchbox")
        return click("textbox", field), search, click("link", name)

    def create(chosen: Bike) -> tuple[Move, ...]:
        fields = type_text("Start", start), Move("type", "spinbutton", "Days", str(days))
        pickers = *pick("Bike", chosen.name), *pick("Customer", customer)
        return *_table("rental"), _ADD, *pickers, *fields, _CREATE

    values = {"bike": str(BIKES.index(bike) + 1), "customer": str(number), "start": start, "days": str(days)}
    return change_task(
        _APP,
        _as_clerk(f"Enter a rental: {customer} takes the bike {bike.name} on {start} for {days} days."),
        adds("piccolo.rental", {"values": values}),
        moves=create(bike),
        near=create(wrong),
    )


def count_kind(rng: Random) -> TaskRecipe:
    """Create a task that asks how many bikes are of a given kind."""
    kind = rng.choice(KINDS)
    count = sum(each.kind == kind for each in BIKES)
    return question_task(
        _APP,
        _as_clerk(f"How many bikes of the kind {kind} are in the database?"),
        answer=str(count),
        also=number_forms(str(count)),
        wrong=str(count + 1),
        moves=_table("bike"),
    )


def find_email(rng: Random) -> TaskRecipe:
    """Create a task to find a renter's email address by reading two tables."""
    bike, customer, start, _ = rng.choice(RENTALS)
    wrong = CUSTOMERS[customer % len(CUSTOMERS)][1]
    return question_task(
        _APP,
        _as_clerk(
            f"What is the e-mail address of the customer who rents {BIKES[bike - 1].name} from {start}?"
        ),
        answer=CUSTOMERS[customer - 1][1],
        wrong=wrong,
        moves=(*_table("rental"), click("link", "customer")),
    )


def attach_photo(rng: Random) -> TaskRecipe:
    """Create an infeasible task: attach a photo to a bike, which the tables do not support."""
    bike = rng.choice(BIKES)
    row = BIKES.index(bike) + 1
    return impossible_task(
        _APP,
        _as_clerk(f"Upload a photo of the bike {bike.name} to the photo field of its row."),
        moves=(*_table("bike"), click("link", str(row))),
        near=_edit("bike", row, type_text("Notes", "photo")),
    )


PICCOLO_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "piccolo-add-bike": add_bike,
        "piccolo-price": change_price,
        "piccolo-ready": change_readiness,
        "piccolo-notes": change_notes,
        "piccolo-phone": change_phone,
        "piccolo-delete-rental": delete_rental,
        "piccolo-add-rental": add_rental,
        "piccolo-count": count_kind,
        "piccolo-email": find_email,
        "piccolo-photo-impossible": attach_photo,
    }
)
