"""Selection of an option of a list."""

from __future__ import annotations

from onscreen.policy.lexical.rule_proposals import DONE, propose
from onscreen.types import Element, Proposal, Screen, Select


def select_option(option: Element, screen: Screen) -> Proposal | None:
    """Propose selecting an option of a list.

    Other selected options of a multiple-selection list stay selected. For an already selected option, the
    subtask is proposed as done. Returns None if the list is not on the screen or displays another option than
    the selected one.
    """
    container = next((e for e in screen.elements if e.index == option.parent), None)
    if container is None:
        return None
    multiple = container.has("multiselectable")
    if option.has("selected"):
        return DONE if multiple or container.value == option.name else None
    chosen = tuple(
        e.name
        for e in screen.elements
        if e.parent == container.index and (e is option or (multiple and e.has("selected")))
    )
    why = f"{option.name!r} is an option of the list"
    return propose(Select(container, chosen), finished=True, why=why)
