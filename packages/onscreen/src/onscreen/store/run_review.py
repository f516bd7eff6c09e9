"""Review of recorded runs: conversion of runs to review items, and application of decisions."""

from __future__ import annotations

import getpass
import hashlib
import re
from pathlib import Path

from onscreen.store.episode_store import load_episode
from onscreen.store.judgements import Judgement, Verdict, add_judgement
from onscreen.store.review_items import (
    BadReview,
    ReviewDecision,
    ReviewItem,
    add_decision,
    item_file,
)
from onscreen.store.reward_log import REWARD_FILE, Reward, add_reward, load_rewards
from onscreen.types import Episode

ACCEPTED_REWARD, REJECTED_REWARD = 1.0, 0.1
"""Large and small reward of MTTIA, for an accepted and a rejected run."""
_MAX_NAME_CHARS = 60
_HASH_CHARS = 6


def run_item(folder: Path, episode_folder: Path, *, instruction: str, reason: str) -> ReviewItem:
    """Create the review item of a recorded run whose episode is inside `folder`."""
    path = episode_folder.resolve().relative_to(folder.resolve()).as_posix()
    name = re.sub(r"\W+", "-", path).strip("-")[:_MAX_NAME_CHARS] or "run"
    digest = hashlib.sha256(path.encode()).hexdigest()[:_HASH_CHARS]
    return ReviewItem(f"{name}-{digest}", "run", instruction, episode=path, reason=reason)


def decide(folder: Path, item: ReviewItem, *, decision: ReviewDecision) -> None:
    """Store a decision on an item, and update the reference and rewards learned from the run.

    An accepted run becomes a reference for similar tasks with a large reward, and its length is used to
    estimate their usual length; a rejected run is not a reference and has a small reward. Nothing is stored
    if any part fails.

    Raises:
        BadReview: the decision does not fit the kind of the item, or its episode is not in the folder.
        BrokenEpisode: the episode cannot be read.
        UsageError: the file of the rewards is damaged.
        CannotWrite: a file cannot be written.
    """
    if decision.decision == "edit" and not decision.instruction.strip():
        raise BadReview(f"the corrected instruction of {item.id!r} is empty; expected the text of the task")
    if decision.decision == "edit" and item.kind == "run":
        raise BadReview(f"{item.id!r} is a run, whose instruction cannot be edited; accept or reject it")
    if item.kind == "run":
        path = item_file(folder, item.episode)
        if path is None:
            raise BadReview(f"the episode {item.episode!r} of {item.id!r} is not in {folder}; restore it")
        episode = load_episode(path)
        load_rewards(folder / REWARD_FILE)
        is_accepted = decision.decision == "accept"
        verdict: Verdict = "good" if is_accepted else "bad"
        add_judgement(path, Judgement(verdict, at=decision.at, by=decision.by))
        add_reward(folder / REWARD_FILE, _reward(episode, is_accepted=is_accepted, by=decision.by))
    add_decision(folder, decision)


def _reward(episode: Episode, *, is_accepted: bool, by: str) -> Reward:
    return Reward(
        episode.last.app,
        episode.task.instruction,
        ACCEPTED_REWARD if is_accepted else REJECTED_REWARD,
        "completed excellently" if is_accepted else "not completed",
        episode.last.taken_at,
        by,
    )


def user_name() -> str:
    """Return the name of the user of this machine, or "user" if it is unknown."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "user"
