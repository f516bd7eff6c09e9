"""What the net reads of a situation."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture, shots
from onscreen.types import Box, Click, Node, Shot, Situation, Type
from onscreen_reflex.features import (
    AS_CLICKED,
    BELOW_NAMED,
    BELOW_OTHER,
    HALF_HOURS,
    IS_COUNT,
    IS_ODD,
    LASTING,
    LINED,
    LINES,
    MORE_THAN_CLICKED,
)
from onscreen_reflex.scene import Scene, scene_of
from onscreen_reflex.vocabulary import MOST_ELEMENTS, MOST_WORDS, Relation
from onscreen_reflex.word_pieces import Pieces


def node(role: str, name: str, *, row: int = 0, left: float = 0, value: str = "") -> Node:
    """Return a node in a row of the screen."""
    box = Box(left, row * 20, left + 50, row * 20 + 18)
    return Node(role, name, box, value, states=("clickable",), locator=f"{role} {name} {row} {left}")


def read(pieces: Pieces, instruction: str, *nodes: Node) -> Scene:
    """Return the scene of these nodes before anything was done."""
    return scene_of(Situation(instruction, screen=build_screen(Shot(blank_picture(), nodes))), pieces)


def related(scene: Scene, relation: Relation) -> set[tuple[str, str]]:
    """Return the pairs of words and element names that have a relation."""
    deeds = ["deed"] * len(scene.deed_verbs)
    names = ["whole", *(w.text for w in scene.words), *deeds, *(e.name for e in scene.elements)]
    rows, columns = (scene.relations >> relation & 1).nonzero()
    return {(names[row], names[column]) for row, column in zip(rows, columns, strict=True)}


def test_words_that_name_an_element_point_at_it(pieces: Pieces) -> None:
    """A phrase that is an element's whole name is told from words that only stand in it."""
    scene = read(pieces, 'Click on "Save file"', node("button", "Save file"), node("button", "Save", row=1))
    assert related(scene, Relation.PHRASE_IS_NAME) == {
        ("Save", "Save file"), ("file", "Save file"), ("Save", "Save")
    }  # fmt: skip
    assert ("file", "Save") not in related(scene, Relation.WORD_IN_NAME)


def test_numbers_are_compared(pieces: Pieces) -> None:
    """A number asked for is below, equal to or above the numbers shown, minus signs included."""
    scene = read(
        pieces, "Select -5 now", node("text", "-9"), node("text", "-5", row=1), node("text", "7", row=2)
    )
    assert related(scene, Relation.NUMBER_ABOVE) >= {("5", "-9")}
    assert ("5", "-5") in related(scene, Relation.NUMBER_EQUAL)
    assert ("5", "7") in related(scene, Relation.NUMBER_BELOW)


def test_a_month_shown_is_compared_with_the_date_asked_for(pieces: Pieces) -> None:
    """A calendar's heading is before, at or after the month of a date."""
    scene = read(
        pieces, "Choose 10/03/2016 there", node("text", "December 2016"), node("text", "March 2016", row=1)
    )
    assert ("10", "December 2016") in related(scene, Relation.DATE_BELOW)
    assert ("10", "March 2016") in related(scene, Relation.DATE_ABOVE)
    assert not related(scene, Relation.DATE_EQUAL)


def test_an_ordinal_points_at_the_place_among_its_kind(pieces: Pieces) -> None:
    """The 2nd text field is the second of the fields, whatever else there is; so with lists of numbers."""
    fields = [node("textbox", f"field {i}", row=i) for i in (1, 2, 3)]
    scene = read(pieces, "Type 7 and 9 into the 2nd one", node("button", "Help", row=9), *fields)
    pairs = related(scene, Relation.ORDINAL_IS_PLACE)
    assert ("2nd", "field 2") in pairs
    assert not {("2nd", "field 1"), ("2nd", "Help")} & pairs
    assert {("7", "field 1"), ("9", "field 2")} <= related(scene, Relation.NUMBER_HAS_PLACE)


def test_a_pale_color_is_a_shade_of_its_hue(pieces: Pieces) -> None:
    """What looks reddish silver is related to "red", and not to "silver" alone."""
    squares = [msgspec.structs.replace(node("generic", "", row=i), clue=clue)
               for i, clue in enumerate(("reddish silver", "bluish gray"))]  # fmt: skip
    scene = read(pieces, "Select all shades of blue", *squares)
    clued = (scene.relations >> Relation.WORD_IN_CLUE & 1).nonzero()
    words = ["whole", *(word.text for word in scene.words)]
    assert [
        (words[row], scene.elements[column - len(words)].clue) for row, column in zip(*clued, strict=True)
    ] == [("blue", "bluish gray")]


def test_prices_and_durations_are_ranked_among_their_kind(pieces: Pieces) -> None:
    """The dearest ticket and the longest journey are told from the others, each by its own number."""
    names = ("Book for $90", "Book for $1,200", "16h 52m", "2h 5m", "700")
    scene = read(pieces, "Book the dearest", *(node("button", name, row=i) for i, name in enumerate(names)))
    highest = {e.name for e, of in zip(scene.elements, scene.element_features, strict=True) if of[13] == 1}
    assert {"Book for $1,200", "16h 52m"} <= highest
    assert not {"Book for $90", "2h 5m"} & highest


def test_the_text_before_a_field_is_told(pieces: Pieces) -> None:
    """The nearest text to the left of a field, and the one above, are related to it."""
    scene = read(
        pieces,
        "",
        node("text", "Far"),
        node("text", "Near", left=60),
        node("textbox", "field", left=120),
        node("button", "Below", row=1, left=120),
    )
    assert ("Near", "field") in related(scene, Relation.LEFT_OF)
    assert ("Far", "field") not in related(scene, Relation.LEFT_OF)
    assert ("field", "Below") in related(scene, Relation.ABOVE)


def test_what_was_done_is_found_again(pieces: Pieces) -> None:
    """A deed points at its element on the screen now and at the words it used."""
    screen = build_screen(Shot(blank_picture(), (node("textbox", "name"), node("button", "Save", row=1))))
    deeds = (Type("Ada", screen.elements[0]), Click(screen.elements[1]))
    about = Situation("Type Ada, then Save", screen=screen, done=("one", "two: nothing changed"), deeds=deeds)
    scene = scene_of(about, pieces)
    assert related(scene, Relation.DONE_TO) == {("deed", "name"), ("deed", "Save")}
    assert ("deed", "Ada") in related(scene, Relation.DONE_WITH)
    assert scene.deed_features[0, 2] == 1, "the newest deed changed nothing"
    assert scene.deed_features[1, 2] == 0


def test_an_empty_screen_is_read(pieces: Pieces) -> None:
    """A screen without elements, or none at all, is a scene of words alone."""
    for about in (Situation("Save it"), Situation("", screen=build_screen(Shot(blank_picture(), ())))):
        scene = scene_of(about, pieces)
        assert scene.size == 1 + len(scene.words)
        assert not scene.elements


def test_two_thousand_elements_are_cut_to_those_that_matter(pieces: Pieces) -> None:
    """Of too many elements the one that is named stays, wherever it stands."""
    nodes = [node("link", f"Article {i}", row=i) for i in range(2000)]
    scene = read(pieces, 'Open "Article 1777".', *nodes)
    assert len(scene.elements) == MOST_ELEMENTS
    assert "Article 1777" in {element.name for element in scene.elements}
    marks = [element.mark for element in scene.elements]
    assert marks == sorted(marks)


def test_five_thousand_words_are_cut_to_those_that_matter(pieces: Pieces) -> None:
    """Of a long instruction the begin, the end and the words that are on the screen stay."""
    words = ["Please", *(f"word{i}" for i in range(5000)), "thanks"]
    words[2500] = "Zanzibar"
    scene = read(pieces, " ".join(words), node("button", "Zanzibar"))
    kept = [word.text for word in scene.words]
    assert len(kept) == MOST_WORDS
    assert {"Please", "Zanzibar", "thanks"} <= set(kept)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shots())
def test_any_screen_is_read(pieces: Pieces, make_shot: Shot) -> None:
    """Whatever a device reports, every array has a row for each word and element, without NaN."""
    scene = scene_of(Situation('Click "Äöü" 3 times \u202e', screen=build_screen(make_shot)), pieces)
    assert scene.relations.shape == (scene.size, scene.size)
    assert len(scene.element_features) == len(scene.roles) == len(scene.elements)
    assert not any(map(_has_nan, (scene.word_features, scene.element_features, scene.whole)))


def _has_nan(array: object) -> bool:
    return bool((array != array).any())  # type: ignore[attr-defined]  # noqa: PLR0124 - NaN is not itself


@pytest.mark.parametrize("instruction", ["送信ボタンを押す", "Нажмите кнопку", "🚀🚀"])
def test_another_language_is_read(pieces: Pieces, instruction: str) -> None:
    """An instruction in another language than the screen's is read, though nothing matches."""
    scene = read(pieces, instruction, node("button", "Save"))
    assert not related(scene, Relation.WORD_IN_NAME)


def test_a_calendar_that_shows_month_and_year_apart_is_read(pieces: Pieces) -> None:
    """A month's name and the year right after it are one month."""
    scene = read(pieces, "Choose 10/03/2016 there", node("text", "October"), node("text", "2016", left=60))
    assert ("10", "October") in related(scene, Relation.DATE_EQUAL)


def test_times_of_day_are_compared(pieces: Pieces) -> None:
    """Half past four in the afternoon is after noon and before 5pm."""
    hours = (node("text", "12pm"), node("text", "5 PM", row=1), node("text", "4:30pm", row=2))
    scene = read(pieces, "Come at 4:30pm", *hours)
    whole = read(pieces, "Come at 4pm", *hours)
    assert ("4pm", "5 PM") in related(whole, Relation.NUMBER_BELOW)
    assert ("4pm", "12pm") in related(whole, Relation.NUMBER_ABOVE)
    assert ("12pm", "4:30pm") in related(scene, Relation.NUMBER_BELOW)


def test_a_clue_tells_the_number_and_the_coordinates_of_what_has_no_name(pieces: Pieces) -> None:
    """A drawn shape is compared by its sides, and a point is named by its coordinates, signs and all."""
    clues = ("6-sided polygon", "blue circle (-2,1)", "blue circle (2,1)")
    drawn = [msgspec.structs.replace(node("image", "", row=i), clue=clue) for i, clue in enumerate(clues)]
    scene = read(pieces, "Click on (-2,1)", *drawn, node("button", "6", row=4))
    assert ("", "6") in related(scene, Relation.NUMBER_EQUAL)
    words = 1 + len(scene.words)
    columns = (scene.relations >> Relation.PHRASE_IS_NAME & 1).nonzero()[1]
    assert {scene.elements[column - words].clue for column in columns} == {"blue circle (-2,1)"}


def test_rows_and_columns_are_told(pieces: Pieces) -> None:
    """Of six boxes in two columns the last of the first column is told from the first of the second."""
    boxes = [node("checkbox", f"{x}{y}", row=y, left=60 * x) for x in (0, 1) for y in (0, 1, 2)]
    scene = read(pieces, "", *boxes)
    told = {e.name: tuple(of) for e, of in zip(scene.elements, scene.element_features, strict=True)}
    assert len(set(told.values())) == len(boxes)
    lines = LINED.start
    column, row = told["02"][lines : lines + LINES + 1], told["02"][lines + LINES + 1 :][: LINES + 1]
    assert (column.index(1), column[LINES]) == (0, 0), "the first column, not the last"
    assert (row.index(1), row[LINES]) == (2, 1), "the third row, the last"


def test_notes_are_read_as_clues_of_their_elements(pieces: Pieces) -> None:
    """A note that begins with a mark tells of that element; the action is about the element as it is."""
    screen = build_screen(Shot(blank_picture(), (node("button", ""), node("button", "", row=1))))
    notes = ("2: throws the line away", "The shop closes at six")
    scene = scene_of(Situation("Throw the line away", screen=screen, notes=notes), pieces)
    columns = {int(column) for column in (scene.relations >> Relation.WORD_IN_CLUE & 1).nonzero()[1]}
    assert columns == {1 + len(scene.words) + 1}
    assert scene.elements == screen.elements


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("How many small items are there?", 2),
        ("How many shapes are there?", 2),
        ("How many aqua Is are there?", 1),
        ("How many is are there?", 0),
        ("How many large red digits are there?", 1),
        ("How many black circles are there?", 0),
    ],
)
def test_what_is_asked_for_is_counted(pieces: Pieces, asked: str, count: int) -> None:
    """The button with as many as there are is told, by size, color, kind and letter, none included."""
    drawn = (
        Node("text", "I", Box(0, 0, 9, 9), clue="cyan text font-size 10px"),
        Node("text", "7", Box(20, 0, 40, 20), clue="red text font-size 20px"),
        Node("image", "", Box(40, 0, 50, 10), clue="blue circle 10x10"),
        Node("image", "", Box(60, 0, 80, 20), clue="red triangle 20x20"),
    )
    scene = read(pieces, asked, *drawn, *(node("button", str(n), row=n + 2) for n in range(5)))
    told = [e.name for e, of in zip(scene.elements, scene.element_features, strict=True) if of[IS_COUNT]]
    assert told == [str(count)]


@pytest.mark.parametrize("asked", ["How many emails are there?", "Press 2", "How many", ""])
def test_what_cannot_be_counted_is_not(pieces: Pieces, asked: str) -> None:
    """Where it is not asked how many there are, or of what nobody sees, no number is told."""
    scene = read(pieces, asked, *(node("button", str(n), row=n) for n in range(3)))
    assert not scene.element_features[:, IS_COUNT].any()


def test_a_figure_points_at_the_name_of_its_shape(pieces: Pieces) -> None:
    """What is drawn as a rect is a rectangle; odd numbers are told from even ones."""
    figure = Node("image", "", Box(0, 0, 30, 30), clue="black rect 30x30")
    scene = read(pieces, "", figure, *(node("button", n, row=2) for n in ("Circle", "Rectangle", "21", "20")))
    assert related(scene, Relation.VALUE_IS_NAME) == {("", "Rectangle")}
    assert [of[IS_ODD] for of in scene.element_features] == [0, 0, 0, 1, 0]


def test_whose_buttons_they_are_is_told(pieces: Pieces) -> None:
    """Of posts, the buttons below the named author are told from those below another."""
    names = ("@ada", "Reply", "@bob", "Reply", "@ada", "Reply")
    nodes = [node("button" if n == "Reply" else "text", n, row=row) for row, n in enumerate(names)]
    scene = read(pieces, "Reply to all of @ada", *nodes)
    below = [(bool(of[BELOW_NAMED]), bool(of[BELOW_OTHER])) for of in scene.element_features]
    assert below == [(True, False)] * 2 + [(False, True)] * 2 + [(True, False)] * 2
    assert not read(pieces, "Reply to all", *nodes).element_features[:, BELOW_NAMED:].any()
    mine = [msgspec.structs.replace(n, name=n.name.replace("bob", "ada"), states=()) for n in nodes]
    told = read(pieces, "Reply to all of @ada", *mine).element_features
    assert told[:, BELOW_NAMED].all()
    assert not told[:, BELOW_OTHER].any()


@pytest.mark.parametrize(
    ("asked", "halves"),
    [
        ("a 1.5 hours event", 3),
        ("90 mins", 3),
        ("for 2 hrs", 4),
        ("30 minutes", 1),
        ("3 horses", 0),
        ("5 h", 0),
    ],
)
def test_how_long_something_lasts_is_told(pieces: Pieces, asked: str, halves: int) -> None:
    """Minutes and hours are half hours, up to four hours."""
    told = read(pieces, asked).word_features[:, LASTING].any(axis=0)
    assert [n for n, there in zip(HALF_HOURS, told, strict=True) if there] == [halves] * bool(halves)


def test_clicks_so_far_are_told_of_the_number_asked_for(pieces: Pieces) -> None:
    """Of "2 posts" it is told whether two have been clicked."""
    screen = build_screen(Shot(blank_picture(), (node("button", "Like"),)))
    done = Click(screen.elements[0])
    told = [
        tuple(
            scene_of(Situation("Like 2 posts", screen=screen, deeds=(done,) * n), pieces).word_features[
                1, [AS_CLICKED, MORE_THAN_CLICKED]
            ]
        )
        for n in range(4)
    ]
    assert told == [(0, 1), (0, 1), (1, 0), (0, 0)]
