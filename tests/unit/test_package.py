"""The package as a whole: import side effects, the plugin table, and the public names."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

import onscreen
from onscreen import plugins

PACKAGES = Path(__file__).parents[2] / "packages"
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


def import_in_new_process() -> tuple[float, str, str]:
    """Import the package in a new process; return seconds, side effects, and heavy modules loaded."""
    ran = subprocess.run(
        [sys.executable, "-c", WATCH], capture_output=True, text=True, check=True, timeout=60
    )
    seconds, side_effects, loaded = ran.stdout.splitlines()
    return float(seconds), side_effects, loaded


def modules() -> Iterator[ModuleType]:
    """Import every module of the package."""
    for found in pkgutil.walk_packages(onscreen.__path__, "onscreen."):
        if found.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(found.name)
        except ModuleNotFoundError as error:
            if plugins.EXTRAS.get(str(error.name)) not in {"train", "windows", "macos"}:
                raise


def classes() -> Iterator[type]:
    """Return every class that a module of the package defines."""
    for module in modules():
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__ == module.__name__:
                yield found


def plugin_names() -> list[tuple[str, str]]:
    """Return kind and name of every built-in plugin."""
    return [(kind, name) for kind, names in plugins.BUILT_IN.items() for name in names]


def test_import_has_no_side_effects() -> None:
    """Importing the package writes no file, opens no connection and starts no process."""
    assert import_in_new_process()[1] == "[]"


def test_import_loads_no_heavy_module() -> None:
    """Importing the package loads none of the libraries that only plugins need."""
    assert import_in_new_process()[2] == "[]"


def test_import_is_fast() -> None:
    """Importing the package takes less than 0.2 seconds of processor time, best of nine."""
    assert any(import_in_new_process()[0] < IMPORT_LIMIT_SEC for _ in range(9))


def test_values_are_frozen() -> None:
    """Every msgspec Struct and dataclass is frozen; dataclasses have slots."""
    mutable = []
    for found in classes():
        if issubclass(found, msgspec.Struct) and not found.__struct_config__.frozen:
            mutable.append(found.__qualname__)
        if dataclasses.is_dataclass(found):
            frozen = found.__dataclass_params__.frozen and "__slots__" in vars(found)
            mutable += [] if frozen else [found.__qualname__]
    assert mutable == []


@pytest.mark.parametrize(("kind", "name"), plugin_names())
def test_every_built_in_plugin_can_be_loaded(kind: str, name: str) -> None:
    """Every plugin in the table can be imported."""
    plugin = plugins.load_plugin(kind, name)
    assert callable(plugin) or kind == "command"
    if kind == "command":
        assert callable(vars(plugin)["add"])
        assert callable(vars(plugin)["run"])


def registered_plugins(project_file: Path) -> tuple[str, set[tuple[str, str]]]:
    """Return a distribution's name, and kind and name of each plugin in its entry points."""
    project = tomllib.loads(project_file.read_text(encoding="utf-8"))["project"]
    groups = project.get("entry-points", {}).items()
    return project["name"], {
        (group.removeprefix("onscreen."), name) for group, names in groups for name in names
    }


def test_install_hints_name_every_plugin_of_the_other_distributions() -> None:
    """The table of install hints lists exactly the entry points of the four distributions."""
    files = sorted(PACKAGES.glob("*/pyproject.toml"))
    registered = dict(registered_plugins(path) for path in files)
    assert len(registered) == len(files) == 4
    assert registered.pop("onscreen") == set()
    assert {name: set(names) for name, names in plugins.OTHER_DISTRIBUTIONS.items()} == registered


def public_imports() -> dict[str, str]:
    """Return public name -> module, as the type checkers read it from the `TYPE_CHECKING` block."""
    tree = ast.parse(Path(onscreen.__file__).read_text(encoding="utf-8"))
    block = next(n for n in tree.body if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING")
    return {
        alias.name: str(node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_public_names_can_be_imported() -> None:
    """Every name in `__all__` can be imported from the package."""
    assert [name for name in onscreen.__all__ if getattr(onscreen, name, None) is None] == []


def test_type_checkers_see_the_public_names() -> None:
    """The imports that type checkers see are the objects that are imported lazily."""
    imports = public_imports()
    assert {*imports, "__version__"} == set(onscreen.__all__)
    for name, module in imports.items():
        assert getattr(onscreen, name) is getattr(importlib.import_module(module), name)


def test_public_names_are_listed_by_dir() -> None:
    """`dir(onscreen)` lists the public names before they are imported."""
    assert set(onscreen.__all__) <= set(dir(onscreen))


def test_public_names_are_in_the_reference() -> None:
    """The API reference has an entry for every public name."""
    page = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")
    entries = set(re.findall(r"^::: onscreen\.(\w+)$", page, re.MULTILINE))
    assert entries == set(onscreen.__all__) - {"__version__"}


def test_unknown_name_is_an_attribute_error() -> None:
    """An unknown name raises an AttributeError with the name."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = onscreen.nothing
