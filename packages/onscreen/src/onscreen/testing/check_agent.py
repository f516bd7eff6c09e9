"""What every agent promises, as tests to inherit."""

from __future__ import annotations

import msgspec

from onscreen.agent.base import Agent
from onscreen.model.base import Model
from onscreen.testing.contract_errors import expect_error, json_round_trip, require
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
    """A model without judgement: the first option of everything, and `text` where text is wanted."""

    name: str = "first option"
    text: str = "yes"

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer without looking.

        Raises:
            BadReply: there is no first option.
        """
        match prompt.form:
            case OneOf(options=()) | SomeOf(options=()):
                raise BadReply("there are no options; at least one was expected")
            case OneOf() | SomeOf():
                return Reply(picked=(0,), model=self.name)
            case Schema():
                return Reply("{}", model=self.name)
            case FreeText():
                return Reply(self.text, model=self.name)


class UnusableModel(msgspec.Struct, frozen=True):
    """A model whose answers can never be used."""

    name: str = "useless"

    def __call__(self, prompt: Prompt) -> Reply:
        """Refuse to answer.

        Raises:
            BadReply: always.
        """
        raise BadReply(f"no answer to {prompt.purpose!r} is of use; expected {type(prompt.form).__name__}")


class UnavailableModel(msgspec.Struct, frozen=True):
    """A model whose server is not there."""

    name: str = "absent"

    def __call__(self, prompt: Prompt) -> Reply:
        """Fail.

        Raises:
            ModelUnavailable: always.
        """
        raise ModelUnavailable(f"no server answers {prompt.purpose!r}; start one")


class AgentContract:
    """Override `make_agent`; `make_model` gives the deterministic model it is tried with.

    `uses_model` is False for an agent that never asks a model.
    """

    uses_model: bool = True

    def make_agent(self, model: Model) -> Agent:
        """Return a new agent that asks this model."""
        raise NotImplementedError

    def make_model(self) -> Model:
        """Return a model that answers the same prompt the same way."""
        return FirstOptionModel()

    def make_episode(self) -> Episode:
        """Return an episode of one screen with a few things to act on."""
        task = Task('Press "Submit".', name="press")
        return Episode(task, (make_shot(0, "Submit", "Cancel", "Delete"),), agent="agent", device="practice")

    def run(self, most_steps: int = MAX_STEPS) -> Episode:
        """Let a new agent decide on a screen that never changes, until it is done or has had enough."""
        agent, episode = self.make_agent(self.make_model()), self.make_episode()
        for _ in range(most_steps):
            decision = agent.act(episode)
            episode = episode.then(decision, Outcome(), shot=episode.last)
            if isinstance(decision.action, Done):
                break
        return episode

    def test_has_a_name(self) -> None:
        """An agent has a name."""
        require(self.make_agent(self.make_model()).name, "an agent has a name")

    def test_same_episode_same_decision(self) -> None:
        """Asked twice about the same episode, an agent decides the same."""
        agent, episode = self.make_agent(self.make_model()), self.make_episode()
        require(
            _same_decision(agent.act(episode), agent.act(episode)),
            "the second decision differs from the first",
        )

    def test_keeps_no_state_of_the_run(self) -> None:
        """A new agent given a run half done decides as the one that did the first half."""
        episode = self.run()
        for k, decision in enumerate(episode.decisions):
            fresh = self.make_agent(self.make_model()).act(episode.so_far(k))
            require(
                _same_decision(fresh, decision), f"at step {k} a new agent decides {fresh}, not {decision}"
            )

    def test_other_runs_in_between_change_nothing(self) -> None:
        """Deciding about another episode in between leaves a decision as it was."""
        agent, episode = self.make_agent(self.make_model()), self.make_episode()
        first = agent.act(episode)
        agent.act(click_episode(2))
        require(
            _same_decision(first, agent.act(episode)), "a decision depends on the run decided about before"
        )

    def test_decision_is_about_the_last_screen(self) -> None:
        """What an action is aimed at stands on the last shot."""
        episode = self.run()
        for step in episode.steps():
            for target in targets(step.decision.action):
                if isinstance(target, Element):
                    found = step.before.nodes[target.index]
                    same = (found.role, found.name, found.box) == (target.role, target.name, target.box)
                    require(same, f"{target} is not on the screen; at its index stands {found}")

    def test_decision_survives_being_stored(self) -> None:
        """A decision written as JSON and read back is the same value."""
        decision = self.make_agent(self.make_model()).act(self.make_episode())
        require(json_round_trip(decision) == decision, "the decision read back from JSON differs")

    def test_ends_by_itself(self) -> None:
        """On a screen that never changes the agent is done at some time."""
        last = self.run().decisions[-1].action
        require(isinstance(last, Done), f"not done after {MAX_STEPS} steps; the last action is {last}")

    def test_empty_screen_is_no_error(self) -> None:
        """An agent decides though nothing is on the screen."""
        bare = msgspec.structs.replace(make_shot(0), nodes=())
        decision = self.make_agent(self.make_model()).act(Episode(Task("Press a button."), (bare,)))
        require(isinstance(decision, Decision), f"found {decision!r}")

    def test_useless_answers_end_in_a_decision_or_a_model_error(self) -> None:
        """Answers that cannot be used never get out as BadReply."""
        agent = self.make_agent(UnusableModel())
        try:
            require(isinstance(agent.act(self.make_episode()), Decision), "no decision")
        except ModelError as error:
            require(str(error), "the error says nothing")

    def test_model_that_is_not_there_is_a_model_error(self) -> None:
        """A model that cannot be used is raised to the loop, which ends the run."""
        if self.uses_model:
            agent = self.make_agent(UnavailableModel())
            with expect_error(ModelError, when="a model that is not there"):
                agent.act(self.make_episode())


def _same_decision(one: Decision, other: Decision) -> bool:
    return _without_timing(one) == _without_timing(other)


def _without_timing(decision: Decision) -> Decision:
    asked = tuple(
        msgspec.structs.replace(x, reply=msgspec.structs.replace(x.reply, seconds=0.0))
        for x in decision.asked
    )
    return msgspec.structs.replace(decision, asked=asked)
