"""Policy `miniwob-reflex`, the `reflex` policy with additional inputs and outputs for MiniWoB++."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.plugins import load_plugin
from onscreen.policy.base import Policy

FULL_VOCABULARY = "full-vocabulary"
"""Option of the policy `reflex` that enables the full output vocabulary and all input features."""


def miniwob_reflex(rest: str) -> Policy:
    """Create the `reflex` policy with the additional input features and outputs for MiniWoB++.

    The policy's name is "miniwob-reflex", or "miniwob-reflex:FOLDER" for the weights in a folder.

    Raises:
        UnknownName: the policy `reflex` is not installed.
        MissingExtra: a package that `reflex` needs is not installed.
        ModelUnavailable: the weights are missing, damaged or of another version.
    """
    make_reflex = cast("Callable[[str], Policy]", load_plugin("policy", "reflex"))
    return make_reflex(f"{FULL_VOCABULARY}:{rest}" if rest else FULL_VOCABULARY)
