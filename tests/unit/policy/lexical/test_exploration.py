"""Exploration of pages and applications for targets out of view."""

from collections.abc import Callable

import msgspec
import pytest

from onscreen.policy.lexical import lexical
from onscreen.policy.lexical.goal_planning import achieve
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import (
    Dialog,
    Outcome,
    PastStep,
    Press,
    Screen,
    ScreenChange,
    Scroll,
    Situation,
    Subtask,
    Type,
)
from onscreen.types.action_parser import show

SCROLLED = PastStep(Scroll(), change=ScreenChange(scrolled=True))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("tab Other [clickable]",), 'click 1 "Other"'),
        (("tab Shown [clickable selected]", "link Next [clickable]"), 'click 2 "Next"'),
        (("searchbox Find [editable]",), 'type "deep" into 1 "Find"'),
        (("list [scrollable]", "  button Other [clickable]"), "scroll down 0.8 in 1"),
        (("text Loading",), "wait 1"),
    ],
)
def test_a_target_out_of_view_is_sought(
    lines: tuple[str, ...], expected: str, decide: Callable[..., tuple[str, bool]]
) -> None:
    """Tabs, next pages, the search field and scrolling are tried, and loading pages are waited for."""
    assert decide('click "deep"', *lines) == (expected, False)


def test_a_search_is_sent_and_tried_once(decide: Callable[..., tuple[str, bool]]) -> None:
    """The quoted name is typed and sent; a search that did not help is not repeated."""
    line = "searchbox Find =deep [editable]"
    typed, sent = PastStep(Type("deep")), PastStep(Press("Enter"))
    assert decide('click "deep"', line.replace("=deep", ""), history=(typed,)) == (
        'press Enter in 1 "Find"',
        False,
    )
    assert decide('click "deep"', line.replace("=deep", ""), history=(typed, sent)) == ("", False)


def test_scrolling_ends_where_it_has_no_effect(decide: Callable[..., tuple[str, bool]]) -> None:
    """A page is scrolled at most six times, and no further once nothing moves."""
    lines = ("list [scrollable]", "  button Other [clickable]")
    assert decide('click "deep"', *lines, history=(SCROLLED,)) == ("scroll down 0.8 in 1", False)
    assert decide('click "deep"', *lines, history=(PastStep(Scroll()),)) == ("", False)
    assert decide('click "deep"', *lines, history=(SCROLLED,) * 6) == ("", False)


def test_a_dead_end_is_reported(decide: Callable[..., tuple[str, bool]]) -> None:
    """If nothing is left to try, the rules propose nothing and do not complete the subtask."""
    assert decide('click "deep"', "button Other [clickable]") == ("", False)
    assert decide(achieve("delete Cleo Fox"), "button Other [clickable]") == ("", False)


def test_settings_are_sought_in_the_menu_before_the_search(
    decide: Callable[..., tuple[str, bool]],
) -> None:
    """A setting is sought in menus first; a subject is searched for first."""
    lines = ("button More options [clickable]", "searchbox Search [editable]")
    assert decide(achieve("turn on the vibration"), *lines) == ('click 1 "More options"', False)
    assert decide(achieve("delete Cleo Fox"), *lines) == ('type "Cleo Fox" into 2 "Search"', False)


def test_a_menu_is_not_reopened_at_once(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """A menu without a fitting entry is left with Back and not opened again before another click."""
    goal = achieve("delete Cleo Fox")
    opened = clicked("More options", 1)
    assert decide(goal, "button Share [clickable]", history=(opened,)) == ("back", False)
    waited = PastStep(Press("Escape"))
    assert decide(goal, "button More options [clickable]", history=(opened, waited)) == ("", False)
    other = clicked("Share", 2)
    lines = ("button More options [clickable]",)
    assert decide(goal, *lines, history=(opened, other)) == ('click 1 "More options"', False)


def test_a_failed_action_does_not_stop_the_search(decide: Callable[..., tuple[str, bool]]) -> None:
    """An element that disappeared is simply sought again."""
    gone = PastStep(Press("Enter"), Outcome("it is gone", "ElementGone"))
    assert decide('click "Send"', "button Send [clickable]", history=(gone,)) == ('click 1 "Send"', True)


@pytest.mark.parametrize(
    ("subtask", "action"),
    [
        (Subtask("press send"), "answer yes"),
        (Subtask("cancel the dialog"), "answer no"),
        (Subtask("name it", kind="set_field", subject="name", value="Ann"), 'answer yes "Ann"'),
    ],
)
def test_a_dialog_is_answered_first(subtask: Subtask, action: str) -> None:
    """An open dialog is accepted, or declined if the subtask says so; a value is typed into its prompt."""
    shot = msgspec.structs.replace(
        shot_from_lines("button Send [clickable]"), dialog=Dialog("prompt", "Sure?")
    )
    proposal = lexical("")(Situation("x", Screen(shot, screen_of_all_nodes(shot).elements), subtask=subtask))
    assert proposal is not None
    assert show(proposal.actions[0]) == action


def test_a_next_button_is_clicked_while_it_shows_something_new(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """A button such as "more" that only toggles the same menu is not clicked again and again."""
    entry, other = (shot_from_lines(line).nodes for line in ("text Imports", "text Exports"))
    opened, further = (
        msgspec.structs.replace(clicked("more", 1), change=ScreenChange(added=nodes))
        for nodes in (entry, other)
    )
    line = "button more [clickable]"
    assert decide('click "deep"', line, history=(opened, further)) == ('click 1 "more"', False)
    assert decide('click "deep"', line, history=(opened, opened)) == ("", False)
