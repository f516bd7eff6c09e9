"""Values in which two instructions differ, and their replacement in texts."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TypeAlias

_WORD = re.compile(r"[^\s,;:.!?\"'\u201c\u201d()]+(?:[.:,'\u2019/@-][^\s,;:.!?\"'\u201c\u201d()]+)*")

Replacements: TypeAlias = tuple[tuple[str, str], ...]
"""Pairs of a value in the instruction of a reference and the value in its place in another instruction."""


def map_values(reference: str, instruction: str) -> Replacements:
    """Find the values of a reference's instruction that are replaced in another instruction.

    In "Call Ada at 5" and "Call Bo at 7", "Ada" is replaced by "Bo" and "5" by "7".
    """
    old, new = _WORD.findall(reference), _WORD.findall(instruction)
    blocks = SequenceMatcher(
        None, [word.casefold() for word in old], [word.casefold() for word in new], autojunk=False
    ).get_opcodes()
    pairs: list[tuple[str, str]] = []
    for kind, start, end, new_start, new_end in blocks:
        if kind != "replace":
            continue
        pairs.append((" ".join(old[start:end]), " ".join(new[new_start:new_end])))
        if end - start == new_end - new_start > 1:
            pairs.extend(zip(old[start:end], new[new_start:new_end], strict=True))
    return tuple(dict.fromkeys(sorted(pairs, key=lambda pair: -len(pair[0]))))


def fill_values(text: str, values: Replacements) -> str:
    """Replace the reference's values in a text, as whole words and ignoring case."""
    if not values or not text:
        return text
    by_old = {old.casefold(): new for old, new in reversed(values)}
    pattern = "|".join(re.escape(old) for old, _ in values)
    return re.sub(
        rf"(?<!\w)(?:{pattern})(?!\w)",
        lambda match: by_old[match.group().casefold()],
        text,
        flags=re.IGNORECASE,
    )
