"""Session in which a caller chooses each action on a device and reads the changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from onscreen.device.base import Device, show_window
from onscreen.device.elements_device import ElementsDevice, observes_elements
from onscreen.model.base import Model
from onscreen.perceive.node_text import truncate
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.stable_marks import FIRST_TEXT_MARK, StableMarks
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.run.action_report import ActionReport
from onscreen.run.action_targets import bind_action, parse_action
from onscreen.run.approval import find_concern
from onscreen.run.argument_origins import with_caller_origins
from onscreen.run.episode_loop import ApprovalPolicy, RunHooks, allow_all, run_step
from onscreen.run.handover import Handover, never
from onscreen.run.screen_values import Reading, read_screen
from onscreen.run.session_device import (
    AGENT_NAME,
    is_same,
    make_hooks,
    observe,
    observe_changes,
    pause,
    start_or_continue,
)
from onscreen.run.timed_device import TimedDevice
from onscreen.run.wait_condition import parse_condition
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.stop.done_signal import done
from onscreen.store.episode_recorder import record_episode
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.think.prompt_templates import describe_drop
from onscreen.types import (
    Action,
    Ask,
    Decision,
    DroppedActions,
    Element,
    Picture,
    Screen,
    Shot,
    Stop,
    Task,
    Type,
)  # fmt: skip
from onscreen.types.errors import ActionFailed, ActionTimeout, DeviceError, UsageError

MESSAGE_CHARS = 300
"""Longest description of a failure or an answer of the device, in characters."""

MAX_WAIT_SEC = 30.0
"""Default timeout of a wait, in seconds: most pages respond within it."""

_POLL_SEC = 0.5


class ScreenSession:
    """Open device operated by a caller that chooses each action, with the episode so far.

    The elements of its screens have marks that stay the same: an element keeps its mark, and a mark is never
    used for another element. Actions refer to these marks. As a context manager, the session closes on exit.
    """

    def __init__(
        self, device: Device, task: Task, *, folder: Path | None = None, resume: bool = False
    ) -> None:
        """Start the device, and record the episode in `folder` if one is given.

        With `resume`, the episode in the folder continues at the address of its last screen. Its irreversible
        actions may only be repeated with approval.

        Raises:
            UsageError: a secret is not set, or the folder cannot be used.
            BrokenEpisode: the episode to continue cannot be read.
            DeviceError: the start page or application cannot be opened.
        """
        self._device = TimedDevice(device)
        self._recorder = record_episode(folder, resume=resume) if folder else None
        self._previous = self._recorder.previous if self._recorder else None
        self._secrets = read_secrets((self._previous.task if self._previous else task).secrets)
        with ExitStack() as undo:
            if self._recorder is not None:
                undo.callback(self._recorder.close)
            self.episode = start_or_continue(task, self._device, previous=self._previous)
            undo.pop_all()
        self._used_sec = self._previous.device_sec if self._previous else 0.0
        self._picture = self.episode.last.picture
        self._marks = StableMarks()
        self._screen = self._marks.renumber(build_screen(self.episode.last), None)
        self._seen: Screen | None = None
        self._known: dict[int, Element] = {}
        self._is_picture_pending = False
        self._write()

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the session."""
        self.close()

    @property
    def is_open(self) -> bool:
        """True until the session is closed or the device is gone."""
        return self.episode.stop is None

    @property
    def screen(self) -> Screen:
        """The last observed screen, with the marks of the session."""
        return self._screen

    @property
    def text(self) -> str:
        """The current screen as text, with the marks of controls and fields."""
        return self.look()

    def show(self) -> str:
        """Return the last observed screen as text, without a new observation."""
        return self._show(None)

    @property
    def picture(self) -> Picture:
        """The latest screenshot."""
        return self._picture

    def look(
        self, *, changes: bool = False, max_chars: int | None = VIEW_CHARS, takes_picture: bool = True
    ) -> str:
        """Return the current screen as text, truncated to about `max_chars` characters.

        Without a limit, the text also has targets of links and descriptions of pictures. With `changes`, the
        text is what changed since the caller last saw the screen. Without `takes_picture`, `picture` is new
        only if an element has changed.

        Raises:
            DeviceError: the device is gone.
            UsageError: the session is closed.
        """
        with self._using_device():
            self._refresh(elements_only=not takes_picture)
        self._write()
        return self._show(self._seen if changes else None, max_chars=max_chars)

    def do(self, *lines: str, approve: bool = False) -> str:
        """Perform actions such as 'click 3', and return what changed on the screen.

        `approve` allows actions that need the user's approval.

        Raises:
            ActionFailed: an action was not performed; those before it were.
            BadText: a line is not an action; nothing was performed.
            NoSuchMark: no element ever had this mark; nothing was performed.
            DeviceError: the device is gone.
            UsageError: the session is closed.
        """
        report = self.perform(lines, approve=allow_all if approve else None)
        if report.failure:
            raise ActionFailed(report.summary)
        return report.changes

    def perform(
        self, lines: Sequence[str], *, approve: ApprovalPolicy | None = None, postpones_picture: bool = False
    ) -> ActionReport:
        """Perform actions in order until one fails or the screen differs from what the caller saw.

        Before each action, its targets must be on the screen under the names that the caller saw, neither
        covered nor disabled; the address must be the same, and no dialog may have opened. Without `approve`,
        actions that need the user's approval are refused: those that look irreversible, and those that bring
        text that only a screen showed to another site, into a field for secrets or into an irreversible
        action. With `postpones_picture`, the last action is recorded by the next call of `complete`, with its
        screenshot.

        Raises:
            BadText: a line is not an action; nothing was performed.
            NoSuchMark: no element ever had this mark; nothing was performed.
            DeviceError: the device is gone.
            UsageError: the session is closed.
        """
        with self._using_device():
            self._refresh(elements_only=True)
        seen = self._seen or self._note_seen()
        known = Screen(seen.shot, tuple(self._known.values()))
        actions = [parse_action(line, seen, known=known) for line in lines]
        self._write()
        earlier = self._previous or self.episode.so_far(0)
        hooks = make_hooks(approve, recorder=self._recorder, earlier=earlier)
        messages: list[str] = []
        for place, action in enumerate(actions):
            postpones = postpones_picture and place == len(actions) - 1
            failure, concern = self._try(action, seen.shot, hooks=hooks, postpones_picture=postpones)
            if failure:
                at = f"{truncate(lines[place], MESSAGE_CHARS)}: {failure}"
                return ActionReport(place, len(actions), at, concern, tuple(messages), self._show(self._seen))
            if (message := self.episode.outcomes[-1].message) and not isinstance(action, Type):
                messages.append(truncate(message, MESSAGE_CHARS))
        return ActionReport(
            len(actions), len(actions), messages=tuple(messages), changes=self._show(self._seen)
        )

    def wait(
        self, condition: str, *, max_sec: float = MAX_WAIT_SEC, is_abandoned: Callable[[], bool] = never
    ) -> bool:
        """Wait until a condition such as 'text "Saved"' holds; return False after the timeout.

        The wait also ends when `is_abandoned` returns True.

        Raises:
            BadText: the condition cannot be parsed.
            DeviceError: the device is gone.
            UsageError: the session is closed.
        """
        check = parse_condition(condition, self._screen)
        deadline = time.monotonic() + max_sec
        with self._using_device():
            self._refresh(elements_only=True)
            while not (holds := evaluate(check, EvaluationContext(self.episode, None)).holds):
                left_sec = deadline - time.monotonic()
                if left_sec <= 0 or is_abandoned():
                    break
                pause(self._device, min(_POLL_SEC, left_sec), last=self.episode.last)
                self._refresh(elements_only=True)
        self._write()
        return bool(holds)

    def read(self, question: str = "", *, schema: str = "", model: Model | None = None) -> Reading:
        """Read the answer to a question, or the values that a JSON schema describes, from the screen.

        Without a model, values are found by their labels.

        Raises:
            BadText: the schema is not JSON, or describes values that only a model can read.
            ModelError: the model cannot be used.
            DeviceError: the device is gone.
            UsageError: the session is closed.
        """
        with self._using_device():
            self._refresh()
        self._write()
        self._note_seen()
        return read_screen(self._screen, question=question, schema=schema, model=model)

    def hand_over(self, handover: Handover) -> str:
        """Show the window to the user, wait until the user is done, and return why the wait ended.

        The user's actions are not recorded; the next recorded screen is the one after the hand-over.

        Raises:
            ActionFailed: the window cannot be shown, or the user was not done in time.
            BadText: the condition cannot be parsed.
            DeviceError: the device is gone.
            UsageError: the session is closed.
        """
        check = parse_condition(handover.until, self._screen) if handover.until else None

        def holds() -> bool:
            shots = (*self.episode.shots[:-1], self._device.observe())
            unrecorded = msgspec.structs.replace(self.episode, shots=shots)
            return check is not None and bool(evaluate(check, EvaluationContext(unrecorded, None)).holds)

        def pauses() -> Iterator[None]:
            while True:
                yield
                pause(self._device, _POLL_SEC, last=self.episode.last)

        with self._using_device():
            show_window(self._device)
            self._perform(
                Decision(Ask(handover.message), proposer=AGENT_NAME),
                RunHooks(ask_user=lambda _message: handover.wait(holds=holds, pauses=pauses())),
            )
        outcome = self.episode.outcomes[-1]
        if outcome.failed:
            raise ActionTimeout(outcome.message)
        return outcome.message

    def complete(self) -> None:
        """Take and record the screenshot that `perform` postponed, if any.

        Raises:
            DeviceError: the device is gone.
        """
        if self._is_picture_pending and self.is_open:
            with self._using_device():
                self._refresh()
            self._write()

    def close(self) -> None:
        """Close the device and complete the record; does nothing if the session is closed already."""
        if self.is_open:
            self._finish(Stop("interrupted", "the session was closed"))

    @contextmanager
    def _using_device(self) -> Iterator[None]:
        """End the session if the device fails in the block.

        Raises:
            DeviceError: the device failed in the block.
            UsageError: the session is closed.
        """
        if not self.is_open:
            raise UsageError("the session is closed; open another one")
        try:
            yield
        except DeviceError as error:
            self._finish(Stop("device failed", str(error)))
            raise

    def _refresh(self, *, elements_only: bool = False) -> None:
        """Observe the screen, and replace the last observation if it differs.

        With `elements_only`, a new screenshot is taken only if an element has changed.
        """
        last = self.episode.last
        if elements_only and not self._is_picture_pending:
            shot = observe_changes(self._device, last, secrets=self._secrets)
        else:
            shot = observe(self._device, self._secrets)
        self._picture = self._picture if shot is last else shot.picture
        if self._is_picture_pending or not is_same(shot, last):
            self._is_picture_pending = False
            shots = (*self.episode.shots[:-1], shot)
            self.episode = msgspec.structs.replace(self.episode, shots=shots)
            self._screen = self._marks.renumber(build_screen(shot), self._screen)

    def _show(self, previous: Screen | None, *, max_chars: int | None = VIEW_CHARS) -> str:
        is_brief = max_chars is not None
        return screen_text(self._note_seen(), cap_chars=max_chars, previous=previous, brief=is_brief)

    def _note_seen(self) -> Screen:
        """Remember the current screen as the one that the caller saw last, and return it."""
        self._seen = self._screen
        self._known.update((e.mark, e) for e in self._screen.elements if e.mark < FIRST_TEXT_MARK)
        return self._screen

    def _try(
        self, action: Action, seen: Shot, *, hooks: RunHooks, postpones_picture: bool
    ) -> tuple[str, str]:
        """Perform an action that the caller chose on the shot `seen`.

        Returns the reason why it was not performed ("" if it was), and the reason for a required approval, if
        any.
        """
        if not self.is_open:
            return "the session has ended", ""
        bound = bind_action(action, seen, screen=self._screen)
        if isinstance(bound, DroppedActions):
            return describe_drop(bound), ""
        before = self.episode
        decision = with_caller_origins(before, Decision(bound, proposer=AGENT_NAME))
        with self._using_device():
            self._perform(decision, hooks, postpones_picture=postpones_picture)
        if stop := done(self.episode):
            self._finish(stop)
        outcome = self.episode.outcomes[-1]
        if not outcome.failed:
            return "", ""
        failure = f"{outcome.failed}: {truncate(outcome.message, MESSAGE_CHARS)}"
        return failure, find_concern(before, decision) if outcome.failed == "NotAllowed" else ""

    def _perform(self, decision: Decision, hooks: RunHooks, *, postpones_picture: bool = False) -> None:
        """Add a step to the episode; it is recorded now unless its screenshot is postponed."""
        self._is_picture_pending = postpones_picture and observes_elements(self._device)
        device = ElementsDevice(self._device) if self._is_picture_pending else self._device
        self.episode = run_step(self.episode, device, decision=decision, hooks=hooks)
        self._picture = self.episode.last.picture
        self._screen = self._marks.renumber(build_screen(self.episode.last), self._screen)
        self._write()

    def _finish(self, stop: Stop) -> None:
        device_sec = self._used_sec + self._device.seconds
        hidden = hide_secrets(stop, self._secrets)
        self.episode = msgspec.structs.replace(self.episode, stop=hidden, device_sec=device_sec)
        self._device.close()
        self._write()
        if self._recorder is not None:
            self.episode = msgspec.structs.replace(self.episode, intents=self._recorder.intents)

    def _write(self) -> None:
        if self._recorder is not None and not (self._is_picture_pending and self.is_open):
            self._recorder(self.episode)
