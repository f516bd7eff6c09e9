"""Optional verbs and text forms that were added for specific benchmark tasks.

The weights score every verb and form of `vocabulary`. A choice outside of the enabled groups is not decoded,
and its probability is not redistributed to other choices.
"""

from __future__ import annotations

import msgspec


class OutputGroup(msgspec.Struct, frozen=True):
    """A group of verbs and text forms that were added for specific MiniWoB++ tasks.

    `tasks` are the names of these tasks.
    """

    tasks: tuple[str, ...]
    verbs: frozenset[str] = frozenset()
    word_forms: frozenset[str] = frozenset()
    element_forms: frozenset[str] = frozenset()


SHELL_COMMANDS = OutputGroup(("terminal",), element_forms=frozenset({"list command", "remove command"}))
"""Forms that type `ls`, or `rm` with the first listed file that has the requested extension."""
MIDPOINT_CLICKS = OutputGroup(("find-midpoint", "circle-center"), verbs=frozenset({"click between"}))
"""A verb that clicks the point halfway between two elements."""
ADJACENT_NUMBERS = OutputGroup(("guess-number",), element_forms=frozenset({"one less", "one more"}))
"""Forms that type the last number in a name, plus or minus one."""
COLOR_CODES = OutputGroup(("use-colorwheel",), word_forms=frozenset({"color code"}))
"""A form that types the hexadecimal RGB code of a color name."""
ELEMENT_COUNTS = OutputGroup(("visual-addition",), element_forms=frozenset({"count"}))
"""A form that types the number of elements with the same role, clue and name."""
JOINED_NAMES = OutputGroup(("text-transform",), element_forms=frozenset({"joined"}))
"""A form that types the names of several elements as one word."""
ORDINAL_WORDS = OutputGroup(("find-word",), element_forms=frozenset({"nth word"}))
"""A form that types the n-th word of a text, where the instruction states n as an ordinal."""
LAST_WORDS = OutputGroup(("scroll-text",), element_forms=frozenset({"last of value"}))
"""A form that types the last word in the value of a field."""

ALL_GROUPS = (
    SHELL_COMMANDS,
    MIDPOINT_CLICKS,
    ADJACENT_NUMBERS,
    COLOR_CODES,
    ELEMENT_COUNTS,
    JOINED_NAMES,
    ORDINAL_WORDS,
    LAST_WORDS,
)


class OutputVocabulary(msgspec.Struct, frozen=True):
    """The verbs and text forms that the policy may choose.

    Those that belong to no group are always allowed, those in a group only if the group is in `groups`.
    """

    groups: tuple[OutputGroup, ...] = ()

    def allows_verb(self, verb: str) -> bool:
        """Return True if the policy may choose the given verb."""
        return not any(verb in group.verbs for group in self._disabled())

    def allows_word_form(self, form: str) -> bool:
        """Return True if text from the instruction may be typed in the given form."""
        return not any(form in group.word_forms for group in self._disabled())

    def allows_element_form(self, form: str) -> bool:
        """Return True if text from an element may be typed in the given form."""
        return not any(form in group.element_forms for group in self._disabled())

    def _disabled(self) -> tuple[OutputGroup, ...]:
        return tuple(group for group in ALL_GROUPS if group not in self.groups)


DEFAULT_VOCABULARY = OutputVocabulary()
FULL_VOCABULARY = OutputVocabulary(ALL_GROUPS)
"""All verbs and text forms that the weights score, for training and for MiniWoB++."""
