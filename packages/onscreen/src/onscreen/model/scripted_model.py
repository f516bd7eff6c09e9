"""A model that gives the answers it was given, in order: for tests, demonstrations and known cases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from onscreen.model.option_labels import Choices, choices_of, read_one
from onscreen.types import FreeText, OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply, BadText, ModelUnavailable

Line: TypeAlias = str | int | tuple[int | str, ...] | Reply
"""An answer: a text (for a choice: the option's), an index, several of them, or a whole Reply."""

_DECODER: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def scripted(rest: str) -> ScriptedModel:
    """Return a model that answers with the lines of a file, each a JSON string, number, list or Reply.

    Raises:
        ModelUnavailable: there is no such file.
        BadText: a line of it is none of these.
    """
    path = Path(rest)
    if not rest or not path.is_file():
        raise ModelUnavailable(f"found no script {rest!r}, expected scripted:PATH of a file of JSON lines")
    lines = path.read_text("utf-8").splitlines()
    return ScriptedModel(
        tuple(_read(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()),
        name=f"scripted:{rest}",
    )


class ScriptedModel:
    """Answers in order; `asked` is what it was asked so far."""

    def __init__(self, answers: Sequence[Line], name: str = "scripted") -> None:
        self.name = name
        self.asked: tuple[Prompt, ...] = ()
        self._answers = tuple(answers)

    def __call__(self, prompt: Prompt) -> Reply:
        """Give the next answer.

        Raises:
            ModelUnavailable: the answers are spent.
            BadReply: the answer does not fit the prompt's form.
        """
        number = len(self.asked)
        if number >= len(self._answers):
            raise ModelUnavailable(
                f"{self.name} has {len(self._answers)} answers and all are given; "
                f"the next question was: {prompt.text[:120]!r}"
            )
        self.asked = (*self.asked, prompt)
        reply = _in_form(self._answers[number], prompt)
        return msgspec.structs.replace(reply, model=reply.model or self.name)


def _read(line: str, place: str) -> Line:
    try:
        return _DECODER.decode(line)
    except msgspec.DecodeError as error:
        raise BadText(
            f"{place}: expected a JSON string, number, list or reply, found {line!r} ({error})"
        ) from error


def _in_form(answer: Line, prompt: Prompt) -> Reply:
    if isinstance(answer, Reply):
        _check(answer.picked, prompt)
        return answer
    match prompt.form:
        case FreeText() | Schema():
            if not isinstance(answer, str):
                raise BadReply(f"found the answer {answer!r}, expected a text")
            return Reply(answer)
        case OneOf() | SomeOf():
            picked = _picked(answer, choices_of(prompt))
            _check(picked, prompt)
            return Reply(picked=picked)


def _picked(answer: str | int | tuple[int | str, ...], choices: Choices) -> tuple[int, ...]:
    if isinstance(answer, tuple):
        return tuple(_picked(one, choices)[0] for one in answer)
    return (answer if isinstance(answer, int) else read_one(answer, choices),)


def _check(picked: tuple[int, ...], prompt: Prompt) -> None:
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
