"""Page for reviewing runs and synthesized subtasks, with the view of each item."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.step_description import describe_step
from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.report.embedded_pictures import data_url
from onscreen.report.html_text_format import format_duration, make_visible, one_line
from onscreen.report.outcome_summary import start_time, summarize_outcome
from onscreen.report.page_template import render_page
from onscreen.store.episode_store import load_episode
from onscreen.store.review_items import ReviewItem, item_file
from onscreen.types import Episode, Picture
from onscreen.types.errors import BrokenEpisode
from onscreen.types.pluralization import count_noun

WEBP_QUALITY = 75
MAX_SCREENS = 3
"""Maximum number of last screens of a run that are shown."""
MAX_STEPS = 12
"""Maximum number of last steps of a run that are listed."""


class ReviewPicture(msgspec.Struct, frozen=True):
    """A picture on the page with its caption, as a data: URL."""

    caption: str
    url: str


class ReviewView(msgspec.Struct, frozen=True):
    """View of an item on the page: pictures, and the evidence in words, one line each.

    `steps` describe the last steps of a run.
    """

    id: str
    kind: str
    instruction: str
    evidence: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    pictures: tuple[ReviewPicture, ...] = ()


def review_page(folder: Path) -> str:
    """Render the page; a script in it requests the items from the server."""
    return render_page("review", is_served=True, folder=str(folder))


def view_item(folder: Path, item: ReviewItem) -> ReviewView:
    """Build the view of an item; the evidence mentions a missing picture or episode."""
    view = ReviewView(item.id, item.kind, make_visible(item.instruction))
    if item.kind == "run":
        return _view_run(folder, item, view=view)
    pictures, evidence = [], [f"Check: {item.check_in_words}"] if item.check_in_words else []
    evidence += [item.reason] if item.reason else []
    for caption, path in (("before", item.picture_before), ("after", item.picture_after)):
        file = item_file(folder, path)
        if file is not None:
            pictures.append(ReviewPicture(caption, data_url(Picture(file.read_bytes()), WEBP_QUALITY)))
        elif path:
            evidence.append(f"The picture {path} is not in {folder}.")
    return msgspec.structs.replace(
        view, evidence=tuple(map(make_visible, evidence)), pictures=tuple(pictures)
    )


def _view_run(folder: Path, item: ReviewItem, *, view: ReviewView) -> ReviewView:
    try:
        path = item_file(folder, item.episode)
        episode = load_episode(path or folder / item.episode)
    except BrokenEpisode as error:
        return msgspec.structs.replace(view, evidence=(f"The run cannot be shown: {error}",))
    steps = [one_line(describe_step(step)) for step in past_steps(episode)]
    return msgspec.structs.replace(
        view,
        evidence=tuple(map(make_visible, _describe_run(episode, item))),
        steps=tuple(f"{number}. {text}" for number, text in enumerate(steps, 1))[-MAX_STEPS:],
        pictures=tuple(_last_screens(episode)),
    )


def _describe_run(episode: Episode, item: ReviewItem) -> Iterator[str]:
    """Yield the evidence for and against the claim that a run did its task."""
    if item.reason:
        yield f"In doubt: {item.reason}."
    outcome = summarize_outcome(episode)
    answer = f", with the answer {outcome.answer!r}" if outcome.answer else ""
    reason = episode.stop.reason if episode.stop else "not finished"
    seconds = format_duration(episode.last.taken_at - start_time(episode))
    steps = count_noun(len(episode.decisions), "step")
    yield f"The run ended with {reason!r} after {steps} and {seconds}{answer}."
    plan = episode.decisions[-1].plan if episode.decisions else None
    found = find_contradictions(episode, plan, answer=outcome.answer) if plan else ()
    for each in found:
        yield f"Against it: {each.text}."
    if not found:
        yield "The rules found nothing that contradicts the claim."


def _last_screens(episode: Episode) -> Iterator[ReviewPicture]:
    """Yield the last distinct screens of a run, oldest first."""
    shots = {shot.picture.sha256: (index, shot) for index, shot in enumerate(episode.shots)}
    last = sorted(shots.values(), key=lambda pair: pair[0])[-MAX_SCREENS:]
    for index, shot in last:
        yield ReviewPicture(f"after step {index}" if index else "start", data_url(shot.picture, WEBP_QUALITY))
