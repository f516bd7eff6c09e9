"""`onscreen list`: what each plugin is, for a reader who does not know the code."""

from __future__ import annotations

import json

import pytest

from onscreen.cli.main import main
from onscreen.cli.plugin_descriptions import DESCRIPTIONS
from onscreen.plugins import BUILT_IN, OTHER_DISTRIBUTIONS

pytestmark = pytest.mark.usefixtures("practice")


@pytest.mark.parametrize("kind", ["devices", "models", "policies", "agents", "signals", "suites", "commands"])
def test_every_plugin_is_described_in_words(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    """A line is a name and a description; the import path appears only on request."""
    assert main(["list", kind]) == 0
    shown = capsys.readouterr().out
    assert main(["list", kind, "--verbose"]) == 0
    verbose = capsys.readouterr().out
    assert main(["list", kind, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    for row in rows:
        assert row["about"]
        assert row["path"] not in shown
        assert row["path"] in verbose


def test_every_plugin_of_the_project_has_a_description() -> None:
    """A new plugin needs a line in the list of descriptions; commands describe themselves."""
    built_in = {(kind, name) for kind, names in BUILT_IN.items() for name in names}
    others = {part for parts in OTHER_DISTRIBUTIONS.values() for part in parts}
    assert {part for part in built_in | others if part[0] != "command"} - set(DESCRIPTIONS) == set()


def test_a_plugin_of_another_package_is_described_by_its_documentation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a description of its own, the first line of the documentation is shown."""
    assert main(["list", "agents"]) == 0
    assert "buyer" in capsys.readouterr().out


def test_list_without_a_kind_shows_all_plugins(capsys: pytest.CaptureFixture[str]) -> None:
    """Every plugin has one line with its kind."""
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["device", "web"] for line in lines)
    assert any(line.split()[:2] == ["agent", "luci"] for line in lines)
    assert len(lines) >= len(DESCRIPTIONS)
