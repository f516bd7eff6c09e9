"""Comparison of the label of an irreversible control with what an instruction asks for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import parse_qsl, unquote

from onscreen.perceive.element_kinds import is_control, kind_of
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.irreversible_words import find_irreversible, plain_letters
from onscreen.perceive.item_owner import owner_texts
from onscreen.run.instruction_requests import (
    CLICK,
    PRONOUNS,
    REQUEST_VERBS,
    SEND,
    SUBMIT,
    Request,
    excluded_words,
    find_forbidden,
    find_requests,
    has_negation,
    words_of,
)
from onscreen.types import Decision, Element, Episode, Node, Point, Shot, targets

QUESTION_WORDS = frozenset((
    "a", "an", "are", "be", "cannot", "confirm", "current", "do", "is", "it", "now", "ok", "okay", "please",
    "really", "selected", "sure", "that", "the", "this", "to", "want", "wish", "would", "yes", "you", "your",
))  # fmt: skip
"""Words of a label, such as "Are you sure you want to", that need not be in the instruction."""
GENERIC_NOUNS = frozenset((
    "card", "element", "entry", "event", "existing", "item", "object", "published", "record",
    "row",
))  # fmt: skip
"""Generic nouns of labels, such as "Delete entry", which replace the name of the control's item."""
MESSAGE_NOUNS = frozenset(("email", "invitation", "invite", "mail", "message", "reply", "sms", "text"))
"""Words of a label that only specify what is sent."""
ACTION_NOUNS = {
    "booking": "book",
    "cancellation": "cancel",
    "deletion": "delete",
    "payment": "pay",
    "reservation": "reserve",
    "subscription": "subscribe",
}
"""Nouns after "Confirm" or "Complete", and the corresponding verbs."""
SUBMITTED_NOUNS = frozenset(
    (*ACTION_NOUNS, "application", "ballot", "bid", "claim", "exam", "offer", "order", "return", "vote")
)
"""Nouns after "Submit" that commit the user to something, so that "submit it" does not ask for it."""
COMPLETING_VERBS = frozenset(("complete", "confirm", "finish", "place"))
"""Verbs of labels such as "Place order", whose noun names the action."""
WIDE_WORDS = frozenset((
    "account", "accounts", "all", "calendar", "entire", "every", "everything", "organization", "project",
    "site", "team", "whole", "workspace",
))  # fmt: skip
"""Words for more than a single item, allowed in a dialog only if the instruction contains them."""
TITLE_WORDS = frozenset({"label", "name", "subject", "summary", "title"})
"""Names of fields that contain the title of the item on a page."""
NOUN_VERBS = frozenset({"book", "order", "post"})
"""Verbs of labels that may also be nouns."""
DELETING_VERBS = frozenset({"delete", "destroy", "erase", "remove"})
"""Words of an address that mean the same as a link named "Delete" or "Remove"."""
MAX_NEAR = 12
"""Maximum number of named nodes in a group around a control whose texts name the control's item."""
_LATER = re.compile(
    r"\b(?:schedul\w*|later|tomorrow|tonight|next (?:week|month|year|\w+day)|(?:on|at|until|by) "
    r"(?:\d|\w+day\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
"""Pattern of an instruction that names a time, so that a button "now" is too early."""
_ANNOUNCES = re.compile(
    r"\b(?:buy|cancel|clear|delet|destroy|discard|donat|eras|pay|publish|purchas|remov|reset|sen[dt]|transfer|wip)",
    re.IGNORECASE,
)
"""Pattern of a text that announces the effect of a button."""
_SELECTED = re.compile(r"\b(\d+)\b[^.]*\bselected\b")
_ID = re.compile(r"\d+|(?=[a-f]*\d)[0-9a-f]{6,}")
"""Pattern of the number of an item in an address."""
_RETURN_ADDRESS = re.compile(r"/(?!/)")
"""Pattern of the beginning of a parameter that only determines the page shown afterwards."""


def is_asked_for(episode: Episode, decision: Decision, *, labels: Sequence[tuple[str, str]]) -> bool:
    """Check whether the instruction asks for all controls that an action activates.

    `labels` are the names of the controls with their addresses. The controls must not belong to an item other
    than the one named in the instruction, or refer to several selected items. The dialog around them or,
    without a dialog, the headings of the page must not announce more. The content of a title field counts as
    the name of an item if the controls belong to no item.
    """
    shot, instruction = episode.last, episode.task.instruction
    items = [text for each in pressed_elements(shot, decision) for text in item_texts(each, shot.nodes)]
    items = items or [n.value for n in shot.nodes if n.value and TITLE_WORDS.intersection(words_of(n.name))]
    around, announced = subjects(shot, decision), dialog_texts(shot, decision)
    headings = [node.name for node in shot.nodes if node.role == "heading"]
    return (
        not announces_more(announced or headings, instruction)
        and not is_in_other_item(shot, decision, instruction=instruction)
        and not any(selects_more(shot, name) for name, _ in labels)
        and all(
            is_named(name, link, instruction=instruction, items=items, subjects=around)
            for name, link in labels
        )
    )


def is_named(
    name: str, address: str, *, instruction: str, items: Sequence[str] = (), subjects: Sequence[str] = ()
) -> bool:
    """Check whether an instruction asks for the action named by a control.

    The verb must be one of the instruction's requests (see `find_requests`) or a synonym of one, and every
    other word of the name must be part of the object of this request. `address` is the address of a link, ""
    for other controls; if the name has one word or the address looks irreversible, the words of the address
    must be in the object as well, or only express that an item of this kind is deleted. `items` are the texts
    of the item that the control belongs to, `subjects` the texts that name the subject of the page. If one of
    them is the object, "Delete entry" is asked for without "entry", and "remove" asks for "Delete"; if it is
    one of the items, "Remove this child" is asked for without "child". For a name with an unknown verb, the
    instruction must contain all words of the name and, unless the control is a link, no negation. The same
    applies to a link whose verb may be a noun, because its name may be the title of a page. "Press the button
    Send" asks for the control with this name. A name with "now" is not asked for if the instruction names a
    later time.
    """
    words = words_of(name)
    if "now" in words and _LATER.search(plain_letters(instruction)):
        return False
    requests = find_requests(instruction)
    if "this" in words and any(_is_object(item, request) for item in items for request in requests):
        words = words[: words.index("this")] + words[words.index("this") + 2 :]
    named = [word for word in words if word not in QUESTION_WORDS] or words
    if any(request.verb == CLICK and _names_all(request, named) for request in requests):
        return _is_harmless(named, address, asked=words_of(instruction))
    verb, others = _split(named)
    if verb is None or (address and verb in NOUN_VERBS):
        asked = words_of(instruction)
        is_free = bool(address) or not has_negation(instruction)
        return (
            bool(named) and is_free and set(named) <= set(asked) and _is_harmless(named, address, asked=asked)
        )
    if any(not each.objects and _is_verb(each, verb, is_object=True) for each in find_forbidden(instruction)):
        return False
    subjects = [each for each in subjects if _is_name(each, instruction)]
    return any(
        _asks_for(request, verb, others=others, items=items, subjects=subjects)
        and _leads_there(request, verb, others=others, address=address)
        for request in requests
    )


def _names_all(request: Request, named: Sequence[str]) -> bool:
    """Check whether a request contains all words of a label."""
    return bool(named) and set(named) <= request.objects


def _is_verb(request: Request, verb: str, *, is_object: bool) -> bool:
    """Check whether a request has the verb of a label or a synonym."""
    verbs = {verb, *REQUEST_VERBS[verb]} | (
        {"remove", "take out"} if verb == "delete" and is_object else set()
    )
    return request.verb in verbs


def _is_name(text: str, instruction: str) -> bool:
    """Check whether a text is a name: several words, or a word quoted or capitalized within a sentence."""
    quoted = rf"(?:[\"\u201c]|(?<![.!?:])(?<!^) )(?=[A-Z\d]){re.escape(text.strip())}(?!\w)"
    return len(words_of(text)) > 1 or re.search(quoted, instruction) is not None


def _split(named: Sequence[str]) -> tuple[str | None, list[str]]:
    """Split a label into its verb, or None if no verb is known, and the other words."""
    words = [word for word in named if word not in COMPLETING_VERBS]
    if len(words) < len(named):
        words = [ACTION_NOUNS.get(word, word) for word in words]
    verb = next((word for word in words if word in REQUEST_VERBS), None)
    return verb, [word for word in words if word != verb]


def _asks_for(
    request: Request, verb: str, *, others: Sequence[str], items: Sequence[str], subjects: Sequence[str]
) -> bool:
    """Check whether a request asks for a verb, and contains all other words of a label."""
    is_object = any(_is_object(subject, request) for subject in (*items, *subjects))
    is_whole = is_object and (not request.has_place or any(_is_object(item, request) for item in items))
    allowed = (GENERIC_NOUNS if is_object else frozenset()) | (MESSAGE_NOUNS if verb == SEND else frozenset())
    is_entered = (
        verb == SUBMIT
        and not request.objects
        and all(word in request.before or word not in SUBMITTED_NOUNS for word in others)
    )
    return _is_verb(request, verb, is_object=is_whole) and all(
        is_entered
        or word in allowed
        or (word == "1" and not request.objects & WIDE_WORDS)
        or _is_word_of(word, request.objects)
        for word in others
    )


def _is_object(text: str, request: Request) -> bool:
    """Check whether a text is the name of a request's object."""
    words = words_of(text)
    return bool(words) and set(words) <= request.named - PRONOUNS


def _leads_there(request: Request, verb: str, *, others: Sequence[str], address: str) -> bool:
    """Check whether the address of a link expresses no more than a request asks for."""
    named = [verb, *others]
    place, _, query = address.partition("?")
    further = [*words_of(place), *(word for word in words_of(query) if word not in named)]
    suspicious = len(named) == 1 or any(find_irreversible(word) for word in (" ".join(further), *further))
    if not suspicious or set(further) <= request.objects | {verb}:
        return True
    return _deletes_named(named, address, request=request)


def _is_harmless(named: Sequence[str], address: str, *, asked: Collection[str]) -> bool:
    further = [word for word in words_of(address) if word not in named]
    suspicious = len(named) == 1 or any(find_irreversible(word) for word in (" ".join(further), *further))
    return not suspicious or set(further) <= set(asked)


def announces_more(texts: Sequence[str], instruction: str) -> bool:
    """Check whether a dialog announces more than an instruction names, such as "Delete all 412 notes?".

    If a text announces that something is deleted, sent or paid, the instruction must contain its words for
    more than one item, its numbers from 2 and, in a question, its names. The text must not contain anything
    that the instruction excludes.
    """
    asked, excluded = frozenset(words_of(instruction)), excluded_words(instruction)
    for text in filter(_ANNOUNCES.search, texts):
        words = words_of(text)
        numbers = {word for word in words if word[:1].isdigit() and word not in {"0", "1"}}
        named = re.findall(r"(?<=[a-z] )[A-Z]\w+", text) if "?" in text else []
        names = set(words_of(" ".join(named)))
        if not WIDE_WORDS.intersection(words) | numbers | names <= asked or names & excluded:
            return True
    return False


def selects_more(shot: Shot, name: str) -> bool:
    """Check whether a label refers to a selection that has several items according to the screen."""
    if "selected" not in words_of(name):
        return False
    found = (_SELECTED.search(plain_letters(node.name)) for node in shot.nodes)
    return any(match and match.group(1).lstrip("0") not in {"", "1"} for match in found)


def pressed_elements(shot: Shot, decision: Decision) -> tuple[Element, ...]:
    """Return the elements that an action activates: its targets, the controls at its points, or the focus."""
    found: list[Element] = []
    for target in targets(decision.action):
        if isinstance(target, Element):
            found.append(target)
        elif isinstance(target, Point):
            at = [i for i, n in enumerate(shot.nodes) if n.box.contains(target) and is_control(n)]
            found += [Element.of(shot.nodes[index], 0, index=index) for index in at]
    if not found:
        focused = [index for index, node in enumerate(shot.nodes) if node.has("focused")]
        found = [Element.of(shot.nodes[index], 0, index=index) for index in focused]
    return tuple(found)


def item_texts(element: Element, nodes: Sequence[Node]) -> tuple[str, ...]:
    """Return the texts of the item, such as a table row, to which one of several equal controls belongs.

    They include the names of the groups around the control that contain no other control with its name.
    """
    same = [
        index for index, node in enumerate(nodes) if (node.role, node.name) == (element.role, element.name)
    ]
    shared = {holder for index in same if index != element.index for holder in ancestors(nodes[index], nodes)}
    own = [nodes[index].name for index in ancestors(element, nodes) if index not in shared] if shared else []
    return (*filter(None, own), *owner_texts(element, nodes))


def is_in_other_item(shot: Shot, decision: Decision, *, instruction: str) -> bool:
    """Check whether the pressed control belongs to an item other than the one named in the instruction.

    The item of the control must have at least as many words of a request as any other, and no text that the
    instruction excludes.
    """
    nodes, excluded = shot.nodes, excluded_words(instruction)
    wanted = [request.words for request in find_requests(instruction)]
    for element in pressed_elements(shot, decision):
        own = item_texts(element, nodes)
        if any(set(words_of(text)) <= excluded for text in own if words_of(text)):
            return True
        others = [
            item_texts(Element.of(node, 0, index=index), nodes)
            for index, node in enumerate(nodes)
            if (node.role, node.name) == (element.role, element.name) and index != element.index
        ]
        if any(_shared(other, each) > _shared(own, each) for each in wanted for other in others):
            return True
    return False


def _shared(texts: Sequence[str], wanted: frozenset[str]) -> float:
    """Score how well the texts of an item match an object; extra words in the first text reduce the score."""
    words = {word for text in texts for word in words_of(text)}
    extra = len(set(words_of(texts[0])) - wanted) if texts else 0
    return len(words & wanted) - extra / (1 + extra) / 2


def subjects(shot: Shot, decision: Decision) -> tuple[str, ...]:
    """Return the texts that name the subject of a page, if the targets of an action belong to no item.

    These are the texts of the dialog and the group around them, the headings and the end of the address.
    """
    if any(item_texts(element, shot.nodes) for element in pressed_elements(shot, decision)):
        return ()
    headings = [n.name for n in shot.nodes if n.role == "heading"]
    end = " ".join(words_of(shot.address.rpartition("/")[2]))
    return (*dialog_texts(shot, decision), *near_texts(shot, decision), *headings, end)


def near_texts(shot: Shot, decision: Decision) -> tuple[str, ...]:
    """Return the texts of the smallest groups with texts around the targets of an action, as in a popup."""
    found: list[str] = []
    for element in pressed_elements(shot, decision):
        for holder in ancestors(element, shot.nodes):
            inside = [n for n in shot.nodes if n.name and holder in ancestors(n, shot.nodes)]
            texts = [node.name for node in inside if kind_of(node) == "information"]
            if texts:
                found += texts if len(inside) <= MAX_NEAR else ()
                break
    return tuple(found)


def dialog_texts(shot: Shot, decision: Decision) -> tuple[str, ...]:
    """Return the texts of the dialogs around the targets of an action, without the names of controls."""
    dialogs = {
        index
        for element in pressed_elements(shot, decision)
        for index in ancestors(element, shot.nodes)
        if shot.nodes[index].role in {"alertdialog", "dialog"}
    }
    inside = (n for n in shot.nodes if n.name and not dialogs.isdisjoint(ancestors(n, shot.nodes)))
    texts = (node.name for node in inside if kind_of(node) == "information")
    return (*filter(None, (shot.nodes[index].name for index in sorted(dialogs))), *texts)


def _deletes_named(named: Sequence[str], address: str, *, request: Request) -> bool:
    """Check whether a link does nothing but delete an item of the kind named in a request.

    The kind is after the verb in the address, otherwise before it: "/delete/page/5" or "/pages/5/delete".
    A number in the request must be the one in the address.
    """
    words = list(_address_words(address))
    at = [index for index, word in enumerate(words) if word in DELETING_VERBS]
    if not DELETING_VERBS.issuperset(named) or len(at) != 1 or address.startswith("//") or "," in address:
        return False
    before, after = words[: at[0]], words[at[0] + 1 :]
    kinds = after or before[-1:]
    numbers = {word for word in request.objects if word.isdigit()}
    ids = [word for word in words_of(address) if _ID.fullmatch(word)]
    is_asked = bool(kinds and ids) and all(_is_word_of(kind, request.objects) for kind in kinds)
    is_number = not numbers or not numbers.isdisjoint(ids)
    return is_asked and is_number and not any(find_irreversible(w) for w in (" ".join(before), *before))


def _address_words(address: str) -> Iterator[str]:
    """Yield the words of an address in order, without item numbers and return addresses."""
    place, _, query = address.partition("?")
    parts = [unquote(re.sub(r"https?://[^/]*", "", place))]
    for name, value in parse_qsl(query, keep_blank_values=True):
        parts += () if _RETURN_ADDRESS.match(value) else (name, value)
    yield from (word for part in parts for word in words_of(part) if not _ID.fullmatch(word))


def _is_word_of(word: str, asked: Collection[str]) -> bool:
    """Check whether a request contains a word, in the singular or plural."""
    forms = {word, f"{word}s", word.removesuffix("s"), re.sub(r"ies$", "y", word), re.sub(r"y$", "ies", word)}
    return not forms.isdisjoint(asked)
