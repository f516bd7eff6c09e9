"""Split of tasks and random seeds into training, validation and evaluation sets."""

from __future__ import annotations

from collections.abc import Mapping

HELD_OUT_TASKS: frozenset[str] = frozenset(
    {
        "click-tab-2-hard", "click-checkboxes-transfer", "click-test-transfer", "click-menu-2",
        "click-scroll-list", "click-dialog-2", "choose-date-medium", "copy-paste-2",
        "email-inbox-star-reply", "enter-time", "find-word", "focus-text-2", "form-sequence-3",
        "login-user-popup", "multi-orderings", "navigate-tree", "order-food", "phone-book", "read-table-2",
        "search-engine", "social-media-some", "use-autocomplete-nodelay",
    }
)  # fmt: skip
"""MiniWoB++ tasks that the `open` recipe never trains on, to measure generalization."""

SIMILAR_TO_SYNTHETIC: frozenset[str] = frozenset(
    {
        "click-scroll-list", "copy-paste-2", "enter-time", "find-word", "focus-text-2", "form-sequence-3",
        "order-food", "phone-book", "read-table-2", "search-engine", "social-media-some",
    }
)  # fmt: skip
"""Held-out tasks that resemble one of the synthetic applications.

The synthetic applications share neither their pages nor their words, but their kind of control: a time
field, a field identified by its position or filled from another field, from a record, with a word of a text
or with one of several texts, a custom dropdown or a list with multiple selection, counters in a scrolling
list, pagination, and a given number of lines of the same owner that are to be pressed.
"""

ALWAYS_REWARDED: frozenset[str] = frozenset({"use-colorwheel-2"})
"""Tasks that reward every action and are therefore useless for training."""

HELD_OUT_APPLICATIONS = ("copyparty", "ihatemoney", "qbittorrent", "ungit")
"""Real applications that no recipe trains on, to measure generalization; their tasks begin with the name."""

EXCLUDED_TASKS: Mapping[str, frozenset[str]] = {
    "open": HELD_OUT_TASKS | ALWAYS_REWARDED,
    "full": ALWAYS_REWARDED,
}
"""Tasks that each training recipe excludes; `full` is the recipe of the shipped weights."""

DEFAULT_EPOCHS = 20
"""Default number of training epochs."""

DEFAULT_LEARNING_RATE = 6e-4
"""Default maximum learning rate."""

DEFAULT_MAX_POSITIONS = 4000
"""Default maximum number of positions per batch: padded length times number of examples."""

DEFAULT_SYNTHETIC_APPS = 8000
"""Default number of synthetic applications."""

FIRST_TRAINING_SEED = 1000
"""First seed that may be used for training; lower seeds are for evaluation only."""


def is_excluded(task: str, recipe: str) -> bool:
    """Return True if the recipe may not train on the task."""
    return task in EXCLUDED_TASKS[recipe] or task.partition("-")[0] in HELD_OUT_APPLICATIONS


def is_validation_seed(seed: int) -> bool:
    """Return True if examples with this seed belong to the validation set."""
    return seed % 10 == 9  # noqa: PLR2004 - one in ten
