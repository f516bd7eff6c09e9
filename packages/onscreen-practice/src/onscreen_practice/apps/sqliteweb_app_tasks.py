"""Tasks in the database browser sqlite-web."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.sqliteweb_app import BOOKS, MEMBERS, Book
from onscreen_practice.apps.task_helpers import change_task, question_task
from onscreen_practice.phone_suite.task_helpers import number_forms
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Text
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, type_text

_APP = "sqliteweb"
_UPDATE = click("button", "Update")


def _content(table: str) -> tuple[Move, ...]:
    return click("link", table), click("link", "Content")


def _edit_book(book: Book, field: str, *, text: str) -> tuple[Move, ...]:
    edit = Move("click", "link", "Edit", nth=BOOKS.index(book))
    allow = _allow_update(Book.__struct_fields__.index(field))
    return *_content("book"), edit, allow, type_text(field, text), _UPDATE


def _allow_update(column: int) -> Move:
    """Return the click on the checkbox that makes a column of the row form editable."""
    return Move("click", "checkbox", "Allow updating this column.", nth=column)


def move_book(rng: Random) -> TaskRecipe:
    """Create a task to change one field of a row."""
    book, other = rng.sample(BOOKS, 2)
    shelf = rng.choice(("D1", "D2", "E4"))
    return change_task(
        _APP,
        f'The book "{book.title}" was moved to shelf {shelf}. Update its row in the table book.',
        becomes(f"sqliteweb.tables.book.rows[id={book.id}].shelf", shelf),
        moves=_edit_book(book, "shelf", text=shelf),
        near=_edit_book(other, "shelf", text=shelf),
    )


def correct_year(rng: Random) -> TaskRecipe:
    """Create a task to correct a number in a row."""
    book = rng.choice(BOOKS)
    return change_task(
        _APP,
        f'The year of "{book.title}" in the library database should be {book.year + 1}. Correct it.',
        becomes(f"sqliteweb.tables.book.rows[id={book.id}].year", str(book.year + 1)),
        moves=_edit_book(book, "year", text=str(book.year + 1)),
        near=_edit_book(book, "year", text=str(book.year + 2)),
    )


def add_member(rng: Random) -> TaskRecipe:
    """Create a task to add a member by inserting a row into the table `member`."""
    name = rng.choice(("Ida Falk", "Jorge Pinto", "Lea Baum"))
    email = f"{name.split()[0].lower()}@post.example"

    def insert(address: str) -> tuple[Move, ...]:
        fields = type_text("name", name), type_text("email", address)
        return click("link", "member"), click("link", "Insert"), *fields, click("button", "Insert")

    return change_task(
        _APP,
        f"Add a row to the table member for {name} with the e-mail address {email}.",
        adds("sqliteweb.tables.member.rows", {"name": Text(name), "email": Text(email)}),
        moves=insert(email),
        near=insert(email.replace("post", "mail")),
    )


def delete_loan(rng: Random) -> TaskRecipe:
    """Create a task to delete a row."""
    first, second = rng.sample(range(4), 2)

    def delete(rank: int) -> tuple[Move, ...]:
        return *_content("loan"), Move("click", "link", "Delete", nth=rank), click("button", "Delete")

    return change_task(
        _APP,
        f"The loan with the id {first + 1} has been returned. Delete its row from the table loan.",
        removes(f"sqliteweb.tables.loan.rows[id={first + 1}]"),
        moves=delete(first),
        near=delete(second),
    )


def find_author(rng: Random) -> TaskRecipe:
    """Create a task that asks for a value in a table."""
    book = rng.choice(BOOKS)
    wrong = next(each.author for each in BOOKS if each.author != book.author)
    return question_task(
        _APP,
        f'Who is the author of "{book.title}" according to the table book?',
        answer=book.author,
        wrong=wrong,
        moves=_content("book"),
    )


def count_books(rng: Random) -> TaskRecipe:
    """Create a task that asks how many rows match a condition."""
    author = rng.choice(BOOKS).author
    count = str(sum(each.author == author for each in BOOKS))
    return question_task(
        _APP,
        f"How many books by {author} are in the library database?",
        answer=count,
        also=number_forms(count),
        wrong=str(int(count) + 1),
        moves=_content("book"),
    )


def find_borrower(rng: Random) -> TaskRecipe:
    """Create a task that asks who borrowed a book, which is found through two tables."""
    number, member = rng.choice(((3, 0), (7, 1), (5, 0), (9, 2)))
    return question_task(
        _APP,
        f'Which member has borrowed "{BOOKS[number - 1].title}"? Answer with the full name.',
        answer=MEMBERS[member][0],
        wrong=MEMBERS[(member + 1) % len(MEMBERS)][0],
        moves=(*_content("book"), *_content("loan"), *_content("member")),
    )


def rename_member(rng: Random) -> TaskRecipe:
    """Create a task to change the name of a member and nothing else."""
    number, other = rng.sample(range(len(MEMBERS)), 2)
    name = rng.choice(("Nora Stein", "Ada Moreau", "Ivo Lang"))

    def rename(rank: int) -> tuple[Move, ...]:
        edit = Move("click", "link", "Edit", nth=rank)
        return *_content("member"), edit, _allow_update(1), type_text("name", name), _UPDATE

    return change_task(
        _APP,
        f"The member {MEMBERS[number][0]} is now called {name}. Change the name in the table member.",
        becomes(f"sqliteweb.tables.member.rows[id={number + 1}].name", Text(name)),
        moves=rename(number),
        near=rename(other),
    )


SQLITEWEB_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "sqliteweb-shelf": move_book,
        "sqliteweb-year": correct_year,
        "sqliteweb-add-member": add_member,
        "sqliteweb-delete-loan": delete_loan,
        "sqliteweb-author": find_author,
        "sqliteweb-count": count_books,
        "sqliteweb-borrower": find_borrower,
        "sqliteweb-rename-member": rename_member,
    }
)
