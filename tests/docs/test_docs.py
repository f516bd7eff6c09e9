"""The documentation: its examples run, it covers every plugin, and the site builds."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path

import pytest

from onscreen import plugins
from onscreen.cli.argument_parser import Parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
BLOCK = re.compile(
    r"(?:<!-- (?P<comment>[^>]*) -->\n)?^(?P<indent> *)```(?P<language>\w+)[^\n]*\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
NEEDS_BROWSER = re.compile(
    r"run_task\((?![^)]*\"fake\")|\"web\"|device\.web|playwright|miniwob|onscreen_practice|bench\.gym"
)
LIMIT_SEC = 170


def name(path: Path) -> str:
    """Return the path relative to the repository."""
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path, *languages: str) -> Iterator[tuple[str, str]]:
    """Return preceding comment and content of every code block in one of the languages."""
    for found in BLOCK.finditer(path.read_text(encoding="utf-8")):
        if found["language"] in languages:
            margin = len(found["indent"])
            lines = (line[margin:] for line in found["text"].splitlines())
            yield found["comment"] or "", "\n".join(lines)


def commands() -> Iterator[tuple[str, str]]:
    """Return page and line of every `onscreen` command in the documentation."""
    for path in PAGES:
        for _, text in blocks(path, "sh", "bash", "console", "shell"):
            for line in text.replace("\\\n", " ").splitlines():
                shown = line.strip().removeprefix("$ ")
                if re.match(r"(onscreen|make) ", shown):
                    yield name(path), shown.partition(" #")[0]


def marked(path: Path, text: str) -> object:
    """Return the path as a test parameter, marked `browser` if its code needs one."""
    marks = [pytest.mark.browser] if NEEDS_BROWSER.search(text) else []
    return pytest.param(path, id=name(path), marks=marks)


def scripts() -> list[object]:
    """Return every page with Python code, and every example."""
    shown = [(path, "\n".join(text for _, text in blocks(path, "python"))) for path in PAGES]
    return [marked(path, text) for path, text in shown if text]


def run(code: str, folder: Path) -> None:
    """Run Python code in an empty folder, with warnings as errors."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_SEC,
    )
    assert ran.returncode == 0, f"{ran.stdout[-1500:]}\n{ran.stderr[-3000:]}"


@pytest.mark.parametrize("page", scripts())
def test_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    """The Python blocks of a page run in order; those marked `compiled only` are only compiled."""
    whole: list[str] = []
    for comment, text in blocks(page, "python"):
        compile(text, name(page), "exec")
        if not comment.startswith("compiled only"):
            whole.append(text)
    run("\n".join(whole), tmp_path)


@pytest.mark.parametrize("example", [marked(path, path.read_text(encoding="utf-8")) for path in EXAMPLES])
def test_example_runs(example: Path, tmp_path: Path) -> None:
    """Every example runs without arguments."""
    run(f"import runpy; runpy.run_path({str(example)!r}, run_name='__main__')", tmp_path)


@pytest.mark.parametrize(("page", "line"), sorted(set(commands())))
def test_command_of_a_page_is_one_there_is(page: str, line: str) -> None:
    """Every command in the documentation is valid; an invalid one raises a UsageError."""
    program, first, *rest = dropwhile(lambda word: "=" in word, shlex.split(line))
    if program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert {first, *rest} <= set(targets), page
        return
    if first in {"--help", "--version"}:
        return
    parser = Parser(prog=f"onscreen {first}", description="")
    vars(plugins.load_plugin("command", first))["add"](parser)
    parser.parse_args(rest)


@pytest.mark.parametrize("command", sorted(plugins.BUILT_IN["command"]))
def test_command_is_documented(command: str) -> None:
    """Every command is documented."""
    assert f"onscreen {command}" in "\n".join(path.read_text(encoding="utf-8") for path in PAGES)


@pytest.mark.parametrize("kind", plugins.plugin_kinds())
def test_kind_of_part_is_documented(kind: str) -> None:
    """Every kind of plugin is documented with its entry-point group and its built-in names."""
    told = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert f"onscreen.{kind}" in told
    assert [part for part in plugins.BUILT_IN[kind] if not re.search(rf"\b{part}\b", told)] == []


@pytest.mark.parametrize("port", ["Device", "Model", "Policy", "Agent", "Signal", "Suite", "Sense", "Scorer"])
def test_port_is_documented(port: str) -> None:
    """Every port is documented under its name in the code."""
    assert any(f"`{port}`" in path.read_text(encoding="utf-8") for path in PAGES)


def test_links_between_documents_lead_somewhere() -> None:
    """Every link to a file of the repository leads to an existing file."""
    broken = [
        f"{name(path)}: {target}"
        for path in [*PAGES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "design").glob("*.md"))]
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
        if "://" not in target and not target.startswith("mailto:") and not (path.parent / target).exists()
    ]
    assert broken == []


def test_site_builds_strictly(tmp_path: Path) -> None:
    """The site builds without warnings: every page is in the navigation, every internal link is valid."""
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--site-dir",
        str(tmp_path / "site"),
    ]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=LIMIT_SEC
    )
    assert ran.returncode == 0, "\n".join(
        x for x in ran.stderr.splitlines() if "WARNING" in x or "ERROR" in x
    )
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<(?:script|link|img)[^>]+(?:src|href)=\"https?:", home)
