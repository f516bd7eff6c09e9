"""What changed between two moments of a screen, and the verdict on the action between them.

The verdict is LUCI's action feedback (III-D, III-G): what was done and whether it took effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from onscreen.perceive.action_description import describe_action
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_match import match_nodes
from onscreen.perceive.node_text import called, cut
from onscreen.perceive.pixel_array import decode
from onscreen.types import Action, Dialog, Done, Node, Outcome, Picture, Shot, Tab

LISTED = 3
"""How many new, gone or altered things a verdict names; the others are counted."""

LONG_CHARS = 200
"""How much of an address, a message or an error a verdict holds."""

_QUIET = frozenset({"focused", "covered"})


class Altered(msgspec.Struct, frozen=True):
    """One thing before and after, with another name, value or states; where it lies does not count."""

    before: Node
    after: Node

    @property
    def gained(self) -> tuple[str, ...]:
        """States it is in now and was not in before."""
        return tuple(s for s in self.after.states if s not in self.before.states)

    @property
    def lost(self) -> tuple[str, ...]:
        """States it was in before and is not in now."""
        return tuple(s for s in self.before.states if s not in self.after.states)


class Change(msgspec.Struct, frozen=True):
    """The difference between two shots; everything empty or None when there is none.

    `address` is the new one, "" where it stayed. `dialog` is one that appeared, `answered` one that went.
    `opened`, `closed` and `front` (the one now at the front) are tabs. `added`, `removed` and `altered`
    are nodes that say or do something. `note` is what a shot newly tells about itself: an address that was
    stopped, something that could not be seen. `pixels` is the share of the picture that differs, 0..1,
    None when the pictures were not compared.
    """

    address: str = ""
    opened: tuple[Tab, ...] = ()
    closed: tuple[Tab, ...] = ()
    front: Tab | None = None
    dialog: Dialog | None = None
    answered: Dialog | None = None
    added: tuple[Node, ...] = ()
    removed: tuple[Node, ...] = ()
    altered: tuple[Altered, ...] = ()
    scrolled: bool = False
    note: str = ""
    pixels: float | None = None

    def __bool__(self) -> bool:
        """Whether anything changed."""
        nothing = msgspec.structs.replace(self, pixels=None) == Change()
        return not nothing or bool(self.pixels)


def changed(before: Shot, after: Shot, *, pixels: bool = False) -> Change:
    """Return what is different after; pictures are decoded and compared only with `pixels`."""
    matched = match_nodes(_telling(before), _telling(after))
    tabs, front = _tabs(before, after)
    return Change(
        address=after.address if after.address != before.address else "",
        opened=tabs[0],
        closed=tabs[1],
        front=front,
        dialog=after.dialog if after.dialog != before.dialog else None,
        answered=before.dialog if after.dialog != before.dialog else None,
        added=matched.added,
        removed=matched.removed,
        altered=tuple(Altered(old, new) for old, new in matched.same if _differs(old, new)),
        scrolled=after.beyond != before.beyond,
        note=after.note if after.note != before.note else "",
        pixels=pixels_share(before.picture, after.picture) if pixels else None,
    )


def pixels_share(before: Picture, after: Picture) -> float:
    """Return the share of pixels that differ in any channel, 0..1; 1 for pictures of unequal size."""
    if before.png == after.png:
        return 0.0
    if before.size != after.size:
        return 1.0
    return float(np.mean(np.any(decode(before) != decode(after), axis=2)))


def feedback(action: Action, outcome: Outcome, *, change: Change) -> str:
    """Return one line that says what was done and whether it took effect."""
    done = describe_action(action)
    if outcome.failed:
        return f"{done}: failed: {outcome.failed}: {cut(outcome.said, LONG_CHARS)}"
    effects = [*_said(outcome), *_effects(change)]
    if isinstance(action, Done):
        return done
    return f"{done}: " + ("; ".join(effects) or "nothing changed")


def _telling(shot: Shot) -> Sequence[Node]:
    return [n for n in shot.nodes if n.name or n.value or kind_of(n) != "information"]


def _differs(old: Node, new: Node) -> bool:
    return old.name != new.name or old.value != new.value or set(old.states) != set(new.states)


def _tabs(before: Shot, after: Shot) -> tuple[tuple[tuple[Tab, ...], tuple[Tab, ...]], Tab | None]:
    was, now = {t.number for t in before.tabs}, {t.number for t in after.tabs}
    opened = tuple(t for t in after.tabs if t.number not in was)
    closed = tuple(t for t in before.tabs if t.number not in now)
    old = next((t.number for t in before.tabs if t.current), None)
    new = next((t for t in after.tabs if t.current), None)
    return (opened, closed), new if new and new.number != old else None


def _said(outcome: Outcome) -> Iterator[str]:
    said = cut(outcome.said, LONG_CHARS)
    if said:
        yield said


def _effects(change: Change) -> Iterator[str]:
    if change.address:
        yield f"page now {cut(change.address, LONG_CHARS)}"
    if change.note:
        yield cut(change.note, LONG_CHARS)
    if change.dialog:
        yield f'{change.dialog.kind} appeared: "{cut(change.dialog.message, LONG_CHARS)}"'
    elif change.answered:
        yield f"{change.answered.kind} closed"
    for tab in change.opened:
        yield f'new tab {tab.number} "{cut(tab.title)}"'
    if change.closed:
        yield f"{len(change.closed)} tab{'s' * (len(change.closed) > 1)} closed"
    if change.front and change.front not in change.opened:
        yield f"tab {change.front.number} in front"
    yield from _altered(change)
    yield from _listed("new", change.added)
    yield from _listed("gone", () if change.address else change.removed)
    if change.pixels is not None and change.pixels > 0:
        yield f"{change.pixels:.0%} of the picture differs"


def _altered(change: Change) -> Iterator[str]:
    """Tell what became of things that stayed; where the focus went only if nothing else is to be told."""
    told = [line for altered in change.altered for line in _became(altered)]
    yield from told[:LISTED]
    if len(told) > LISTED:
        yield f"{len(told) - LISTED} more changed"
    if not told and not change.added and not change.removed and not change.address:
        focused = [a.after for a in change.altered if "focused" in a.gained]
        yield from (f"focus on {called(node)}" for node in focused[:1])
        if change.scrolled and not focused:
            yield "the view moved"


def _became(altered: Altered) -> Iterator[str]:
    old, new = altered.before, altered.after
    if new.value != old.value:
        yield f'{called(new)} now "{cut(new.value)}"'
    elif new.name != old.name and old.name:
        yield f"{called(old)} now {called(new)}"
    states = [*(s for s in altered.gained if s not in _QUIET)]
    states += [f"not {s}" for s in altered.lost if s not in _QUIET]
    if states:
        yield f"{called(new)} {', '.join(states)}"


def _listed(word: str, nodes: Iterable[Node]) -> Iterator[str]:
    """Tell how many there are, by name what can be acted on before what cannot."""
    ranked = sorted(nodes, key=lambda n: kind_of(n) == "information")
    names = list(dict.fromkeys(called(node) for node in ranked))
    if names:
        more = ", …" if len(names) > LISTED else ""
        yield f"{len(names)} {word}: {', '.join(names[:LISTED])}{more}"
