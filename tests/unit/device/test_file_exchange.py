"""Files move between combined devices by actions that name the device."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.device.combined_device import CombinedDevice, Member
from onscreen.device.fake_device import FakeDevice
from onscreen.device.file_exchange import FileExchange
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Act, Action, Element, Open, Shot, Start, Tool, Upload
from onscreen.types.errors import ActionHadNoEffect, NotAllowed


class Browser(FakeDevice):
    """Fake browser that records the texts of the files that are uploaded."""

    def __init__(self) -> None:
        """Create a browser that supports uploads."""
        super().__init__()
        self.actions: frozenset[type[Act]] = self.actions | {Upload}
        self.uploaded: list[tuple[str, str]] = []

    def perform(self, action: Action) -> str:
        """Record uploads."""
        if isinstance(action, Upload):
            self.uploaded += [(Path(path).name, Path(path).read_text()) for path in action.paths]
            return ""
        return super().perform(action)


class Desktop(FakeDevice):
    """Fake desktop with a folder of files and a text editor."""

    def __init__(self, folder: Path | None) -> None:
        """Create a desktop; without a folder it shares no files."""
        super().__init__()
        self.shared_folder = folder
        self.opened: list[str] = []

    def tools(self) -> tuple[Tool, ...]:
        """List the editor."""
        return (Tool("Editor", "editor"),)

    def perform(self, action: Action) -> str:
        """Record what is opened."""
        if isinstance(action, Open):
            self.opened.append(action.what)
            return ""
        return super().perform(action)


class World:
    """A browser named shop and a desktop named office, combined."""

    def __init__(self, folder: Path | None) -> None:
        """Start the devices."""
        self.exchange = FileExchange()
        self.browser, self.desktop = Browser(), Desktop(folder)
        members = (Member("shop", self.browser), Member("office", self.desktop))
        self.device = CombinedDevice(members, exchange=self.exchange)
        self.device.start(Start())
        self.field = self._field(self.device.observe())

    def _field(self, shot: Shot) -> Element:
        return build_screen(shot).elements[0]

    def download(self, name: str, text: str) -> None:
        """Put a file where the browser saves its downloads."""
        folder = self.exchange.downloads_folder("shop")
        folder.mkdir(parents=True)
        (folder / name).write_text(text)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return the home folder of a desktop, with one file."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "report.txt").write_text("sum: 5")
    return folder


def test_a_file_of_the_desktop_is_uploaded_in_the_browser(home: Path) -> None:
    """The upload of "office/report.txt" gives the browser a copy of that file."""
    world = World(home)
    world.device.perform(Upload(world.field, ("office/report.txt",)))
    assert world.browser.uploaded == [("report.txt", "sum: 5")]


def test_a_download_is_opened_on_the_desktop(home: Path) -> None:
    """A program that opens "shop/report.txt" gets a copy of the download, and no file is replaced."""
    world = World(home)
    world.download("report.txt", "sum: 6")
    world.device.perform(Open("Editor shop/report.txt"))
    world.device.perform(Open("Editor shop/report.txt report.txt"))
    assert world.desktop.opened == [
        "editor Downloads/report.txt",
        "editor 'Downloads/report (2).txt' report.txt",
    ]
    assert (home / "Downloads" / "report.txt").read_text() == "sum: 6"
    assert (home / "report.txt").read_text() == "sum: 5"


@pytest.mark.parametrize("path", ["office/../secret.txt", "office/link.txt", "office//etc/passwd"])
def test_files_outside_the_folder_stay_there(home: Path, path: str) -> None:
    """A path or a link that leads out of the folder of a device is refused."""
    (home.parent / "secret.txt").write_text("secret")
    (home / "link.txt").symlink_to(home.parent / "secret.txt")
    world = World(home)
    with pytest.raises(NotAllowed, match="outside the folder of office"):
        world.device.perform(Upload(world.field, (path,)))
    assert world.browser.uploaded == []


def test_a_missing_file_is_reported_with_those_there_are(home: Path) -> None:
    """The message about a missing file lists the files of the device."""
    world = World(home)
    with pytest.raises(ActionHadNoEffect, match=r"office has no file 'sum.txt'; its files: report.txt"):
        world.device.perform(Upload(world.field, ("office/sum.txt",)))


def test_a_running_session_shares_no_files() -> None:
    """Files of a desktop that is no private one are neither read nor written."""
    world = World(None)
    world.download("report.txt", "sum: 6")
    with pytest.raises(NotAllowed, match="files of office are not shared"):
        world.device.perform(Upload(world.field, ("office/report.txt",)))
    with pytest.raises(NotAllowed, match="office accepts no files"):
        world.device.perform(Open("Editor shop/report.txt"))


def test_a_new_run_begins_without_the_files_of_the_last_one(home: Path) -> None:
    """Downloads of an earlier run cannot be used, and the folder is deleted when the device is closed."""
    world = World(home)
    world.download("report.txt", "old")
    world.device.start(Start())
    with pytest.raises(ActionHadNoEffect, match="shop has no file"):
        world.device.perform(Open("Editor shop/report.txt"))
    world.device.close()
    assert not world.exchange.folder.exists()
