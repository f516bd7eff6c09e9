"""Collection of texts from a run, such as typed texts and names of targets, to check claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.element_queries import elements_beside, is_search_field
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.shot_cache import ShotCache
from onscreen.text.plain_requests import plain_request
from onscreen.text.words import normalize, split_words
from onscreen.types import (
    Act,
    Action,
    Back,
    Decision,
    Element,
    Episode,
    Home,
    Node,
    Open,
    PastStep,
    Plan,
    Point,
    Press,
    Screen,
    Select,
    Shot,
    Subtask,
    Type,
)
from onscreen.types.action import PASSIVE_ACTIONS, targets

MAX_ROW_SHARE = 1 / 3
"""An element higher than this share of the screen is a container, not part of a row."""
_NO_CHANGE: tuple[type[Act], ...] = (*PASSIVE_ACTIONS, Back, Home, Open)
"""Actions that do not change application data, such as navigation."""
_SEARCHES = frozenset(("search", "find", "look", "filter", "query", "enter", "type", "input", "fill"))
"""Words of instructions for which a text in a search field counts as used."""

_ELEMENTS = ShotCache(lambda shot: build_screen(shot).elements)
"""Elements of screens, built once, so that the cost of a step does not grow with the run."""


class StepEvidence(msgspec.Struct, frozen=True):
    """A successful step other than navigation, with its subtask and the texts involved.

    `used` are typed texts, selected options, pressed keys and the texts of the targets. `beside` are the
    elements in the groups and rows of the targets, `in_row` only those in the rows, both without options that
    are not selected. `changed` are the added or altered nodes, `screen` is the screen before the step,
    `at` the index of the subtask in the plan.
    """

    step: PastStep
    subtask: Subtask | None
    used: tuple[str, ...]
    beside: tuple[Element, ...]
    in_row: tuple[Element, ...]
    changed: tuple[Node, ...]
    screen: Screen
    at: int = 0

    @property
    def typed(self) -> tuple[str, ...]:
        """The typed text or the selected options."""
        action = self.step.action
        return action.options if isinstance(action, Select) else _typed_by(action)

    @property
    def only_searches(self) -> bool:
        """True if the step typed into a search field."""
        return isinstance(self.step.action, Type) and any(map(is_search_field, _target_elements(self.step)))


class RunEvidence(msgspec.Struct, frozen=True):
    """Evidence from a run for checking the claim that its task is done.

    `history` are all past steps, `steps` only the successful ones other than navigation. `tools` are the
    names of the applications, `used_tools` of those that were in front.
    """

    instruction: str
    subtasks: tuple[Subtask, ...]
    answer: str
    history: tuple[PastStep, ...]
    steps: tuple[StepEvidence, ...]
    shots: tuple[Shot, ...]
    tools: tuple[str, ...] = ()
    used_tools: tuple[str, ...] = ()

    @property
    def used(self) -> tuple[str, ...]:
        """Texts typed, pressed or selected by the steps, and the texts of their targets.

        Text in a search field counts only if the instruction asks to enter or find something.
        """
        steps = self.steps if self._asks_to_search else [s for s in self.steps if not s.only_searches]
        return tuple(text for step in steps for text in step.used)

    @property
    def _asks_to_search(self) -> bool:
        return bool(_SEARCHES & set(split_words(self.instruction)))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The texts in `used`, and those in the rows of the targets."""
        return (*self.used, *(text for step in self.steps for text in texts_of(*step.in_row)))

    @property
    def touched(self) -> tuple[str, ...]:
        """Texts used or changed by the steps, texts beside their targets, and final values."""
        changed = (text for step in self.steps for text in texts_of(*step.changed))
        return (*self.entered, *changed)

    @property
    def entered(self) -> tuple[str, ...]:
        """The texts in `used`, those beside the targets, and the values of the last screen."""
        beside = (text for step in self.steps for text in texts_of(*step.beside))
        nodes = self.shots[-1].nodes if self.history else ()
        searched = self._asks_to_search
        filled = (node for node in nodes if node.value and not _is_unchosen(node))
        values = (node.value for node in filled if searched or not is_search_field(node))
        return (*self.used, *beside, *values)

    @property
    def seen(self) -> tuple[str, ...]:
        """Names, values and clues of all nodes on the screens of the run.

        A start screen that was left by opening an application, such as a launcher, is not included.
        """
        is_left = bool(self.history) and isinstance(self.history[0].action, Open)
        return tuple(text for shot in self.shots[int(is_left) :] for text in texts_of(*shot.nodes))

    @property
    def beside_answer(self) -> tuple[str, ...]:
        """Texts of the elements that contain the answer, and of those in their groups and rows."""
        return tuple(
            text
            for shot in self.shots
            for screen in (Screen(shot, _ELEMENTS(shot)),)
            for element in screen.elements
            if self.answer and _contains_answer(element, self.answer)
            for text in texts_of(element, *elements_beside(screen, element, elements=screen.elements))
        )

    @property
    def click_counts(self) -> frozenset[str]:
        """The numbers of clicks on controls that were clicked several times, in digits."""
        clicked = (each for step in self.steps for each in _target_elements(step.step))
        counts = Counter(target.name for target in clicked).values()
        return frozenset(str(count) for count in counts if count > 1)

    def steps_for(self, subtask: Subtask) -> tuple[StepEvidence, ...]:
        """Return the steps that belong to a subtask."""
        return tuple(step for step in self.steps if step.subtask == subtask)


def collect_evidence(episode: Episode, plan: Plan, *, answer: str) -> RunEvidence:
    """Collect the evidence from a run.

    `plan` is the latest plan of the run, `answer` the claimed answer.
    """
    history = past_steps(episode)
    steps = zip(history, episode.decisions, episode.shots, strict=False)
    return RunEvidence(
        plain_request(episode.task.instruction),
        plan.subtasks,
        answer,
        history,
        tuple(_collect_step(s, d, before=shot) for s, d, shot in steps if _is_effective(s)),
        episode.shots,
        tuple(tool.name for tool in episode.task.tools),
        tuple(_used_tools(episode)),
    )


def _used_tools(episode: Episode) -> Iterator[str]:
    """Yield the names of the applications that were opened, or in which the run started."""
    opened = {decision.action.what for decision in episode.decisions if isinstance(decision.action, Open)}
    start = episode.shots[0].address
    for tool in episode.task.tools:
        is_first = bool(tool.address) and start.startswith(tool.address)
        if is_first or not opened.isdisjoint((tool.address, tool.name)):
            yield tool.name


def texts_of(*nodes: Node) -> tuple[str, ...]:
    """Return the names, values and clues of nodes."""
    return tuple(text for node in nodes for text in (node.name, node.value, node.clue) if text)


def _contains_answer(element: Element, answer: str) -> bool:
    return any(normalize(answer) in normalize(text) for text in texts_of(element))


def _is_unchosen(node: Node) -> bool:
    """Check whether a node is an offered but unselected option."""
    return node.role == "option" and not node.has("selected")


def _is_effective(step: PastStep) -> bool:
    return not step.outcome.failed and not isinstance(step.action, _NO_CHANGE)


def _collect_step(step: PastStep, decision: Decision, *, before: Shot) -> StepEvidence:
    plan = decision.plan
    subtask = plan.subtasks[plan.at] if plan.at < len(plan.subtasks) else None
    changed = (*step.change.added, *(altered.after for altered in step.change.altered))
    screen = Screen(before, _ELEMENTS(before))
    elements = (*_target_elements(step), *_elements_at_points(step, screen))
    rows = (e for target in elements for e in row_of(target, screen))
    in_row = tuple(element for element in rows if not _is_unchosen(element))
    groups = (elements_beside(screen, t, elements=screen.elements) for t in elements)
    beside = tuple(element for group in groups for element in group if not _is_unchosen(element))
    used = (*_given_by(step.action), *texts_of(*elements))
    return StepEvidence(step, subtask, used, (*beside, *in_row), in_row, changed, screen, plan.at)


def _given_by(action: Action) -> Iterator[str]:
    """Yield the text, keys or options of an action."""
    yield from _typed_by(action)
    if isinstance(action, Press):
        yield action.keys
    if isinstance(action, Select):
        yield from action.options


def _typed_by(action: Action) -> tuple[str, ...]:
    text = getattr(action, "text", "")
    return (*((text,) if text else ()), *getattr(action, "paths", ()))


def surroundings(field: Element, screen: Screen) -> tuple[Element, ...]:
    """Return the elements in the group and in the row of a field, without options that are not selected."""
    around = (*elements_beside(screen, field, elements=screen.elements), *row_of(field, screen))
    return tuple(element for element in around if not _is_unchosen(element))


def row_of(target: Element, screen: Screen) -> Iterator[Element]:
    """Yield the elements in the row of a target."""
    max_height = screen.shot.picture.size[1] * MAX_ROW_SHARE
    middle = target.box.center.y
    in_row = (e for e in screen.elements if e.box.top <= middle < e.box.bottom)
    yield from (e for e in in_row if e.box.height < max_height)


def _target_elements(step: PastStep) -> tuple[Element, ...]:
    return tuple(target for target in targets(step.action) if isinstance(target, Element))


def _elements_at_points(step: PastStep, screen: Screen) -> Iterator[Element]:
    """Yield the smallest control at each target point of an action, if any."""
    for point in targets(step.action):
        if isinstance(point, Element):
            continue
        found = [e for e in screen.elements if is_actionable(e) and e.name and _covers(e, point)]
        yield from sorted(found, key=lambda e: e.box.width * e.box.height)[:1]


def _covers(element: Element, point: Point) -> bool:
    box = element.box
    return box.left <= point.x < box.right and box.top <= point.y < box.bottom
