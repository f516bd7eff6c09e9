"""Actions with files: upload and download."""

from __future__ import annotations

import json
import time
from pathlib import Path

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.action_context import ActionContext, told
from onscreen.device.web.devtools_connection import Nothing
from onscreen.device.web.frame_merge import split
from onscreen.device.web.mouse_actions import click
from onscreen.types import Click, Download, Upload
from onscreen.types.errors import ActionHadNoEffect, ActionTimeout, NotAllowed, NotSupported

_CHOOSER_CAP_SEC = 2.0
_BEGIN_CAP_SEC = 5.0


def upload(context: ActionContext, action: Upload) -> str:
    """Give files to a file field, or to the chooser that a click on the target opens.

    Raises:
        NotAllowed: a file lies outside the folders uploads may come from.
        NotSupported: the target takes no file and opens no chooser.
        ActionHadNoEffect: no file was named, or there is none of that name.
    """
    paths = [_allowed(path, context.settings.uploads) for path in action.paths]
    if not paths:
        raise ActionHadNoEffect("no file was named to upload")
    frame = context.frame_of(action.target)
    where = [split(action.target.locator)[1], action.target.role, action.target.name]
    given = ", ".join(_quoted(text) for text in where)
    asked = {"expression": f"onscreen.fileField({given})", "contextId": context.asker.world(frame)}
    found = context.wire.call("Runtime.evaluate", asked, session=frame.session, shape=p.Evaluated)
    names = ", ".join(Path(path).name for path in paths)
    if found.result.object_id:
        told_files = {"files": paths, "objectId": found.result.object_id}
        context.wire.call("DOM.setFileInputFiles", told_files, session=frame.session, shape=Nothing)
        return f"uploaded {names}"
    _through_chooser(context, action, paths=paths)
    return f"uploaded {names}"


def download(context: ActionContext, action: Download) -> str:
    """Click and wait for the file that comes; returns its path.

    Raises:
        NotAllowed: downloads are off.
        ActionHadNoEffect: no file came, or it broke off.
        ActionTimeout: it took longer than the cap on loading.
    """
    downloads = context.browser.downloads
    if downloads.folder is None:
        raise NotAllowed("downloads are off; the setting downloads names a folder for them")
    downloads.forget()
    click(context, Click(action.target))
    now = time.monotonic()
    if not context.wire.pump(
        lambda: bool(downloads.began), until=now + _BEGIN_CAP_SEC, broken=context.is_blocked
    ):
        raise ActionHadNoEffect(f"no file came within {_BEGIN_CAP_SEC:g} s of the click")
    until = now + context.settings.load_cap_sec
    context.wire.pump(
        lambda: bool(downloads.done or downloads.failed), until=until, broken=context.is_blocked
    )
    if downloads.done:
        return str(downloads.done[0])
    if downloads.failed:
        raise ActionHadNoEffect(f"the download of {downloads.failed[0]!r} failed")
    raise ActionTimeout(
        f"the download of {downloads.began[0]!r} took more than {context.settings.load_cap_sec:g} s"
    )


def _through_chooser(context: ActionContext, action: Upload, *, paths: list[str]) -> None:
    tab = context.tab
    tab.chooser = None
    context.call("Page.setInterceptFileChooserDialog", {"enabled": True}, shape=Nothing)
    try:
        click(context, Click(action.target))
        until = time.monotonic() + _CHOOSER_CAP_SEC
        if not context.wire.pump(lambda: tab.chooser is not None, until=until, broken=context.is_blocked):
            raise NotSupported(f"{told(action.target)} takes no file and opens no file chooser")
        node = tab.chooser.backend_node_id if tab.chooser else 0
        context.call("DOM.setFileInputFiles", {"files": paths, "backendNodeId": node}, shape=Nothing)
    finally:
        off = {"enabled": False}
        context.wire.send("Page.setInterceptFileChooserDialog", off, session=tab.session, wanted=False)


def _allowed(path: str, folders: tuple[str, ...]) -> str:
    real = Path(path).expanduser().resolve()
    if not folders:
        raise NotAllowed("uploads are off; the setting uploads names the folders files may come from")
    if not any(real.is_relative_to(Path(folder).resolve()) for folder in folders):
        raise NotAllowed(f"{path!r} is not in a folder files may be uploaded from ({', '.join(folders)})")
    if not real.is_file():
        raise ActionHadNoEffect(f"there is no file {path!r}")
    return str(real)


def _quoted(text: str) -> str:
    return json.dumps(text)
