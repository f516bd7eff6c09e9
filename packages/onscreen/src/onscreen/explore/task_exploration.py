"""Agent that explores an application with a language model and a goal (AppAgent, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from onscreen.app_maps.episode_extension import extend_map, find_target
from onscreen.app_maps.note_lookup import find_notes
from onscreen.app_maps.screen_map import AppMap
from onscreen.app_maps.screen_signature import control_key, sign
from onscreen.explore.permitted_actions import find_refusal
from onscreen.model.base import Model, reads_pictures
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.perceive.set_of_marks import mark
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.think.appagent_reflection import JudgedStep, reflect
from onscreen.think.appagent_step import decide_step
from onscreen.types import (
    Action,
    Back,
    Decision,
    Done,
    Element,
    Episode,
    Exchange,
    Open,
    Plan,
    Reflection,
    Screen,
    Shot,
    Situation,
    Step,
    Wait,
)
from onscreen.types.action_formatter import show

MAX_UNUSABLE = 3
"""Number of consecutive unusable replies after which the exploration ends."""
MAX_RETURNS = 2
"""Number of consecutive Back actions outside the application before the application is opened again."""
_LEFT = Reflection("back", thought="the action left the application")
_NO_EFFECT = Reflection("ineffective", thought="the action changed nothing")


class TaskExplorer:
    """Agent that acts toward a goal, judges each step, and writes notes on the elements it used.

    A step that left the application or changed nothing is judged without the model. An action that had no
    effect on a screen is not repeated there. The reflections in the episode become notes of the map.
    """

    def __init__(self, model: Model, app_map: AppMap, *, may_modify: bool = False) -> None:
        """Create an agent for the application of a map."""
        self.name = "appagent"
        self._model = model
        self._app_map = app_map
        self._may_modify = may_modify

    def act(self, episode: Episode) -> Decision:
        """Judge the last step and decide on the next action.

        Raises:
            ModelError: the model cannot be used.
        """
        steps = tuple(episode.steps())
        app_map = extend_map(self._app_map, episode).app_map
        if not self._app_map.contains(episode.last.address):
            return self._return(episode, steps)
        screen = build_screen(episode.last)
        outline = episode.decisions[-1].plan.outline if steps else ()
        situation = Situation(
            episode.task.instruction,
            screen,
            history=past_steps(episode),
            notes=find_notes((app_map,), screen, is_exploring=True),
            outline=outline,
        )
        reflection, asked = self._judge(steps, situation, app_map=app_map)
        plan = Plan(outline=outline)
        if reflection and reflection.verdict == "success":
            why = reflection.thought or "the goal is reached"
            return Decision(Done(why), why, plan, asked=asked, reflection=reflection)
        if reflection and reflection.verdict == "back" and not isinstance(steps[-1].decision.action, Back):
            return Decision(Back(), reflection.thought, plan, asked=asked, reflection=reflection)
        return self._decide(episode, situation, reflection=reflection, asked=asked)

    def _return(self, episode: Episode, steps: tuple[Step, ...]) -> Decision:
        """Return to the application, by Back or by opening it again."""
        outline = episode.decisions[-1].plan.outline if steps else ()
        backs = sum(
            1 for _ in takewhile(lambda step: isinstance(step.decision.action, Back), reversed(steps))
        )
        action: Action = Back() if backs < MAX_RETURNS else Open(self._app_map.home)
        reflection = _LEFT if steps and self._app_map.contains(steps[-1].before.address) else None
        why = "the screen belongs to another application"
        return Decision(action, why, Plan(outline=outline), reflection=reflection)

    def _judge(
        self, steps: tuple[Step, ...], situation: Situation, *, app_map: AppMap
    ) -> tuple[Reflection | None, tuple[Exchange, ...]]:
        """Judge the last step, without the model if its effect is obvious.

        Returns no reflection if there is no step, or if the last step was Back, Wait or Open.
        """
        if not steps or isinstance(steps[-1].decision.action, Back | Wait | Open):
            return None, ()
        step, past = steps[-1], situation.history[-1]
        if not past.had_effect:
            return _NO_EFFECT, ()
        before, target = build_screen(step.before), find_target(step)
        notes = find_notes((app_map,), before, is_exploring=True)
        known = [note.text for note in notes if target and note.mark == target.mark]
        has_pictures = reads_pictures(self._model)
        judged = JudgedStep(
            past,
            target,
            _view(before),
            _view(situation.screen),
            pictures=(mark(before), mark(situation.screen)) if has_pictures else (),
            note=known[0] if known else "",
        )
        parsed = reflect(self._model, situation, judged=judged)
        return parsed.value, parsed.asked

    def _decide(
        self,
        episode: Episode,
        situation: Situation,
        *,
        reflection: Reflection | None,
        asked: tuple[Exchange, ...],
    ) -> Decision:
        failed = frozenset(_failed_actions(episode, reflection))

        def check(action: Action) -> str:
            if _identify(action, episode.last) in failed:
                return "this action achieved nothing on this screen before; choose another one"
            return find_refusal(action, self._app_map, shot=episode.last, may_modify=self._may_modify)

        screen = situation.screen
        pictures = (mark(screen),) if reads_pictures(self._model) else ()
        parsed = decide_step(
            self._model, situation, view=_view(screen), pictures=pictures, check=check, is_exploring=True
        )
        asked = (*asked, *parsed.asked)
        step = parsed.value
        if step is None or step.action is None:
            give_up = _count_unusable(episode) + 1 >= MAX_UNUSABLE
            action: Action = Done(parsed.unusable, achieved=False) if give_up else Wait(0.5)
            plan = Plan(outline=situation.outline)
            return Decision(action, parsed.unusable, plan, asked=asked, reflection=reflection)
        plan = Plan(outline=(step.summary,) if step.summary.strip() else situation.outline)
        return Decision(
            step.action,
            step.thought or step.observation,
            plan,
            situation.notes,
            asked,
            proposer=self._model.name,
            reflection=reflection,
        )


def _view(screen: Screen) -> str:
    return screen_text(screen, cap_chars=VIEW_CHARS)


def _failed_actions(episode: Episode, last: Reflection | None) -> Iterator[tuple[str, str]]:
    """Yield the actions judged useless, with the screens on which they were performed.

    `last` is the judgement of the last step.
    """
    judgements = (*(decision.reflection for decision in episode.decisions[1:]), last)
    for step, judgement in zip(episode.steps(), judgements, strict=False):
        if judgement and judgement.verdict in {"back", "ineffective"}:
            yield _identify(step.decision.action, step.before)


def _identify(action: Action, shot: Shot) -> tuple[str, str]:
    """Return the label of a screen and a key that identifies an action on a control."""
    target = getattr(action, "target", None)
    key = show(action)
    if isinstance(target, Element) and target.index < len(shot.nodes):
        key = f"{type(action).__name__} {control_key(target, shot.nodes)}"
    return sign(shot).label, key


def _count_unusable(episode: Episode) -> int:
    """Count the most recent consecutive decisions with an unusable reply."""
    unusable = (bool(d.asked) and bool(d.asked[-1].fault) for d in reversed(episode.decisions))
    return sum(1 for _ in takewhile(bool, unusable))
