"""Parts of the web device that need no browser."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.device.chromium_executable import executable, warn_without_sandbox
from onscreen.device.web.chromium_flags import NO_WEBRTC_FLAG, flags
from onscreen.device.web.dom_keys import find_key, parse_chord
from onscreen.device.web.domain_rules import DomainRules
from onscreen.device.web.downloads import safe_name
from onscreen.device.web.frame_merge import FrameElement, FrameSnapshot, NodeRow, merge_frames
from onscreen.device.web.static_files import serve_file
from onscreen.device.web.web_settings import WebSettings, web_settings
from onscreen.types import Box, OffscreenCounts
from onscreen.types.errors import BadText, MissingExtra, NotAllowed, NotSupported, UnknownName
from onscreen.types.web_address import complete_address


def test_settings_by_name() -> None:
    """Settings are converted from names and values, given as values or as text."""
    settings = web_settings(
        {"width": 400, "pixel_ratio": 2, "allow_domains": ("a.org",), "headless": "false"}
    )
    assert (settings.width, settings.pixel_ratio, settings.allow_domains) == (400, 2.0, ("a.org",))
    assert settings.headless is False
    assert web_settings({"block_domains": "a.org"}).block_domains == ("a.org",)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("widht", 4, UnknownName, "did you mean 'width'"),
        ("width", "wide", BadText, "are invalid"),
        ("width", 0, BadText, "above 0"),
        ("sites", ("shop",), BadText, "host=folder"),
        ("sites", ("shop=/nowhere",), BadText, "does not exist"),
        ("logins", ("shop=ann:secret",), BadText, "host=VARIABLE"),
        ("logins", ("shop=NO_SUCH_LOGIN",), BadText, "environment variable NO_SUCH_LOGIN"),
    ],
)
def test_bad_settings_raise(name: str, value: object, error: type[Exception], message: str) -> None:
    """Unknown settings and values that cannot work raise an error that names the setting."""
    with pytest.raises(error, match=message):
        web_settings({name: value})


def test_missing_browser() -> None:
    """A missing browser raises MissingExtra with the command to install one."""
    with pytest.raises(MissingExtra, match="apt install chromium"):
        executable("/no/such/browser")


def test_headless_shell_is_preferred_without_a_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs without a window use a headless shell if one is installed, and other runs a full browser."""
    for name in ("chromium", "chromium-headless-shell"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    assert executable() == str(tmp_path / "chromium-headless-shell")
    assert executable(headless=False) == str(tmp_path / "chromium")


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://example.org/x", True),
        ("https://www.example.org", True),
        ("https://example.org.evil.com", False),
        ("https://notexample.org", False),
        ("https://example.org@evil.com/", False),
        ("https://EXAMPLE.ORG./", True),
        ("https://bad.example.org", False),
        ("http://shop.test/", True),
        ("data:text/plain,x", True),
        ("file:///etc/passwd", False),
        ("http://[broken", False),
    ],
)
def test_domain_rules(address: str, allowed: bool) -> None:
    """A domain matches itself and its subdomains, but not addresses that only look like it."""
    domain_rules = DomainRules(allow=("example.org",), block=("bad.example.org",), sites=("shop.test",))
    if allowed:
        domain_rules.check(address)
        return
    with pytest.raises(NotAllowed):
        domain_rules.check(address)


def test_mapped_hosts_precede_the_rule_for_all_others() -> None:
    """A host that is mapped to a port keeps its port while all other hosts are forbidden."""
    domain_rules = DomainRules(allow=("a.org", "shop.localhost"), hosts={"shop.localhost": 8080})
    domain_rules.check("http://shop.localhost/cart")
    rules = domain_rules.resolver_rules()
    assert rules.index("MAP shop.localhost 127.0.0.1:8080") < rules.index("MAP * ~NOTFOUND")
    assert "EXCLUDE shop.localhost" not in rules


@pytest.mark.parametrize("host", ["shop.localhost", "shop.localhost=", "=80", "shop.localhost=0", "a=70000"])
def test_invalid_host_is_rejected(host: str) -> None:
    """A host without a valid port is an error that shows the expected form."""
    with pytest.raises(BadText, match="host=port"):
        web_settings({"hosts": (host,)})


def test_resolver_rules() -> None:
    """With allowed domains, no other host name can be resolved."""
    rules = DomainRules(allow=("a.org",), block=("b.org",)).resolver_rules()
    assert "MAP * ~NOTFOUND" in rules
    assert "EXCLUDE *.a.org" in rules
    assert "MAP b.org ~NOTFOUND" in rules


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("example.org", "https://example.org"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("http://a.b", "http://a.b"),
        ("about:blank", "about:blank"),
        ("the shop", "the shop"),
    ],
)
def test_complete_address(text: str, address: str) -> None:
    """A bare domain gets https; other text is not changed."""
    assert complete_address(text) == address


def test_keys_by_name() -> None:
    """Keys have their DOM names, in any case, or short names."""
    assert [k.name for k in parse_chord("ctrl+Shift+a")[0]] == ["Control", "Shift"]
    assert parse_chord("Control++")[1].name == "+"
    assert find_key("esc").name == "Escape"
    for wrong in ("Entr", "a+b", ""):
        with pytest.raises(NotSupported):
            parse_chord(wrong)


@given(st.text(max_size=12))
def test_any_text_is_a_chord_or_refused(keys: str) -> None:
    """Any text is either parsed as a chord or refused with NotSupported."""
    try:
        _, key = parse_chord(keys)
    except NotSupported:
        return
    assert key.name


@given(st.text(max_size=40))
def test_safe_name(name: str) -> None:
    """No suggested file name of a download leads out of the folder."""
    safe = safe_name(name)
    assert safe not in {"", ".", ".."}
    assert "/" not in safe


def test_serve_file(tmp_path: Path) -> None:
    """A site serves its files and its index, but nothing outside its folder."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("hi")
    (site / "a.css").write_text("x{}")
    (tmp_path / "secret.txt").write_text("no")
    folders = {"shop.test": site}
    index = serve_file("http://shop.test/", folders)
    assert index is not None
    assert (index.status, index.content_type, index.body) == (200, "text/html; charset=utf-8", b"hi")
    style = serve_file("http://shop.test/a.css?x=1", folders)
    assert style is not None
    assert style.content_type.startswith("text/css")
    for path in ("../secret.txt", "%2e%2e/secret.txt", "none", "%00"):
        answer = serve_file(f"http://shop.test/{path}", folders)
        assert answer is not None
        assert b"no" not in answer.body.split(b"<")[0]
    assert serve_file("http://other.test/", folders) is None


def test_merge_frames() -> None:
    """A frame's nodes are children of its iframe element, scaled, shifted and clipped to it."""
    iframe = NodeRow("iframe", "", 10, 20, 60, 70, "", "", "k html", -1, "")
    button = NodeRow("button", "Go", 5, 5, 100, 15, "", "clickable", "b html", -1, "")
    readings = {
        "top": FrameSnapshot(nodes=(iframe,), frames=(FrameElement(0, "child", 12, 22, 1, 1),)),
        "child": FrameSnapshot(nodes=(button,)),
    }
    merged = merge_frames(readings, "top", scale=2, size=(200, 200))
    assert [n.parent for n in merged.nodes] == [None, 0]
    assert merged.nodes[1].box == Box(34, 54, 120, 74)
    assert merged.nodes[1].locator == "/k|b html"


@pytest.mark.parametrize("is_complete", [True, False])
def test_counts_of_a_page_read_in_part_are_lower_bounds(is_complete: bool) -> None:
    """If a limit ended the reading of one frame, the sums over all frames are lower bounds."""
    iframe = NodeRow("iframe", "f", 0, 0, 90, 90, "", "", "1 html/iframe1", -1, "")
    readings = {
        "top": FrameSnapshot((iframe,), (FrameElement(0, "child", 0, 0, 1, 1),), beyond=(0, 2, 0, 0)),
        "child": FrameSnapshot(beyond=(1, 3, 0, 0), is_complete=is_complete),
    }
    beyond = merge_frames(readings, "top", scale=1, size=(100, 100)).beyond
    assert beyond == OffscreenCounts(above=1, below=5, is_lower_bound=not is_complete)


def test_root_is_warned_that_the_sandbox_is_off(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The browser of root starts without a sandbox and with a warning; that of others with a sandbox."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    warn_without_sandbox.cache_clear()
    warn_without_sandbox()
    assert caplog.messages == []
    assert "--no-sandbox" not in flags(WebSettings(), resolver_rules="")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    warn_without_sandbox.cache_clear()
    warn_without_sandbox()
    assert "--no-sandbox" in flags(WebSettings(), resolver_rules="")
    (message,) = caplog.messages
    assert "without its sandbox" in message


def test_rules_for_domains_turn_peer_connections_off() -> None:
    """Peer connections by UDP are off if there are rules for domains, and on otherwise."""
    for settings in (WebSettings(allow_domains=("a.org",)), WebSettings(block_domains=("a.org",))):
        assert NO_WEBRTC_FLAG in flags(settings, resolver_rules="")
    assert NO_WEBRTC_FLAG not in flags(WebSettings(), resolver_rules="")
