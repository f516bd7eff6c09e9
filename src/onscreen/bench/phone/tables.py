"""The tasks of the phone by application, and those that need several."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from onscreen.bench.phone.clock import CLOCK
from onscreen.bench.phone.job import Maker

BY_APPLICATION: Mapping[str, Mapping[str, Maker]] = MappingProxyType({"clock": CLOCK})
ACROSS: Mapping[str, Maker] = MappingProxyType({})
