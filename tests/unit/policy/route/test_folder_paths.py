"""The policy `route` opens the folders of a path before it creates or moves something there."""

from __future__ import annotations

import pytest

from onscreen.policy.lexical.goal_planning import plan_goals, split_goals
from onscreen.policy.route.folder_paths import open_paths


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            'Create a folder named "Tax" inside Documents/Work',
            ['open "Documents"', 'open "Work"', "create a new folder"],
        ),
        (
            'Move "a.pdf" from the Download folder to Documents/Work',
            ['Move "a.pdf" from the Download folder', 'open "Documents"', 'open "Work"', "move here"],
        ),
        ('Create a folder named "Documents/Work"', ["create a new folder"]),
        ('Move "a.pdf" to Documents', ['Move "a.pdf" to Documents']),
    ],
)
def test_folders_of_a_path_are_opened_one_after_the_other(text: str, steps: list[str]) -> None:
    """A path outside quotes is opened folder by folder, and a single folder is left as it is."""
    plan = open_paths(plan_goals(split_goals(text)), text)
    assert [each.text for each in plan][: len(steps)] == steps
