"""Device that combines several devices, so that one run can use the applications of all of them.

One of the combined devices is in front: it is observed and receives the actions. Opening an application
brings its device to the front. Source: the applications of LUCI's tool set, section III-A, which need not
run on one device.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias, cast

import msgspec

from onscreen.device.base import Device, show_window
from onscreen.device.file_exchange import FileDevice, FileExchange, copy_into, split_device
from onscreen.device.shared_clipboard import SharedClipboard
from onscreen.plugins import load_plugin, unknown_name
from onscreen.types import Act, Action, Download, Open, Press, Setting, Shot, Start, Tool, Upload, targets
from onscreen.types.errors import BadText, DeviceError, ElementGone, NotAllowed, NotSupported

DeviceFactory: TypeAlias = Callable[[Mapping[str, Setting]], Device]

NAME = re.compile(r"[A-Za-z][\w-]*")
_EXAMPLE = """--set 'devices=["shop=web", "phone"]' --set shop.start=https://shop.example"""


class Member(msgspec.Struct, frozen=True):
    """One of the combined devices, with its name and its start address.

    `address` is "" for the default of the device.
    """

    name: str
    device: Device
    address: str = ""


class _Destination(msgspec.Struct, frozen=True):
    """Member to open something on, and the text to open; "" only brings the member to the front.

    `files` are the names of the files to open in an application.
    """

    member: Member
    what: str = ""
    files: tuple[str, ...] = ()


class CombinedDevice:
    """Device that consists of several named devices, one of which is in front."""

    def __init__(self, members: Sequence[Member], *, exchange: FileExchange | None = None) -> None:
        """Combine devices; the first one is in front at the start.

        Without `exchange`, the devices cannot exchange files.

        Raises:
            BadText: no device is given, or two have the same name.
        """
        counts = Counter(member.name for member in members)
        repeated = [name for name, count in counts.items() if count > 1]
        if repeated:
            raise BadText(f"two combined devices have the name {repeated[0]!r}; expected different names")
        if not members:
            raise BadText(f"the device 'many' combines no devices; expected for example {_EXAMPLE}")
        self.name = "many"
        self.actions: frozenset[type[Act]] = frozenset({Open}).union(*(m.device.actions for m in members))
        self._members = tuple(members)
        self._exchange = exchange
        self._clipboard = SharedClipboard()
        self._front = self._observed = self._members[0]
        self._destinations: Mapping[str, _Destination] = {}
        self._names: frozenset[str] = frozenset()

    def start(self, start: Start) -> None:
        """Start every device, and bring the one named `start.device` to the front, by default the first.

        The address and the script of the start apply to the device in front. Another device starts with its
        entry in `start.others`, or otherwise at its own address.

        Raises:
            DeviceError: a device cannot reach its start state; the message names the device.
        """
        self._clipboard.clear()
        if self._exchange is not None:
            self._exchange.clear()
        self._front = self._observed = self._find(start.device) if start.device else self._members[0]
        for member in self._members:
            own = start.others.get(member.name, Start(seed=start.seed))
            if member is self._front:
                own = msgspec.structs.replace(start, device="", others={})
            own = msgspec.structs.replace(own, address=own.address or member.address)
            try:
                member.device.start(own)
            except DeviceError as error:
                raise DeviceError(f"{member.name}: {error}") from error
        self.tools()

    def tools(self) -> tuple[Tool, ...]:
        """List the applications of all devices, and each device without a list as an application.

        If several devices have an application of the same name, the device's name is appended.

        Raises:
            DeviceError: a device is gone.
        """
        listed = [(member, tool) for member in self._members for tool in _member_tools(member)]
        names = Counter(tool.name.casefold() for _, tool in listed)
        addresses = Counter(tool.address for _, tool in listed)
        tools, destinations = [], {}
        for member, tool in listed:
            name = tool.name if names[tool.name.casefold()] == 1 else f"{tool.name} ({member.name})"
            address = tool.address if addresses[tool.address] == 1 else f"{member.name}/{tool.address}"
            tools.append(Tool(name, address, tool.about))
            what = "" if tool.address == member.name else tool.address
            destinations[address] = destinations[name.casefold()] = _Destination(member, what)
        self._destinations = destinations
        self._names = frozenset(tool.name for tool in tools)
        return tuple(tools)

    def observe(self) -> Shot:
        """Observe the device in front; `device` of the shot is its name.

        Raises:
            DeviceError: the device is gone.
        """
        self._observed = self._front
        return msgspec.structs.replace(self._front.device.observe(), device=self._front.name)

    def perform(self, action: Action) -> str:
        """Perform an action on the device in front; opening something can bring another to the front.

        A file to upload or open may be on another device, such as "office/report.txt". The outcome of a
        download is such a name. Text copied on one device can be pasted on another.

        Raises:
            ElementGone: the target was seen on a device that is no longer in front.
            ActionFailed: the action could not be performed; the device remains usable.
            DeviceError: a device is gone.
        """
        if isinstance(action, Open):
            return self._open(action)
        if self._observed is not self._front and targets(action):
            raise ElementGone(
                f"the target was seen on {self._observed.name}, and {self._front.name} is now in front; "
                "look at the screen again"
            )
        device = self._front.device
        if type(action) not in device.actions:
            kind = type(action).__name__
            raise NotSupported(f"{self._front.name}, which is in front, does not support the action {kind}")
        if isinstance(action, Upload):
            return device.perform(self._with_local_files(action))
        if isinstance(action, Press):
            return self._clipboard.press(action, device)
        outcome = device.perform(action)
        if isinstance(action, Download) and self._exchange is not None:
            return self._exchange.name_of(outcome)
        return outcome

    def read(self, expression: str) -> str:
        """Evaluate a trusted expression, on the named device if it begins with "NAME: ".

        Without a name, it is evaluated on the device in front.

        Raises:
            NotSupported: the device cannot evaluate such an expression.
            DeviceError: the device is gone.
        """
        name, _, rest = expression.partition(": ")
        named = next((member for member in self._members if rest and member.name == name.strip()), None)
        return named.device.read(rest) if named else self._front.device.read(expression)

    def show_window(self) -> None:
        """Show the window of the device in front.

        Raises:
            NotSupported: there is no display to show it on.
            DeviceError: the device is gone.
        """
        show_window(self._front.device)

    def close(self) -> None:
        """Close all devices."""
        if self._exchange is not None:
            self._exchange.close()
        for member in self._members:
            with suppress(DeviceError):
                member.device.close()

    def _open(self, action: Open) -> str:
        destination = self._find_destination(action.what)
        outcome = ""
        if destination.what:
            device = destination.member.device
            what = self._with_copied_files(destination)
            outcome = device.perform(msgspec.structs.replace(action, what=what))
        self._front = destination.member
        return outcome

    def _with_local_files(self, action: Upload) -> Upload:
        """Replace the files of other devices by local copies.

        Raises:
            NotAllowed: a file may not leave its device.
            ActionHadNoEffect: a device has no such file.
        """
        return msgspec.structs.replace(action, paths=tuple(map(self._local_copy, action.paths)))

    def _local_copy(self, path: str) -> str:
        file = self._find_file(path)
        return path if file is None or self._exchange is None else self._exchange.copy_for_upload(file)

    def _find_file(self, path: str) -> Path | None:
        """Return the local path of a file of a named device, or None if the path names no device.

        Raises:
            NotAllowed: the file may not leave its device.
            ActionHadNoEffect: the device has no such file.
        """
        devices = {member.name: member.device for member in self._members}
        name, rest = split_device(path, devices)
        if not name or self._exchange is None:
            return None
        return self._exchange.find(rest, devices[name], name=name)

    def _with_copied_files(self, destination: _Destination) -> str:
        """Copy the files to open from other devices to the program's device, and return the text to open.

        Raises:
            NotAllowed: a file may not leave its device, or the device of the program accepts no files.
            ActionHadNoEffect: a device has no such file.
        """
        if not destination.files:
            return destination.what
        device, names = destination.member.device, []
        for name in destination.files:
            file = self._find_file(name)
            folder = device.shared_folder if file and isinstance(device, FileDevice) else None
            if file and folder is None:
                raise NotAllowed(f"{destination.member.name} accepts no files of other devices")
            names.append(copy_into(folder, file) if file and folder else name)
        return shlex.join([destination.what, *names])

    def _find_destination(self, what: str) -> _Destination:
        """Find the device on which something opens.

        In order of preference: a device of that name, the device of an application of that name, for an
        address with "://" a device that lists no applications (a browser), and otherwise the device in front.
        If a device and an application have the same name except for case, such as the application Phone and
        the device phone, the case decides.
        """
        text = what.strip()
        exact = [member for member in self._members if member.name == text]
        similar = [member for member in self._members if member.name.casefold() == text.casefold()]
        named = next(iter(exact or (() if text in self._names else similar)), None)
        if named:
            return _Destination(named)
        known = self._find_application(text)
        if known:
            return known
        browsers = [d.member for d in self._destinations.values() if not d.what]
        if "://" in text and browsers and self._front not in browsers:
            return _Destination(browsers[0], what)
        return _Destination(self._front, what)

    def _find_application(self, text: str) -> _Destination | None:
        """Find the application named in a text, alone or followed by the files to open."""
        words = text.split(" ")
        for count in range(len(words), 0, -1):
            name = " ".join(words[:count])
            known = self._destinations.get(name) or self._destinations.get(name.casefold())
            if known:
                files = split_words(" ".join(words[count:]))
                return msgspec.structs.replace(known, files=files) if files else known
        return None

    def _find(self, name: str) -> Member:
        """Find a device by its name.

        Raises:
            DeviceError: no combined device has the name.
        """
        for member in self._members:
            if member.name == name:
                return member
        names = ", ".join(member.name for member in self._members)
        raise DeviceError(f"no combined device has the name {name!r}; expected one of {names}")


def many(settings: Mapping[str, Setting]) -> CombinedDevice:
    """Create a combined device from its settings, without starting it.

    The setting `devices` lists the devices as "NAME=KIND", or "KIND" if the name is the same.
    "NAME.start" is the address at which a device starts; any other "NAME.SETTING" is a setting of that
    device.

    Raises:
        UnknownName: a device or a setting does not exist.
        MissingExtra: a device needs a package that is not installed.
        BadText: the list of devices or a setting has an invalid value.
    """
    kinds = _kinds(settings.get("devices", ()))
    for key in settings:
        if key != "devices" and key.partition(".")[0] not in kinds:
            known = ("devices", *(f"{name}.start" for name in kinds))
            raise unknown_name("setting of the device 'many'", key, known=known)
    exchange = FileExchange()
    members = [_make_member(name, kind, settings=settings, exchange=exchange) for name, kind in kinds.items()]
    return CombinedDevice(members, exchange=exchange)


def _kinds(devices: Setting) -> Mapping[str, str]:
    """Map the names of the combined devices to their kinds.

    Raises:
        BadText: the setting lists no devices, or one has an invalid or a repeated name.
    """
    listed = devices if isinstance(devices, tuple) else (str(devices),)
    kinds: dict[str, str] = {}
    for each in listed:
        name, equals, kind = str(each).rpartition("=")
        name = (name if equals else kind).strip()
        if not NAME.fullmatch(name) or not kind.strip():
            raise BadText(f"expected a device NAME=KIND, such as shop=web; found {each!r}")
        if name in kinds:
            raise BadText(f"two devices have the name {name!r}; name them, for example {_EXAMPLE}")
        if kind.strip() == "many":
            raise BadText("the device 'many' cannot contain itself; list all devices in one setting")
        kinds[name] = kind.strip()
    if not kinds:
        raise BadText(f"the device 'many' needs the setting 'devices', for example {_EXAMPLE}")
    return kinds


def split_words(text: str) -> tuple[str, ...]:
    """Split a text into words as a shell does; an unfinished quotation is split at spaces."""
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return tuple(text.split())


def _make_member(name: str, kind: str, *, settings: Mapping[str, Setting], exchange: FileExchange) -> Member:
    """Create a device from its settings; a browser's downloads and uploads use the exchange folder."""
    own = {key.partition(".")[2]: value for key, value in settings.items() if key.partition(".")[0] == name}
    address = str(own.pop("start", ""))
    if kind == "web":
        own.setdefault("downloads", str(exchange.downloads_folder(name)))
        uploads = own.get("uploads", ())
        listed = uploads if isinstance(uploads, tuple) else (str(uploads),)
        own["uploads"] = (*listed, str(exchange.folder))
    factory = cast("DeviceFactory", load_plugin("device", kind))
    return Member(name, factory(own), address)


def _member_tools(member: Member) -> tuple[Tool, ...]:
    """Return the applications of a device, or the device itself as an application if it lists none."""
    return member.device.tools() or (Tool(member.name, member.name, _describe(member)),)


def _describe(member: Member) -> str:
    return f"the {member.device.name} device" + (
        f", which starts at {member.address}" if member.address else ""
    )
