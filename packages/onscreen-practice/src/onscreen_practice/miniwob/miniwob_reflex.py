"""Policy `miniwob-reflex`, the `reflex` policy with the additional inputs and outputs for MiniWoB++."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.plugins import load_plugin
from onscreen.policy.base import Policy

FULL_VOCABULARY = "full-vocabulary"
"""The option of the policy `reflex` that enables its whole output vocabulary and all its input features."""


def miniwob_reflex(rest: str) -> Policy:
    """Create the `reflex` policy with the input features and outputs made for MiniWoB++ tasks.

    The policy's name is "miniwob-reflex", or "miniwob-reflex:FOLDER" for the weights in a folder.

    Raises:
        UnknownName: the policy `reflex` is not installed.
        MissingExtra: a package that `reflex` needs is not installed.
        ModelUnavailable: the weights are missing, damaged or of another version.
    """
    make_reflex = cast("Callable[[str], Policy]", load_plugin("policy", "reflex"))
    return make_reflex(f"{FULL_VOCABULARY}:{rest}" if rest else FULL_VOCABULARY)
