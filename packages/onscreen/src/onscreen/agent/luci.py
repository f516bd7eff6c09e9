"""LUCI (section III): applications first, an outline, elements picked by name, actions by their kind."""

from __future__ import annotations

from onscreen.agent.plan_state import PlanState, decide_action, situation, view, with_exchanges, with_plan
from onscreen.agent.planning import Settings, Turn, act, revise
from onscreen.model.base import Model
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.element_lookup import pick_of, refind
from onscreen.think.generated_text import options_for, text_for
from onscreen.think.pick import pick
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


def step(state: PlanState, model: Model, *, settings: Settings) -> Turn:
    """Pick the elements of the subtask once, then act on them one by one."""
    last = state.episode.outcomes[-1] if state.episode.outcomes else None
    if last and last.failed and state.plan.picked:
        return revise(state, model, trouble=last.said, settings=settings)
    if state.screen.shot.dialog is not None:
        return revise(
            state, model, trouble=f"a dialog: {state.screen.shot.dialog.message}", settings=settings
        )
    if not state.plan.picked:
        return _picked(state, model, settings=settings)
    element = refind(state.plan.picked[0], state.screen)
    if element is None:
        trouble = f"{state.plan.picked[0].name!r} is not on the screen any more"
        return revise(state, model, trouble=trouble, settings=settings)
    return _execute(state, model, element=element, settings=settings)


def _picked(state: PlanState, model: Model, *, settings: Settings) -> Turn:
    got = pick(model, situation(state), view=view(state, cap_chars=settings.view_chars))
    state = with_exchanges(state, got)
    if got.value:
        return with_plan(state, picked=tuple(pick_of(element) for element in got.value))
    if state.screen.shot.beyond.below and not _scrolled(state):
        return decide_action(
            state, Scroll("down"), why="what the subtask needs is not in view; more is below"
        )
    trouble = got.unusable or f"nothing on the screen fits {state.subtask.text!r}"
    return revise(state, model, trouble=trouble, settings=settings)


def _scrolled(state: PlanState) -> bool:
    """Whether the last action was a scroll that brought nothing new."""
    episode = state.episode
    if not episode.decisions or not isinstance(episode.decisions[-1].action, Scroll):
        return False
    known = {(node.role, node.name) for node in episode.shots[-2].nodes}
    return all((node.role, node.name) in known for node in episode.shots[-1].nodes)


def _execute(state: PlanState, model: Model, *, element: Element, settings: Settings) -> Decision:
    """Let the action follow from the kind of element (LUCI, III-G)."""
    rest: tuple[Pick, ...] = state.plan.picked[1:]
    why = f"{state.subtask.text!r} needs {element.name or element.role!r}"
    about = situation(state)
    if options := _options(state, element):
        got_options = options_for(model, about, element=element, options=options)
        state = with_exchanges(state, got_options)
        chosen = _kept(state, element) + (got_options.value or options[:1])
        return decide_action(state, Select(element, chosen), why=why, finished=not rest, picked=rest)
    if kind_of(element) == "field" and element.has("editable"):
        got = text_for(model, about, element=element, view=view(state, cap_chars=settings.view_chars))
        return decide_action(
            with_exchanges(state, got),
            Type(got.value or "", element),
            why=why,
            finished=not rest,
            picked=rest,
        )
    return decide_action(state, Click(element), why=why, finished=not rest, picked=rest)


def _kept(state: PlanState, element: Element) -> tuple[str, ...]:
    """Return what a list of several has selected already: choosing one more does not undo the others."""
    if not element.has("multiselectable"):
        return ()
    nodes = state.screen.shot.nodes
    return tuple(n.name for n in nodes if n.parent == element.index and n.has("selected"))


def _options(state: PlanState, element: Element) -> tuple[str, ...]:
    """Return the names of the options of a list, () for anything else."""
    if element.role not in LISTS or element.has("editable"):
        return ()
    nodes = state.screen.shot.nodes
    return tuple(node.name for node in nodes if node.role == "option" and node.parent == element.index)
