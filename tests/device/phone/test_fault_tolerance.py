"""The practice phone under faults: a short run of benchmarks/phone_faults.py."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "phone_faults.py"
FAULTS = ("browser-kill", "connection-cut", "renderer-kill", "browser-stop")


def test_phone_in_use_recovers_from_faults(tmp_path: Path) -> None:
    """A phone whose browser or connection fails during use loses no data and gives no wrong answer."""
    report = tmp_path / "faults.json"
    words = ["--seconds", "0", "--faults", ",".join(FAULTS), "--out", str(report)]
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text())
    assert [each["fault"] for each in found["records"]] == list(FAULTS)
    for record in found["records"]:
        assert record["recovery_sec"] >= 0, record
        losses = ("state_lost", "screen_lost", "wrong_answers", "leftover")
        assert [record[loss] for loss in losses] == [0, 0, 0, 0], record
    assert set(found["ends"].values()) == {0}, "no process and no entry in adb devices is left"
