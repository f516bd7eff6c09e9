"""Resources of the MCP server: recorded episodes, and maps of applications."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import FunctionResource
from rich.console import Console

from onscreen.app_maps.map_store import list_maps, load_map, map_folder
from onscreen.cli.notes import format_notes
from onscreen.cli.progress import Progress
from onscreen.cli.session_options import quote_screen
from onscreen.store.episode_store import load_episode

MAP_ABOUT = "what is known about an application: its screens, what their controls do, and notes"
_TEXT = "text/plain"


def add_episode(server: MCPServer, name: str, *, folder: str) -> None:
    """Offer the episode that is recorded in a folder as a resource of the MCP server."""
    server.add_resource(
        FunctionResource.from_function(
            fn=partial(describe_episode, Path(folder)),
            uri=f"onscreen://episodes/{name}",
            name=name,
            description="the recorded steps of a run, with what each changed",
            mime_type=_TEXT,
        )
    )


def add_maps(server: MCPServer) -> None:
    """Add a resource for each stored map, and a template for maps that are stored later."""
    for folder in list_maps():
        server.add_resource(
            FunctionResource.from_function(
                fn=partial(describe_map, folder.name),
                uri=f"onscreen://maps/{folder.name}",
                name=f"map of {folder.name}",
                description=MAP_ABOUT,
                mime_type=_TEXT,
            )
        )
    template = server.resource("onscreen://maps/{app}", name="map", description=MAP_ABOUT, mime_type=_TEXT)
    template(describe_map)


def describe_episode(folder: Path) -> str:
    """Return the steps of a recorded episode as text.

    Raises:
        BrokenEpisode: the episode cannot be read.
    """
    out = io.StringIO()
    Progress(Console(file=out, highlight=False, width=1000), whole=True)(load_episode(folder))
    return quote_screen(out.getvalue().strip())


def describe_map(app: str) -> str:
    """Return what is known about an application as text.

    Raises:
        UsageError: no map of the application exists, or it cannot be read.
    """
    return quote_screen(format_notes(load_map(map_folder(app))))
