"""Process that runs AndroidWorld's task and scoring code in AndroidWorld's virtual environment.

Requests and answers are JSON lines on standard input and output. The script does not import `onscreen`.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from types import ModuleType
from xml.etree import ElementTree as ET

SETTINGS: Mapping[str, str] = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
sys.path.insert(0, str(SETTINGS.get("source", "")))

from android_env.components import adb_call_parser, errors  # noqa: E402
from android_env.proto import adb_pb2  # noqa: E402
from android_env.proto.a11y import android_accessibility_forest_pb2  # noqa: E402
from android_world.env import (  # noqa: E402
    adb_utils,
    android_world_controller,
    device_constants,
    interface,
    representation_utils,
)
from android_world.task_evals import task_eval  # noqa: E402

TASK_MODULES = (
    "composite.system",
    "single.camera",
    "single.clock",
    "single.contacts",
    "single.files",
    "single.simple_gallery_pro",
    "single.sms",
    "single.system",
)
PHOTOS, VIDEOS = "/sdcard/DCIM/Camera/IMG_*", "/sdcard/DCIM/Camera/VID_*"
"""File patterns of the phone's photos and videos, which replace AndroidWorld's for the Pixel 6."""
MIN_TIMEOUT_SEC = 60.0
"""Minimum timeout of an adb command; AndroidWorld's default of 10 s is too short on a busy machine."""
CONSOLE_TIMEOUT_SEC = 20.0
RECONNECT_SEC = 20.0
_POLL_SEC = 0.2
_BOUNDS = re.compile(r"-?\d+")
_sleep = time.sleep


class PhoneAdb:
    """Replacement for `android_env`'s `AdbController` that never restarts the adb server.

    The emulator console has a separate address, because the phone's serial is not that of an emulator.
    """

    def execute_command(
        self, args: list[str], timeout: float | None = None, *, device_specific: bool = True
    ) -> bytes:
        """Execute an adb command and return its output.

        Raises:
            AdbControllerError: the command failed.
        """
        if args[:1] == ["emu"]:
            return self.ask_console(" ".join(args[1:])).encode()
        serial = ["-s", SETTINGS["serial"]] if device_specific else []
        server = ["-H", SETTINGS["server_host"], "-P", str(SETTINGS["server_port"])]
        command = [SETTINGS["adb"], *server, *serial, *args]
        try:
            output = subprocess.check_output(
                command,
                stdin=subprocess.DEVNULL,
                stderr=subprocess.STDOUT,
                timeout=max(timeout or 0, MIN_TIMEOUT_SEC),
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise errors.AdbControllerError(
                f"Error executing adb command {args}: {error.stdout!r}"
            ) from error
        if args[:1] == ["root"]:
            self._reconnect()
        return output

    def ask_console(self, line: str) -> str:
        """Send a command to the emulator console and return its answer.

        Raises:
            AdbControllerError: the console refused the command.
        """
        host, _, port = SETTINGS["console"].rpartition(":")
        with socket.create_connection((host, int(port)), CONSOLE_TIMEOUT_SEC) as console:
            text = line.replace("\n", "\\n")
            console.sendall(f"{text}\nquit\n".encode())
            answer = b"".join(iter(lambda: console.recv(1 << 16), b"")).decode()
        if "KO:" in answer:
            raise errors.AdbControllerError(f"The console refused {line!r}: {answer}")
        return answer

    def _reconnect(self) -> None:
        """Connect to the phone again after adbd was restarted."""
        deadline = time.monotonic() + RECONNECT_SEC
        while time.monotonic() < deadline:
            for command in (["connect", SETTINGS["serial"]], ["get-state"]):
                try:
                    state = self.execute_command(command, device_specific=command[0] == "get-state")
                except errors.AdbControllerError:
                    state = b""
            if state.strip() == b"device":
                return
            _sleep(_POLL_SEC)


class PhoneEnvironment:
    """Partial implementation of `AndroidEnvInterface` with the methods that AndroidWorld's tasks use."""

    def __init__(self) -> None:
        """Create a parser that executes all calls with adb."""
        self._parser = adb_call_parser.AdbCallParser(PhoneAdb())

    def execute_adb_call(self, request: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """Execute an adb request."""
        return self._parser.parse(request)


class PhoneTaskEnvironment(interface.AsyncAndroidEnv):
    """AndroidWorld environment that reads the screen with uiautomator."""

    def get_state(self, wait_to_stabilize: bool = False) -> interface.State:  # noqa: ARG002  the port's parameter
        """Return the elements on the screen, without a screenshot."""
        dump = adb_utils.uiautomator_dump(self.controller)
        return interface.State(
            pixels=None,
            forest=parse_forest(dump),
            ui_elements=representation_utils.xml_dump_to_ui_elements(dump),
        )


def parse_forest(dump: str) -> android_accessibility_forest_pb2.AndroidAccessibilityForest:
    """Convert a uiautomator XML dump to an accessibility forest with one window."""
    forest = android_accessibility_forest_pb2.AndroidAccessibilityForest()
    tree = forest.windows.add().tree
    elements = list(ET.fromstring(dump).iter("node"))  # noqa: S314  of the phone
    numbers = {id(element): number for number, element in enumerate(elements)}
    for number, element in enumerate(elements):
        node = tree.nodes.add()
        values = element.attrib
        node.unique_id = number
        left, top, right, bottom = (int(each) for each in _BOUNDS.findall(values["bounds"]))
        box = node.bounds_in_screen
        box.left, box.top, box.right, box.bottom = left, top, right, bottom
        node.text, node.content_description = values["text"], values["content-desc"]
        node.class_name, node.package_name = values["class"], values["package"]
        node.hint_text = values.get("hint", "")
        node.view_id_resource_name = values["resource-id"]
        node.is_visible_to_user = True
        for name in ("checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable"):
            setattr(node, f"is_{name}", values[name] == "true")
        node.child_ids.extend(numbers[id(child)] for child in element)
    return forest


class TaskSession:
    """Session of AndroidWorld tasks on one phone, with at most one started task."""

    def __init__(self) -> None:
        """Connect AndroidWorld's environment to the phone."""
        controller = android_world_controller.AndroidWorldController(
            PhoneEnvironment(), a11y_method=android_world_controller.A11yMethod.UIAUTOMATOR
        )
        self._environment = PhoneTaskEnvironment(controller)
        self._task: task_eval.TaskEval | None = None
        self._types = find_task_types()

    def prepare(self) -> dict[str, object]:
        """Give adb root access to the phone."""
        adb_utils.set_root_if_needed(self._environment.controller)
        response = adb_utils.issue_generic_request(["shell", "whoami"], self._environment.controller)
        if response.generic.output.decode().strip() != "root":
            raise RuntimeError("the phone gives no root access; start it with --rootable")
        return {}

    def start(self, name: str, seed: int) -> dict[str, object]:
        """Generate a task from a seed as AndroidWorld's `suite_utils` does, and prepare the phone."""
        kind = self._types[name]
        kind.set_device_time(self._environment)
        random.seed(seed)
        parameters = kind.generate_random_params()
        shown = {key: value for key, value in parameters.items() if is_plain(value)}
        self._task = kind({**parameters, "seed": seed})
        self._task.initialize_task(self._environment)
        if self._task.start_on_home_screen:
            adb_utils.press_home_button(self._environment.controller)
        return {"goal": self._task.goal, "parameters": shown}

    def score(self) -> dict[str, object]:
        """Return AndroidWorld's score of the started task."""
        if self._task is None:
            raise RuntimeError("no task was started")
        return {"score": float(self._task.is_successful(self._environment))}


def is_plain(value: object) -> bool:
    """Return whether a parameter is a number, a string or a list of strings."""
    texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return texts or isinstance(value, str | int | float)


def find_task_types() -> dict[str, type[task_eval.TaskEval]]:
    """Map names to the supported task classes of AndroidWorld."""
    modules: list[ModuleType] = [
        importlib.import_module(f"android_world.task_evals.{name}") for name in TASK_MODULES
    ]
    return {
        name: kind
        for module in modules
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, task_eval.TaskEval)
    }


def serve(answer: Callable[[str], None]) -> None:
    """Answer requests until the end of standard input."""
    session = TaskSession()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["do"] == "start":
                result = session.start(request["task"], request["seed"])
            else:
                result = {"prepare": session.prepare, "score": session.score}[request["do"]]()
        except (
            errors.AdbControllerError,
            LookupError,
            RuntimeError,
            ValueError,
            OSError,
            AttributeError,
        ) as error:
            result = {"error": f"{type(error).__name__}: {error}"}
        answer(json.dumps(result))


def main() -> None:
    """Serve requests; everything that AndroidWorld prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    device_constants.PHOTOS_DATA, device_constants.VIDEOS_DATA = PHOTOS, VIDEOS
    time.sleep = lambda _seconds: None  # the phone answers once its screen has changed
    serve(lambda line: print(line, file=answers))


if __name__ == "__main__":
    main()
