"""Every agent of the table of parts keeps the promises of `AgentContract`, with two models."""

from __future__ import annotations

from typing import cast

import pytest

from onscreen.agent.base import Agent
from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.plugins import load_plugin, plugin_paths
from onscreen.run.trial import default_model_name
from onscreen.testing import AgentContract
from onscreen.testing.check_agent import FirstOptionModel


def make(kind: str, name: str, of: object) -> object:
    """Load a part by name and make it."""
    factory = load_plugin(kind, name)
    assert callable(factory)
    return factory(of)


class TestAgents(AgentContract):
    """The kit, run over each with a model without judgement."""

    @pytest.fixture(autouse=True, params=sorted(plugin_paths("agent")))
    def of_name(self, request: pytest.FixtureRequest) -> None:
        """Take the agent's name."""
        self.name = str(request.param)
        self.uses_model = self.name != "oracle"

    def make_agent(self, model: Model) -> Agent:
        """Load it by name."""
        return cast("Agent", make("agent", self.name, model))

    def make_model(self) -> Model:
        """Give the model that takes the first option of everything."""
        return FirstOptionModel()


class TestAgentsThatThink(TestAgents):
    """The kit, run over each with the model that needs no download."""

    def make_model(self) -> Model:
        """Load the embedded model."""
        return make_model(default_model_name())
