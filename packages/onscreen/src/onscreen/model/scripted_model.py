"""A model that returns predefined answers in order, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from onscreen.model.option_labels import Choices, choices_in, parse_choice
from onscreen.types import FreeText, OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply, BadText, ModelUnavailable
from onscreen.types.pluralization import count_noun

ScriptedAnswer: TypeAlias = str | int | tuple[int | str, ...] | Reply
"""An answer: a text, the text or index of an option, several of them, or a whole Reply."""

_DECODER: msgspec.json.Decoder[ScriptedAnswer] = msgspec.json.Decoder(ScriptedAnswer)


def scripted(rest: str) -> ScriptedModel:
    """Create a model that returns the answers in a file, one per line.

    Each line is a JSON string, number, list or Reply; empty lines are skipped.

    Raises:
        ModelUnavailable: the file does not exist.
        BadText: a line is not one of these JSON values.
    """
    path = Path(rest)
    if not rest or not path.is_file():
        raise ModelUnavailable(f"no such file: {rest!r}; expected scripted:PATH, a file of JSON lines")
    lines = path.read_text("utf-8").splitlines()
    return ScriptedModel(
        tuple(_parse_line(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()),
        name=f"scripted:{rest}",
    )


class ScriptedModel:
    """A model that returns predefined answers in order.

    `prompts` holds the prompts received so far.
    """

    def __init__(self, answers: Sequence[ScriptedAnswer], name: str = "scripted") -> None:
        self.name = name
        self.prompts: tuple[Prompt, ...] = ()
        self._answers = tuple(answers)

    def __call__(self, prompt: Prompt) -> Reply:
        """Return the next answer.

        Raises:
            ModelUnavailable: no answers are left.
            BadReply: the answer does not fit the prompt's form.
        """
        number = len(self.prompts)
        if number >= len(self._answers):
            raise ModelUnavailable(
                f"{self.name} has {count_noun(len(self._answers), 'answer')} and all were used; "
                f"the next prompt was: {prompt.text[:120]!r}"
            )
        self.prompts = (*self.prompts, prompt)
        reply = _make_reply(self._answers[number], prompt)
        return msgspec.structs.replace(reply, model=reply.model or self.name)


def _parse_line(line: str, location: str) -> ScriptedAnswer:
    try:
        return _DECODER.decode(line)
    except msgspec.DecodeError as error:
        raise BadText(
            f"{location}: expected a JSON string, number, list or reply, found {line!r} ({error})"
        ) from error


def _make_reply(answer: ScriptedAnswer, prompt: Prompt) -> Reply:
    if isinstance(answer, Reply):
        _check_indices(answer.picked, prompt)
        return answer
    match prompt.form:
        case FreeText() | Schema():
            if not isinstance(answer, str):
                raise BadReply(f"found the answer {answer!r}, expected a text")
            return Reply(answer)
        case OneOf() | SomeOf():
            picked = _option_indices(answer, choices_in(prompt))
            _check_indices(picked, prompt)
            return Reply(picked=picked)


def _option_indices(answer: str | int | tuple[int | str, ...], choices: Choices) -> tuple[int, ...]:
    if isinstance(answer, tuple):
        return tuple(_option_indices(one, choices)[0] for one in answer)
    return (answer if isinstance(answer, int) else parse_choice(answer, choices),)


def _check_indices(picked: tuple[int, ...], prompt: Prompt) -> None:
    form = prompt.form
    if isinstance(form, OneOf) and len(picked) != 1:
        raise BadReply(f"found {len(picked)} picked options, expected one")
    if isinstance(form, SomeOf) and len(picked) > form.most:
        raise BadReply(f"found {len(picked)} picked options, expected at most {form.most}")
    options = form.options if isinstance(form, OneOf | SomeOf) else ()
    if picked and not options:
        raise BadReply(f"found the picked indices {picked}, but the prompt offers nothing to pick")
    for index in picked:
        if not 0 <= index < len(options):
            raise BadReply(f"found the picked index {index}, expected one of 0 to {len(options) - 1}")
