"""Normalized words of texts and screens, for finding a text on a screen by whole words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from onscreen.perceive.shot_cache import ShotCache
from onscreen.types import Shot

_WORD = re.compile(r"[^\W_](?:[\w.@+'-]*[^\W_])?")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_NO_SPACES = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")


class WordSequence(msgspec.Struct, frozen=True):
    """Words of a text in lower case, without punctuation, and the same words on one line.

    The line begins and ends with a space, and one space separates two words.
    """

    line: str
    words: frozenset[str]

    def contains(self, words: str) -> bool:
        """Check whether consecutive words, separated by single spaces, occur in the line.

        In scripts without spaces between words, they may be a part of a longer word.
        """
        return f" {words} " in self.line or (bool(_NO_SPACES.search(words)) and words in self.line)


def split_text(text: str) -> list[str]:
    """Split a text into words in lower case; addresses, numbers and hosts are one word each.

    Case, Unicode width and invisible characters are ignored.
    """
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    return _WORD.findall(text.casefold())


def make_word_sequence(texts: Iterable[str]) -> WordSequence:
    """Build the line of words of several texts."""
    words = split_text("\n".join(texts))
    return WordSequence(f" {' '.join(words)} ", frozenset(words))


def screen_words(shot: Shot) -> WordSequence:
    """Return the words of all texts on a screen; the result is cached while the shot exists."""
    return _WORDS(shot)


def _texts(shot: Shot) -> Iterator[str]:
    """Yield the texts of a screen: of its nodes, its address, its tabs and its dialog."""
    yield shot.app
    yield shot.address
    for tab in shot.tabs:
        yield tab.title
        yield tab.address
    if shot.dialog is not None:
        yield shot.dialog.message
        yield shot.dialog.default
    for node in shot.nodes:
        if node.name:
            yield node.name
        if node.value:
            yield node.value
        if node.clue:
            yield node.clue


_WORDS = ShotCache(lambda shot: make_word_sequence(_texts(shot)))
