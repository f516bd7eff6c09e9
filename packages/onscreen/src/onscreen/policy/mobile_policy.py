"""Policy that queries a model as Mobile-Agent does: one of eight operations on visible texts and icons.

Source: Wang et al., Mobile-Agent: Autonomous Multi-Modal Mobile Device Agent with Visual Perception (2024).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import cast

import msgspec

from onscreen.model.base import Model, reads_pictures
from onscreen.perceive.element_crop import crop_around
from onscreen.perceive.icon_localization import find_icons, unnamed_icons
from onscreen.perceive.text_localization import Matches, find_texts
from onscreen.perceive.text_positions import (
    TextSource,
    describe_place,
    list_positions,
    visible_icons,
    visible_texts,
)
from onscreen.plugins import import_attribute
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.think.mobile_review import check_completion, choose_candidate, make_plan
from onscreen.think.mobile_step import MobileStep, MobileView, decide_operation
from onscreen.types import (
    Action,
    Ask,
    Click,
    Done,
    Element,
    Exchange,
    Open,
    PastStep,
    Proposal,
    Screen,
    Situation,
    Wait,
)
from onscreen.types.mobile_operation import ClickIcon, ClickText
from onscreen.types.task import find_tool

MAX_CANDIDATES = 4
"""Largest number of matches among which the model chooses (Mobile-Agent's code)."""

WAIT_SEC = 0.5
"""Wait after a decision without an operation that can be performed, in seconds."""

NOTHING_READ = (
    "no text was read from the screenshot; install onscreen[vision] and add --sense without-tree --sense ocr "
    "--sense icons, or choose the agent mobile-tree-text, which uses the texts of the tree"
)
"""Reason to end a run in which no sense reads the screenshot."""


class MobilePolicy(msgspec.Struct, frozen=True):
    """Policy that queries a model with the visible texts and icons, and proposes one operation.

    An operation that cannot be performed is reported to the model, which chooses again, at most
    `max_attempts` times per decision; `max_waits` consecutive decisions without an operation end the run.
    After `failures_before_plan` consecutive failures, the model makes a new plan; failures are operations
    without effect, operations that could not be performed, and pages that the model considers wrong. `source`
    is the source of the texts. A model that reads no pictures receives only the list of texts and icons.
    """

    model: Model
    source: TextSource = "vision"
    view_chars: int = VIEW_CHARS
    max_attempts: int = 4
    max_waits: int = 2
    failures_before_plan: int = 2
    min_confidence: float = 0.0

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next operation, or return None at the stage "verify".

        If the reply cannot be used, the proposal has no actions, and its exchanges contain the fault. If no
        sense reads the screenshot, the proposal ends the run before the model is queried.

        Raises:
            ModelError: the model cannot be used.
        """
        if situation.stage == "verify":
            return None
        if self.source == "vision" and not situation.history and _is_unread(situation.screen):
            return Proposal(self.name, actions=(Done(NOTHING_READ, achieved=False),), why=NOTHING_READ)
        turn = _Turn(situation, self._view(situation), failures=len(ineffective_actions(situation.history)))
        for _ in range(self.max_attempts):
            turn = self._plan_if_failing(turn)
            parsed = decide_operation(
                self.model, turn.situation, view=turn.view, rejected=turn.rejected, earlier=turn.asked
            )
            step, turn = parsed.value, msgspec.structs.replace(turn, asked=parsed.asked)
            if step is None:
                return Proposal(self.name, why=parsed.unusable, asked=parsed.asked)
            turn = self._perform(turn.after(step), step)
            if turn.action is not None:
                return self._propose(turn, turn.action, why=step.thought or step.observation)
        return self._propose(turn, self._wait_or_end(turn), why=turn.rejected[-1])

    def _propose(self, turn: _Turn, action: Action, *, why: str) -> Proposal:
        step = turn.step
        values = step.values if step else ()
        outline = turn.situation.outline
        return Proposal(
            self.name, actions=(action,), outline=outline, values=values, why=why, asked=turn.asked
        )

    def _view(self, situation: Situation) -> MobileView:
        screen = situation.screen
        texts, icons = visible_texts(screen, self.source), visible_icons(screen, self.source)
        fields = [node for node in screen.shot.nodes if node.has("editable")]
        return MobileView(
            list_positions(texts, icons, cap_chars=self.view_chars),
            (screen.shot.picture,) if reads_pictures(self.model) else (),
            any(field.has("focused") for field in fields) if fields else None,
        )

    def _plan_if_failing(self, turn: _Turn) -> _Turn:
        """Ask for a new plan after enough failures, once per decision."""
        if turn.has_planned or turn.failures < self.failures_before_plan:
            return turn
        parsed = make_plan(
            self.model, turn.situation, view=turn.view, rejected=turn.rejected, earlier=turn.asked
        )
        outline = parsed.value or turn.situation.outline
        situation = msgspec.structs.replace(turn.situation, outline=outline)
        return msgspec.structs.replace(turn, situation=situation, has_planned=True, asked=parsed.asked)

    def _perform(self, turn: _Turn, step: MobileStep) -> _Turn:
        """Convert the operation of a step to an action, or record why it cannot be performed."""
        operation = step.operation
        if isinstance(operation, ClickText | ClickIcon):
            turn = self._locate(turn, operation)
        elif isinstance(operation, Done):
            return self._check(turn, operation)
        else:
            turn = msgspec.structs.replace(turn, action=operation)
        return _refuse_repeated(turn)

    def _locate(self, turn: _Turn, operation: ClickText | ClickIcon) -> _Turn:
        """Find the target of a click: one match is clicked, the model chooses among a few or near ones."""
        screen = turn.situation.screen
        texts = visible_texts(screen, self.source)
        if isinstance(operation, ClickText):
            target = f'the text "{operation.text}"'
            matches = find_texts(operation.text, texts)
        else:
            target = f'the icon "{operation.description}" ({" ".join(operation.position)})'
            matches = self._find_icons(turn, operation)
        found = matches.elements
        if not found:
            why = f" ({matches.reason})" if matches.reason else ""
            return turn.reject(
                f"{target}: not found{why}. Choose what is on the screen, or another operation."
            )
        if len(found) > MAX_CANDIDATES:
            return turn.reject(f"{target}: {len(found)} places match. Choose a more specific one.")
        if len(found) == 1 and not matches.is_near:
            return msgspec.structs.replace(turn, action=Click(found[0]))
        return self._choose(turn, found, target=target, texts=texts)

    def _find_icons(self, turn: _Turn, operation: ClickIcon) -> Matches:
        """Find icons by description; the model may choose among a few unnamed ones instead.

        The meaning of icons read from the screenshot is only in their pixels, so a model that reads no
        pictures cannot choose among them.
        """
        screen = turn.situation.screen
        icons, size = visible_icons(screen, self.source), screen.shot.picture.size
        is_seen = self.source == "vision"
        named = (
            _choose_seen_icons(operation, screen, icons=icons)
            if is_seen and icons
            else find_icons(operation, icons, size=size)
        )
        unnamed = unnamed_icons(operation, icons, size=size)
        can_choose = not is_seen or reads_pictures(self.model)
        if named.elements or not can_choose or not 0 < len(unnamed) <= MAX_CANDIDATES:
            return named
        return Matches(unnamed, is_near=True)

    def _choose(
        self, turn: _Turn, found: tuple[Element, ...], *, target: str, texts: tuple[Element, ...]
    ) -> _Turn:
        picture = turn.situation.screen.shot.picture
        has_vision = reads_pictures(self.model)
        parsed = choose_candidate(
            self.model,
            turn.situation,
            target=target,
            candidates=tuple(describe_place(element, texts) for element in found),
            crops=tuple(crop_around(picture, element.box) for element in found) if has_vision else (),
            earlier=turn.asked,
        )
        turn = msgspec.structs.replace(turn, asked=parsed.asked)
        if parsed.value is None or parsed.value >= len(found):
            return turn.reject(f"{target}: none of the {len(found)} places that match was chosen.")
        return msgspec.structs.replace(turn, action=Click(found[parsed.value]))

    def _check(self, turn: _Turn, stop: Done) -> _Turn:
        """Check the whole instruction before the run ends; a second `stop` on the same screen ends it."""
        if turn.missing:
            return msgspec.structs.replace(turn, action=Done(turn.missing, achieved=False))
        parsed = check_completion(
            self.model, turn.situation, view=turn.view, answer=stop.answer, earlier=turn.asked
        )
        turn = msgspec.structs.replace(turn, asked=parsed.asked)
        completion = parsed.value
        if completion is None or completion.complete:
            answer = stop.answer or (completion.answer if completion else "")
            return msgspec.structs.replace(turn, action=Done(answer))
        missing = completion.missing or "the task is not complete"
        if not completion.possible:
            return msgspec.structs.replace(turn, action=Done(missing, achieved=False))
        rejected = turn.reject(f"stop: the task is not complete. Missing: {missing}")
        return msgspec.structs.replace(rejected, missing=missing)

    def _wait_or_end(self, turn: _Turn) -> Action:
        """Wait before the next attempt, or end the run after too many decisions without an operation."""
        waits = takewhile(lambda past: isinstance(past.action, Wait), reversed(turn.situation.history))
        if sum(1 for _ in waits) >= self.max_waits:
            return Done(turn.rejected[-1], achieved=False)
        return Wait(WAIT_SEC)


class _Turn(msgspec.Struct, frozen=True):
    """State of one decision: the exchanges so far, the rejected operations, and the action once found."""

    situation: Situation
    view: MobileView
    failures: int = 0
    asked: tuple[Exchange, ...] = ()
    rejected: tuple[str, ...] = ()
    step: MobileStep | None = None
    missing: str = ""
    has_planned: bool = False
    action: Action | None = None

    def after(self, step: MobileStep) -> _Turn:
        """Return the state after a reply; a page that the model considers wrong counts as one failure."""
        is_wrong = step.page == "wrong" and (self.step is None or self.step.page != "wrong")
        return msgspec.structs.replace(self, step=step, failures=self.failures + is_wrong)

    def reject(self, why: str) -> _Turn:
        """Return the state after an operation that cannot be performed."""
        rejected = (*self.rejected, why)
        return msgspec.structs.replace(self, rejected=rejected, failures=self.failures + 1, action=None)


def _choose_seen_icons(operation: ClickIcon, screen: Screen, *, icons: tuple[Element, ...]) -> Matches:
    """Choose icons by their pixels; the required extra `vision` is installed if a sense found icons."""
    path = "onscreen.perceive.icon_choice:choose_seen_icons"
    choose = cast("Callable[..., Matches]", import_attribute(path))
    return choose(operation, screen, icons=icons)


def _is_unread(screen: Screen) -> bool:
    """Check whether the device reported named elements, but no sense added any."""
    is_named = any(element.name for element in screen.elements)
    return is_named and all(element.seen_by == "tree" for element in screen.elements)


def ineffective_actions(history: tuple[PastStep, ...]) -> tuple[Action, ...]:
    """Return the actions since the last one with an effect, latest first, without waits and questions."""
    failed = takewhile(lambda past: not past.had_effect, reversed(history))
    return tuple(past.action for past in failed if not isinstance(past.action, Wait | Ask | Done))


def _refuse_repeated(turn: _Turn) -> _Turn:
    """Reject an action that was already performed on this screen and had no effect."""
    action, situation = turn.action, turn.situation
    if isinstance(action, Open):
        tool = find_tool(action.what, situation.available or situation.tools)
        action = Open(tool.address) if tool else action
    if action is None or action not in ineffective_actions(situation.history):
        return turn
    return turn.reject("the same operation had no effect on this screen. Choose another one.")
