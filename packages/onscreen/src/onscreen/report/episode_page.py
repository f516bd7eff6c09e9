"""HTML report on a single run, as one self-contained page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.step_description import describe_step
from onscreen.report.action_overlay import Shape, action_shapes
from onscreen.report.embedded_pictures import Gallery, PictureView
from onscreen.report.outcome_summary import ModelCost, score_tone, start_time, sum_cost, summarize_outcome
from onscreen.report.page_template import render_page, write_page
from onscreen.types import Decision, Episode, Exchange, Outcome, Shot
from onscreen.types.action_parser import show
from onscreen.types.argument_origin import describe_untrusted

EPISODE_PAGE = "episode.html"
WEBP_QUALITY = 80
MAX_NODES = 250
"""Maximum number of nodes listed per screen."""
MAX_LISTED_NODES = 25_000
"""Maximum number of nodes listed in the whole page; runs of more than 100 steps list fewer per screen."""
MAX_EMBEDDED_STEPS = 100
"""Maximum number of steps whose screenshots are embedded; longer runs link to the stored files.

A page with a thousand embedded screenshots takes 40 s to write and 80 MB of space.
"""
PICTURES_FOLDER = "pictures"
"""Folder of an episode with its screenshots."""


class ExchangeView(msgspec.Struct, frozen=True):
    """Model call in the report: the prompt, its pictures, and the answer as text.

    `answer` has one line per selected option.
    """

    exchange: Exchange
    answer: str
    pictures: tuple[PictureView, ...]


class ScreenView(msgspec.Struct, frozen=True):
    """Screenshot of a run, with its thumbnail and capture time.

    `at` is in seconds since the run started.
    """

    shot: Shot
    picture: PictureView
    thumbnail: str
    at: float


class StepView(msgspec.Struct, frozen=True):
    """A step of the run, with all information shown in the report.

    `untrusted` are the arguments that are not the user's words, with their origins. `feedback` describes the
    action and its effect in one line. `duration_sec` is the time between the screens
    before and after the action.
    """

    number: int
    action_text: str
    untrusted: tuple[str, ...]
    screen: ScreenView
    shapes: tuple[Shape, ...]
    decision: Decision
    outcome: Outcome
    feedback: str
    asked: tuple[ExchangeView, ...]
    cost: ModelCost
    duration_sec: float


def episode_page(
    episode: Episode,
    quality: int | None = WEBP_QUALITY,
    *,
    max_nodes: int = MAX_NODES,
    linked_folder: Path | None = None,
) -> str:
    """Render a finished or unfinished run as an HTML page.

    Pictures are embedded as WebP with the given quality (0..100), or as PNG if it is None. Pictures with a
    file in `linked_folder` are linked instead. At most `max_nodes` nodes per screen are listed, fewer in a
    run of more than 100 steps.
    """
    gallery = Gallery(quality, linked_folder)
    steps = tuple(_step_views(episode, gallery))
    location = f"after step {len(steps)}" if steps else "the start"
    end = _screen_view(episode, len(steps), gallery=gallery, location=location)
    return render_page(
        "episode",
        links_files=linked_folder is not None,
        episode=episode,
        summary=summarize_outcome(episode),
        cost=sum_cost(episode.exchanges()),
        seconds=end.at,
        started_at=_format_time(start_time(episode)),
        steps=steps,
        end=end,
        max_nodes=min(max_nodes, MAX_LISTED_NODES // max(1, len(steps))),
        score_tone=score_tone,
    )


def write_episode(episode: Episode, path: Path, *, quality: int | None = WEBP_QUALITY) -> Path:
    """Write the HTML report on a run to a file and return the file's path.

    The page of a run of more than 100 steps links to the screenshots in the folder `pictures` beside it.

    Raises:
        CannotWrite: the folder cannot be written, or the disk is full.
    """
    linked = path.parent / PICTURES_FOLDER if len(episode.decisions) > MAX_EMBEDDED_STEPS else None
    return write_page(episode_page(episode, quality, linked_folder=linked), path)


def _format_time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, tz=UTC):%Y-%m-%d %H:%M:%S}" if at else "–"


def _step_views(episode: Episode, gallery: Gallery) -> Iterator[StepView]:
    for i, (step, past) in enumerate(zip(episode.steps(), past_steps(episode), strict=True)):
        location = f"step {i + 1}"
        yield StepView(
            number=i + 1,
            action_text=show(step.decision.action),
            untrusted=describe_untrusted(step.decision.origins),
            screen=_screen_view(episode, i, gallery=gallery, location=location),
            shapes=action_shapes(step.decision.action, step.before.picture.size),
            decision=step.decision,
            outcome=step.outcome,
            feedback=describe_step(past),
            asked=tuple(_exchange_view(e, gallery, location=location) for e in step.decision.exchanges()),
            cost=sum_cost(step.decision.exchanges()),
            duration_sec=max(0.0, step.after.taken_at - step.before.taken_at),
        )


def _screen_view(episode: Episode, index: int, *, gallery: Gallery, location: str) -> ScreenView:
    shot = episode.shots[index]
    return ScreenView(
        shot,
        gallery.view(shot.picture, location),
        gallery.thumbnail(shot.picture),
        max(0.0, shot.taken_at - start_time(episode)),
    )


def _exchange_view(exchange: Exchange, gallery: Gallery, *, location: str) -> ExchangeView:
    options = getattr(exchange.prompt.form, "options", ())
    picked = exchange.reply.picked
    lines = [f"{i + 1}. {options[i]}" if 0 <= i < len(options) else f"no option {i + 1}" for i in picked]
    views = tuple(gallery.view(picture, location) for picture in exchange.prompt.pictures)
    return ExchangeView(exchange, "\n".join(lines) or exchange.reply.text, views)
