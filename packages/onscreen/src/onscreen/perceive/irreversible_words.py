"""Recognition of labels of controls that spend money, delete data or send messages.

A label is judged by the weights of its words, parts of words and pairs of words (`irreversible_names.tsv`).
They were learned from the labels of free programs and their translations into 22 languages, see
tools/fit_irreversible_names.py. English words that this takes for an action of another language are listed in
`harmless_words.txt` and ignored.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import msgspec

from onscreen.perceive.irreversible_features import extract_features, split_label, word_features

_FOLDER = files("onscreen.perceive")
_UNKNOWN = "unknown"
MAX_NEUTRAL_WEIGHT = 20
"""Maximum weight, in hundredths, of a word that says nothing about an action."""
NEGATED = re.compile(
    r"\b(?:do not|don'?t|not|never|without|no|nicht|nie|keine?|ohne|ne pas|sans|non|senza|niet|geen|zonder"
    r"|bez|не|без|nao|nunca|sem|sin|ikke|inte|ala|jangan|لا) +\w+|\w+ (?:inte|ikke)\b"
    r"|[不勿未]\w{2}|\w+(?:しない|しません)|\w+(?:하지 )?(?:않음|않기)"
)
"""Pattern of a negated word, such as "do not delete"."""
_LOOKUP = re.compile(
    r"(?:(?:undo|how|why|what|when|where|who|learn|read|about|view|show|see|hide|search|find|help|preview"
    r"|cancel (?:the )?(?:deletion|payment|transfer|sending)"
    r"|close (?:the |this )?(?:banner|bubble|dialog|drawer|guidance|guide|hint|menu|message|modal"
    r"|notification|panel|popup|preview|sidebar|tab|tip|toast|tooltip|tour|window)"
    r"|wie|warum|was|comment|pourquoi|como|por que|come|perche|hoe|waarom|jak|dlaczego|как|почему)\b"
    r"|如何|怎么|为什么|どうやって|なぜ)(?!.*(?:\b(?:and|then|und|et|y|e|en|i)\b|[&+]))"
)
"""Pattern of a label that asks, looks something up or takes something back, unlike "View and pay"."""
_SUBMIT = re.compile(
    r"\bsubmit (?:(?:the|your|my|these|all) )?(?:changes?|edits?|form|query|search|filters?)(?=$|[.!]| and\b)"
)
"""Pattern of a label that means no more than "Submit", which alone does not count as sending."""
_GOT_IT = re.compile(r"\b(?:got|skip) it\b[\s:,.!]*")
"""Pattern of words that only close a hint; "it" alone means delete in other languages."""
_CONFIRMATION = re.compile(
    r"\b(?:(?:please )?confirm (?:that )?you want to|are you (?:really |absolutely )*sure(?: that)?"
    r"(?: you(?: really)?(?: want| wish| would like)?(?: to)?)?|do you (?:really |still )*(?:want|wish) to"
    r"|would you (?:really )?like to|you(?:'re| are) about to|this (?:action |operation )?(?:will|would)"
    r"|really|(?:click|drag|hold|press|slide|swipe|tap)(?: here| and hold)? to"
    r"|sind sie (?:sich )?sicher,? (?:dass|ob) sie|(?:mochten|wollen) sie|(?:mochtest|willst) du|wirklich"
    r"|voulez[- ]vous(?: vraiment)?|etes[- ]vous sur(?:e|\(e\))? de vouloir|vraiment"
    r"|(?:esta|estas) seguro(?: de)?(?: que)?(?: quiere| quieres| desea)?|seguro que quiere[s]?|realmente"
    r"|(?:desea|quiere|quieres) (?:realmente )?|tem certeza(?: de)? que (?:deseja|quer)|deseja(?: mesmo)?"
    r"|sei sicuro di voler|(?:vuoi|si vuole|desideri) (?:davvero )?|weet (?:u|je) zeker dat (?:u|je)"
    r"|czy na pewno chcesz|вы (?:действительно|уверены,? что) (?:хотите)?|действительно)(?=\W|$)\s*"
)
"""Pattern of words that ask for a confirmation without naming the confirmed action."""
_LEAVING = frozenset(
    ("leave", "quit", "exit", "move", "finish", "close", "end", "replace", "share", "salir", "stoppen")
)
"""First words of a confirmed action that only leaves or ends something."""
_ADDRESS = re.compile(r"(?<!\S)(?:https?:/)?/\S+")
"""Pattern of a web address or its path, whose colons do not separate clauses."""
_CLAUSE_END = re.compile(r"[:;?!|]\s*")
_PUNCTUATION = ".,:;!?()[]\"'…"
_NO_SPACES = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LOOK_ALIKES = str.maketrans("асеорхуіѕԁ", "aceopxyisd")  # noqa: RUF001  Cyrillic on the left


class Finding(msgspec.Struct, frozen=True):
    """Reason why a label looks irreversible: the decisive word and its meaning ("" if unknown)."""

    word: str
    meaning: str = ""

    def __str__(self) -> str:
        """Explain the finding, such as "'löschen' means delete"."""
        is_english = self.meaning.split(" ")[0] in self.word.casefold().split(" ")
        return f"{self.word!r} means {self.meaning}" if self.meaning and not is_english else ""


def find_irreversible(text: str, phrases: Sequence[str] = ()) -> Finding | None:
    """Check whether a control's label names an irreversible action, such as deleting or paying.

    Case, accents, width and invisible characters are ignored. Returns None for a harmless label, which
    includes labels that negate an action or ask about it ("Do not delete", "Why was my payment declined?"),
    and labels that only express consent. `phrases` are recognized as well; a final * matches any ending.
    """
    plain = plain_letters(_ADDRESS.sub(lambda match: match.group().replace(":", "/"), text))
    clauses = (plain, _as_latin(plain), *_CLAUSE_END.split(plain))
    asked = [_CONFIRMATION.sub("", clause) for clause in clauses]
    asked = [each for each in asked if each.partition(" ")[0].strip(_PUNCTUATION) not in _LEAVING]
    for each in dict.fromkeys((*clauses, *asked)):
        if found := _find(each, tuple(phrases)):
            shown = (word.strip(_PUNCTUATION) for word in text.split() if found.word in plain_letters(word))
            return msgspec.structs.replace(found, word=next(shown, found.word))
    return None


def contains_phrase(text: str, phrases: Sequence[str]) -> bool:
    """Check whether a control's label contains one of the user's phrases, as in `find_irreversible`."""
    return bool(_pattern(tuple(phrases)).search(plain_letters(text)))


@lru_cache(maxsize=4096)
def _find(plain: str, phrases: tuple[str, ...]) -> Finding | None:
    kept = NEGATED.sub(_drop_irreversible, _SUBMIT.sub("submit", _GOT_IT.sub("", plain)))
    if _LOOKUP.match(kept):
        return None
    if found := _pattern(phrases).search(kept):
        return Finding(found.group())
    return None if is_consent(kept) else _judge(kept)


def _drop_irreversible(negated: re.Match[str]) -> str:
    """Replace a negated irreversible word by a space; "Don't save" stays, because changes are lost."""
    return " " if any(_judge(word) for word in split_label(negated.group())) else negated.group()


def _judge(plain: str) -> Finding | None:
    """Sum the weights of a label's features and compare the sum with the threshold."""
    weights = _read_weights()
    plain = _without_harmless(plain)
    features = [weights.by_feature[each] for each in extract_features(plain) if each in weights.by_feature]
    if sum(weight for weight, _ in features) <= weights.threshold:
        return None
    meanings = Counter[str]()
    for weight, meaning in features:
        if weight > 0 and meaning != _UNKNOWN:
            meanings[meaning] += weight
    word = max(split_label(plain), key=_rate_word, default=plain)
    return Finding(word, meanings.most_common(1)[0][0] if meanings else "")


def _without_harmless(plain: str) -> str:
    """Remove the English words that only look like an action in another language.

    Beside a word that may be an action, as in "Order food", they remain.
    """
    harmless, words = _read_harmless_words(), split_label(plain)
    others = [word for word in words if word not in harmless]
    may_act = any(_rate_word(word) > MAX_NEUTRAL_WEIGHT for word in others)
    return plain if may_act or len(others) == len(words) else " ".join(others)


@lru_cache(maxsize=1)
def _read_harmless_words() -> frozenset[str]:
    lines = _FOLDER.joinpath("harmless_words.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _rate_word(word: str) -> int:
    weights = _read_weights().by_feature
    features = (*word_features(word), f"<{word}", f"<{word}>")
    return sum(weights[each][0] for each in features if each in weights)


class _Weights(msgspec.Struct, frozen=True):
    """The weights and meanings of features, and the threshold for the sum of a label's weights."""

    by_feature: dict[str, tuple[int, str]]
    threshold: int


@lru_cache(maxsize=1)
def _read_weights() -> _Weights:
    text = _FOLDER.joinpath("irreversible_names.tsv").read_text("utf-8")
    threshold, *lines = (line for line in text.splitlines() if not line.startswith("#"))
    weights = {}
    for line in lines:
        meaning, weight, *features = line.split("\t")
        weights.update(dict.fromkeys(features, (int(weight), meaning)))
    return _Weights(weights, int(threshold))


def is_consent(text: str) -> bool:
    """Check whether a label only expresses consent, such as "OK" or "Continue"."""
    return is_submit(text) or plain_letters(text).strip(" .!") in _CONSENT


def is_submit(text: str) -> bool:
    """Check whether a label means no more than "Submit", such as "Submit changes"."""
    return _SUBMIT.sub("submit", plain_letters(text)).strip(" .!") == "submit"


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


_CONSENT = frozenset(
    plain_letters(word)
    for word in tomllib.loads(_FOLDER.joinpath("consent_words.toml").read_text("utf-8"))["consent"]
)
