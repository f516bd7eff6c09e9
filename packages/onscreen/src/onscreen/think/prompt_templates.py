"""Prompt texts: files in `prompts/` with the data filled in."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from onscreen.types import Situation, Tool

NOT_FOUND = "Tool Not Found"
NOT_REQUIRED = "No tool required"


@cache
def _prompts() -> Environment:
    return Environment(
        loader=PackageLoader("onscreen.think", "prompts"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701  prompts are plain text, no page shows them unescaped
    )


def render(name: str, about: Situation, *, view: str = "", **data: object) -> str:
    """Return the text of prompt `name` for this situation; the view cannot close the fence put round it."""
    fenced = view.replace("</screen", "< /screen")
    words = {"not_found": NOT_FOUND, "not_required": NOT_REQUIRED, "view": fenced, "about": about, **data}
    return _prompts().get_template(f"{name}.j2").render(words).strip()


def rules() -> str:
    """Return the system text every prompt begins with."""
    return _prompts().get_template("rules.j2").render()


def names(tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Return the names of the tools, in order."""
    return tuple(tool.name for tool in tools)
