"""Pictures, documents and sounds of the phone are real files for whoever pulls them; pushed ones show."""

from __future__ import annotations

import io
import re
import shutil
import wave
import zipfile
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest
from adb_program import Adb
from phone_driver import PhoneDriver
from PIL import Image, ImageStat

from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.shell.storage import Storage

pytestmark = pytest.mark.browser

BROUGHT = Path(adbutils.__file__).parent / "binaries" / "adb"
CAMERA = "/sdcard/DCIM/Camera"
RED = (200, 30, 40)


@pytest.fixture(scope="module")
def program() -> Iterator[Adb]:
    """An adb with a server of its own."""
    adb = Adb(shutil.which("adb") or str(BROUGHT))
    yield adb
    adb.close()


@pytest.fixture
def adb(program: Adb, driver: PhoneDriver) -> Iterator[Adb]:
    """An adb that is connected to the phone, which is at its beginning."""
    with PhoneServer(driver.handset) as server:
        program.connect(server.port)
        yield program
        program.disconnect()


def files_of(storage: Storage, folder: str) -> Iterator[str]:
    """Give the path of every file below a folder."""
    for entry in storage.list(folder) or ():
        path = f"{folder}/{entry.name}"
        yield from files_of(storage, path) if entry.is_folder else (path,)


def first(handset: Handset, ending: str) -> str:
    """Return the first path with this ending."""
    return min(path for path in files_of(Storage(handset), "/sdcard") if path.endswith(ending))


def picture(kind: str, size: tuple[int, int] = (300, 500)) -> bytes:
    """Return a red picture."""
    made = io.BytesIO()
    Image.new("RGB", size, RED).save(made, kind)
    return made.getvalue()


def test_every_file_has_the_length_that_is_told(driver: PhoneDriver) -> None:
    """What a folder lists, what stat says and what is read agree for every file there is."""
    storage = Storage(driver.handset)
    for path in files_of(storage, "/sdcard"):
        told = storage.stat(path)
        listed = next(
            each for each in storage.list(path.rpartition("/")[0]) or () if path.endswith(each.name)
        )
        assert told is not None
        assert told.size == listed.size == len(storage.read(path) or b""), path


def test_photos_are_pulled_as_pictures(adb: Adb, driver: PhoneDriver, tmp_path: Path) -> None:
    """All photos of the camera come as JPEG files as long as ls -l and stat tell, each another picture."""
    assert adb("pull", CAMERA, str(tmp_path)).returncode == 0
    photos = sorted((tmp_path / "Camera").glob("*.jpg"))
    assert len(photos) > 10
    listed = adb("shell", f"ls -l {CAMERA}").stdout.decode()
    for photo in photos:
        length = photo.stat().st_size
        assert re.search(rf" {length} \S+ \S+ {photo.name}$", listed, re.MULTILINE)
        assert adb("shell", f"stat -c %s {CAMERA}/{photo.name}").stdout == f"{length}\n".encode()
        with Image.open(photo) as shown:
            assert (shown.format, shown.size) == ("JPEG", (1200, 900))
            assert len(shown.getcolors(1 << 22) or ()) > 50
    assert len({photo.read_bytes() for photo in photos}) > len(photos) // 2
    assert driver.handset.call("focus")


def test_a_screenshot_is_pulled_as_png(driver: PhoneDriver) -> None:
    """A picture with the ending of PNG is one."""
    with Image.open(io.BytesIO(Storage(driver.handset).read(first(driver.handset, ".png")) or b"")) as shown:
        assert shown.format == "PNG"


def test_an_edited_photo_is_read_as_edited(driver: PhoneDriver) -> None:
    """A photo that was turned to gray on the phone comes gray."""
    path, storage = first(driver.handset, ".jpg"), Storage(driver.handset)
    before = storage.read(path)
    driver.handset.call("alter", f"s.files['{path}'].about.edit = {{filter: 'Mono', ratio: 'Square'}}")
    after = storage.read(path)
    assert after != before
    with Image.open(io.BytesIO(after or b"")) as shown:
        assert shown.size == (1200, 1200)
        assert max(ImageStat.Stat(shown.convert("HSV")).mean[1:2]) < 4


def test_the_same_phone_has_the_same_pictures(driver: PhoneDriver) -> None:
    """After a reset a photo is read as before, byte for byte."""
    path, storage = first(driver.handset, ".jpg"), Storage(driver.handset)
    before = storage.read(path)
    driver.handset.reset(2)
    driver.handset.reset(1)
    assert storage.read(path) == before


def test_a_pdf_is_a_page_with_its_title(driver: PhoneDriver) -> None:
    """Its table of parts points at them, and its text is the file's name."""
    path = first(driver.handset, ".pdf")
    data = Storage(driver.handset).read(path) or b""
    assert data.startswith(b"%PDF-1.4\n")
    assert f"({Path(path).stem}) '".encode() in data
    table = int(data.rpartition(b"startxref\n")[2].split()[0])
    rows = data[table:].splitlines()[3:8]
    assert [data[int(row[:10]) :][:7] for row in rows] == [f"{n} 0 obj".encode() for n in range(1, 6)]


def test_an_archive_holds_what_is_shown_in_it(driver: PhoneDriver) -> None:
    """A ZIP made of a photo, a text and a folder unpacks to them; one of nothing is empty, yet one."""
    storage, photo = Storage(driver.handset), first(driver.handset, ".jpg")
    packed = f"{{'a ü.jpg': s.files['{photo}'], 'b': {{dir: true}}, 'b/c.txt': {{text: 'grün'}}}}"
    archive = f"{{mtime: 0, size: 9, about: {{zip: JSON.stringify({packed})}}}}"
    driver.handset.call("alter", f"s.files['/sdcard/a.zip'] = {archive}")
    driver.handset.call("alter", "s.files['/sdcard/no.zip'] = {mtime: 0, size: 9}")
    told = storage.stat("/sdcard/a.zip")
    data = storage.read("/sdcard/a.zip") or b""
    assert told is not None
    assert told.size == len(data)
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.namelist() == ["a ü.jpg", "b/", "b/c.txt"]
        assert opened.testzip() is None
        assert opened.read("b/c.txt").decode() == "grün"
        assert opened.read("a ü.jpg") == storage.read(photo)
    with zipfile.ZipFile(io.BytesIO(storage.read("/sdcard/no.zip") or b"")) as nothing:
        assert nothing.namelist() == []


def test_what_the_browser_loads_is_a_pdf(driver: PhoneDriver) -> None:
    """A PDF from a page of the browser is one over adb, too, with where it is from."""
    path = "/sdcard/Download/Network map.pdf"
    about = "{from: 'rail.example/a'}"
    driver.handset.call(
        "alter", f"s.files['{path}'] = {{mtime: 0, text: 'Map (all)\\n\\nx', about: {about}}}"
    )
    data = Storage(driver.handset).read(path) or b""
    assert data.startswith(b"%PDF-1.4")
    assert rb"(Map \(all\)) ' () ' (x) '" in data


def test_a_pushed_picture_can_be_edited(driver: PhoneDriver) -> None:
    """Its edits are in what is pulled, as with photos of the phone's own."""
    path, storage = f"{CAMERA}/red.png", Storage(driver.handset)
    assert not storage.write(path, picture("PNG", (400, 300)))
    driver.handset.call("alter", f"s.files['{path}'].about.edit = {{ratio: 'Square', filter: 'Mono'}}")
    with Image.open(io.BytesIO(storage.read(path) or b"")) as shown:
        assert (shown.format, shown.size) == ("PNG", (1200, 1200))
        assert max(ImageStat.Stat(shown.convert("HSV")).mean[1:2]) < 4
        assert ImageStat.Stat(shown.convert("L")).mean[0] > 40


def test_a_wav_is_silence_and_a_song_is_empty(driver: PhoneDriver) -> None:
    """A sound file by its ending can be played; songs hold no sound and tell so by their length."""
    driver.handset.call("alter", "s.files['/sdcard/Recordings/Rain.wav'] = {mtime: 0, size: 900000}")
    with wave.open(io.BytesIO(Storage(driver.handset).read("/sdcard/Recordings/Rain.wav") or b"")) as sound:
        assert (sound.getnframes(), sound.getframerate()) == (8000, 8000)
        assert set(sound.readframes(8000)) == {0x80}
    song = Storage(driver.handset).stat(first(driver.handset, ".mp3"))
    assert song is not None
    assert song.size == 0


@pytest.mark.parametrize(("kind", "name"), [("PNG", "red.png"), ("JPEG", "rot ü.jpg"), ("GIF", "r.gif")])
def test_a_pushed_picture_is_in_the_gallery(
    adb: Adb, driver: PhoneDriver, tmp_path: Path, kind: str, name: str
) -> None:
    """It is shown as it is, and pulled as it came."""
    (tmp_path / name).write_bytes(picture(kind))
    assert adb("push", str(tmp_path / name), "/sdcard/Pictures/").returncode == 0
    assert adb("pull", f"/sdcard/Pictures/{name}", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == picture(kind)
    driver.open("Gallery")
    driver.tap(f"Photo of {name}")
    with Image.open(io.BytesIO(driver.handset.screenshot())) as shown:
        middle = ImageStat.Stat(shown.convert("RGB").crop((530, 1190, 550, 1210))).mean
    assert all(abs(ours - there) < 12 for ours, there in zip(RED, middle, strict=True))


def test_a_picture_moved_into_the_pictures_is_in_the_gallery(driver: PhoneDriver) -> None:
    """What lies in Download is none of the Gallery's; moved to DCIM it is."""
    storage = Storage(driver.handset)
    assert not storage.write("/sdcard/Download/red.png", picture("PNG"))
    driver.open("Gallery")
    assert not any(name.startswith("Photo of red.png") for name in driver.shown())
    assert not storage.rename("/sdcard/Download/red.png", f"{CAMERA}/red.png")
    assert any(name.startswith("Photo of red.png") for name in driver.shown())


def test_what_is_no_picture_is_not_in_the_gallery(driver: PhoneDriver) -> None:
    """A file with the ending of a picture and other content is none; a broken picture does no harm."""
    storage = Storage(driver.handset)
    assert not storage.write(f"{CAMERA}/words.jpg", b"no picture")
    assert not storage.write(f"{CAMERA}/broken.png", picture("PNG")[:60])
    driver.open("Gallery")
    assert not any(name.startswith("Photo of words.jpg") for name in driver.shown())
    driver.tap("Photo of broken.png")
    assert driver.handset.screenshot()
    assert storage.read(f"{CAMERA}/broken.png") == picture("PNG")[:60]


def test_a_photo_that_is_touched_stays_what_it_is(driver: PhoneDriver) -> None:
    """Written again with what it holds, only its time is another."""
    path, storage = first(driver.handset, ".jpg"), Storage(driver.handset)
    data = storage.read(path) or b""
    assert not storage.write(path, data, mtime=1_600_000_000)
    assert driver.handset.call("evaluate", f"s.files['{path}'].about.scene")
    assert storage.stat(path) is not None
    assert storage.read(path) == data
