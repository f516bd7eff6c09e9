"""Choosing options of lists."""

from __future__ import annotations

import msgspec

from onscreen.device.web.action_context import ActionContext, told
from onscreen.types import Element, Select
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_SHOWN = 40


class Chosen(msgspec.Struct, frozen=True):
    """What came of choosing: the options there are, those chosen now, the one that was not found."""

    kind: str
    there: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    missing: str = ""


def select(context: ActionContext, action: Select) -> str:
    """Choose options by text or value; says what is chosen now."""
    done = context.ask(action.target, "choose", list(action.options), False, shape=Chosen)
    return _said(done, action.target)


def click_option(context: ActionContext, option: Element) -> str:
    """Choose one option; in a list of several, a chosen one is let go."""
    return _said(context.ask(option, "choose", [option.name], True, shape=Chosen), option)


def _said(done: Chosen, target: Element) -> str:
    if done.kind == "ok":
        return f"chosen: {', '.join(done.chosen) or 'nothing'}"
    if done.kind == "gone":
        raise ElementGone(f"{told(target)} is not on the page any more; look at the screen again")
    if done.kind == "unknown":
        listed = ", ".join(repr(text) for text in done.there[:_SHOWN])
        more = f" and {len(done.there) - _SHOWN} more" if len(done.there) > _SHOWN else ""
        raise ActionHadNoEffect(f"{told(target)} has no option {done.missing!r}; there are: {listed}{more}")
    if done.kind == "single":
        raise ActionHadNoEffect(f"{told(target)} takes one option only")
    if done.kind == "disabled":
        raise ActionHadNoEffect(f"{told(target)} is disabled")
    raise NotSupported(f"{told(target)} is not a native list ({done.missing}); click it and then the option")
