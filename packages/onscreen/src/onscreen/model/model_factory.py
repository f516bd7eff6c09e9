"""Factory that creates models from names such as "openai:gpt-5-mini"."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.model.base import Model
from onscreen.plugins import load_plugin
from onscreen.types.errors import BadText


def make_model(name: str) -> Model:
    """Create a model from its name, for example "openai:gpt-5-mini" or "local:smollm2-135m".

    The part before the first colon is the kind of model. The rest is interpreted by that kind.

    Raises:
        BadText: the name or the part after its colon is empty, or the kind cannot parse that part.
        UnknownName: no such kind of model.
        MissingExtra: the model needs a package that is not installed.
        ModelUnavailable: no key or no file.
    """
    kind, colon, rest = name.strip().partition(":")
    malformed = BadText(
        f"a model is named KIND or KIND:NAME, found {name!r}; "
        "for example scripted:script.json or openai:gpt-5-mini"
    )
    if not kind:
        raise malformed
    factory = cast("Callable[[str], Model]", load_plugin("model", kind))
    model = factory(rest.strip())
    if colon and not rest.strip():
        raise malformed
    return model
