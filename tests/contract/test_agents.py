"""Every agent of the table of parts keeps the promises of `AgentContract`, with two models."""

from __future__ import annotations

from typing import cast

import pytest

from onscreen.agent.base import Agent
from onscreen.plugins import load, paths
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.run.trial import default_model
from onscreen.testing import AgentContract
from onscreen.testing.check_agent import FirstOption


def make(kind: str, name: str, of: object) -> object:
    """Load a part by name and make it."""
    factory = load(kind, name)
    assert callable(factory)
    return factory(of)


class TestAgents(AgentContract):
    """The kit, run over each with a model without judgement."""

    @pytest.fixture(autouse=True, params=sorted(paths("agent")))
    def of_name(self, request: pytest.FixtureRequest) -> None:
        """Take the agent's name."""
        self.name = str(request.param)
        self.asks = self.name != "oracle"

    def make_agent(self, cascade: Cascade) -> Agent:
        """Load it by name."""
        return cast("Agent", make("agent", self.name, cascade))

    def make_cascade(self) -> Cascade:
        """Return the model that takes the first option of everything."""
        return Cascade(model=FirstOption())


class TestAgentsThatThink(TestAgents):
    """The kit, run over each with the model that needs no download."""

    def make_cascade(self) -> Cascade:
        """Return the embedded policies."""
        return make_cascade(default_model())
