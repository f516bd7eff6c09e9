"""Synchronous client for pydantic-ai models, which runs an event loop in a background thread.

The event loop needs a separate thread because the caller's thread may already run one (as with Playwright),
and because connections are kept open between requests.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import TypeVar

from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

T = TypeVar("T")

_TIMEOUT_MARGIN_SEC = 10.0
_CLOSE_TIMEOUT_SEC = 5.0


class ProviderSession:
    """A synchronous client for one pydantic-ai model.

    `close` closes its connections and ends its thread.
    """

    def __init__(self, connect: Callable[[], Model]) -> None:
        self._connect = connect
        self._model: Model | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="onscreen-session", daemon=True)
        self._thread.start()

    def ask(
        self,
        messages: Sequence[ModelMessage],
        settings: ModelSettings,
        *,
        form: ModelRequestParameters,
        timeout_sec: float,
    ) -> ModelResponse:
        """Send a request and wait at most `timeout_sec` seconds for the response.

        Raises:
            TimeoutError: no response in that time.
            AgentRunError: raised by pydantic-ai.
        """
        settings = {**settings, "timeout": timeout_sec, "request_timeout": timeout_sec, "max_retries": 0}
        return self._run(self._request(messages, settings, form=form), timeout_sec + _TIMEOUT_MARGIN_SEC)

    def close(self) -> None:
        """Close the connections and stop the background thread.

        May be called more than once.
        """
        if self._loop.is_closed():
            return
        self._run(self._disconnect(), _CLOSE_TIMEOUT_SEC)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_CLOSE_TIMEOUT_SEC)
        self._loop.close()

    async def _request(
        self, messages: Sequence[ModelMessage], settings: ModelSettings, *, form: ModelRequestParameters
    ) -> ModelResponse:
        if self._model is None:
            self._model = await self._connect().__aenter__()
        return await model_request(
            self._model, messages, model_settings=settings, model_request_parameters=form
        )

    async def _disconnect(self) -> None:
        if self._model is not None:
            await self._model.__aexit__(None, None, None)
        await self._loop.shutdown_asyncgens()

    def _run(self, work: Coroutine[None, None, T], timeout_sec: float) -> T:
        future: concurrent.futures.Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout_sec)
        finally:
            future.cancel()
