"""Device that replays the screens of a recorded episode."""

from __future__ import annotations

from onscreen.types import Act, Action, Ask, Done, Episode, Shot, Start, Tool, targets
from onscreen.types.errors import ElementGone, NotSupported


class ReplayDevice:
    """Device that replays an episode, moving to the next recorded screen after each action.

    After the last screen, every action leaves the screen unchanged.
    """

    def __init__(self, episode: Episode) -> None:
        """Position the replay at the first screen of the episode."""
        self.name = "replay"
        self.actions: frozenset[type[Act]] = frozenset(Act.__subclasses__()) - {Ask, Done}
        self.episode = episode
        self._step = 0

    def start(self, start: Start) -> None:
        """Rewind to the first recorded screen; the `start` argument is ignored."""
        del start
        self._step = 0

    def tools(self) -> tuple[Tool, ...]:
        """Return an empty tuple, because a recording has no applications to open."""
        return ()

    def observe(self) -> Shot:
        """Return the recorded `Shot` for the current step."""
        return self.episode.shots[self._step]

    def perform(self, action: Action) -> str:
        """Advance to the next recorded screen and return the recorded outcome.

        Raises:
            NotSupported: no device performs an action of this class.
            ElementGone: the target of the action is not on the current screen.
        """
        if type(action) not in self.actions:
            raise NotSupported(f"the device 'replay' does not support the action {type(action).__name__}")
        known_locators = {node.locator for node in self.observe().nodes}
        for target in targets(action):
            locator = getattr(target, "locator", "")
            if locator and locator not in known_locators:
                raise ElementGone(f"{locator!r} is not on the recorded screen {self._step}")
        if self._step >= len(self.episode.decisions):
            return ""
        self._step += 1
        return self.episode.outcomes[self._step - 1].message

    def read(self, expression: str) -> str:
        """Raise `NotSupported`, because a recording cannot evaluate expressions.

        Raises:
            NotSupported: always.
        """
        raise NotSupported(f"a recorded episode cannot evaluate {expression!r}")

    def close(self) -> None:
        """Do nothing, because a replay holds no resources."""
