"""Tasks in the accounting application Fava."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.fava_app import PURCHASES, Purchase, format_cents
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import any_order
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, type_text

_APP = "fava"
_SAVE = click("button", "Save")
_FILTER = "Filter by tag, payee, …"
_DATE = 0
"""0-based rank of the date field among the unnamed text fields of the dialog for new entries."""

_ONE_OFF = tuple(
    each for each in PURCHASES if each.account in {"Expenses:Clothes", "Expenses:Food:Restaurant"}
)
_PAYEES = tuple(sorted({each.payee for each in PURCHASES if each.account != "Expenses:Rent"}))


def _fill(name: str, text: str, *, nth: int = 0) -> Move:
    return Move("type", "combobox", name, text, nth)


def _set_date(date: str) -> Move:
    return Move("type", "textbox", "", date, _DATE)


def _set_account(account: str, *, nth: int = 0) -> Move:
    """Return the action that fills in the dialog's account field of 0-based rank `nth`."""
    return _fill("Account", account, nth=1 + nth)


def _source(purchase: Purchase) -> str:
    """Return the source text of a purchase in the syntax of the ledger."""
    tag = f" #{purchase.tag}" if purchase.tag else ""
    return (
        f'{purchase.date} * "{purchase.payee}" "{purchase.narration}"{tag}\n'
        f"  {purchase.account}  {format_cents(purchase.cents)}\n"
        f"  {purchase.source}  {format_cents(-purchase.cents)}"
    )


def _rewrite(purchase: Purchase, source: str) -> tuple[Move, ...]:
    """Return the actions that replace the source text of a purchase in the journal."""
    return (*_open(purchase), Move("type", "textbox", "", source), _SAVE)


def _open(purchase: Purchase) -> tuple[Move, ...]:
    return click("link", "Journal"), click("link", purchase.date)


def _path(purchase: Purchase) -> str:
    return f"fava.transactions[id={purchase.date} {purchase.payee}]"


def _postings(account: str, cents: int, *, source: str) -> list[Mapping[str, str]]:
    amounts = ((account, format_cents(cents)), (source, format_cents(-cents)))
    return [{"account": name, "amount": amount} for name, amount in amounts]


def add_purchase(rng: Random) -> TaskRecipe:
    """Create a task to add a transaction with the entry form."""
    payee, narration, account = rng.choice(
        (
            ("Green Basket", "Birthday cake", "Expenses:Food:Groceries"),
            ("Citybus", "Night bus", "Expenses:Transport"),
            ("Second Life", "Winter boots", "Expenses:Clothes"),
        )
    )
    source, wrong = rng.sample(("Assets:Cash", "Assets:Bank:Checking", "Liabilities:CreditCard"), 2)
    date, cents = f"2026-03-{rng.randint(16, 27)}", rng.randint(300, 4000)

    def enter(paid_from: str) -> tuple[Move, ...]:
        head = (_set_date(date), _fill("Payee", payee), _fill("Narration", narration))
        amounts = _fill("Amount", format_cents(cents)), _fill("Amount", format_cents(-cents), nth=1)
        accounts = _set_account(account), _set_account(paid_from, nth=1)
        return click("link", "+"), *head, accounts[0], amounts[0], accounts[1], amounts[1], _SAVE

    expected = {"date": date, "flag": "*", "payee": payee, "narration": narration, "tags": []}
    return change_task(
        _APP,
        f'On {date} I paid {format_cents(cents)} to {payee} for "{narration}". Add it to the accounts as an '
        f"expense of {account}, paid from {source}. Enter both amounts.",
        adds(
            "fava.transactions",
            {**expected, "postings": any_order(*_postings(account, cents, source=source))},
        ),
        moves=enter(source),
        near=enter(wrong),
    )


def add_note(rng: Random) -> TaskRecipe:
    """Create a task to add a dated note to an account."""
    account, wrong = rng.sample(("Assets:Cash", "Assets:Bank:Savings", "Liabilities:CreditCard"), 2)
    text = rng.choice(("Card was replaced", "Counted by hand", "New interest rate"))
    date = f"2026-03-{rng.randint(16, 27)}"

    def enter(name: str) -> tuple[Move, ...]:
        fields = _set_date(date), _set_account(name), type_text("Comment", text)
        return click("link", "+"), click("button", "Note"), *fields, _SAVE

    return change_task(
        _APP,
        f'Add a note with the date {date} and the text "{text}" to the account {account}.',
        adds("fava.directives", {"date": date, "kind": "note", "rest": f'{account} "{text}"'}),
        moves=enter(account),
        near=enter(wrong),
    )


def add_balance(rng: Random) -> TaskRecipe:
    """Create a task to add a balance assertion for an account."""
    date, number = f"2026-04-{rng.randint(10, 27)}", f"{rng.randint(60, 140)}.00"
    other = f"2026-05-{date[-2:]}"

    def enter(day: str) -> tuple[Move, ...]:
        amount = type_text("Number", number), _fill("Currency", "EUR")
        fields = _set_date(day), _set_account("Assets:Cash"), *amount
        return click("link", "+"), click("button", "Balance"), *fields, _SAVE

    return change_task(
        _APP,
        f"I counted the cash on {date}: {number} EUR. Enter this as a balance of the account Assets:Cash.",
        adds("fava.directives", {"date": date, "kind": "balance", "rest": f"Assets:Cash {number} EUR"}),
        moves=enter(date),
        near=enter(other),
    )


def correct_amount(rng: Random) -> TaskRecipe:
    """Create a task to correct both amounts of a transaction in its source text."""
    purchase = rng.choice(_ONE_OFF)
    cents = purchase.cents + rng.choice((100, 250, 1000))

    def rewrite(amount: int) -> tuple[Move, ...]:
        return _rewrite(
            purchase, _source(purchase).replace(f"{purchase.cents / 100:.2f}", f"{amount / 100:.2f}")
        )

    return change_task(
        _APP,
        f'The amount of "{purchase.narration}" at {purchase.payee} is wrong: it was {format_cents(cents)}. '
        "Correct both lines of the entry.",
        becomes(f"{_path(purchase)}.postings", _postings(purchase.account, cents, source=purchase.source)),
        moves=rewrite(cents),
        near=rewrite(cents + 1000),
    )


def add_tag(rng: Random) -> TaskRecipe:
    """Create a task to add a tag to a transaction."""
    purchase, other = rng.sample(_ONE_OFF, 2)
    tag = rng.choice(("reimbursed", "gift", "holiday"))

    def tag_entry(entry: Purchase) -> tuple[Move, ...]:
        return _rewrite(entry, _source(entry).replace("\n", f" #{tag}\n", 1))

    tags = any_order(*([purchase.tag] if purchase.tag else []), tag)
    return change_task(
        _APP,
        f'Tag the entry "{purchase.narration}" of {purchase.date} with #{tag}; keep all else as it is.',
        becomes(f"{_path(purchase)}.tags", tags),
        moves=tag_entry(purchase),
        near=tag_entry(other),
    )


def delete_entry(rng: Random) -> TaskRecipe:
    """Create a task to delete a transaction."""
    purchase, other = rng.sample([each for each in PURCHASES if each.payee in _PAYEES], 2)
    return change_task(
        _APP,
        f"The payment to {purchase.payee} on {purchase.date} was entered by mistake. Delete it.",
        removes(_path(purchase)),
        moves=(*_open(purchase), click("button", "Delete")),
        near=(*_open(other), click("button", "Delete")),
    )


def total_of_payee(rng: Random) -> TaskRecipe:
    """Create a task to find the sum of all payments to a payee with a filter."""
    payee = rng.choice(("Green Basket", "Citybus", "Fibernet", "Trattoria Lia"))
    cents = sum(each.cents for each in PURCHASES if each.payee == payee)
    search = _fill(_FILTER, f'payee:"{payee}"'), Move("press", "combobox", _FILTER, "Enter")
    return question_task(
        _APP,
        f"How much did I spend at {payee} in total, according to the accounts? Answer in euros and cents.",
        answer=f"{cents / 100:.2f}",
        also=() if cents % 100 else (str(cents // 100),),
        wrong=f"{(cents + 100) / 100:.2f}",
        moves=(*search, click("link", "Income Statement")),
    )


def total_of_month(rng: Random) -> TaskRecipe:
    """Create a task that asks for the expenses of an account in one month."""
    month, name = rng.choice((("01", "January"), ("02", "February")))
    account = "Expenses:Food:Groceries"
    cents = sum(each.cents for each in PURCHASES if each.account == account and each.date[5:7] == month)
    filter_month = _fill("Time", f"2026-{month}"), Move("press", "combobox", "Time", "Enter")
    return question_task(
        _APP,
        f"How much did I spend on groceries in {name} 2026? Answer in euros and cents.",
        answer=f"{cents / 100:.2f}",
        wrong=f"{(cents - 1000) / 100:.2f}",
        moves=(*filter_month, click("link", "Groceries")),
    )


def query_payee(rng: Random) -> TaskRecipe:
    """Create a task to find the payee of an account's largest expense with a query."""
    account = rng.choice(("Expenses:Food:Restaurant", "Expenses:Food:Groceries"))
    largest = max((each for each in PURCHASES if each.account == account), key=lambda each: each.cents)
    query = f"select date, position where account = '{account}' order by number desc limit 1"
    other = next(each for each in PURCHASES if each.account == account and each is not largest)
    return question_task(
        _APP,
        f"On which date was the largest single expense of the account {account}? Answer as YYYY-MM-DD.",
        answer=largest.date,
        wrong=other.date,
        moves=(click("link", "Query"), type_text("…enter", query), click("button", "Submit")),
    )


def send_statement(rng: Random) -> TaskRecipe:
    """Create an infeasible task: send a report by email, for which Fava has no function."""
    report = rng.choice(("Balance Sheet", "Income Statement", "Trial Balance"))
    address = f"{rng.choice(('ines', 'office', 'tax'))}@post.example"
    note = (
        click("button", "Note"),
        _set_account("Assets:Bank:Checking"),
        type_text("Comment", f"Send the {report} to {address}"),
    )
    return impossible_task(
        _APP,
        f"Send the {report} to {address} by e-mail from the accounting application.",
        moves=(click("link", report),),
        near=(click("link", report), click("link", "+"), *note, _SAVE),
    )


FAVA_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "fava-add": add_purchase,
        "fava-note": add_note,
        "fava-balance": add_balance,
        "fava-amount": correct_amount,
        "fava-tag": add_tag,
        "fava-delete": delete_entry,
        "fava-payee-total": total_of_payee,
        "fava-month-total": total_of_month,
        "fava-query": query_payee,
        "fava-send-impossible": send_statement,
    }
)
