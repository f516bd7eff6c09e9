"""Tasks in the shared-expense manager I Hate Money."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.app_task import change_task, impossible_task, question_task
from onscreen_practice.apps.ihatemoney_app import BILLS, MEMBERS
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe

_APP = "ihatemoney"


def add_bill(rng: Random) -> TaskRecipe:
    """Create a task to enter a bill that two people share."""
    payer, other = rng.sample(MEMBERS, 2)
    amount = rng.choice((27.5, 33.2, 41.9))
    what = rng.choice(("Parking", "Firewood", "Ferry"))
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
        moves=(),
        near=(),
    )


def correct_bill(rng: Random) -> TaskRecipe:
    """Create a task to correct the amount of a bill."""
    rank = rng.randrange(len(BILLS))
    bill = BILLS[rank]
    amount = bill.amount + rng.choice((4.5, 7, 10))
    return change_task(
        _APP,
        f"The bill '{bill.what}' has the wrong amount. It was {amount:.2f}.",
        becomes(f"ihatemoney.bills[id={rank + 1}].amount", amount),
        moves=(),
        near=(),
    )


def delete_bill(rng: Random) -> TaskRecipe:
    """Create a task to delete a bill."""
    rank, _other = rng.sample(range(len(BILLS)), 2)
    return change_task(
        _APP,
        f"Delete the bill '{BILLS[rank].what}', we don't share that one.",
        removes(f"ihatemoney.bills[id={rank + 1}]"),
        moves=(),
        near=(),
    )


def add_member(rng: Random) -> TaskRecipe:
    """Create a task to add a participant."""
    name = rng.choice(("Fay", "Tor", "Mina"))
    return change_task(
        _APP,
        f"{name} is coming along too. Add {name} to the participants.",
        adds("ihatemoney.members", {"id": name, "weight": 1.0, "is_active": True}),
        moves=(),
        near=(),
    )


def weigh_member(rng: Random) -> TaskRecipe:
    """Create a task to change a participant's weight."""
    name, _other = rng.sample(MEMBERS, 2)
    weight = rng.choice((2, 3))
    return change_task(
        _APP,
        f"{name} brings the family, so {name}'s share has to count {weight} times. Change the weight.",
        becomes(f"ihatemoney.members[id={name}].weight", weight),
        moves=(),
        near=(),
    )


def refund(rng: Random) -> TaskRecipe:
    """Create a task to record a payment between two participants as a reimbursement."""
    payer, other = rng.sample(MEMBERS, 2)
    amount = rng.choice((15, 20, 25))
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
        moves=(),
        near=(),
    )


def paid_total(rng: Random) -> TaskRecipe:
    """Create a question for the sum that a participant has paid."""
    name, other = rng.sample(MEMBERS, 2)
    total = {each: sum(bill.amount for bill in BILLS if bill.payer == each) for each in MEMBERS}
    return question_task(
        _APP,
        f"How much has {name} paid so far, all bills together?",
        answer=f"{total[name]:.2f}",
        also=(f"{total[name]:g}",),
        wrong=f"{total[other]:.2f}",
        moves=(),
    )


def photo_impossible(rng: Random) -> TaskRecipe:
    """Create an infeasible task: bills have no attached files."""
    bill = rng.choice(BILLS)
    return impossible_task(
        _APP, f"Upload a photo of the receipt to the bill '{bill.what}'.", moves=(), near=()
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
