"""Page for watching and operating the mirrored screen of a device."""

from __future__ import annotations

from onscreen.report.page_template import render_page


def watch_page(app: str, device: str) -> str:
    """Render the page for an application on a device.

    A script in the page requests the screens from the server.
    """
    return render_page("watch", is_served=True, app=app, device=device)
