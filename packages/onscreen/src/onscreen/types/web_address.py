"""Completion of web addresses, and the comparison of their hosts."""

from __future__ import annotations

from fnmatch import fnmatchcase
from urllib.parse import urlsplit

LOCAL_SCHEMES = ("about", "data", "blob")
"""Schemes of addresses without a host, whose content does not come from the network."""
_OTHER_SCHEMES = ("javascript", "view-source", "chrome")
_LOCAL_HOSTS = ("localhost", "127.0.0.1")


def matches_host(pattern: str, host: str) -> bool:
    """Check whether a domain pattern matches a host name.

    "example.org" matches the host and its subdomains; other patterns are shell-style ("*.example.*").
    """
    return host == pattern or host.endswith("." + pattern) or fnmatchcase(host, pattern)


def host_of(address: str) -> str:
    """Return the lowercase host name of an address.

    Returns "" if the address has no host.
    """
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def complete_address(text: str) -> str:
    """Add the missing scheme to an address such as "example.org".

    A bare domain gets "https://", a local host "http://". Other text is returned unchanged.
    """
    text = text.strip()
    host_and_port = text.partition("/")[0]
    host = host_and_port.partition(":")[0]
    if "://" in text or host in (*LOCAL_SCHEMES, *_OTHER_SCHEMES):
        return text
    if host in _LOCAL_HOSTS:
        return f"http://{text}"
    return f"https://{text}" if "." in host_and_port else text


def is_same_address(one: str, other: str) -> bool:
    """Check whether two addresses are equal, apart from an empty fragment.

    A link to `#` adds an empty fragment and opens no other page.
    """
    return one.removesuffix("#") == other.removesuffix("#")
