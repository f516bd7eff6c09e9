"""Queries on the action history: which elements were clicked, what was typed, what had an effect."""

import pytest

from onscreen.perceive.history_queries import (
    MAX_CLICKS,
    count_last,
    is_same_element,
    scrolled_without_effect,
    was_clicked,
    was_clicked_last,
    was_clicked_recently,
    was_covered,
    was_performed,
    was_refused,
    was_typed,
)
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import (
    Action,
    Click,
    Element,
    Outcome,
    PastStep,
    ScreenChange,
    Scroll,
    Type,
    Wait,
)

SCREEN = screen_of_all_nodes(
    shot_from_lines("button One", "button Two", "button", "button", "button One and a half")
)
ONE, TWO, UNNAMED, OTHER_UNNAMED, LONGER = SCREEN.elements


def after(*actions: Action | PastStep) -> tuple[PastStep, ...]:
    """Return the history after these actions or past steps."""
    return tuple(a if isinstance(a, PastStep) else PastStep(a) for a in actions)


def test_elements_are_recognised_by_their_whole_name() -> None:
    """A click on "One and a half" is no click on "One"."""
    assert was_clicked(after(Click(ONE)), ONE)
    assert not was_clicked(after(Click(LONGER)), ONE)
    assert not was_clicked(after(Click(LONGER)), TWO)


def test_elements_without_a_name_are_recognised_by_their_locator() -> None:
    """A click on one nameless element is no click on another."""
    assert was_clicked(after(Click(UNNAMED)), UNNAMED)
    assert not was_clicked(after(Click(UNNAMED)), OTHER_UNNAMED)


@pytest.mark.parametrize("action", [Click(ONE, "right"), Click(ONE, count=2), Type("x", ONE)])
def test_only_single_left_clicks_count(action: Action) -> None:
    """Right clicks, double clicks and other actions on an element are not clicks on it."""
    assert not was_clicked(after(action), ONE)


def test_a_click_is_recent_for_four_steps() -> None:
    """A click counts as recent for four steps; an element clicked very often always counts."""
    assert was_clicked_recently(after(Click(ONE), Wait(), Wait(), Wait()), ONE)
    assert not was_clicked_recently(after(Click(ONE), Wait(), Wait(), Wait(), Wait()), ONE)
    often = (Click(ONE),) * MAX_CLICKS + (Wait(),) * 4
    assert was_clicked_recently(after(*often), ONE)


def test_the_last_click_is_the_last_action() -> None:
    """A click is the last one only if no other action followed."""
    assert was_clicked_last(after(Wait(), Click(ONE)), ONE)
    assert not was_clicked_last(after(Click(ONE), Wait()), ONE)
    assert not was_clicked_last(after(), ONE)


def test_an_action_was_performed_if_all_its_details_match() -> None:
    """The same action on the same element counts, even if the element changed its states since."""
    history = after(Click(ONE))
    assert was_performed(history, Click(ONE))
    assert not was_performed(history, Click(ONE, "right"))
    assert not was_performed(history, Click(TWO))
    checked = screen_of_all_nodes(shot_from_lines("button One [checked]")).elements[0]
    assert was_performed(history, Click(checked))


def test_equal_elements_have_the_same_name_and_locator() -> None:
    """Namesakes with other locators differ; without locators, the mark decides."""
    moved = screen_of_all_nodes(shot_from_lines("text Above", "button One")).elements[1]
    assert not is_same_element(ONE, moved)
    assert is_same_element(without_locator(ONE), without_locator(ONE))
    assert not is_same_element(without_locator(ONE), without_locator(moved))


def without_locator(element: Element) -> Element:
    """Return the element as a device without locators reports it."""
    return Element(element.role, element.name, element.box, mark=element.mark, index=element.index)


def test_texts_and_outcomes_are_found() -> None:
    """Typed texts, covered targets and refused texts are read from values, not from messages."""
    assert was_typed(after(Type("milk"), Wait()), "milk")
    assert not was_typed(after(Type("milk"), Wait()), "milk", steps=1)
    assert was_covered(after(PastStep(Click(ONE), Outcome("any words", "ElementCovered"))))
    assert not was_covered(after(PastStep(Click(ONE), Outcome("is covered by nothing", "ElementGone"))))
    assert was_refused(after(PastStep(Type("5"), Outcome("any words", "ActionHadNoEffect"))))
    assert not was_refused(after(PastStep(Click(ONE), Outcome("", "ActionHadNoEffect"))))


def test_actions_in_a_row_are_counted_from_the_end() -> None:
    """Only the uninterrupted actions at the end of the history count."""
    assert count_last(after(Wait(), Click(ONE), Wait(), Wait()), Wait) == 2
    assert count_last(after(Wait(), Click(ONE)), Wait) == 0


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (PastStep(Scroll()), True),
        (PastStep(Scroll(), change=ScreenChange(scrolled=True)), False),
        (PastStep(Scroll(), change=ScreenChange(added=SCREEN.shot.nodes)), False),
        (PastStep(Scroll(), change=ScreenChange(warning="stopped")), True),
        (PastStep(Scroll(), Outcome("", "NotSupported"), ScreenChange(scrolled=True)), True),
        (PastStep(Wait()), False),
    ],
)
def test_scrolling_has_an_effect_if_the_view_moves(step: PastStep, *, expected: bool) -> None:
    """A scroll had no effect if it failed, or if nothing moved and no other nodes came into view."""
    assert scrolled_without_effect(after(step)) is expected
