"""Logins by HTTP authentication, for which browsers show their own prompt."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import Params

UNAUTHORIZED = 401
CHALLENGE_HEADER = "www-authenticate"
_SHOWN_CHARS = 100


class HttpLogins:
    """Logins for servers, passed to the browser when a server requires one.

    The user name and the password are read from an environment variable for each answer. They are neither
    stored nor logged, and are sent only to their host.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Create the logins; `variables` maps hosts, with or without port, to environment variables."""
        self._variables = variables
        self._tried: set[str] = set()

    def patterns(self) -> Sequence[Params]:
        """Return the URL patterns of the requests that may need a login."""
        hosts = [
            each for host in self._variables for each in ((host,) if ":" in host else (host, f"{host}:*"))
        ]
        return [{"urlPattern": f"*://{host}/*"} for host in hosts]

    def answer(self, required: p.AuthRequired) -> Params:
        """Return the parameters of `Fetch.continueWithAuth`: a login, or the cancellation of the prompt.

        A login that the server refused is not sent again.
        """
        login = "" if required.request_id in self._tried else self._find_login(required.auth_challenge)
        name, separator, password = login.partition(":")
        if not separator:
            self._tried.discard(required.request_id)
            return {"requestId": required.request_id, "authChallengeResponse": {"response": "CancelAuth"}}
        self._tried.add(required.request_id)
        answer = {"response": "ProvideCredentials", "username": name, "password": password}
        return {"requestId": required.request_id, "authChallengeResponse": answer}

    def _find_login(self, challenge: p.AuthChallenge) -> str:
        """Return "name:password" for the requesting origin, or "" for a proxy or an unknown host."""
        if challenge.source != "Server":
            return ""
        parts = urlsplit(challenge.origin)
        host = (parts.hostname or "").lower()
        variable = self._variables.get(parts.netloc.lower()) or self._variables.get(host, "")
        return os.environ.get(variable, "") if variable else ""


def find_challenge(response: p.Response) -> str | None:
    """Return the challenge of a response that requires a login, or None for any other response."""
    if response.status != UNAUTHORIZED:
        return None
    headers = {name.lower(): value for name, value in response.headers.items()}
    return headers.get(CHALLENGE_HEADER)


def describe_challenge(challenge: str) -> str:
    """Describe a challenge such as 'Basic realm="Calendar"' as a warning for a shot."""
    shown = " ".join(challenge.split())[:_SHOWN_CHARS]
    return (
        f"the server asks for a login ({shown}), which a page cannot provide; set one with the setting "
        "logins: host=VARIABLE"
    )
