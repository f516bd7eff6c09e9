"""Exception hierarchy of the package.

Each message states what was found, what was expected and what to do.

OnscreenError
├── UsageError            a request by the caller is invalid (exit status 2)
│   ├── UnknownName       no plugin, task, ... of that name; "did you mean"
│   ├── MissingExtra      a package, program or browser is not installed; the command that installs it
│   ├── BadText           text that does not parse as an action, check, form or setting
│   └── CannotWrite       a folder that cannot be written or a disk that is full
├── ActionFailed          reported to the agent; the run continues
│   ├── NoSuchMark        the screen has no element with that mark
│   ├── ElementGone       the element is no longer on the screen
│   ├── ElementCovered    another element covers the target
│   ├── NotAllowed        a rule forbids the action (domain, file, download, approval)
│   ├── NotSupported      the device or element does not support the action
│   ├── ActionHadNoEffect the action was performed but had no effect (the text read back differs, ...)
│   ├── ActionTimeout     the action did not finish within its time limit
│   └── ActionNotPerformed an interrupted action that was not performed, according to the user
├── DeviceError           the device itself is broken or gone; ends the run (exit status 3)
├── ModelError            the model cannot be used; ends the run (exit status 3)
│   ├── ModelUnavailable  no API key, no server, no model file, or all retries failed
│   └── BudgetSpent       the budget of tokens or money is spent; the run stops normally
├── TimeLimitReached      the time limit of the run is reached; the run stops normally
├── PolicyError           a policy raised an unexpected exception; ends the run with an error
├── BadProposal           a policy returned something that is not a valid proposal; ends the run with an error
├── BadReply              a model's reply that cannot be used; the model is asked once more
└── BrokenEpisode         a stored episode that cannot be read
    └── AlteredEpisode    a stored episode that is not as it was written

QueryInterrupted          Ctrl-C while an agent decides; a KeyboardInterrupt with the exchanges so far
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onscreen.types.prompt import Exchange


class OnscreenError(Exception):
    """Base class of all errors raised by this package."""


class UsageError(OnscreenError):
    """Raised if a request by the caller is invalid."""


class UnknownName(UsageError):
    """Raised for an unknown name.

    The message suggests the closest match and lists known names.
    """


class MissingExtra(UsageError):
    """Raised if a required package, program or browser is missing.

    The message contains the command to install it.
    """


class BadText(UsageError):
    """Raised if a string cannot be parsed."""


class CannotWrite(UsageError):
    """Raised if a file or folder cannot be written."""


class ActionFailed(OnscreenError):
    """Raised if an action fails.

    The agent sees the failure and the run continues.
    """


class NoSuchMark(ActionFailed):
    """Raised if no element on the screen has the given mark."""

    def __init__(self, mark: int, marks: tuple[int, ...]) -> None:
        """Set the message from the unknown mark and the existing marks."""
        there = f"{min(marks)} to {max(marks)}" if marks else "none"
        super().__init__(f"no element is marked {mark} on this screen; the marks are {there}")


class ElementGone(ActionFailed):
    """Raised if the target is no longer on the screen."""


class ElementCovered(ActionFailed):
    """Raised if another element covers the target.

    `blocker` is the name of the covering element, "" if it has no name.
    """

    def __init__(self, message: str, *, blocker: str = "") -> None:
        """Set the message and the name of the covering element."""
        super().__init__(message)
        self.blocker = blocker


class NotAllowed(ActionFailed):
    """Raised if an action is forbidden by a rule or was not approved.

    Rules restrict domains, files and downloads.
    """


class NotSupported(ActionFailed):
    """Raised if the device or the element does not support an action."""


class ActionHadNoEffect(ActionFailed):
    """Raised if an action was performed but had no effect."""


class ActionTimeout(ActionFailed):
    """Raised if an action does not finish within its time limit."""


class ActionNotPerformed(ActionFailed):
    """Recorded for an interrupted action after the user has said that it was not performed."""


class DeviceError(OnscreenError):
    """Raised if the device fails or disconnects, which ends the run."""


class ModelError(OnscreenError):
    """Raised if a language model cannot be used.

    `asked` are the prompts and replies of the failed decision.
    """

    asked: tuple[Exchange, ...] = ()


class ModelUnavailable(ModelError):
    """Raised if an API key, server or model file is missing, or all retries failed."""


class BudgetSpent(ModelError):
    """Raised if the token or cost budget is exhausted."""


class TimeLimitReached(OnscreenError):
    """Raised by whatever waits when the time limit of the run is reached.

    `asked` are the prompts and replies of the decision that was not finished.
    """

    asked: tuple[Exchange, ...] = ()


class QueryInterrupted(KeyboardInterrupt):
    """Raised if the user interrupts an agent while it decides.

    `asked` are the prompts and replies of the interrupted decision.
    """

    asked: tuple[Exchange, ...] = ()


@contextmanager
def keep_exchanges(asked: tuple[Exchange, ...]) -> Iterator[None]:
    """Add exchanges to a model error, a time limit or a keyboard interrupt raised in the block.

    Raises:
        ModelError: raised in the block; `asked` is put before its exchanges.
        TimeLimitReached: raised in the block; `asked` is put before its exchanges.
        QueryInterrupted: the user interrupted the block.
    """
    try:
        yield
    except (ModelError, TimeLimitReached, QueryInterrupted) as error:
        error.asked = asked + error.asked
        raise
    except KeyboardInterrupt as error:
        interrupt = QueryInterrupted()
        interrupt.asked = asked
        raise interrupt from error


class PolicyError(OnscreenError):
    """Raised when a policy raises an exception that its protocol does not allow.

    The message names the policy and the exception, which is the cause of this error.
    """


class BadProposal(OnscreenError):
    """Raised when a policy returns something that is not a valid proposal.

    The message names the policy, and says what was found and what was expected.
    """


class BadReply(OnscreenError):
    """Raised if a model's reply cannot be used.

    The attributes are the token counts, the duration and the cost of the unusable reply.
    """

    def __init__(
        self,
        message: str,
        *,
        tokens_in: int = 0,
        tokens_out: int = 0,
        seconds: float = 0.0,
        cost_usd: float = 0.0,
    ) -> None:
        """Set the message, and the token counts, duration and cost of the reply."""
        super().__init__(message)
        self.tokens_in = tokens_in
        self.tokens_out = tokens_out
        self.seconds = seconds
        self.cost_usd = cost_usd


class BrokenEpisode(OnscreenError):
    """Raised if a stored episode cannot be read."""


class AlteredEpisode(BrokenEpisode):
    """Raised if lines or pictures of a stored episode are not as they were written."""
