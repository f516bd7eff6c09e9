"""A language model behind a local server, whose answers a test chooses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from onscreen.model.provider_model import ProviderModel, compatible

sys.path.insert(0, str(Path(__file__).parent.parent / "model"))

from provider_server import KEY, QUICK, Server, message, run_server


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[ProviderModel, Server]]]:
    """Return a factory of models whose server answers with the given documents in turn."""
    monkeypatch.setenv("COMPATIBLE_API_KEY", KEY)
    with ExitStack() as stack:

        def make(*documents: object) -> tuple[ProviderModel, Server]:
            server = stack.enter_context(run_server(*(message(call=each) for each in documents)))
            model = compatible(f"tiny@{server.address}", QUICK)
            stack.callback(model.close)
            return model, server

        yield make
