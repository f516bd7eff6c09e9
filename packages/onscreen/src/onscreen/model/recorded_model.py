"""A model that replays recorded answers without network access.

Answers are stored in a file, the cassette, with one JSON entry per answer: the prompt's key (its hash), its
purpose, and the reply. API keys are not part of prompts or replies, so they are never stored.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from onscreen.model.base import Model, reads_pictures
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
    """Create a model that replays recorded answers, and optionally records new ones.

    `rest` is "PATH" or "PATH=MODEL". The first form only replays; the second calls MODEL for prompts without
    a recorded answer and records its answers.

    Raises:
        ModelUnavailable: there is no cassette at PATH, or MODEL cannot be used.
        BadText: the file is not a cassette, or the name is empty.
        UnknownName: MODEL is of an unknown kind.
        MissingExtra: MODEL needs a package that is not installed.
    """
    path, _, model_name = rest.partition("=")
    if not path:
        raise BadText(f"found {rest!r}, expected recorded:PATH to replay or recorded:PATH=MODEL to record")
    if model_name:
        return record(make_model(model_name), Path(path))
    if not Path(path).is_file():
        raise ModelUnavailable(f"found no cassette at {path}; {_recording_advice(path)}")
    return RecordedModel(Path(path), None)


def record(model: Model, path: Path) -> RecordedModel:
    """Wrap a model so that its answers are recorded in a file and replayed from there.

    Prompts without a recorded answer are sent to `model`. An incomplete last line of the file is removed.

    Raises:
        BadText: the file is not a cassette.
    """
    _truncate_torn_line(path)
    return RecordedModel(path, model)


class RecordedModel:
    """A model that replays recorded answers and can record new ones.

    Prompts without a recorded answer are sent to `model`, if given.
    """

    def __init__(self, path: Path, model: Model | None) -> None:
        self.name = f"recorded:{path}={model.name}" if model else f"recorded:{path}"
        self.reads_pictures = model is None or reads_pictures(model)
        self._path = path
        self._model = model
        self._replies = _read(path)

    def __call__(self, prompt: Prompt) -> Reply:
        """Return the recorded answer to a prompt, or record a new one.

        Raises:
            ModelUnavailable: the cassette has no answer, and no model is attached.
            BadReply: raised by the attached model; nothing is recorded.
            BudgetSpent: raised by the attached model.
            CannotWrite: the cassette cannot be written.
        """
        key = prompt_key(prompt)
        if key in self._replies:
            return self._replies[key]
        if self._model is None:
            raise ModelUnavailable(
                f"{self._path} has no answer to the prompt {prompt.text[:120]!r}; "
                f"{_recording_advice(str(self._path))}"
            )
        reply = self._model(prompt)
        self._add(_Entry(key, prompt.purpose, reply))
        return reply

    def _add(self, entry: _Entry) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(entry) + b"\n")
        except OSError as error:
            raise CannotWrite(f"the cassette {self._path} cannot be written: {error}") from error
        self._replies[entry.key] = entry.reply


def prompt_key(prompt: Prompt) -> str:
    """Compute a hash that identifies a prompt in a recording.

    Pictures are represented by their SHA-256 hashes.
    """
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
    """Read a cassette; an incomplete last entry is ignored."""
    if not path.is_file():
        return {}
    replies: dict[str, Reply] = {}
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    for number, text in enumerate(whole.splitlines(), 1):
        try:
            entry = msgspec.json.decode(text, type=_Entry)
        except msgspec.DecodeError as error:
            raise BadText(f"{path}:{number} is not an entry of a cassette: {error}") from error
        replies[entry.key] = entry.reply
    return replies
