"""Fault injection on the practice phone under load: python benchmarks/phone_faults.py [--seconds 600].

Kills or stops a part of the phone at random times while a client taps, types, and takes screenshots and
dumps through the stock adb. Every answer is compared with that of a second phone without faults that gets
the same input.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import msgspec
from _phone_relay import Relay
from _report import publish, render_table

from onscreen.device.android.adb_executable import find_adb
from onscreen_practice.phone.shell.command_interface import Input
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.simulated_system import Machine
from onscreen_practice.phone.simulated_phone import Handset

SEED = 1
CALL_TIMEOUT_SEC, RECOVERY_SEC, EXIT_SEC, STALL_SEC = 90, 120, 10, 3
STATE = "practice eval s"
APPS = ("notes", "contacts", "clock", "settings", "calculator", "messages", "calendar", "files")
BOUNDS = re.compile(rb'clickable="true" enabled="true".*?bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"')
LOOP = "practice eval 'setTimeout(() => { for (;;); })'"
ENDLESS = "practice eval '(() => { for (;;); })()'"
FAULTS = {
    "browser-kill": ("browser process", "SIGKILL"),
    "browser-stop": ("browser process", "SIGSTOP"),
    "renderer-kill": ("renderer", "SIGKILL"),
    "renderer-stop": ("renderer", "SIGSTOP"),
    "utility-kill": ("utility processes", "SIGKILL"),
    "utility-stop": ("utility processes", "SIGSTOP"),
    "page-loop": ("page", "endless loop in a timer"),
    "script-loop": ("page", "endless loop in an expression"),
    "connection-cut": ("adb connection", "reset"),
    "connection-stall": ("adb connection", f"stalled for {STALL_SEC} s"),
}


class FaultRecord(msgspec.Struct):
    """Effects of one fault; `recovery_sec` is negative if the phone did not recover."""

    fault: str
    recovery_sec: float = -1.0
    state_lost: int = 0
    screen_lost: int = 0
    wrong_answers: int = 0
    refused_calls: int = 0
    leftover: int = 0


class Answer(msgspec.Struct, frozen=True):
    """Output and exit status of a shell command."""

    output: bytes
    status: int


class Reference:
    """Phone without faults that runs the same commands, to compare with."""

    def __init__(self, handset: Handset) -> None:
        self._machine = Machine(handset, on_restart=lambda: None)

    def run(self, script: str) -> Answer:
        """Run a shell script on the phone."""
        out = io.BytesIO()
        channels = Channels(Input.from_bytes(b""), out.write, out.write)
        status = Shell(self._machine, COMMANDS).run(script, channels)
        return Answer(out.getvalue(), status)


class AdbClient:
    """Client that uses a phone through the stock adb with its own adb server."""

    def __init__(self, adb: str, serial: str) -> None:
        self._environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(find_free_port())}
        self._adb, self.serial = adb, serial

    def adb(self, *words: str) -> Answer:
        """Run adb; a command that exceeds the timeout has the status 124."""
        try:
            done = subprocess.run(
                [self._adb, *words],
                env=self._environment,
                capture_output=True,
                check=False,
                timeout=CALL_TIMEOUT_SEC,
            )
        except subprocess.TimeoutExpired:
            return Answer(b"timeout", 124)
        return Answer(done.stdout + done.stderr, done.returncode)

    def run(self, script: str) -> Answer:
        """Run a shell script on the phone through adb."""
        return self.adb("-s", self.serial, "shell", "-T", script)

    def reconnect(self) -> bool:
        """Reconnect until the phone answers a command; return False if it does not in time."""
        deadline = time.monotonic() + RECOVERY_SEC
        while time.monotonic() < deadline:
            self.adb("connect", self.serial)
            if self.run("getprop ro.build.version.sdk && practice eval 1").status == 0:
                return True
            time.sleep(0.1)
        return False


class PhoneProcess:
    """Practice phone in a separate process and session, with a separate temporary folder."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "onscreen_practice.phone", "--seed", str(SEED), "--with-parent"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            text=True,
            env={**os.environ, "TMPDIR": self.folder},
        )
        if self._process.stdout is None:
            raise RuntimeError("the phone has no output")
        self.port = int(self._process.stdout.readline().rpartition(":")[2])

    def processes(self) -> list[tuple[int, int, str]]:
        """List process id, process group and command line of all processes of the browser."""
        found: list[tuple[int, int, str]] = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                state, _, group, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
                pid = int(folder.name)
                if int(session) == self._process.pid and state != "Z" and pid != self._process.pid:
                    found.append((pid, int(group), (folder / "cmdline").read_text()))
        return found

    def signal(self, part: str, name: str) -> None:
        """Send a signal to the browser process or to its child processes of a type (`part`)."""
        for pid, group, command in self.processes():
            if (pid == group) if part == "browser" else f"--type={part}" in command:
                with suppress(ProcessLookupError):
                    os.kill(pid, getattr(signal, name))

    def count_leftover(self, *, expected_groups: int) -> int:
        """Count the processes and profiles left over from earlier browsers, after a grace period."""
        deadline = time.monotonic() + EXIT_SEC
        while True:
            groups = sorted({group for _, group, _ in self.processes()})
            profiles = len(list(Path(self.folder).glob("onscreen-browser-*")))
            leftover = len(groups) + profiles - 2 * expected_groups
            if leftover <= 0 or time.monotonic() > deadline:
                return max(leftover, 0)
            time.sleep(0.1)

    def close(self) -> int:
        """Stop the phone and return the number of leftover processes and profiles."""
        self._process.terminate()
        self._process.communicate(timeout=60)
        return self.count_leftover(expected_groups=0)


class FaultRun:
    """Test run: the same commands on a phone with faults and on a reference phone without."""

    def __init__(self, phone: PhoneProcess, relay: Relay, client: AdbClient, reference: Reference) -> None:
        self.phone, self.relay, self.client, self.reference = phone, relay, client, reference
        self.calls = 0
        self._rng = random.Random(SEED)  # noqa: S311  reproducible, not for secrets
        self._tree = b""

    def next_command(self) -> str:
        """Choose a random shell command to run next."""
        kind = self._rng.choice(("tap", "tap", "tap", "type", "key", "launch", "dump", "dump", "screenshot"))
        targets = BOUNDS.findall(self._tree)
        if kind == "tap" and targets:
            left, upper, right, lower = map(int, self._rng.choice(targets))
            return f"input tap {(left + right) // 2} {(upper + lower) // 2}"
        return {
            "tap": f"input tap {self._rng.randrange(1080)} {self._rng.randrange(2400)}",
            "type": f"input text w{self._rng.randrange(100)}",
            "key": f"input keyevent {self._rng.choice((3, 4, 67, 61))}",
            "launch": f"am start -n org.practice.{self._rng.choice(APPS)}/.MainActivity",
            "dump": "uiautomator dump /dev/tty",
            "screenshot": "screencap -p",
        }[kind]

    def step(self, record: FaultRecord) -> bool:
        """Run one command on both phones and compare the answers; return True if the phone answered."""
        command = self.next_command()
        self.calls += 1
        before = self.reference.run(STATE)
        answer = self.client.run(command)
        if b"display was restarted" in answer.output:
            record.screen_lost += 1
            return self._resynchronize(record)
        expected = self.reference.run(command)
        if command.startswith("uiautomator"):
            self._tree = expected.output
        if answer == expected:
            return True
        if answer.status in (1, 124, 255) and b"<hierarchy" not in answer.output:
            return self._settle(record, before)
        record.wrong_answers += 1
        return True

    def check_state(self, record: FaultRecord) -> None:
        """Compare the states of both phones; if they differ, count a lost state and reset both."""
        if self.client.run(STATE) != self.reference.run(STATE):
            record.state_lost += 1
            self._resynchronize(record)

    def _settle(self, record: FaultRecord, before: Answer) -> bool:
        """Handle a call without an answer: the phone's state may be that before or after it."""
        record.refused_calls += 1
        if not self.client.reconnect():
            return False
        state = self.client.run(STATE)
        if state not in (before, self.reference.run(STATE)):
            record.state_lost += 1
        return self._resynchronize(record) if state != self.reference.run(STATE) else True

    def _resynchronize(self, record: FaultRecord) -> bool:
        """Reset both phones to the initial state; return True if the phone with faults answers."""
        self.reference.run(f"practice reset {SEED}")
        return self.client.run(f"practice reset {SEED}").status == 0 or self._give_up(record)

    def _give_up(self, record: FaultRecord) -> bool:
        record.refused_calls += 1
        return self.client.reconnect()

    def inject(self, fault: str) -> None:
        """Inject a fault into the phone, its browser or the connection."""
        part, _, verb = fault.partition("-")
        if part in ("browser", "renderer", "utility"):
            self.phone.signal(part, {"kill": "SIGKILL", "stop": "SIGSTOP"}[verb])
        elif part == "connection":
            self.relay.cut() if verb == "cut" else self.relay.stall()
            if verb == "stall":
                threading.Timer(STALL_SEC, self.relay.resume).start()
        else:
            self.client.run(LOOP if part == "page" else ENDLESS)

    def suffer(self, fault: str) -> FaultRecord:
        """Inject a fault while the phone is used, and record the time until it answers again."""
        record = FaultRecord(fault)
        for _ in range(self._rng.randrange(1, 8)):
            self.step(record)
        struck: list[float] = []

        def strike() -> None:
            struck.append(time.monotonic())
            self.inject(fault)

        timer = threading.Timer(self._rng.random() * 0.5, strike)
        timer.start()
        deadline = time.monotonic() + RECOVERY_SEC
        while time.monotonic() < deadline and record.recovery_sec < 0:
            began = time.monotonic()
            if self.step(record) and struck and began > struck[0]:
                record.recovery_sec = time.monotonic() - struck[0]
        timer.join()
        if record.recovery_sec >= 0:
            self.check_state(record)
            record.leftover = self.phone.count_leftover(expected_groups=1)
        return record


def find_free_port() -> int:
    """Return an unused TCP port."""
    with closing(Relay(0)) as unused:
        return unused.port


@contextmanager
def start_run() -> Iterator[tuple[FaultRun, Callable[[], Mapping[str, int]]]]:
    """Start both phones and the client; yield the run and a function that stops the phone."""
    with ExitStack() as stack:
        reference = stack.enter_context(closing(Handset(seed=SEED)))
        phone = PhoneProcess()
        relay = stack.enter_context(closing(Relay(phone.port)))
        client = AdbClient(find_adb(""), f"127.0.0.1:{relay.port}")
        stack.callback(client.adb, "kill-server")
        client.reconnect()

        def end() -> Mapping[str, int]:
            client.adb("disconnect", client.serial)
            rows = client.adb("devices").output.decode().split("List of devices attached")[-1].split()
            return {"left after exit": phone.close(), "adb entries left": len(rows)}

        yield FaultRun(phone, relay, client, Reference(reference)), end


def summarize(records: list[FaultRecord], ends: Mapping[str, int], *, calls: int, used_sec: float) -> str:
    """Render the results as a table with a row per kind of fault."""
    rows = []
    for name, (part, fault) in FAULTS.items():
        of_fault = [each for each in records if each.fault == name]
        times = [each.recovery_sec for each in of_fault if each.recovery_sec >= 0]
        if not of_fault:
            continue
        took = f"{statistics.median(times):.1f} s, {max(times):.1f} s" if times else "-"
        sums = [
            sum(getattr(each, field) for each in of_fault)
            for field in ("state_lost", "screen_lost", "wrong_answers", "refused_calls", "leftover")
        ]
        rows.append((part, fault, len(of_fault), len(times), took, *sums))
    heads = (
        "part", "fault", "faults", "recovered", "time to recover (median, longest)", "state lost",
        "screen lost", "wrong answers", "calls without an answer", "leftover processes",
    )  # fmt: skip
    left = ", ".join(f"{name}: {count}" for name, count in ends.items())
    use = f"{calls} calls during {used_sec / 60:.1f} minutes of use."
    return f"### Faults of the practice phone\n\n{use}\n\n{render_table(heads, rows)}\n\n{left}."


def main() -> None:
    """Inject faults for the given time and report the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--faults", default=",".join(FAULTS), help="names of faults, separated by commas")
    parser.add_argument(
        "--out", default="", help="write the records to this file instead of the documentation"
    )
    arguments = parser.parse_args()
    names = arguments.faults.split(",")
    rng = random.Random(SEED)  # noqa: S311  reproducible, not for secrets
    records: list[FaultRecord] = []
    with start_run() as (run, end):
        began = time.monotonic()
        deadline = began + arguments.seconds
        while time.monotonic() < deadline or len(records) < len(names):
            bag = names[len(records) % len(names) :] if len(records) < len(names) else names
            fault = bag[0] if len(records) < len(names) else rng.choice(bag)
            records.append(run.suffer(fault))
            print(records[-1], file=sys.stderr, flush=True)
        used_sec, calls, ends = time.monotonic() - began, run.calls, end()
    text = summarize(records, ends, calls=calls, used_sec=used_sec)
    data = {"records": [msgspec.to_builtins(each) for each in records], "ends": dict(ends), "calls": calls}
    data["used_sec"] = used_sec
    if arguments.out:
        print(text)
        Path(arguments.out).write_text(json.dumps(data))
    else:
        publish("phone_faults", text, data)


if __name__ == "__main__":
    main()
