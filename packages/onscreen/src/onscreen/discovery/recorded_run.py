"""Recorded runs: the episode of a trajectory with the application's state at each screen."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from onscreen.discovery.trajectory import Values
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.score.state_lookup import parse_state
from onscreen.types import Check, Episode
from onscreen.types.errors import NotSupported


@lru_cache(maxsize=16)
def _decompress(state: bytes) -> str:
    return zlib.decompress(state).decode()


class RecordedState(msgspec.Struct, frozen=True):
    """State of an application at one screen, which checks can read like a device's state."""

    expression: str
    compressed: bytes

    def read(self, expression: str) -> str:
        """Return the recorded state.

        Raises:
            NotSupported: the value of another expression is not recorded.
        """
        if expression != self.expression or not self.compressed:
            raise NotSupported(f"the value of {expression!r} was not recorded")
        return _decompress(self.compressed)

    def with_parts(self, parts: frozenset[str]) -> RecordedState:
        """Return the state with only the given keys."""
        state = parse_state(_decompress(self.compressed)) if self.compressed else None
        if not isinstance(state, dict):
            return self
        kept = json.dumps({key: value for key, value in state.items() if key in parts})
        return RecordedState(self.expression, zlib.compress(kept.encode(), 1))


class RecordedRun(msgspec.Struct, frozen=True):
    """A run of a trajectory with parameter values, on the data of a random seed.

    `states` are the states at each screen of the episode. `earlier` are the values with which the trajectory
    was played before, {} if it was played once. `fault` is the reason why the run ended early, "" if it was
    complete; `fault_kind` is the same for all faults of a kind.
    """

    values: Values
    seed: int
    episode: Episode
    states: tuple[RecordedState, ...]
    fault: str = ""
    fault_kind: str = ""
    earlier: Values = {}

    def state(self, at: int = -1) -> object:
        """Return the state at a screen as a JSON value; None if the device has no state."""
        state = self.states[at]
        return parse_state(_decompress(state.compressed)) if state.compressed else None

    def holds(self, check: Check, *, steps: int | None = None) -> bool:
        """Evaluate a check after a number of steps, by default at the end; unknown counts as False."""
        count = len(self.episode.decisions) if steps is None else steps
        context = EvaluationContext(self.episode.so_far(count), self.states[count])
        return evaluate(check, context).holds is True

    def with_parts(self, parts: frozenset[str]) -> RecordedRun:
        """Return the run with only the given keys of its states."""
        return msgspec.structs.replace(self, states=tuple(each.with_parts(parts) for each in self.states))

    def shortened(self) -> Iterator[int]:
        """Yield the number of steps of every shortened run, starting with 0 for the untouched start."""
        yield from range(len(self.episode.decisions))
