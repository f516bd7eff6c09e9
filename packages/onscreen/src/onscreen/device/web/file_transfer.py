"""Browser actions that upload and download files."""

from __future__ import annotations

import time
from pathlib import Path

from onscreen.device.file_exchange import check_upload
from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.action_context import ActionContext, describe_element
from onscreen.device.web.devtools_connection import EmptyResult
from onscreen.device.web.frame_merge import split_locator
from onscreen.device.web.mouse_actions import click
from onscreen.device.web.script_client import call_expression
from onscreen.types import Click, Download, Upload
from onscreen.types.errors import ActionHadNoEffect, ActionTimeout, NotAllowed, NotSupported

_CHOOSER_TIMEOUT_SEC = 5.0
_DOWNLOAD_START_TIMEOUT_SEC = 5.0


def upload(context: ActionContext, action: Upload) -> str:
    """Upload files through a file input, or a file chooser opened by the target.

    Raises:
        NotAllowed: a file is outside the folders of the setting `uploads`.
        NotSupported: the target accepts no file and opens no file chooser.
        ActionHadNoEffect: no file was named, or a named file does not exist.
    """
    paths = [check_upload(path, context.settings.uploads) for path in action.paths]
    if not paths:
        raise ActionHadNoEffect("no file was named to upload")
    frame, target = context.frame_of(action.target), action.target
    _, locator = split_locator(target.locator)
    params = {
        "expression": call_expression("fileField", locator, target.role, target.name),
        "contextId": context.scripts.isolated_context(frame),
    }
    field = context.connection.call(
        "Runtime.evaluate", params, session=frame.session, result_type=p.EvaluateResult
    )
    if field.result.object_id:
        files = {"files": paths, "objectId": field.result.object_id}
        context.connection.call(
            "DOM.setFileInputFiles", files, session=frame.session, result_type=EmptyResult
        )
    else:
        _upload_by_chooser(context, action, paths=paths)
    return f"uploaded {', '.join(Path(path).name for path in paths)}"


def download(context: ActionContext, action: Download) -> str:
    """Click the target, wait for the download to finish, and return the file's path.

    Raises:
        NotAllowed: downloads are off.
        ActionHadNoEffect: no download started, or the download failed.
        ActionTimeout: the download took longer than `load_cap_sec`.
    """
    downloads = context.browser.downloads
    if downloads.folder is None:
        raise NotAllowed("downloads are off; set a folder for them with the setting downloads")
    downloads.clear()
    click(context, Click(action.target))
    clicked_at = time.monotonic()
    has_started = context.connection.wait_until(
        lambda: bool(downloads.started),
        deadline=clicked_at + _DOWNLOAD_START_TIMEOUT_SEC,
        interrupted=context.is_blocked,
    )
    if not has_started:
        raise ActionHadNoEffect(f"no download started within {_DOWNLOAD_START_TIMEOUT_SEC:g} s of the click")
    timeout_sec = context.settings.load_cap_sec
    context.connection.wait_until(
        lambda: bool(downloads.finished or downloads.failed),
        deadline=clicked_at + timeout_sec,
        interrupted=context.is_blocked,
    )
    if downloads.finished:
        return str(downloads.finished[0])
    if downloads.failed:
        raise ActionHadNoEffect(f"the download of {downloads.failed[0]!r} failed")
    raise ActionTimeout(f"the download of {downloads.started[0]!r} took more than {timeout_sec:g} s")


def _upload_by_chooser(context: ActionContext, action: Upload, *, paths: list[str]) -> None:
    """Click the target and pass the files to the file chooser that opens.

    Raises:
        NotSupported: no file chooser opened.
    """
    tab = context.tab
    tab.file_chooser = None
    context.call("Page.setInterceptFileChooserDialog", {"enabled": True}, result_type=EmptyResult)
    try:
        click(context, Click(action.target))
        context.connection.wait_until(
            lambda: tab.file_chooser is not None,
            deadline=time.monotonic() + _CHOOSER_TIMEOUT_SEC,
            interrupted=context.is_blocked,
        )
        if tab.file_chooser is None:
            raise NotSupported(f"{describe_element(action.target)} takes no file and opens no file chooser")
        files = {"files": paths, "backendNodeId": tab.file_chooser.backend_node_id}
        context.call("DOM.setFileInputFiles", files, result_type=EmptyResult)
    finally:
        context.connection.notify(
            "Page.setInterceptFileChooserDialog", {"enabled": False}, session=tab.session
        )
