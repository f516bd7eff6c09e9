"""Settings of the Linux desktop are validated."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.device.linux.linux_settings import linux_settings
from onscreen.types import Setting
from onscreen.types.errors import BadText, UnknownName


def test_defaults_start_a_private_desktop() -> None:
    """Without settings, each run gets a private desktop of 1280 x 800 pixels."""
    settings = linux_settings({})
    assert (settings.display, settings.width, settings.height) == ("", 1280, 800)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"width": 0}, "'width' must be above 0; found 0"),
        ({"display": "zero"}, "expected an X display such as ':0'"),
        ({"home": "/nowhere"}, "'/nowhere', which is not a folder"),
        ({"width": "wide"}, "settings of the device 'linux' are invalid"),
    ],
)
def test_invalid_values_are_errors(settings: dict[str, Setting], message: str) -> None:
    """An invalid value is rejected with what was found and expected."""
    with pytest.raises(BadText, match=message):
        linux_settings(settings)


def test_a_home_folder_is_for_a_private_desktop(tmp_path: Path) -> None:
    """A running session keeps its home folder."""
    with pytest.raises(BadText, match="leave out 'display' or 'home'"):
        linux_settings({"home": str(tmp_path), "display": ":0"})


def test_unknown_settings_are_errors() -> None:
    """An unknown setting is rejected with the similar one."""
    with pytest.raises(UnknownName, match="did you mean 'width'"):
        linux_settings({"widht": 5})
