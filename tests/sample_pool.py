"""A small pool of subtasks over three imaginary applications."""

from __future__ import annotations

from onscreen.synthesis.subtask_template import OutputResource, SubtaskTemplate
from onscreen.types import PageValue, Start, TextShown

START = Start("app:home")
PRICES = {"Lamp": "24.00", "Chair": "61.50"}

FIND_PRICE = SubtaskTemplate(
    "find-price",
    "Find the price of {product} in Shop",
    "Shop",
    TextShown("{price}"),
    start=START,
    parameters=("product",),
    candidates={"product": ("Lamp", "Chair")},
    outputs=(OutputResource("price", "text", "the price of {product} in Shop", "{product}", PRICES),),
    is_lasting=False,
)
WRITE_NOTE = SubtaskTemplate(
    "write-note",
    "Write a note called {title} with the text {text}",
    "Notes",
    PageValue("note('{title}')", equals="{text}"),
    start=START,
    parameters=("title", "text"),
    inputs={"title": "name", "text": "text"},
    candidates={"title": ("Ideas", "Home"), "text": ("Call back", "Soon")},
    outputs=(
        OutputResource("note", "name", "the title of the note {title}", "{title}"),
        OutputResource("content", "text", "the text of the note {title}", "{text}"),
    ),
    sets=("note {title}",),
)
SEND_MAIL = SubtaskTemplate(
    "send-mail",
    "Send {person} a mail about {subject} that says {text}",
    "Mail",
    PageValue("mail('{person}', '{subject}')", equals="{text}"),
    start=START,
    parameters=("person", "subject", "text"),
    inputs={"subject": "name", "text": "text"},
    candidates={"person": ("Ada", "Ben"), "subject": ("Plans",)},
)
POOL = {each.id: each for each in (FIND_PRICE, WRITE_NOTE, SEND_MAIL)}
