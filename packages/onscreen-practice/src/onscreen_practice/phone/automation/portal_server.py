"""HTTP server of the simulated Mobilerun Portal.

Requests need the authentication token, which clients read from the Portal's content provider.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec

from onscreen_practice.phone.adb.stream import Stream
from onscreen_practice.phone.automation.http_exchange import HttpRequest, HttpResponse, serve_http
from onscreen_practice.phone.automation.portal_api import (
    AUTH_TOKEN,
    Portal,
    PortalError,
    Values,
    encode_failure,
    encode_success,
)
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.phone_interface import Json

PORTAL_PORT = 8080


class PortalServer:
    """HTTP server for the API of the simulated Mobilerun Portal."""

    def __init__(self, portal: Portal) -> None:
        self._portal = portal

    def serve(self, stream: Stream) -> None:
        """Answer the HTTP requests of one client."""
        serve_http(stream, self._answer)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if request.headers.get("authorization") != f"Bearer {AUTH_TOKEN}":
            return _encode(encode_failure("Unauthorized"), HTTPStatus.UNAUTHORIZED)
        path = request.path.strip("/")
        try:
            if request.method == "POST":
                return _encode(encode_success(self._portal.act(path, _read_values(request))))
            return _encode(encode_success(self._portal.query(path)))
        except PortalError as error:
            unknown = str(error).startswith(("Unknown", "Unsupported"))
            return _encode(
                encode_failure(str(error)), HTTPStatus.NOT_FOUND if unknown else HTTPStatus.BAD_REQUEST
            )
        except PhoneError as error:
            return _encode(encode_failure(str(error)), HTTPStatus.INTERNAL_SERVER_ERROR)


def _read_values(request: HttpRequest) -> Values:
    try:
        values = msgspec.json.decode(request.body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PortalError(f"the body is not JSON: {error}") from error
    if not isinstance(values, Mapping):
        raise PortalError("the body is not a JSON object")
    return values


def _encode(answer: Json, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(answer), status, media_type="application/json")
