"""Models that run here, from GGUF files through llama.cpp; they read text only, pictures are left out.

Small models can say the name of a thing far better than its number, so "one of these" is answered by
scoring the names. The prompt's text comes first and what is asked about its form last: what two prompts
have in common at their beginning is read once.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from onscreen.model.few_shot_examples import Messages, few_shot_messages
from onscreen.model.json_documents import parse_document, parse_schema
from onscreen.model.llama_engine import CONTEXT_TOKENS, Completion, Engine, escape_special_tokens
from onscreen.model.local_catalogue import find_model_file
from onscreen.model.option_labels import forced_choice
from onscreen.model.option_ranking import make_distinct
from onscreen.model.option_scorer import OptionScorer
from onscreen.types import FreeText, OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply

END_OPTION = "(nothing more)"
DOCUMENT_TOKENS = 1024


def local(rest: str) -> LocalModel:
    """Return the model of a known name ("smollm2-135m") or of a path to a .gguf file.

    Raises:
        UnknownName: it is neither.
        ModelUnavailable: the file is not on this machine or cannot be loaded; the message says what to do.
    """
    return LocalModel(f"local:{rest}", find_model_file(rest))


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
        settled = forced_choice(prompt)
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
                return _make_reply(self._engine.generate(_messages(prompt), max_tokens=most_tokens))

    def _choose(self, prompt: Prompt, options: tuple[str, ...]) -> Reply:
        names = _option_names(options)
        ask = f"Answer with one of these, word for word{_unlisted_options(options, prompt.text)}."
        scorer = OptionScorer(self._engine, _messages(prompt, ask, ending="\n"))
        found = scorer.choose(names, so_far="")
        return scorer.reply(names[found.index], (found.index,), confidence=found.confidence)

    def _choose_some(self, prompt: Prompt, options: tuple[str, ...], *, most: int) -> Reply:
        names = (*_option_names(options), END_OPTION)
        ask = (
            f"Answer with those to use, in order, each on a line of its own, word for word"
            f"{_unlisted_options(options, prompt.text)}. After the last one, or when none fits, write {END_OPTION}."
        )
        scorer = OptionScorer(self._engine, _messages(prompt, ask, ending=f"\n{END_OPTION}"))
        picked, confidence = list[int](), 1.0
        while len(picked) < most:
            found = scorer.choose(names, so_far="".join(names[i] + "\n" for i in picked))
            confidence = min(confidence, found.confidence)
            if found.index == len(options):
                break
            picked.append(found.index)
        return scorer.reply("\n".join(names[i] for i in picked), tuple(picked), confidence=confidence)

    def _document(self, prompt: Prompt, schema: str) -> Reply:
        wanted = parse_schema(schema)
        ask = "Answer with a JSON document."
        said = self._engine.generate(_messages(prompt, ask), max_tokens=self._document_tokens, schema=wanted)
        try:
            document = parse_document(said.text, wanted)
        except BadReply as error:
            cut = f"it was cut off after {said.tokens_out} tokens; " if said.finish == "length" else ""
            raise BadReply(f"{cut}{error}", tokens_in=said.tokens_in, tokens_out=said.tokens_out) from error
        return msgspec.structs.replace(_make_reply(said), text=document)


def _make_reply(said: Completion) -> Reply:
    return Reply(said.text, tokens_in=said.tokens_in, tokens_out=said.tokens_out)


def _messages(prompt: Prompt, ask: str = "", *, ending: str = "") -> Messages:
    system = ({"role": "system", "content": escape_special_tokens(prompt.system)},) if prompt.system else ()
    if not ask:
        return (*system, {"role": "user", "content": escape_special_tokens(prompt.text)})
    shown = few_shot_messages(ask, ending) if ending else ()
    return (*system, *shown, {"role": "user", "content": f"{escape_special_tokens(prompt.text)}\n\n{ask}"})


def _option_names(options: tuple[str, ...]) -> tuple[str, ...]:
    return make_distinct([escape_special_tokens(option) for option in options])


def _unlisted_options(options: tuple[str, ...], text: str) -> str:
    """Name the options where the text does not, whose screen should be read once and not again behind."""
    missing = any(" ".join(option.split()) not in text for option in options)
    return ": " + "; ".join(_option_names(options)) if missing else ""
