"""Episodes in the formats of other tools."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from onscreen.cli.main import main
from onscreen.convert.adb_script import to_adb
from onscreen.convert.atif import to_atif
from onscreen.convert.open_telemetry import to_open_telemetry
from onscreen.convert.playwright_script import to_playwright
from onscreen.store.episode_recorder import save_episode
from onscreen.testing.sample_episodes import (
    click_episode,
    finished_episode,
    make_element,
    make_exchange,
    make_shot,
)
from onscreen.types import Click, Decision, Episode, Open, Outcome, Press, Task, Type

HOSTILE = "x\"'); import os; os.system('touch owned')\n$(touch owned) `touch owned` \u202e"
"""A name that would end a string, a comment or a command if it were not quoted."""


def hostile_episode() -> Episode:
    """Return an episode whose instruction, names and typed texts try to leave their quotes."""
    shot = make_shot(0, HOSTILE, HOSTILE)
    element = make_element(shot, 1)
    episode = Episode(Task(HOSTILE), (shot,))
    for action in (Click(element), Type(HOSTILE, element), Open(HOSTILE), Press(HOSTILE, element)):
        episode = episode.then(Decision(action, why=HOSTILE), Outcome(HOSTILE), shot=shot)
    return episode


def test_trajectory_has_the_instruction_and_every_action() -> None:
    """An ATIF trajectory starts with the user's step, and each further step has one call and its result."""
    document = json.loads(to_atif(finished_episode()))
    assert document["schema_version"] == "ATIF-v1.7"
    assert [step["source"] for step in document["steps"]] == ["user", "agent", "agent"]
    assert [step["step_id"] for step in document["steps"]] == [1, 2, 3]
    for step in document["steps"][1:]:
        (call,), (result,) = step["tool_calls"], step["observation"]["results"]
        assert result["source_call_id"] == call["tool_call_id"]
    assert document["steps"][-1]["message"] == "42"


def test_trajectory_counts_the_model_calls() -> None:
    """Steps with a model call state its tokens, steps without one state that there was none."""
    with_model = json.loads(to_atif(click_episode(2, exchange=make_exchange(tokens=10))))
    without = json.loads(to_atif(click_episode(2)))
    assert [step["metrics"]["prompt_tokens"] for step in with_model["steps"][1:]] == [5, 5]
    assert with_model["final_metrics"]["total_completion_tokens"] == 10
    assert all(step["llm_call_count"] == 0 and "metrics" not in step for step in without["steps"][1:])


def test_trajectory_names_the_stored_pictures(tmp_path: Path) -> None:
    """The paths of the pictures exist below the folder of the stored episode."""
    save_episode(click_episode(2), tmp_path)
    document = json.loads(to_atif(click_episode(2)))
    paths = [
        part["source"]["path"]
        for step in document["steps"]
        for result in step["observation"]["results"]
        for part in result["content"]
        if part["type"] == "image"
    ]
    assert len(paths) == 3
    assert all((tmp_path / path).is_file() for path in paths)


def test_spans_form_one_trace() -> None:
    """All spans share a trace, and every model call and action is a child of the run."""
    document = json.loads(to_open_telemetry(click_episode(2, exchange=make_exchange())))
    root, *children = document["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert {span["traceId"] for span in (root, *children)} == {root["traceId"]}
    assert {span["parentSpanId"] for span in children} == {root["spanId"]}
    assert [span["name"].split()[0] for span in children] == ["chat", "execute_tool"] * 2
    assert len({span["spanId"] for span in (root, *children)}) == 5
    assert all(int(s["startTimeUnixNano"]) <= int(s["endTimeUnixNano"]) for s in (root, *children))


def test_failed_action_is_an_error_span() -> None:
    """The span of an action that failed has the kind of failure and an error status."""
    episode = click_episode(1)
    failed = msgspec.structs.replace(episode, outcomes=(Outcome("it is covered", failed="ElementCovered"),))
    span = json.loads(to_open_telemetry(failed))["resourceSpans"][0]["scopeSpans"][0]["spans"][1]
    assert span["status"] == {"code": 2, "message": "it is covered"}
    assert {"key": "error.type", "value": {"stringValue": "ElementCovered"}} in span["attributes"]


def test_names_on_a_screen_cannot_leave_their_quotes_in_a_python_script() -> None:
    """A script made from hostile names calls nothing beyond Playwright, input and os.environ."""
    tree = ast.parse(to_playwright(hostile_episode()))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert names == {"__name__", "browser", "context", "input", "main", "os", "page", "playwright",
                     "str", "sync_playwright", "text"}  # fmt: skip
    assert "system" not in attributes
    assert [
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    ] == ["os"]


def test_names_on_a_screen_cannot_leave_their_quotes_in_a_shell_script(tmp_path: Path) -> None:
    """A script made from hostile names runs no command of a name, neither here nor on the phone."""
    (tmp_path / "adb").write_text('#!/bin/sh\nshift\nsh -c "$1" >/dev/null 2>&1 || true\n')
    (tmp_path / "adb").chmod(0o755)
    script = tmp_path / "script.sh"
    script.write_text(to_adb(hostile_episode()))
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PAUSE": "0"}
    subprocess.run(
        ["/bin/sh", script], cwd=tmp_path, env=environment, input=b"\n" * 9, check=True, timeout=60
    )
    assert not (tmp_path / "owned").exists()


def test_secrets_are_read_from_the_environment() -> None:
    """A Playwright script reads a secret from its variable; an adb script leaves it to the person."""
    shot = make_shot(0, "Password")
    task = Task("Log in", secrets=("SHOP_PASSWORD",))
    typed = Decision(Type("{SHOP_PASSWORD}", make_element(shot)))
    episode = Episode(task, (shot,)).then(typed, Outcome(), shot=shot)
    assert "fill(os.environ['SHOP_PASSWORD'])" in to_playwright(episode)
    assert 'by_hand \'type "{SHOP_PASSWORD}" into 1 "Password"\'' in to_adb(episode)


def test_failed_actions_are_not_repeated() -> None:
    """An action that failed in the run is a comment in both scripts."""
    shot = make_shot(0, "Save")
    click = Decision(Click(make_element(shot)))
    episode = Episode(Task("Save"), (shot,)).then(click, Outcome("gone", failed="ElementGone"), shot=shot)
    for script in (to_playwright(episode), to_adb(episode)):
        assert '# 1. click 1 "Save" (failed in the run: ElementGone)' in script
        assert ".click(" not in script
        assert "input tap" not in script


def test_elements_of_one_name_are_told_apart() -> None:
    """The second of two buttons of one name is selected by its position."""
    shot = make_shot(0, "Delete", "Delete")
    episode = Episode(Task("Delete"), (shot,)).then(
        Decision(Click(make_element(shot, 1))), Outcome(), shot=shot
    )
    assert "page.get_by_role('button', name='Delete', exact=True).nth(1).click()" in to_playwright(episode)


def test_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`onscreen convert` writes to the file or to standard output."""
    save_episode(msgspec.structs.replace(click_episode(1), device="web"), tmp_path / "run")
    assert (
        main(["convert", str(tmp_path / "run"), "--to", "playwright", "--out", str(tmp_path / "run.py")]) == 0
    )
    assert main(["convert", str(tmp_path / "run"), "--to", "playwright"]) == 0
    assert capsys.readouterr().out.strip() == (tmp_path / "run.py").read_text().strip()


def test_command_rejects_what_cannot_be_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing episode, a script for another device and an unwritable file give an error of one line."""
    run = tmp_path / "run"
    save_episode(msgspec.structs.replace(click_episode(1), device="web"), run)
    for words, message in (
        ([str(tmp_path / "none"), "--to", "atif"], "no episode"),
        ([str(run), "--to", "adb"], "recorded on device 'web'"),
        ([str(run), "--to", "atif", "--out", str(tmp_path / "no" / "file")], "cannot write"),
        ([str(run), "--to", "csv"], "atif"),
    ):
        assert main(["convert", *words]) != 0
        errors = capsys.readouterr().err
        assert message in errors
        assert len(errors.strip().splitlines()) == 1
