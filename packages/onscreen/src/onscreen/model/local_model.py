"""Models that run here, from GGUF files through llama.cpp; they read text only, pictures are left out.

Small models can say the name of a thing far better than its number, so "one of these" is answered by
scoring the names. The prompt's text comes first and what is asked about its form last: what two prompts
have in common at their beginning is read once.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from onscreen.model.few_shot_examples import Messages, examples
from onscreen.model.json_documents import read_document, read_schema
from onscreen.model.llama_engine import CONTEXT_TOKENS, Engine, Said, harmless
from onscreen.model.local_catalogue import path_of
from onscreen.model.option_labels import only_answer
from onscreen.model.option_ranking import distinct
from onscreen.model.option_scorer import Scorer
from onscreen.types import FreeText, OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply

ENOUGH = "(nothing more)"
DOCUMENT_TOKENS = 1024


def local(rest: str) -> LocalModel:
    """Return the model of a known name ("smollm2-135m") or of a path to a .gguf file.

    Raises:
        UnknownName: it is neither.
        ModelUnavailable: the file is not on this machine or cannot be loaded; the message says what to do.
    """
    return LocalModel(f"local:{rest}", path_of(rest))


class LocalModel:
    """A GGUF model in this process; `threads` are as many as there are idle cores unless told otherwise."""

    def __init__(
        self,
        name: str,
        path: Path,
        *,
        context_tokens: int = CONTEXT_TOKENS,
        document_tokens: int = DOCUMENT_TOKENS,
        threads: int | None = None,
    ) -> None:
        self.name = name
        self._document_tokens = document_tokens
        self._engine = Engine(path, context_tokens, threads=threads)

    def __call__(self, prompt: Prompt) -> Reply:
        """Answer in the prompt's form.

        Raises:
            BadReply: a document that was cut off, or does not fit its schema.
            ModelUnavailable: the prompt is longer than the model can read.
            BadText: the form's schema is no JSON schema.
        """
        settled = only_answer(prompt)
        if settled is not None:
            return Reply(picked=settled, model=self.name)
        began = time.monotonic()
        reply = self._answer(prompt)
        return msgspec.structs.replace(reply, model=self.name, seconds=time.monotonic() - began)

    def _answer(self, prompt: Prompt) -> Reply:
        match prompt.form:
            case OneOf(options=options):
                return self._choose(prompt, options)
            case SomeOf(options=options, most=most):
                return self._choose_some(prompt, options, most=most)
            case Schema(schema=schema):
                return self._document(prompt, schema)
            case FreeText(most_tokens=most_tokens):
                return _reply(self._engine.write(_messages(prompt), most_tokens=most_tokens))

    def _choose(self, prompt: Prompt, options: tuple[str, ...]) -> Reply:
        names = _names(options)
        ask = f"Answer with one of these, word for word{_unseen(options, prompt.text)}."
        scorer = Scorer(self._engine, _messages(prompt, ask, ending="\n"))
        found = scorer.choose(names, so_far="")
        return scorer.reply(names[found.index], (found.index,), confidence=found.confidence)

    def _choose_some(self, prompt: Prompt, options: tuple[str, ...], *, most: int) -> Reply:
        names = (*_names(options), ENOUGH)
        ask = (
            f"Answer with those to use, in order, each on a line of its own, word for word"
            f"{_unseen(options, prompt.text)}. After the last one, or when none fits, write {ENOUGH}."
        )
        scorer = Scorer(self._engine, _messages(prompt, ask, ending=f"\n{ENOUGH}"))
        picked, confidence = list[int](), 1.0
        while len(picked) < most:
            found = scorer.choose(names, so_far="".join(names[i] + "\n" for i in picked))
            confidence = min(confidence, found.confidence)
            if found.index == len(options):
                break
            picked.append(found.index)
        return scorer.reply("\n".join(names[i] for i in picked), tuple(picked), confidence=confidence)

    def _document(self, prompt: Prompt, schema: str) -> Reply:
        wanted = read_schema(schema)
        ask = "Answer with a JSON document."
        said = self._engine.write(_messages(prompt, ask), most_tokens=self._document_tokens, schema=wanted)
        try:
            document = read_document(said.text, wanted)
        except BadReply as error:
            cut = f"it was cut off after {said.tokens_out} tokens; " if said.finish == "length" else ""
            raise BadReply(f"{cut}{error}", tokens_in=said.tokens_in, tokens_out=said.tokens_out) from error
        return msgspec.structs.replace(_reply(said), text=document)


def _reply(said: Said) -> Reply:
    return Reply(said.text, tokens_in=said.tokens_in, tokens_out=said.tokens_out)


def _messages(prompt: Prompt, ask: str = "", *, ending: str = "") -> Messages:
    system = ({"role": "system", "content": harmless(prompt.system)},) if prompt.system else ()
    if not ask:
        return (*system, {"role": "user", "content": harmless(prompt.text)})
    shown = examples(ask, ending) if ending else ()
    return (*system, *shown, {"role": "user", "content": f"{harmless(prompt.text)}\n\n{ask}"})


def _names(options: tuple[str, ...]) -> tuple[str, ...]:
    return distinct([harmless(option) for option in options])


def _unseen(options: tuple[str, ...], text: str) -> str:
    """Name the options where the text does not, whose screen should be read once and not again behind."""
    missing = any(" ".join(option.split()) not in text for option in options)
    return ": " + "; ".join(_names(options)) if missing else ""
