"""Selection of options in native HTML lists."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.device.web.action_context import ActionContext, describe_element
from onscreen.types import Element, Select
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_MAX_LISTED = 40


class SelectResult(msgspec.Struct, frozen=True):
    """Result of selecting options, as reported by js/fields.js.

    Attributes:
        kind: "ok", "gone", "unknown" (no such option), "single" (several options for a single-selection
            list), "disabled", or "other" (not a native list).
        options: Texts of the list's options.
        chosen: Texts of the currently selected options.
        subject: The option that was not found, or a description of the element.
    """

    kind: str
    options: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    subject: str = ""


def select_native(context: ActionContext, action: Select) -> str:
    """Select options by text or value and report which ones are selected.

    Raises:
        ElementGone: the list is not on the page any more.
        NotSupported: the target is not a native list.
        ActionHadNoEffect: an option does not exist, or cannot be chosen.
    """
    context.enter_field(action.target)
    result = context.call_script(
        action.target, "choose", list(action.options), False, result_type=SelectResult
    )
    return _check_result(result, action.target)


def click_option(context: ActionContext, option: Element) -> str:
    """Select an option, or deselect one that is already selected in a multiple-selection list.

    Raises the same errors as `select_native`.
    """
    result = context.call_script(option, "choose", [option.name], True, result_type=SelectResult)
    return _check_result(result, option)


def _check_result(result: SelectResult, target: Element) -> str:
    described = describe_element(target)
    if result.kind == "ok":
        return f"chosen: {', '.join(result.chosen) or 'nothing'}"
    if result.kind == "gone":
        raise ElementGone(f"{described} is not on the page any more; look at the screen again")
    if result.kind == "unknown":
        listed = list_texts(result.options)
        raise ActionHadNoEffect(f"{described} has no option {result.subject!r}; there are: {listed}")
    if result.kind == "single":
        raise ActionHadNoEffect(f"{described} takes one option only")
    if result.kind == "disabled":
        raise ActionHadNoEffect(f"{described} is disabled")
    raise NotSupported(f"{described} is not a native list ({result.subject}); click it and then the option")


def list_texts(texts: Sequence[str]) -> str:
    """Return the texts of options in quotes; for many options, the first ones and the number of others."""
    listed = ", ".join(repr(text) for text in texts[:_MAX_LISTED])
    more_count = len(texts) - _MAX_LISTED
    return f"{listed} and {more_count} more" if more_count > 0 else listed
