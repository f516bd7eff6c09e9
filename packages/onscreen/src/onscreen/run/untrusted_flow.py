"""Approval rules for untrusted texts that flow to other sites, secret fields or submitted forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from onscreen.perceive.node_text import quote_name
from onscreen.run.argument_origins import user_texts
from onscreen.types import Ask, Decision, Element, Episode, Node, Open, Outcome, Press, Type
from onscreen.types.argument_origin import Origin, describe_origin
from onscreen.types.errors import ElementCovered, ElementGone, NotAllowed, NotSupported
from onscreen.types.web_address import complete_address, host_of

_NOT_PERFORMED = frozenset(
    error.__name__ for error in (ElementCovered, ElementGone, NotAllowed, NotSupported)
)
_HOST = re.compile(
    r"(?<![\w@.-])(?:https?://)?((?:[\w-]+\.)+[a-z]{2,}|localhost|\d+(?:\.\d+){3})(?![\w@-])", re.IGNORECASE
)
_WEB = ("http://", "https://")


def find_untrusted_flow(episode: Episode, decision: Decision) -> str:
    """Describe why an action with untrusted text or a secret needs approval.

    Returns "" if it needs none. Three kinds of actions need approval: to open an address outside the task's
    sites that the user did not write, to enter untrusted text or a secret on another site, and to enter
    untrusted text into a field for secrets.
    """
    action, untrusted = decision.action, [o for o in decision.origins if not o.is_trusted]
    if isinstance(action, Open):
        return _opened_outside(episode, action, untrusted=untrusted)
    if not decision.origins:
        return ""
    sites, host = task_sites(episode), host_of(episode.last.address)
    is_outside = bool(sites and host) and not _is_inside(host, sites)
    entered = f"would be entered on {host!r}, outside the task's sites ({', '.join(sorted(sites))})"
    if is_outside and untrusted:
        return f"{describe_origin(untrusted[0])} {entered}"
    if is_outside and (secret := _typed_secret(episode, decision)):
        return f"the secret {secret!r} {entered}"
    field = next(_fields(episode, decision), None)
    if untrusted and field is not None and field.has("password"):
        return (
            f"{describe_origin(untrusted[0])} would be entered into {quote_name(field)}, a field for secrets"
        )
    return ""


def find_entered_text(
    episode: Episode, decision: Decision, *, is_irreversible: Callable[[Episode, Decision], bool]
) -> str:
    """Describe an untrusted text that an irreversible action would submit; returns "" for no text.

    Such a text comes from a screen or a kept value, or is an address that the agent composed. It counts if it
    was entered by this action or since the last irreversible one, on the same site or in the same
    application. An option that opened another page was not entered.
    """
    for origin in decision.origins:
        if _needs_approval(origin):
            return describe_origin(origin)
    place = _place(episode.last.address)
    for at in reversed(range(len(episode.decisions))):
        earlier, outcome = episode.decisions[at], episode.outcomes[at]
        if outcome.failed in _NOT_PERFORMED or _place(episode.shots[at].address) != place:
            continue
        if _opens_page(episode, at):
            continue
        before = episode.so_far(at)
        if is_irreversible(before, earlier):
            return ""
        for origin in earlier.origins:
            if (
                not isinstance(earlier.action, Open)
                and _needs_approval(origin)
                and not _is_replaced(episode, at)
            ):
                return describe_origin(origin)
    return ""


def _opens_page(episode: Episode, at: int) -> bool:
    """Check whether a step only chose an option that opened a page, such as a navigation entry."""
    origins = episode.decisions[at].origins
    is_option = bool(origins) and all(origin.argument == "option" for origin in origins)
    return is_option and episode.shots[at + 1].address != episode.shots[at].address


def task_sites(episode: Episode) -> frozenset[str]:
    """Return the hosts that the user named in the task or in answers, and those opened since.

    Returns an empty set if the task is not restricted to sites: it has no start address, no application on
    the web, and mentions no complete address.
    """
    answers = [o.message for d, o in _steps(episode) if isinstance(d.action, Ask) and not o.failed]
    text = "\n".join((*user_texts(episode.task), *answers))
    if "://" not in text:
        return frozenset()
    opened = (d.action.what for d, o in _steps(episode) if isinstance(d.action, Open) and not o.failed)
    hosts = {*_HOST.findall(text), *(host_of(complete_address(what)) for what in opened)}
    return frozenset(host.lower().removeprefix("www.") for host in hosts if host)


def _steps(episode: Episode) -> Iterator[tuple[Decision, Outcome]]:
    return zip(episode.decisions, episode.outcomes, strict=True)


def _opened_outside(episode: Episode, action: Open, *, untrusted: list[Origin]) -> str:
    """Describe why opening an address needs approval; returns "" if it needs none.

    If the task has no sites, an address that the agent composed needs none.
    """
    sites, host = task_sites(episode), host_of(complete_address(action.what))
    if not host or not untrusted or _is_inside(host, sites) or (not sites and untrusted[0].kind == "agent"):
        return ""
    around = f" ({', '.join(sorted(sites))})" if sites else ""
    return f"the address {action.what!r} is outside the task's sites{around}: {describe_origin(untrusted[0])}"


def _is_inside(host: str, sites: frozenset[str]) -> bool:
    host = host.removeprefix("www.")
    return any(host == site or host.endswith(f".{site}") for site in sites)


def _typed_secret(episode: Episode, decision: Decision) -> str:
    """Return the first secret whose placeholder an action types, or "" if no secret is typed."""
    text = decision.action.text if isinstance(decision.action, Type) else ""
    return next((name for name in episode.task.secrets if "{" + name + "}" in text), "")


def _fields(episode: Episode, decision: Decision) -> Iterator[Node]:
    """Yield the fields into which an action enters text: the target, or the focused node."""
    target = getattr(decision.action, "target", None)
    if isinstance(target, Element):
        yield target
    elif target is not None:
        yield from (n for n in reversed(episode.last.nodes) if n.has("editable") and n.box.contains(target))
    elif isinstance(decision.action, Type | Press):
        yield from (n for n in episode.last.nodes if n.has("focused"))


def _needs_approval(origin: Origin) -> bool:
    """Check whether submitting a text irreversibly needs approval."""
    return origin.kind in {"screen", "note"} or (origin.kind == "agent" and bool(origin.text))


def _place(address: str) -> str:
    """Return the host of a web page, or the application of a phone's screen."""
    return host_of(address) if address.startswith(_WEB) else address.partition("/")[0]


def _is_replaced(episode: Episode, at: int) -> bool:
    """Check whether a later step replaced the text that a step typed into a field."""
    typed = episode.decisions[at].action
    if not isinstance(typed, Type) or not isinstance(typed.target, Element):
        return False
    return any(
        isinstance(later.action, Type)
        and later.action.clear
        and isinstance(later.action.target, Element)
        and (later.action.target.locator, later.action.target.name)
        == (typed.target.locator, typed.target.name)
        and outcome.failed not in _NOT_PERFORMED
        for later, outcome in list(_steps(episode))[at + 1 :]
    )
