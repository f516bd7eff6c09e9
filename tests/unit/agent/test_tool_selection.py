"""LUCI's tool selector on several devices, and results that are passed on between them by name."""

from __future__ import annotations

import pytest
from luci_screens import FORM, ReplyByPurpose, outlined, started

from onscreen.agent.luci import luci
from onscreen.device.combined_device import CombinedDevice, Member
from onscreen.device.fake_device import FakeDevice
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.think.app_selection import choose_app
from onscreen.think.prompt_templates import NOT_FOUND, NOT_REQUIRED
from onscreen.types import Done, Reply, Situation, SomeOf, Start, Task, Tool, Turn


class Desktop(FakeDevice):
    """Fake device that lists two programs, as a desktop does."""

    def tools(self) -> tuple[Tool, ...]:
        """List the programs."""
        return tuple(Tool(name, name.lower()) for name in ("Writer", "Abacus"))


def combined() -> CombinedDevice:
    """Return a started device of a browser named shop and a desktop."""
    device = CombinedDevice([Member("shop", FakeDevice()), Member("office", Desktop())])
    device.start(Start())
    return device


@pytest.mark.parametrize(
    ("instruction", "used", "expected"),
    [
        ("Add the prices", "", ("Abacus", "shop", "Writer")),
        ("Add the prices", "Writer", ("Writer", "Abacus", "shop")),
        ("Add the prices of the shop", "Writer", ("shop", "Writer", "Abacus")),
    ],
)
def test_applications_of_all_devices_are_ranked_alike(
    instruction: str, used: str, expected: tuple[str, ...]
) -> None:
    """The named application comes first, then the one used before, then the alphabet, on any device."""
    model = ReplyByPurpose({"choose_app": (Reply(picked=(0,)),)})
    turns = (Turn("before", tools=(used,)),) if used else ()
    situation = Situation(
        instruction, build_screen(FORM), tools=combined().tools(), conversation=turns, stage="choose_tools"
    )
    assert choose_app(model, situation).value
    form = model.prompts[0].form
    assert isinstance(form, SomeOf)
    assert form.options == (*expected, NOT_FOUND, NOT_REQUIRED)


def test_a_model_that_finds_no_tool_ends_the_run() -> None:
    """With the answer "Tool Not Found", the run is given up before any action, and lists what there is."""
    tools = combined().tools()
    model = ReplyByPurpose({"choose_app": (Reply(picked=(len(tools),)),)})
    action = luci(Cascade(model=model)).act(started("Draw a cube", tools=tools)).action
    assert isinstance(action, Done)
    assert not action.achieved
    assert "Abacus" in action.answer


def test_a_model_that_needs_no_tool_answers() -> None:
    """With the answer "No tool required", the model answers and no application is opened."""
    tools = combined().tools()
    model = ReplyByPurpose({
        "choose_app": (Reply(picked=(len(tools) + 1,)),),
        "answer": (Reply("short"),),
    })  # fmt: skip
    action = luci(Cascade(model=model)).act(started("Sum up: long", tools=tools)).action
    assert action == Done("short")


def test_a_result_is_passed_on_to_another_device_by_its_name() -> None:
    """A value that was worked out for one subtask is typed on another device of the same run."""
    model = ReplyByPurpose({
        "choose_app": (Reply(picked=(0, 1)),),
        "outline": (
            outlined((False, "", "work out 2 + 3", "sum"), (True, "shop", "type {sum} as name", "")),
        ),
        "verify": (Reply(picked=(0,)),),
        "answer": (Reply("5"),),
        "pick": (Reply(picked=(0,)),),
        "text": (Reply("{sum}"),),
    })  # fmt: skip
    device = combined()
    task = Task("type the sum in the shop", start=Start(device="office"), tools=device.tools())
    episode = run_episode(
        start_episode(task, device),
        device,
        agent=luci(Cascade(model=model)),
        signal=first_of(done_signal(), steps_signal("6")),
        score=score_task,
        hooks=RunHooks(),
    )
    assert [shot.device for shot in episode.shots[:2]] == ["office", "shop"]
    assert device.read("shop: name") == '"5"'
