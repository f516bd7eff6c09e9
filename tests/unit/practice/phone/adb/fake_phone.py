"""A phone in memory, without a renderer."""

from __future__ import annotations

import base64
import io
import posixpath

from PIL import Image

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.phone_interface import Json

IMES = ["com.android.inputmethod.latin/.LatinIME", "com.android.adbkeyboard/.AdbIME"]
AUTOMATOR_IME = "com.github.uiautomator/.AdbKeyboard"
HOME = "com.android.launcher3"


class FakePhone:
    """A phone without a renderer: records calls, stores files in a dictionary."""

    def __init__(self) -> None:
        self.size = self.shown_size = (60, 120)
        self.density = self.shown_density = 400
        self.calls: list[tuple[str, tuple[Json, ...]]] = []
        self.seeds: list[int | None] = []
        self.typed = ""
        self.clip = ""
        self.front = HOME
        self.current = IMES[0]
        self.tree = (
            '<?xml version=\'1.0\' ?><hierarchy rotation="0"><node index="0" text="Größe" /></hierarchy>'
        )
        self.spaces: dict[str, dict[str, Json]] = {"system": {}, "secure": {}, "global": {"wifi_on": "1"}}
        self.files: dict[str, tuple[str | None, int]] = {"/sdcard": (None, 0), "/sdcard/Download": (None, 0)}

    def screenshot(self) -> bytes:
        """Return a grey image."""
        buffer = io.BytesIO()
        Image.new("RGB", self.shown_size, (90, 90, 90)).save(buffer, "PNG")
        return buffer.getvalue()

    def reset(self, seed: int | None = None) -> None:
        """Record the seed."""
        self.seeds.append(seed)
        self.typed = ""

    def resize(self, size: tuple[int, int] | None = None, *, density: int | None = None) -> None:
        """Set the size and density."""
        self.shown_size, self.shown_density = size or self.size, density or self.density

    def call(self, function: str, *arguments: Json) -> Json:
        """Record the call and return the result of its handler, if it has one."""
        self.calls.append((function, arguments))
        handler = getattr(self, f"_{function}", None)
        result: Json = handler(*arguments) if handler else None
        return result

    def arguments_of(self, function: str) -> list[tuple[Json, ...]]:
        """Return the arguments of every call of a function."""
        return [arguments for name, arguments in self.calls if name == function]

    def _type(self, text: str) -> None:
        self.typed += text

    def _storage(self) -> Json:
        return {"capacity": 128_000_000_000, "used": 32_000_000_000}

    def _dump(self, _compressed: bool) -> str:
        return self.tree

    def _apps(self) -> Json:
        names = {HOME: "Launcher", "com.android.settings": "Settings", "org.example.notes": "Notes"}
        return [
            {
                "package": name,
                "activity": ".MainActivity",
                "label": label,
                "launchable": True,
                "system": name == HOME,
            }
            for name, label in names.items()
        ]

    def _launch(self, package: str, activity: str | None, intent: dict[str, Json]) -> str:
        known = package in {HOME, "com.android.settings", "org.example.notes"}
        linked = str(intent["data"]).startswith("https:")
        if not known and not linked:
            return "no activity"
        if known and activity and not activity.endswith(".MainActivity"):
            return "no such activity"
        self.front = package or "org.example.notes"
        return ""

    def _focus(self) -> Json:
        window = f"{self.front}/{self.front}.MainActivity"
        return {
            "package": self.front,
            "activity": ".MainActivity",
            "window": window,
            "keyboard": bool(self.typed),
            "rotation": 0,
            "awake": True,
        }

    def _stack(self) -> Json:
        return [{"package": self.front, "activity": ".MainActivity"}] if self.front != HOME else []

    def _notifications(self) -> Json:
        return [{"package": "org.example.notes", "title": "Reminder", "text": "Milk", "key": "n1"}]

    def _ime(self) -> Json:
        return {"current": self.current, "enabled": list(IMES), "all": [*IMES, AUTOMATOR_IME]}

    def _setIme(self, name: str) -> str:  # noqa: N802 - name defined by the phone's API
        installed = name in {*IMES, AUTOMATOR_IME}
        self.current = name if installed else self.current
        return "" if installed else "unknown"

    def _now(self) -> Json:
        return 1_773_308_460_000

    def _timezone(self) -> str:
        return "Europe/Berlin"

    def _clipboard(self) -> str:
        return self.clip

    def _setClipboard(self, text: str) -> None:  # noqa: N802 - name defined by the phone's API
        self.clip = text

    def _evaluate(self, expression: str) -> Json:
        if expression == "s.wrong.way":
            raise PhoneError("TypeError: Cannot read properties of undefined (reading 'way')")
        return {"expression": expression}

    def _grant(self, package: str, _permission: str, _on: bool) -> str:
        return "" if package == "org.example.notes" else f"Unknown package: {package}"

    def _clear(self, package: str) -> str:
        return "" if package == "org.example.notes" else "unknown"

    def _setting(self, space: str, key: str) -> Json:
        return self.spaces[space].get(key)

    def _settings(self, space: str) -> Json:
        return dict(self.spaces[space])

    def _putSetting(self, space: str, key: str, value: str) -> None:  # noqa: N802 - name defined by the phone's API
        self.spaces[space][key] = value

    def _deleteSetting(self, space: str, key: str) -> bool:  # noqa: N802 - name defined by the phone's API
        return self.spaces[space].pop(key, None) is not None

    def _stat(self, path: str) -> Json:
        held = self.files.get(path)
        if held is None:
            return None
        data, mtime = held
        size = 4096 if data is None else len(base64.b64decode(data))
        return {"kind": "dir" if data is None else "file", "size": size, "mtime": mtime}

    def _list(self, path: str) -> Json:
        if self.files.get(path, ("", 0))[0] is not None:
            return None
        inside = [each for each in self.files if posixpath.dirname(each) == path]
        rows: list[Json] = []
        for each in inside:
            status = self._stat(each)
            rows.append({"name": posixpath.basename(each), **(status if isinstance(status, dict) else {})})
        return rows

    def _read(self, path: str) -> Json:
        return self.files.get(path, (None, 0))[0]

    def _write(self, path: str, data: str, mtime: int | None, _captured: bool = False) -> str:
        if self.files.get(path, ("", 0))[0] is None:
            return "Is a directory"
        if posixpath.dirname(path) not in self.files:
            return "No such file or directory"
        if posixpath.basename(path) == "full":
            return "No space left on device"
        self.files[path] = (data, 1_773_308_460 if mtime is None else mtime)
        return ""

    def _remove(self, path: str, _recursive: bool) -> str:
        for each in [each for each in self.files if each == path or each.startswith(path + "/")]:
            del self.files[each]
        return ""

    def _mkdir(self, path: str, parents: bool) -> str:
        above = posixpath.dirname(path)
        if above not in self.files:
            if not parents:
                return "No such file or directory"
            self._mkdir(above, True)
        self.files[path] = (None, 0)
        return ""

    def _rename(self, old: str, new: str) -> str:
        for each in [each for each in self.files if each == old or each.startswith(old + "/")]:
            self.files[new + each[len(old) :]] = self.files.pop(each)
        return ""
