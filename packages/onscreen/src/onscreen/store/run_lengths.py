"""Lengths of runs that reported success, to estimate the usual length of similar tasks."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.store.json_lines import append_json_line, read_json_lines
from onscreen.store.review_items import read_decisions
from onscreen.types.errors import UsageError

LENGTHS_FILE = "lengths.jsonl"


class RunLength(msgspec.Struct, frozen=True, omit_defaults=True):
    """Steps and seconds of a run until it reported success, with its instruction.

    `item` is the id of the run's review item, "" if the run is not reviewed.
    """

    instruction: str
    steps: int
    seconds: float
    item: str = ""
    at: float = 0.0


_DECODER: msgspec.json.Decoder[RunLength] = msgspec.json.Decoder(RunLength)


def read_lengths(folder: Path) -> tuple[RunLength, ...]:
    """Read the lengths in a folder, without those of runs whose review is open or negative.

    Raises:
        UsageError: a line cannot be read; the message names the file and the line.
    """
    file = folder / LENGTHS_FILE
    if not file.exists():
        return ()
    decisions = read_decisions(folder)
    accepted = {name for name, found in decisions.items() if found.decision == "accept"}
    lengths = read_json_lines(file, _DECODER, error_type=UsageError)
    return tuple(each for each in lengths if not each.item or each.item in accepted)


def add_length(folder: Path, length: RunLength) -> None:
    """Append the length of a run.

    Raises:
        CannotWrite: the file cannot be written.
    """
    append_json_line(folder / LENGTHS_FILE, length)
