"""Tracing of an action's arguments to the user's words, to kept values or to screens of the run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import unquote_plus

import msgspec

from onscreen.device.clipboard_keys import PASTE_KEYS, normalize_keys
from onscreen.perceive.text_normalization import WordSequence, make_word_sequence, screen_words, split_text
from onscreen.types import (
    Action,
    Answer,
    Ask,
    Click,
    Decision,
    Element,
    Episode,
    Open,
    Press,
    Select,
    Task,
    Type,
    Upload,
)
from onscreen.types.argument_origin import ArgumentKind, Origin

Argument: TypeAlias = tuple[ArgumentKind, str]

COPIED_WORDS = 5
"""Number of consecutive words that count as copied if a screen shows them."""

IDENTIFIER_CHARS = 4
"""Minimum length of a word with a digit, "@" or "." that counts as copied if a screen shows it."""

OPTION_ROLES = frozenset({"option", "radio", "menuitemradio"})
"""Roles of elements whose selection enters their name into a form."""


_ADDRESS = re.compile(
    r"(?<![^\s@])[^\s@]+@[^\s@]+\.\w{2,}|https?://\S+|(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,}\b"
    r"|(?<![\w-])\+?\d(?:[ ()/.-]?\d){7,}(?![\w-])"
    r"|\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,}(?: ?[a-z0-9]{1,3})?\b",
    re.IGNORECASE,
)
"""Pattern of a mail or web address, a telephone number or an account number."""
_IDENTIFIER = re.compile(r"(?!\d{1,2}(?:am|pm|st|nd|rd|th)$)(?!(?:19|20)\d\d$).*(?:[\d@]|\w\.\w)")
"""Pattern of a word that identifies one thing, such as a code, a host or an amount; not a year or an hour."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d(?::?\d\d){1,2})?|\d{1,2}[./]\d{1,2}[./]\d{4}")


def trace_origins(episode: Episode, decision: Decision) -> tuple[Origin, ...]:
    """Trace each argument of a decision's action to its origin, in the order of `list_arguments`.

    The origin is the user if the user wrote every word of the argument; otherwise a kept value if the
    argument contains one; otherwise a screen if it shows the whole argument, a number or address in it, or
    `COPIED_WORDS` consecutive words of it; otherwise the agent.
    """
    arguments = list(list_arguments(decision.action))
    if not arguments:
        return ()
    user = user_words(episode)
    return tuple(_trace(each, episode, decision=decision, user=user) for each in arguments)


def list_arguments(action: Action) -> Iterator[Argument]:
    """Yield the kind and the text of each argument that carries data to the device."""
    match action:
        case Type():
            yield "text", action.text
        case Press() if normalize_keys(action.keys) in PASTE_KEYS:
            yield "text", ""
        case Open():
            yield "address", action.what
        case Select():
            yield from (("option", option) for option in action.options)
        case Click(target=Element() as target) if target.role in OPTION_ROLES:
            yield "option", target.name
        case Upload():
            yield from (("file", path) for path in action.paths)
        case Answer() if action.accept and action.text:
            yield "answer", action.text


def user_words(episode: Episode) -> WordSequence:
    """Return the words that the user wrote: in the task, and in answers to the agent's questions."""
    answers = tuple(
        outcome.message
        for decision, outcome in zip(episode.decisions, episode.outcomes, strict=True)
        if isinstance(decision.action, Ask) and not outcome.failed
    )
    return _word_sequence(user_texts(episode.task) + answers)


def user_texts(task: Task) -> tuple[str, ...]:
    """Return the parts of a task that the user wrote: instructions, applications and start address."""
    tools = tuple(text for tool in task.tools for text in (tool.name, tool.address, tool.about))
    turns = tuple(turn.instruction for turn in task.earlier_turns)
    return (task.instruction, *turns, *tools, task.start.address)


def find_address(text: str) -> str:
    """Return the first mail, web, telephone or account address in a text, or "" if nothing matches."""
    match = _ADDRESS.search(_DATE.sub(" ", text))
    return match.group() if match else ""


@lru_cache(maxsize=64)
def _word_sequence(texts: tuple[str, ...]) -> WordSequence:
    return make_word_sequence(texts)


def _trace(each: Argument, episode: Episode, *, decision: Decision, user: WordSequence) -> Origin:
    argument, text = each
    if argument == "text" and not text:
        return _pasted(episode, decision)
    for secret in episode.task.secrets:
        text = text.replace("{" + secret + "}", " ")
    words = split_text(unquote_plus(text) if argument == "address" else text)
    whole = " ".join(words)
    foreign = [word for word in words if not _is_user_word(word, user)]
    if not foreign or user.contains(whole):
        return Origin(argument, "user")
    for name, value, shot in _kept_values(episode, decision):
        kept = split_text(value)
        if kept and f" {' '.join(kept)} " in f" {whole} " and not all(_is_user_word(w, user) for w in kept):
            return Origin(argument, "note", value, shot, name)
    if not _own_texts(episode).contains(whole):
        parts = _parts(words, foreign)
        shown = next(_shown(parts, episode, words=words, foreign=frozenset(foreign)), None)
        if shown is not None:
            return Origin(argument, "screen", shown[1], shown[0])
    return Origin(argument, "agent", find_address(text))


def _pasted(episode: Episode, decision: Decision) -> Origin:
    """Return the origin of a pasted text, which may be anything that was on the screen.

    An empty text that is typed only clears a field.
    """
    if isinstance(decision.action, Press):
        return Origin("text", "screen", "the clipboard", len(episode.shots) - 1)
    return Origin("text", "user")


def _is_user_word(word: str, user: WordSequence) -> bool:
    return word in user.words or word.removesuffix("'s") in user.words or user.contains(word)


def _kept_values(episode: Episode, decision: Decision) -> Iterator[tuple[str, str, int]]:
    """Yield the name and text of each value kept at this decision, and the index of its first screen."""
    for value in decision.plan.values:
        earlier = (at for at, each in enumerate(episode.decisions) if value in each.plan.values)
        yield value.name, value.text, next(earlier, len(episode.shots) - 1)


def _own_texts(episode: Episode) -> WordSequence:
    """Return the words of earlier arguments that no screen had shown before the agent entered them."""
    texts: list[str] = []
    for decision in episode.decisions:
        for origin, (_, text) in zip(decision.origins, list_arguments(decision.action), strict=False):
            if origin.kind in {"agent", "user"}:
                texts.append(text)
    return _word_sequence(tuple(texts))


def _parts(words: Sequence[str], foreign: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of an argument that count as copied if a screen shows them."""
    identifiers = (w for w in foreign if len(w) >= IDENTIFIER_CHARS and _IDENTIFIER.match(w))
    return tuple(dict.fromkeys((" ".join(words), *identifiers)))


def _shown(
    parts: Sequence[str], episode: Episode, *, words: Sequence[str], foreign: frozenset[str]
) -> Iterator[tuple[int, str]]:
    """Yield index and part for each screen that shows a part of an argument, oldest first."""
    own = _own_texts(episode)
    seen: set[int] = set()
    for index, shot in enumerate(episode.shots):
        if id(shot) in seen:
            continue
        seen.add(id(shot))
        screen = screen_words(shot)
        for part in (*parts, *_shown_runs(words, screen, foreign=foreign)):
            if screen.contains(part) and not own.contains(part):
                yield index, part


def _shown_runs(words: Sequence[str], screen: WordSequence, *, foreign: frozenset[str]) -> Iterator[str]:
    """Yield the runs of `COPIED_WORDS` words that a screen shows completely.

    Runs that consist only of the user's words are skipped.
    """
    count = 0
    for at, word in enumerate(words):
        count = count + 1 if word in screen.words else 0
        run = words[max(0, at + 1 - COPIED_WORDS) : at + 1]
        if count >= COPIED_WORDS and not foreign.isdisjoint(run):
            yield " ".join(run)


def with_origins(episode: Episode, decision: Decision) -> Decision:
    """Return a decision with the origins of its action's arguments added."""
    return msgspec.structs.replace(decision, origins=trace_origins(episode, decision))


def with_caller_origins(episode: Episode, decision: Decision) -> Decision:
    """Add the origins of the arguments to an action decided on by a session's caller.

    The words of a command count as the user's, unless a screen showed them first, because a caller that reads
    screens may have copied them.
    """
    origins = trace_origins(episode, decision)
    own = tuple(Origin(o.argument, "user") if o.kind == "agent" else o for o in origins)
    return msgspec.structs.replace(decision, origins=own)
