"""Models by name: "KIND:rest" -> Model."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.model.base import Model
from onscreen.plugins import load
from onscreen.types.errors import BadText


def make_model(name: str) -> Model:
    """Make the model of this name, for example "openai:gpt-5-mini" or "local:smollm2-135m".

    The text before the first colon is the kind; the rest is interpreted by the kind.

    Raises:
        BadText: the name or the part after its colon is empty, or the kind cannot parse that part.
        UnknownName: there is no model of that kind.
        MissingExtra: it needs a package that is not installed.
        ModelUnavailable: no key or no file.
    """
    kind, colon, rest = name.strip().partition(":")
    malformed = BadText(
        f"a model is named KIND or KIND:NAME, found {name!r}; "
        "for example scripted:script.json or openai:gpt-5-mini"
    )
    if not kind:
        raise malformed
    factory = cast("Callable[[str], Model]", load("model", kind))
    model = factory(rest.strip())
    if colon and not rest.strip():
        raise malformed
    return model
