"""Recognition of controls that refuse the cookies of a web page, such as "Reject all" in a cookie banner."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.irreversible_words import plain_letters
from onscreen.types import Node

MAX_DISTANCE_PX = 400.0
"""Largest vertical distance between a button of a cookie banner and the banner's text, in pixels."""
MIN_TEXT_WORDS = 4
"""Fewest words of the text of a cookie banner; a shorter text, such as a link "Cookies", is none."""
_COOKIES = re.compile(
    r"\bcookies?\b|\bkookies?\b|kukis\b|\u043a\u0443\u043a\u0438|\u30af\u30c3\u30ad\u30fc|\ucfe0\ud0a4"
)
_REFUSAL = re.compile(
    r"(?:reject|decline|refuse|deny)(?: (?:all|optional|non-essential|unnecessary|the|these|cookies?))*"
    r"|(?:use |allow |accept )?(?:only |just )?(?:necessary|essential|required)(?: cookies?)?(?: only)?"
    r"|(?:alle[sn]? )?(?:cookies? )?ablehnen|nur (?:notwendige|erforderliche|essenzielle)(?: cookies?)?"
    r"|(?:tout |tous )?refuser(?: tout| tous)?|continuer sans accepter"
    r"|rechazar(?: todo| todas)?|rifiuta(?: tutti)?|(?:recusar|rejeitar)(?: tudo| todos)?"
    r"|(?:alles )?weigeren|odrzuc(?: wszystkie)?|avvisa(?: alla)?"
    r"|\u043e\u0442\u043a\u043b\u043e\u043d\u0438\u0442\u044c(?: \u0432\u0441\u0435)?"
    r"|(?:\u5168\u90e8)?\u62d2\u7edd|(?:\u3059.?\u3066)?\u62d2\u5426"
)


def refuses_cookies(control: Node, nodes: Sequence[Node]) -> bool:
    """Check whether a control only refuses cookies.

    Its label says so ("Reject cookies"), or it is a refusal ("Reject all") near a text about cookies.
    """
    label = plain_letters(control.name).strip(" .!")
    if not _REFUSAL.fullmatch(label):
        return False
    return bool(_COOKIES.search(label)) or any(
        len(node.name.split()) >= MIN_TEXT_WORDS
        and _COOKIES.search(plain_letters(node.name))
        and _distance(node, control) <= MAX_DISTANCE_PX
        for node in nodes
        if not node.has("covered")
    )


def _distance(text: Node, control: Node) -> float:
    gaps = (text.box.top - control.box.bottom, control.box.top - text.box.bottom)
    return max(0.0, *gaps)
