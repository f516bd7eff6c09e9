"""`onscreen run` before the first step and while it runs: what is left in the folder runs/."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.cli.main import main
from onscreen.cli.session_request import Answer, SessionRequest
from onscreen.store.episode_recorder import record_episode
from onscreen.store.episode_store import check_writable
from onscreen.types import Prompt, Reply
from onscreen.types.errors import ModelUnavailable
from practice_world import Mute

pytestmark = pytest.mark.usefixtures("practice")
COUNTER = ["--on", "counter", "--agent", "adder", "--model", "mute"]


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("out", [[], ["--out", "new/folder"]])
def test_a_run_that_cannot_start_leaves_nothing(scratch: Path, out: list[str]) -> None:
    """The device breaks before the first screen; no empty folder remains."""
    assert main(["run", "count", *COUNTER, "--start", "counter:9", *out]) == 3
    assert list(scratch.iterdir()) == []


def test_a_run_that_cannot_start_keeps_what_was_there(scratch: Path) -> None:
    """The folder of another run, the link to it and an empty folder that the user made remain."""
    assert main(["run", "count to 1", *COUNTER]) == 0
    (scratch / "mine").mkdir()
    before = sorted(scratch.rglob("*"))
    assert main(["run", "count", *COUNTER, "--start", "counter:9", "--out", "mine"]) == 3
    assert main(["run", "count", *COUNTER, "--start", "counter:9"]) == 3
    assert sorted(scratch.rglob("*")) == before


def test_the_newest_run_is_linked_from_its_first_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """A run that ends early, here because the device breaks, can be shown as runs/last, too."""
    assert main(["run", "count to 12", *COUNTER, "--start", "counter:8"]) == 3
    assert main(["show", "runs/last"]) == 0
    assert "the counter broke at 9" in capsys.readouterr().out


def test_checking_and_opening_a_new_folder_creates_nothing(scratch: Path) -> None:
    """Neither the check of a folder nor the preparation of a recording leaves a file."""
    check_writable(scratch / "a" / "b")
    record_episode(scratch / "a" / "b")
    assert list(scratch.iterdir()) == []


def test_one_step_is_not_plural(capsys: pytest.CaptureFixture[str]) -> None:
    """A run of one step is "1 step", in the run and in a suite."""
    assert main(["run", "count to 0", *COUNTER]) == 0
    assert "  1 step in " in capsys.readouterr().err
    main(["bench", "counting", "--tasks", "one", "--agent", "adder", "--model", "mute", "--max-steps", "1"])
    message = capsys.readouterr().err
    assert "1 step " in message
    assert "1 steps" not in message


def test_resuming_a_run_that_is_done_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is repeated; the status is that of the finished run."""
    words = ["run", "count to 1", *COUNTER, "--out", "one"]
    assert main(words) == 0
    capsys.readouterr()
    assert main([*words, "--resume"]) == 0
    assert "the run in one is done already; nothing is left to resume" in capsys.readouterr().err


def test_a_run_whose_model_does_not_answer_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 3, and the output says how to continue; the resumed run reaches the goal."""

    def fail(_model: Mute, _prompt: Prompt) -> Reply:
        raise ModelUnavailable("no answer after 5 attempts; try later or choose another model")

    words = ["run", "count to 2", "--on", "counter", "--agent", "consulter", "--model", "mute"]
    with monkeypatch.context() as patch:
        patch.setattr(Mute, "__call__", fail)
        assert main([*words, "--out", "one"]) == 3
    assert "to continue the run, repeat the command with: --out one --resume" in capsys.readouterr().err
    assert main([*words, "--out", "one", "--resume"]) == 0


def test_an_address_in_place_of_a_device_is_opened_on_the_web(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`onscreen open ADDRESS` opens the address on the device web; a second page to open is an error."""
    requests: list[SessionRequest] = []

    def start(request: SessionRequest) -> Answer:
        requests.append(request)
        return Answer()

    monkeypatch.setattr("onscreen.cli.open.start_session", start)
    address = "http://127.0.0.1:1/x?a=1&b=2"
    assert main(["open", address, "--name", "shop"]) == 0
    assert [(r.name, r.device, r.start) for r in requests] == [("shop", "web", address)]
    assert requests[0].command == f"onscreen open web '{address}' --name shop"
    assert main(["open", address, "other.html"]) == 2
    assert "found another page to open, 'other.html'" in capsys.readouterr().err
