"""Recognition of controls that refuse the cookies of a web page, such as "Reject all" in a cookie banner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from onscreen.perceive.element_kinds import ENTRY_ROLES, is_control
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.irreversible_words import plain_letters
from onscreen.types import Node

RefusalKind: TypeAlias = Literal["cookies", "all", "bare"]
"""Object that a label refuses: cookies, everything (or everything optional), or nothing in particular."""

MAX_DISTANCE_PX = 400.0
"""Largest distance between a button of a cookie banner and the banner's text, in pixels, on either axis."""
MIN_TEXT_WORDS = 4
"""Minimum number of words in a cookie banner; a shorter text, such as a link "Cookies", is not one."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_DIALOG_ROLES = frozenset({"alertdialog", "dialog"})
_COOKIE = re.compile(r"\bcookies?\b|\u043a\u0443\u043a\u0438|\u30af\u30c3\u30ad\u30fc|\ucfe0\ud0a4")
_CONSENT = re.compile(
    r"\b(?:we|our|us|partners?|privacy|consent|experience|website|site|advertis\w*|preferences|personali[sz]e\w*"
    r"|wir|unsere?\w*|datenschutz\w*|einwilligung\w*|nous|nos|confidentialite|nosotros|nuestr\w+|privacidad"
    r"|noi|nostr\w+|nos\b|privacidade|wij|onze|privacybeleid|nasz\w*|prywatnosci)\b"
)
_REFUSALS = _set(
    "reject decline refuse deny ablehnen refuser rejeter interdire rechazar rechazarlas rifiuta "
    "rifiutare recusar rejeitar weigeren weiger afwijzen verwerpen odrzuc odrzucam avvisa avsla afvis "
    "hylkaa odmitnout reddet \u043e\u0442\u043a\u043b\u043e\u043d\u0438\u0442\u044c"
)
_ALL = _set(
    "all optional non-essential nonessential unnecessary non essential analytics tracking purposes "
    "alle alles alla nicht notwendige optionale tout tous todo todos todas tutti tutto tudo wszystkie "
    "wszystko opcjonalne kaikki vse tumunu \u0432\u0441\u0435"
)
_COOKIES = frozenset({"cookie", "cookies"})
_FILL = _set(
    "the and & close continue und schliessen et fermer les y cerrar las e chiudi i os pliki o zamknij"
)
_ONLY = _set("only just nur uniquement solo alleen tylko endast kun vain apenas")
_NECESSARY = _set(
    "necessary essential required strictly notwendige erforderliche essenzielle technisch necessaires "
    "necesarias necessari noodzakelijke niezbedne nodvandiga nødvendige valttamattomat necessarios"
)
_ACCEPTS = _set(
    "accept allow use agree akzeptieren zulassen zustimmen accepter autoriser aceptar permitir "
    "accetta consenti aceitar accepteren toestaan akkoord zaakceptuj akceptuje zezwol godkann "
    "acceptera accepter hyvaksy prijmout kabul \u043f\u0440\u0438\u043d\u044f\u0442\u044c"
)
_ALL_IN_CJK = re.compile(
    r"\u62d2(?:\u7edd|\u7d55)(?:\u5168\u90e8|\u6240\u6709)|\u5168\u90e8\u62d2(?:\u7edd|\u7d55)"
    r"|\u3059.?\u3066\u62d2\u5426(?:\u3059\u308b)?|\ubaa8\ub450 \uac70\ubd80"
)


def refuses_cookies(label: str, control: Node, *, nodes: Sequence[Node]) -> bool:
    """Check whether a control with this label only refuses the cookies of a page.

    A refusal that names cookies ("Reject cookies") counts anywhere. "Reject all" and "Only necessary" count
    beside a text that asks for consent to cookies and a button that accepts them. A bare "Reject" counts in
    a dialog with such a text and button only.
    """
    kind = refusal_kind(label)
    if kind is None or kind == "cookies":
        return kind is not None
    banner = list(_banner(control, nodes, in_dialog=kind == "bare"))
    return any(map(_asks_for_consent, banner)) and any(map(_accepts, banner))


def refusal_kind(label: str) -> RefusalKind | None:
    """Classify what a label refuses; returns None if it does anything besides refusing."""
    plain = plain_letters(label).strip(" .!")
    words = set(plain.split())
    if _ALL_IN_CJK.fullmatch(plain):
        return "all"
    if (
        words & _NECESSARY
        and words & (_ONLY | _ACCEPTS)
        and words <= _NECESSARY | _ONLY | _ACCEPTS | _COOKIES
    ):
        return "all"
    if not words & _REFUSALS or not words <= _REFUSALS | _ALL | _COOKIES | _FILL:
        return None
    return "cookies" if words & _COOKIES else "all" if words & _ALL else "bare"


def _banner(control: Node, nodes: Sequence[Node], *, in_dialog: bool) -> Iterator[Node]:
    """Yield the uncovered nodes near a control, in the same dialog if `in_dialog`."""
    around = {
        dialog
        for node in nodes
        if node.box == control.box and node.name == control.name
        for dialog in ancestors(node, nodes)
        if nodes[dialog].role in _DIALOG_ROLES
    }
    for node in nodes:
        if node.has("covered") or node.role in ENTRY_ROLES or node.has("editable"):
            continue
        if in_dialog and around.isdisjoint(ancestors(node, nodes)):
            continue
        if max(_gaps(node, control)) <= MAX_DISTANCE_PX:
            yield node


def _asks_for_consent(node: Node) -> bool:
    text = plain_letters(node.name)
    is_long = len(text.split()) >= MIN_TEXT_WORDS
    return is_long and not is_control(node) and bool(_COOKIE.search(text) and _CONSENT.search(text))


def _accepts(node: Node) -> bool:
    words = set(plain_letters(node.name).strip(" .!").split())
    return is_control(node) and bool(words & _ACCEPTS) and not words & _NECESSARY


def _gaps(one: Node, other: Node) -> tuple[float, float]:
    """Return the horizontal and vertical gap between two nodes, negative if they overlap."""
    return (
        max(one.box.left - other.box.right, other.box.left - one.box.right),
        max(one.box.top - other.box.bottom, other.box.top - one.box.bottom),
    )
