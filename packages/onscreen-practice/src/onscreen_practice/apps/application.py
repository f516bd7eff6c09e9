"""Description of a web application: packages, initial data, server command and stored state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol

import msgspec

from onscreen_practice.state.expected_changes import Change

Manager = Literal["pip", "npm", "apt"]
DOMAIN = "localhost"
_NO_VARIABLES: Mapping[str, str] = MappingProxyType({})


class Program(msgspec.Struct, frozen=True):
    """Folder with the installed packages of one application."""

    folder: Path
    manager: Manager

    def executable(self, name: str) -> Path:
        """Return the path of an executable from the application's installed packages."""
        folders: Mapping[Manager, str] = {"pip": "bin", "npm": "node_modules/.bin", "apt": "usr/bin"}
        return self.folder / folders[self.manager] / name

    def unpacked(
        self, name: str, *words: str | Path, environment: Mapping[str, str] = _NO_VARIABLES
    ) -> Sequence[str | Path]:
        """Return the command line of an executable from unpacked Debian packages.

        It sets `LD_LIBRARY_PATH`, so that the executable finds the shared libraries in the same folder.
        """
        folders = [path for top in (".", "usr") for path in (self.folder / top).glob("lib/*-linux-gnu*")]
        libraries = ":".join(str(path) for path in sorted(folders))
        variables = {"LD_LIBRARY_PATH": libraries, **environment}
        return ["env", *(f"{key}={text}" for key, text in variables.items()), self.executable(name), *words]


class ServeCommand(Protocol):
    """Function that builds a server's command line for a data folder and a port."""

    def __call__(self, program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
        """Return the command line as a list of arguments; never raises."""


def has_any_data(_folder: Path) -> bool:
    """Return True; the default for applications that answer requests only once their data are loaded."""
    return True


class Application(msgspec.Struct, frozen=True):
    """A web application, with everything needed for installation, serving and reading of its state.

    Attributes:
        name: Name in commands, in checks and in the host name.
        title: Name that users know the application by.
        purpose: What the application is for, as shown to an agent.
        license: SPDX identifier of the application's license.
        toolkit: Languages and libraries that the user interface is built with.
        manager: Package manager that installs the packages.
        packages: Requirements in the syntax of the package manager, with version ranges except for `apt`.
        create_data: Writes the initial data into a new folder.
        command: Builds the command line of the server for a data folder and a port.
        read_state: Reads the stored state from a data folder, or from the server at the port in `PORT_FILE`.
        state_type: Type of that state.
        start_path: Path of the first page.
        incidental: Changes of the state that can occur without a change by the user.
        is_ready: Returns whether a server that answers has loaded all of its data.
        save_delay_sec: Maximum time between an input and its storage by the application.
    """

    name: str
    title: str
    purpose: str
    license: str
    toolkit: str
    manager: Manager
    packages: tuple[str, ...]
    create_data: Callable[[Program, Path], None]
    command: ServeCommand
    read_state: Callable[[Path], msgspec.Struct]
    state_type: type[msgspec.Struct]
    start_path: str = "/"
    incidental: tuple[Change, ...] = ()
    is_ready: Callable[[Path], bool] = has_any_data
    save_delay_sec: float = 0.0
    environment: Mapping[str, str] = {}

    @property
    def host(self) -> str:
        """Host name under which the application is served, independent of the port."""
        return f"{self.name}.{DOMAIN}"

    @property
    def address(self) -> str:
        """URL of the start page."""
        return f"http://{self.host}{self.start_path}"
