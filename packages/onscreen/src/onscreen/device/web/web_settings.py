"""Settings of the web device."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.device.device_settings import build_settings, check_positive
from onscreen.device.web.storage_state import load_storage_state
from onscreen.types import Setting
from onscreen.types.errors import BadText

_MAX_PORT = 65535

_POSITIVE_SETTINGS = (
    "width", "height", "pixel_ratio", "load_cap_sec", "call_cap_sec", "max_nodes", "max_text",
)  # fmt: skip


class WebSettings(msgspec.Struct, frozen=True):
    """Settings of the web device, such as viewport size, domain rules and timeouts.

    Attributes:
        width: Width of the viewport in CSS pixels.
        height: Height of the viewport in CSS pixels.
        pixel_ratio: Screenshot pixels per CSS pixel.
        headless: Whether the browser runs without a window.
        executable: Browser to start; "" searches for one.
        allow_domains: Domains that may be opened: "example.org" (subdomains included) or a shell-style
            pattern. If empty, every domain that is not blocked may be opened.
        block_domains: Domains that may not be opened, in the same format.
        allow_files: Whether `file:` addresses may be opened.
        sites: "host=folder": pages of the host come from the folder, never from the network.
        hosts: "host=port": pages of the host come from the server at that port of this machine.
        logins: "host=VARIABLE": the environment variable VARIABLE contains the login "name:password" for HTTP
            authentication at the host, which may have a port. Pages cannot ask for such logins.
        downloads: Folder for downloaded files; "" turns downloads off.
        uploads: Folders from which files may be uploaded; if empty, uploads are off.
        attach: Debugging address of a running browser to use instead of starting one: a port, HOST:PORT or a
            URL. Its cookies, tabs and windows are the user's, and it is never closed.
        profile: Folder that keeps cookies and storage; "" deletes them at each start.
        storage: File with initial cookies and local storage, in Playwright's format; "" for none.
        save_storage: File to which cookies and local storage are saved when the device closes.
        show_target_sec: Time for which each click's target is highlighted before the click; 0 shows nothing.
        home: Default start address.
        reuse_page: Whether a start at the same address as before keeps the page and only runs its script.
        settle_cap_sec: Timeout for a page to become quiet.
        busy_cap_sec: Timeout for a page that never becomes quiet: the last wait timed out because of the same
            kinds of activity (timers, animations, changes of the page).
        load_cap_sec: Timeout for a page to load.
        call_cap_sec: Timeout for a page's scripts to answer, after which they are stopped.
        quiet_ms: Time without a DOM change after which a page without animations, requests and short timers
            counts as quiet.
        max_nodes: Maximum number of nodes reported per page.
        max_text: Maximum number of characters reported per name or value of a node.
        describe_figures: Whether clues name polygons by their sides and describe figures on small canvases.
        flags: Additional command-line flags for the browser.
    """

    width: int = 1280
    height: int = 720
    pixel_ratio: float = 1.0
    headless: bool = True
    executable: str = ""
    allow_domains: tuple[str, ...] = ()
    block_domains: tuple[str, ...] = ()
    allow_files: bool = False
    sites: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    logins: tuple[str, ...] = ()
    downloads: str = ""
    uploads: tuple[str, ...] = ()
    attach: str = ""
    profile: str = ""
    storage: str = ""
    save_storage: str = ""
    show_target_sec: float = 0.0
    home: str = "about:blank"
    reuse_page: bool = False
    settle_cap_sec: float = 3.0
    busy_cap_sec: float = 0.2
    load_cap_sec: float = 20.0
    call_cap_sec: float = 5.0
    quiet_ms: int = 6
    max_nodes: int = 6000
    max_text: int = 2000
    describe_figures: bool = False
    flags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise `BadText` for an invalid value; the message names the setting."""
        check_positive(self, _POSITIVE_SETTINGS)
        own = ("profile", "executable", "flags", "storage", "save_storage")
        if self.attach and any(getattr(self, name) for name in own):
            raise BadText(f"attach uses a running browser; leave out {', '.join(own)}")
        if self.storage and not self.starts_storage:
            load_storage_state(Path(self.storage))
        folder = Path(self.save_storage).expanduser().parent
        if self.save_storage and not os.access(folder, os.W_OK):
            raise BadText(f"the storage state cannot be saved: the folder {folder} cannot be written")
        for site in self.sites:
            _check_site(site)
        for host in self.hosts:
            _check_host(host)
        for login in self.logins:
            _check_login(login)

    @property
    def starts_storage(self) -> bool:
        """True if `storage` and `save_storage` are the same file, which does not exist yet."""
        return self.storage == self.save_storage and not Path(self.storage).expanduser().exists()


def web_settings(settings: Mapping[str, Setting]) -> WebSettings:
    """Build validated web device settings from a mapping of names to values.

    A single string is accepted for a list setting.

    Raises:
        UnknownName: a setting does not exist.
        BadText: a value has the wrong type or is invalid.
    """
    return build_settings(settings, WebSettings, device="web")


def site_folders(sites: tuple[str, ...]) -> Mapping[str, Path]:
    """Parse the `sites` setting into a mapping from host to folder."""
    pairs = (site.partition("=") for site in sites)
    return {host.lower(): Path(folder).resolve() for host, _, folder in pairs}


def host_ports(hosts: tuple[str, ...]) -> Mapping[str, int]:
    """Parse the `hosts` setting into a mapping from host to port of this machine."""
    pairs = (host.partition("=") for host in hosts)
    return {host.lower(): int(port) for host, _, port in pairs}


def login_variables(logins: tuple[str, ...]) -> Mapping[str, str]:
    """Parse the `logins` setting into a mapping from host to environment variable."""
    pairs = (login.partition("=") for login in logins)
    return {host.lower(): variable for host, _, variable in pairs}


def _check_login(text: str) -> None:
    host, _, variable = text.partition("=")
    if not host or not variable.isidentifier():
        raise BadText(
            "a login is written host=VARIABLE, with the name of an environment variable, not with a password"
        )
    if ":" not in os.environ.get(variable, ""):
        raise BadText(f"the environment variable {variable} must have the login of {host!r}: name:password")


def _check_site(site: str) -> None:
    host, _, folder = site.partition("=")
    if not host or not folder:
        raise BadText(f"a site is written host=folder; found {site!r}")
    if not Path(folder).is_dir():
        raise BadText(f"the folder of the site {host!r} does not exist: {folder}")


def _check_host(text: str) -> None:
    host, _, port = text.partition("=")
    is_port = port.isascii() and port.isdigit() and 0 < int(port) <= _MAX_PORT
    if not host or not is_port:
        raise BadText(f"a host is written host=port, with a port from 1 to {_MAX_PORT}; found {text!r}")
