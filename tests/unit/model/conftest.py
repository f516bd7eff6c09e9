"""Fixtures for model tests: a scripted provider server, and an environment without API keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import keyring
import pytest

from onscreen.model.api_keys import KEY_VARIABLES
from onscreen.model.provider_model import ProviderModel, compatible
from onscreen.model.retry_policy import RetryPolicy

sys.path.insert(0, str(Path(__file__).parent))

from provider_server import KEY, QUICK, MemoryKeyring, Provider, Server, ServerResponse, run_server


@pytest.fixture(autouse=True)
def keyring_backend(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    """No API key in the environment, and an empty in-memory keyring."""
    for variables in KEY_VARIABLES.values():
        for variable in variables:
            monkeypatch.delenv(variable, raising=False)
    before, mine = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Return a factory of models whose server sends the given answers in turn."""
    monkeypatch.setenv("COMPATIBLE_API_KEY", KEY)
    with ExitStack() as stack:

        def make(*answers: ServerResponse, retry_policy: RetryPolicy = QUICK) -> tuple[ProviderModel, Server]:
            server = stack.enter_context(run_server(*answers))
            model = compatible(f"tiny@{server.address}", retry_policy)
            stack.callback(model.close)
            return model, server

        yield make


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip tests that need a real local model unless they are selected by `pytest -m models`."""
    if "models" in str(config.getoption("markexpr")):
        return
    skip = pytest.mark.skip(reason="asks a real local model; run with -m models")
    for item in items:
        if item.get_closest_marker("models"):
            item.add_marker(skip)
