"""Contract tests for agents."""

from __future__ import annotations

import msgspec

from onscreen.agent.base import Agent
from onscreen.policy.cascade import Cascade
from onscreen.testing.contract_assertions import expect_error, json_round_trip, require
from onscreen.testing.sample_episodes import click_episode, make_shot
from onscreen.types import (
    Decision,
    Done,
    Element,
    Episode,
    FreeText,
    OneOf,
    Outcome,
    Prompt,
    Reply,
    Schema,
    SomeOf,
    Task,
    targets,
)
from onscreen.types.errors import BadReply, ModelError, ModelUnavailable

MAX_STEPS = 60


class FirstOptionModel(msgspec.Struct, frozen=True):
    """A fake model that picks the first option and answers free-text prompts with `text`."""

    name: str = "first option"
    text: str = "yes"

    def __call__(self, prompt: Prompt) -> Reply:
        """Pick the first option, or answer with a fixed text.

        Raises:
            BadReply: the prompt has no options.
        """
        match prompt.form:
            case OneOf(options=()) | SomeOf(options=()):
                raise BadReply("the prompt has no options; expected at least one")
            case OneOf() | SomeOf():
                return Reply(picked=(0,), model=self.name)
            case Schema():
                return Reply("{}", model=self.name)
            case FreeText():
                return Reply(self.text, model=self.name)


class UnusableModel(msgspec.Struct, frozen=True):
    """A fake model whose answers can never be parsed."""

    name: str = "useless"

    def __call__(self, prompt: Prompt) -> Reply:
        """Raise an error, as for an answer that cannot be parsed.

        Raises:
            BadReply: always.
        """
        raise BadReply(f"unusable answer to {prompt.purpose!r}; expected {type(prompt.form).__name__}")


class UnavailableModel(msgspec.Struct, frozen=True):
    """A fake model that fails as if its server were not running."""

    name: str = "absent"

    def __call__(self, prompt: Prompt) -> Reply:
        """Raise an error, as if the server were not running.

        Raises:
            ModelUnavailable: always.
        """
        raise ModelUnavailable(f"no server is running for {prompt.purpose!r}; start one")


class AgentContract:
    """Base class for tests that check an implementation of the `Agent` interface.

    Override `make_agent`. `make_cascade` returns the deterministic policies or model used in the tests. Set
    `uses_model` to False for an agent that never calls a model.
    """

    uses_model: bool = True

    def make_agent(self, cascade: Cascade) -> Agent:
        """Create a new agent that uses the given policies and model."""
        raise NotImplementedError

    def make_cascade(self) -> Cascade:
        """Return the deterministic policies or model that the agent uses in the tests."""
        return Cascade(model=FirstOptionModel())

    def make_episode(self) -> Episode:
        """Create an episode whose only screen shows three buttons."""
        task = Task('Press "Submit".', name="press")
        return Episode(task, (make_shot(0, "Submit", "Cancel", "Delete"),), agent="agent", device="practice")

    def run(self, max_steps: int = MAX_STEPS) -> Episode:
        """Run a new agent on a static screen until it finishes or reaches `max_steps`."""
        agent, episode = self.make_agent(self.make_cascade()), self.make_episode()
        for _ in range(max_steps):
            decision = agent.act(episode)
            episode = episode.then(decision, Outcome(), shot=episode.last)
            if isinstance(decision.action, Done):
                break
        return episode

    def test_has_a_name(self) -> None:
        """An agent has a name."""
        require(self.make_agent(self.make_cascade()).name, "an agent has a name")

    def test_same_episode_gives_same_decision(self) -> None:
        """An agent called twice with the same episode returns the same decision."""
        agent, episode = self.make_agent(self.make_cascade()), self.make_episode()
        require(
            _same_decision(agent.act(episode), agent.act(episode)),
            "the second decision differs from the first",
        )

    def test_keeps_no_state_between_steps(self) -> None:
        """A new agent that takes over a run makes the same decisions as the original agent."""
        episode = self.run()
        for k, decision in enumerate(episode.decisions):
            decision_of_new = self.make_agent(self.make_cascade()).act(episode.so_far(k))
            require(
                _same_decision(decision_of_new, decision),
                f"at step {k} a new agent decides {decision_of_new}, not {decision}",
            )

    def test_decision_is_independent_of_other_runs(self) -> None:
        """A decision does not depend on earlier calls with other episodes."""
        agent, episode = self.make_agent(self.make_cascade()), self.make_episode()
        first = agent.act(episode)
        agent.act(click_episode(2))
        require(_same_decision(first, agent.act(episode)), "a decision depends on the previous call")

    def test_targets_are_on_the_last_screen(self) -> None:
        """Actions target only elements that are on the current screen."""
        episode = self.run()
        for step in episode.steps():
            for target in targets(step.decision.action):
                if isinstance(target, Element):
                    node = step.before.nodes[target.index]
                    same = (node.role, node.name, node.box) == (target.role, target.name, target.box)
                    require(same, f"{target} is not on the screen; the node at its index is {node}")

    def test_decision_survives_json_round_trip(self) -> None:
        """A decision is unchanged after being encoded as JSON and decoded again."""
        decision = self.make_agent(self.make_cascade()).act(self.make_episode())
        require(json_round_trip(decision) == decision, "the decision read back from JSON differs")

    def test_finishes_on_its_own(self) -> None:
        """The agent eventually finishes, even if the screen never changes."""
        last = self.run().decisions[-1].action
        require(isinstance(last, Done), f"not done after {MAX_STEPS} steps; the last action is {last}")

    def test_empty_screen_raises_no_error(self) -> None:
        """The agent returns a decision even if the screen is empty."""
        empty = msgspec.structs.replace(make_shot(0), nodes=())
        decision = self.make_agent(self.make_cascade()).act(Episode(Task("Press a button."), (empty,)))
        require(isinstance(decision, Decision), f"found {decision!r}")

    def test_unusable_answers_lead_to_a_decision_or_model_error(self) -> None:
        """Unusable model answers lead to a decision or a ModelError, never to a BadReply."""
        agent = self.make_agent(Cascade(model=UnusableModel()))
        try:
            require(isinstance(agent.act(self.make_episode()), Decision), "no decision")
        except ModelError as error:
            require(str(error), "the error has no message")

    def test_unavailable_model_raises_model_error(self) -> None:
        """The agent raises ModelError if its model is unavailable.

        The episode loop then ends the run.
        """
        if self.uses_model:
            agent = self.make_agent(Cascade(model=UnavailableModel()))
            with expect_error(ModelError, when="an unavailable model"):
                agent.act(self.make_episode())


def _same_decision(one: Decision, other: Decision) -> bool:
    return _without_timing(one) == _without_timing(other)


def _without_timing(decision: Decision) -> Decision:
    asked, unused = (
        tuple(
            msgspec.structs.replace(x, reply=msgspec.structs.replace(x.reply, seconds=0.0)) for x in exchanges
        )
        for exchanges in (decision.asked, decision.unused)
    )
    return msgspec.structs.replace(decision, asked=asked, unused=unused)
