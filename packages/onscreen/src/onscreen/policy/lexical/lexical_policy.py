"""The model: a prompt's purpose -> the rule that answers it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping

import msgspec

from onscreen.policy.lexical.app_choice import (
    answer,
    as_written,
    choose,
    installed,
    named_tools,
    without_tools,
)
from onscreen.policy.lexical.clause import read
from onscreen.policy.lexical.clause_outline import SUBMIT, clauses, to_be_sent, written_out
from onscreen.policy.lexical.goals import goals, outline_of
from onscreen.policy.lexical.move import Move, lost
from onscreen.policy.lexical.question_steps import read_off
from onscreen.policy.lexical.skills import act_on
from onscreen.policy.lexical.text_lookup import text_of, told
from onscreen.types import Click, Element, OneOf, Prompt, Reply, Situation, SomeOf, targets
from onscreen.types.errors import BadReply


class Lexical(msgspec.Struct, frozen=True):
    """Answers the questions of `onscreen.think` from their data; any other question it cannot answer."""

    name: str = "lexical"

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer by rule.

        Raises:
            BadReply: the prompt carries no data, or asks what no rule answers.
        """
        began = time.perf_counter()
        if prompt.about is None or prompt.purpose not in _RULES:
            raise BadReply(
                f"the embedded brain answers {', '.join(_RULES)} with their data; found {prompt.purpose!r}"
            )
        if isinstance(prompt.form, OneOf) and not prompt.form.options:
            raise BadReply(f"one of the options was asked for {prompt.purpose!r}; found no options")
        reply = _RULES[prompt.purpose](prompt, prompt.about)
        return msgspec.structs.replace(reply, model=self.name, seconds=time.perf_counter() - began)


def lexical(_rest: str) -> Lexical:
    """Make the embedded brain."""
    return Lexical()


def _options(prompt: Prompt) -> tuple[str, ...]:
    return prompt.form.options if isinstance(prompt.form, OneOf | SomeOf) else ()


def _choose_app(prompt: Prompt, about: Situation) -> Reply:
    options = _options(prompt)
    tools = choose(about)
    if not tools:
        return Reply(picked=(len(options) - 2 if tools is None else len(options) - 1,))
    return Reply(picked=tuple(options.index(name) for name in tools))


def _outline(prompt: Prompt, about: Situation) -> Reply:
    if about.ahead and "did not work" in prompt.text:
        return _revised(about)
    return Reply(_lines(about))


def _lines(about: Situation) -> str:
    """Write the outline: each clause in the tool it names, else in the one of the clause before."""
    if installed(about.tools) and not about.said and (outlined := _goals(about)):
        return outlined
    tool = about.tools[0].name if about.tools else ""
    written: list[tuple[str, str]] = []
    for clause in clauses(about):
        tool = next(iter(named_tools(clause.text, about.tools)), tool)
        texts = (without_tools(text, about.tools) for text in written_out(clause))
        written += [(text, tool) for text in texts if text]
    if to_be_sent(tuple(text for text, _ in written)):
        written.append((SUBMIT, tool))
    lines = [{"tool_required": True, "tool": used, "text": text, "result": ""} for text, used in written]
    return json.dumps({"subtasks": lines}, ensure_ascii=False)


def _goals(about: Situation) -> str:
    """Write the outline of what is to be brought about among applications, "" for what names steps."""
    named = as_written(about.instruction, about.tools) or choose(about) or ()
    tool = next(iter(named), about.tools[0].name)
    grouped: list[tuple[str, list[str]]] = []
    for goal in goals(about.instruction):
        used = next(iter(as_written(goal, about.tools)), tool)
        if not grouped or used != tool:
            grouped.append((used, []))
        tool = used
        grouped[-1][1].append(without_tools(goal, about.tools))
    written = [(text, used) for used, each in grouped for text in outline_of(tuple(filter(None, each)))]
    lines = [{"tool_required": True, "tool": used, "text": text, "result": ""} for text, used in written]
    return json.dumps({"subtasks": lines}, ensure_ascii=False) if lines else ""


def _revised(about: Situation) -> Reply:
    """Put the step that may bring what was not found into sight before the rest; none left ends it."""
    move = _move(about, about.ahead[0].text)
    if move is None or not isinstance(move.action, Click) or not isinstance(move.action.target, Element):
        return Reply('{"subtasks": []}')
    first = msgspec.structs.replace(about.ahead[0], text=f'click "{move.action.target.name}"')
    lines = [msgspec.to_builtins(subtask) for subtask in (first, *about.ahead)]
    return Reply(json.dumps({"subtasks": lines}, ensure_ascii=False))


def _verify(_prompt: Prompt, about: Situation) -> Reply:
    """Say no to what is so already."""
    move = _move(about, about.subtask.text) if about.subtask else None
    needless = move is not None and move.action is None and move.finished
    return Reply(picked=(1 if needless else 0,))


def _move(about: Situation, text: str) -> Move | None:
    return act_on(read(text), about, screen=about.screen) if about.screen is not None else None


def _pick(_prompt: Prompt, about: Situation) -> Reply:
    """Pick what the subtask acts on; what only leads there is a matter of the outline."""
    move = _move(about, about.subtask.text) if about.subtask else None
    if move is None or move.action is None or not move.finished:
        return Reply()
    marks = [found.mark for found in targets(move.action) if isinstance(found, Element)]
    return Reply(picked=tuple(about.targets.index(mark) for mark in marks if mark in about.targets))


def _decide(_prompt: Prompt, about: Situation) -> Reply:
    move = (_move(about, about.subtask.text) if about.subtask else None) or lost("anything")
    return Reply(move.text(), confidence=max(0.0, min(1.0, move.score)))


def _text(prompt: Prompt, about: Situation) -> Reply:
    clause = read(about.subtask.text if about.subtask else about.instruction)
    wanted = text_of(clause, about) or ""
    options = _options(prompt)
    if not options:
        return Reply(wanted)
    fits = tuple(i for i, option in enumerate(options) if option.casefold() == wanted.casefold())
    return Reply(picked=fits[:1])


def _answer(_prompt: Prompt, about: Situation) -> Reply:
    asked = about.subtask.text if about.subtask else about.instruction
    found = answer(asked)
    if found is None and about.screen is not None:
        found = read_off(asked, about.screen) if installed(about.tools) else None
        found = found or told(asked, about.screen) or (text_of(read(asked), about) if about.subtask else None)
    return Reply(found or "")


_RULES: Mapping[str, Callable[[Prompt, Situation], Reply]] = {
    "choose_app": _choose_app,
    "outline": _outline,
    "verify": _verify,
    "pick": _pick,
    "decide": _decide,
    "text": _text,
    "answer": _answer,
}
