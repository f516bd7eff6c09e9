"""The phone's commands `check` and `edit`, by which tasks are checked and their checks tested."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.device.base import Device
from onscreen.types import Start
from onscreen.types.errors import ActionFailed
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.task_helpers import edit_command, state_is
from onscreen_practice.state.expected_changes import Becomes, adds, becomes, encode_changes
from onscreen_practice.state.value_patterns import Exactly

pytestmark = pytest.mark.browser

SEED = 1


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """Yield a practice phone behind adb."""
    with closing(practice_phone({"size": "540x1200", "density": 200})) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _reset(device: Device) -> None:
    device.start(Start(script=f"practice reset {SEED}", seed=SEED))


def test_check_lists_what_is_not_as_required(device: Device) -> None:
    """A check of a state that is not reached lists the values; it lists nothing once the state is reached."""
    check = state_is(becomes("clock.snooze_min", 15))
    assert json.loads(device.read(check.expression)) == ["clock.snooze_min is 10"]
    device.read(edit_command(put("clock.snooze_min", 15)))
    assert json.loads(device.read(check.expression)) == []


def test_check_lists_changes_that_were_not_required(device: Device) -> None:
    """Whatever else changed in any application is listed with its path."""
    device.read(
        edit_command(
            put("clock.snooze_min", 15), put("mail.options.signature", "x"), delete("music.liked[0]")
        )
    )
    lines = json.loads(device.read(state_is(becomes("clock.snooze_min", 15)).expression))
    assert any(line.startswith("mail.options.signature changed from") for line in lines)
    assert any(line.startswith("music.liked changed from") for line in lines)


def test_observing_the_screen_is_no_side_effect(device: Device) -> None:
    """Captures of the screen in shared storage do not spoil a task, but overwriting a file with one does."""
    check = state_is().expression
    device.read("screencap -p /sdcard/a.png; uiautomator dump")
    assert json.loads(device.read(check)) == []
    name = json.loads(device.read("find /sdcard/Documents -type f")).splitlines()[0]
    device.read(f"uiautomator dump '{name}'")
    assert name in device.read(check)


def test_check_of_a_deleted_value_does_not_hold(device: Device) -> None:
    """A required value that was deleted is not met; it is no error."""
    check = state_is(becomes("music.playlists[id=list0].name", "Jazz"))
    device.read(edit_command(delete("music.playlists[id=list0]")))
    assert "music.playlists[id=list0].name is gone" in json.loads(device.read(check.expression))


def test_edit_of_new_members(device: Device) -> None:
    """A path with [+] stands for the members that were not there at the start."""
    device.read(edit_command(put("files[/sdcard/Documents/a.txt]", {"text": "a", "mtime": 1})))
    check = state_is(adds("files", {"text": "b"}))
    device.read(edit_command(put("files[+].text", "b")))
    assert json.loads(device.read(check.expression)) == []


def test_check_with_an_unknown_field_is_an_error(device: Device) -> None:
    """A check that names a field the phone's state does not have fails with the names of its fields."""
    changes = encode_changes([Becomes("clock.alarm", Exactly(1))])
    with pytest.raises(ActionFailed, match="has no field 'alarm'; it has alarms"):
        device.read(f"practice check '{changes}'")


def test_edit_of_a_missing_value_is_an_error(device: Device) -> None:
    """An edit at a path where the state has nothing fails."""
    with pytest.raises(ActionFailed, match="has nothing at"):
        device.read(edit_command(put("clock.alarms[id=none].on", True)))


def test_accessibility_service_of_a_client_is_no_side_effect(device: Device) -> None:
    """A client may enable its accessibility service; other secure settings must stay as they are."""
    device.read("settings put secure enabled_accessibility_services org.example/.Service; echo 1")
    device.read("settings put secure accessibility_enabled 1; echo 1")
    assert json.loads(device.read("practice check '[]'")) == []
    device.read("settings put secure location_mode 0; echo 1")
    assert json.loads(device.read("practice check '[]'")) == [
        'settings.secure.location_mode changed from "3" to "0"'
    ]
