"""Compatibility of adb clients with the practice phone: python benchmarks/phone_clients.py.

Every call is made by the installed client itself, and the tables are written to
docs/guide/phone-protocol.md. The clients for agents (uiautomator2, mobile-use, Mobilerun, AndroidWorld) run
in virtual environments of their own, and each of their calls is compared with an expected value.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FrameType

import adbutils
import msgspec
from _report import render_table
from _rival_environment import make_environment, package_version, run_script
from adb_shell.adb_device import AdbDeviceTcp
from adbutils._device_base import Property
from adbutils._proto import BrightnessMode
from ppadb.client import Client as PpadbClient

from onscreen_practice.androidworld.installation import INSTALL_HINT, find_installation
from onscreen_practice.phone.console_server import serve_console
from onscreen_practice.phone.device_builds import DeviceBuild
from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.simulated_phone import Handset

PAGE = Path(__file__).parents[1] / "docs" / "guide" / "phone-protocol.md"
BEGIN, END = "<!-- clients: begin -->", "<!-- clients: end -->"
AGENT_BEGIN, AGENT_END = "<!-- agent clients: begin -->", "<!-- agent clients: end -->"
CONSOLE_PORTS = range(5584, 5553, -2)
AGENT_CLIENTS = {
    "uiautomator2": "phone_uiautomator2.py",
    "minitap-mobile-use": "phone_mobile_use.py",
    "mobilerun-core-local": "phone_mobilerun.py",
}
ANY_PYTHON = {"minitap-mobile-use"}  # its agents need Python 3.12, but its device layer does not
AGENT_TIMEOUT_SEC = 600.0
WIDTH = 90
Calls = Sequence[tuple[str, Callable[[], object]]]


ADBUTILS_CLASSES = (
    adbutils.AdbClient,
    adbutils.AdbDevice,
    adbutils.Sync,
    adbutils.AdbConnection,
    Property,
)
NOT_CALLED = {"AdbDevice.download_apk": "downloads a file from the web, without a request to a phone"}
"""Public methods of adbutils that are not called, with the reason."""


class CallRecord(msgspec.Struct, frozen=True):
    """Record of a call: the client, the request that reached the phone, and the outcome."""

    client: str
    call: str
    request: str
    answer: str
    succeeded: bool


class CommandFailed(Exception):
    """Raised when an adb command exits with a non-zero status."""


class ClientSetup(msgspec.Struct, frozen=True):
    """What a client needs: the address of the phone, and files to send to it."""

    port: int
    server_port: int
    adb: str
    file: str
    folder: str
    other: str

    @property
    def serial(self) -> str:
        """Serial number under which adb lists the phone."""
        return f"127.0.0.1:{self.port}"


def find_free_port() -> int:
    """Return an unused TCP port."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def run_adb_server(adb: str) -> Iterator[int]:
    """Run a separate adb server on a free port, and yield the port."""
    port = find_free_port()
    environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(port)}
    subprocess.run([adb, "start-server"], env=environment, check=True, capture_output=True)
    try:
        yield port
    finally:
        subprocess.run([adb, "kill-server"], env=environment, check=False, capture_output=True)


def logged_requests(lines: Sequence[str]) -> str:
    """Extract the requests that reached the phone from its log, joined by commas."""
    opened = [match.group(1) for line in lines if (match := re.match(r"open b['\"](.*)['\"]", line))]
    return ", ".join(dict.fromkeys(opened)) or "-"


def render_value(value: object) -> str:
    """Render a value as a table cell."""
    is_long = isinstance(value, bytes | bytearray) and len(value) > WIDTH
    text = f"{len(value)} bytes" if is_long else "nothing" if value is None else str(value)
    text = re.sub(r"/\w+/tmp\w+/| [\d.]+ MB/s \(\d+ bytes in [\d.]+s\)", "", text)  # differs between runs
    plain = "".join(each if each.isprintable() else " " for each in text.replace("\n", " / "))
    line = re.sub(r"( / ?| )+$", "", plain) or "(nothing)"
    return render_cell(line)


def render_cell(line: str) -> str:
    """Render a line as code, truncated to the width of a cell."""
    truncated = line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"
    return "`" + truncated.replace("`", "'").replace("|", "\\|") + "`"


def record_calls(client: str, calls: Calls, *, log: list[str]) -> list[CallRecord]:
    """Make the calls of a client in order, and record request and outcome of each."""
    rows: list[CallRecord] = []
    for name, call in calls:
        log.clear()
        succeeded = True
        try:
            answer = render_value(call())
        except Exception as error:  # noqa: BLE001 - an exception is a result here
            succeeded, answer = False, f"raises {render_value(f'{type(error).__name__}: {error}')}"
        rows.append(CallRecord(client, name, logged_requests(log), answer, succeeded))
    return rows


def adb_calls(setup: ClientSetup) -> Calls:
    """Return the calls of an adb binary."""
    environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(setup.server_port)}

    def adb(*words: str, stdin: bytes = b"") -> Callable[[], object]:
        def call() -> object:
            command = [setup.adb, "-s", setup.serial, *words]
            process = subprocess.run(
                command, env=environment, input=stdin, capture_output=True, check=False, timeout=60
            )
            output = process.stdout + process.stderr
            if process.returncode:
                text = output.decode(errors="replace").strip()
                raise CommandFailed(f"{process.returncode}" + (f", {text}" if text else ""))
            return output if b"PNG" in output[:8] else output.decode(errors="replace")

        return call

    return (
        ("get-state", adb("get-state")),
        ("shell rm -r FOLDER", adb("shell", "rm", "-r", "/sdcard/Movies", "/sdcard/DCIM")),
        ("features", adb("features")),
        ("shell getprop ro.product.model", adb("shell", "getprop", "ro.product.model")),
        ("shell 'exit 3'", adb("shell", "exit 3")),
        ("shell -T cat < input", adb("shell", "-T", "cat", stdin=b"some input")),
        ("shell -t -t pwd", adb("shell", "-t", "-t", "pwd")),
        ("shell < script", adb("shell", stdin=b"x=1\necho $x\n")),
        ("exec-out screencap -p", adb("exec-out", "screencap", "-p")),
        ("exec-out uiautomator dump /dev/tty", adb("exec-out", "uiautomator", "dump", "/dev/tty")),
        ("exec-in 'cat > FILE' < input", adb("exec-in", "cat > /sdcard/in.txt", stdin=b"in")),
        ("push FILE (1 MB)", adb("push", setup.file, "/sdcard/Download/")),
        ("pull FILE (1 MB)", adb("pull", f"/sdcard/Download/{Path(setup.file).name}", setup.other)),
        ("push FOLDER", adb("push", setup.folder, "/sdcard/Documents/")),
        ("pull FOLDER", adb("pull", f"/sdcard/Documents/{Path(setup.folder).name}", f"{setup.other}-folder")),
        ("push --sync FOLDER", adb("push", "--sync", setup.folder, "/sdcard/Documents/")),
        ("push FILE /system", adb("push", setup.file, "/system/a")),
        ("forward tcp:0 tcp:1", adb("forward", "tcp:0", "tcp:1")),
        ("forward --list", adb("forward", "--list")),
        ("reverse --list", adb("reverse", "--list")),
        ("reverse tcp:1 tcp:2", adb("reverse", "tcp:1", "tcp:2")),
        ("logcat -d", adb("logcat", "-d")),
        ("root", adb("root")),
        ("remount", adb("remount")),
        ("install FILE", adb("install", f"{setup.file}.apk")),
        ("uninstall PACKAGE", adb("uninstall", "org.practice.notes")),
        ("jdwp", adb("jdwp")),
        ("reboot", adb("reboot")),
    )


def adbutils_calls(setup: ClientSetup) -> Calls:
    """Return the calls of adbutils."""
    client = adbutils.AdbClient(host="127.0.0.1", port=setup.server_port)
    client.connect(setup.serial)
    d = client.device(serial=setup.serial)
    notes = "org.practice.notes"

    def log_to_file() -> None:
        d.logcat(f"{setup.other}.log", clear=True, re_filter="Practice").stop()

    def exchange() -> object:
        with d.open_shell("cat") as connection:
            connection.send(b"abcdefgh")
            reads = (
                connection.recv(2),
                connection.read(2),
                connection.read_exact(2),
                connection.read_string(2),
            )
            return *reads, connection.closed, connection.conn.family.name

    return (
        ("client.host, client.port", lambda: (client.host, client.port == setup.server_port)),
        ("client.server_version()", client.server_version),
        ("client.disconnect(ADDRESS)", lambda: client.disconnect(setup.serial)),
        ("client.connect(ADDRESS)", lambda: client.connect(setup.serial)),
        ("client.wait_for(SERIAL)", lambda: client.wait_for(setup.serial, timeout=60)),
        ("client.device_list()", client.device_list),
        ("client.list(extended=True)", lambda: client.list(extended=True)),
        ("client.track_devices()", lambda: next(client.track_devices())),
        ("client.shell(SERIAL, 'echo a')", lambda: client.shell(setup.serial, "echo a")),
        ("client.sync(SERIAL).exists(PATH)", lambda: client.sync(setup.serial).exists("/sdcard")),
        ("client.forward(...)", lambda: client.forward(setup.serial, "tcp:6200", "tcp:7000")),
        ("client.forward_list()", lambda: client.forward_list(setup.serial)),
        ("client.reverse(...)", lambda: client.reverse(setup.serial, "tcp:3", "tcp:4")),
        ("client.reverse_list(SERIAL)", lambda: client.reverse_list(setup.serial)),
        ("info", lambda: d.info),
        ("open_transport('get-state')", lambda: d.open_transport("get-state").read_string_block()),
        ("open_shell('cat'), send, read", exchange),
        ("adb_output('get-state')", lambda: d.adb_output("-P", str(setup.server_port), "get-state")),
        ("get_state()", d.get_state),
        ("get_serialno()", d.get_serialno),
        ("get_features()", d.get_features),
        ("prop.model", lambda: d.prop.model),
        ("prop.name, prop.device", lambda: (d.prop.name, d.prop.device)),
        ("prop.get('ro.board')", lambda: d.prop.get("ro.board", cache=False)),
        ("rmtree(FOLDER)", lambda: (d.rmtree("/sdcard/Movies"), d.rmtree("/sdcard/DCIM"))),
        ("shell('echo a b')", lambda: d.shell("echo a b")),
        ("shell(['echo', 'a  b', '$x'])", lambda: d.shell(["echo", "a  b", "$x"])),
        ("shell('echo 1', stream=True)", lambda: d.shell("echo 1", stream=True).read_until_close()),
        ("shell2('foo', v2=True)", lambda: d.shell2("foo", v2=True)),
        ("shell2('foo')", lambda: d.shell2("foo")),
        ("getprop('ro.build.version.sdk')", lambda: d.getprop("ro.build.version.sdk")),
        ("window_size()", d.window_size),
        ("rotation()", d.rotation),
        ("is_screen_on()", d.is_screen_on),
        ("switch_screen(True)", lambda: d.switch_screen(enable=True)),
        ("screenshot()", lambda: d.screenshot().size),
        ("framebuffer()", lambda: d.framebuffer().size),
        ("dump_hierarchy()", lambda: f"{len(d.dump_hierarchy())} characters"),
        ("list_packages()", lambda: f"{len(d.list_packages())} packages"),
        ("list_packages(['-3'])", lambda: f"{len(d.list_packages(['-3']))} packages"),
        ("app_start(PACKAGE)", lambda: d.app_start(notes)),
        ("app_current()", d.app_current),
        ("app_start(PACKAGE, ACTIVITY)", lambda: d.app_start(notes, ".MainActivity")),
        ("app_info(PACKAGE)", lambda: d.app_info(notes)),
        ("package_info(PACKAGE)", lambda: d.package_info(notes)),
        ("app_stop(PACKAGE)", lambda: d.app_stop(notes)),
        ("app_clear(PACKAGE)", lambda: d.app_clear(notes)),
        ("open_browser(URL)", lambda: d.open_browser("https://example.org")),
        ("click(500, 500)", lambda: d.click(500, 500)),
        ("click(0.5, 0.5)", lambda: d.click(0.5, 0.5)),
        ("click(5, 5, display_id=0)", lambda: d.click(5, 5, display_id=0)),
        ("swipe(500, 1500, 500, 500, 0.2)", lambda: d.swipe(500, 1500, 500, 500, 0.2)),
        ("drag(500, 1500, 500, 500, 0.2)", lambda: d.drag(500, 1500, 500, 500, 0.2)),
        ("send_keys('a b')", lambda: d.send_keys("a b")),
        ("keyevent('HOME')", lambda: d.keyevent("HOME")),
        ("volume_up()", d.volume_up),
        ("volume_down(2)", lambda: d.volume_down(2)),
        ("volume_mute()", d.volume_mute),
        ("logcat(FILE, clear=True)", log_to_file),
        ("battery()", d.battery),
        ("brightness_value", lambda: d.brightness_value),
        ("brightness_value = 99", lambda: setattr(d, "brightness_value", 99)),
        ("brightness_mode", lambda: d.brightness_mode),
        ("brightness_mode = AUTO", lambda: setattr(d, "brightness_mode", BrightnessMode.AUTO)),
        ("switch_airplane(True)", lambda: d.switch_airplane(enable=True)),
        ("switch_wifi(True)", lambda: d.switch_wifi(enable=True)),
        ("wlan_ip()", d.wlan_ip),
        ("sync.push(FILE)", lambda: d.sync.push(setup.file, "/sdcard/a b.bin", check=True)),
        ("sync.stat(PATH)", lambda: d.sync.stat("/sdcard/a b.bin")),
        ("sync.exists(PATH)", lambda: d.sync.exists("/sdcard/none")),
        ("sync.list(FOLDER)", lambda: f"{len(d.sync.list('/sdcard'))} entries"),
        ("sync.pull(PATH)", lambda: d.sync.pull("/sdcard/a b.bin", setup.other)),
        ("sync.pull(FOLDER)", lambda: d.sync.pull("/sdcard/Documents", f"{setup.other}-sync", exist_ok=True)),
        ("sync.read_text(PATH)", lambda: d.sync.read_text("/proc/uptime")),
        ("push(FILE)", lambda: d.push(setup.file, "/sdcard/c.bin")),
        ("sync.read_bytes(PATH)", lambda: d.sync.read_bytes("/sdcard/c.bin")),
        ("remove(PATH)", lambda: d.remove("/sdcard/a b.bin")),
        ("forward_port(1234)", lambda: d.forward_port(1234)),
        ("forward(...)", lambda: d.forward("tcp:6201", "tcp:7001")),
        ("forward_remove(LOCAL)", lambda: d.forward_remove("tcp:6201")),
        ("forward_list()", d.forward_list),
        ("forward_remove_all()", d.forward_remove_all),
        ("reverse_list()", d.reverse_list),
        ("reverse(...)", lambda: d.reverse("tcp:1", "tcp:2")),
        ("reverse_remove(REMOTE)", lambda: d.reverse_remove("tcp:1")),
        ("reverse_remove_all()", lambda: (d.reverse_remove_all(), d.reverse_list())),
        ("create_connection(TCP, 80)", lambda: d.create_connection(adbutils.Network.TCP, 80)),
        ("start_recording(FILE)", lambda: d.start_recording(f"{setup.other}.mp4")),
        ("is_recording()", d.is_recording),
        ("stop_recording()", d.stop_recording),
        ("install(FILE)", lambda: d.install(f"{setup.file}.apk", silent=True)),
        ("install_remote(PATH)", lambda: d.install_remote("/data/local/tmp/a.apk")),
        ("uninstall(PACKAGE)", lambda: d.uninstall(notes)),
        ("root()", d.root),
        ("tcpip(5555)", lambda: d.tcpip(5555)),
        ("reboot()", d.reboot),
        ("client.server_kill()", client.server_kill),
    )


def public_methods(classes: Sequence[type]) -> dict[CodeType, str]:
    """Return the code of the public methods and properties of classes, with their qualified names."""
    methods: dict[CodeType, str] = {}
    for each in classes:
        for name, member in inspect.getmembers_static(each):
            qualified = f"{each.__name__}.{name}"
            parts = {qualified: getattr(member, "fget", None) or getattr(member, "__func__", member)}
            parts[f"{qualified} (set)"] = getattr(member, "fset", None)
            for part, function in parts.items():
                if not name.startswith("_") and callable(function):
                    methods[inspect.unwrap(function).__code__] = part
    return methods


@contextmanager
def trace_methods(methods: Mapping[CodeType, str]) -> Iterator[set[str]]:
    """Collect the names of the methods that are called, directly or by other methods."""
    called: set[str] = set()

    def trace(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in methods:
            called.add(methods[frame.f_code])

    sys.setprofile(trace)
    try:
        yield called
    finally:
        sys.setprofile(None)


def render_coverage(methods: Mapping[CodeType, str], called: set[str]) -> str:
    """Describe how many of the public methods were called, and why the others were not.

    Raises:
        ValueError: methods were not called, without a reason in `NOT_CALLED`.
    """
    names = set(methods.values())
    if unexplained := names - called - set(NOT_CALLED):
        raise ValueError(
            f"call these methods or add a reason to NOT_CALLED: {', '.join(sorted(unexplained))}"
        )
    missing = "; ".join(f"`{each}` {NOT_CALLED[each]}" for each in sorted(names - called))
    counts = f"{len(names & called)} of the {len(names)} public methods and properties of adbutils are called"
    return f"{counts}, directly or by other methods. Not called: {missing or 'none'}."


def adb_shell_calls(setup: ClientSetup) -> Calls:
    """Return the calls of adb_shell, which connects to the phone directly."""
    d = AdbDeviceTcp("127.0.0.1", setup.port, default_transport_timeout_s=9.0)
    return (
        ("connect()", lambda: d.connect(auth_timeout_s=1)),
        ("available", lambda: d.available),
        ("max_chunk_size", lambda: d.max_chunk_size),
        ("shell('echo a b')", lambda: d.shell("echo a b")),
        ("shell('dumpsys window')", lambda: f"{len(d.shell('dumpsys window'))} characters"),
        ("streaming_shell('echo 1; echo 2')", lambda: list(d.streaming_shell("echo 1; echo 2"))),
        ("exec_out('screencap -p', decode=False)", lambda: d.exec_out("screencap -p", decode=False)),
        ("shell('rm -r FOLDER')", lambda: d.shell("rm -r /sdcard/Movies /sdcard/DCIM")),
        ("push(FILE, PATH)", lambda: d.push(setup.file, "/sdcard/Download/pushed.bin")),
        ("push(FOLDER, PATH)", lambda: d.push(setup.folder, "/sdcard/Download/folder")),
        ("stat(PATH)", lambda: d.stat("/sdcard/Download/pushed.bin")),
        ("list(FOLDER)", lambda: f"{len(d.list('/sdcard/Download'))} entries"),
        ("pull(PATH, FILE)", lambda: d.pull("/sdcard/Download/pushed.bin", f"{setup.other}.1")),
        ("root()", d.root),
        ("reboot()", d.reboot),
        ("close()", d.close),
    )


def ppadb_calls(setup: ClientSetup) -> Calls:
    """Return the calls of pure-python-adb."""
    client = PpadbClient(host="127.0.0.1", port=setup.server_port)
    d = client.device(setup.serial)
    notes = "org.practice.notes"
    return (
        ("client.devices()", lambda: [each.serial for each in client.devices()]),
        ("get_state()", d.get_state),
        ("get_serial_no()", d.get_serial_no),
        ("shell('echo a b')", lambda: d.shell("echo a b")),
        ("screencap()", d.screencap),
        ("input_text('hello')", lambda: d.input_text("hello")),
        ("input_keyevent(3)", lambda: d.input_keyevent(3)),
        ("input_tap(5, 5)", lambda: d.input_tap(5, 5)),
        ("input_swipe(...)", lambda: d.input_swipe(500, 1500, 500, 500, 300)),
        ("wm_size()", d.wm_size),
        ("wm_density()", d.wm_density),
        ("get_battery_level()", d.get_battery_level),
        ("get_top_activity()", d.get_top_activity),
        ("get_pid(PACKAGE)", lambda: d.get_pid("org.practice.launcher")),
        ("get_uid(PACKAGE)", lambda: d.get_uid(notes)),
        ("get_package_version_name(PACKAGE)", lambda: d.get_package_version_name(notes)),
        ("get_meminfo(PACKAGE)", lambda: d.get_meminfo(notes).pss),
        ("get_traffic(PACKAGE)", lambda: d.get_traffic(notes)),
        ("get_batterystats()", d.get_batterystats),
        ("cpu_times()", d.cpu_times),
        ("cpu_count()", d.cpu_count),
        ("list_packages()", lambda: f"{len(d.list_packages())} packages"),
        ("list_features()", lambda: f"{len(d.list_features())} features"),
        ("get_properties()", lambda: f"{len(d.get_properties())} properties"),
        ("is_installed(PACKAGE)", lambda: d.is_installed(notes)),
        ("clear(PACKAGE)", lambda: d.clear(notes)),
        ("shell('rm -r FOLDER')", lambda: d.shell("rm -r /sdcard/Movies /sdcard/DCIM")),
        ("push(FILE, PATH)", lambda: d.push(setup.file, "/sdcard/Download/pp.bin")),
        ("pull(PATH, FILE)", lambda: d.pull("/sdcard/Download/pp.bin", f"{setup.other}.2")),
        ("forward(...)", lambda: d.forward("tcp:6100", "tcp:7000")),
        ("list_forward()", d.list_forward),
        ("list_reverses()", d.list_reverses),
        ("wait_boot_complete()", d.wait_boot_complete),
        ("uninstall(PACKAGE)", lambda: d.uninstall(notes)),
        ("install(FILE)", lambda: d.install(f"{setup.file}.apk")),
        ("remount()", d.remount),
        ("root()", d.root),
        ("reboot()", d.reboot),
    )


def render_page(rows: Sequence[CallRecord], coverage: str) -> str:
    """Render a summary and one table per client; `coverage` describes the calls of adbutils."""
    parts: list[str] = []
    summary: list[tuple[str, ...]] = []
    for client in dict.fromkeys(row.client for row in rows):
        client_rows = [row for row in rows if row.client == client]
        answered = sum(row.succeeded for row in client_rows)
        summary.append((client, *map(str, (len(client_rows), answered, len(client_rows) - answered))))
        cells = [
            (
                f"`{row.call}`",
                render_cell(row.request) if row.request != "-" else "-",
                row.answer,
            )
            for row in client_rows
        ]
        heads = ("call", "request to the phone", "result")
        about = f"{len(client_rows)} calls." + (f" {coverage}" if client.startswith("adbutils") else "")
        parts.append(f"### {client}\n\n{about}\n\n{render_table(heads, cells)}")
    return "\n\n".join([render_table(("client", "calls", "answered", "error raised"), summary), *parts])


def find_adb_programs() -> list[tuple[str, str]]:
    """Return path and version of the adb programs: the one bundled with adbutils, the installed one."""
    bundled = Path(adbutils.__file__).parent / "binaries" / "adb"
    paths = dict.fromkeys(path for path in (str(bundled), shutil.which("adb") or "") if path)
    versions = []
    for path in paths:
        output = subprocess.run([path, "version"], capture_output=True, text=True, check=True).stdout
        number = re.search(r"Version (\S+)", output)
        versions.append((path, number.group(1) if number else "unknown"))
    return versions


def connect(setup: ClientSetup) -> None:
    """Connect the adb server to the phone, also after a reboot disconnected it."""
    for verb in ("disconnect", "connect"):
        command = [setup.adb, "-P", str(setup.server_port), verb, setup.serial]
        subprocess.run(command, check=verb == "connect", capture_output=True)


def make_files(folder: Path) -> tuple[str, str, str]:
    """Write files to send: a random megabyte, and a folder with various kinds of names."""
    file = folder / "größe 1.bin"
    file.write_bytes(os.urandom(1_000_000))
    shutil.copy(file, f"{file}.apk")
    source_folder = folder / "many names"
    (source_folder / "within").mkdir(parents=True)
    for name in ("a b.txt", "ü€😀.txt", "quote'\".txt", "within/$x.txt", "within/empty"):
        (source_folder / name).write_text(
            "" if name.endswith("empty") else f"content of {name}", encoding="utf-8"
        )
    return str(file), str(source_folder), str(folder / "back")


def replace_section(begin: str, end: str, *, section: str) -> None:
    """Replace the part of the page between two markers."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(begin)
    after = rest.partition(end)[2]
    PAGE.write_text(f"{before}{begin}\n\n{section}\n\n{end}{after}", encoding="utf-8")


def record_agent_clients() -> str:
    """Run the calls of the clients for agents, and return their tables."""
    answers: dict[str, list[dict[str, str]]] = {}
    adb = find_adb_programs()[0][0]
    for package, script in AGENT_CLIENTS.items():
        any_python = [package] if package in ANY_PYTHON else []
        packages = [] if package in ANY_PYTHON else [package]
        python = make_environment(package.replace("-", "_"), packages, any_python=any_python)
        name = f"{package} {package_version(python, package)}"
        phone = Handset(seed=1)
        try:
            with PhoneServer(phone) as server, run_adb_server(adb) as port:
                setup = ClientSetup(server.port, port, adb, "", "", "")
                connect(setup)
                request = {"serial": setup.serial, "server_port": port, "adb": adb}
                answer = run_script(python, script, request=request, timeout_sec=AGENT_TIMEOUT_SEC)
        finally:
            phone.close()
        answers[name] = answer["rows"]
    if find_installation().is_complete:
        answers["AndroidWorld's adb_utils"] = record_androidworld()
    else:
        print(f"AndroidWorld is left out: {INSTALL_HINT}")
    return render_agent_clients(answers)


def record_androidworld() -> list[dict[str, str]]:
    """Run AndroidWorld's calls and return their outcomes.

    For AndroidWorld, the phone appears as a rootable emulator with well-known application names.
    """
    installation, adb = find_installation(), find_adb_programs()[0][0]
    console = next(port for port in CONSOLE_PORTS if is_free(port) and is_free(port + 1))
    build = DeviceBuild(rootable=True, known_names=True)
    phone = Handset(seed=1)
    try:
        with (
            PhoneServer(phone, port=console + 1, build=build) as server,
            serve_console(server.machine, host=server.host, port=console),
            run_adb_server(adb) as port,
        ):
            request = {
                "source": str(installation.source),
                "adb": adb,
                "serial": f"emulator-{console}",
                "server_port": port,
            }
            waiting = [adb, "-P", str(port), "-s", request["serial"], "wait-for-device"]
            subprocess.run(waiting, check=True, timeout=60)
            answer = run_script(
                installation.python, "phone_androidworld.py", request=request, timeout_sec=AGENT_TIMEOUT_SEC
            )
    finally:
        phone.close()
    return answer["rows"]


def is_free(port: int) -> bool:
    """Return whether no program listens on a TCP port."""
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) != 0


def render_agent_clients(answers: Mapping[str, Sequence[Mapping[str, str]]]) -> str:
    """Return the tables of the clients for agents."""
    summary: list[tuple[str, ...]] = []
    parts: list[str] = []
    for name, rows in answers.items():
        outcomes = [row["outcome"] for row in rows]
        counts = (str(outcomes.count(kind)) for kind in ("as expected", "refused", "wrong"))
        summary.append((name, str(len(rows)), *counts))
        cells = [(f"`{row['call']}`", render_value(row["answer"]), row["outcome"]) for row in rows]
        parts.append(f"### {name}\n\n{render_table(('call', 'result', 'outcome'), cells)}")
    heads = ("client", "calls", "as expected", "refused with a reason", "wrong")
    return "\n\n".join([render_table(heads, summary), *parts])


def record_adb_clients() -> tuple[list[CallRecord], str]:
    """Run the calls of adb, adbutils, adb_shell and pure-python-adb, and record them.

    The second value describes which of adbutils' methods were called.
    """
    log: list[str] = []
    rows: list[CallRecord] = []
    phone = Handset(seed=0)
    try:
        with tempfile.TemporaryDirectory() as temp_folder, PhoneServer(phone, log=log.append) as server:
            file, folder, other = make_files(Path(temp_folder))
            for path, number in find_adb_programs():
                with run_adb_server(path) as port:
                    setup = ClientSetup(server.port, port, path, file, folder, other)
                    connect(setup)
                    rows += record_calls(f"adb {number}", adb_calls(setup), log=log)
            path = find_adb_programs()[0][0]
            with run_adb_server(path) as port:
                setup = ClientSetup(server.port, port, path, file, folder, other)
                methods = public_methods(ADBUTILS_CLASSES)
                with trace_methods(methods) as called:
                    rows += record_calls(f"adbutils {version('adbutils')}", adbutils_calls(setup), log=log)
                rows += record_calls(f"adb_shell {version('adb_shell')}", adb_shell_calls(setup), log=log)
                connect(setup)
                rows += record_calls(
                    f"pure-python-adb {version('pure-python-adb')}", ppadb_calls(setup), log=log
                )
    finally:
        phone.close()
    return rows, render_coverage(methods, called)


def main() -> None:
    """Make the calls and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clients", choices=("all", "adb", "agents"), default="all", help="which clients")
    chosen = parser.parse_args().clients
    if chosen != "agents":
        rows, coverage = record_adb_clients()
        replace_section(BEGIN, END, section=render_page(rows, coverage))
        for row in rows:
            mark = "ok " if row.succeeded else "NOT"
            print(f"{row.client:<26} {mark} {row.call:<42} {row.answer}", flush=True)
    if chosen != "adb":
        section = record_agent_clients()
        replace_section(AGENT_BEGIN, AGENT_END, section=section)
        print(section.partition("###")[0], flush=True)


if __name__ == "__main__":
    main()
