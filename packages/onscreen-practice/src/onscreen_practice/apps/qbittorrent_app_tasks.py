"""Tasks in the BitTorrent client qBittorrent."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.qbittorrent_app import CATEGORIES, TORRENTS
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import becomes, may_change, removes
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe, click, hover, open_menu, tap, type_text

_APP = "qbittorrent"
_NAMES = tuple(each.name for each in TORRENTS)
_INCOMPLETE = "Keep incomplete torrents in:"
_SAVED_TOO = may_change("qbittorrent.settings[mail_notification_auth_enabled]")
"""Setting that the client changes whenever the options are saved."""


def start_torrent(rng: Random) -> TaskRecipe:
    """Create a task to start one download."""
    name, other = rng.sample(_NAMES, 2)
    return change_task(
        _APP,
        f"Start downloading {name}, only that one.",
        becomes(f"qbittorrent.torrents[id={name}].is_started", True),
        moves=(tap(name), tap("Resume")),
        near=(tap(other), tap("Resume")),
    )


def remove_torrent(rng: Random) -> TaskRecipe:
    """Create a task to remove a download from the list."""
    name, other = rng.sample(_NAMES, 2)
    remove = click("link", "Remove"), click("button", "Remove")
    return change_task(
        _APP,
        f"Remove {name} from the torrents, I don't want it any more.",
        removes(f"qbittorrent.torrents[id={name}]"),
        may_change("qbittorrent.torrents[*].position"),  # the others move up in the queue
        moves=(tap(name), *remove),
        near=(tap(other), *remove),
    )


def skip_file(rng: Random) -> TaskRecipe:
    """Create a task to exclude one file of a torrent from the download."""
    torrent = rng.choice(TORRENTS)
    file, other = rng.sample(tuple(torrent.files), 2)
    show = tap(torrent.name), tap("Content")
    return change_task(
        _APP,
        f"I don't need {file} from {torrent.name}. Take that file out of the download.",
        becomes(f"qbittorrent.torrents[id={torrent.name}].files[id={file}].priority", 0),
        moves=(*show, click("checkbox", file)),
        near=(*show, click("checkbox", other)),
    )


def categorize(rng: Random) -> TaskRecipe:
    """Create a task to put a torrent into a category."""
    name, other = rng.sample(_NAMES, 2)
    category = rng.choice(CATEGORIES)
    choose = hover("Category", role="link"), click("link", category)
    return change_task(
        _APP,
        f"Put {name} into the category {category}.",
        becomes(f"qbittorrent.torrents[id={name}].category", category),
        moves=(open_menu(name), *choose),
        near=(open_menu(other), *choose),
    )


def limit_upload(rng: Random) -> TaskRecipe:
    """Create a task to limit the upload rate of all torrents."""
    speed = rng.choice((150, 220, 340))
    options, save = (tap("Options"), tap("Speed")), click("button", "Save")
    return change_task(
        _APP,
        f"In the options, limit the global upload speed to {speed} KiB/s and save.",
        becomes("qbittorrent.settings[up_limit]", speed * 1024),
        _SAVED_TOO,
        moves=(*options, type_text("Upload:", f"{speed}", role="spinbutton"), save),
        near=(*options, type_text("Download:", f"{speed}", role="spinbutton"), save),
    )


def incomplete_folder(rng: Random) -> TaskRecipe:
    """Create a task to keep incomplete torrents in a separate folder."""
    folder = rng.choice(("/downloads/partial", "/downloads/unfinished"))
    save = type_text(_INCOMPLETE, folder), click("button", "Save")
    return change_task(
        _APP,
        f"Unfinished torrents should be kept in {folder}. Change that in the options.",
        becomes("qbittorrent.settings[temp_path_enabled]", True),
        becomes("qbittorrent.settings[temp_path]", folder),
        _SAVED_TOO,
        moves=(tap("Options"), click("checkbox", _INCOMPLETE), *save),
        near=(tap("Options"), type_text("Default Save Path:", folder), save[1]),
    )


def comment(rng: Random) -> TaskRecipe:
    """Create a task that asks for the comment of a torrent."""
    torrent, other = rng.sample(TORRENTS, 2)
    return question_task(
        _APP,
        f"What does the comment of the torrent {torrent.name} say?",
        answer=torrent.comment,
        wrong=other.comment,
        moves=(tap(torrent.name),),
    )


def convert_impossible(rng: Random) -> TaskRecipe:
    """Create an infeasible task: the client does not change the files that it downloads."""
    torrent = rng.choice(TORRENTS)
    return impossible_task(
        _APP,
        f"Compress the files of {torrent.name} into a ZIP archive.",
        moves=(),
        near=(tap(torrent.name), tap("Resume")),
    )


QBITTORRENT_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "qbittorrent-start": start_torrent,
        "qbittorrent-remove": remove_torrent,
        "qbittorrent-skip-file": skip_file,
        "qbittorrent-category": categorize,
        "qbittorrent-limit": limit_upload,
        "qbittorrent-incomplete": incomplete_folder,
        "qbittorrent-comment": comment,
        "qbittorrent-convert-impossible": convert_impossible,
    }
)
"""Factories of the tasks by task name."""
