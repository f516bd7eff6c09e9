"""Every registered agent passes `AgentContract`, with two models."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from onscreen.agent.base import Agent
from onscreen.plugins import load_plugin, plugin_paths
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.run.trial import default_model_name
from onscreen.testing import AgentContract
from onscreen.testing.check_agent import FirstOptionModel
from onscreen.types import Episode


def load_agent(kind: str, name: str, of: object) -> object:
    """Load an agent by name."""
    factory = load_plugin(kind, name)
    assert callable(factory)
    return factory(of)


class TestAgents(AgentContract):
    """Contract tests of each agent with a model that picks the first option."""

    @pytest.fixture(autouse=True, params=sorted(plugin_paths("agent")))
    def of_name(self, request: pytest.FixtureRequest) -> None:
        """Set the agent's name."""
        self.name = str(request.param)
        self.uses_model = self.name not in {"oracle", "joined"}

    def make_agent(self, cascade: Cascade) -> Agent:
        """Load the agent by name."""
        return cast("Agent", load_agent("agent", self.name, cascade))

    def make_episode(self) -> Episode:
        """Create an episode; the agent `mobile` needs texts that were read from the screenshot."""
        episode = super().make_episode()
        if self.name != "mobile":
            return episode
        nodes = tuple(msgspec.structs.replace(node, seen_by="ocr") for node in episode.last.nodes)
        return msgspec.structs.replace(episode, shots=(msgspec.structs.replace(episode.last, nodes=nodes),))

    def make_cascade(self) -> Cascade:
        """Return the model that picks the first option."""
        return Cascade(model=FirstOptionModel())


class TestAgentsWithEmbeddedModel(TestAgents):
    """Contract tests of each agent with the embedded net.

    Without a language model, the agents of Mobile-Agent are the same as `default`.
    """

    @pytest.fixture(autouse=True, params=sorted({*plugin_paths("agent")} - {"mobile", "mobile-tree-text"}))
    def of_name(self, request: pytest.FixtureRequest) -> None:
        """Set the agent's name."""
        self.name = str(request.param)
        self.uses_model = self.name not in {"oracle", "joined"}

    def make_cascade(self) -> Cascade:
        """Return the embedded policies."""
        return make_cascade(default_model_name())
