"""Every policy keeps the promises of `PolicyContract`."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from onscreen.plugins import load_plugin, plugin_paths
from onscreen.policy.base import Policy
from onscreen.policy.first_confident import FirstConfident
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.policy.luci_policy import LuciPolicy
from onscreen.testing import PolicyContract
from onscreen.testing.check_agent import FirstOptionModel


class TestInstalledPolicies(PolicyContract):
    """The contract of each policy in the table of plugins."""

    @pytest.fixture(autouse=True, params=sorted(plugin_paths("policy")))
    def use_name(self, request: pytest.FixtureRequest) -> None:
        """Take the name of the policy."""
        self.name = str(request.param)

    def make_policy(self) -> Policy:
        """Load the policy by its name."""
        return cast("Callable[[str], Policy]", load_plugin("policy", self.name))("")


class TestLanguagePolicy(PolicyContract):
    """The contract of a language model queried once per step."""

    def make_policy(self) -> Policy:
        """Return the policy with a model without judgement."""
        return LanguagePolicy(FirstOptionModel())


class TestLuciPolicy(PolicyContract):
    """The contract of LUCI's components."""

    def make_policy(self) -> Policy:
        """Return the policy with a model without judgement."""
        return LuciPolicy(FirstOptionModel())


class TestCascade(PolicyContract):
    """The contract of a single policy in a cascade."""

    def make_policy(self) -> Policy:
        """Return a cascade of one."""
        return FirstConfident((LanguagePolicy(FirstOptionModel()),))
