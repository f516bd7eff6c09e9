"""The agent `oracle` on a page that its oracle does not expect."""

from __future__ import annotations

import pytest

from onscreen.testing.strategies import blank_picture
from onscreen.types import Done, Episode, Shot, Task, Wait
from onscreen_practice.oracle_agent import OracleAgent


@pytest.mark.parametrize("name", ["highlight-text", "use-spinner", "focus-text"])
def test_agent_waits_while_page_is_changing(name: str) -> None:
    """The agent waits if an element that the oracle expects is missing."""
    episode = Episode(Task("Highlight the 2nd paragraph", name=name), (Shot(blank_picture(), ()),))
    assert OracleAgent().act(episode).action == Wait()


def test_task_without_oracle_ends_as_not_achieved() -> None:
    """A task without an oracle ends at once as not achieved, and the answer names it."""
    action = OracleAgent().act(Episode(Task("Do it", name="unheard-of"), (Shot(blank_picture(), ()),))).action
    assert isinstance(action, Done)
    assert not action.achieved
    assert "unheard-of" in action.answer
