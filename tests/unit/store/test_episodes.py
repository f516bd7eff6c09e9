"""Episodes on disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from numbered_episodes import episode, finished, remove_chain, shot
from onscreen.store.episode_recorder import record_episode, save_episode
from onscreen.store.episode_store import check_writable, find_episodes, load_episode
from onscreen.types import (
    Decision,
    Done,
    ElementNote,
    Episode,
    Exchange,
    Outcome,
    Prompt,
    Reply,
    Stop,
    Task,
    Type,
)
from onscreen.types.errors import BrokenEpisode, CannotWrite


def test_loaded_episode_equals_saved_episode(tmp_path: Path) -> None:
    """A loaded episode equals the saved one."""
    save_episode(finished(episode(3)), tmp_path / "e")
    assert load_episode(tmp_path / "e") == finished(episode(3))


def test_every_step_is_on_disk_before_the_next(tmp_path: Path) -> None:
    """After each update the folder contains the episode so far."""
    watch = record_episode(tmp_path)
    for steps in range(4):
        watch(episode(3).so_far(steps))
        assert load_episode(tmp_path) == episode(steps)


def rewrite(path: Path, **changes: object) -> None:
    """Replace fields in every record that has them, as an older version would have written them."""
    remove_chain(path)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        for name, value in changes.items():
            container, _, field = name.rpartition("__")
            target = record.get(container, {}) if container else record
            if target and (field in target or container):
                target[field] = value
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def test_an_episode_of_version_1_still_loads(tmp_path: Path) -> None:
    """Names of failures and notes of the first format are converted; fields that are gone are ignored."""
    save_episode(finished(episode(2)), tmp_path)
    path = tmp_path / "episode.jsonl"
    rewrite(
        path, version=1, outcome__failed="NotTaken", decision__notes=["a hint"], decision__feedback="did it"
    )
    loaded = load_episode(tmp_path)
    assert {outcome.failed for outcome in loaded.outcomes} == {"ActionHadNoEffect"}
    assert loaded.decisions[0].notes == (ElementNote("a hint"),)


def test_an_episode_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """The error names the version that wrote the episode and what to do."""
    save_episode(episode(1), tmp_path)
    rewrite(tmp_path / "episode.jsonl", version=99)
    with pytest.raises(BrokenEpisode, match=r"format version 99 .* update onscreen"):
        load_episode(tmp_path)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    "changes", [{"outcome__failed": 5}, {"stop__reason": "satisfied"}, {"task__instruction": 5}]
)
def test_the_error_about_a_record_states_the_version(
    tmp_path: Path, version: int, changes: dict[str, object]
) -> None:
    """A record that cannot be converted is reported with the format version of the episode."""
    save_episode(finished(episode(1)), tmp_path)
    rewrite(tmp_path / "episode.jsonl", version=version, **changes)
    with pytest.raises(BrokenEpisode, match=rf"line \d: .* \(written in format version {version}\)"):
        load_episode(tmp_path)


@pytest.mark.parametrize(
    ("version", "stated"), [(None, "no format"), (0, "the format version 0"), ("2.1", "'2.1'")]
)
def test_an_episode_without_a_known_version_is_refused(tmp_path: Path, version: object, stated: str) -> None:
    """An episode without a version, or with one that never existed, is not read as a current one."""
    save_episode(episode(1), tmp_path)
    rewrite(tmp_path / "episode.jsonl", version=version)
    with pytest.raises(BrokenEpisode, match=stated):
        load_episode(tmp_path)


def test_a_newer_header_of_another_shape_is_refused_by_its_version(tmp_path: Path) -> None:
    """The version is read before the rest of the header, which a newer version may have changed."""
    save_episode(episode(1), tmp_path)
    rewrite(tmp_path / "episode.jsonl", version=4, type="header", task=None)
    with pytest.raises(BrokenEpisode, match=r"format version 4 .* update onscreen"):
        load_episode(tmp_path)


def test_exchanges_without_a_decision_are_stored(tmp_path: Path) -> None:
    """What was asked before the model failed is part of the record, and counted."""
    exchange = Exchange(Prompt("which?"), Reply(tokens_in=7))
    made = msgspec.structs.replace(
        episode(1), stop=Stop("model failed", "no server"), failed_exchanges=(exchange,)
    )
    save_episode(made, tmp_path)
    loaded = load_episode(tmp_path)
    assert loaded == made
    assert sum(each.reply.tokens_in for each in loaded.exchanges()) == 7


def test_equal_pictures_are_stored_once(tmp_path: Path) -> None:
    """A screen that does not change needs no extra disk space."""
    sample = Episode(Task("t"), (shot(0),))
    for _ in range(5):
        sample = sample.then(
            Decision(Type("x")), Outcome(), shot=msgspec.structs.replace(shot(0), taken_at=1.0)
        )
    save_episode(sample, tmp_path)
    assert len(list((tmp_path / "pictures").iterdir())) == 1


def test_incomplete_last_line_is_ignored(tmp_path: Path) -> None:
    """Wherever the file is truncated, the complete records are loaded."""
    save_episode(episode(2), tmp_path)
    path = tmp_path / "episode.jsonl"
    remove_chain(path)
    content = path.read_bytes()
    lines = content.count(b"\n")
    for cut in range(1, len(content), 37):
        path.write_bytes(content[:cut])
        whole = content[:cut].count(b"\n")
        if whole:
            assert load_episode(tmp_path) == episode(whole - 1)
        else:
            with pytest.raises(BrokenEpisode, match="before its first screen"):
                load_episode(tmp_path)
    assert lines == 3


def test_damaged_line_is_reported(tmp_path: Path) -> None:
    """A damaged line is reported with its number and the reason."""
    save_episode(episode(2), tmp_path)
    path = tmp_path / "episode.jsonl"
    remove_chain(path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(
        b"\n".join([lines[0], b'{"type":"step","decision":{"action":{"type":"clikc"}}}', *lines[2:]])
    )
    with pytest.raises(BrokenEpisode, match=r"episode\.jsonl, line 2: .*clikc"):
        load_episode(tmp_path)


@pytest.mark.parametrize("value", ["[" * 100_000 + "]" * 100_000, '["text"]'], ids=["deep", "other type"])
def test_damaged_field_is_reported(tmp_path: Path, value: str) -> None:
    """A field with JSON of another type or nested too deeply is reported with its line."""
    save_episode(finished(episode(2)), tmp_path)
    path = tmp_path / "episode.jsonl"
    remove_chain(path)
    header, step, rest = path.read_text().split("\n", 2)
    assert '"unused":[]' in step
    step = step.replace('"unused":[]', f'"unused":{value}')
    path.write_text(f"{header}\n{step}\n{rest}")
    with pytest.raises(BrokenEpisode, match="line 2"):
        load_episode(tmp_path)


def test_missing_picture_is_reported(tmp_path: Path) -> None:
    """A folder copied without its pictures is reported as such."""
    save_episode(episode(0), tmp_path)
    picture = next((tmp_path / "pictures").iterdir())
    picture.unlink()
    with pytest.raises(BrokenEpisode, match=picture.name):
        load_episode(tmp_path)


@pytest.mark.parametrize("line", [b"[]", b"null", b"{}", b"\xff", b'{"type":"end","stop":null,"score":null}'])
def test_file_that_is_not_an_episode_is_reported(tmp_path: Path, line: bytes) -> None:
    """A file of the right name with other content raises a clear error."""
    (tmp_path / "episode.jsonl").write_bytes(line + b"\n")
    with pytest.raises(BrokenEpisode, match="line 1"):
        load_episode(tmp_path)


def test_folder_without_episode_is_reported(tmp_path: Path) -> None:
    """Loading a folder without an episode raises an error with its path."""
    with pytest.raises(BrokenEpisode, match=str(tmp_path)):
        load_episode(tmp_path)


def test_resumed_episode_continues_in_the_same_file(tmp_path: Path) -> None:
    """An incomplete line is removed, the new screen replaces the last one, and the steps follow."""
    save_episode(finished(episode(2)), tmp_path)
    with (tmp_path / "episode.jsonl").open("ab") as file:
        file.write(b'{"type":"ste')
    watch = record_episode(tmp_path, resume=True)
    stored = watch.previous
    assert stored == finished(episode(2))
    fresh = msgspec.structs.replace(stored, shots=(*stored.shots[:-1], shot(7)), stop=None, score=None)
    watch(fresh)
    assert load_episode(tmp_path) == fresh
    further = fresh.then(Decision(Done()), Outcome(), shot=fresh.last)
    watch(further)
    watch(finished(further))
    assert load_episode(tmp_path) == finished(further)


def test_existing_episode_is_not_overwritten(tmp_path: Path) -> None:
    """A folder that contains an episode is rejected, with what to do."""
    save_episode(episode(1), tmp_path)
    with pytest.raises(CannotWrite, match="--resume"):
        record_episode(tmp_path)


def test_unwritable_folder_is_reported_before_the_run(tmp_path: Path) -> None:
    """A file in place of the folder is reported by name."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="file"):
        check_writable(tmp_path / "file" / "below")


def test_full_disk_is_reported_before_the_run(tmp_path: Path) -> None:
    """Too little disk space is reported with the free and the required amount."""
    with pytest.raises(CannotWrite, match=r"MB left, a run needs 1000000000"):
        check_writable(tmp_path, min_free_mb=10**9)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_disk_that_fills_up_during_the_run_is_reported(tmp_path: Path) -> None:
    """A write error during the run raises one clear error."""
    watch = record_episode(tmp_path)
    (tmp_path / "episode.jsonl").symlink_to("/dev/full")
    with pytest.raises(CannotWrite, match="No space left"):
        watch(episode(0))


def test_secrets_are_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value of a secret appears in no text of the folder."""
    monkeypatch.setenv("MY_PASSWORD", "hunter22")
    sample = Episode(Task("log in", secrets=("MY_PASSWORD",)), (shot(0),))
    save_episode(
        sample.then(Decision(Type("{MY_PASSWORD}")), Outcome("typed hunter22"), shot=shot(1)), tmp_path
    )
    assert b"hunter22" not in (tmp_path / "episode.jsonl").read_bytes()
    assert load_episode(tmp_path).outcomes[0].message == "typed {MY_PASSWORD}"


def test_episodes_are_found_below_a_folder(tmp_path: Path) -> None:
    """Every episode of a suite is found below the suite's folder."""
    for name in ("b", "a/deep"):
        save_episode(episode(0), tmp_path / name)
    assert find_episodes(tmp_path) == (tmp_path / "a/deep", tmp_path / "b")


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, {here!r})
from numbered_episodes import episode
from onscreen.store.episode_recorder import record_episode
watch, whole = record_episode(Path(sys.argv[1])), episode(400)
for steps in range(401):
    watch(whole.so_far(steps))
    print(steps, flush=True)
"""


@pytest.mark.parametrize("wait_sec", [0.0, 0.013, 0.029, 0.053, 0.097, 0.151])
def test_killed_process_leaves_every_finished_step(tmp_path: Path, wait_sec: float) -> None:
    """A process killed at any moment leaves every step that it reported as finished."""
    code = CHILD.format(here=str(Path(__file__).parents[2]))
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(wait_sec)
        os.kill(child.pid, signal.SIGKILL)
        printed = [0, *(int(line) for line in child.stdout.read().split())]
    stored = load_episode(tmp_path)
    assert stored == episode(len(stored.decisions))
    assert len(stored.decisions) >= printed[-1]


def test_the_file_is_plain_json_lines(tmp_path: Path) -> None:
    """Another program can read an episode line by line."""
    save_episode(finished(episode(1)), tmp_path)
    kinds = [json.loads(line)["type"] for line in (tmp_path / "episode.jsonl").read_text().splitlines()]
    assert kinds == ["begin", "step", "end"]
