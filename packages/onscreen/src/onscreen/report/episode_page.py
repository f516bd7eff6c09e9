"""Episode -> one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from onscreen.report.action_shapes import Shape, action_shapes
from onscreen.report.embedded_pictures import Gallery, PictureView
from onscreen.report.outcome_summary import ModelCost, score_tone, start_time, sum_cost, summarize_outcome
from onscreen.report.page_template import render_page, write_page
from onscreen.types import Decision, Episode, Exchange, Outcome, Shot
from onscreen.types.grammar import show

EPISODE_PAGE = "episode.html"
WEBP_QUALITY = 80
MAX_NODES = 250


class ExchangeView(msgspec.Struct, frozen=True):
    """A question to a model, its answer as text with one line an option, and the pictures it held."""

    exchange: Exchange
    answer: str
    pictures: tuple[PictureView, ...]


class ScreenView(msgspec.Struct, frozen=True):
    """A moment of the device; `at` is in seconds since the run began."""

    shot: Shot
    picture: PictureView
    thumbnail: str
    at: float


class StepView(msgspec.Struct, frozen=True):
    """One step as the page shows it.

    `feedback` is the verdict on it, which the next decision holds; `lasted` is in seconds.
    """

    number: int
    words: str
    screen: ScreenView
    shapes: tuple[Shape, ...]
    decision: Decision
    outcome: Outcome
    feedback: str
    asked: tuple[ExchangeView, ...]
    cost: ModelCost
    lasted: float


def episode_page(episode: Episode, quality: int | None = WEBP_QUALITY, *, most_nodes: int = MAX_NODES) -> str:
    """Return the page of a run, finished or not.

    Pictures are kept as WebP of this quality (0..100), as PNG for None. Of each screen at most
    `most_nodes` things are listed.
    """
    gallery = Gallery(quality)
    steps = tuple(_step_views(episode, gallery))
    where = f"after step {len(steps)}" if steps else "the beginning"
    end = _screen_view(episode, len(steps), gallery=gallery, where=where)
    return render_page(
        "episode",
        episode=episode,
        outlook=summarize_outcome(episode),
        cost=sum_cost(episode.exchanges()),
        seconds=end.at,
        began=_format_time(start_time(episode)),
        steps=steps,
        end=end,
        most_nodes=most_nodes,
        tone_of=score_tone,
    )


def write_episode(episode: Episode, path: Path, *, quality: int | None = WEBP_QUALITY) -> Path:
    """Write the page of a run and return its path.

    Raises:
        CannotWrite: the folder cannot be written, or the disk is full.
    """
    return write_page(episode_page(episode, quality), path)


def _format_time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, tz=UTC):%Y-%m-%d %H:%M:%S}" if at else "–"


def _step_views(episode: Episode, gallery: Gallery) -> Iterator[StepView]:
    verdicts = (*(decision.feedback for decision in episode.decisions[1:]), "")
    for i, (step, verdict) in enumerate(zip(episode.steps(), verdicts, strict=False)):
        where = f"step {i + 1}"
        yield StepView(
            number=i + 1,
            words=show(step.decision.action),
            screen=_screen_view(episode, i, gallery=gallery, where=where),
            shapes=action_shapes(step.decision.action, step.before.picture.size),
            decision=step.decision,
            outcome=step.outcome,
            feedback=verdict,
            asked=tuple(_exchange_view(e, gallery, where=where) for e in step.decision.asked),
            cost=sum_cost(step.decision.asked),
            lasted=max(0.0, step.after.taken_at - step.before.taken_at),
        )


def _screen_view(episode: Episode, index: int, *, gallery: Gallery, where: str) -> ScreenView:
    shot = episode.shots[index]
    return ScreenView(
        shot,
        gallery.view(shot.picture, where),
        gallery.thumbnail(shot.picture),
        max(0.0, shot.taken_at - start_time(episode)),
    )


def _exchange_view(exchange: Exchange, gallery: Gallery, *, where: str) -> ExchangeView:
    options = getattr(exchange.prompt.form, "options", ())
    picked = exchange.reply.picked
    lines = [f"{i + 1}. {options[i]}" if 0 <= i < len(options) else f"no option {i + 1}" for i in picked]
    views = tuple(gallery.view(picture, where) for picture in exchange.prompt.pictures)
    return ExchangeView(exchange, "\n".join(lines) or exchange.reply.text, views)
