"""One-line descriptions of past steps, used wherever the action history is shown as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from onscreen.perceive.action_description import describe_action
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_text import quote_name, truncate
from onscreen.types import Done, Node, NodeChange, PastStep, Type
from onscreen.types.counted_noun import count_noun

LISTED = 3
"""How many added, removed or altered elements a description names; the others are counted."""

LONG_CHARS = 200
"""The longest excerpt of an address, a message or an error in a description, in characters."""

_QUIET = frozenset({"focused", "covered"})


def describe_step(step: PastStep) -> str:
    """Describe an action and its effect in one line.

    Source: the action feedback of LUCI (sections III-D and III-G).
    """
    done = describe_action(step.action)
    if isinstance(step.action, Done):
        return done
    return f"{done}: {describe_effect(step)}"


def describe_effect(step: PastStep) -> str:
    """Describe what an action changed or why it failed, without naming the action."""
    if step.outcome.failed:
        return f"failed: {step.outcome.failed}: {truncate(step.outcome.message, LONG_CHARS)}"
    effects = [*_device_message(step), *_effects(step)]
    if step.ended:
        effects.append("the episode ended")
    return "; ".join(effects) or ("done" if step.change else "nothing changed")


def _device_message(step: PastStep) -> Iterator[str]:
    """Yield what the device answered, unless the field shows that the text was typed as it is."""
    message = truncate(step.outcome.message, LONG_CHARS)
    if message and not any(_is_typed_text(step, change) for change in step.change.altered):
        yield message


def _is_typed_text(step: PastStep, change: NodeChange) -> bool:
    """Whether a change is only that the typed text is now in the field."""
    return isinstance(step.action, Type) and change.after.value == step.action.text


def _effects(step: PastStep) -> Iterator[str]:
    change = step.change
    if change.address:
        yield f"page now {truncate(change.address, LONG_CHARS)}"
    if change.warning:
        yield truncate(change.warning, LONG_CHARS)
    if change.dialog:
        yield f'{change.dialog.kind} appeared: "{truncate(change.dialog.message, LONG_CHARS)}"'
    elif change.answered:
        yield f"{change.answered.kind} closed"
    for tab in change.opened:
        yield f'new tab {tab.number} "{truncate(tab.title)}"'
    if change.closed:
        yield f"{count_noun(len(change.closed), 'tab')} closed"
    if change.front and change.front not in change.opened:
        yield f"tab {change.front.number} in front"
    yield from _altered(step)
    yield from _listed("new", change.added)
    yield from _listed("gone", () if change.address else change.removed)
    if change.pixels is not None and change.pixels > 0:
        yield f"{change.pixels:.0%} of the picture differs"


def _altered(step: PastStep) -> Iterator[str]:
    """Yield what changed in nodes that stayed; the focus only if nothing else changed."""
    change = step.change
    lines = [
        line for altered in change.altered if not _is_typed_text(step, altered) for line in _became(altered)
    ]
    yield from lines[:LISTED]
    if len(lines) > LISTED:
        yield f"{len(lines) - LISTED} more changed"
    if not lines and not change.added and not change.removed and not change.address:
        focused = [a.after for a in change.altered if "focused" in a.gained]
        yield from (f"focus on {quote_name(node)}" for node in focused[:1])
        if change.scrolled and not focused:
            yield "the view moved"


def _became(altered: NodeChange) -> Iterator[str]:
    old, new = altered.before, altered.after
    if old == new:
        yield f"the picture of {quote_name(new)} changed"
    if new.value != old.value:
        yield f'{quote_name(new)} now "{truncate(new.value)}"'
    elif new.name != old.name and old.name:
        yield f"{quote_name(old)} now {quote_name(new)}"
    elif new.clue != old.clue and new.clue:
        yield f"{quote_name(new)} now looks: {truncate(new.clue)}"
    states = [*(s for s in altered.gained if s not in _QUIET)]
    states += [f"not {s}" for s in altered.lost if s not in _QUIET]
    if states:
        yield f"{quote_name(new)} {', '.join(states)}"


def _listed(word: str, nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the number of nodes and the names of the first, those that can be acted on before the others."""
    ranked = sorted(nodes, key=lambda n: kind_of(n) == "information")
    names = list(dict.fromkeys(quote_name(node) for node in ranked))
    if names:
        more = ", …" if len(names) > LISTED else ""
        yield f"{len(names)} {word}: {', '.join(names[:LISTED])}{more}"
