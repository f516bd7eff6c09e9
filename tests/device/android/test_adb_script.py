"""Shell scripts made from episodes, run against the phone of the episode."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from phone_rig import PhoneSession, PracticePhoneProcess, PrivateAdbServer, reset_phone

from onscreen.convert.adb_script import to_adb
from onscreen.device.android.adb_executable import find_adb
from onscreen.types import Action, Back, Click, Decision, Episode, Open, Outcome, Task, Type

pytestmark = pytest.mark.browser


def test_script_repeats_the_run(
    session: PhoneSession, practice_phone: PracticePhoneProcess, adb_server: PrivateAdbServer, tmp_path: Path
) -> None:
    """A script made from an episode brings the phone to the state that the episode brought it to."""
    episode = Episode(Task("Search"), (session.device.observe(),), device="android")

    def do(action: Action) -> None:
        nonlocal episode
        message = session.device.perform(action)
        shot = session.device.observe()
        episode = episode.then(Decision(action), Outcome(message), shot=shot)

    do(Open("Contacts"))
    do(Click(session.only("button", "Create contact")))
    field = next(e for e in session.look().elements if e.has("editable"))
    do(Type('Ada King\'s "fish & chips" $HOME', field))
    expected = [e.value for e in session.look().elements if e.has("editable")]
    do(Back())
    reset_phone(session.device)
    script = tmp_path / "script.sh"
    script.write_text(to_adb(episode.so_far(3)))
    environment = {
        "PATH": f"{Path(find_adb()).parent}:{os.environ['PATH']}",
        "ANDROID_SERIAL": practice_phone.serial,
        "ANDROID_ADB_SERVER_PORT": str(adb_server.port),
        "HOME": str(tmp_path),
        "PAUSE": "0.2",
    }
    subprocess.run(["/bin/sh", script], env=environment, check=True, timeout=120)
    assert [e.value for e in session.look().elements if e.has("editable")] == expected
    assert any("fish & chips" in value for value in expected)
