"""The command line: arguments, output and exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from onscreen.cli.main import ABOUT, main
from onscreen.plugins import BUILT_IN
from onscreen.store.episode_store import load_episode

pytestmark = pytest.mark.usefixtures("practice")
COUNTER = ["--on", "counter", "--agent", "adder", "--model", "mute"]


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run the command line; return its exit status, stdout and stderr."""
    status = main(words)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_finished_run_has_status_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A finished run prints each step, the answer on stdout, and records the episode and its page."""
    status, out, err = run_command(capsys, "run", "count to 2", *COUNTER, "--out", str(tmp_path))
    assert (status, out) == (0, "it is 2\n")
    assert err.count('click 1 "add"') == 2
    assert "stopped (done): the agent reported that the task is done: it is 2" in err
    assert len(load_episode(tmp_path).decisions) == 3
    assert (tmp_path / "episode.html").stat().st_size > 1000


def test_runs_last_links_to_the_newest_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --out the newest run is available as runs/last."""
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        assert run_command(capsys, "run", f"count to {number}", *COUNTER)[0] == 0
        assert run_command(capsys, "show", "runs/last")[1].startswith(f"count to {number}")


def test_json_is_the_only_thing_on_stdout(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With --json stdout holds one JSON document; messages go to stderr."""
    check = '{"type": "textshown", "text": "count 2"}'
    words = ["run", "count to 2", *COUNTER, "--out", str(tmp_path), "--json", "--check", check]
    status, out, _ = run_command(capsys, *words)
    result = json.loads(out)
    assert status == 0
    assert list(result)[:11] == [
        *("task", "seed", "success", "reward", "steps", "seconds", "model_calls"),
        *("tokens_in", "tokens_out", "stop", "episode"),
    ]
    assert (result["success"], result["reward"], result["steps"]) == (True, 1.0, 3)
    assert result["episode"] == str(tmp_path)


def test_json_tells_what_the_agent_answered_and_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`run --json` and `show --json` print the same report, with the answer and the changes of the screen."""
    folder = str(tmp_path / "run")
    printed = run_command(capsys, "run", "count to 2", *COUNTER, "--out", folder, "--json")[1]
    report = json.loads(printed)
    assert report["achieved"] is True
    assert len(report["changes"]) == 2
    assert all("count" in change for change in report["changes"])
    assert report["seconds"] > 0
    assert json.loads(run_command(capsys, "show", folder, "--json")[1]) == report


def test_answer_follows_a_schema(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--answer-schema` prints typed values or the reason why there are none; a wrong schema runs nothing."""
    words = ["run", "count to 2", *COUNTER, "--out"]
    wanted = '{"type": "object", "properties": {"NAME": {"type": "integer"}}, "required": [REQUIRED]}'
    missing = wanted.replace("NAME", "count").replace("REQUIRED", '"count", "colour"')
    status, printed, _ = run_command(capsys, *words, str(tmp_path / "a"), "--answer-schema", missing)
    typed = json.loads(printed)
    assert (status, typed["values"]) == (1, None)
    assert "does not fit the schema" in typed["why"]
    (tmp_path / "schema.json").write_text(wanted.replace("NAME", "count").replace("REQUIRED", '"count"'))
    words += [str(tmp_path / "b"), "--json", "--answer-schema", str(tmp_path / "schema.json")]
    assert json.loads(run_command(capsys, *words)[1])["typed_answer"]["values"] == {"count": 2}
    refused = run_command(capsys, "run", "x", *COUNTER, "--out", str(tmp_path / "c"), "--answer-schema", "{")
    assert refused[0] == 2
    assert not (tmp_path / "c").exists()


def test_a_folder_of_runs_is_listed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`onscreen show` prints one line per run in a folder, also for one that cannot be read."""
    for number in (1, 2):
        run_command(capsys, "run", f"count to {number}", *COUNTER, "--out", str(tmp_path / f"run{number}"))
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "episode.jsonl").write_text("{}\n")
    status, printed, _ = run_command(capsys, "show", str(tmp_path))
    assert status == 0
    assert "count to 1" in printed
    assert "count to 2" in printed
    assert "unreadable" in printed
    _, printed, err = run_command(capsys, "show", str(tmp_path), "--json")
    reports = json.loads(printed)
    assert "damaged/episode.jsonl, line 1" in err
    assert {report["stop"] for report in reports} == {"done"}
    assert len(reports) == 2


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["count to 5", "--max-steps", "2"], 1),
        (["count to 2", "--check", '{"type": "textshown", "text": "count 3"}'], 1),
        (["count to 5", "--start", "counter:7"], 1),
        (["count to 12"], 3),
        (["count to 2", "--agent", "speechless"], 3),
        (["count to 2", "--model", "mute:gone"], 3),
        (["count to 2", "--agent", "thrower"], 70),
    ],
)
def test_exit_status_of_failed_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], status: int
) -> None:
    """1 is not done, 3 a failed device or model, 70 an internal error."""
    assert run_command(capsys, "run", *COUNTER, "--out", str(tmp_path / "out"), *words)[0] == status


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["rnu"], "did you mean 'run'"),
        (["run"], "instruction"),
        (["run", "  ", *COUNTER], "the instruction is empty"),
        (["run", "x", "--modle", "y"], "did you mean --model?"),
        (["run", "x", "--on", "countr"], "did you mean 'counter'"),
        (["run", "x", *COUNTER, "--agent", "ader"], "did you mean 'adder'"),
        (["run", "x", *COUNTER, "--max-steps", "0"], "--max-steps"),
        (["run", "x", *COUNTER, "--max-steps", "many"], "--max-steps"),
        (["run", "x", *COUNTER, "--stop", "stuk"], "did you mean 'stuck'"),
        (["run", "x", *COUNTER, "--stop", "steps:none"], "a positive integer"),
        (["run", "x", *COUNTER, "--set", "by"], "KEY=VALUE"),
        (["run", "x", *COUNTER, "--set", "bye=2"], "no setting"),
        (["run", "x", *COUNTER, "--serial", "emulator-5554"], "no setting ['serial']"),
        (["run", "x", *COUNTER, "--check", '{"type": "textshow"}'], "did you mean 'textshown'"),
        (["run", "x", *COUNTER, "--check", "nowhere.json"], "neither JSON nor a readable file"),
        (["run", "x", *COUNTER, "--tool", "Mail"], "NAME=ADDRESS"),
        (["run", "x", *COUNTER, "--tools", "nowhere.json"], "expected JSON such as"),
        (["run", "x", *COUNTER, "--secret", "NOT_SET_AT_ALL"], "NOT_SET_AT_ALL"),
        (["run", "x", *COUNTER, "--resume"], "--out"),
        (["run", "x", *COUNTER, "--out", "/dev/null/x"], "cannot write"),
        (["run", "x", *COUNTER, "--max-sec", "-1"], "a number above 0, found '-1'"),
        (["run", "x", *COUNTER, "--max-cost", "nan"], "a number above 0, found 'nan'"),
        (["run", "x", *COUNTER, "--approve", "maybe"], "--approve"),
        (["run", "x", *COUNTER, "--approve", "allways"], "did you mean always?"),
        (["bench", "phone", "--set", "interruptions=popup"], "did you mean 'popups'"),
        (["--hepl"], "did you mean '--help'"),
        (["bench", "countin"], "did you mean 'counting'"),
        (["bench", "counting", "--tasks", "on"], "did you mean 'one'"),
        (["bench", "counting", "--tasks", ","], "give task or group names"),
        (["bench", "counting", "--seeds", "9-0"], "0-9"),
        (["bench", "counting", "--seeds", "0-99999999"], "at most"),
        (["bench", "counting", "--seeds", "x"], "found 'x'"),
        (["bench", "counting", "--workers", "0"], "--workers"),
        (["bench", "counting", "--agent", "ader", "--model", "mute"], "did you mean 'adder'"),
        (["show", "/nowhere"], "'/nowhere' does not exist"),
        (["show", "/"], "neither an episode"),
        (["list", "devics"], "did you mean 'devices'"),
        (["list", "tasks"], "the name of a suite is missing"),
        (["list", "tasks", "countin"], "did you mean 'counting'"),
        (["models", "fetch"], "the name of a model is missing"),
        (["models", "fetch", "smolm"], "smollm2"),
        (["models", "steal"], "steal"),
        (["models", "fech"], "did you mean fetch?"),
    ],
)
def test_usage_error_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    expected: str,
) -> None:
    """A usage error prints one line with a suggestion on stderr, and nothing is run."""
    monkeypatch.chdir(tmp_path)
    status, out, err = run_command(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert expected in err
    assert not list(tmp_path.rglob("episode.jsonl"))
    assert words[0] != "bench" or not list(tmp_path.iterdir()), "a bench that cannot be leaves no folder"


def test_debug_prints_a_traceback(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A traceback is printed only with --debug."""
    words = ["run", "x", *COUNTER, "--agent", "thrower", "--out"]
    assert "Traceback" not in run_command(capsys, *words, str(tmp_path / "a"))[2]
    assert "Traceback" in run_command(capsys, *words, str(tmp_path / "b"), "--debug")[2]


def test_overview_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The overview lists every command, and each command lists its options."""
    status, out, _ = run_command(capsys, "--help")
    assert status == 0
    assert set(ABOUT) == set(BUILT_IN["command"])
    for name, about in ABOUT.items():
        assert f"{name:<9} {about}" in out
        assert run_command(capsys, name, "--help")[0] == 0


def test_without_arguments_the_overview_has_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    """Without arguments the overview is printed."""
    status, out, _ = run_command(capsys)
    assert status == 2
    assert "usage: onscreen COMMAND" in out


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """--version prints the version."""
    assert run_command(capsys, "--version")[:2] == (0, "onscreen 0.1.0\n")


def test_overview_imports_no_command() -> None:
    """The overview imports no command, device or model."""
    code = (
        "import sys; from onscreen.cli.main import main; main(['--help']);"
        "heavy = {'rich', 'numpy', 'jinja2', 'onscreen.cli.run', 'onscreen.device'};"
        "sys.exit(bool(heavy & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
    )


def test_a_run_in_which_the_agent_gives_up_has_its_own_stop_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`--json`, the progress and the HTML page name the stop reason; the exit status is 1."""
    words = ["run", "count to 5", *COUNTER, "--start", "counter:7", "--out", str(tmp_path), "--json"]
    status, out, err = run_command(capsys, *words)
    assert status == 1
    assert json.loads(out)["stop"] == "gave up"
    assert "stopped (gave up)" in err
    assert "stopped: gave up" in (tmp_path / "episode.html").read_text(encoding="utf-8")


def test_resume_continues_an_interrupted_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--resume` continues the episode in the folder."""
    words = ["run", "count to 4", *COUNTER, "--out", str(tmp_path)]
    assert run_command(capsys, *words, "--max-steps", "2")[0] == 1
    status, _, err = run_command(capsys, *words)
    assert status == 2
    assert "--resume" in err
    assert run_command(capsys, *words, "--resume")[0] == 0
    assert len(load_episode(tmp_path).decisions) == 5


def test_tools_come_from_options_and_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Tools are given on the command line or in a file."""
    file = tmp_path / "tools.json"
    file.write_text('[{"name": "Mail", "address": "mail:", "about": "reads mail"}]')
    words = ["run", "count to 1", *COUNTER, "--out", str(tmp_path / "out"), "--tools", str(file)]
    assert run_command(capsys, *words, "--tool", "Counter=counter:0")[0] == 0
    assert [(t.name, t.address) for t in load_episode(tmp_path / "out").task.tools] == [
        ("Mail", "mail:"),
        ("Counter", "counter:0"),
    ]


def test_check_is_read_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A check can be read from a file."""
    file = tmp_path / "check.json"
    file.write_text('{"type": "allof", "checks": [{"type": "pagevalue", "expression": "count", "least": 2}]}')
    words = ["run", "count to 2", *COUNTER, "--out", str(tmp_path / "out"), "--json"]
    assert json.loads(run_command(capsys, *words, "--check", str(file))[1])["reward"] == 1.0


@pytest.mark.parametrize(("approve", "status"), [("always", 0), ("never", 1), ("ask", 1), (None, 1)])
def test_buying_needs_approval(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, approve: str | None, status: int
) -> None:
    """Without a terminal irreversible actions are refused unless they were approved by an option."""
    words = ["run", "buy", *COUNTER, "--agent", "buyer", "--out", str(tmp_path)]
    assert run_command(capsys, *words, *(["--approve", approve] if approve else []))[0] == status
    assert load_episode(tmp_path).outcomes[0].failed == ("" if status == 0 else "NotAllowed")


def test_chat_continues_where_the_last_turn_ended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn starts on the screen of the last one and has the earlier turns as context."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("count to 2\n\nnow to 4\n/new\nand 5\n/quit\nnever\n"))
    status, _, err = run_command(capsys, "chat", *COUNTER, "--out", str(tmp_path))
    assert status == 0
    assert "/quit exits" in err
    first, second, third = (load_episode(p.parent) for p in sorted(tmp_path.rglob("episode.jsonl")))
    assert [len(e.decisions) for e in (first, second, third)] == [3, 3, 2]
    assert second.task.earlier_turns[0].instruction == "count to 2"
    assert second.task.earlier_turns[0].did == ('click 1 "add"',) * 2
    assert second.task.earlier_turns[0].answer == "it is 2"
    assert third.task.earlier_turns == ()


def test_bench_reports_and_records_everything(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A suite run prints a line per trial and the totals, and writes a page and JSON."""
    words = ["bench", "counting", "--tasks", "all", "--seeds", "0-1", "--workers", "2", "--json"]
    words += ["--agent", "adder", "--model", "mute", "--out", str(tmp_path)]
    status, out, err = run_command(capsys, *words)
    printed = json.loads(out)
    assert status == 0
    assert [(t["task"], t["seed"]) for t in printed["trials"]] == [
        (task, seed) for task in ("one", "two", "three") for seed in (0, 1)
    ]
    assert printed["summary"]["overall"]["succeeded"] == 6
    assert err.count("✓") == 6
    assert "6 of 6 succeeded: 100 %" in err
    assert "  ended: done (6)\n" in err
    assert (tmp_path / "index.html").exists()
    assert len(list(tmp_path.rglob("episode.html"))) == 6
    assert run_command(capsys, *words)[0] == 2
    again = json.loads(run_command(capsys, *words, "--resume")[1])
    assert again["trials"] == printed["trials"]


def test_bench_prints_the_steps_of_its_trials(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With --steps the steps of each trial are printed."""
    words = ["bench", "counting", "--tasks", "two", "--agent", "adder", "--model", "mute", "--steps"]
    _, _, err = run_command(capsys, *words, "--out", str(tmp_path))
    assert err.count('click 1 "add"') == 2
    assert "score 1: the text is on the last screen" in err


def test_bench_accepts_groups_and_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Tasks are selected by group and by name, each once; a trial that breaks the device fails."""
    words = ["bench", "counting", "--tasks", "far,one,three", "--out", str(tmp_path), "--json"]
    status, out, _ = run_command(capsys, *words, "--agent", "adder", "--model", "mute", "--max-steps", "20")
    trials = json.loads(out)["trials"]
    assert status == 0
    assert [(t["task"], t["success"]) for t in trials] == [("three", True), ("twelve", False), ("one", True)]
    assert trials[1]["stop"] == "device failed"


def test_bench_without_any_run_has_status_3(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A bench in which every trial failed to run exits with 3."""
    words = ["bench", "counting", "--agent", "speechless", "--model", "mute", "--out", str(tmp_path)]
    status, _, err = run_command(capsys, *words)
    assert status == 3
    assert "no trial could be run; the first one stopped with: model failed" in err


def test_show_prints_an_episode(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A recorded episode is printed step by step, its page is written, and --json prints its result."""
    run_command(capsys, "run", "count to 2", *COUNTER, "--out", str(tmp_path))
    (tmp_path / "episode.html").unlink()
    status, out, _ = run_command(capsys, "show", str(tmp_path))
    assert status == 0
    assert out.count('click 1 "add"') == 2
    assert out.strip().endswith("episode.html")
    assert (tmp_path / "episode.html").exists()
    assert json.loads(run_command(capsys, "show", str(tmp_path / "episode.jsonl"), "--json")[1])["steps"] == 3


def test_show_prints_a_moved_suite(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A suite's folder can be moved: table, pages and JSON still work."""
    words = ["bench", "counting", "--agent", "adder", "--model", "mute", "--no-pages"]
    run_command(capsys, *words, "--out", str(tmp_path / "old"))
    moved = (tmp_path / "old").rename(tmp_path / "new")
    status, out, _ = run_command(capsys, "show", str(moved))
    assert status == 0
    assert "3 of 3 succeeded" in out
    assert len(list(moved.rglob("episode.html"))) == 3
    trials = json.loads(run_command(capsys, "show", str(moved), "--json")[1])["trials"]
    assert all(Path(t["episode"]).is_dir() for t in trials)


def test_verify_reports_what_is_intact_and_what_was_altered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`show --verify` verifies each episode of a folder, and exits with 1 unless all are intact."""
    for name in ("one", "two"):
        run_command(capsys, "run", "count to 2", *COUNTER, "--out", str(tmp_path / name))
    status, out, _ = run_command(capsys, "show", str(tmp_path), "--verify")
    assert (status, out.splitlines()[-1]) == (0, "2 intact")
    path = tmp_path / "two" / "episode.jsonl"
    path.write_text(path.read_text().replace('"answer":"it is 2"', '"answer":"it is 3"'))
    status, out, _ = run_command(capsys, "show", str(tmp_path), "--verify")
    assert (status, out.splitlines()[-1]) == (1, "1 altered, 1 intact")
    assert f"{tmp_path / 'two'}: altered, 5 lines\n  line 4 was changed" in out
    status, out, _ = run_command(capsys, "show", str(tmp_path / "two"), "--verify", "--json")
    (episode,) = json.loads(out)["episodes"]
    assert (status, episode["status"], episode["findings"]) == (1, "altered", ["line 4 was changed"])


def test_altered_episode_is_not_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`show` refuses an altered episode, and names the command that describes the alterations."""
    run_command(capsys, "run", "count to 2", *COUNTER, "--out", str(tmp_path))
    path = tmp_path / "episode.jsonl"
    path.write_text(path.read_text().replace('"answer":"it is 2"', '"answer":"it is 3"'))
    status, _, err = run_command(capsys, "show", str(tmp_path))
    assert status == 2
    assert f"line 4 was changed; `onscreen show --verify {tmp_path}` describes all alterations" in err


def test_hash_of_the_record_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A run prints the hash of its last line, which `show --verify` prints again later."""
    words = ["run", "count to 2", *COUNTER, "--out", str(tmp_path), "--json"]
    _, out, err = run_command(capsys, *words)
    sha256 = json.loads(out)["episode_sha256"]
    assert len(sha256) == 64
    assert f"SHA-256 of the record's last line: {sha256}" in err
    assert f"SHA-256 of the last line: {sha256}" in run_command(capsys, "show", str(tmp_path), "--verify")[1]


def test_verify_without_episodes_is_a_usage_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder without episodes is not reported as intact."""
    status, _, err = run_command(capsys, "show", str(tmp_path), "--verify")
    assert status == 2
    assert "contains no episode" in err


def test_broken_episode_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Damage is reported with file and line, without a traceback."""
    (tmp_path / "episode.jsonl").write_text("{}\n")
    status, _, err = run_command(capsys, "show", str(tmp_path))
    assert status == 2
    assert "line 1" in err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["devices"], "web"),
        (["device"], "counter"),
        (["models"], "local"),
        (["policies"], "lexical"),
        (["agents"], "adder"),
        (["signals"], "stuck"),
        (["suites"], "counting"),
        (["senses"], "icons"),
        (["commands"], "doctor"),
        (["tasks", "counting"], "three"),
    ],
)
def test_list_shows_plugins_of_every_kind(
    capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    """Every kind lists its built-in and installed plugins, as text and as JSON."""
    status, out, _ = run_command(capsys, "list", *words)
    assert status == 0
    assert expected in out
    rows = json.loads(run_command(capsys, "list", *words, "--json")[1])
    assert not expected or expected in [row["name"] for row in rows]


def test_closed_pipe_is_no_error() -> None:
    """`onscreen list ... | head -1` prints no error."""
    command = f"{sys.executable} -m onscreen.cli.main list tasks sites | head -1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S607
    assert (ran.stdout.count("\n"), ran.stderr) == (1, "")


def test_local_models_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Each local model is listed under the name it is selected by."""
    status, out, _ = run_command(capsys, "models")
    assert status == 0
    assert out.startswith("local:")


def test_escape_sequences_are_shown_not_sent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Escape sequences in any text are shown, not sent to the terminal."""
    _, _, err = run_command(capsys, "run", "count to 1\x1b[2J [bold]x", *COUNTER, "--out", str(tmp_path))
    assert "\x1b[2J" not in err
    assert "⟨U+001B⟩[2J [bold]x" in err
