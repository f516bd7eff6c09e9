"""Protocol for policies, which propose the next step for a situation."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, runtime_checkable

import msgspec

from onscreen.types import Proposal, Situation
from onscreen.types.errors import (
    BadProposal,
    BadReply,
    MissingExtra,
    ModelError,
    PolicyError,
    TimeLimitReached,
)


class Policy(Protocol):
    """Protocol for policies that propose the next step of a run.

    A policy keeps no state between calls. A policy that never makes a plan may have an attribute
    `makes_plans` that is False: a cascade without a language model queries it before the policy that made the
    plan. A language model without plans is queried after the policies that lead to a place.
    """

    @property
    def name(self) -> str:
        """Name by which the policy was selected."""

    @property
    def min_confidence(self) -> float:
        """Minimum confidence, from 0 to 1, for a cascade to accept the policy's proposals."""

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step, or return None to abstain.

        A policy that abstains after it queried a model returns a proposal with `abstained` instead, so that
        the exchanges are recorded.

        Raises:
            ModelError: a model that the policy queries cannot be used.
        """


@runtime_checkable
class Leading(Protocol):
    """Protocol for policies that also take the first steps of a run for a language model without a plan."""

    def lead(self) -> Policy:
        """Return the policy that is queried right before the language model; never raises."""


def query_policy(policy: Policy, situation: Situation) -> Proposal | None:
    """Query a policy and check its proposal.

    Raises:
        ModelError: a model that the policy queries cannot be used.
        PolicyError: the policy raised another exception; the message names the policy.
        BadProposal: the policy returned something that is not a valid proposal.
    """
    with _PolicyErrors(policy.name):
        proposal = policy(situation)
    check_proposal(proposal, policy.name)
    return proposal


class _PolicyErrors:
    """Context manager that replaces unexpected exceptions of a policy by a PolicyError."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raise a PolicyError that names the policy for any exception outside the protocol."""
        expected = (ModelError, BadReply, PolicyError, BadProposal, MissingExtra, TimeLimitReached)
        if isinstance(error, Exception) and not isinstance(error, expected):
            raise PolicyError(f"the policy {self._name!r} raised {type(error).__name__}: {error}") from error


def check_proposal(proposal: object, name: str) -> None:
    """Check that the return value of a policy is None or a valid proposal.

    `name` is the name of the policy for the error message.

    Raises:
        BadProposal: a field has another type than declared, a number is not finite, or the confidence is not
            from 0 to 1.
    """
    if proposal is None:
        return
    if not isinstance(proposal, Proposal):
        raise BadProposal(
            f"the policy {name!r} returned {type(proposal).__name__}; expected Proposal or None"
        )
    actions = msgspec.structs.replace(proposal, asked=(), unused=())
    try:
        msgspec.json.decode(msgspec.json.encode(actions), type=Proposal)
    except UnicodeError:
        pass  # a lone surrogate in page text, which is replaced when the episode is stored
    except (msgspec.MsgspecError, TypeError) as error:
        raise BadProposal(
            f"the policy {name!r} returned a proposal that cannot be recorded: {error}"
        ) from error
    if not 0 <= proposal.confidence <= 1:
        raise BadProposal(
            f"the policy {name!r} returned the confidence {proposal.confidence:g}; "
            "expected a number from 0 to 1"
        )
