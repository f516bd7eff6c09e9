"""Tasks that copy a fact from one application to another."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.fava_app import PURCHASES
from onscreen_practice.apps.piccolo_app import BIKES, PASSWORD, USER
from onscreen_practice.apps.piccolo_app_tasks import PICCOLO_LOG_IN
from onscreen_practice.apps.task_helpers import change_task
from onscreen_practice.state.expected_changes import adds, becomes
from onscreen_practice.state.value_patterns import Text
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, type_text

_APPS = "piccolo fava"
_RENTAL, _ACCOUNTS = "http://piccolo.localhost/", "http://fava.localhost/household/income_statement/"


def note_price(rng: Random) -> TaskRecipe:
    """Create a task to copy a bicycle's price from Piccolo Admin to a note in Fava."""
    bike, other = rng.sample(BIKES, 2)
    account, date = rng.choice(("Assets:Cash", "Expenses:Transport")), f"2026-04-{rng.randint(10, 28)}"

    def enter(text: str) -> tuple[Move, ...]:
        dialog = click("link", "+"), click("button", "Note")
        fields = Move("type", "textbox", "", date), Move("type", "combobox", "Account", account, 1)
        comment = type_text("Comment", text), click("button", "Save")
        look_up = *PICCOLO_LOG_IN, click("link", "bike")
        return *look_up, Move("open", text=_ACCOUNTS), *dialog, *fields, *comment

    def text_of(price: int) -> str:
        return f"{bike.name} costs {price} euros"

    wrong = other.price if other.price != bike.price else bike.price + 1
    return change_task(
        _APPS,
        f"Find the price per day of the bike {bike.name} in the bike rental (log in as {USER}, password "
        f"{PASSWORD}). Then add a note with the date {date} to the account {account} in the household "
        f'accounts; its text is "{bike.name} costs N euros", where N is the price.',
        adds(
            "fava.directives",
            {"date": date, "kind": "note", "rest": f'{account} "{text_of(bike.price)}"'},
        ),
        moves=enter(text_of(bike.price)),
        near=enter(text_of(wrong)),
    )


def copy_date(rng: Random) -> TaskRecipe:
    """Create a task to copy a purchase's date from Fava to a bicycle's notes in Piccolo Admin."""
    purchase, other = rng.sample([each for each in PURCHASES if each.narration != "Weekly shopping"], 2)
    bike = rng.choice(BIKES)

    def enter(date: str) -> tuple[Move, ...]:
        row = click("link", "bike"), click("link", str(BIKES.index(bike) + 1))
        edit = type_text("Notes", date), click("button", "Save")
        return Move("open", text=_ACCOUNTS), Move("open", text=_RENTAL), *PICCOLO_LOG_IN, *row, *edit

    same = [
        each for each in PURCHASES if (each.payee, each.narration) == (purchase.payee, purchase.narration)
    ]
    which = "last " if len(same) > 1 else ""
    return change_task(
        _APPS,
        f'On which date was the {which}payment "{purchase.narration}" to {purchase.payee} in the household '
        f"accounts? Replace the notes of the bike {bike.name} in the bike rental by this date as YYYY-MM-DD "
        f"(log in there as {USER}, password {PASSWORD}).",
        becomes(f"piccolo.bike[id={BIKES.index(bike) + 1}].values.notes", Text(same[-1].date)),
        moves=enter(same[-1].date),
        near=enter(other.date if other.date != same[-1].date else "2026-01-01"),
    )


JOINT_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {"joint-price-note": note_price, "joint-date-copy": copy_date}
)
