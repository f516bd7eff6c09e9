"""A cassette: answers recorded once and replayed without network.

A file of JSON lines, each with the prompt's key (a hash of all of it but `about`), its purpose, and the
reply. The same prompt gets the same answer. Keys of providers are in neither and so never stored.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.types import AnswerForm, Prompt, Reply
from onscreen.types.errors import BadText, CannotWrite, ModelUnavailable
from onscreen.types.prompt import Purpose


class _Entry(msgspec.Struct, frozen=True):
    key: str
    purpose: Purpose
    reply: Reply


class _Hashed(msgspec.Struct, frozen=True, array_like=True):
    text: str
    system: str
    form: AnswerForm
    pictures: tuple[str, ...]
    purpose: Purpose


def recorded(rest: str) -> RecordedModel:
    """Return the model of "PATH" or "PATH=MODEL".

    The first only replays; the second asks MODEL what the file has no answer to, and adds its answer.

    Raises:
        ModelUnavailable: there is nothing to replay at PATH, or MODEL cannot be used.
        BadText: the file is no cassette, or the name is empty.
        UnknownName: there is no MODEL of that kind.
        MissingExtra: MODEL needs a package that is not installed.
    """
    path, _, behind = rest.partition("=")
    if not path:
        raise BadText(f"found {rest!r}, expected recorded:PATH to replay or recorded:PATH=MODEL to record")
    if behind:
        return record(make_model(behind), Path(path))
    if not Path(path).is_file():
        raise ModelUnavailable(f"found no cassette at {path}; {_recording_advice(path)}")
    return RecordedModel(Path(path), None)


def record(model: Model, path: Path) -> RecordedModel:
    """Return a model that answers from the cassette, and where it has no answer asks `model` and adds its.

    A last line that was cut off while it was written is removed.

    Raises:
        BadText: the file is no cassette.
    """
    _truncate_torn_line(path)
    return RecordedModel(path, model)


class RecordedModel:
    """A cassette with or without a model behind it; its name says both."""

    def __init__(self, path: Path, model: Model | None) -> None:
        self.name = f"recorded:{path}={model.name}" if model else f"recorded:{path}"
        self._path = path
        self._model = model
        self._replies = _read(path)

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer from the cassette, or from the model behind it.

        Raises:
            ModelUnavailable: the cassette has no answer and there is no model behind it.
            BadReply: as the model behind raises it; nothing is added.
            BudgetSpent: as the model behind raises it.
            CannotWrite: the cassette cannot be written to.
        """
        key = prompt_key(prompt)
        if key in self._replies:
            return self._replies[key]
        if self._model is None:
            raise ModelUnavailable(
                f"{self._path} has no answer to the question {prompt.text[:120]!r}; {_recording_advice(str(self._path))}"
            )
        reply = self._model(prompt)
        self._add(_Entry(key, prompt.purpose, reply))
        return reply

    def _add(self, line: _Entry) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise CannotWrite(f"the cassette {self._path} cannot be written to: {error}") from error
        self._replies[line.key] = line.reply


def prompt_key(prompt: Prompt) -> str:
    """Return the hash of everything in a prompt but `about`; pictures count by their sha256."""
    pictures = tuple(picture.sha256 for picture in prompt.pictures)
    hashed = _Hashed(prompt.text, prompt.system, prompt.form, pictures, prompt.purpose)
    return hashlib.sha256(msgspec.json.encode(hashed)).hexdigest()


def _recording_advice(path: str) -> str:
    return f"record it with: recorded:{path}=MODEL, where MODEL is for example openai:gpt-5-mini"


def _truncate_torn_line(path: Path) -> None:
    if not path.is_file():
        return
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def _read(path: Path) -> dict[str, Reply]:
    """Read a cassette; a last line that was cut off while it was written does not count."""
    if not path.is_file():
        return {}
    replies: dict[str, Reply] = {}
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    for number, text in enumerate(whole.splitlines(), 1):
        try:
            line = msgspec.json.decode(text, type=_Entry)
        except msgspec.DecodeError as error:
            raise BadText(f"{path}:{number} is no line of a cassette: {error}") from error
        replies[line.key] = line.reply
    return replies
