"""Creates models by name: "KIND:rest", or "FIRST+KIND:rest" for a cascade of two."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.model.base import Model
from onscreen.model.cascade import Cascade, Sure
from onscreen.plugins import load_plugin, plugin_paths
from onscreen.types.errors import BadText

RULES = "lexical"
"""The rule-based kind of model, which plans only if the first model of a cascade does not."""


def make_model(name: str) -> Model:
    """Create the model of this name, e.g. "reflex", "openai:gpt-5-mini", "reflex+local:smollm2-135m".

    The part before the first colon is the kind; the rest is interpreted by that kind. With two names joined
    by "+", the first model answers where it is confident and the second otherwise.

    Raises:
        BadText: the name or the part after its colon is empty, the kind cannot parse that part, or the
            first model of a cascade reports no confidence.
        UnknownName: no such kind of model.
        MissingExtra: the model needs a package that is not installed.
        ModelUnavailable: no key or no file.
    """
    first, second = _split_cascade(name.strip())
    if second:
        return _cascade(make_model(first), make_model(second), second_plans=second != RULES)
    kind, colon, rest = name.strip().partition(":")
    malformed = BadText(
        f"a model is named KIND or KIND:NAME, found {name!r}; for example reflex or openai:gpt-5-mini"
    )
    if not kind:
        raise malformed
    factory = cast("Callable[[str], Model]", load_plugin("model", kind))
    model = factory(rest.strip())
    if colon and not rest.strip():
        raise malformed
    return model


def _split_cascade(name: str) -> tuple[str, str]:
    """Split a name at the "+" of a cascade; returns the name and "" if it names one model.

    A "+" that no kind of model follows is part of the name.
    """
    kinds = plugin_paths("model")
    for place, letter in enumerate(name):
        second = name[place + 1 :].strip()
        if letter == "+" and (second.partition(":")[0].partition("+")[0] in kinds or ":" not in name[:place]):
            return name[:place].strip(), second
    return name, ""


def _cascade(first: Model, second: Model, *, second_plans: bool) -> Cascade:
    if not hasattr(first, "least"):
        raise BadText(
            f"the first of two models must report a confidence, found {first.name!r}; "
            "for example reflex+lexical"
        )
    return Cascade(cast("Sure", first), second, second_plans=second_plans)
