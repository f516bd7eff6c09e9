"""Hygiene of adb servers: no phone is listed twice, and none that has stopped."""

from __future__ import annotations

import pytest
from adb_program import Adb

from onscreen.types import Start
from onscreen_practice.phone_suite.phone_device import practice_phone

pytestmark = pytest.mark.browser


def list_phones(adb: Adb) -> list[str]:
    """Return the rows of `adb devices`."""
    return adb.run_without_serial("devices").stdout.decode().split("\n", 1)[1].split("\n")[:-2]


def test_repeated_connections_list_one_phone(adb: Adb) -> None:
    """However often a phone is connected, adb lists it once."""
    for _ in range(3):
        assert b"connected to" in adb.run_without_serial("connect", adb.serial).stdout
    assert list_phones(adb) == [f"{adb.serial}\tdevice"]


def test_closed_phone_is_not_listed(program: Adb) -> None:
    """A practice phone that a run started is not left in the adb server's list as offline."""
    device = practice_phone({"server_port": program.port})
    device.start(Start())
    assert [row.split("\t")[1] for row in list_phones(program)] == ["device"]
    device.close()
    assert list_phones(program) == []
