"""Device `apps`: a browser with real web applications, whose data are reset at each start.

The script of a start is `apps reset NAME...`. `read` accepts `apps state`, which returns the state of these
applications as JSON, and `apps check CHANGES`, which lists what differs from the required changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.device.device_settings import build_settings
from onscreen.device.web import WebDevice, web
from onscreen.plugins import unknown_name
from onscreen.types import Act, Action, Setting, Shot, Start, Tool
from onscreen.types.errors import DeviceError
from onscreen_practice.apps.application_servers import STATE_EXPRESSION, ApplicationServers
from onscreen_practice.apps.application_table import find_application

UPLOADS = Path(__file__).parent / "uploads"
"""Folder of the files that agents upload in tasks."""

_RESET = "apps reset"


class AppsSettings(msgspec.Struct, frozen=True):
    """Settings of the device `apps`, in addition to those of the `web` device.

    `start_cap_sec` is the startup timeout of an application in seconds.
    """

    start_cap_sec: float = 30.0


class AppsDevice:
    """Browser that reaches each application by a fixed host name, such as `roundup.localhost`.

    No other host can be reached.
    """

    def __init__(self, settings: AppsSettings, *, web_settings: Mapping[str, Setting]) -> None:
        """Choose a port for each application; the first `start` starts servers and browser."""
        self.name = "apps"
        self.state_expression = STATE_EXPRESSION
        self.state_is_complete = True
        self._servers = ApplicationServers(start_cap_sec=settings.start_cap_sec)
        hosts = self._servers.hosts
        self._web: WebDevice = web(
            {
                "allow_domains": tuple(hosts),
                "uploads": (str(UPLOADS),),
                **web_settings,
                "hosts": tuple(f"{host}={port}" for host, port in hosts.items()),
            }
        )
        self.actions: frozenset[type[Act]] = self._web.actions

    def start(self, start: Start) -> None:
        """Reset the applications named by the script, stop all others, and open the start address.

        Raises:
            MissingExtra: an application or the browser is not installed; the message contains the command.
            DeviceError: an application does not start, or the page cannot be opened.
        """
        names = _names_to_reset(start.script)
        self._web.start(Start())  # an open page could store its changes after the reset
        self._servers.reset(names)
        self._web.start(Start(start.address, seed=start.seed))

    def initial_start(self, app: str, *, seed: int) -> Start:
        """Return a start that resets an application and opens its first page.

        Raises:
            UnknownName: there is no such application.
        """
        application = find_application(app.casefold())
        return Start(application.address, reset_script(application.name), seed)

    def tools(self) -> tuple[Tool, ...]:
        """List the applications that the last start has reset, as tools."""
        return tuple(tool_of(each.name) for each in self._servers.running)

    def observe(self) -> Shot:
        """Capture the page once it is stable.

        Raises:
            DeviceError: the browser is gone.
        """
        return self._web.observe()

    def perform(self, action: Action) -> str:
        """Perform an action in the browser and return its outcome.

        Raises:
            ActionFailed: the action could not be performed; the device remains usable.
            DeviceError: the browser is gone.
        """
        return self._web.perform(action)

    def read(self, expression: str) -> str:
        """Return the applications' state, or the differences from the required changes, as JSON text.

        Raises:
            NotSupported: the expression is neither `apps state` nor `apps check CHANGES`.
            DeviceError: the device has not been started.
        """
        return self._servers.read(expression)

    def close(self) -> None:
        """Stop the browser and the servers, and delete their data."""
        self._web.close()
        self._servers.close()


def apps(settings: Mapping[str, Setting]) -> AppsDevice:
    """Create the device with the given settings.

    Settings that `AppsSettings` does not define are passed to the `web` device.

    Raises:
        UnknownName: a setting does not exist.
        BadText: a value is not valid.
    """
    own = {k: v for k, v in settings.items() if k in AppsSettings.__struct_fields__}
    others = {k: v for k, v in settings.items() if k not in own}
    for name in ("hosts", "allow_domains"):
        if name in others:
            raise unknown_name("setting of the device 'apps'", name, known=AppsSettings.__struct_fields__)
    parsed = build_settings(own, AppsSettings, device="apps")
    return AppsDevice(parsed, web_settings=others)


def reset_script(*names: str) -> str:
    """Build the start script that resets the named applications."""
    return f"{_RESET} {' '.join(names)}"


def tool_of(name: str) -> Tool:
    """Return the named application as a tool that an agent can open."""
    application = find_application(name)
    return Tool(application.title, application.address, application.purpose)


def _names_to_reset(script: str) -> tuple[str, ...]:
    if not script.startswith(f"{_RESET} "):
        raise DeviceError(
            f"the device 'apps' starts with the script {_RESET + ' NAME...'!r}; found {script!r}"
        )
    return tuple(find_application(name).name for name in script.removeprefix(_RESET).split())
