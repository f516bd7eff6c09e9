"""LUCI (section III): applications first, an outline, elements picked by name, actions by their kind."""

from __future__ import annotations

from onscreen.agent.course import Course, decided, heard, planned, situation, view
from onscreen.agent.planning import Settings, Turn, act, revise
from onscreen.model.base import Model
from onscreen.perceive.kinds import kind_of
from onscreen.perceive.refind import pick_of, refind
from onscreen.think.pick import pick
from onscreen.think.text import options_for, text_for
from onscreen.types import Click, Decision, Element, Episode, Pick, Scroll, Select, Type

LISTS = ("combobox", "listbox")


class Luci:
    """The agent of the paper: it clicks, types and selects, and nothing else."""

    name = "luci"

    def __init__(self, model: Model, settings: Settings | None = None) -> None:
        self.model = model
        self.settings = settings or Settings()

    def act(self, episode: Episode) -> Decision:
        """Decide what to do next."""
        return act(episode, self.model, step=step, settings=self.settings)


def luci(model: Model) -> Luci:
    """Make the agent."""
    return Luci(model)


def step(course: Course, model: Model, *, settings: Settings) -> Turn:
    """Pick the elements of the subtask once, then act on them one by one."""
    last = course.episode.outcomes[-1] if course.episode.outcomes else None
    if last and last.failed and course.plan.picked:
        return revise(course, model, trouble=last.said, settings=settings)
    if course.screen.shot.dialog is not None:
        return revise(
            course, model, trouble=f"a dialog: {course.screen.shot.dialog.message}", settings=settings
        )
    if not course.plan.picked:
        return _picked(course, model, settings=settings)
    element = refind(course.plan.picked[0], course.screen)
    if element is None:
        trouble = f"{course.plan.picked[0].name!r} is not on the screen any more"
        return revise(course, model, trouble=trouble, settings=settings)
    return _execute(course, model, element=element, settings=settings)


def _picked(course: Course, model: Model, *, settings: Settings) -> Turn:
    got = pick(model, situation(course), view=view(course, cap_chars=settings.view_chars))
    course = heard(course, got)
    if got.value:
        return planned(course, picked=tuple(pick_of(element) for element in got.value))
    if course.screen.shot.beyond.below and not _scrolled(course):
        return decided(course, Scroll("down"), why="what the subtask needs is not in view; more is below")
    trouble = got.unusable or f"nothing on the screen fits {course.subtask.text!r}"
    return revise(course, model, trouble=trouble, settings=settings)


def _scrolled(course: Course) -> bool:
    """Whether the last action was a scroll that brought nothing new."""
    episode = course.episode
    if not episode.decisions or not isinstance(episode.decisions[-1].action, Scroll):
        return False
    known = {(node.role, node.name) for node in episode.shots[-2].nodes}
    return all((node.role, node.name) in known for node in episode.shots[-1].nodes)


def _execute(course: Course, model: Model, *, element: Element, settings: Settings) -> Decision:
    """Let the action follow from the kind of element (LUCI, III-G)."""
    rest: tuple[Pick, ...] = course.plan.picked[1:]
    why = f"{course.subtask.text!r} needs {element.name or element.role!r}"
    about = situation(course)
    if options := _options(course, element):
        got_options = options_for(model, about, element=element, options=options)
        course = heard(course, got_options)
        chosen = _kept(course, element) + (got_options.value or options[:1])
        return decided(course, Select(element, chosen), why=why, finished=not rest, picked=rest)
    if kind_of(element) == "field" and element.has("editable"):
        got = text_for(model, about, element=element, view=view(course, cap_chars=settings.view_chars))
        return decided(
            heard(course, got), Type(got.value or "", element), why=why, finished=not rest, picked=rest
        )
    return decided(course, Click(element), why=why, finished=not rest, picked=rest)


def _kept(course: Course, element: Element) -> tuple[str, ...]:
    """Return what a list of several has selected already: choosing one more does not undo the others."""
    if not element.has("multiselectable"):
        return ()
    nodes = course.screen.shot.nodes
    return tuple(n.name for n in nodes if n.parent == element.index and n.has("selected"))


def _options(course: Course, element: Element) -> tuple[str, ...]:
    """Return the names of the options of a list, () for anything else."""
    if element.role not in LISTS or element.has("editable"):
        return ()
    nodes = course.screen.shot.nodes
    return tuple(node.name for node in nodes if node.role == "option" and node.parent == element.index)
