"""Media files of the phone: photos, documents and sounds are real files over adb."""

from __future__ import annotations

import io
import re
import wave
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_program import Adb
from phone_driver import PhoneDriver
from PIL import Image, ImageStat

from onscreen_practice.phone.shell.file_system import Storage
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

CAMERA = "/sdcard/DCIM/Camera"
RED = (200, 30, 40)


def list_files(storage: Storage, folder: str) -> Iterator[str]:
    """Yield the paths of all files below a folder."""
    for entry in storage.list(folder) or ():
        path = f"{folder}/{entry.name}"
        yield from list_files(storage, path) if entry.is_folder else (path,)


def find_first_file(handset: Handset, ending: str) -> str:
    """Return the first path with this file name extension."""
    return min(path for path in list_files(Storage(handset), "/sdcard") if path.endswith(ending))


def encode_red_image(kind: str, size: tuple[int, int] = (300, 500)) -> bytes:
    """Return an encoded red image."""
    made = io.BytesIO()
    Image.new("RGB", size, RED).save(made, kind)
    return made.getvalue()


def test_file_sizes_are_consistent(driver: PhoneDriver) -> None:
    """Directory listing, stat and content agree on the size of every file."""
    storage = Storage(driver.handset)
    for path in list_files(storage, "/sdcard"):
        status = storage.stat(path)
        listed = next(
            each for each in storage.list(path.rpartition("/")[0]) or () if path.endswith(each.name)
        )
        assert status is not None
        assert status.size == listed.size == len(storage.read(path) or b""), path


def test_photos_are_pulled_as_images(adb: Adb, driver: PhoneDriver, tmp_path: Path) -> None:
    """All camera photos are distinct JPEG files of the listed size."""
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


def test_screenshot_is_pulled_as_png(driver: PhoneDriver) -> None:
    """An image with the extension .png is a PNG file."""
    with Image.open(
        io.BytesIO(Storage(driver.handset).read(find_first_file(driver.handset, ".png")) or b"")
    ) as shown:
        assert shown.format == "PNG"


def test_edited_photo_has_its_edits(driver: PhoneDriver) -> None:
    """A photo converted to grayscale on the phone is pulled in grayscale."""
    path, storage = find_first_file(driver.handset, ".jpg"), Storage(driver.handset)
    before = storage.read(path)
    driver.handset.call("alter", f"s.files['{path}'].about.edit = {{filter: 'Mono', ratio: 'Square'}}")
    after = storage.read(path)
    assert after != before
    with Image.open(io.BytesIO(after or b"")) as shown:
        assert shown.size == (1200, 1200)
        assert max(ImageStat.Stat(shown.convert("HSV")).mean[1:2]) < 4


def test_photos_are_deterministic(driver: PhoneDriver) -> None:
    """After a reset, a photo has the same bytes."""
    path, storage = find_first_file(driver.handset, ".jpg"), Storage(driver.handset)
    before = storage.read(path)
    driver.handset.reset(2)
    driver.handset.reset(1)
    assert storage.read(path) == before


def test_pdf_contains_its_title(driver: PhoneDriver) -> None:
    """A PDF's cross-reference table is valid, and its text is the file name."""
    path = find_first_file(driver.handset, ".pdf")
    data = Storage(driver.handset).read(path) or b""
    assert data.startswith(b"%PDF-1.4\n")
    assert f"({Path(path).stem}) '".encode() in data
    table = int(data.rpartition(b"startxref\n")[2].split()[0])
    rows = data[table:].splitlines()[3:8]
    assert [data[int(row[:10]) :][:7] for row in rows] == [f"{n} 0 obj".encode() for n in range(1, 6)]


def test_archive_contains_its_files(driver: PhoneDriver) -> None:
    """A ZIP of a photo, a text and a folder unpacks to them; an empty ZIP is valid."""
    storage, photo = Storage(driver.handset), find_first_file(driver.handset, ".jpg")
    packed = f"{{'a ü.jpg': s.files['{photo}'], 'b': {{dir: true}}, 'b/c.txt': {{text: 'grün'}}}}"
    archive = f"{{mtime: 0, size: 9, about: {{zip: JSON.stringify({packed})}}}}"
    driver.handset.call("alter", f"s.files['/sdcard/a.zip'] = {archive}")
    driver.handset.call("alter", "s.files['/sdcard/no.zip'] = {mtime: 0, size: 9}")
    status = storage.stat("/sdcard/a.zip")
    data = storage.read("/sdcard/a.zip") or b""
    assert status is not None
    assert status.size == len(data)
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.namelist() == ["a ü.jpg", "b/", "b/c.txt"]
        assert opened.testzip() is None
        assert opened.read("b/c.txt").decode() == "grün"
        assert opened.read("a ü.jpg") == storage.read(photo)
    with zipfile.ZipFile(io.BytesIO(storage.read("/sdcard/no.zip") or b"")) as nothing:
        assert nothing.namelist() == []


def test_browser_download_is_a_pdf(driver: PhoneDriver) -> None:
    """A PDF downloaded in the browser is a PDF over adb and names its source."""
    path = "/sdcard/Download/Network map.pdf"
    about = "{from: 'rail.example/a'}"
    driver.handset.call(
        "alter", f"s.files['{path}'] = {{mtime: 0, text: 'Map (all)\\n\\nx', about: {about}}}"
    )
    data = Storage(driver.handset).read(path) or b""
    assert data.startswith(b"%PDF-1.4")
    assert rb"(Map \(all\)) ' () ' (x) '" in data


def test_pushed_image_can_be_edited(driver: PhoneDriver) -> None:
    """Edits of a pushed image are in the pulled file."""
    path, storage = f"{CAMERA}/red.png", Storage(driver.handset)
    assert not storage.write(path, encode_red_image("PNG", (400, 300)))
    driver.handset.call("alter", f"s.files['{path}'].about.edit = {{ratio: 'Square', filter: 'Mono'}}")
    with Image.open(io.BytesIO(storage.read(path) or b"")) as shown:
        assert (shown.format, shown.size) == ("PNG", (1200, 1200))
        assert max(ImageStat.Stat(shown.convert("HSV")).mean[1:2]) < 4
        assert ImageStat.Stat(shown.convert("L")).mean[0] > 40


def test_sound_files_are_silent_or_empty(driver: PhoneDriver) -> None:
    """A .wav file is playable silence; songs have no audio data, and their size says so."""
    driver.handset.call("alter", "s.files['/sdcard/Recordings/Rain.wav'] = {mtime: 0, size: 900000}")
    with wave.open(io.BytesIO(Storage(driver.handset).read("/sdcard/Recordings/Rain.wav") or b"")) as sound:
        assert (sound.getnframes(), sound.getframerate()) == (8000, 8000)
        assert set(sound.readframes(8000)) == {0x80}
    song = Storage(driver.handset).stat(find_first_file(driver.handset, ".mp3"))
    assert song is not None
    assert song.size == 0


@pytest.mark.parametrize(("kind", "name"), [("PNG", "red.png"), ("JPEG", "rot ü.jpg"), ("GIF", "r.gif")])
def test_pushed_image_is_in_the_gallery(
    adb: Adb, driver: PhoneDriver, tmp_path: Path, kind: str, name: str
) -> None:
    """A pushed image is displayed, and pulled unchanged."""
    (tmp_path / name).write_bytes(encode_red_image(kind))
    assert adb("push", str(tmp_path / name), "/sdcard/Pictures/").returncode == 0
    assert adb("pull", f"/sdcard/Pictures/{name}", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == encode_red_image(kind)
    driver.open("Gallery")
    driver.tap(f"Photo of {name}")
    with Image.open(io.BytesIO(driver.handset.screenshot())) as shown:
        middle = ImageStat.Stat(shown.convert("RGB").crop((530, 1190, 550, 1210))).mean
    assert all(abs(ours - there) < 12 for ours, there in zip(RED, middle, strict=True))


def test_image_moved_to_dcim_is_in_the_gallery(driver: PhoneDriver) -> None:
    """An image in Download is in the gallery only after it is moved to DCIM."""
    storage = Storage(driver.handset)
    assert not storage.write("/sdcard/Download/red.png", encode_red_image("PNG"))
    driver.open("Gallery")
    assert not any(name.startswith("Photo of red.png") for name in driver.visible_texts())
    assert not storage.rename("/sdcard/Download/red.png", f"{CAMERA}/red.png")
    assert any(name.startswith("Photo of red.png") for name in driver.visible_texts())


def test_invalid_image_is_not_in_the_gallery(driver: PhoneDriver) -> None:
    """A file with an image extension and other content is ignored by the gallery."""
    storage = Storage(driver.handset)
    assert not storage.write(f"{CAMERA}/words.jpg", b"no picture")
    assert not storage.write(f"{CAMERA}/broken.png", encode_red_image("PNG")[:60])
    driver.open("Gallery")
    assert not any(name.startswith("Photo of words.jpg") for name in driver.visible_texts())
    driver.tap("Photo of broken.png")
    assert driver.handset.screenshot()
    assert storage.read(f"{CAMERA}/broken.png") == encode_red_image("PNG")[:60]


def test_rewritten_photo_changes_only_its_time(driver: PhoneDriver) -> None:
    """A photo rewritten with its own content changes only its modification time."""
    path, storage = find_first_file(driver.handset, ".jpg"), Storage(driver.handset)
    data = storage.read(path) or b""
    assert not storage.write(path, data, mtime=1_600_000_000)
    assert driver.handset.call("evaluate", f"s.files['{path}'].about.scene")
    assert storage.stat(path) is not None
    assert storage.read(path) == data
