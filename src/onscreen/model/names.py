"""Models by name: "KIND:rest" -> Model."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.model.base import Model
from onscreen.plugins import load
from onscreen.types.errors import BadText


def make_model(name: str) -> Model:
    """Make the model of this name, e.g. "lexical", "openai:gpt-5-mini", "local:smollm2-135m".

    What stands before the first colon is the kind, the rest is the kind's own affair.

    Raises:
        BadText: the name is empty, or the kind cannot read the rest.
        UnknownName: there is no model of that kind.
        MissingExtra: it needs a package that is not installed.
        ModelUnavailable: no key or no file.
    """
    kind, _, rest = name.strip().partition(":")
    if not kind:
        raise BadText(
            f"a model is named KIND or KIND:NAME, found {name!r}; for example lexical or openai:gpt-5-mini"
        )
    factory = cast("Callable[[str], Model]", load("model", kind))
    return factory(rest.strip())
