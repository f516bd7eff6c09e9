"""Episode -> one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.step_description import describe_step
from onscreen.report.action_shapes import Shape, shapes
from onscreen.report.embedded_pictures import Gallery, PictureView
from onscreen.report.outcome_summary import Cost, began, cost, outlook, tone_of
from onscreen.report.page_template import render, write
from onscreen.types import Decision, Episode, Exchange, Outcome, Shot
from onscreen.types.grammar import show

EPISODE_PAGE = "episode.html"
WEBP_QUALITY = 80
MOST_NODES = 250


class AskedView(msgspec.Struct, frozen=True):
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
    asked: tuple[AskedView, ...]
    cost: Cost
    lasted: float


def episode_page(
    episode: Episode, quality: int | None = WEBP_QUALITY, *, most_nodes: int = MOST_NODES
) -> str:
    """Return the page of a run, finished or not.

    Pictures are kept as WebP of this quality (0..100), as PNG for None. Of each screen at most
    `most_nodes` things are listed.
    """
    gallery = Gallery(quality)
    steps = tuple(_steps(episode, gallery))
    where = f"after step {len(steps)}" if steps else "the beginning"
    end = _screen(episode, len(steps), gallery=gallery, where=where)
    return render(
        "episode",
        episode=episode,
        outlook=outlook(episode),
        cost=cost(episode.exchanges()),
        seconds=end.at,
        began=_clock(began(episode)),
        steps=steps,
        end=end,
        most_nodes=most_nodes,
        tone_of=tone_of,
    )


def write_episode(episode: Episode, path: Path, *, quality: int | None = WEBP_QUALITY) -> Path:
    """Write the page of a run and return its path.

    Raises:
        CannotWrite: the folder cannot be written, or the disk is full.
    """
    return write(episode_page(episode, quality), path)


def _clock(at: float) -> str:
    return f"{datetime.fromtimestamp(at, tz=UTC):%Y-%m-%d %H:%M:%S}" if at else "–"


def _steps(episode: Episode, gallery: Gallery) -> Iterator[StepView]:
    for i, (step, past) in enumerate(zip(episode.steps(), past_steps(episode), strict=True)):
        where = f"step {i + 1}"
        yield StepView(
            number=i + 1,
            words=show(step.decision.action),
            screen=_screen(episode, i, gallery=gallery, where=where),
            shapes=shapes(step.decision.action, step.before.picture.size),
            decision=step.decision,
            outcome=step.outcome,
            feedback=describe_step(past),
            asked=tuple(_asked(e, gallery, where=where) for e in step.decision.asked),
            cost=cost(step.decision.asked),
            lasted=max(0.0, step.after.taken_at - step.before.taken_at),
        )


def _screen(episode: Episode, index: int, *, gallery: Gallery, where: str) -> ScreenView:
    shot = episode.shots[index]
    return ScreenView(
        shot,
        gallery.view(shot.picture, where),
        gallery.thumbnail(shot.picture),
        max(0.0, shot.taken_at - began(episode)),
    )


def _asked(exchange: Exchange, gallery: Gallery, *, where: str) -> AskedView:
    options = getattr(exchange.prompt.form, "options", ())
    picked = exchange.reply.picked
    lines = [f"{i + 1}. {options[i]}" if 0 <= i < len(options) else f"no option {i + 1}" for i in picked]
    views = tuple(gallery.view(picture, where) for picture in exchange.prompt.pictures)
    return AskedView(exchange, "\n".join(lines) or exchange.reply.text, views)
