"""The oracle of MiniWoB++ for ticking words of like meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action, Click
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import submit

_ALIKE = tuple(
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
"""Words that mean much the same."""

_ASKED = re.compile(r"similar to (.+) and click")


def alike(sight: Sight) -> Action | None:
    """Tick the words that mean the same as one of those asked for, untick all else, submit."""
    said = _ASKED.search(sight.asked)
    asked = set(said.group(1).split(", ")) if said else set()
    right = asked.union(*(words for words in _ALIKE if words & asked))
    for box in sight.of_role("checkbox"):
        if (box.name in right) != box.has("checked"):
            return Click(box)
    return submit(sight)


ORACLES: Mapping[str, Oracle] = {"click-checkboxes-soft": alike}
