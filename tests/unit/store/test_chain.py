"""Hash chain of a stored episode: altered lines and pictures are detected and described in words."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from numbered_episodes import episode, finished, remove_chain, shot
from onscreen.store.episode_recorder import record_episode, save_episode
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.store.episode_verification import verify_episode
from onscreen.store.hash_chain import HEAD_FILE, read_head
from onscreen.store.locked_file import LockedFile
from onscreen.types import Episode
from onscreen.types.errors import AlteredEpisode, BrokenEpisode, CannotWrite

Lines = list[bytes]
SEED = 7
ONE_MISSING = "1 line of the 5 that were written is missing"


def edit_lines(folder: Path, edit: Callable[[Lines], Lines]) -> None:
    """Change the list of lines of an episode."""
    path = folder / EPISODE_FILE
    path.write_bytes(b"".join(line + b"\n" for line in edit(path.read_bytes().splitlines())))


def swap(lines: Lines, one: int, other: int) -> Lines:
    """Return the lines with two of them swapped."""
    lines[one], lines[other] = lines[other], lines[one]
    return lines


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a finished episode of 5 lines."""
    save_episode(finished(episode(3)), tmp_path / "e")
    return tmp_path / "e"


def test_untouched_episode_is_intact(folder: Path) -> None:
    """An episode as it was written is intact, and its hash is that of the last line."""
    found = verify_episode(folder)
    last = json.loads((folder / EPISODE_FILE).read_bytes().splitlines()[-1])
    assert (found.status, found.findings, found.notes, found.lines) == ("intact", (), (), 5)
    assert found.sha256 == last["sha256"]


@pytest.mark.parametrize(
    ("edit", "findings"),
    [
        (lambda lines: [lines[0], lines[1].replace(b"text 0", b"t"), *lines[2:]], ["line 2 was changed"]),
        (lambda lines: [*lines[:-1], lines[-1].replace(b"1.0", b"0.0")], ["line 5 was changed"]),
        (lambda lines: [lines[0], lines[1][:-40] + b'"}', *lines[2:]], ["line 2 was changed"]),
        (lambda lines: lines[:2] + lines[3:], ["lines before line 3 are missing", ONE_MISSING]),
        (lambda lines: lines[1:], ["lines before line 1 are missing", ONE_MISSING]),
        (lambda lines: lines[:-1], [ONE_MISSING]),
        (lambda lines: lines[:2], ["3 lines of the 5 that were written are missing"]),
        (lambda lines: lines[:3] + lines[2:], ["line 4 is a copy of line 3"]),
        (lambda lines: lines + lines[:1], ["line 6 is a copy of line 1"]),
        (lambda lines: swap(lines, 1, 2), ["lines 2, 3 are not in the order in which they were written"]),
        (lambda lines: swap(lines, 0, 1), ["lines 1, 2 are not in the order in which they were written"]),
        (lambda _: [], ["5 lines of the 5 that were written are missing"]),
    ],
    ids=["changed", "last changed", "hash removed", "dropped", "first dropped", "last dropped", "end dropped",
         "duplicated", "repeated", "swapped", "first swapped", "emptied"],
)  # fmt: skip
def test_altered_lines_are_described(
    folder: Path, edit: Callable[[Lines], Lines], findings: list[str]
) -> None:
    """Changed, missing, duplicated and moved lines are each described by number."""
    edit_lines(folder, edit)
    found = verify_episode(folder)
    assert (found.status, list(found.findings)) == ("altered", findings)
    with pytest.raises(AlteredEpisode, match="onscreen show --verify"):
        load_episode(folder)


def test_lines_of_another_episode_are_detected(folder: Path, tmp_path: Path) -> None:
    """A line from another run of the same task is not accepted as a line of this one."""
    other = msgspec.structs.replace(episode(3), started_at=6.0)
    save_episode(finished(other), tmp_path / "other")
    foreign = (tmp_path / "other" / EPISODE_FILE).read_bytes().splitlines()
    edit_lines(folder, lambda lines: [*lines[:2], foreign[2], *lines[3:]])
    assert "lines before line 3 are missing" in verify_episode(folder).findings
    edit_lines(folder, lambda _: foreign)
    assert verify_episode(folder).findings == (
        f"line 5 is not the one that was written: the file {HEAD_FILE} has another hash",
    )


@pytest.mark.parametrize(
    "content", [None, b"", b"{}", b'{"lines":2,"sha256":""}', b'{"lines":0,"sha256":""}']
)
def test_altered_head_is_detected(folder: Path, content: bytes | None) -> None:
    """An episode of several lines without its head file, or with another one, is reported."""
    (folder / HEAD_FILE).unlink()
    if content is not None:
        (folder / HEAD_FILE).write_bytes(content)
    assert verify_episode(folder).status == "altered"
    with pytest.raises(AlteredEpisode, match=HEAD_FILE):
        load_episode(folder)


def test_altered_episode_is_not_resumed(folder: Path) -> None:
    """A run is not continued from a record that was altered."""
    edit_lines(folder, lambda lines: [lines[0], *lines[2:]])
    with pytest.raises(AlteredEpisode, match="lines before line 2 are missing"):
        record_episode(folder, resume=True)


def test_changed_picture_is_detected(folder: Path) -> None:
    """A screenshot whose content is not that of its hash is reported, and the episode is not loaded."""
    picture = folder / "pictures" / f"{shot(1).picture.sha256}.png"
    picture.write_bytes(shot(2).picture.png)
    assert verify_episode(folder).findings == (f"{picture.name}, a picture of line 2, was changed",)
    with pytest.raises(AlteredEpisode, match=picture.name):
        load_episode(folder)


def test_missing_picture_is_described(folder: Path) -> None:
    """A missing screenshot is reported with its line."""
    (folder / "pictures" / f"{shot(3).picture.sha256}.png").unlink()
    (finding,) = verify_episode(folder).findings
    assert "a picture of line 4, cannot be read (No such file or directory)" in finding


def test_line_that_a_crash_left_incomplete_is_not_an_alteration(tmp_path: Path) -> None:
    """The incomplete line is reported as such, and the episode loads without it."""
    record_episode(tmp_path)(episode(2))
    with (tmp_path / EPISODE_FILE).open("ab") as file:
        file.write(b'{"type":"ste')
    found = verify_episode(tmp_path)
    assert (found.status, found.findings, found.lines) == ("intact", (), 3)
    assert "the last line is incomplete" in found.notes[0]
    assert load_episode(tmp_path) == episode(2)


def test_process_killed_before_it_updated_the_head_leaves_an_intact_episode(tmp_path: Path) -> None:
    """A head that counts one line less than the file holds is not an alteration."""
    record = record_episode(tmp_path)
    record(episode(1))
    before = (tmp_path / HEAD_FILE).read_bytes()
    record(episode(2))
    (tmp_path / HEAD_FILE).write_bytes(before)
    assert verify_episode(tmp_path).status == "intact"
    record.close()
    resumed = record_episode(tmp_path, resume=True)
    resumed(finished(episode(3)))
    assert verify_episode(tmp_path).status == "intact"


def test_episode_of_an_older_version_is_unverified(folder: Path) -> None:
    """An episode without hashes of lines loads, and is reported as unverified instead of intact."""
    remove_chain(folder / EPISODE_FILE)
    found = verify_episode(folder)
    assert (found.status, found.findings, found.sha256) == ("unverified", (), "")
    assert load_episode(folder) == finished(episode(3))


def test_older_episode_is_continued_without_a_chain(tmp_path: Path) -> None:
    """A resumed episode of an older version still loads, and stays unverified."""
    save_episode(episode(1), tmp_path)
    remove_chain(tmp_path / EPISODE_FILE)
    record_episode(tmp_path, resume=True)(finished(episode(2)))
    assert load_episode(tmp_path) == finished(episode(2))
    assert verify_episode(tmp_path).status == "unverified"


def test_hashes_cannot_be_removed_from_single_lines(folder: Path) -> None:
    """Stating an older version in the first line does not turn off the verification of the others."""
    old_header = b'{"type":"begin","task":{"instruction":"write"},"version":2}'
    edit_lines(folder, lambda lines: [old_header, *lines[1:]])
    assert "line 1 was changed" in verify_episode(folder).findings


def test_second_header_is_refused_in_an_older_episode(folder: Path) -> None:
    """An older episode with another one appended is not loaded as the other one."""
    remove_chain(folder / EPISODE_FILE)
    edit_lines(folder, lambda lines: lines * 2)
    with pytest.raises(BrokenEpisode, match="line 6: found a second header"):
        load_episode(folder)


def mutate(lines: Lines, chance: random.Random) -> Lines:
    """Return the lines with one of them dropped, duplicated, moved or changed, or with two swapped."""
    number, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.choice(["drop", "duplicate", "swap", "move", "byte", "truncate", "version"])
    if kind == "drop":
        return lines[:number] + lines[number + 1 :]
    if kind == "duplicate":
        return [*lines[:other], lines[number], *lines[other:]]
    if kind == "swap":
        return swap(lines, number, other)
    if kind == "move":
        rest = lines[:number] + lines[number + 1 :]
        return [*rest[:other], lines[number], *rest[other:]]
    if kind == "version":
        return [line.replace(b'"version":3', b'"version":2') for line in lines]
    line = bytearray(lines[number])
    place = chance.randrange(len(line))
    if kind == "byte":
        line[place] = chance.choice([byte for byte in range(256) if byte not in {10, line[place]}])
    return [*lines[:number], bytes(line if kind == "byte" else line[:place]), *lines[number + 1 :]]


def test_no_mutation_loads_as_another_episode(folder: Path) -> None:
    """After random edits of its lines, an episode is either unchanged or refused."""
    original = (folder / EPISODE_FILE).read_bytes()
    chance, refused = random.Random(SEED), 0  # noqa: S311 - reproducible, not cryptography
    for _ in range(400):
        (folder / EPISODE_FILE).write_bytes(original)
        edit_lines(folder, lambda lines: mutate(lines, chance))
        if (folder / EPISODE_FILE).read_bytes() == original:
            assert load_episode(folder) == finished(episode(3))
            continue
        refused += 1
        with pytest.raises(BrokenEpisode):
            load_episode(folder)
        assert verify_episode(folder).status in {"altered", "unreadable"}
    assert refused > 300


def test_interrupted_append_leaves_each_step_once(tmp_path: Path) -> None:
    """A step whose recording was interrupted is recorded once by the next call."""
    record = record_episode(tmp_path)
    record(episode(1))
    with pytest.raises(CannotWrite):
        interrupt_after_line(record, tmp_path, finished(episode(2)))
    record(finished(episode(2)))
    assert load_episode(tmp_path) == finished(episode(2))
    assert verify_episode(tmp_path).status == "intact"


def interrupt_after_line(record: Callable[[Episode], None], folder: Path, sample: Episode) -> None:
    """Record an episode to a folder in which the head cannot be written."""
    head = (folder / HEAD_FILE).read_bytes()
    (folder / HEAD_FILE).unlink()
    (folder / HEAD_FILE).mkdir()
    try:
        record(sample)
    finally:
        (folder / HEAD_FILE).rmdir()
        (folder / HEAD_FILE).write_bytes(head)


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    """While a run writes to a folder, another one is refused, with and without resume."""
    first = record_episode(tmp_path)
    second = record_episode(tmp_path)
    first(episode(0))
    with pytest.raises(CannotWrite, match="another run is writing"):
        second(episode(0))
    for resume in (True, False):
        with pytest.raises(CannotWrite, match="another run is writing"):
            record_episode(tmp_path, resume=resume)
    first(finished(episode(1)))
    with pytest.raises(CannotWrite, match="already contains an episode"):
        second(episode(0))
    assert load_episode(tmp_path) == finished(episode(1))


def test_run_in_another_process_is_noticed_until_it_is_killed(tmp_path: Path) -> None:
    """The lock on a folder holds between processes, and ends when its process is killed."""
    code = (
        "import sys; from pathlib import Path; from onscreen.store.locked_file import LockedFile\n"
        "file = LockedFile(Path(sys.argv[1])); print('locked', flush=True); sys.stdin.read()"
    )
    path = tmp_path / EPISODE_FILE
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"locked\n"
        with pytest.raises(CannotWrite, match="another run is writing"):
            LockedFile(path)
        process.kill()
    LockedFile(path).close()


def test_folder_that_was_removed_during_the_run_is_reported(tmp_path: Path) -> None:
    """A run whose folder is removed ends with an error instead of writing to nowhere."""
    record = record_episode(tmp_path / "e")
    record(episode(0))
    shutil.rmtree(tmp_path / "e")
    with pytest.raises(CannotWrite, match="removed"):
        record(episode(1))


def test_lines_that_another_program_appended_are_reported(tmp_path: Path) -> None:
    """A run does not continue a file to which another program has written."""
    record = record_episode(tmp_path)
    record(episode(0))
    with (tmp_path / EPISODE_FILE).open("ab") as file:
        file.write(b"{}\n")
    with pytest.raises(CannotWrite, match="another program changed"):
        record(episode(1))


def test_head_counts_the_lines(folder: Path) -> None:
    """The head file holds the number of lines and the hash of the last one."""
    head = read_head(folder)
    assert head is not None
    assert (head.lines, head.sha256) == (5, verify_episode(folder).sha256)


def test_pictures_are_verified_in_older_episodes(folder: Path) -> None:
    """Screenshots are named by their hashes in every version, so that changed ones are always found."""
    remove_chain(folder / EPISODE_FILE)
    picture = next((folder / "pictures").iterdir())
    picture.write_bytes(shot(200).picture.png)
    assert verify_episode(folder).status == "altered"
    with pytest.raises(AlteredEpisode):
        load_episode(folder)
