"""Cookies and local storage, kept in a file from one browser to the next."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

import onscreen
from onscreen.device.web.storage_state import load_storage_state
from onscreen.device.web.web_settings import web_settings
from onscreen.types.errors import BadText

PAGE = (
    "<title>Shop</title><h1></h1><script>document.querySelector('h1').textContent ="
    "`${localStorage.user ?? 'nobody'}, ${document.cookie || 'no cookie'}`</script>"
    "<button onclick=\"localStorage.user = 'bob'; document.cookie = 'token=t-4711; max-age=900'\">"
    "Log in</button>"
)
STATE = {
    "cookies": [
        {
            "name": "token",
            "value": "t-1",
            "domain": "shop.example",
            "path": "/",
            "expires": -1,
            "httpOnly": False,
            "secure": False,
            "sameSite": "Lax",
        }
    ],
    "origins": [
        {"origin": "http://shop.example", "localStorage": [{"name": "user", "value": "eve"}]},
        {"origin": "http://forbidden.example", "localStorage": [{"name": "user", "value": "eve"}]},
    ],
}


@pytest.fixture
def site(tmp_path: Path) -> str:
    """Return the setting that serves the page."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    return f"shop.example={folder}"


@pytest.mark.browser
def test_login_is_kept_in_a_file(site: str, tmp_path: Path) -> None:
    """A login that one browser saved is there in the next; only the user can read the file."""
    file = tmp_path / "login.json"
    settings = {"sites": site, "storage": str(file), "save_storage": str(file)}
    with onscreen.open("web", "http://shop.example/", settings=settings) as screen:
        assert "# nobody, no cookie" in screen.text
        screen.do("click 1")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    saved = json.loads(file.read_text())
    assert saved["cookies"][0].keys() == STATE["cookies"][0].keys()
    assert saved["origins"] == [
        {"origin": "http://shop.example", "localStorage": [{"name": "user", "value": "bob"}]}
    ]
    with onscreen.open("web", "http://shop.example/", settings=settings, out=tmp_path / "rec") as screen:
        assert "# bob, token=t-4711" in screen.text
        assert "tabs:" not in screen.text


@pytest.mark.browser
def test_file_of_playwright_is_loaded(site: str, tmp_path: Path) -> None:
    """A storage state that Playwright wrote is loaded; sites that the run may not open get nothing."""
    file = tmp_path / "state.json"
    file.write_text(json.dumps(STATE))
    settings = {"sites": site, "storage": str(file), "allow_domains": "shop.example"}
    with onscreen.open("web", "http://shop.example/", settings=settings) as screen:
        assert "# eve, token=t-1" in screen.text
        assert "stopped" not in screen.text


def test_damaged_file_is_an_error_without_its_values(tmp_path: Path) -> None:
    """A file that is not a storage state is refused before the browser starts; no cookie is printed."""
    file = tmp_path / "state.json"
    for content in ('{"cookies": [{"name": "a", "value": "t-4711"}]}', "t-4711", '"t-4711"'):
        file.write_text(content)
        with pytest.raises(BadText, match="is not a storage state") as error:
            web_settings({"storage": str(file)})
        assert "t-4711" not in str(error.value)
    with pytest.raises(BadText, match="cannot be read: No such file"):
        load_storage_state(tmp_path / "none.json")
    with pytest.raises(BadText, match="cannot be written"):
        web_settings({"save_storage": str(tmp_path / "none" / "state.json")})
