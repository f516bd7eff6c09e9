"""Which addresses may be gone to and loaded from."""

from __future__ import annotations

from fnmatch import fnmatchcase
from urllib.parse import urlsplit

import msgspec

from onscreen.device.web.web_settings import WebSettings
from onscreen.types.errors import NotAllowed

_HARMLESS = ("about", "data", "blob")
_WEB = ("http", "https", "ws", "wss")


class Policy(msgspec.Struct, frozen=True):
    """The rules on domains and files; `sites` are the hosts served from folders, always allowed."""

    allow: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    files: bool = False
    sites: tuple[str, ...] = ()

    @property
    def looks_at_all(self) -> bool:
        """Whether every request must be looked at."""
        return bool(self.allow or self.block)

    def fault(self, address: str) -> str:
        """Return why the address may not be used, "" when it may."""
        try:
            scheme = urlsplit(address).scheme.lower()
        except ValueError as error:
            return f"it is no address ({error})"
        if scheme == "file":
            return (
                "" if self.files else "files of this machine are off; the setting allow_files turns them on"
            )
        if scheme in _HARMLESS:
            return ""
        if not scheme:
            return "it is no address; write one as in https://example.org or example.org"
        if scheme not in _WEB:
            return f"addresses of the kind {scheme + ':'!r} are not opened"
        return self._host_fault(host_of(address))

    def check(self, address: str) -> None:
        """Check an address.

        Raises:
            NotAllowed: it may not be used; the message says by which rule.
        """
        if fault := self.fault(address):
            raise NotAllowed(f"{address[:200]!r} is not allowed: {fault}")

    def resolver_rules(self) -> str:
        """Return Chromium's rules for looking up hosts: a second wall, which holds for sockets too."""
        blocked = [f"MAP {name} ~NOTFOUND" for pattern in self.block for name in _wild(pattern)]
        if not self.allow:
            return " , ".join(blocked)
        free = [f"EXCLUDE {name}" for pattern in (*self.allow, *self.sites) for name in _wild(pattern)]
        return " , ".join([*blocked, "MAP * ~NOTFOUND", *free])

    def _host_fault(self, host: str) -> str:
        if any(covers(pattern, host) for pattern in self.block):
            return f"the domain {host!r} is blocked"
        if host in self.sites or not self.allow:
            return ""
        if any(covers(pattern, host) for pattern in self.allow):
            return ""
        return f"the domain {host!r} is not among those allowed ({', '.join(self.allow)})"


def policy_of(settings: WebSettings) -> Policy:
    """Return the rules the settings make."""
    hosts = tuple(site.partition("=")[0].lower() for site in settings.sites)
    lower = [
        tuple(p.lower() for p in patterns) for patterns in (settings.allow_domains, settings.block_domains)
    ]
    return Policy(lower[0], lower[1], settings.allow_files, hosts)


def covers(pattern: str, host: str) -> bool:
    """Whether the pattern ("example.org" with its subdomains, or shell-style) covers the host."""
    return host == pattern or host.endswith("." + pattern) or fnmatchcase(host, pattern)


def host_of(address: str) -> str:
    """Return the host of an address in lower case, "" when it has none."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def whole_address(what: str) -> str:
    """Return the address meant by what a person writes ("example.org" means https, localhost http)."""
    what = what.strip()
    head = what.partition("/")[0]
    if "://" in what or head.partition(":")[0] in (*_HARMLESS, "javascript", "view-source", "chrome"):
        return what
    if head.partition(":")[0] in ("localhost", "127.0.0.1"):
        return f"http://{what}"
    return f"https://{what}" if "." in head else what


def _wild(pattern: str) -> tuple[str, ...]:
    return (pattern,) if "*" in pattern or "?" in pattern else (pattern, f"*.{pattern}")
