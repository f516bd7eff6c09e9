"""The errors, as one tree; each message says what was found, what was expected and what to do.

OnscreenError
├── UsageError            the request of the caller is invalid (exit status 2)
│   ├── UnknownName       no plugin, task, ... of that name; "did you mean"
│   ├── MissingExtra      a package, program or browser is not installed; the command that installs it
│   ├── BadText           text that does not parse as an action, check, form or setting
│   └── CannotWrite       a folder that cannot be written or a disk that is full
├── ActionFailed          goes back to the agent, the run continues
│   ├── NoSuchMark        the screen has no element of that number
│   ├── ElementGone       the element was there and is not any more
│   ├── ElementCovered    another element covers the target
│   ├── NotAllowed        a rule forbids it (domain, file, download, approval)
│   ├── NotSupported      this device or element cannot do it
│   ├── ActionHadNoEffect it was done but changed nothing (the text read back differs, ...)
│   └── ActionTimeout     it did not finish within its time limit
├── DeviceError           the device itself is broken or gone; ends the run (exit status 3)
├── ModelError            the model cannot be used; ends the run (exit status 3)
│   ├── ModelUnavailable  no key, no server, no file, retries spent
│   └── BudgetSpent       the budget of tokens or money is spent; a clean stop
├── BadReply              a reply that cannot be used; shown back once, then counted
└── BrokenEpisode         a stored episode that cannot be read
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onscreen.types.prompt import Exchange


class OnscreenError(Exception):
    """Every error of this package."""


class UsageError(OnscreenError):
    """The request of the caller is invalid."""


class UnknownName(UsageError):
    """Unknown name; the message suggests the nearest and lists the known names."""


class MissingExtra(UsageError):
    """A package, program or browser is missing; the message has the command to install it."""


class BadText(UsageError):
    """Text that cannot be parsed."""


class CannotWrite(UsageError):
    """A path that cannot be written to."""


class ActionFailed(OnscreenError):
    """An action could not be performed; the agent sees the failure and the run continues."""


class NoSuchMark(ActionFailed):
    """The screen has no element with this mark."""

    def __init__(self, mark: int, marks: tuple[int, ...]) -> None:
        """Set the message from the unknown mark and the existing marks."""
        there = f"{min(marks)} to {max(marks)}" if marks else "none"
        super().__init__(f"no element is marked {mark} on this screen; the marks are {there}")


class ElementGone(ActionFailed):
    """The target is not on the screen any more."""


class ElementCovered(ActionFailed):
    """Another element covers the target; `blocker` is its name, "" if it has none."""

    def __init__(self, message: str, *, blocker: str = "") -> None:
        """Set the message and the name of the covering element."""
        super().__init__(message)
        self.blocker = blocker


class NotAllowed(ActionFailed):
    """A rule forbids the action (domain, file, download, approval)."""


class NotSupported(ActionFailed):
    """The device or the element does not support the action."""


class ActionHadNoEffect(ActionFailed):
    """The action was performed but had no effect."""


class ActionTimeout(ActionFailed):
    """The action did not finish within its time limit."""


class DeviceError(OnscreenError):
    """The device failed or is gone; the run ends."""


class ModelError(OnscreenError):
    """The model cannot be used; `asked` are the exchanges of the failed decision, for the record."""

    asked: tuple[Exchange, ...] = ()


class ModelUnavailable(ModelError):
    """The key, server or file is missing, or the retries are exhausted."""


class BudgetSpent(ModelError):
    """The budget of tokens or money is exhausted."""


class BadReply(OnscreenError):
    """A reply of a model that cannot be used, with its cost."""

    def __init__(
        self,
        message: str,
        *,
        tokens_in: int = 0,
        tokens_out: int = 0,
        seconds: float = 0.0,
        cost_usd: float = 0.0,
    ) -> None:
        """Set the message and the cost, counted as in a Reply."""
        super().__init__(message)
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out
        self.seconds = seconds
        self.cost_usd = cost_usd


class BrokenEpisode(OnscreenError):
    """A stored episode cannot be read."""
