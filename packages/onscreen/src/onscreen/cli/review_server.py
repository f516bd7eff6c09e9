"""Local HTTP server of the page on which a person reviews items."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs

import msgspec

from onscreen.cli.local_server import LocalHandler, LocalServer, serve
from onscreen.report.review_page import review_page, view_item
from onscreen.store.review_items import DecisionKind, ReviewDecision, ReviewItem, read_decisions
from onscreen.store.run_review import decide
from onscreen.types.errors import OnscreenError


class DecisionInput(msgspec.Struct, frozen=True):
    """A decision sent by the page."""

    id: str
    decision: DecisionKind
    instruction: str = ""


class ItemSummary(msgspec.Struct, frozen=True):
    """An item in the page's list, with the latest decision on it ("" without one)."""

    id: str
    kind: str
    instruction: str
    decision: str = ""
    by: str = ""
    at: float = 0.0


class ReviewServer(LocalServer):
    """Server of the page, its items and the decisions on them.

    `ended` is set when the reviewer ends the review.
    """

    def __init__(self, folder: Path, items: Sequence[ReviewItem], *, by: str, port: int) -> None:
        """Listen on a port of localhost; port 0 selects a free one."""
        super().__init__(_Handler, review_page(folder), port=port)
        self.folder, self.by = folder, by
        self.items = {item.id: item for item in items}
        self.ended = threading.Event()
        self._lock = threading.Lock()

    def summaries(self) -> tuple[ItemSummary, ...]:
        """Return the items in order, with the last decision on each.

        Raises:
            BadReview: the decisions cannot be read.
        """
        decisions = read_decisions(self.folder)
        return tuple(summarize(item, decisions.get(item.id)) for item in self.items.values())

    def decide(self, found: DecisionInput) -> ItemSummary:
        """Store a decision, and return its item.

        Raises:
            KeyError: there is no such item.
            OnscreenError: the decision cannot be stored.
        """
        item, at = self.items[found.id], round(time.time(), 3)
        decision = ReviewDecision(found.id, found.decision, self.by, at, found.instruction.strip())
        with self._lock:
            decide(self.folder, item, decision=decision)
        return summarize(item, decision)


def summarize(item: ReviewItem, decision: ReviewDecision | None) -> ItemSummary:
    """Return an item with the latest decision on it and, if edited, its corrected instruction."""
    if decision is None:
        return ItemSummary(item.id, item.kind, item.instruction)
    instruction = decision.instruction or item.instruction
    return ItemSummary(item.id, item.kind, instruction, decision.decision, decision.by, decision.at)


@contextmanager
def serve_review(
    folder: Path, items: Sequence[ReviewItem], *, by: str, port: int = 0
) -> Iterator[ReviewServer]:
    """Serve the page in a background thread.

    Raises:
        UsageError: the port cannot be used.
    """
    with serve(lambda chosen: ReviewServer(folder, items, by=by, port=chosen), port) as server:
        yield server


class _Handler(LocalHandler):
    server: ReviewServer

    def answer_get(self, path: str, query: str) -> None:
        """Answer with the list of the items, or with one item."""
        if path == "/items":
            self._answer_json(self.server.summaries())
            return
        item = self.server.items.get(parse_qs(query).get("id", [""])[0])
        if path != "/item" or item is None:
            self.answer_not_found()
            return
        self._answer_json(view_item(self.server.folder, item))

    def answer_post(self, path: str, body: bytes) -> None:
        """Store a decision, or end the review."""
        if path == "/finish":
            self.answer(HTTPStatus.NO_CONTENT, b"")
            self.server.ended.set()
            return
        if path != "/decision":
            self.answer_not_found()
            return
        try:
            self._answer_json(self.server.decide(msgspec.json.decode(body, type=DecisionInput)))
        except KeyError:
            self.answer_not_found()
        except (msgspec.MsgspecError, UnicodeError, RecursionError, OnscreenError) as error:
            self.answer(HTTPStatus.BAD_REQUEST, f"the decision is not stored: {error}\n".encode())

    def _answer_json(self, value: object) -> None:
        self.answer(HTTPStatus.OK, msgspec.json.encode(value), kind="application/json")
