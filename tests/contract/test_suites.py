"""Every registered suite passes `SuiteContract`."""

from __future__ import annotations

from typing import cast

import pytest

from onscreen.bench.base import Suite
from onscreen.device.base import Device
from onscreen.plugins import load_plugin, plugin_paths
from onscreen.testing import SuiteContract
from onscreen_practice.androidworld.installation import INSTALL_HINT, find_installation
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.apps_suite import TASKS_BY_GROUP
from onscreen_practice.apps.installation import installation_of
from onscreen_practice.desktop_suite.desktop_suite import missing_programs
from onscreen_practice.many_suite.many_suite import missing_programs as missing_for_many

TESTED_ELSEWHERE = {"made": "tests/unit/synthesis/test_made_suite.py, because it needs a folder"}
"""Suites that are tested in another place, and why."""


class TestSuites(SuiteContract):
    """Contract tests of each suite."""

    @pytest.fixture(autouse=True, params=sorted({*plugin_paths("suite")} - {*TESTED_ELSEWHERE}))
    def of_name(self, request: pytest.FixtureRequest) -> None:
        """Set the suite's name."""
        self.name = str(request.param)

    def make_suite(self) -> Suite:
        """Load the suite by name."""
        factory = load_plugin("suite", self.name)
        assert callable(factory)
        return cast("Suite", factory())

    def make_device(self, suite: Suite) -> Device | None:
        """Create the suite's device with its settings."""
        factory = load_plugin("device", suite.device)
        assert callable(factory)
        return cast("Device", factory(suite.device_settings))

    def playable_names(self) -> tuple[str, ...]:
        """Return the names of the sample, but for `apps` tasks of the application that the tests install."""
        if self.name == "desktop":
            return ("mousepad-write", "galculator-product", "across-note-result")
        if self.name == "many":
            return ("across-wiki-mousepad",)
        return tuple(TASKS_BY_GROUP["roundup"])[::4] if self.name == "apps" else self.sample_names()

    @pytest.mark.browser
    def test_empty_run_does_not_succeed(self) -> None:
        """A run without actions scores 0 or cannot be judged."""
        if self.name == "apps" and not installation_of(find_application("roundup")).is_current:
            pytest.skip("needs: onscreen apps install roundup")
        if self.name == "desktop" and (missing := missing_programs(self.playable_names())):
            pytest.skip(f"needs: apt-get install {' '.join(missing)}")
        if self.name == "many" and (missing := missing_for_many(self.playable_names())):
            pytest.skip(f"needs: apt-get install {' '.join(missing)}")
        if self.name == "androidworld" and not find_installation().is_complete:
            pytest.skip(f"needs AndroidWorld; {INSTALL_HINT}")
        super().test_empty_run_does_not_succeed()
