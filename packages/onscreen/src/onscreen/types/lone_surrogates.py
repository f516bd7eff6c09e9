"""Lone surrogates: halves of surrogate pairs, which web pages may contain but UTF-8 cannot encode."""

from __future__ import annotations


def has_lone_surrogate(text: str) -> bool:
    """Check whether a text contains half of a surrogate pair."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def replace_surrogates(text: str) -> str:
    """Replace each half of a surrogate pair by "?"."""
    return text.encode("utf-8", "replace").decode()
