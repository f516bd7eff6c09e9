"""The package as a whole: what importing it does, and that its table of parts is true."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import msgspec
import pytest

import onscreen
from onscreen import plugins

IMPORT_LIMIT_SEC = 0.2
HEAVY = (
    "numpy",
    "PIL",
    "playwright",
    "jinja2",
    "rich",
    "pydantic_ai",
    "xllamacpp",
    "miniwob",
    "gymnasium",
    "torch",
)
WATCH = f"""
import sys, time
seen = []
def watch(event, arguments):
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if writes or event.startswith(("socket.", "subprocess.", "os.mkdir", "os.remove", "os.rename")):
        seen.append((event, str(arguments[0])))
sys.dont_write_bytecode = True
sys.addaudithook(watch)
began = time.process_time()
import onscreen
print(time.process_time() - began)
print(seen)
print([name for name in {HEAVY} if name in sys.modules])
"""


def import_it() -> tuple[float, str, str]:
    """Import the package in a new Python: seconds, what it touched, what heavy modules it loaded."""
    ran = subprocess.run(
        [sys.executable, "-c", WATCH], capture_output=True, text=True, check=True, timeout=60
    )
    seconds, touched, loaded = ran.stdout.splitlines()
    return float(seconds), touched, loaded


def modules() -> Iterator[ModuleType]:
    """Import every module of the package, but for those that train where that extra is not installed."""
    for found in pkgutil.walk_packages(onscreen.__path__, "onscreen."):
        if found.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(found.name)
        except ModuleNotFoundError as error:
            if plugins.EXTRAS.get(str(error.name)) != "train":
                raise


def classes() -> Iterator[type]:
    """Return every class that a module of the package defines."""
    for module in modules():
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__ == module.__name__:
                yield found


def parts() -> list[tuple[str, str]]:
    """Return kind and name of every built-in part."""
    return [(kind, name) for kind, names in plugins.BUILT_IN.items() for name in names]


def test_importing_writes_and_asks_nothing() -> None:
    """Importing the package writes no file, opens no connection, starts no program."""
    assert import_it()[1] == "[]"


def test_importing_loads_nothing_heavy() -> None:
    """Importing the package loads none of the libraries that its parts need."""
    assert import_it()[2] == "[]"


def test_importing_is_fast() -> None:
    """Importing the package takes less than 0.2 seconds of processor time (the best of nine)."""
    assert any(import_it()[0] < IMPORT_LIMIT_SEC for _ in range(9))


def test_values_are_frozen() -> None:
    """Every value is frozen: msgspec Structs and dataclasses alike, the latter with slots."""
    mutable = []
    for found in classes():
        if issubclass(found, msgspec.Struct) and not found.__struct_config__.frozen:
            mutable.append(found.__qualname__)
        if dataclasses.is_dataclass(found):
            frozen = found.__dataclass_params__.frozen and "__slots__" in vars(found)
            mutable += [] if frozen else [found.__qualname__]
    assert mutable == []


@pytest.mark.parametrize(("kind", "name"), parts())
def test_every_built_in_part_is_there(kind: str, name: str) -> None:
    """Every name in the table of parts leads to something."""
    found = plugins.load_plugin(kind, name)
    assert callable(found) or kind == "command"
    if kind == "command":
        assert callable(vars(found)["add"])
        assert callable(vars(found)["run"])


def test_public_names_are_there() -> None:
    """Every name the package offers can be had."""
    assert [name for name in onscreen.__all__ if getattr(onscreen, name, None) is None] == []


def test_name_that_is_not_public_is_said() -> None:
    """A name the package does not offer is an AttributeError that names it."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = onscreen.nothing
