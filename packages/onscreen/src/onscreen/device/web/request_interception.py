"""Answers to paused page requests."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import Params
from onscreen.device.web.domain_rules import DomainRules
from onscreen.device.web.static_files import StaticResponse, serve_file

EMPTY_PAGE = StaticResponse(200, "text/html", b"")


class RequestAnswer(msgspec.Struct, frozen=True):
    """CDP call that answers a paused request.

    `refusal` is the reason why a document is refused, "" if it is not refused.
    """

    method: str
    params: Params
    refusal: str = ""


def interception_calls(
    rules: DomainRules, folders: Mapping[str, Path], *, logins: Sequence[Params], asks_in_prompts: bool
) -> list[tuple[str, Params]]:
    """Return the call that pauses requests, or an empty list if none must be paused.

    `folders` maps hosts to folders, and `logins` are the patterns of requests that may need a login. With
    `asks_in_prompts`, the browser would show a prompt if a page requires a login, so all pages are paused.
    """
    prompts: list[Params] = [{"urlPattern": "*", "resourceType": "Document"}] if asks_in_prompts else []
    patterns = [*_intercepted_patterns(rules, folders), *logins, *prompts]
    handles_logins = bool(logins or prompts)
    params = {"patterns": patterns, "handleAuthRequests": handles_logins}
    return [("Fetch.enable", params)] if patterns else []


def _intercepted_patterns(rules: DomainRules, folders: Mapping[str, Path]) -> Sequence[Params]:
    """Return the URL patterns of the requests that rules or folders require to be paused."""
    if rules.restricts_domains:
        return [{"urlPattern": "*"}]
    hosts: list[Params] = [{"urlPattern": f"*://{host}/*"} for host in folders]
    return hosts if rules.files else [*hosts, {"urlPattern": "file://*"}]


def answer_request(
    paused: p.RequestPaused, rules: DomainRules, *, folders: Mapping[str, Path], is_blank: bool
) -> RequestAnswer:
    """Answer a paused request: refuse it, serve it from a local folder, or let it continue.

    A refused document is answered with the status "no content", which keeps the open page. With `is_blank`,
    every answer is an empty page.
    """
    address, base = paused.request.url, {"requestId": paused.request_id}
    if not is_blank and (reason := rules.refusal(address)):
        if paused.resource_type != "Document":
            return RequestAnswer("Fetch.failRequest", {**base, "errorReason": "BlockedByClient"})
        return RequestAnswer("Fetch.fulfillRequest", {**base, "responseCode": 204}, reason)
    response = EMPTY_PAGE if is_blank else serve_file(address, folders)
    if response is None:
        return RequestAnswer("Fetch.continueRequest", base)
    headers = [
        {"name": "Content-Type", "value": response.content_type},
        {"name": "Cache-Control", "value": "no-store"},
    ]
    body = base64.b64encode(response.body).decode()
    content = {"responseCode": response.status, "responseHeaders": headers, "body": body}
    return RequestAnswer("Fetch.fulfillRequest", {**base, **content})
