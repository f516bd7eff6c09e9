"""Worker in browser-use's environment: time the steps of its agent (JSON in, milliseconds out)."""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from typing import Any

from _browser_use import build_profile
from browser_use import Agent
from browser_use.browser import BrowserSession
from browser_use.llm.views import ChatInvokeCompletion


class ClickingModel:
    """Model that answers at once with a click on the marked element.

    `called_at` are the times of its calls.
    """

    model = provider = name = model_name = "clicking"
    _verified_api_keys = True

    def __init__(self, session: BrowserSession, mark: str) -> None:
        """Create a model for the pages of a session."""
        self.called_at: list[float] = []
        self._session, self._mark = session, mark

    async def ainvoke(
        self, _messages: list[Any], output_format: type[Any] | None = None, **_: Any
    ) -> ChatInvokeCompletion[Any]:
        """Return the click."""
        self.called_at.append(time.perf_counter())
        elements = await self._session.get_selector_map()
        index = next(index for index, node in elements.items() if self._mark in node.attributes)
        answer = {
            "evaluation_previous_goal": "",
            "memory": "",
            "next_goal": "",
            "action": [{"click": {"index": index}}],
        }
        return ChatInvokeCompletion(completion=output_format.model_validate(answer), usage=None)


async def measure(request: dict) -> dict[str, float]:
    """Return the median time of a step on each page, in milliseconds."""
    session = BrowserSession(browser_profile=build_profile(request, default_waits=True))
    await session.start()
    times = {}
    for name, address in request["pages"].items():
        await session.navigate_to(address)
        page = await session.get_current_page()
        await page.evaluate(f"() => {request['prepare']}")
        await asyncio.sleep(request["rest_sec"])
        model = ClickingModel(session, request["mark"])
        with tempfile.TemporaryDirectory() as folder:
            agent = Agent(
                "Click the marked element again and again",
                llm=model,
                browser_session=session,
                use_judge=False,
                file_system_path=folder,
            )
            await agent.run(max_steps=request["repeats"] + 1)
        starts = model.called_at
        times[name] = 1000 * statistics.median(b - a for a, b in pairwise(starts))
    await session.kill()
    return times


def main() -> None:
    """Answer the request on standard input."""
    print("ANSWER " + json.dumps(asyncio.run(measure(json.load(sys.stdin)))))


if __name__ == "__main__":
    main()
