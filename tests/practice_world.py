"""A small world for tests of the loop: a counter with a button, and well- and ill-behaved agents.

It is registered by entry points, like any package's plugins (see tests/unit/conftest.py).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np

from notebook_device import NotebookDevice
from onscreen.perceive.pixel_array import encode
from onscreen.policy.cascade import Cascade
from onscreen.types import (
    Act,
    Action,
    Ask,
    Box,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Exchange,
    Node,
    Prompt,
    Reply,
    Setting,
    Shot,
    Start,
    Task,
    TextShown,
    Tool,
    Type,
)
from onscreen.types.errors import DeviceError, ModelUnavailable, NotSupported, UnknownName

ENTRY_POINTS = """\
[onscreen.device]
counter = practice_world:Counter
notebook = practice_world:make_notebook
[onscreen.model]
mute = practice_world:Mute
slow = practice_world:Slow
[onscreen.agent]
adder = practice_world:Adder
slow-adder = practice_world:SlowAdder
consulter = practice_world:Consulter
sleepy-consulter = practice_world:SleepyConsulter
throwing-consulter = practice_world:ThrowingConsulter
buyer = practice_world:Buyer
forgetful-buyer = practice_world:ForgetfulBuyer
asker = practice_world:QuestionAgent
typist = practice_world:Typist
sleeper = practice_world:Sleeper
crasher = practice_world:Crasher
thrower = practice_world:Thrower
speechless = practice_world:Speechless
[onscreen.sense]
echoes = practice_world:echoes
[onscreen.suite]
counting = practice_world:Counting
"""


def make_notebook(_settings: Mapping[str, Setting]) -> NotebookDevice:
    """Create the device with the notebook."""
    return NotebookDevice()


class Counter:
    """Shows a number, and a button that adds one; at 9 the device breaks."""

    name = "counter"
    actions: frozenset[type[Act]] = frozenset({Click, Type})

    def __init__(self, settings: Mapping[str, Setting]) -> None:
        if wrong := set(settings) - {"by"}:
            raise UnknownName(f"the counter has no setting {sorted(wrong)}; there is: by")
        self.by = int(str(settings.get("by", 1)))
        self.count = 0
        self.typed = ""
        self.starts = 0

    def start(self, start: Start) -> None:
        """Start at the number of the address "counter:N"."""
        self.count = int(start.address.partition(":")[2] or 0)
        self.typed = ""
        self.starts += 1

    def observe(self) -> Shot:
        """Show the number, the button and the typed text."""
        if self.count >= 9:
            raise DeviceError("the counter broke at 9; start it again")
        pixels = np.full((20, 20, 3), self.count * 20, dtype=np.uint8)
        nodes = (
            Node("text", f"count {self.count}", Box(0, 0, 20, 10)),
            Node("button", "add", Box(0, 10, 20, 20), states=("clickable",)),
            Node("textbox", "word", Box(0, 10, 20, 20), value=self.typed),
            Node("text", f"process {os.getpid()} start {self.starts}", Box(0, 0, 1, 1)),
        )
        return Shot(encode(pixels), nodes, "counter", f"counter:{self.count}", time.time())

    def perform(self, action: Action) -> str:
        """Add or type."""
        if isinstance(action, Type):
            self.typed = action.text
            return f"reads {action.text}"
        if not isinstance(action, Click):
            raise NotSupported(f"a counter cannot {type(action).__name__}")
        self.count += self.by
        return ""

    def tools(self) -> tuple[Tool, ...]:
        """Return no tools."""
        return ()

    def read(self, expression: str) -> str:
        """Return the count."""
        if expression != "count":
            raise NotSupported("only the count can be read")
        return str(self.count)

    def close(self) -> None:
        """Do nothing."""


def echoes(shot: Shot) -> Shot:
    """Add a node that counts the nodes before it, as OCR would add the text it reads."""
    added = Node("text", f"{len(shot.nodes)} nodes", Box(0, 0, 5, 5), seen_by="ocr")
    return msgspec.structs.replace(shot, nodes=(*shot.nodes, added))


class Mute:
    """A model that always returns an empty reply; `mute:gone` is unavailable."""

    name = "mute"

    def __init__(self, rest: str) -> None:
        if rest == "gone":
            raise ModelUnavailable("no server answers at mute; start it")

    def __call__(self, prompt: Prompt) -> Reply:
        """Return an empty reply."""
        return Reply("", tokens_in=len(prompt.text))


class Slow:
    """A model that takes this many seconds per reply, as in `slow:2`."""

    name = "slow"

    def __init__(self, rest: str) -> None:
        self.sec = float(rest)

    def __call__(self, prompt: Prompt) -> Reply:
        """Return an empty reply after a while."""
        time.sleep(self.sec)
        return Reply("", tokens_in=len(prompt.text), seconds=self.sec)


class Adder:
    """Presses the button until the number in the instruction is shown."""

    name = "adder"

    def __init__(self, cascade: Cascade) -> None:
        self.cascade = cascade

    def act(self, episode: Episode) -> Decision:
        """Press the button, or finish."""
        goal = int((re.findall(r"\d+", episode.task.instruction) or ["1"])[-1])
        shown = int(episode.last.nodes[0].name.split()[-1])
        if shown >= goal:
            return Decision(Done(f"it is {shown}", achieved=shown == goal))
        return Decision(Click(button(episode)), why=f"{shown} is less than {goal}")


class SlowAdder(Adder):
    """Counts like the adder, but thinks for a moment before every step."""

    name = "slow-adder"

    def act(self, episode: Episode) -> Decision:
        """Wait, then press the button or finish."""
        time.sleep(0.3)
        return super().act(episode)


class Consulter(Adder):
    """Counts like the adder, but asks its model before every step."""

    name = "consulter"

    def act(self, episode: Episode) -> Decision:
        """Ask the model, then press the button, or finish."""
        prompt = Prompt("what next?")
        reply = self.cascade.model(prompt) if self.cascade.model else Reply()
        decision = super().act(episode)
        return msgspec.structs.replace(decision, asked=(Exchange(prompt, reply),))


class SleepyConsulter(Adder):
    """Asks its model twice and hangs."""

    name = "sleepy-consulter"

    def act(self, episode: Episode) -> Decision:
        """Ask the model twice, then sleep."""
        self.consult()
        time.sleep(600)
        return super().act(episode)

    def consult(self) -> None:
        """Ask the model twice."""
        assert self.cascade.model is not None
        for _ in range(2):
            self.cascade.model(Prompt("what next?"))


class ThrowingConsulter(SleepyConsulter):
    """Asks its model twice and raises an exception."""

    name = "throwing-consulter"

    def act(self, episode: Episode) -> Decision:
        """Ask the model twice, then fail."""
        self.consult()
        raise ZeroDivisionError(f"a fault at step {len(episode.decisions)}")


def button(episode: Episode, name: str = "add") -> Element:
    """Return the button as an element."""
    node = episode.last.nodes[1]
    return Element(role=node.role, name=name, box=node.box, states=node.states, mark=1, index=1)


class Buyer(Adder):
    """Tries to press a button that spends money, and gives up if that is refused."""

    name = "buyer"

    def act(self, episode: Episode) -> Decision:
        """Press "Buy now" once."""
        if episode.outcomes:
            return Decision(Done(episode.outcomes[-1].message, achieved=not episode.outcomes[-1].failed))
        return Decision(Click(button(episode, "Buy now")))


class ForgetfulBuyer(Adder):
    """Presses a button that spends money once in every process, whatever the history contains."""

    name = "forgetful-buyer"

    def __init__(self, cascade: Cascade) -> None:
        super().__init__(cascade)
        self.has_bought = False

    def act(self, episode: Episode) -> Decision:
        """Press "Buy now", then report the last outcome."""
        if not self.has_bought:
            self.has_bought = True
            return Decision(Click(button(episode, "Buy now")))
        return Decision(Done(episode.outcomes[-1].message, achieved=not episode.outcomes[-1].failed))


class QuestionAgent(Adder):
    """Asks the user a question and finishes with the answer."""

    name = "asker"

    def act(self, episode: Episode) -> Decision:
        """Ask, then finish."""
        if episode.outcomes:
            return Decision(Done(episode.outcomes[-1].message))
        return Decision(Ask("Which number?"))


class Typist(Adder):
    """Types the instruction and finishes."""

    name = "typist"

    def act(self, episode: Episode) -> Decision:
        """Type, then finish."""
        if episode.outcomes:
            return Decision(Done(episode.last.nodes[2].value))
        return Decision(Type(episode.task.instruction))


class Sleeper(Adder):
    """Makes one step, starts a process in its own group, and hangs."""

    name = "sleeper"

    def act(self, episode: Episode) -> Decision:
        """Press once, then sleep."""
        if not episode.decisions:
            return Decision(Click(button(episode)))
        command = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(command, start_new_session=True)
        if "CHILD_PID_FILE" in os.environ:
            Path(os.environ["CHILD_PID_FILE"]).write_text(str(child.pid))
        time.sleep(600)
        raise AssertionError("slept through the limit")


class Crasher(Adder):
    """Kills the whole process."""

    name = "crasher"

    def act(self, episode: Episode) -> Decision:
        """Press once, then exit the process."""
        if not episode.decisions:
            return Decision(Click(button(episode)))
        os._exit(7)


class Thrower(Adder):
    """Raises an unexpected exception."""

    name = "thrower"

    def act(self, episode: Episode) -> Decision:
        """Raise an exception that agents must not raise."""
        raise ZeroDivisionError(f"a fault at step {len(episode.decisions)}")


class Speechless(Adder):
    """Raises ModelUnavailable."""

    name = "speechless"

    def act(self, episode: Episode) -> Decision:
        """Raise ModelUnavailable, as the port allows."""
        raise ModelUnavailable(f"the server is gone at step {len(episode.decisions)}")


class Counting:
    """A suite: count to 1, 2, 3 or 12, starting at the seed."""

    name = "counting"
    device = "counter"
    device_settings: Mapping[str, Setting] = {"by": 1}
    groups: Mapping[str, tuple[str, ...]] = {"all": ("one", "two", "three"), "far": ("three", "twelve")}
    max_steps = 8
    limit_sec = 20.0

    def task(self, name: str, seed: int) -> Task:
        """Return the task to count to the number in the name, starting at the seed."""
        numbers = {"one": 1, "two": 2, "three": 3, "twelve": 12}
        if name not in numbers:
            raise UnknownName(f"no task named {name!r}; there are: {', '.join(numbers)}")
        to = numbers[name] + seed
        check = TextShown(f"count {to}")
        return Task(f"count to {to}", name, Start(f"counter:{seed}", seed=seed), check=check)
