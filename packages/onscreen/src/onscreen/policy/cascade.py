"""Cascades of policies and models, created from names such as "reflex+lexical"."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import msgspec

from onscreen.app_maps.screen_map import AppMap
from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.model.time_limit import TimeLimitedModel
from onscreen.plugins import OTHER_DISTRIBUTIONS, load_plugin, plugin_paths, unknown_name
from onscreen.policy.base import Leading, Policy
from onscreen.policy.first_confident import FirstConfident
from onscreen.types.errors import BadText


class Cascade(msgspec.Struct, frozen=True):
    """An ordered sequence of policies, followed by an optional language model.

    `maps` are the application maps whose notes are passed to the policies and the model.
    """

    policies: tuple[Policy, ...] = ()
    model: Model | None = None
    maps: tuple[AppMap, ...] = ()

    @property
    def name(self) -> str:
        """Names of the policies and the model, joined by plus signs."""
        return "+".join(
            [*(policy.name for policy in self.policies), *([self.model.name] if self.model else [])]
        )


def make_cascade(name: str) -> Cascade:
    """Create a cascade from a name such as "reflex+lexical" or "reflex+openai:gpt-5-mini".

    The name consists of policies, a model, or policies before a model, joined by plus signs.

    Raises:
        BadText: the name is empty or incomplete, or a part after the first plus is misplaced.
        UnknownName: no policy or model has that name.
        MissingExtra: a package is not installed.
        ModelUnavailable: the key or the file of a model is missing.
    """
    policies: list[Policy] = []
    rest = name.strip()
    while rest:
        kind = rest.partition("+")[0].partition(":")[0].strip()
        if kind not in plugin_paths("policy"):
            return Cascade(tuple(policies), _make_model(rest))
        first, _, rest = rest.partition("+")
        policies.append(_make_policy(first.strip()))
        rest = rest.strip()
        if name.strip().endswith("+"):
            break
    if not policies or name.strip().endswith("+"):
        raise BadText(f"expected POLICY, MODEL or POLICY+MODEL, found {name!r}; for example reflex+lexical")
    return Cascade(tuple(policies))


def build_policy(cascade: Cascade, language: Callable[[Model], Policy]) -> Policy:
    """Combine the policies and the model of a cascade into one policy.

    `language` turns the model into a policy, which is queried last. If it makes no plans, the policies that
    lead to a place are queried right before it. Without a model, the policy that makes a plan also carries it
    out; policies that make no plans are queried before it.
    """
    if cascade.model is not None:
        asked = language(cascade.model)
        is_led = not getattr(asked, "makes_plans", True)
        leads = [policy.lead() for policy in cascade.policies if is_led and isinstance(policy, Leading)]
        return FirstConfident((*cascade.policies, *leads, asked))
    guides = tuple(policy for policy in cascade.policies if not getattr(policy, "makes_plans", True))
    planners = tuple(policy for policy in cascade.policies if policy not in guides)
    if not planners:
        return FirstConfident(guides)
    planning = FirstConfident(planners, frozenset(policy.name for policy in planners))
    return FirstConfident((*guides, planning)) if guides else planning


def _make_policy(name: str) -> Policy:
    kind, colon, rest = name.partition(":")
    factory = cast("Callable[[str], Policy]", load_plugin("policy", kind.strip()))
    policy = factory(rest.strip())
    if colon and not rest.strip():
        raise BadText(f"expected text after the colon, found {name!r}; for example reflex:runs/weights")
    return policy


def _make_model(name: str) -> Model:
    kind = name.partition("+")[0].partition(":")[0].strip()
    if kind and kind not in plugin_paths("model"):
        if ("policy", kind) in (part for parts in OTHER_DISTRIBUTIONS.values() for part in parts):
            load_plugin("policy", kind)
        raise unknown_name("policy or model", kind, known=(*plugin_paths("policy"), *plugin_paths("model")))
    return TimeLimitedModel(make_model(name))
