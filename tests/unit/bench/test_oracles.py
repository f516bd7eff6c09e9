"""The agent `oracle` before a page that is not as its oracle knows it."""

from __future__ import annotations

import pytest

from onscreen.testing.strategies import blank
from onscreen.types import Done, Episode, Shot, Task, Wait
from onscreen_practice.oracle_agent import OracleAgent


@pytest.mark.parametrize("name", ["highlight-text", "use-spinner", "focus-text"])
def test_a_page_in_the_middle_of_a_move_is_waited_for(name: str) -> None:
    """What an oracle misses on a page is waited for; nothing breaks."""
    episode = Episode(Task("Highlight the 2nd paragraph", name=name), (Shot(blank(), ()),))
    assert OracleAgent().act(episode).action == Wait()


def test_a_task_without_an_oracle_is_given_up_by_name() -> None:
    """Any other task ends at once, not achieved, and the answer names it."""
    action = OracleAgent().act(Episode(Task("Do it", name="unheard-of"), (Shot(blank(), ()),))).action
    assert isinstance(action, Done)
    assert not action.achieved
    assert "unheard-of" in action.answer
