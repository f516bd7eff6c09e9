"""One-line descriptions of past steps, used wherever the action history is shown as text."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from onscreen.perceive.action_description import describe_action
from onscreen.perceive.appearance_change import looks_changed, looks_different, shown_value
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_text import (
    VISIBLE_STATES,
    plain,
    quote,
    quote_name,
    truncate,
    truncate_difference,
)
from onscreen.perceive.redundant_containers import CONTAINER_ROLES
from onscreen.perceive.reused_nodes import separate_reused_nodes
from onscreen.perceive.screen_change import DESCRIBED
from onscreen.types import Done, Node, NodeChange, PastStep, ScreenChange, Select, Type
from onscreen.types.pluralization import count_noun

LISTED = DESCRIBED
"""How many added, removed or altered elements a description names; the others are counted."""

LONG_CHARS = 200
"""The longest excerpt of an address, a message or an error in a description, in characters."""

MIN_RECOGNIZED_CHARS = 4
"""Shortest text recognized in a picture that a description counts beside other changes, in characters."""

MESSAGE_ROLES = frozenset({"alert", "alertdialog", "dialog", "status"})
"""Roles of status messages and dialogs, which are named first."""

_TOLD = frozenset(VISIBLE_STATES) - {"focused", "covered"}


def describe_step(step: PastStep) -> str:
    """Describe a past step, an action and its effect, in one line.

    Source: the action feedback of LUCI (sections III-D and III-G).
    """
    done = describe_action(step.action)
    if isinstance(step.action, Done):
        return done
    owner = truncate(plain(" | ".join(step.owner)))
    return f"{done}{f' of {quote(owner)}' if owner else ''}: {describe_effect(step)}"


def describe_effect(step: PastStep) -> str:
    """Describe the effect of a past action or why it failed, without naming the action."""
    if step.outcome.failed:
        return f"failed: {step.outcome.failed}: {truncate(step.outcome.message, LONG_CHARS)}"
    effects = [*_device_message(step), *_effects(step)]
    if step.ended:
        effects.append("the episode ended")
    if effects or not step.change:
        return "; ".join(effects) or "nothing changed"
    return "entered" if isinstance(step.action, Type | Select) else "performed"


def _device_message(step: PastStep) -> Iterator[str]:
    """Yield the device's message, unless the field's new value is described instead."""
    message = truncate(step.outcome.message, LONG_CHARS)
    if message and not any(_is_reading(step, change) for change in step.change.altered):
        yield message


def _is_reading(step: PastStep, change: NodeChange) -> bool:
    """Check whether a change is the new value of the field into which text was typed."""
    if not isinstance(step.action, Type) or change.after.role == "slider":
        return False
    return _is_entered(step, change) or (
        _is_target(step, change.before) and change.before.value != change.after.value
    )


def _is_entered(step: PastStep, change: NodeChange) -> bool:
    """Check whether a change only sets the entered text or options of a field."""
    action, before, after = step.action, change.before, change.after
    if isinstance(action, Type):
        appended = not action.clear and after.value == before.value + action.text
        hidden = after.has("password") and _is_target(step, before)
        return after.value == action.text or appended or hidden
    if isinstance(action, Select):
        option = before.role == "option" and before.name == after.name
        return option or after.value == ", ".join(action.options)
    return False


def _is_target(step: PastStep, node: Node) -> bool:
    """Check whether a node is the target of the step's action.

    The target of an action without a target is the focused node.
    """
    target = getattr(step.action, "target", None)
    if not isinstance(target, Node):
        return target is None and node.has("focused")
    return (node.role, node.name, node.locator) == (target.role, target.name, target.locator)


def _effects(step: PastStep) -> Iterator[str]:
    change = separate_reused_nodes(step.change)
    if change.address:
        yield f"page now {truncate(change.address, LONG_CHARS)}"
    if change.warning:
        yield truncate(change.warning, LONG_CHARS)
    if change.dialog:
        yield f"{change.dialog.kind} appeared: {quote(truncate(change.dialog.message, LONG_CHARS))}"
    elif change.answered:
        yield f"{change.answered.kind} closed"
    for tab in change.opened:
        yield f"new tab {tab.number} {quote(truncate(tab.title))}"
    if change.closed:
        yield f"{count_noun(len(change.closed), 'tab')} closed"
    if change.front and change.front not in change.opened:
        yield f"tab {change.front.number} in front"
    yield from _altered(step, change)
    yield from _listed("new", change.added, unseen=step.unseen)
    yield from _listed("gone", () if change.address else change.removed)
    yield from _listed("moved", change.moved)
    if change.pixels is not None and change.pixels > 0:
        yield f"{change.pixels:.0%} of the picture differs"


def _altered(step: PastStep, change: ScreenChange) -> Iterator[str]:
    """Yield descriptions of altered nodes; the focus is described only if nothing else changed.

    Left out are containers whose new name follows from other changes, and new looks on another page.
    """
    told = [altered for altered in change.altered if not _is_entered(step, altered)]
    told = [a for a in told if not (_repeats_others(a, step, change=change) or _is_look_of_page(a, change))]
    told.sort(key=lambda altered: (not _is_reading(step, altered), _only_looks(altered)))
    lines = [line for altered in told for line in _became(altered)]
    yield from lines[:LISTED]
    if len(lines) > LISTED:
        yield f"{len(lines) - LISTED} more changed"
    if not (lines or change.added or change.removed or change.moved or change.address):
        focused = [a.after for a in told if "focused" in a.gained and not _is_typed_into(step, a)]
        yield from (f"focus on {quote_name(node)}" for node in focused[:1])
        if change.scrolled and not focused:
            yield "the view moved"


def _is_typed_into(step: PastStep, change: NodeChange) -> bool:
    return isinstance(step.action, Type) and _is_target(step, change.before)


def _repeats_others(altered: NodeChange, step: PastStep, *, change: ScreenChange) -> bool:
    """Check whether only the name of a container changed, and by texts that other changes have."""
    old, new = altered.before, altered.after
    if new.role not in CONTAINER_ROLES or set(old.states) != set(new.states) or new.name == old.name:
        return False
    texts = [node.name or node.value for node in change.added]
    texts += [text for a in change.altered if a is not altered for text in (a.after.name, a.after.value)]
    texts += [step.action.text] if isinstance(step.action, Type) else []
    return any(text and text != new.name and f" {text} " in f" {new.name} " for text in texts)


def _is_look_of_page(altered: NodeChange, change: ScreenChange) -> bool:
    return bool(change.address) and _only_looks(altered)


def _only_looks(altered: NodeChange) -> bool:
    """Check whether only the appearance of a node changed, not its name, value or states."""
    old, new = altered.before, altered.after
    same = (old.name, shown_value(old), set(old.states)) == (new.name, shown_value(new), set(new.states))
    return old != new and same


def _became(altered: NodeChange) -> Iterator[str]:
    old, new = altered.before, altered.after
    if old == new:
        yield f"the picture of {quote_name(new)} changed"
    if shown_value(new) != shown_value(old):
        yield f"{quote_name(new)} now {quote(truncate_difference(old.value, new.value)[1])}"
    elif new.name != old.name and old.name and new.name:
        yield " now ".join(map(quote, truncate_difference(old.name, new.name)))
    elif new.name != old.name and old.name:
        yield f"{quote_name(old)} now {quote_name(new)}"
    elif new.clue and looks_different(old, new) and (new.name or looks_changed(old, new)):
        yield f"{_quote_role(new)} now looks: {truncate(new.clue)}"
    states = [*(s for s in altered.gained if s in _TOLD)]
    states += [f"not {s}" for s in altered.lost if s in _TOLD]
    if states:
        yield f"{quote_name(new)} {', '.join(states)}"


def _quote_role(node: Node) -> str:
    """Return the node's name in quotes, or `the ROLE` if it has no name."""
    return quote_name(node) if node.name else f"the {node.role}"


def _listed(word: str, nodes: Sequence[Node], *, unseen: Container[str] = ()) -> Iterator[str]:
    """Yield the number of nodes and the first names.

    They are ordered by messages, `unseen` texts, other `unseen` names, actions, other texts. If most names
    are unseen, as on the first visit of a page, this makes no difference.
    """
    if any(node.seen_by == "tree" for node in nodes):
        nodes = [node for node in nodes if not _is_fragment(node)]
    fresh = {node.name for node in nodes if node.name in unseen}
    fresh = fresh if len(fresh) <= len(nodes) // 2 else set()
    ranked = sorted(nodes, key=lambda node: _rank(node, fresh))
    names = list(dict.fromkeys(quote_name(node) for node in ranked))
    if names:
        more = ", …" if len(names) > LISTED else ""
        yield f"{len(names)} {word}: {', '.join(names[:LISTED])}{more}"


def _is_fragment(node: Node) -> bool:
    """Check whether a node is a very short text recognized in a picture, such as a part of a drawing."""
    return node.seen_by == "ocr" and len(node.name) < MIN_RECOGNIZED_CHARS and not node.name.isdigit()


def _rank(node: Node, fresh: Container[str]) -> tuple[bool, bool, bool, bool, bool]:
    """Return a sort key: named nodes first, then messages, `fresh` names, and actions and fields.

    Texts precede actions only if they are `fresh`. Texts that were recognized in the picture are last.
    """
    is_text, is_fresh = kind_of(node) == "information", node.name in fresh
    is_recognized, is_message = node.seen_by == "ocr", node.role in MESSAGE_ROLES
    return not node.name, is_recognized, not is_message, not is_fresh, is_text != is_fresh
