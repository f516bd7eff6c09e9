"""Recognition of labels of controls that spend money, delete data or send messages."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

_WORDS = tomllib.loads(files("onscreen.perceive").joinpath("irreversible_words.toml").read_text("utf-8"))

IRREVERSIBLE_WORDS = tuple(word for words in _WORDS["irreversible"].values() for word in words)
"""Phrases on controls with an irreversible effect, in 22 languages; a * stands for other words."""

_NEGATED = re.compile(
    r"\b(?:do not|don'?t|not|never|without|no|nicht|nie|keine?|ohne|ne pas|sans|non|senza|niet|geen|zonder"
    r"|bez|не|без|nao|nunca|sem|sin|ikke|inte|ala|jangan|لا) +\w+|\w+ (?:inte|ikke)\b"
    r"|[不勿未]\w{2}|\w+(?:しない|しません)|\w+(?:하지 )?(?:않음|않기)"
)
"""Pattern of a negated word, such as "do not delete"."""
_LOOKUP = re.compile(
    r"(?:(?:undo|restore|recover|resume|how|why|what|when|where|who|learn|read|about|view|show|see|hide|search"
    r"|find|help|filter|sort|schedule|draft|preview|cancel (?:the )?(?:deletion|payment|transfer|sending)"
    r"|wie|warum|was|comment|pourquoi|como|por que|come|perche|hoe|waarom|jak|dlaczego|как|почему)\b"
    r"|如何|怎么|为什么|どうやって|なぜ)(?!.*(?:\b(?:and|then|und|et|y|e|en|i)\b|[&+]))"
)
"""Pattern of a label that only looks up or undoes something, unlike "View and pay"."""
_NOUN = re.compile(
    r"(?:(?:pay|transfer|purchase|bid|format|order|broadcast|deploy|vote)s? (?:\w+ )*(?:history|policy|slips?"
    r"|stubs?|results?|options?|limits?|settings|preferences|details|methods?|log|report|status|help|info|information|guide)"
    r"|(?:支付|付款|购买|转账|支払|購入|注文|送信|결제|구매|전송|송금)\w*\s?"
    r"(?:记录|历史|履歴|내역|기록|設定|设置|설정|明细|方式|方法|방법|수단)"
    r"|(?:已|最近|최근 |onlangs )[\w ]+|\w+済み|\w*方法について)$"
)
"""Pattern of a label that names a thing instead of an action, such as "Order history"."""
_NO_SPACES = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LOOK_ALIKES = str.maketrans("асеорхуіѕԁ", "aceopxyisd")  # noqa: RUF001  Cyrillic on the left


def find_irreversible(text: str, words: Sequence[str] = IRREVERSIBLE_WORDS) -> bool:
    """Check whether a control's label contains a phrase such as "delete" or "pay".

    Case, accents, width and invisible characters are ignored. Returns False for a label that negates the
    action, asks about it or only names a thing ("Do not delete", "Why was my payment declined?", "Order
    history").
    """
    plain = _NEGATED.sub(" ", plain_letters(text))
    if _LOOKUP.match(plain) or _NOUN.match(plain):
        return False
    return any(_pattern(tuple(words)).search(each) for each in {plain, _as_latin(plain)})


def is_consent(text: str) -> bool:
    """Check whether a label only expresses consent, such as "OK" or "Continue"."""
    return plain_letters(text).strip(" .!") in _CONSENT


def plain_letters(text: str) -> str:
    """Normalize a text to lower case and single spaces, without accents and invisible characters."""
    shown = "".join(
        " " if unicodedata.category(c) == "Zs" else c for c in unicodedata.normalize("NFKD", text)
    )
    kept = (
        " " if c.isspace() else c
        for c in shown
        if c.isspace() or unicodedata.category(c) not in {"Cf", "Mn", "Cc", "Cn", "Co", "Cs"}
    )
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).casefold().replace("\u2019", "'").split())


def _as_latin(text: str) -> str:
    """Replace Cyrillic letters that look like Latin ones, if a word mixes both alphabets."""
    mixed = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0430-\u044f\u0456\u0455\u0501])\w+")
    return mixed.sub(lambda match: match.group().translate(_LOOK_ALIKES), text)


@lru_cache(maxsize=16)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a pattern that matches any of the phrases.

    A phrase matches whole words only, except in scripts without spaces between words.
    """
    spaced: list[str] = []
    unspaced: list[str] = []
    for word in words:
        plain = plain_letters(word.removesuffix("*"))
        inner = r" (?:\w+ ){0,2}".join(re.escape(part) for part in plain.split(" * "))
        escaped = inner + (r"\s*\w*" if word.endswith("*") else "")
        (unspaced if _NO_SPACES.search(plain) else spaced).append(escaped)
    return re.compile("|".join([rf"(?<!\w)(?:{'|'.join(spaced) or '(?!)'})(?!\w)", *unspaced]))


_CONSENT = frozenset(plain_letters(word) for words in _WORDS["consent"].values() for word in words)
