"""Input arrays of the network, built from a situation."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture, shots
from onscreen.types import (
    Box,
    Click,
    ElementNote,
    Node,
    NodeChange,
    Outcome,
    PastStep,
    ScreenChange,
    Shot,
    Situation,
    Type,
)
from onscreen.types.appearance import Appearance
from onscreen_reflex.action_history import summarize_step
from onscreen_reflex.array_schema import INPUTS
from onscreen_reflex.categorical_vocabulary import MAX_ELEMENTS, MAX_WORDS, Relation
from onscreen_reflex.feature_columns import (
    GRID_LINES,
    HALF_HOURS,
    ElementColumn,
    PastActionColumn,
    WordColumn,
)
from onscreen_reflex.input_batches import batch_inputs
from onscreen_reflex.input_encoder import Scene, SceneSource, build_scene
from onscreen_reflex.word_pieces import WordPieces


def node(role: str, name: str, *, row: int = 0, left: float = 0, value: str = "") -> Node:
    """Return a node in a row of the screen."""
    box = Box(left, row * 20, left + 50, row * 20 + 18)
    return Node(role, name, box, value, states=("clickable",), locator=f"{role} {name} {row} {left}")


def read(pieces: WordPieces, instruction: str, *nodes: Node) -> Scene:
    """Return the scene of these nodes at the first step."""
    return read_situation(pieces, Situation(instruction, build_screen(Shot(blank_picture(), nodes))))


def read_situation(pieces: WordPieces, situation: Situation) -> Scene:
    """Return the scene of a situation."""
    return build_scene(SceneSource.from_situation(situation), pieces)


def related(scene: Scene, relation: Relation) -> set[tuple[str, str]]:
    """Return the pairs of words and element names that have a relation."""
    actions = ["action"] * len(scene.history)
    names = ["situation", *(w.text for w in scene.words), *actions, *(e.name for e in scene.elements)]
    rows, columns = (scene.inputs.relations >> relation & 1).nonzero()
    return {(names[row], names[column]) for row, column in zip(rows, columns, strict=True)}


def test_words_are_related_to_the_elements_they_name(pieces: WordPieces) -> None:
    """A phrase that is a whole name is distinguished from words that are part of a name."""
    scene = read(pieces, 'Click on "Save file"', node("button", "Save file"), node("button", "Save", row=1))
    assert related(scene, Relation.PHRASE_IS_NAME) == {
        ("Save", "Save file"), ("file", "Save file"), ("Save", "Save")
    }  # fmt: skip
    assert ("file", "Save") not in related(scene, Relation.WORD_IN_NAME)


def test_numbers_are_compared(pieces: WordPieces) -> None:
    """A requested number is below, equal to or above each shown number, including negative numbers."""
    scene = read(
        pieces, "Select -5 now", node("text", "-9"), node("text", "-5", row=1), node("text", "7", row=2)
    )
    assert related(scene, Relation.NUMBER_ABOVE) >= {("5", "-9")}
    assert ("5", "-5") in related(scene, Relation.NUMBER_EQUAL)
    assert ("5", "7") in related(scene, Relation.NUMBER_BELOW)


def test_a_month_shown_is_compared_with_the_date_asked_for(pieces: WordPieces) -> None:
    """A calendar's heading is before, at or after the month of a date."""
    scene = read(
        pieces, "Choose 10/03/2016 there", node("text", "December 2016"), node("text", "March 2016", row=1)
    )
    assert ("10", "December 2016") in related(scene, Relation.DATE_BELOW)
    assert ("10", "March 2016") in related(scene, Relation.DATE_ABOVE)
    assert not related(scene, Relation.DATE_EQUAL)


def test_ordinals_are_related_to_ranks_within_a_kind(pieces: WordPieces) -> None:
    """The second text field has rank 2 among the fields, for the word "2nd" and for the second number."""
    fields = [node("textbox", f"field {i}", row=i) for i in (1, 2, 3)]
    scene = read(pieces, "Type 7 and 9 into the 2nd one", node("button", "Help", row=9), *fields)
    pairs = related(scene, Relation.RANK_IS_ORDINAL)
    assert ("2nd", "field 2") in pairs
    assert not {("2nd", "field 1"), ("2nd", "Help")} & pairs
    assert {("7", "field 1"), ("9", "field 2")} <= related(scene, Relation.RANK_IS_NUMBER_INDEX)


def test_a_pale_color_is_a_shade_of_its_hue(pieces: WordPieces) -> None:
    """The word "blue" is related to the clue "bluish gray", not to "reddish silver"."""
    squares = [msgspec.structs.replace(node("generic", "", row=i), clue=clue)
               for i, clue in enumerate(("reddish silver", "bluish gray"))]  # fmt: skip
    scene = read(pieces, "Select all shades of blue", *squares)
    clued = (scene.inputs.relations >> Relation.WORD_IN_CLUE & 1).nonzero()
    words = ["whole", *(word.text for word in scene.words)]
    assert [
        (words[row], scene.elements[column - len(words)].clue) for row, column in zip(*clued, strict=True)
    ] == [("blue", "bluish gray")]


def test_prices_and_durations_are_ranked_among_their_kind(pieces: WordPieces) -> None:
    """The highest price and the longest duration are marked, each among numbers of its kind."""
    names = ("Book for $90", "Book for $1,200", "16h 52m", "2h 5m", "700")
    scene = read(pieces, "Book the dearest", *(node("button", name, row=i) for i, name in enumerate(names)))
    highest = {
        e.name
        for e, of in zip(scene.elements, scene.inputs.element_features, strict=True)
        if of[ElementColumn.IS_HIGHEST] == 1
    }
    assert {"Book for $1,200", "16h 52m"} <= highest
    assert not {"Book for $90", "2h 5m"} & highest


def test_fields_are_related_to_the_nearest_texts(pieces: WordPieces) -> None:
    """A field is related to the nearest text on its left and to the nearest element below."""
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


def test_past_actions_are_related_to_their_targets_and_words(pieces: WordPieces) -> None:
    """A past action is related to its element on the current screen and to the words it used."""
    screen = build_screen(Shot(blank_picture(), (node("textbox", "name"), node("button", "Save", row=1))))
    history = (
        PastStep(Type("Ada", screen.elements[0]), change=ScreenChange(scrolled=True)),
        PastStep(Click(screen.elements[1])),
    )
    scene = read_situation(pieces, Situation("Type Ada, then Save", screen, history=history))
    assert related(scene, Relation.ACTION_TARGET) == {("action", "name"), ("action", "Save")}
    assert ("action", "Ada") in related(scene, Relation.ACTION_WORD)
    idle = scene.inputs.action_features[:, PastActionColumn.IDLE]
    assert list(idle) == [1, 0], "newest first: the click had no effect"


FIELD = node("textbox", "name")


@pytest.mark.parametrize(
    ("outcome", "change", "failed", "had_effect"),
    [
        (Outcome(), ScreenChange(), False, False),
        (Outcome(failed="ElementCovered"), ScreenChange(), True, False),
        (Outcome("Read 3 lines"), ScreenChange(), False, True),
        (Outcome(), ScreenChange(address="http://shop.example"), False, True),
        (Outcome(), ScreenChange(added=(node("text", "Sent"),)), False, True),
        (Outcome(), ScreenChange(added=(Node("image", "", Box(0, 0, 9, 9)),)), False, False),
        (
            Outcome(),
            ScreenChange(altered=(NodeChange(FIELD, msgspec.structs.replace(FIELD, value="A")),)),
            False,
            True,
        ),
        (
            Outcome(),
            ScreenChange(altered=(NodeChange(FIELD, msgspec.structs.replace(FIELD, clue="a")),)),
            False,
            False,
        ),
    ],
)
def test_effects_are_those_the_weights_were_trained_with(
    outcome: Outcome, change: ScreenChange, failed: bool, had_effect: bool
) -> None:
    """A changed text, value, state or address is an effect; a changed clue or unnamed image alone is not."""
    summary = summarize_step(
        PastStep(Click(build_screen(Shot(blank_picture(), (FIELD,))).elements[0]), outcome, change)
    )
    assert (summary.failed, summary.had_effect) == (failed, had_effect)


def test_an_empty_screen_is_read(pieces: WordPieces) -> None:
    """The scene of a screen without elements consists of words alone."""
    for instruction in ("Save it", ""):
        scene = read(pieces, instruction)
        assert len(scene.inputs.relations) == 1 + len(scene.words)
        assert not scene.elements


def test_batches_pad_every_array_by_its_specification(pieces: WordPieces) -> None:
    """A small scene beside a larger one keeps its values, and is filled up with padding."""
    small, large = read(pieces, "Save"), read(pieces, "Save it now", node("button", "Save"))
    batch = batch_inputs([small, large])
    assert [list(row) for row in batch.present] == [[True, True] + [False] * 4, [True] * 4 + [False, True]]
    for name, spec in INPUTS.items():
        array = getattr(batch, name)
        assert array.dtype == spec.dtype
        assert len(array) == 2
    assert (batch.name_pieces[0] == -1).all()
    assert not batch.relations[0, 2:].any()


def test_two_thousand_elements_are_truncated_to_the_relevant_ones(pieces: WordPieces) -> None:
    """Truncation keeps the element that the instruction names, in reading order."""
    nodes = [node("link", f"Article {i}", row=i) for i in range(2000)]
    scene = read(pieces, 'Open "Article 1777".', *nodes)
    assert len(scene.elements) == MAX_ELEMENTS
    assert "Article 1777" in {element.name for element in scene.elements}
    marks = [element.mark for element in scene.elements]
    assert marks == sorted(marks)


def test_five_thousand_words_are_truncated_to_the_relevant_ones(pieces: WordPieces) -> None:
    """Truncation keeps the start and the end of the instruction, and the words that the screen shows."""
    words = ["Please", *(f"word{i}" for i in range(5000)), "thanks"]
    words[2500] = "Zanzibar"
    scene = read(pieces, " ".join(words), node("button", "Zanzibar"))
    kept = [word.text for word in scene.words]
    assert len(kept) == MAX_WORDS
    assert {"Please", "Zanzibar", "thanks"} <= set(kept)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shots())
def test_any_screen_has_arrays_without_nan(pieces: WordPieces, shot: Shot) -> None:
    """For any screen, every array has one row per word or element and no NaN."""
    scene = read_situation(pieces, Situation('Click "Äöü" 3 times \u202e', build_screen(shot)))
    inputs, size = scene.inputs, 1 + len(scene.words) + len(scene.elements)
    assert inputs.relations.shape == (size, size)
    assert len(inputs.element_features) == len(inputs.roles) == len(scene.elements)
    assert not any(map(_has_nan, (inputs.word_features, inputs.element_features, inputs.screen_features)))


def _has_nan(array: object) -> bool:
    return bool((array != array).any())  # type: ignore[attr-defined]  # noqa: PLR0124 - NaN is not itself


@pytest.mark.parametrize("instruction", ["送信ボタンを押す", "Нажмите кнопку", "🚀🚀"])
def test_another_language_is_read(pieces: WordPieces, instruction: str) -> None:
    """An instruction in another language than the screen is read; no word matches."""
    scene = read(pieces, instruction, node("button", "Save"))
    assert not related(scene, Relation.WORD_IN_NAME)


def test_a_calendar_that_shows_month_and_year_apart_is_read(pieces: WordPieces) -> None:
    """A month's name and the year right after it are one month."""
    scene = read(pieces, "Choose 10/03/2016 there", node("text", "October"), node("text", "2016", left=60))
    assert ("10", "October") in related(scene, Relation.DATE_EQUAL)


def test_times_of_day_are_compared(pieces: WordPieces) -> None:
    """Half past four in the afternoon is after noon and before 5pm."""
    hours = (node("text", "12pm"), node("text", "5 PM", row=1), node("text", "4:30pm", row=2))
    scene = read(pieces, "Come at 4:30pm", *hours)
    whole = read(pieces, "Come at 4pm", *hours)
    assert ("4pm", "5 PM") in related(whole, Relation.NUMBER_BELOW)
    assert ("4pm", "12pm") in related(whole, Relation.NUMBER_ABOVE)
    assert ("12pm", "4:30pm") in related(scene, Relation.NUMBER_BELOW)


def test_sides_and_attributes_give_number_and_coordinates_of_unnamed_elements(pieces: WordPieces) -> None:
    """The sides of a shape are its number; coordinates with signs name a point."""
    polygon = msgspec.structs.replace(node("image", ""), appearance=Appearance(sides=6))
    points = [
        msgspec.structs.replace(node("image", "", row=i), clue=f"blue circle {text}", attributes=text)
        for i, text in enumerate(("(-2,1)", "(2,1)"), start=1)
    ]
    drawn = (polygon, *points)
    scene = read(pieces, "Click on (-2,1)", *drawn, node("button", "6", row=4))
    assert ("", "6") in related(scene, Relation.NUMBER_EQUAL)
    words = 1 + len(scene.words)
    columns = (scene.inputs.relations >> Relation.PHRASE_IS_NAME & 1).nonzero()[1]
    assert {scene.elements[column - words].clue for column in columns} == {"blue circle (-2,1)"}


def test_grid_rows_and_columns_have_features(pieces: WordPieces) -> None:
    """Six boxes in two columns have different features, with row and column of each."""
    boxes = [node("checkbox", f"{x}{y}", row=y, left=60 * x) for x in (0, 1) for y in (0, 1, 2)]
    scene = read(pieces, "", *boxes)
    features = {
        e.name: tuple(of) for e, of in zip(scene.elements, scene.inputs.element_features, strict=True)
    }
    assert len(set(features.values())) == len(boxes)
    column, row = (
        features["02"][first : first + GRID_LINES + 1]
        for first in (ElementColumn.FIRST_GRID_COLUMN, ElementColumn.FIRST_GRID_ROW)
    )
    assert (column.index(1), column[GRID_LINES]) == (0, 0), "the first column, not the last"
    assert (row.index(1), row[GRID_LINES]) == (2, 1), "the third row, the last"


def test_notes_are_read_as_clues_of_their_elements(pieces: WordPieces) -> None:
    """The words of a note are related to its element; the element itself is unchanged."""
    screen = build_screen(Shot(blank_picture(), (node("button", ""), node("button", "", row=1))))
    notes = (ElementNote("throws the line away", 2), ElementNote("The shop closes at six"))
    scene = read_situation(pieces, Situation("Throw the line away", screen, notes=notes))
    columns = {int(column) for column in (scene.inputs.relations >> Relation.WORD_IN_CLUE & 1).nonzero()[1]}
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
def test_the_answer_of_a_how_many_question_is_marked(pieces: WordPieces, asked: str, count: int) -> None:
    """The button with the correct count is marked, for sizes, colors, kinds and letters; 0 included."""
    drawn = (
        Node("text", "I", Box(0, 0, 9, 9), clue="cyan text", appearance=Appearance(font_size_px=10)),
        Node("text", "7", Box(20, 0, 40, 20), clue="red text", appearance=Appearance(font_size_px=20)),
        Node("image", "", Box(40, 0, 50, 10), clue="blue circle", appearance=Appearance(None, 10, 10)),
        Node("image", "", Box(60, 0, 80, 20), clue="red triangle", appearance=Appearance(3, 20, 20)),
    )
    scene = read(pieces, asked, *drawn, *(node("button", str(n), row=n + 2) for n in range(5)))
    marked = scene.inputs.element_features[:, ElementColumn.EQUALS_COUNT]
    assert [e.name for e, is_set in zip(scene.elements, marked, strict=True) if is_set] == [str(count)]


@pytest.mark.parametrize("asked", ["How many emails are there?", "Press 2", "How many", ""])
def test_no_count_is_marked_without_a_countable_question(pieces: WordPieces, asked: str) -> None:
    """Without a question for a count of visible properties, no number is marked."""
    scene = read(pieces, asked, *(node("button", str(n), row=n) for n in range(3)))
    assert not scene.inputs.element_features[:, ElementColumn.EQUALS_COUNT].any()


def test_a_figure_is_related_to_the_name_of_its_shape(pieces: WordPieces) -> None:
    """A drawn "rect" is related to "Rectangle"; odd numbers are marked."""
    figure = Node("image", "", Box(0, 0, 30, 30), clue="black rect 30x30")
    scene = read(pieces, "", figure, *(node("button", n, row=2) for n in ("Circle", "Rectangle", "21", "20")))
    assert related(scene, Relation.VALUE_IS_NAME) == {("", "Rectangle")}
    assert [of[ElementColumn.IS_ODD] for of in scene.inputs.element_features] == [0, 0, 0, 1, 0]


def test_elements_below_a_named_heading_are_marked(pieces: WordPieces) -> None:
    """The buttons below the named author are distinguished from those below another author."""
    names = ("@ada", "Reply", "@bob", "Reply", "@ada", "Reply")
    nodes = [node("button" if n == "Reply" else "text", n, row=row) for row, n in enumerate(names)]
    scene = read(pieces, "Reply to all of @ada", *nodes)
    below = [
        (bool(of[ElementColumn.BELOW_NAMED]), bool(of[ElementColumn.BELOW_OTHER]))
        for of in scene.inputs.element_features
    ]
    assert below == [(True, False)] * 2 + [(False, True)] * 2 + [(True, False)] * 2
    assert (
        not read(pieces, "Reply to all", *nodes).inputs.element_features[:, ElementColumn.BELOW_NAMED :].any()
    )
    mine = [msgspec.structs.replace(n, name=n.name.replace("bob", "ada"), states=()) for n in nodes]
    features = read(pieces, "Reply to all of @ada", *mine).inputs.element_features
    assert features[:, ElementColumn.BELOW_NAMED].all()
    assert not features[:, ElementColumn.BELOW_OTHER].any()


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
def test_durations_are_read_in_half_hours(pieces: WordPieces, asked: str, halves: int) -> None:
    """Durations in minutes and hours are counted in half hours, up to four hours."""
    first = WordColumn.FIRST_HALF_HOUR
    columns = read(pieces, asked).inputs.word_features[:, first : first + len(HALF_HOURS)].any(axis=0)
    assert [n for n, is_set in zip(HALF_HOURS, columns, strict=True) if is_set] == [halves] * bool(halves)


def test_a_number_is_compared_with_the_clicks_so_far(pieces: WordPieces) -> None:
    """The number in "2 posts" exceeds the count of clicks, equals it, or neither."""
    screen = build_screen(Shot(blank_picture(), (node("button", "Like"),)))
    columns = [WordColumn.EQUALS_CLICK_COUNT, WordColumn.EXCEEDS_CLICK_COUNT]
    compared = []
    for count in range(4):
        history = (PastStep(Click(screen.elements[0])),) * count
        scene = read_situation(pieces, Situation("Like 2 posts", screen, history=history))
        compared.append(tuple(scene.inputs.word_features[1, columns]))
    assert compared == [(0, 1), (0, 1), (1, 0), (0, 0)]
