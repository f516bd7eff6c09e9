"""Which tasks a training may see."""

from __future__ import annotations

from collections.abc import Mapping

UNSEEN: frozenset[str] = frozenset(
    {
        "click-tab-2-hard", "click-checkboxes-transfer", "click-test-transfer", "click-menu-2",
        "click-scroll-list", "click-dialog-2", "choose-date-medium", "copy-paste-2",
        "email-inbox-star-reply", "enter-time", "find-word", "focus-text-2", "form-sequence-3",
        "login-user-popup", "multi-orderings", "navigate-tree", "order-food", "phone-book", "read-table-2",
        "search-engine", "social-media-some", "use-autocomplete-nodelay",
    }
)  # fmt: skip
"""Tasks of MiniWoB++ that the open training never sees in any form, so that what it does on them is told."""

MADE_ALIKE: frozenset[str] = frozenset(
    {
        "click-scroll-list", "copy-paste-2", "enter-time", "find-word", "focus-text-2", "form-sequence-3",
        "order-food", "phone-book", "read-table-2", "search-engine", "social-media-some",
    }
)  # fmt: skip
"""Those of UNSEEN to which a made application (`train/made.py`) is near: not their pages and not their words,
but their kind of control - a time field, a field asked for by its place or filled from another, from a
record, with a word of a text or one of several texts, a list that the page draws itself or in which several
are chosen, numbers to count up in a list that scrolls, pages to turn, lines of one owner of which so many are
to be pressed."""

PROVES_NOTHING: frozenset[str] = frozenset({"use-colorwheel-2"})
"""Tasks that are rewarded whatever is done, and so teach nothing."""

LEFT_OUT: Mapping[str, frozenset[str]] = {"open": UNSEEN | PROVES_NOTHING, "full": PROVES_NOTHING}
"""What each recipe leaves out; `full` makes the weights that ship."""

PASSES = 20
"""Passes over all examples, unless said otherwise."""

APPLICATIONS = 8000
"""Made applications, unless said otherwise."""

FIRST_SEED = 1000
"""Seeds below are for evaluation only."""


def is_kept_back(seed: int) -> bool:
    """Whether examples of a seed only tell how far a training has come."""
    return seed % 10 == 9  # noqa: PLR2004 - every tenth
