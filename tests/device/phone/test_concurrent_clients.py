"""Several adb clients that change the same phone at the same time, and calls with any arguments."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from adb_program import Adb

from onscreen_practice.phone.automation.json_rpc_server import answer_json_rpc
from onscreen_practice.phone.automation.uiautomator_device import DeviceMethods
from onscreen_practice.phone.automation.uiautomator_elements import ElementMethods
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

WAKE_UP_KEY = 224
ARGUMENTS = (
    None, True, -1, 2**31, 2**70, 1.5, 1e308, "", "x", "5", "'\"\n\0", "$(id)", [], [[]], {}, {"mask": "x"},
    {"mask": -1, "text": []}, {"x": {}, "y": None}, [{"mask": 0}], ["a", 1],
)  # fmt: skip


def test_clock_set_by_two_clients_keeps_every_change(adb: Adb) -> None:
    """Two clients that advance the clock and add alarms at once lose no change of each other."""
    before = json.loads(adb("shell", "practice eval '[s.system.now, s.clock.alarms.length]'").stdout)
    added = "{ ...s.clock.alarms[0], id: `n${s.system.next++}` }"
    change = f"practice alter 's.system.now += 60000; s.clock.alarms.push({added})'"

    def advance(_client: int) -> list[int]:
        return [adb("shell", change).returncode for _ in range(10)]

    with ThreadPoolExecutor(2) as clients:
        assert list(clients.map(advance, range(2))) == [[0] * 10] * 2
    after = json.loads(adb("shell", "practice eval '[s.system.now, s.clock.alarms.length]'").stdout)
    assert after == [before[0] + 20 * 60_000, before[1] + 20]
    assert b"Operation not permitted" in adb("shell", "date -s 20300101").stderr


def test_concurrent_settings_keep_one_of_the_values(adb: Adb) -> None:
    """Two clients that write the same setting at once leave one of their values, and all other settings."""
    before = set(adb("shell", "settings list system").stdout.splitlines())
    with ThreadPoolExecutor(2) as clients:
        list(clients.map(lambda value: adb("shell", f"settings put system time_12_24 {value}"), ("12", "24")))
    after = set(adb("shell", "settings list system").stdout.splitlines())
    assert len(after) == len(before)
    assert after - before <= {b"time_12_24=12", b"time_12_24=24"}


def test_calls_with_any_arguments_are_answered(handset: Handset) -> None:
    """Every method of the uiautomator2 server answers arguments of any type with a result or an error."""
    rng = random.Random(1)  # noqa: S311  reproducible, not for secrets
    device, elements = DeviceMethods(handset, run_script=_refuse).table(), ElementMethods(handset).table()
    methods = {name: (*device.get(name, ()), *elements.get(name, ())) for name in (*device, *elements)}
    for name, overloads in methods.items():
        if "wait" in name.lower() or name == "executeShellCommand":
            continue
        for overload in overloads:
            for _ in range(3 if overload.parameters else 1):
                parameters = [rng.choice(ARGUMENTS) for _ in overload.parameters]
                call = {"jsonrpc": "2.0", "id": 1, "method": name, "params": parameters}
                answer = json.loads(answer_json_rpc(json.dumps(call).encode(), methods))
                assert ("result" in answer) != ("error" in answer), call
    handset.call("key", WAKE_UP_KEY, [])
    assert "hierarchy" in str(handset.call("dump", False))


def _refuse(_script: str) -> None:
    raise AssertionError("no script is run")
