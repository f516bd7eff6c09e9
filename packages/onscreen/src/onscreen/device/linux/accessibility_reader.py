"""Reader of the accessibility trees of all programs on a desktop."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from onscreen.device.linux.accessible_element import Accessible, ReadLimits
from onscreen.device.linux.accessible_walk import ROOT, WindowWalk
from onscreen.device.linux.dbus_connection import (
    MAX_SIGNALS,
    ConnectionLost,
    DBusConnection,
    Request,
    add_match,
    process_of,
)
from onscreen.device.linux.dbus_message import Call, Message
from onscreen.device.linux.tree_mirror import EVENTS, GTK3, LIBREOFFICE, MIRRORED_TOOLKITS, TreeMirror
from onscreen.types import Box
from onscreen.types.errors import DeviceError

REGISTRY = "org.a11y.atspi.Registry"
_ACCESSIBLE, _APPLICATION = "org.a11y.atspi.Accessible", "org.a11y.atspi.Application"
_REGISTRY_PATH = "/org/a11y/atspi/registry"
_PROPERTIES = "org.freedesktop.DBus.Properties"
CALL_TIMEOUT_SEC = 2.0
"""Time for a program to answer a single call."""
FULL_READ_INTERVAL = 20
"""Number of readings after which everything is read again, in case an event was lost."""
ENDED_WARNING = "it ended while it was read"
LISTING_TOOLKITS = (*MIRRORED_TOOLKITS, "Qt")
"""Toolkits whose children can be requested before their number is known; see `WindowWalk`."""
UNRESPONSIVE_TIMEOUT_SEC = 0.2
"""Timeout for a program that did not answer at the last reading."""


class Application:
    """A program with an accessibility tree, and the connection to it.

    `toolkit` is a name such as "gtk", with the version for GTK 4 ("GTK 4.8.3"). `mirror` is a copy of its
    tree that is kept in sync by events, None for a program that is read in full.
    """

    def __init__(self, name: str, *, title: str, process_id: int, toolkit: str) -> None:
        """Describe a program by its bus name."""
        self.name, self.title, self.process_id, self.toolkit = name, title, process_id, toolkit
        self.direct: DBusConnection | None = None
        self.mirror: TreeMirror | None = None
        self.is_responsive = True
        self.sends_events = False

    @property
    def is_gtk4(self) -> bool:
        """True for GTK 4, whose coordinates are relative to the window."""
        return self.toolkit.startswith("GTK")


class AccessibleWindow(msgspec.Struct, frozen=True):
    """Accessibility tree of a window.

    `warning` states why parts of it are missing, "" if it is complete.
    """

    application: Application
    root: Accessible
    warning: str = ""


class AccessibilityReader:
    """Connection to an accessibility bus that reads the windows of all programs."""

    def __init__(
        self, address: str, limits: ReadLimits, *, full_read_interval: int = FULL_READ_INTERVAL
    ) -> None:
        """Connect to the bus.

        After every `full_read_interval` readings, everything is read again.

        Raises:
            DeviceError: the bus cannot be reached.
        """
        self._bus = DBusConnection(address)
        self._limits = limits
        self._reads, self._full_read_interval = 0, full_read_interval
        self._applications: dict[str, Application] = {}

    @property
    def unresponsive(self) -> frozenset[int]:
        """Process ids of the programs that did not answer at the last reading."""
        return frozenset(a.process_id for a in self._applications.values() if not a.is_responsive)

    @property
    def process_ids(self) -> frozenset[int]:
        """Process ids of the programs with an accessibility tree, at the last reading."""
        return frozenset(application.process_id for application in self._applications.values())

    def toolkit_of(self, process_id: int) -> str:
        """Return the toolkit of a program, such as "Qt"; "" if it has no accessibility tree."""
        known = self._applications.values()
        return next((each.toolkit for each in known if each.process_id == process_id), "")

    def sends_events(self, process_id: int) -> bool:
        """Check whether a program sends the events that keep a copy of its tree in sync."""
        own = (each for each in self._applications.values() if each.process_id == process_id)
        return any(each.mirror is not None for each in own)

    def has_pressed_button(self, process_id: int) -> bool:
        """Check whether a button of a program that sends events was pressed at the last reading."""
        own = (each.mirror for each in self._applications.values() if each.process_id == process_id)
        return any(mirror is not None and mirror.has_pressed_button for mirror in own)

    def has_events(self, process_id: int) -> bool:
        """Check whether a program has sent events about shown elements since the last reading.

        Raises:
            DeviceError: the accessibility bus is gone.
        """
        self.ping(process_id)
        self._bus.drain()
        self._note_events()
        own = (each for each in self._applications.values() if each.process_id == process_id)
        return any(each.mirror is not None and each.mirror.has_changes for each in own)

    def read(
        self, *, timeout_sec: float, damage: Sequence[Box] | None = None
    ) -> tuple[AccessibleWindow, ...]:
        """Read the windows of all programs, in the order in which the programs started.

        A program that does not answer in time contributes the windows that were read so far, with a warning.
        `damage` contains the areas of the screen that have changed since the last call. With it, only the
        changes are read from programs that send events; without it, everything is read.

        Raises:
            DeviceError: the accessibility bus is gone.
        """
        deadline = time.monotonic() + timeout_sec
        self._reads += 1
        applications = self._synchronize(deadline)
        for application in applications:
            if damage is None or self._reads % self._full_read_interval == 0:
                application.mirror = None
            elif application.mirror is not None:
                application.mirror.note_damage(damage)
        return tuple(
            window for application in applications for window in self._read_application(application, deadline)
        )

    def read_again(self, application: Application, path: str) -> Accessible | None:
        """Read a single element again, without its children; returns None if it is gone.

        Raises:
            DeviceError: the accessibility bus is gone.
        """
        connection, _ = self._connection(application)
        walk = self._new_walk(application, owner="")
        element = Accessible(path, 0)
        try:
            connection.run(walk.begin(element), deadline=time.monotonic() + CALL_TIMEOUT_SEC)
        except ConnectionLost:
            self._forget(application)
            return None
        return walk.found.get(path)

    def ping(self, process_id: int) -> None:
        """Wait until a program has handled its pending events, or until a timeout."""
        for application in self._applications.values():
            if application.process_id == process_id and application.is_responsive:
                connection, destination = self._connection(application)
                try:
                    connection.call(
                        Call(destination, ROOT, _ACCESSIBLE, "GetRole"), timeout_sec=CALL_TIMEOUT_SEC
                    )
                except ConnectionLost:
                    application.is_responsive = False

    def close(self) -> None:
        """Close all connections."""
        for application in list(self._applications.values()):
            self._forget(application)
        self._bus.close()

    def _synchronize(self, deadline: float) -> tuple[Application, ...]:
        """Return the programs on the bus, and process the events received so far.

        The connections to programs that have ended are closed.
        """
        names: list[str] = []

        def keep(reply: Message) -> Iterable[Request]:
            names.extend(str(each[0]) for each in reply.items if isinstance(each, tuple))
            return ()

        mirrored = {name: each for name, each in self._applications.items() if each.mirror is not None}
        missing = set(mirrored)

        def answered(name: str, reply: Message) -> Iterable[Request]:
            missing.difference_update(() if reply.error else (name,))
            return ()

        requests = [Request(Call(REGISTRY, ROOT, _ACCESSIBLE, "GetChildren"), keep)]
        for name in mirrored:
            call = Call(name, ROOT, _ACCESSIBLE, "GetRole")
            requests.append(Request(call, partial(answered, name)))
        self._bus.run(requests, deadline=min(deadline, time.monotonic() + CALL_TIMEOUT_SEC))
        for name in missing:
            mirrored[name].mirror = None
        self._note_events()
        for name in set(self._applications) - set(names):
            self._forget(self._applications[name])
        for name in names:
            if name not in self._applications:
                self._applications[name] = self._describe(name)
        return tuple(self._applications[name] for name in names)

    def _note_events(self) -> None:
        """Pass the received events to the mirrors of their programs; drop the mirrors if events were lost."""
        applications = self._applications
        if len(self._bus.signals) == MAX_SIGNALS:
            for application in applications.values():
                application.mirror = None
        for event in self._bus.signals:
            sender = applications.get(event.sender)
            if sender is not None and sender.mirror is not None:
                sender.mirror.note_event(event)
        self._bus.signals.clear()

    def _subscribe(self, application: Application) -> None:
        """Subscribe to the events of a program that a mirror needs, if its toolkit supports them, and wait.

        Raises:
            ConnectionLost: the program or the bus is gone.
        """
        can_send = application.toolkit in MIRRORED_TOOLKITS and application.is_responsive
        if application.sends_events or not can_send:
            return
        interface = "org.a11y.atspi.Registry"
        calls = [
            Call(REGISTRY, _REGISTRY_PATH, interface, "RegisterEvent", "sass", (event, (), application.name))
            for event in EVENTS
        ]
        for kind in ("Object", "Focus"):
            rule = f"type='signal',interface='org.a11y.atspi.Event.{kind}',sender='{application.name}'"
            calls.append(add_match(rule))
        calls.append(Call(application.name, ROOT, _ACCESSIBLE, "GetRole"))
        requests = [Request(call, lambda _: ()) for call in calls]
        application.sends_events = self._bus.run(requests, deadline=time.monotonic() + CALL_TIMEOUT_SEC)

    def _describe(self, name: str) -> Application:
        """Query a program's title, toolkit and address, and connect to it directly if possible."""
        texts: dict[str, Message] = {}

        def keep(key: str, reply: Message) -> Iterator[Request]:
            texts[key] = reply
            return iter(())

        def ask(key: str, interface: str) -> Request:
            call = Call(name, ROOT, _PROPERTIES, "Get", "ss", (interface, key))
            return Request(call, lambda reply: keep(key, reply))

        requests = [ask("Name", _ACCESSIBLE), ask("ToolkitName", _APPLICATION), ask("Version", _APPLICATION)]
        requests.append(Request(process_of(name), lambda reply: keep("process", reply)))
        address = Call(name, ROOT, _APPLICATION, "GetApplicationBusAddress")
        requests.append(Request(address, lambda reply: keep("address", reply)))
        self._bus.run(requests, deadline=time.monotonic() + CALL_TIMEOUT_SEC)
        nothing = Message(0)
        toolkit = texts.get("ToolkitName", nothing).text
        if toolkit == "GTK":
            toolkit = f"GTK {texts.get('Version', nothing).text}"
        process_id = int(texts.get("process", nothing).number)
        application = Application(
            name, title=texts.get("Name", nothing).text, process_id=process_id, toolkit=toolkit
        )
        if texts.get("address", nothing).text:
            try:
                application.direct = DBusConnection(texts["address"].text, is_bus=False)
            except DeviceError:
                application.direct = None
        return application

    def _read_application(self, application: Application, deadline: float) -> Iterator[AccessibleWindow]:
        """Read the windows of a program."""
        connection, _ = self._connection(application)
        mirror = application.mirror or self._new_mirror(application)
        warning, lost_before = "", connection.lost_calls
        try:
            if application.mirror is None:
                self._subscribe(application)
            application.mirror = None
            application.is_responsive = (
                self._answers(application)
                and connection.run(mirror.update_outlines(), deadline=deadline)
                and connection.run(mirror.update(), deadline=deadline)
            )
            if connection.lost_calls > lost_before:
                self._forget(application)
                warning = ENDED_WARNING
            elif not application.is_responsive:
                warning = "it did not answer in time, so parts of it are missing"
            elif application.sends_events:
                application.mirror = mirror
        except ConnectionLost:
            self._forget(application)
            warning = ENDED_WARNING
        walk = mirror.walk
        if not walk.is_complete and not warning:
            warning = "it has more elements than are read"
        for window in walk.windows:
            if window.path in walk.found:
                yield AccessibleWindow(application, window, warning)

    def _new_mirror(self, application: Application) -> TreeMirror:
        walk = self._new_walk(application, owner=application.name)
        sends_all = application.toolkit == GTK3 and application.title != LIBREOFFICE
        return TreeMirror(walk, sends_all=sends_all)

    def _new_walk(self, application: Application, *, owner: str) -> WindowWalk:
        """Return a walk over the elements that belong to the bus name `owner`; "" matches none."""
        return WindowWalk(
            owner,
            destination=self._connection(application)[1],
            limits=self._limits,
            is_gtk4=application.is_gtk4,
            lists_children=application.toolkit in LISTING_TOOLKITS,
        )

    def _answers(self, application: Application) -> bool:
        """Check whether a program that did not answer at the last reading answers now.

        Raises:
            ConnectionLost: the program is gone.
        """
        if application.is_responsive:
            return True
        connection, destination = self._connection(application)
        call = Request(Call(destination, ROOT, _ACCESSIBLE, "GetRole"), lambda _: ())
        return connection.run((call,), deadline=time.monotonic() + UNRESPONSIVE_TIMEOUT_SEC)

    def _connection(self, application: Application) -> tuple[DBusConnection, str]:
        """Return the connection to a program and the destination for calls over it."""
        if application.direct is not None:
            return application.direct, ""
        return self._bus, application.name

    def _forget(self, application: Application) -> None:
        application.mirror = None
        if application.direct is not None:
            application.direct.close()
        self._applications.pop(application.name, None)
