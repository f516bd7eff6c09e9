"""Small synthetic episodes for tests that need no device."""

from __future__ import annotations

import msgspec
import numpy as np

from onscreen.perceive.pixel_array import encode
from onscreen.types import (
    Action,
    Box,
    Decision,
    Done,
    Element,
    Episode,
    Exchange,
    Node,
    Outcome,
    Point,
    Prompt,
    Reply,
    Score,
    Shot,
    Stop,
    Task,
    Type,
)
from onscreen.types.action import Click

WIDTH_PX, HEIGHT_PX = 64, 48


def make_shot(number: int, *names: str, taken_at: float | None = None) -> Shot:
    """Create a `Shot` of 64 x 48 pixels with one button per name.

    `number` sets the gray level, the address and the default time.
    """
    pixels = np.full((HEIGHT_PX, WIDTH_PX, 3), (number * 37) % 256, dtype=np.uint8)
    nodes = tuple(
        Node("button", name, Box(0, 8 * i, 32, 8 * i + 8), states=("clickable",), locator=f"b{i}")
        for i, name in enumerate(names or (f"button {number}",))
    )
    at = float(number) if taken_at is None else taken_at
    return Shot(encode(pixels), nodes, app="practice", address=f"practice:{number}", taken_at=at)


def make_element(shot: Shot, index: int = 0) -> Element:
    """Convert a node of a `Shot` into an `Element`, numbered by its index plus 1."""
    return Element.of(shot.nodes[index], index + 1, index=index)


def make_exchange(*, tokens: int = 10, cost_usd: float = 0.001) -> Exchange:
    """Create a model call with the given token count and cost.

    Half of the tokens are input, half output.
    """
    reply = Reply(
        "yes", model="practice", tokens_in=tokens // 2, tokens_out=tokens - tokens // 2, cost_usd=cost_usd
    )
    return Exchange(Prompt("Go on?"), reply)


def click_episode(steps: int, *, exchange: Exchange | None = None) -> Episode:
    """Create an episode of `steps` clicks, one second apart, each leading to a new screen."""
    episode = Episode(Task("Press every button."), (make_shot(0),))
    for number in range(1, steps + 1):
        decision = Decision(Click(Point(number, 1)), asked=(exchange,) if exchange else ())
        episode = episode.then(decision, Outcome(), shot=make_shot(number))
    return episode


def stuck_episode(steps: int) -> Episode:
    """Create an episode that clicks the same button `steps` times without any effect."""
    episode = Episode(Task("Press the button."), (make_shot(0),))
    for number in range(1, steps + 1):
        decision = Decision(Click(make_element(episode.last)))
        episode = episode.then(decision, Outcome(), shot=make_shot(0, taken_at=float(number)))
    return episode


def finished_episode(action: Action | None = None) -> Episode:
    """Create an episode of one click, followed by `Done` or the given action."""
    episode = click_episode(1)
    return episode.then(Decision(action or Done("42")), Outcome(), shot=episode.last)


ALARM_STEPS = 4
"""Steps of `alarm_episode` after which its task is finished."""
_ALARM_SIZE_PX = 128, 96


def alarm_episode(time: str, *, steps: int = ALARM_STEPS, started_at: float = 0.0) -> Episode:
    """Create an episode that sets an alarm: open the form, type a time, save, and close a tip.

    With fewer steps than `ALARM_STEPS` the task is not finished and the score is 0; further steps reopen the
    form. The pictures have 96 x 128 pixels.
    """
    episode = Episode(Task(f"Set an alarm at {time}"), (_alarm_list(),), started_at=started_at)
    for number in range(steps):
        screen = episode.last
        if number == 1:
            decision = Decision(Type(time, make_element(screen, 0)))
        else:
            index = 1 if number in {2, 3} else 0
            decision = Decision(Click(make_element(screen, index)))
        after = (_alarm_form(), _alarm_form(time), _alarm_list(time, tip=True), _alarm_list(time))
        episode = episode.then(decision, Outcome(), shot=after[number] if number < ALARM_STEPS else after[0])
    score = Score(float(steps == ALARM_STEPS))
    return msgspec.structs.replace(episode, stop=Stop("steps", "end of the sample"), score=score)


def _alarm_form(time: str = "") -> Shot:
    field = Node("textbox", "Time", Box(4, 20, 92, 40), value=time, states=("clickable",))
    save = Node("button", "Save", Box(4, 100, 44, 120), states=("clickable",))
    return _draw_alarm_shot((field, save), address="clock/form", level=120, mark_px=len(time) * 8)


def _alarm_list(time: str = "", *, tip: bool = False) -> Shot:
    add = Node("button", "Add alarm", Box(4, 100, 44, 120), states=("clickable",))
    alarm = Node("switch", f"Alarm {time}", Box(4, 20, 92, 40), states=("clickable", "checked"))
    close = Node("button", "Close tip", Box(50, 100, 90, 120), states=("clickable",))
    heading = Node("heading", "Alarms", Box(4, 0, 92, 16))
    nodes = (add, *((close,) if tip else ()), heading, *((alarm,) if time else ()))
    return _draw_alarm_shot(nodes, address="clock/list", level=240, mark_px=60 * bool(time) + 30 * tip)


def _draw_alarm_shot(nodes: tuple[Node, ...], *, address: str, level: int, mark_px: int) -> Shot:
    pixels = np.full((*_ALARM_SIZE_PX, 3), level, dtype=np.uint8)
    pixels[24:40, 4 : 4 + mark_px : 3] = 10
    return Shot(encode(pixels), nodes, app="Clock", address=address)
