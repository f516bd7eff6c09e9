"""The skill for other agents: it follows the standard, and its commands work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen.cli.main import main
from onscreen.cli.skill_files import skill_files
from onscreen.types.action_parser import GRAMMAR

FILES = dict(skill_files())
PAGE = (
    "data:text/html,<title>Form</title><label>Name <input></label>"
    "<button onclick=\"document.body.append('Hello')\">Greet</button><p>Total: 12 euros"
)
ENDING_SEC = 30.0
"""Time in which the process of a closed session removes its description on a loaded machine."""
MAX_DESCRIPTION_CHARS, MAX_LINES = 1024, 500


def scripts() -> dict[str, str]:
    """Return the shell code of each file that has some."""
    found = {path: re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for path, text in FILES.items()}
    return {path: "".join(blocks) for path, blocks in found.items() if blocks}


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Provide the command `onscreen`, a page and a folder of its own for sessions."""
    command = tmp_path / "bin" / "onscreen"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m onscreen.cli.start "$@"\n')
    command.chmod(0o755)
    with tempfile.TemporaryDirectory(prefix="onscreen-") as runtime:
        path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
        yield {**os.environ, "PATH": path, "PAGE": PAGE, "XDG_RUNTIME_DIR": runtime}


def test_skill_follows_the_standard() -> None:
    """SKILL.md starts with a name and a description within the limits, and its references exist."""
    text = FILES["SKILL.md"]
    head = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    assert head
    fields = dict(line.split(": ", 1) for line in head[1].splitlines())
    assert fields["name"] == "onscreen"
    assert 0 < len(fields["description"]) <= MAX_DESCRIPTION_CHARS
    assert len(text.splitlines()) <= MAX_LINES
    assert set(re.findall(r"\]\((references/.*?)\)", text)) == FILES.keys() - {"SKILL.md"}


def test_skill_lists_every_action() -> None:
    """The reference of actions contains every form of the grammar but those for a run of this project."""
    listed = FILES["references/actions.md"].replace("\\|", "|")
    others = ('ask "question"', 'give up ["why"]')
    assert [form for form in GRAMMAR if form not in listed and form not in others] == []


@pytest.mark.browser
@pytest.mark.parametrize("file", sorted(scripts()))
def test_commands_of_the_skill_work(file: str, environment: dict[str, str], tmp_path: Path) -> None:
    """Every command in the skill succeeds."""
    code = f"set -eu\n{scripts()[file]}"
    ran = subprocess.run(
        ["/bin/sh", "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    folder = Path(environment["XDG_RUNTIME_DIR"], "onscreen", "sessions")
    deadline = time.monotonic() + ENDING_SEC
    while (left := list(folder.glob("*.json"))) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left


def test_skill_is_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`onscreen skill install --to DIR` writes the files, twice without an error."""
    for _ in range(2):
        assert main(["skill", "install", "--to", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(tmp_path / "onscreen" / "SKILL.md")
    for path, text in FILES.items():
        assert (tmp_path / "onscreen" / path).read_text(encoding="utf-8") == text


def test_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that cannot be written is an error in one line."""
    (tmp_path / "file").write_text("x")
    assert main(["skill", "install", "--to", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
