"""A third-party package registers plugins by entry points, and they work like built-in ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ONSCREEN = Path(sys.executable).parent / "onscreen"
CONTRACT = """
from onscreen.plugins import load_plugin
from onscreen.testing import AgentContract, DeviceContract, SignalContract
from onscreen.testing.sample_episodes import click_episode


class TestCounter(DeviceContract):
    def make_device(self):
        return load_plugin("device", "counter")({})


class TestPresser(AgentContract):
    uses_model = False

    def make_agent(self, model):
        return load_plugin("agent", "presser")(model)


class TestReached(SignalContract):
    def make_signal(self):
        return load_plugin("signal", "reached")("3")

    def silent_on(self):
        return (click_episode(3),)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install the package into its own folder and return the environment that finds it there."""
    folder = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    subprocess.run([*command, "--target", str(folder), str(HERE / "package")], check=True, timeout=120)
    return {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1"}


def onscreen(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the command line in a separate process."""
    return subprocess.run(
        [str(ONSCREEN), *arguments], env=env, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(
    ("kind", "name"), [("device", "counter"), ("agent", "presser"), ("signal", "reached")]
)
def test_installed_plugin_is_listed(installed: dict[str, str], kind: str, name: str) -> None:
    """`onscreen list KIND` shows a plugin of an installed package."""
    ran = onscreen("list", kind, env=installed)
    assert ran.returncode == 0, ran.stderr
    assert name in ran.stdout


def test_plugin_is_unknown_without_its_package() -> None:
    """Without the package the plugin is not listed, and its name is unknown."""
    without = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = onscreen("run", "Count to 3.", "--on", "counter", env=without)
    assert ran.returncode == 2
    assert "no device named 'counter'" in ran.stderr


def test_installed_device_and_agent_run_a_task(installed: dict[str, str], tmp_path: Path) -> None:
    """A run with a third-party device and agent finishes and is recorded."""
    ran = onscreen(
        "run",
        "Count to 3.",
        "--on",
        "counter",
        "--agent",
        "presser",
        "--out",
        str(tmp_path),
        "--json",
        env=installed,
    )
    assert ran.returncode == 0, ran.stderr
    trial = json.loads(ran.stdout)
    assert (trial["stop"], trial["steps"]) == ("done", 4)
    assert Path(trial["episode"]).is_dir()


def test_installed_plugins_pass_the_contract_tests(installed: dict[str, str], tmp_path: Path) -> None:
    """The contract tests pass for plugins of another package, from its own test file."""
    (tmp_path / "test_mine.py").write_text(CONTRACT)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    ran = subprocess.run(
        command, env=installed, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert "passed" in ran.stdout
