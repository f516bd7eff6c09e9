"""Contract tests for custom devices, models, agents and other plugins.

Inherit from a class and override one method:

    class TestMyDevice(DeviceContract):
        def make_device(self) -> Device:
            return MyDevice()

pytest collects the inherited tests; this package does not import pytest.
"""

from onscreen.testing.check_agent import AgentContract
from onscreen.testing.check_device import DeviceContract
from onscreen.testing.check_model import ModelContract
from onscreen.testing.check_policy import PolicyContract
from onscreen.testing.check_signal import SignalContract
from onscreen.testing.check_suite import SuiteContract

__all__ = [
    "AgentContract",
    "DeviceContract",
    "ModelContract",
    "PolicyContract",
    "SignalContract",
    "SuiteContract",
]
