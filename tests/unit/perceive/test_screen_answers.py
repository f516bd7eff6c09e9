"""Answers from the cells of tables and from sentences."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.perceive.labeled_values import LabeledValue
from onscreen.perceive.screen_answers import find_answer, read_cell, read_sentence
from onscreen.testing.strategies import blank_picture
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Box, Element, Node, Screen, Shot

COLUMN_PX, ROW_PX = 100, 20
TABLE = (("Title", "Author", "Year"), ("Fog", "Ada Lind", "1999"), ("Kites", "Tom Becker", "2003"))


def text_of(value: LabeledValue | None) -> str | None:
    """Return the text of a value."""
    return value.text if value else None


def table_screen() -> Screen:
    """Return a screen with a table of books, with one text per cell."""
    cells = [(row, column, text) for row, texts in enumerate(TABLE) for column, text in enumerate(texts)]
    nodes = [
        Node(
            "text",
            text,
            Box(COLUMN_PX * column, ROW_PX * row, COLUMN_PX * (column + 1), ROW_PX * (row + 1)),
        )
        for row, column, text in cells
    ]
    elements = tuple(Element.of(node, index + 1, index=index) for index, node in enumerate(nodes))
    return Screen(shot_from_lines("text Books"), elements)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('Who is the author of "Kites" according to the table?', "Tom Becker"),
        ('What is the year of "Fog"?', "1999"),
        ('Who is the publisher of "Fog"?', None),
        ('Who is the author of "Boats"?', None),
    ],
)
def test_a_cell_is_found_by_the_subject_of_its_row_and_the_name_of_its_column(
    question: str, answer: str | None
) -> None:
    """The cell in the row of the subject and below the asked column is the answer."""
    assert text_of(read_cell(question, table_screen())) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many euros does the brass band cost?", "640"),
        ("Who keeps bees, according to the notes?", "Moritz"),
        ("When was the compost heap last turned?", "2 February"),
        ("In which month should the lavender be cut back?", "August"),
        ("How many stalls are there?", None),
        ("Which colour has the lavender?", None),
        ("Who leads the garden?", None),
    ],
)
def test_an_answer_is_read_from_the_sentence_about_the_question(question: str, answer: str | None) -> None:
    """The sentence must share words with the question and have one text of the kind that is asked for."""
    screen = screen_of_all_nodes(
        shot_from_lines(
            "heading Brass band",
            "text Ask Hilde Brandt, who leads the band. Their fee is 640 euros.",
            "text The compost heap was last turned on 2 February",
            "text Edda lends her shredder. Moritz keeps bees.",
            "text The lavender is cut back in August",
        )
    )
    assert text_of(read_sentence(question, screen)) == answer


def test_the_price_is_preferred_to_a_text_nearby() -> None:
    """A question about a price is answered with the price, not with the name beside it."""
    screen = screen_of_all_nodes(
        shot_from_lines("heading Head Torch", "text Head Torch", "text Price: $24.50")
    )
    answer = find_answer("What is the price of the Head Torch?", screen, nearby=True)
    assert text_of(answer) == "$24.50"


@pytest.mark.parametrize(("role", "answer"), [("text", "345.00"), ("link", None)])
def test_the_name_of_a_link_is_no_label(role: str, answer: str | None) -> None:
    """A single word of a question is a label only as a plain text with a value to its right."""
    nodes = (Node(role, "Groceries", Box(0, 0, 80, 20)), Node("text", "345.00", Box(90, 0, 150, 20)))
    elements = tuple(Element.of(node, index + 1, index=index) for index, node in enumerate(nodes))
    screen = Screen(shot_from_lines("text Accounts"), elements)
    question = "How much did I spend on groceries in February?"
    assert text_of(find_answer(question, screen, nearby=False)) == answer


def test_a_text_in_parentheses_may_separate_a_name_from_what_the_person_does() -> None:
    """Of two people in a text, the one in the sentence about the question is the answer."""
    node = Node("text", "Edda (plot 12) lends her shredder. Moritz (plot 14) keeps bees.", Box(0, 0, 400, 20))
    screen = screen_of_all_nodes(msgspec.structs.replace(shot_from_lines("heading Neighbors"), nodes=(node,)))
    assert text_of(read_sentence("Who keeps bees?", screen)) == "Moritz"


@pytest.mark.parametrize(
    ("question", "answer"),
    [("Who is the issue assigned to?", "amara"), ("Which person is the issue for amara assigned to?", None)],
)
def test_a_label_of_several_words_may_contain_small_words(question: str, answer: str | None) -> None:
    """The label "Assigned To" answers a question with "assigned", but not by a word of the question."""
    nodes = (Node("text", "Assigned To", Box(0, 0, 90, 20)), Node("text", "amara", Box(100, 0, 160, 20)))
    screen = screen_of_all_nodes(msgspec.structs.replace(shot_from_lines("heading Issue"), nodes=nodes))
    assert text_of(find_answer(question, screen, nearby=False)) == answer


GRID = (("Product", "Stock", "Price", "Supplier"), ("Glass vase A", "33", "109.19", "Noor"))
TILES = (("Open orders", "2"), ("Stock value", "1,611.00 €"), ("Target", "50 %"))
"""Tiles beside each other, each with a label and a number below it."""


def grid_screen() -> Screen:
    """Return a screen with a grid of elements with roles, row by row."""
    nodes = [
        Node(
            "gridcell" if row else "columnheader",
            text,
            Box(COLUMN_PX * column, ROW_PX * row, COLUMN_PX * (column + 1), ROW_PX * (row + 1)),
        )
        for row, texts in enumerate(GRID)
        for column, text in enumerate(texts)
    ]
    return screen_of_all_nodes(Shot(blank_picture(), tuple(nodes)))


def test_the_title_of_a_page_is_no_head_of_a_column() -> None:
    """Below the title "World clock", the country is read from the text beside the city, not the time."""
    nodes = (
        Node("heading", "World clock", Box(0, 0, 400, 20)),
        Node("text", "Cairo", Box(0, 40, 80, 60)),
        Node("text", "Egypt · Today, 2 h ahead", Box(0, 60, 200, 80)),
        Node("text", "11:41", Box(300, 40, 400, 60)),
    )
    screen = screen_of_all_nodes(Shot(blank_picture(), nodes))
    answer = find_answer("Which country is under Cairo in the world clock?", screen, nearby=True)
    assert text_of(answer) == "Egypt"


def tile_screen() -> Screen:
    """Return a screen with tiles, one after the other in the tree."""
    nodes = [
        Node("text", text, Box(300 * column, ROW_PX * row, 300 * column + COLUMN_PX, ROW_PX * (row + 1)))
        for column, texts in enumerate(TILES)
        for row, text in enumerate(texts)
    ]
    return screen_of_all_nodes(Shot(blank_picture(), tuple(nodes)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the price of Glass vase A?", "109.19"),
        ("What is the supplier of Glass vase A?", "Noor"),
        ("What is the price of Glass vase B?", None),
    ],
)
def test_the_head_of_a_column_is_no_value_of_another_one(question: str, answer: str | None) -> None:
    """A question about a grid is answered from the row that it names, or not at all."""
    for nearby in (False, True):
        assert text_of(find_answer(question, grid_screen(), nearby=nearby)) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the stock value?", "1,611.00 €"),
        ("What is the target?", "50 %"),
        ("How many open orders?", "2"),
    ],
)
def test_the_value_of_a_tile_is_below_its_label(question: str, answer: str) -> None:
    """The label of the next tile is not the value of a label."""
    assert text_of(find_answer(question, tile_screen(), nearby=False)) == answer


def test_a_price_has_a_digit() -> None:
    """A word beside the subject of a question for a price is not the answer."""
    nodes = (Node("text", "Desk", Box(0, 0, 40, 20)), Node("text", "Lamp", Box(50, 0, 90, 20)))
    screen = screen_of_all_nodes(Shot(blank_picture(), nodes))
    question = "What price does a desk have in the orders table?"
    assert find_answer(question, screen, nearby=False) is None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Your train to Oslo leaves on April 21 at 14:50 from platform 3. Seat 54A is yours.", "54A"),
        ("Your train to Oslo leaves on April 21 at 14:50 from platform 3. Seat 5", None),
        ("Your train to Oslo leaves on April 21 at 14:50 from platform 3.", None),
        ("54A", "54A"),
        ("Mar 5", None),
    ],
)
def test_a_code_is_read_only_beside_the_noun_asked_for(text: str, answer: str | None) -> None:
    """In a sentence, the asked seat is the number after "Seat", unless the text is truncated there."""
    nodes = (Node("text", "Your ticket to Oslo", Box(0, 0, 400, 20)), Node("text", text, Box(0, 20, 400, 40)))
    screen = screen_of_all_nodes(msgspec.structs.replace(shot_from_lines("heading Mail"), nodes=nodes))
    found = find_answer("Which seat do I have on the train to Oslo?", screen, nearby=True)
    assert text_of(found) == answer


HEADED_ROWS = (("Status", "testing", "Assigned To", "amara"), ("Nosy List", "jonas", "Keywords", "website"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the issue assigned to?", "amara"),
        ("What are the keywords?", "website"),
        ("What is the nosy list?", "jonas"),
    ],
)
def test_the_heading_of_a_row_has_the_value_of_the_cell_after_it(question: str, answer: str) -> None:
    """Forms that are laid out as tables name each value by a heading cell before it."""
    nodes = [
        Node(
            "cell" if column % 2 else "columnheader",
            text,
            Box(COLUMN_PX * column, ROW_PX * row, COLUMN_PX * (column + 1), ROW_PX * (row + 1)),
        )
        for row, texts in enumerate(HEADED_ROWS)
        for column, text in enumerate(texts)
    ]
    screen = screen_of_all_nodes(Shot(blank_picture(), tuple(nodes)))
    assert text_of(find_answer(question, screen, nearby=False)) == answer


COLLECTIONS = (
    'heading "Friends"\ntext "Address book"\ntext "2 items in collection (166 b)"\n'
    'heading "Suppliers"\ntext "Address book"\ntext "4 items in collection (374 b)"'
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('How many items are in the address book "Suppliers"?', "4"),
        ('How many items are in the address book "Friends"?', "2"),
        ('How many items are in the address book "Family"?', None),
        ('How many pages are in the address book "Friends"?', None),
    ],
)
def test_a_count_is_read_below_the_heading_that_the_question_names(question: str, answer: str | None) -> None:
    """The count of another section is no answer, nor is one of other things."""
    screen = screen_of_all_nodes(shot_from_lines(*COLLECTIONS.replace('"', "").splitlines()))
    assert text_of(find_answer(question, screen, nearby=False)) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('Which address book has the description "Paper and string"?', "Suppliers"),
        ('Which address book has the description "Paper"?', None),
        ('Which address book has the description "Address book"?', None),
        ('Which description is in the address book "Suppliers"?', None),
    ],
)
def test_the_owner_of_a_text_is_the_heading_above_it(question: str, answer: str | None) -> None:
    """The text must be the whole one, and stand in only one section; other questions are no such ones."""
    lines = [*COLLECTIONS.replace('"', "").splitlines(), "text Paper and string"]
    screen = screen_of_all_nodes(shot_from_lines(*lines))
    assert text_of(find_answer(question, screen, nearby=False)) == answer
