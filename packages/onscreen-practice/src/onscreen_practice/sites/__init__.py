"""Small web applications to practise on, without a network: shop, mail, calendar, notes, calculator, wiki.

They are static pages in this folder, served under one host (`FOLDER`), their state in `localStorage` under
the name of the site, so that a check can read the state of all of them from any page. They always begin
the same. `?trouble=cookies,newsletter,ad,slow` on the first page switches on what real sites do to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent


class Product(msgspec.Struct, frozen=True):
    """One thing on sale; `cents` is the price in hundredths of a dollar, `stock` how many there are."""

    id: str
    name: str
    category: str
    cents: int
    stock: int
    rating: float

    @property
    def price(self) -> str:
        """The price as the shop shows it, without the sign of the currency."""
        return f"{self.cents / 100:.2f}"


class Message(msgspec.Struct, frozen=True):
    """One mail in the inbox."""

    id: str
    sender: str
    address: str
    subject: str
    text: str


class Event(msgspec.Struct, frozen=True):
    """One entry of the calendar; `date` is YYYY-MM-DD, `time` HH:MM."""

    id: str
    title: str
    date: str
    time: str
    calendar: str


class Article(msgspec.Struct, frozen=True):
    """One page of the wiki."""

    title: str
    text: str
    facts: Mapping[str, str]


class World(msgspec.Struct, frozen=True):
    """All that the sites hold when they begin."""

    products: tuple[Product, ...]
    messages: tuple[Message, ...]
    lists: Mapping[str, tuple[str, ...]]
    events: tuple[Event, ...]
    articles: tuple[Article, ...]


@cache
def world() -> World:
    """Read the data of the sites, the same files the pages read."""
    merged: dict[str, msgspec.Raw] = {}
    for site in ("shop", "mail", "notes", "calendar", "wiki"):
        text = (FOLDER / site / "data.json").read_bytes()
        merged |= msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    return msgspec.json.decode(msgspec.json.encode(merged), type=World)
