"""Initial data, start and stored state of Ungit, a user interface for Git.

Its user interface has a graph of commits, changed files and buttons beside branches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class UngitState(msgspec.Struct, frozen=True):
    """State of the repository.

    Attributes:
        branch: Name of the current branch.
        branches: Subjects of the commits of each branch, newest first.
        tags: Subject of the commit that each tag names.
        changes: Two-letter status of each changed file, as `git status --porcelain` prints it.
        commits: Names of the files that each commit changed, by the commit's subject.
        stashes: Descriptions of the stashes.
        texts: Contents of the files in the folder.
    """

    branch: str
    branches: Mapping[str, tuple[str, ...]]
    tags: Mapping[str, str]
    changes: Mapping[str, str]
    commits: Mapping[str, tuple[str, ...]]
    stashes: tuple[str, ...]
    texts: Mapping[str, str]


class SeedCommit(msgspec.Struct, frozen=True):
    """A commit of the initial data with the files that it writes."""

    branch: str
    subject: str
    files: Mapping[str, str]


REPOSITORY = "kite-shop"
MAIN = "main"
COMMITS = (
    SeedCommit(MAIN, "Describe the shop", {"about.txt": "We build kites in Lindia.\n"}),
    SeedCommit(MAIN, "Add the price list", {"prices.txt": "Delta 45\nBox 60\nSled 25\n"}),
    SeedCommit(MAIN, "List the opening hours", {"hours.txt": "Monday to Friday, 9 to 17\n"}),
    SeedCommit("wind-table", "Add a table of wind speeds", {"wind.txt": "Delta 2 to 5\n"}),
    SeedCommit("summer-sale", "Lower two prices for summer", {"prices.txt": "Delta 39\nBox 52\nSled 25\n"}),
)
UNSAVED: Mapping[str, str] = {
    "hours.txt": "Monday to Friday, 9 to 17\nSaturday, 10 to 14\n",
    "repairs.txt": "Ask for Jun.\n",
}
"""Files that are changed or new at the start of a task, and in no commit."""

_DATE = "2026-03-0{day}T09:30:00"


def create_data(_program: Program, folder: Path) -> None:
    """Create a repository with three branches and two uncommitted files."""
    repository = folder / REPOSITORY
    repository.mkdir()
    _git(repository, "init", "--quiet", "--initial-branch", MAIN)
    for name, value in {"user.name": "Jun Arai", "user.email": "jun@kite.example"}.items():
        _git(repository, "config", name, value)
    for day, commit in enumerate(COMMITS, 1):
        if commit.branch != MAIN:
            _git(repository, "checkout", "--quiet", "-b", commit.branch, MAIN)
        for name, text in commit.files.items():
            (repository / name).write_text(text, encoding="utf-8")
        _git(repository, "add", "--all")
        date = f"{_DATE.format(day=day)}"
        run_tool(
            [
                "env",
                f"GIT_COMMITTER_DATE={date}",
                "git",
                "commit",
                "--quiet",
                "--date",
                date,
                "-m",
                commit.subject,
            ],
            folder=repository,
        )
    _git(repository, "checkout", "--quiet", MAIN)
    for name, text in UNSAVED.items():
        (repository / name).write_text(text, encoding="utf-8")


def read_state(folder: Path) -> UngitState:
    """Read the repository with Git."""
    repository = folder / REPOSITORY
    names = _git(repository, "for-each-ref", "--format=%(refname:short)", "refs/heads").split()
    tags = _git(repository, "for-each-ref", "--format=%(refname:short)", "refs/tags").split()
    changes = _git(repository, "status", "--porcelain", "--untracked-files=all").splitlines()
    subjects = _git(repository, "log", "--all", "--format=%H %s").splitlines()
    return UngitState(
        _git(repository, "rev-parse", "--abbrev-ref", "HEAD").strip(),
        {name: tuple(_git(repository, "log", "--format=%s", name, "--").splitlines()) for name in names},
        {name: _git(repository, "log", "-1", "--format=%s", name, "--").strip() for name in tags},
        {line[3:]: line[:2] for line in changes},
        {line.partition(" ")[2]: _changed_files(repository, line.partition(" ")[0]) for line in subjects},
        tuple(_git(repository, "stash", "list", "--format=%gs").splitlines()),
        {path.name: path.read_text(encoding="utf-8") for path in sorted(repository.glob("*.txt"))},
    )


def _changed_files(repository: Path, commit: str) -> tuple[str, ...]:
    return tuple(_git(repository, "show", "--format=", "--name-only", commit).split())


def _git(repository: Path, *words: str) -> str:
    return run_tool(["git", *words], folder=repository)


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the Ungit server.

    The launcher of Ungit is not used, because it would change the folder.
    """
    settings = {"port": port, "launchBrowser": False, "logRESTRequests": False, "bugtracking": False}
    options = [f"--{name}={json.dumps(value)}" for name, value in settings.items()]
    fixed = ["--ungitVersionCheckOverride", "--no-autoFetch", "--no-isAnimate"]
    server = program.folder / "node_modules" / "ungit" / "source" / "server.js"
    return ["env", f"HOME={folder}", "node", server, *options, *fixed]


UNGIT = Application(
    name="ungit",
    title="Repository of the kite shop",
    purpose="Git repository of a kite shop: commits, branches, tags, changed files",
    license="MIT",
    toolkit="JavaScript (Node.js), Knockout, Bootstrap, SVG",
    manager="npm",
    packages=("ungit@^1.5",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=UngitState,
    start_path=f"/#/repository?path={REPOSITORY}",
    save_delay_sec=1.0,
)
