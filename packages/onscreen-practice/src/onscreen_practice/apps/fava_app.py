"""Initial data, start and stored state of Fava, a web interface for the accounting of Beancount.

Its user interface has reports, filters, entry forms and an editor.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program


class FavaPosting(msgspec.Struct, frozen=True):
    """A posting of a transaction; the amount is "" if the ledger omits it."""

    account: str
    amount: str


class FavaTransaction(msgspec.Struct, frozen=True):
    """A transaction of the ledger, identified by its date and payee."""

    id: str
    date: str
    flag: str
    payee: str
    narration: str
    tags: tuple[str, ...]
    postings: tuple[FavaPosting, ...]


class FavaDirective(msgspec.Struct, frozen=True):
    """A directive of the ledger other than a transaction, such as `open`, `note` or `balance`."""

    date: str
    kind: str
    rest: str


class FavaState(msgspec.Struct, frozen=True):
    """The ledger's directives and options, sorted by date."""

    transactions: tuple[FavaTransaction, ...]
    directives: tuple[FavaDirective, ...]
    others: tuple[str, ...]


class Purchase(msgspec.Struct, frozen=True):
    """An expense in the ledger at the start of a task."""

    date: str
    payee: str
    narration: str
    account: str
    cents: int
    source: str = "Assets:Bank:Checking"
    tag: str = ""


ACCOUNTS = (
    "Assets:Bank:Checking",
    "Assets:Bank:Savings",
    "Assets:Cash",
    "Liabilities:CreditCard",
    "Income:Salary",
    "Expenses:Rent",
    "Expenses:Food:Groceries",
    "Expenses:Food:Restaurant",
    "Expenses:Transport",
    "Expenses:Home:Internet",
    "Expenses:Clothes",
    "Equity:Opening",
)
PURCHASES = (
    Purchase("2026-01-03", "Green Basket", "Weekly shopping", "Expenses:Food:Groceries", 5420),
    Purchase("2026-01-05", "Halden Homes", "Rent January", "Expenses:Rent", 98000),
    Purchase("2026-01-09", "Citybus", "Monthly ticket", "Expenses:Transport", 4900),
    Purchase("2026-01-14", "Trattoria Lia", "Dinner with Ines", "Expenses:Food:Restaurant", 3850, tag="ines"),
    Purchase("2026-01-17", "Green Basket", "Weekly shopping", "Expenses:Food:Groceries", 6175),
    Purchase("2026-01-21", "Fibernet", "Internet", "Expenses:Home:Internet", 3499),
    Purchase("2026-02-02", "Halden Homes", "Rent February", "Expenses:Rent", 98000),
    Purchase("2026-02-06", "Green Basket", "Weekly shopping", "Expenses:Food:Groceries", 4890),
    Purchase("2026-02-08", "Northwind", "Rain jacket", "Expenses:Clothes", 11900, "Liabilities:CreditCard"),
    Purchase("2026-02-09", "Citybus", "Monthly ticket", "Expenses:Transport", 4900),
    Purchase("2026-02-14", "Sushi Nami", "Lunch", "Expenses:Food:Restaurant", 2640, "Assets:Cash"),
    Purchase("2026-02-20", "Green Basket", "Weekly shopping", "Expenses:Food:Groceries", 5710),
    Purchase("2026-02-21", "Fibernet", "Internet", "Expenses:Home:Internet", 3499),
    Purchase("2026-03-03", "Halden Homes", "Rent March", "Expenses:Rent", 98000),
    Purchase("2026-03-07", "Green Basket", "Weekly shopping", "Expenses:Food:Groceries", 7235),
    Purchase("2026-03-10", "Citybus", "Monthly ticket", "Expenses:Transport", 4900),
    Purchase("2026-03-15", "Trattoria Lia", "Birthday dinner", "Expenses:Food:Restaurant", 8460, tag="ines"),
)
SALARY_CENTS = 264000
LEDGER = "ledger.beancount"

_DATED = re.compile(r"(\d{4}-\d{2}-\d{2}) (\S+)\s*(.*)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_POSTING = re.compile(r"\s+([A-Z][\w:-]+)(?:\s+(-?[\d.,]+\s+[A-Z]+))?\s*")


def format_cents(cents: int) -> str:
    """Format an amount in cents as in the ledger, such as "12.50 EUR"."""
    return f"{cents / 100:.2f} EUR"


def create_data(_program: Program, folder: Path) -> None:
    """Write the ledger file that the application starts with."""
    (folder / LEDGER).write_text("\n".join([*_ledger_lines(), ""]), encoding="utf-8")


def _ledger_lines() -> Iterator[str]:
    yield 'option "title" "Household"'
    yield 'option "operating_currency" "EUR"'
    yield '2026-01-01 custom "fava-option" "language" "en"'
    yield ""
    for account in ACCOUNTS:
        yield f"2026-01-01 open {account} EUR"
    opening = _transaction_lines("2026-01-01", '"Opening balance"')
    yield from opening
    yield "  Assets:Bank:Checking  2500.00 EUR"
    yield "  Assets:Bank:Savings  8000.00 EUR"
    yield "  Assets:Cash  150.00 EUR"
    yield "  Equity:Opening"
    for each in PURCHASES:
        tag = f" #{each.tag}" if each.tag else ""
        yield from _transaction_lines(each.date, f'"{each.payee}" "{each.narration}"{tag}')
        yield f"  {each.account}  {format_cents(each.cents)}"
        yield f"  {each.source}  {format_cents(-each.cents)}"
    for month in ("01", "02", "03"):
        yield from _transaction_lines(f"2026-{month}-28", '"Paper Kite" "Salary"')
        yield f"  Assets:Bank:Checking  {format_cents(SALARY_CENTS)}"
        yield f"  Income:Salary  {format_cents(-SALARY_CENTS)}"


def _transaction_lines(date: str, rest: str) -> tuple[str, ...]:
    return "", f"{date} * {rest}"


def read_state(folder: Path) -> FavaState:
    """Parse the ledger file."""
    transactions: list[FavaTransaction] = []
    directives: list[FavaDirective] = []
    others: list[str] = []
    for line in (folder / LEDGER).read_text(encoding="utf-8").splitlines():
        if found := _DATED.fullmatch(line.strip()):
            date, kind, rest = found.groups()
            if kind in {"*", "!", "txn"}:
                transactions.append(_transaction(date, kind, rest=rest))
            else:
                directives.append(FavaDirective(date, kind, " ".join(rest.split())))
        elif (posting := _POSTING.fullmatch(line)) and transactions:
            added = FavaPosting(posting[1], " ".join((posting[2] or "").split()))
            last = transactions.pop()
            transactions.append(msgspec.structs.replace(last, postings=(*last.postings, added)))
        elif line.strip():
            others.append(line.strip())
    return FavaState(
        _with_unique_ids(sorted(transactions, key=lambda each: each.date)),
        tuple(sorted(directives, key=lambda each: each.date)),
        tuple(others),
    )


def _transaction(date: str, flag: str, *, rest: str) -> FavaTransaction:
    texts = _QUOTED.findall(rest)
    payee, narration = texts if len(texts) == 2 else ("", *(texts or [""]))  # noqa: PLR2004  payee and narration
    tags = tuple(sorted(re.findall(r"#([\w-]+)", _QUOTED.sub("", rest))))
    return FavaTransaction(f"{date} {payee}", date, flag, payee, narration, tags, ())


def _with_unique_ids(transactions: Sequence[FavaTransaction]) -> tuple[FavaTransaction, ...]:
    """Make the ids unique by appending a number such as " (2)" to each repetition."""
    counts: Counter[str] = Counter()
    numbered: list[FavaTransaction] = []
    for each in transactions:
        counts[each.id] += 1
        suffix = f" ({counts[each.id]})" if counts[each.id] > 1 else ""
        numbered.append(msgspec.structs.replace(each, id=each.id + suffix))
    return tuple(numbered)


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the server for the ledger."""
    return [program.executable("fava"), "--host", "127.0.0.1", "--port", str(port), folder / LEDGER]


FAVA = Application(
    name="fava",
    title="Household accounts",
    purpose="accounting: income and expenses, account balances, journal of transactions, new entries",
    license="MIT",
    toolkit="Python (Flask) and Svelte, CodeMirror",
    manager="pip",
    packages=("fava>=1.30,<2",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=FavaState,
    start_path="/household/income_statement/",
)
