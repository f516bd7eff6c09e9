"""Rendering of prompts from the Jinja templates in `prompts/`."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from onscreen.perceive.step_description import describe_step
from onscreen.types import Situation, Tool
from onscreen.types.grammar import GRAMMAR

NOT_FOUND = "Tool Not Found"
NOT_REQUIRED = "No tool required"


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("onscreen.think", "prompts"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701  prompts are plain text, no page shows them unescaped
    )


def render(name: str, situation: Situation, *, view: str = "", **data: object) -> str:
    """Render the prompt template `name` for a situation.

    `view` is the screen as text. A closing tag inside the view is broken up, so that the screen cannot end
    the quoted part.
    """
    context = {
        "not_found": NOT_FOUND,
        "not_required": NOT_REQUIRED,
        "view": view.replace("</screen", "< /screen"),
        "situation": situation,
        "history": tuple(describe_step(step) for step in situation.history),
        **data,
    }
    lines = _templates().get_template(f"{name}.j2").render(context).strip().splitlines()
    return "\n".join(lines)


def render_rules() -> str:
    """Render the system prompt that all LUCI components share."""
    return _templates().get_template("rules.j2").render()


def render_system(situation: Situation) -> str:
    """Render the system prompt for an agent that uses one query per step.

    The text depends on the available applications only, so it is the same for every step of a run and a
    provider can cache it.
    """
    return _templates().get_template("system.j2").render(situation=situation, grammar=GRAMMAR).strip()


def names(tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Return the names of the given applications, in order."""
    return tuple(tool.name for tool in tools)
