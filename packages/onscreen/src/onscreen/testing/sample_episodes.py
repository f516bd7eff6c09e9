"""Small synthetic episodes for tests that need no device."""

from __future__ import annotations

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
    Shot,
    Task,
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
