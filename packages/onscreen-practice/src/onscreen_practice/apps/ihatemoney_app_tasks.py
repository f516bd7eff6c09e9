"""Tasks in the shared-expense manager I Hate Money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.ihatemoney_app import BILLS, MEMBERS
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, hover, select, tap, type_text

_APP = "ihatemoney"
_NEW_MEMBER = '_("Add participant")'
"""Accessible name of the field for a new participant: the page fails to translate it."""


def _bill_button(role: str, name: str, *, rank: int) -> Move:
    """Return the click on a button in the row of a bill.

    `rank` is the index of the bill in `BILLS`; the page lists the newest bill first.
    """
    return Move("click", role, name, nth=len(BILLS) - 1 - rank)


def _enter(
    fields: Mapping[str, str], *, payer: str, owers: Sequence[str], more: Sequence[Move] = ()
) -> tuple[Move, ...]:
    """Return the actions that enter a bill with these texts, shared by `owers`."""
    return (
        tap("Add a new bill"),
        *(type_text(name, text) for name, text in fields.items()),
        select("Who paid?", payer),
        click("link", "No one"),
        *(click("checkbox", name) for name in owers),
        *more,
        click("button", "Submit"),
    )


def add_bill(rng: Random) -> TaskRecipe:
    """Create a task to enter a bill that two people share."""
    payer, other = rng.sample(MEMBERS, 2)
    wrong = next(name for name in MEMBERS if name not in {payer, other})
    amount = rng.choice((27.5, 33.2, 41.9))
    what = rng.choice(("Parking", "Firewood", "Ferry"))
    filled = {"When?": "2026-05-08", "What?": what, "How much?": f"{amount:.2f}"}
    return change_task(
        _APP,
        f"{payer} paid {amount:.2f} for {what.lower()} on 8 May 2026, only for {payer} and {other}. "
        f"Enter this bill as '{what}'.",
        adds(
            "ihatemoney.bills",
            {
                "what": what,
                "amount": amount,
                "payer": payer,
                "owers": tuple(name for name in MEMBERS if name in {payer, other}),
                "date": "2026-05-08",
                "kind": "EXPENSE",
            },
        ),
        moves=_enter(filled, payer=payer, owers=(payer, other)),
        near=_enter(filled, payer=payer, owers=(payer, wrong)),
    )


def correct_bill(rng: Random) -> TaskRecipe:
    """Create a task to correct the amount of a bill."""
    rank = rng.randrange(len(BILLS))
    bill = BILLS[rank]
    amount = bill.amount + rng.choice((4.5, 7, 10))
    correct = type_text("How much?", f"{amount:.2f}"), click("button", "Submit")
    return change_task(
        _APP,
        f"The bill '{bill.what}' has the wrong amount. It was {amount:.2f}.",
        becomes(f"ihatemoney.bills[id={rank + 1}].amount", amount),
        moves=(_bill_button("link", "edit", rank=rank), *correct),
        near=(_bill_button("link", "edit", rank=(rank + 1) % len(BILLS)), *correct),
    )


def delete_bill(rng: Random) -> TaskRecipe:
    """Create a task to delete a bill."""
    rank, other = rng.sample(range(len(BILLS)), 2)
    confirm = click("button", "Are you sure?")
    return change_task(
        _APP,
        f"Delete the bill '{BILLS[rank].what}', we don't share that one.",
        removes(f"ihatemoney.bills[id={rank + 1}]"),
        moves=(_bill_button("button", "delete", rank=rank), confirm),
        near=(_bill_button("button", "delete", rank=other), confirm),
    )


def add_member(rng: Random) -> TaskRecipe:
    """Create a task to add a participant."""
    name = rng.choice(("Fay", "Tor", "Mina"))
    return change_task(
        _APP,
        f"{name} is coming along too. Add {name} to the participants.",
        adds("ihatemoney.members", {"id": name, "weight": 1.0, "is_active": True}),
        moves=(type_text(_NEW_MEMBER, name), click("button", "Add")),
        near=(type_text(_NEW_MEMBER, f"{name}a"), click("button", "Add")),
    )


def weigh_member(rng: Random) -> TaskRecipe:
    """Create a task to change a participant's weight."""
    name, other = rng.sample(MEMBERS, 2)
    weight = rng.choice((2, 3))
    change = (
        click("button", "edit"),
        type_text("Weight", f"{weight}", role="spinbutton"),
        click("button", "Save"),
    )
    return change_task(
        _APP,
        f"{name} brings the family, so {name}'s share has to count {weight} times. Change the weight.",
        becomes(f"ihatemoney.members[id={name}].weight", weight),
        moves=(hover(name), *change),
        near=(hover(other), *change),
    )


def refund(rng: Random) -> TaskRecipe:
    """Create a task to record a payment between two participants as a reimbursement."""
    payer, other = rng.sample(MEMBERS, 2)
    amount = rng.choice((15, 20, 25))
    filled = {"When?": "2026-05-09", "What?": "Cash", "How much?": f"{amount}"}
    kind = tap("More options"), select("Bill Type", "Reimbursement")
    return change_task(
        _APP,
        f"{payer} gave {other} {amount} in cash to pay back a part. Add it to the bills as a reimbursement "
        f"with the text 'Cash', dated 9 May 2026.",
        adds(
            "ihatemoney.bills",
            {
                "what": "Cash",
                "amount": float(amount),
                "payer": payer,
                "owers": (other,),
                "date": "2026-05-09",
                "kind": "REIMBURSEMENT",
            },
        ),
        moves=_enter(filled, payer=payer, owers=(other,), more=kind),
        near=_enter(filled, payer=payer, owers=(other,)),
    )


def paid_total(rng: Random) -> TaskRecipe:
    """Create a task that asks for the sum that a participant has paid."""
    name, other = rng.sample(MEMBERS, 2)
    total = {each: sum(bill.amount for bill in BILLS if bill.payer == each) for each in MEMBERS}
    return question_task(
        _APP,
        f"How much has {name} paid so far, all bills together?",
        answer=f"{total[name]:.2f}",
        also=(f"{total[name]:g}",),
        wrong=f"{total[other]:.2f}",
        moves=(tap("Statistics"),),
    )


def photo_impossible(rng: Random) -> TaskRecipe:
    """Create an infeasible task: bills have no attached files."""
    rank = rng.randrange(len(BILLS))
    link = tap("More options"), type_text("External link", "photo.jpg"), click("button", "Submit")
    return impossible_task(
        _APP,
        f"Upload a photo of the receipt to the bill '{BILLS[rank].what}'.",
        moves=(),
        near=(_bill_button("link", "edit", rank=rank), *link),
    )


IHATEMONEY_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "ihatemoney-add": add_bill,
        "ihatemoney-correct": correct_bill,
        "ihatemoney-delete": delete_bill,
        "ihatemoney-member": add_member,
        "ihatemoney-weight": weigh_member,
        "ihatemoney-refund": refund,
        "ihatemoney-total": paid_total,
        "ihatemoney-photo-impossible": photo_impossible,
    }
)
"""Factories of the tasks by task name."""
