"""Scripted solver for the MiniWoB++ task `click-checkboxes-soft`, based on a list of synonyms."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Click
from onscreen_practice.miniwob.oracles.oracle_helpers import click_submit
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_SYNONYMS = tuple(
    frozenset(words.split())
    for words in (
        "big large huge enormous gigantic",
        "small tiny little mini petite",
        "red scarlet crimson vermillion",
        "happy cheerful joyful gleeful delighted",
        "sad unhappy sorrowful miserable tragic",
        "angry mad furious irritated",
        "evil wicked immoral sinful corrupt depraved",
        "wrong incorrect mistaken erroneous",
        "real genuine actual",
        "strange odd peculiar unusual weird",
        "stop cease halt end finish",
        "scared terrified panicked fearful frightened afraid",
        "quiet calm peaceful serene mild",
        "old aged archaic",
        "love like adore favor",
        "kill murder assassinate",
        "keep retain preserve sustain maintain",
        "hide conceal camouflage",
        "hate despise loathe detest dislike",
        "funny humorous amusing comical laughable",
        "fat fleshy plump chubby",
        "stupid dumb dull unwise",
        "delicious savory delectable appetizing",
        "cut slice carve chop",
        "brave courageous fearless",
        "begin start initiate launch",
        "answer reply response",
        "television televisions TV TVs",
        "house home houses homes",
        "fire flame fires flames",
        "pig pork swine",
        "rabbit rabbits bunny bunnies",
        "car cars automobile automobiles vehicle vehicles",
        "water",
    )
)
"""Sets of words with a similar meaning."""

_REQUEST = re.compile(r"similar to (.+) and click")


def click_checkboxes_soft(view: OracleView) -> Action | None:
    """Choose the next action for `click-checkboxes-soft`: tick all synonyms of the given words.

    The answer is then submitted.
    """
    match = _REQUEST.search(view.instruction)
    requested = set(match.group(1).split(", ")) if match else set()
    expected = requested.union(*(words for words in _SYNONYMS if words & requested))
    for box in view.find_by_role("checkbox"):
        if (box.name in expected) != box.has("checked"):
            return Click(box)
    return click_submit(view)


ORACLES: Mapping[str, Oracle] = {"click-checkboxes-soft": click_checkboxes_soft}
