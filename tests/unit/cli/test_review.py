"""`onscreen review` on the command line, and the server of its page."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest

from onscreen.cli.main import main
from onscreen.cli.review_server import ReviewServer, serve_review
from onscreen.store.episode_recorder import save_episode
from onscreen.store.judgements import last_verdict
from onscreen.store.review_items import ReviewItem, read_decisions, read_items, write_item
from onscreen.store.run_review import run_item
from onscreen.testing.sample_episodes import alarm_episode, click_episode

SUBTASK = ReviewItem("repeat", "subtask", "Turn Repeat on", "Repeat is on", "repeat.png")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a folder with a subtask, a run in doubt and a run that is not marked."""
    write_item(tmp_path, SUBTASK)
    (tmp_path / "repeat.png").write_bytes(click_episode(0).last.picture.png)
    save_episode(alarm_episode("7:30"), tmp_path / "alarm")
    write_item(
        tmp_path, run_item(tmp_path, tmp_path / "alarm", instruction="Set an alarm at 7:30", reason="4 steps")
    )
    save_episode(click_episode(2), tmp_path / "other")
    return tmp_path


def test_items_are_listed_and_decided_without_a_browser(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--list`, `--accept`, `--reject` and `--edit` need no page; the run's verdict follows the decision."""
    _, run = sorted(read_items(folder), key=lambda item: item.kind, reverse=True)
    assert main(["review", str(folder), "--edit", "repeat", "Repeat all", "--by", "Ada"]) == 0
    assert main(["review", str(folder), "--reject", run.id]) == 0
    assert "0 of 2 items open" in capsys.readouterr().out
    assert main(["review", str(folder), "--list", "--json"]) == 0
    rows = {row["id"]: row for row in json.loads(capsys.readouterr().out)}
    assert (rows["repeat"]["instruction"], rows["repeat"]["by"]) == ("Repeat all", "Ada")
    assert rows[run.id]["decision"] == "reject"
    assert last_verdict(folder / "alarm") == "bad"


def test_unmarked_runs_are_reviewed_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--all` includes every run of the folder, each once."""
    assert main(["review", str(folder), "--list", "--all", "--json"]) == 0
    instructions = [row["instruction"] for row in json.loads(capsys.readouterr().out)]
    assert sorted(instructions) == ["Press every button.", "Set an alarm at 7:30", "Turn Repeat on"]


def test_mistakes_are_errors_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown item or folder and a damaged item are named, and nothing is stored."""
    for words, said in (
        ([str(folder), "--accept", "nothing"], "no item 'nothing'"),
        ([str(folder / "none")], "no folder"),
    ):
        assert main(["review", *words]) == 2
        assert said in capsys.readouterr().err
    (folder / "items" / "broken.json").write_text("{")
    assert main(["review", str(folder), "--list"]) == 2
    assert "broken.json" in capsys.readouterr().err
    assert read_decisions(folder) == {}


def test_decisions_on_runs_fit_the_folders_own_weights_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that was calibrated is calibrated again with the verdicts, and keeps its accepted share."""
    for number, time in enumerate(("6:15", "7:30", "8:45")):
        save_episode(alarm_episode(time, started_at=1.0 + number), tmp_path / f"run{number}")
        save_episode(alarm_episode(time, steps=2, started_at=9.0 + number), tmp_path / f"part{number}")
    assert main(["stop", "calibrate", str(tmp_path), "--max-false", "0.5"]) == 0
    weights = json.loads((tmp_path / "completion.json").read_text())
    item = run_item(tmp_path, tmp_path / "part0", instruction="", reason="")
    assert main(["review", str(tmp_path), "--all", "--reject", item.id]) == 0
    assert "calibrated on 6 episodes" in capsys.readouterr().out.splitlines()[-1]
    again = json.loads((tmp_path / "completion.json").read_text())
    assert again["max_false_share"] == weights["max_false_share"] == 0.5


@pytest.fixture
def server(folder: Path) -> Iterator[ReviewServer]:
    """Serve the items of the folder."""
    with serve_review(folder, read_items(folder), by="Ada") as server:
        yield server


def answer(
    server: ReviewServer, method: str, path: str, *, body: object = None, **headers: str
) -> tuple[int, bytes]:
    """Send a request with the token, and return status and content."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    sent = {"Authorization": f"Bearer {server.token}", **headers}
    connection.request(method, path, None if body is None else msgspec.json.encode(body), sent)
    response = connection.getresponse()
    found = response.status, response.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": "Bearer x"}, 401),
        ({"Host": "evil.test"}, 403),
        ({"Origin": "https://evil.test"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_other_pages_and_hosts_can_neither_read_nor_decide(
    server: ReviewServer, headers: dict[str, str], status: int
) -> None:
    """Without the token, or from another origin, no item is shown and no decision stored."""
    decision = {"id": "repeat", "decision": "accept"}
    assert answer(server, "GET", "/items", **headers)[0] == status
    assert answer(server, "POST", "/decision", body=decision, **headers)[0] == status
    assert read_decisions(server.folder) == {}


def test_requests_that_do_not_fit_are_refused(server: ReviewServer) -> None:
    """An unknown item, path or decision is answered with the reason, and nothing is stored."""
    for body, status in (
        ({"id": "nothing", "decision": "accept"}, 404),
        ({"id": "repeat", "decision": "maybe"}, 400),
        ({"id": "repeat", "decision": "edit", "instruction": " "}, 400),
        ("[" * 5000, 400),
    ):
        assert answer(server, "POST", "/decision", body=body)[0] == status
    for path in ("/item?id=nothing", "/item", "/etc/passwd"):
        assert answer(server, "GET", path)[0] == 404
    assert read_decisions(server.folder) == {}


def test_an_item_shows_its_pictures_and_the_evidence_in_words(server: ReviewServer) -> None:
    """A subtask has its check, a run its doubt, the end of the run, its steps and last screens."""
    view = json.loads(answer(server, "GET", "/item?id=repeat")[1])
    assert view["evidence"] == ["Check: Repeat is on"]
    assert view["pictures"][0]["url"].startswith("data:image/")
    name = next(item.id for item in server.items.values() if item.kind == "run")
    view = json.loads(answer(server, "GET", f"/item?id={name}")[1])
    assert view["evidence"][0] == "In doubt: 4 steps."
    assert "4 steps" in view["evidence"][1]
    assert [picture["caption"] for picture in view["pictures"]][-1] == "after step 4"
    assert len(view["steps"]) == 4
    assert answer(server, "POST", "/finish", body={})[0] == 204
    assert server.ended.wait(60)
