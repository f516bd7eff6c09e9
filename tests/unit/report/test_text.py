"""Formatting of text and numbers for pages."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.report.html_text_format import (
    format_duration,
    format_number,
    format_percent,
    format_usd,
    make_visible,
    one_line,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\x00b\x1b[31m", "a⟨U+0000⟩b⟨U+001B⟩[31m"),
        ("x\u200by", "x⟨U+200B⟩y"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("one\r\ntwo\tthree", "one\ntwo\tthree"),
        ("one\rtwo", "one⟨U+000D⟩two"),
    ],
)
def test_hidden_characters_are_shown(text: str, shown: str) -> None:
    """Invisible and bidirectional characters are replaced by their code point."""
    assert make_visible(text) == shown


@pytest.mark.parametrize("text", ["Grüße, 世界", "שלום", "👩\u200d🚀", "नमस्\u200cते", "a\tb\nc"])
def test_ordinary_text_is_unchanged(text: str) -> None:
    """Any script, joined characters, tabs and line feeds are unchanged."""
    assert make_visible(text) == text


def test_long_text_is_truncated_with_a_note() -> None:
    """Long text is truncated with the number of missing characters."""
    shown = make_visible("x" * 10_000_000, 100)
    assert shown == "x" * 100 + " … [9,999,900 more characters]"
    assert make_visible("x" * 100, 100) == "x" * 100


@given(st.text(st.characters()))
def test_any_text_can_be_written_as_utf8_and_hides_nothing(text: str) -> None:
    """Any text can be encoded as UTF-8 afterwards and contains no control character."""
    shown = make_visible(text)
    shown.encode("utf-8")
    assert all(c in "\t\n" or unicodedata.category(c) not in ("Cc", "Cs") for c in shown)


def test_one_line_has_no_line_feed() -> None:
    """`one_line` returns one line."""
    assert one_line(" one\n  two\tthree ") == "one two three"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (format_number(1.0), "1"),
        (format_number(0.25), "0.25"),
        (format_percent(None), "–"),
        (format_percent(2 / 3), "66.7 %"),
        (format_percent(1.0), "100 %"),
        (format_duration(-1), "0.0 s"),
        (format_duration(0.84), "0.8 s"),
        (format_duration(9.97), "10.0 s"),
        (format_duration(42), "42 s"),
        (format_duration(59.7), "1 min 0 s"),
        (format_duration(185), "3 min 5 s"),
        (format_duration(7440), "2 h 4 min"),
        (format_usd(0), "$0"),
        (format_usd(0.00042), "$0.00042"),
        (format_usd(1.2), "$1.20"),
        (format_usd(1234.5), "$1,234.50"),
    ],
)
def test_numbers_are_formatted(shown: str, expected: str) -> None:
    """Numbers, rates, durations and costs are formatted for readers."""
    assert shown == expected
