"""Judgement of English labels in catalogs by rules in english_labels.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_RULES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _compile(pattern: str, alternatives: list[str]) -> re.Pattern[str]:
    return re.compile(pattern.format("|".join(alternatives)), re.IGNORECASE)


_DANGEROUS = {meaning: _compile("(?:{})", rules) for meaning, rules in _RULES["irreversible"].items()}
SEED = _compile(r"\b(?:{})\w*", _RULES["patterns"]["seeds"])
"""Pattern of a word that may name an irreversible action."""
_HARMLESS = _compile("{}", _RULES["patterns"]["harmless"])
_TITLE = _compile(r"\b(?:{})$", _RULES["patterns"]["titles"])
_START = re.compile(
    r"(?:(?:yes|ok|no)[,.]? |(?:click to|please|also|permanently|really|just|force|mass|bulk|batch|always"
    r"|quick|safely|immediately) )+",
    re.IGNORECASE,
)


def judge_label(text: str) -> str | None:
    """Return what an irreversible label does, "" for a harmless label, None for an unclear one."""
    if text.endswith(("?", "!")) or text.isupper():
        return None
    start = _START.match(text)
    rest = text[start.end() :] if start else text
    if not text.endswith(".") and not re.match(r"(?:undo|redo|re)\b", text, re.IGNORECASE):
        for meaning, rule in _DANGEROUS.items():
            if rule.match(rest):
                return None if _TITLE.search(rest) else meaning
        if found := re.search(r" (?:and|&|or|/) (.+)$", rest):
            for meaning, rule in _DANGEROUS.items():
                if rule.match(found[1]):
                    return None if _TITLE.search(rest) else meaning
    if not SEED.search(text):
        return ""
    return "" if _HARMLESS.match(text) else None
