"""The settings of the web device, each a thing a person may want to change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting
from onscreen.types.errors import BadText


class WebSettings(msgspec.Struct, frozen=True):
    """What can be set on the web device.

    `width` and `height` are the view in CSS pixels; `pixel_ratio` screenshot pixels per CSS pixel.
    `executable` is the browser ("" looks for one). Patterns of `allow_domains` and `block_domains` are
    "example.org" (with its subdomains) or shell-style; with none allowed, every domain is. `sites` are
    "host=folder": pages of that host come from the folder and never from the network. `downloads` and
    `uploads` are folders ("" and none: not allowed). `profile` is a folder that keeps cookies and
    storage; without it each start forgets them. `reuse_page` keeps the page when a start has the same
    address as the one before, and only runs its script.

    Caps: `settle_cap_sec` waiting for a page to become quiet, `load_cap_sec` for it to load,
    `call_cap_sec` for its scripts to answer, `max_nodes` and `max_text` (characters of one node) for
    what is reported of it. `quiet_ms` without a change, with no animation, request or
    short timer of the page under way, counts as settled.
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
    downloads: str = ""
    uploads: tuple[str, ...] = ()
    profile: str = ""
    home: str = "about:blank"
    reuse_page: bool = False
    settle_cap_sec: float = 3.0
    load_cap_sec: float = 20.0
    call_cap_sec: float = 5.0
    quiet_ms: int = 6
    max_nodes: int = 6000
    max_text: int = 2000
    flags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse values that cannot work, naming them."""
        for name in (
            "width",
            "height",
            "pixel_ratio",
            "load_cap_sec",
            "call_cap_sec",
            "max_nodes",
            "max_text",
        ):
            if getattr(self, name) <= 0:
                raise BadText(f"the setting {name!r} must be above 0; found {getattr(self, name)}")
        for site in self.sites:
            _check_site(site)


def web_settings(settings: Mapping[str, Setting]) -> WebSettings:
    """Return the settings of these names and values; where several are taken, one text is a list of one.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value is of the wrong kind.
    """
    there = WebSettings.__struct_fields__
    for name in settings:
        if name not in there:
            raise unknown_name("setting of the device 'web'", name, known=there)
    several = {name for name, default in _defaults().items() if isinstance(default, tuple)}
    whole = {k: (v,) if k in several and isinstance(v, str) else v for k, v in settings.items()}
    try:
        return msgspec.convert(whole, WebSettings, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"the settings of the device 'web' do not fit: {error}") from error


def _defaults() -> Mapping[str, Setting]:
    return dict(zip(WebSettings.__struct_fields__, WebSettings.__struct_defaults__, strict=True))


def site_folders(sites: tuple[str, ...]) -> Mapping[str, Path]:
    """Return host -> folder."""
    pairs = (site.partition("=") for site in sites)
    return {host.lower(): Path(folder).resolve() for host, _, folder in pairs}


def _check_site(site: str) -> None:
    host, _, folder = site.partition("=")
    if not host or not folder:
        raise BadText(f"a site is written host=folder; found {site!r}")
    if not Path(folder).is_dir():
        raise BadText(f"the folder of the site {host!r} is not there: {folder}")
