"""Actions with files: upload and download."""

from __future__ import annotations

import json
import time
from pathlib import Path

from onscreen.device.web import protocol as p
from onscreen.device.web.hand import Hand, told
from onscreen.device.web.pointing import click
from onscreen.device.web.rows import split
from onscreen.device.web.wire import Nothing
from onscreen.types import Click, Download, Upload
from onscreen.types.errors import NotAllowed, NotSupported, NotTaken, TooSlow

_CHOOSER_CAP_SEC = 2.0
_BEGIN_CAP_SEC = 5.0


def upload(hand: Hand, action: Upload) -> str:
    """Give files to a file field, or to the chooser that a click on the target opens.

    Raises:
        NotAllowed: a file lies outside the folders uploads may come from.
        NotSupported: the target takes no file and opens no chooser.
        NotTaken: no file was named, or there is none of that name.
    """
    paths = [_allowed(path, hand.settings.uploads) for path in action.paths]
    if not paths:
        raise NotTaken("no file was named to upload")
    frame = hand.frame_of(action.target)
    where = [split(action.target.locator)[1], action.target.role, action.target.name]
    given = ", ".join(_quoted(text) for text in where)
    asked = {"expression": f"onscreen.fileField({given})", "contextId": hand.asker.world(frame)}
    found = hand.wire.call("Runtime.evaluate", asked, session=frame.session, shape=p.Evaluated)
    names = ", ".join(Path(path).name for path in paths)
    if found.result.object_id:
        told_files = {"files": paths, "objectId": found.result.object_id}
        hand.wire.call("DOM.setFileInputFiles", told_files, session=frame.session, shape=Nothing)
        return f"uploaded {names}"
    _through_chooser(hand, action, paths=paths)
    return f"uploaded {names}"


def download(hand: Hand, action: Download) -> str:
    """Click and wait for the file that comes; returns its path.

    Raises:
        NotAllowed: downloads are off.
        NotTaken: no file came, or it broke off.
        TooSlow: it took longer than the cap on loading.
    """
    downloads = hand.browser.downloads
    if downloads.folder is None:
        raise NotAllowed("downloads are off; the setting downloads names a folder for them")
    downloads.forget()
    click(hand, Click(action.target))
    now = time.monotonic()
    if not hand.wire.pump(lambda: bool(downloads.began), until=now + _BEGIN_CAP_SEC, broken=hand.is_blocked):
        raise NotTaken(f"no file came within {_BEGIN_CAP_SEC:g} s of the click")
    until = now + hand.settings.load_cap_sec
    hand.wire.pump(lambda: bool(downloads.done or downloads.failed), until=until, broken=hand.is_blocked)
    if downloads.done:
        return str(downloads.done[0])
    if downloads.failed:
        raise NotTaken(f"the download of {downloads.failed[0]!r} failed")
    raise TooSlow(f"the download of {downloads.began[0]!r} took more than {hand.settings.load_cap_sec:g} s")


def _through_chooser(hand: Hand, action: Upload, *, paths: list[str]) -> None:
    tab = hand.tab
    tab.chooser = None
    hand.call("Page.setInterceptFileChooserDialog", {"enabled": True}, shape=Nothing)
    try:
        click(hand, Click(action.target))
        until = time.monotonic() + _CHOOSER_CAP_SEC
        if not hand.wire.pump(lambda: tab.chooser is not None, until=until, broken=hand.is_blocked):
            raise NotSupported(f"{told(action.target)} takes no file and opens no file chooser")
        node = tab.chooser.backend_node_id if tab.chooser else 0
        hand.call("DOM.setFileInputFiles", {"files": paths, "backendNodeId": node}, shape=Nothing)
    finally:
        off = {"enabled": False}
        hand.wire.send("Page.setInterceptFileChooserDialog", off, session=tab.session, wanted=False)


def _allowed(path: str, folders: tuple[str, ...]) -> str:
    real = Path(path).expanduser().resolve()
    if not folders:
        raise NotAllowed("uploads are off; the setting uploads names the folders files may come from")
    if not any(real.is_relative_to(Path(folder).resolve()) for folder in folders):
        raise NotAllowed(f"{path!r} is not in a folder files may be uploaded from ({', '.join(folders)})")
    if not real.is_file():
        raise NotTaken(f"there is no file {path!r}")
    return str(real)


def _quoted(text: str) -> str:
    return json.dumps(text)
