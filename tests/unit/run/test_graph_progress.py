"""Progress of runs on task graphs."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.device.fake_device import FORM, fake
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.run.graph_progress import GraphProgress
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Trial, make_result
from onscreen.types import (
    Action,
    Decision,
    Done,
    ElementIs,
    Episode,
    Start,
    Task,
    TaskNode,
    TextShown,
    Type,
    Wait,
)
from onscreen.types.errors import UsageError

NODES = (
    TaskNode("name", "Form", ElementIs("textbox", "Name", "Ada")),
    TaskNode("email", "Form", ElementIs("textbox", "Email", "a@b.c"), after=(0,)),
)
TASK = Task("sign up", start=Start(FORM), check=NODES[1].check, nodes=NODES)


class Script(msgspec.Struct, frozen=True):
    """An agent that types values into fields, then waits or ends the run."""

    fields: tuple[tuple[str, str], ...]
    ends: bool = True
    name: str = "script"

    def act(self, episode: Episode) -> Decision:
        """Return the next action."""
        done = len(episode.decisions)
        if done >= len(self.fields):
            return Decision(Done() if self.ends else Wait(0.0))
        name, text = self.fields[done]
        target = next(e for e in build_screen(episode.last).elements if e.name == name)
        action: Action = Type(text, target)
        return Decision(action)


def play(*fields: tuple[str, str], ends: bool = True, task: Task = TASK, max_steps: int = 60) -> Episode:
    """Run the script on the sign-up form."""
    trial = Trial(task, "", device="fake", model="lexical", signals=())
    trial = msgspec.structs.replace(trial, limits=msgspec.structs.replace(trial.limits, max_steps=max_steps))
    return run_trial(trial, fake({}), cascade=Cascade(), create_agent=lambda _: Script(fields, ends))


def test_each_subtask_is_observed_when_it_is_done() -> None:
    """A run that completes both subtasks has full coverage, in the order of completion."""
    score = play(("Name", "Ada"), ("Email", "a@b.c")).score
    assert score is not None
    assert score.graph is not None
    assert (score.value, score.graph.coverage, score.graph.order) == (1, 1, (0, 1))


def test_last_level_is_never_skipped() -> None:
    """A run that completes all but the last level is neither successful nor covers everything."""
    result = make_result(play(("Name", "Ada")), "", seconds=1)
    assert result.coverage == pytest.approx(1 / 3)
    assert (result.success, result.consistency) == (False, 1)


def test_empty_run_on_one_node_scores_zero() -> None:
    """A run without an action covers nothing of a graph of one node."""
    one = msgspec.structs.replace(TASK, check=NODES[0].check, nodes=NODES[:1])
    result = make_result(play(task=one), "", seconds=1)
    assert (result.success, result.coverage, result.consistency) == (False, 0, 0)


def test_subtask_counts_only_after_its_predecessors() -> None:
    """A later subtask that is done first counts once the earlier one is done, too."""
    early = play(("Email", "a@b.c")).score
    assert early is not None
    assert early.graph is not None
    assert early.graph.order == ()
    both = play(("Email", "a@b.c"), ("Name", "Ada")).score
    assert both is not None
    assert both.graph is not None
    assert both.graph.order == (0, 1)


def test_completed_subtask_stays_done() -> None:
    """A subtask that a later action undoes stays covered, while the final check fails."""
    score = play(("Name", "Ada"), ("Email", "a@b.c"), ("Email", "x")).score
    assert score is not None
    assert score.graph is not None
    assert (score.value, score.graph.coverage) == (0, 1)


def test_run_without_progress_ends_after_twenty_steps() -> None:
    """A run ends when 20 steps completed no further subtask, and says how many are done."""
    episode = play(("Name", "Ada"), ends=False)
    assert episode.stop is not None
    assert (episode.stop.reason, len(episode.decisions)) == ("stuck", 21)
    assert "1 of 2 are done" in episode.stop.evidence


def test_limit_of_steps_applies_besides() -> None:
    """The limit on all steps ends a run that would continue."""
    episode = play(ends=False, max_steps=7)
    assert episode.stop is not None
    assert (episode.stop.reason, len(episode.decisions)) == ("steps", 7)


def test_task_without_graph_has_no_coverage() -> None:
    """Runs on other tasks report no coverage."""
    plain = msgspec.structs.replace(TASK, nodes=())
    assert make_result(play(task=plain), "", seconds=1).coverage is None


def test_graph_with_a_cycle_is_reported() -> None:
    """A task whose nodes wait for each other is an error before the run."""
    nodes = (TaskNode("a", "A", TextShown(""), (1,)), TaskNode("b", "A", TextShown(""), (0,)))
    with pytest.raises(UsageError, match="cycle"):
        GraphProgress(nodes, fake({}))
