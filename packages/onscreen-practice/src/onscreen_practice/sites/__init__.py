"""Practice websites that need no network: shop, mail, calendar, notes, calculator and wiki.

They are static pages in this folder (`FOLDER`), served under one host. Each application stores its state in
`localStorage` under its own name, so a check can read the state of all applications from any page. The
initial state is always the same. `?interruptions=cookies,newsletter,ad,slow` on the first page enables
interruptions as on real sites: a cookie banner, a newsletter pop-up, advertisements and slow loading.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent


class Product(msgspec.Struct, frozen=True):
    """Product in the shop's catalog.

    `cents` is the price in US cents, `stock` the number of items in stock.
    """

    id: str
    name: str
    category: str
    cents: int
    stock: int
    rating: float

    @property
    def price(self) -> str:
        """Price in US dollars as shown in the shop, without the currency sign."""
        return f"{self.cents / 100:.2f}"


class Message(msgspec.Struct, frozen=True):
    """Email message in the practice inbox."""

    id: str
    sender: str
    address: str
    subject: str
    text: str


class Event(msgspec.Struct, frozen=True):
    """Calendar event with a YYYY-MM-DD date and an HH:MM time."""

    id: str
    title: str
    date: str
    time: str
    calendar: str


class Article(msgspec.Struct, frozen=True):
    """One wiki article."""

    title: str
    text: str
    facts: Mapping[str, str]


class SiteData(msgspec.Struct, frozen=True):
    """Contents of all practice websites at the start of a run."""

    products: tuple[Product, ...]
    messages: tuple[Message, ...]
    lists: Mapping[str, tuple[str, ...]]
    events: tuple[Event, ...]
    articles: tuple[Article, ...]


@cache
def load_site_data() -> SiteData:
    """Load the initial contents of all practice websites from JSON files.

    The web pages read the same files.
    """
    merged: dict[str, msgspec.Raw] = {}
    for site in ("shop", "mail", "notes", "calendar", "wiki"):
        text = (FOLDER / site / "data.json").read_bytes()
        merged |= msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    return msgspec.json.decode(msgspec.json.encode(merged), type=SiteData)
