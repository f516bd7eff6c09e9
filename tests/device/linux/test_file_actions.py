"""Files are copied into and out of a private desktop by actions, and its clipboard is set."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from desktop_screens import EDITOR, find, text_field

from onscreen.device.file_exchange import INBOX, copy_into
from onscreen.device.linux import linux
from onscreen.device.linux.linux_device import LinuxDevice
from onscreen.device.linux.process_group import missing_packages
from onscreen.types import Click, Download, Press, Start, Upload
from onscreen.types.errors import ActionHadNoEffect, NotAllowed, NotSupported

MISSING = [*missing_packages(), *(name for name in ("mousepad",) if shutil.which(name) is None)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs the Debian packages {', '.join(MISSING)}")


@pytest.fixture
def sharing(tmp_path: Path) -> Iterator[LinuxDevice]:
    """Yield a device that may receive files from one folder, and copies files to another."""
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "plan.txt").write_text("plan")
    with closing(linux({"uploads": (str(shared),), "downloads": str(tmp_path / "saved")})) as opened:
        yield opened


def test_files_are_copied_in_and_out(sharing: LinuxDevice, tmp_path: Path) -> None:
    """An uploaded file is in the home folder and its path in the field; a saved file is copied out."""
    assert {Download, Upload} <= sharing.actions
    sharing.start(EDITOR)
    uploaded = sharing.perform(Upload(text_field(sharing, "first"), (str(tmp_path / "shared/plan.txt"),)))
    assert uploaded == f"uploaded {INBOX}/plan.txt"
    assert (sharing.home / INBOX / "plan.txt").read_text() == "plan"
    sharing.write_clipboard(" größe")
    sharing.perform(Press("Control+v"))
    sharing.perform(Click(find(sharing, "File")))
    saved = sharing.perform(Download(find(sharing, "Save")))
    assert saved == str(tmp_path / "saved" / "notes.txt")
    assert Path(saved).read_text().strip() == f"{sharing.home}/{INBOX}/plan.txt größe"


def test_only_files_of_the_named_folders_are_copied(
    device: LinuxDevice, sharing: LinuxDevice, tmp_path: Path
) -> None:
    """Files elsewhere, missing files, and files of a device without these settings are refused."""
    assert not {Download, Upload} & device.actions
    device.start(EDITOR)
    field = text_field(device, "first")
    with pytest.raises(NotSupported, match="without the setting 'uploads'"):
        device.perform(Upload(field, (str(tmp_path / "shared/plan.txt"),)))
    with pytest.raises(NotSupported, match="without the setting 'downloads'"):
        device.perform(Download(field))
    sharing.start(Start())
    with pytest.raises(NotAllowed, match="not in a folder"):
        sharing.perform(Upload(field, ("/etc/passwd",)))
    with pytest.raises(ActionHadNoEffect, match="there is no file"):
        sharing.perform(Upload(field, (str(tmp_path / "shared/none.txt"),)))


def test_a_linked_inbox_receives_no_files(tmp_path: Path) -> None:
    """A program cannot make files arrive outside its home folder by a link."""
    (tmp_path / "home").mkdir()
    (tmp_path / "plan.txt").write_text("plan")
    (tmp_path / "home" / INBOX).symlink_to(tmp_path)
    with pytest.raises(NotAllowed, match="is a link to another place"):
        copy_into(tmp_path / "home", tmp_path / "plan.txt")
