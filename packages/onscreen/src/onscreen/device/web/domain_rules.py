"""Rules that allow or block the addresses a browser may open and load."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

from onscreen.device.web.web_settings import WebSettings, host_ports
from onscreen.types.errors import NotAllowed
from onscreen.types.web_address import LOCAL_SCHEMES, host_of, matches_host

_NETWORK_SCHEMES = ("http", "https", "ws", "wss")
_SHOWN_ADDRESS_CHARS = 200


class DomainRules(msgspec.Struct, frozen=True):
    """Rules that allow or block domains and `file:` addresses.

    If `allow` is empty, all domains that are not blocked are allowed. `sites` are hosts served from folders,
    and `hosts` are hosts served from ports of this machine; both are always allowed.
    """

    allow: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    files: bool = False
    sites: tuple[str, ...] = ()
    hosts: Mapping[str, int] = {}

    @property
    def restricts_domains(self) -> bool:
        """True if some domains are forbidden, so that every request must be checked."""
        return bool(self.allow or self.block)

    def refusal(self, address: str) -> str:
        """Return the reason why an address is forbidden, or "" if it is allowed."""
        try:
            scheme = urlsplit(address).scheme.lower()
        except ValueError as error:
            return f"it is not a valid address ({error})"
        if scheme == "file":
            return "" if self.files else "file addresses are off; turn them on with the setting allow_files"
        if scheme in LOCAL_SCHEMES:
            return ""
        if not scheme:
            return "it is not an address; write one such as https://example.org or example.org"
        if scheme not in _NETWORK_SCHEMES:
            return f"addresses with the scheme {scheme + ':'!r} cannot be opened"
        return self._host_refusal(host_of(address))

    def check(self, address: str) -> None:
        """Raise `NotAllowed` if the rules forbid an address.

        Raises:
            NotAllowed: the address is forbidden; the message names the rule.
        """
        if reason := self.refusal(address):
            raise NotAllowed(f"{address[:_SHOWN_ADDRESS_CHARS]!r} is not allowed: {reason}")

    def resolver_rules(self) -> str:
        """Convert the rules to a value for Chromium's `--host-resolver-rules` flag.

        Chromium applies the first rule that matches a host, but an EXCLUDE rule overrides all others. Mapped
        hosts therefore come first and have no EXCLUDE rule. Names of forbidden hosts are not resolved, which
        also blocks connections that cannot be intercepted, such as web sockets.
        """
        mapped = [f"MAP {host} 127.0.0.1:{port}" for host, port in self.hosts.items()]
        blocked = [f"MAP {name} ~NOTFOUND" for pattern in self.block for name in _host_patterns(pattern)]
        if not self.allow:
            return " , ".join([*mapped, *blocked])
        resolved = [pattern for pattern in (*self.allow, *self.sites) if pattern not in self.hosts]
        allowed = [f"EXCLUDE {name}" for pattern in resolved for name in _host_patterns(pattern)]
        return " , ".join([*mapped, *blocked, "MAP * ~NOTFOUND", *allowed])

    def _host_refusal(self, host: str) -> str:
        if any(matches_host(pattern, host) for pattern in self.block):
            return f"the domain {host!r} is blocked"
        if host in self.sites or host in self.hosts or not self.allow:
            return ""
        if any(matches_host(pattern, host) for pattern in self.allow):
            return ""
        return f"the domain {host!r} is not among those allowed ({', '.join(self.allow)})"


def build_domain_rules(settings: WebSettings) -> DomainRules:
    """Build the domain rules from the device settings."""
    return DomainRules(
        allow=tuple(pattern.lower() for pattern in settings.allow_domains),
        block=tuple(pattern.lower() for pattern in settings.block_domains),
        files=settings.allow_files,
        sites=tuple(site.partition("=")[0].lower() for site in settings.sites),
        hosts=host_ports(settings.hosts),
    )


def _host_patterns(pattern: str) -> tuple[str, ...]:
    """Return Chromium's host patterns for one pattern, including host names with a trailing dot."""
    patterns = (pattern,) if "*" in pattern or "?" in pattern else (pattern, f"*.{pattern}")
    return tuple(f"{each}{dot}" for each in patterns for dot in ("", "."))
