"""Local language models: GGUF files run by llama.cpp.

Pictures in prompts are ignored.

Small models answer with the name of an element far more accurately than with its mark, so OneOf is answered
by scoring the names of the options. The text of a prompt comes first and the question about its form last, so
that the common prefix of two prompts is computed once.
"""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from onscreen.model.best_first_search import make_distinct
from onscreen.model.few_shot_examples import Messages, few_shot_messages
from onscreen.model.json_documents import parse_document, parse_schema
from onscreen.model.llama_engine import CONTEXT_TOKENS, Completion, Engine, escape_special_tokens
from onscreen.model.local_catalog import find_model_file
from onscreen.model.option_labels import forced_choice
from onscreen.model.option_scorer import OptionScorer
from onscreen.types import FreeText, OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply

END_OPTION = "(nothing more)"
DOCUMENT_TOKENS = 1024


def local(rest: str) -> LocalModel:
    """Load a local model by name, such as "smollm2-135m", or by .gguf path.

    Raises:
        UnknownName: the text is neither a known name nor a path to a .gguf file.
        ModelUnavailable: the file is missing or cannot be loaded; the message contains the remedy.
    """
    return LocalModel(f"local:{rest}", find_model_file(rest))


class LocalModel:
    """A language model that is loaded from a GGUF file and runs in this process.

    `threads` defaults to the number of idle cores.
    """

    reads_pictures = False

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
        """Answer a prompt in the form that it requests.

        Raises:
            BadReply: a document was truncated, or does not match its schema.
            ModelUnavailable: the prompt is longer than the model's context.
            BadText: the form's schema is not a JSON schema.
        """
        forced = forced_choice(prompt)
        if forced is not None:
            return Reply(picked=forced, model=self.name)
        started_at = time.monotonic()
        reply = self._answer(prompt)
        return msgspec.structs.replace(reply, model=self.name, seconds=time.monotonic() - started_at)

    def _answer(self, prompt: Prompt) -> Reply:
        match prompt.form:
            case OneOf(options=options):
                return self._choose(prompt, options)
            case SomeOf(options=options, most=max_picked):
                return self._choose_some(prompt, options, max_picked=max_picked)
            case Schema(schema=schema):
                return self._document(prompt, schema)
            case FreeText(most_tokens=max_tokens):
                return _make_reply(self._engine.generate(_messages(prompt), max_tokens=max_tokens))

    def _choose(self, prompt: Prompt, options: tuple[str, ...]) -> Reply:
        names = _option_names(options)
        ask = f"Answer with one of these, word for word{_unlisted_options(options, prompt.text)}."
        scorer = OptionScorer(self._engine, _messages(prompt, ask, ending="\n"))
        ranked = scorer.choose(names, so_far="")
        return scorer.reply(names[ranked.index], (ranked.index,), confidence=ranked.confidence)

    def _choose_some(self, prompt: Prompt, options: tuple[str, ...], *, max_picked: int) -> Reply:
        names = (*_option_names(options), END_OPTION)
        ask = (
            f"Answer with those to use, in order, each on a line of its own, word for word"
            f"{_unlisted_options(options, prompt.text)}. "
            f"After the last one, or when none fits, write {END_OPTION}."
        )
        scorer = OptionScorer(self._engine, _messages(prompt, ask, ending=f"\n{END_OPTION}"))
        picked, confidence = list[int](), 1.0
        while len(picked) < max_picked:
            ranked = scorer.choose(names, so_far="".join(names[i] + "\n" for i in picked))
            confidence = min(confidence, ranked.confidence)
            if ranked.index == len(options):
                break
            picked.append(ranked.index)
        return scorer.reply("\n".join(names[i] for i in picked), tuple(picked), confidence=confidence)

    def _document(self, prompt: Prompt, schema: str) -> Reply:
        parsed_schema = parse_schema(schema)
        ask = "Answer with a JSON document."
        completion = self._engine.generate(
            _messages(prompt, ask), max_tokens=self._document_tokens, schema=parsed_schema
        )
        try:
            document = parse_document(completion.text, parsed_schema)
        except BadReply as error:
            prefix = (
                f"the document was truncated after {completion.tokens_out} tokens; "
                if completion.finish == "length"
                else ""
            )
            raise BadReply(
                f"{prefix}{error}", tokens_in=completion.tokens_in, tokens_out=completion.tokens_out
            ) from error
        return msgspec.structs.replace(_make_reply(completion), text=document)


def _make_reply(completion: Completion) -> Reply:
    return Reply(completion.text, tokens_in=completion.tokens_in, tokens_out=completion.tokens_out)


def _messages(prompt: Prompt, ask: str = "", *, ending: str = "") -> Messages:
    system = ({"role": "system", "content": escape_special_tokens(prompt.system)},) if prompt.system else ()
    if not ask:
        return (*system, {"role": "user", "content": escape_special_tokens(prompt.text)})
    examples = few_shot_messages(ask, ending) if ending else ()
    return (*system, *examples, {"role": "user", "content": f"{escape_special_tokens(prompt.text)}\n\n{ask}"})


def _option_names(options: tuple[str, ...]) -> tuple[str, ...]:
    return make_distinct([escape_special_tokens(option) for option in options])


def _unlisted_options(options: tuple[str, ...], text: str) -> str:
    """Format the options as a list, unless the prompt contains all of them.

    Returns "" if the text contains them. A list that repeats the screen would only make the prompt longer.
    """
    missing = any(" ".join(option.split()) not in text for option in options)
    return ": " + "; ".join(_option_names(options)) if missing else ""
