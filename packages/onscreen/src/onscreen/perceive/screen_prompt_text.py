"""Text representation of a screen for language models."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.column_headers import column_headers
from onscreen.perceive.information_action_field_tree import iaf
from onscreen.perceive.link_targets import link_targets
from onscreen.perceive.redundant_containers import without_doubles, without_repeated_names
from onscreen.perceive.resize_handles import without_resize_handles
from onscreen.perceive.screen_diff import diff_screens
from onscreen.perceive.screen_text_header import footer_lines, header_lines
from onscreen.perceive.screen_text_truncation import fit_lines
from onscreen.perceive.text_extraction import Piece, pieces
from onscreen.perceive.text_layout import Style
from onscreen.types import Screen, Shot

NUMBERED = Style(marks=("action", "field", "information"))
BRIEF = Style(targets=False, brief=True)


def screen_text(
    screen: Screen,
    *,
    cap_chars: int | None = None,
    previous: Screen | None = None,
    number_information: bool = False,
    brief: bool = False,
) -> str:
    """Convert a screen into text for a language model, truncated to about `cap_chars` characters.

    Every action and field has its mark, as in `[12] button "Add to cart"`; neighbors of one kind share the
    role. Values follow as ="…", as do targets of links with an ambiguous name; states follow as words, and
    →14 is the mark of the action that submits a field, unless it is the next one. Locators are never
    included. `screen_text_truncation` describes the order of truncation; left-out elements are counted. With
    `previous`, an earlier screen, the text is the difference between the screens: + added, ~ changed,
    - removed; the whole screen is written if more than half of its elements are new, or if its text is
    shorter. With `brief`, targets of links, clues of information and information without a name are left
    out. A text with a limit has no resize handles of columns, no names of containers that only repeat their
    content, and one of two nested elements that are the same to click.
    """
    style = NUMBERED if number_information else BRIEF if brief else Style()
    shown = screen if cap_chars is None else without_resize_handles(screen)
    found = pieces(iaf(shown), targets=link_targets(screen), columns=column_headers(screen))
    if cap_chars is not None:
        found = without_doubles(without_repeated_names(found))
    if brief:
        found = [piece for piece in found if piece.kind != "information" or piece.name or piece.value]
    footer = footer_lines(screen)
    whole = _fit(header_lines(screen.shot), [("", found, style)], below=footer, cap_chars=cap_chars)
    fresh = diff_screens(previous, screen, found=found) if previous else None
    if previous is None or fresh is None:
        return whole
    header = [line for line in header_lines(screen.shot) if line != _place_line(previous.shot)]
    single = msgspec.structs.replace(style, joined=False)
    sections = [("+ ", fresh.added, style), ("~ ", fresh.changed, single)]
    changes = _fit(header, sections, below=[*fresh.lines, *footer], cap_chars=cap_chars)
    return min(changes, whole, key=len)


def _place_line(shot: Shot) -> str:
    """Return the first line of a screen's text: its application and address."""
    return next(iter(header_lines(shot)), "")


def _fit(
    above: Sequence[str],
    sections: Sequence[tuple[str, Sequence[Piece], Style]],
    *,
    below: Sequence[str],
    cap_chars: int | None,
) -> str:
    """Return lines of text, truncated to about `cap_chars` characters.

    Each section consists of a sign that precedes its lines, its elements, and their style.
    """
    lines = [*above]
    room = None if cap_chars is None else cap_chars - sum(len(line) + 1 for line in (*above, *below))
    for sign, found, style in sections:
        fitted = [sign + line for line in fit_lines(found, style, cap_chars=room)]
        room = None if room is None else max(0, room - sum(len(line) + 1 for line in fitted))
        lines += fitted
    return "\n".join([*lines, *below])
