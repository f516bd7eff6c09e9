"""Effects of actions, derived from the screens before and after."""

from __future__ import annotations

from onscreen.app_maps.action_effect import derive_effect
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.text_screens import shot_from_lines


def test_a_change_of_focus_is_no_effect() -> None:
    """A button that only takes the focus from a field has no effect on the application."""
    before = shot_from_lines("textbox Name [editable focused]", "button Next [clickable]")
    after = shot_from_lines("textbox Name [editable]", "button Next [clickable focused]")
    target = build_screen(before).elements[1]
    assert derive_effect(before, after, target=target).kind == "none"


def test_what_else_changed_is_the_effect() -> None:
    """A text that appears when the focus moves is the effect, and not the focus."""
    before = shot_from_lines("textbox Name [editable focused]", "button Next [clickable]")
    after = shot_from_lines("textbox Name [editable]", "button Next [clickable focused]", "text Saved")
    effect = derive_effect(before, after, target=build_screen(before).elements[1])
    assert (effect.kind, effect.what) == ("shows", "Saved")
