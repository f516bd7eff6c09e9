"""The model: a prompt's purpose -> what the net chooses for it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from onscreen.types import OneOf, Prompt, Reply, Situation, SomeOf
from onscreen.types.action_text import show
from onscreen.types.errors import BadReply
from onscreen_reflex.candidate_actions import action_of
from onscreen_reflex.decoder import WRITING, Chosen, choose, elements_of
from onscreen_reflex.scene import Scene, scene_of
from onscreen_reflex.weights import Weights
from onscreen_reflex.word_pieces import words_of

SLACK = 1.25
"""A screen may be larger by so much than those learnt from."""
_FOLLOWED = ("outline", "decide")


class Reflex:
    """Decides, picks and points at what to write; `least` is the confidence from which it is sure.

    It plans only as far as to take the whole instruction for one subtask, and answers no other questions. On
    screens larger than those of the episodes it learnt from, and on an instruction too long to be read whole,
    it decides, but is not sure of it.
    """

    def __init__(self, weights: Weights, *, name: str = "reflex") -> None:
        """Choose with these weights."""
        self.name = name
        self.least = weights.manifest.least
        self._weights = weights

    def __call__(self, prompt: Prompt) -> Reply:
        """Choose.

        Raises:
            BadReply: the prompt carries no data, or asks what it does not answer.
        """
        began = time.perf_counter()
        answer = _ANSWERS.get(prompt.purpose)
        if prompt.about is None or answer is None:
            raise BadReply(
                f"reflex answers {', '.join(_ANSWERS)} with their data; found {prompt.purpose!r}; "
                f"reflex+MODEL, as in reflex+lexical, has MODEL answer the rest"
            )
        scene = scene_of(prompt.about, self._weights.pieces)
        weigh = elements_of if prompt.purpose == "pick" else choose
        chosen = weigh(scene, self._weights.run(scene), temperature=self._weights.manifest.temperature)
        if not chosen and prompt.purpose != "pick":
            raise BadReply("nothing that makes sense here can be chosen")
        reply = answer(prompt, prompt.about, scene=scene, chosen=chosen)
        if prompt.purpose in _FOLLOWED and not self._knows(prompt.about, scene=scene):
            reply = msgspec.structs.replace(reply, confidence=0.0)
        return msgspec.structs.replace(reply, model=self.name, seconds=time.perf_counter() - began)

    def _knows(self, about: Situation, *, scene: Scene) -> bool:
        """Whether the instruction was read whole and the screen is no larger than those of the training."""
        if len(scene.words) < len(words_of(scene.instruction)):
            return False
        width, height = self._weights.manifest.reach
        if about.screen is None or not (width and height):
            return True
        wide, high = about.screen.shot.picture.size
        return wide <= width * SLACK and high <= height * SLACK


def reflex(rest: str) -> Reflex:
    """Make the model with the package's weights, or with those in a folder: "reflex:FOLDER".

    Raises:
        ModelUnavailable: the weights are missing, damaged or of another version.
    """
    if not rest:
        return Reflex(Weights())
    return Reflex(Weights(Path(rest).expanduser()), name=f"reflex:{rest}")


def _decide(_prompt: Prompt, _about: Situation, *, scene: Scene, chosen: tuple[Chosen, ...]) -> Reply:
    best = chosen[0]
    action = None if best.choice.verb == "done" else action_of(best.choice, scene)
    said = {
        "why": f"{best.choice.verb} is {best.confidence:.0%} likely to be right",
        "action": show(action) if action is not None else "",
        "finished": best.choice.verb == "done",
    }
    return Reply(json.dumps(said, ensure_ascii=False), confidence=best.confidence)


def _outline(_prompt: Prompt, about: Situation, *, scene: Scene, chosen: tuple[Chosen, ...]) -> Reply:
    """Take the whole for one subtask, as sure as the first thing to do in it."""
    if len(about.tools) > 1:
        raise BadReply(f"reflex plans for one application; found {len(about.tools)}")
    tool = about.tools[0].name if about.tools else ""
    line = {"tool_required": True, "tool": tool, "text": scene.instruction, "result": ""}
    return Reply(json.dumps({"subtasks": [line]}, ensure_ascii=False), confidence=chosen[0].confidence)


def _pick(prompt: Prompt, about: Situation, *, scene: Scene, chosen: tuple[Chosen, ...]) -> Reply:
    """Pick the element that most probability falls on, whatever is done with it."""
    marks = {scene.elements[each.choice.element].mark: each.confidence for each in chosen}
    there = [(marks.get(mark, 0.0), -place) for place, mark in enumerate(about.targets)]
    if len(there) != len(_options(prompt)) or not there:
        raise BadReply(
            f"reflex picks among elements; found {len(_options(prompt))} options, {len(there)} elements"
        )
    confidence, place = max(there)
    return Reply(picked=(-place,), confidence=min(1.0, confidence))


def _options(prompt: Prompt) -> tuple[str, ...]:
    return prompt.form.options if isinstance(prompt.form, OneOf | SomeOf) else ()


def _text(prompt: Prompt, _about: Situation, *, scene: Scene, chosen: tuple[Chosen, ...]) -> Reply:
    """Give the likeliest text to type; of options, the likeliest to select."""
    if isinstance(prompt.form, OneOf | SomeOf):
        seconds = (each for each in chosen if each.choice.verb == "select")
        named = ((scene.elements[each.choice.second].name, each.confidence) for each in seconds)
        there = [(name, share) for name, share in named if name in prompt.form.options]
        if not there:
            return Reply(confidence=0.0)
        return Reply(picked=(prompt.form.options.index(there[0][0]),), confidence=there[0][1])
    written = next((each for each in chosen if each.choice.verb in WRITING), None)
    return Reply(written.choice.text, confidence=written.confidence) if written else Reply(confidence=0.0)


_ANSWERS: Mapping[str, Callable[..., Reply]] = {
    "outline": _outline,
    "pick": _pick,
    "decide": _decide,
    "text": _text,
}
