"""The `onscreen apps` command, which installs, serves and removes real web applications."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from onscreen_practice.apps.application import Application
from onscreen_practice.apps.application_table import APPLICATIONS, find_application
from onscreen_practice.apps.foreground_server import reset_running, running_of, serve, stop_running
from onscreen_practice.apps.installation import apps_folder, install, installation_of, remove

HELP = (
    "Install and run the real web applications of the suite 'apps': onscreen apps install roundup, then "
    "onscreen apps run roundup."
)
_INSTALL, _LIST, _RUN, _RESET, _STOP, _REMOVE = "install", "list", "run", "reset", "stop", "remove"


def add(parser: ArgumentParser) -> None:
    """Add the command's subcommands and options to the parser."""
    subcommands = parser.add_subparsers(dest="subcommand", required=True, metavar="SUBCOMMAND")
    helps = {
        _INSTALL: "install applications from their packages, by default all",
        _LIST: "list the applications with their licenses, and whether they are installed",
        _RUN: "serve an application with its initial data until Ctrl-C",
        _RESET: "restore the initial data of an application that `run` serves",
        _STOP: "stop an application that `run` serves",
        _REMOVE: "delete the packages and the data of applications, by default all",
    }
    for name, text in helps.items():
        subparser = subcommands.add_parser(name, help=text, description=text)
        if name in {_INSTALL, _REMOVE}:
            subparser.add_argument("applications", nargs="*", metavar="APPLICATION", help="names from `list`")
        elif name != _LIST:
            subparser.add_argument("application", metavar="APPLICATION", help="a name from `list`")
        if name == _RUN:
            subparser.add_argument("--port", type=int, default=0, help="port (default: a free one)")


def run(arguments: Namespace) -> int:
    """Run the subcommand and return the exit status.

    Raises:
        UsageError: an application or its package manager is missing, or a port is taken.
        DeviceError: an application does not start.
    """
    if arguments.subcommand in {_INSTALL, _REMOVE}:
        names = arguments.applications or tuple(APPLICATIONS)
        chosen = [find_application(name) for name in names]
        for each in chosen:
            _install(each) if arguments.subcommand == _INSTALL else _remove(each)
        return 0
    if arguments.subcommand == _LIST:
        for line in _list_lines():
            print(line)  # noqa: T201
        return 0
    application = find_application(arguments.application)
    if arguments.subcommand == _RUN:
        serve(application, port=arguments.port, on_ready=_print_address)
    elif arguments.subcommand == _RESET:
        reset_running(application)
    else:
        stop_running(application)
    return 0


def _install(application: Application) -> None:
    installation = install(application, report=_report)
    record = installation.record
    package = application.packages[0].partition("@" if application.manager == "npm" else ">")[0]
    versions = (
        {name.lower().replace("_", "-"): each for name, each in record.versions.items()} if record else {}
    )
    version = versions.get(package, "")
    _report(f"{application.name}: {package} {version} is installed in {installation.folder}")


def _remove(application: Application) -> None:
    _report(f"{application.name}: {'removed' if remove(application) else 'was not installed'}")


def _list_lines() -> tuple[str, ...]:
    """Return a line for each application, followed by the installation folder."""
    rows = [(each.name, each.license, _status(each), each.toolkit) for each in APPLICATIONS.values()]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    ]
    return *lines, f"folder: {apps_folder()}"


def _status(application: Application) -> str:
    if running_of(application):
        return "running"
    installation = installation_of(application)
    if installation.is_current:
        return "installed"
    return "not installed" if installation.record is None else "outdated"


def _print_address(address: str) -> None:
    print(f"listening on {address}", flush=True)  # noqa: T201
    _report("Ctrl-C stops the application.")


def _report(message: str) -> None:
    print(message, file=sys.stderr, flush=True)  # noqa: T201
