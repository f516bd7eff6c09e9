"""Tasks in the BitTorrent client Transmission."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.apps_device import UPLOADS
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.apps.transmission_app import TORRENTS
from onscreen_practice.state.expected_changes import adds, becomes, may_change, removes
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, select, tap, type_text, upload

_APP = "transmission"
_NAMES = tuple(each.name for each in TORRENTS)
_UPLOADED = str(UPLOADS / "paper-boats.torrent")


def _number(number: float, name: str, *, rank: int = 0) -> Move:
    """Return the action that fills in a number field, given by its name and 0-based rank."""
    return Move("type", "spinbutton", name, f"{number:g}", rank)


def _prefer(tab: str, *moves: Move) -> tuple[Move, ...]:
    """Return the actions that change settings on a tab of the preferences."""
    return tap("Edit Preferences…"), tap(tab), *moves, click("button", "Close")


def _open_files(torrent: str) -> tuple[Move, ...]:
    """Return the actions that show a torrent's files in the inspector."""
    return tap(torrent), tap("Toggle Inspector"), tap("Files")


def _setting(name: str) -> str:
    return f"transmission.settings[{name}]"


def start_torrent(rng: Random) -> TaskRecipe:
    """Create a task to start one download."""
    name, other = rng.sample(_NAMES, 2)
    return change_task(
        _APP,
        f"Start the download of {name}, and no other.",
        becomes(f"transmission.torrents[id={name}].is_started", True),
        moves=(tap(name), tap("Start Selected Torrents")),
        near=(tap(other), tap("Start Selected Torrents")),
    )


def remove_torrent(rng: Random) -> TaskRecipe:
    """Create a task to remove a download from the list."""
    name, other = rng.sample(_NAMES, 2)

    def remove(torrent: str) -> tuple[Move, ...]:
        return tap(torrent), tap("Remove Selected Torrents"), click("link", "Remove")

    return change_task(
        _APP,
        f"I don't need {name} any more. Remove it from the list of downloads.",
        removes(f"transmission.torrents[id={name}]"),
        may_change("transmission.torrents[*].position"),  # the others move up in the queue
        moves=remove(name),
        near=remove(other),
    )


def skip_file(rng: Random) -> TaskRecipe:
    """Create a task to exclude one file of a torrent from the download."""
    torrent = rng.choice(TORRENTS)
    ranks = rng.sample(range(len(torrent.files)), 2)

    def uncheck(rank: int) -> tuple[Move, ...]:
        return *_open_files(torrent.name), Move("click", "checkbox", "Download file", nth=rank + 1)

    file = tuple(torrent.files)[ranks[0]]
    return change_task(
        _APP,
        f"Leave the file {file} out of the download {torrent.name}.",
        becomes(f"transmission.torrents[id={torrent.name}].files[id={file}].wanted", False),
        moves=uncheck(ranks[0]),
        near=uncheck(ranks[1]),
    )


def prefer_file(rng: Random) -> TaskRecipe:
    """Create a task to change the priority of one file."""
    torrent = rng.choice(TORRENTS)
    rank, wrong = rng.sample(range(len(torrent.files)), 2)
    priority = rng.choice(("high", "low"))

    def choose(number: int) -> tuple[Move, ...]:
        return *_open_files(torrent.name), tap(f"{priority.capitalize()} Priority", nth=number + 1)

    file = tuple(torrent.files)[rank]
    return change_task(
        _APP,
        f"Give the file {file} of {torrent.name} {priority} priority.",
        becomes(f"transmission.torrents[id={torrent.name}].files[id={file}].priority", priority),
        moves=choose(rank),
        near=choose(wrong),
    )


def limit_speed(rng: Random) -> TaskRecipe:
    """Create a task to limit the speed of downloads or uploads."""
    kind, wrong = rng.choice((("Download", "Upload"), ("Upload", "Download")))
    speed = rng.choice((250, 400, 800))
    short = "down" if kind == "Download" else "up"

    def limit(which: str) -> tuple[Move, ...]:
        name = f"{which} (kB/s):"
        return _prefer("Speed", click("checkbox", name), _number(speed, name))

    return change_task(
        _APP,
        f"Limit the normal {kind.lower()} speed to {speed} kB/s.",
        becomes(_setting(f"speed-limit-{short}"), speed),
        becomes(_setting(f"speed-limit-{short}-enabled"), True),
        moves=limit(kind),
        near=limit(wrong),
    )


def use_slow_mode(rng: Random) -> TaskRecipe:
    """Create a task to set the temporary speed limits and turn them on."""
    up, down = rng.choice((10, 15, 20)), rng.choice((30, 60, 80))
    turn_on = tap("Click to enable Temporary Speed Limits")

    def choose(first: int, second: int) -> tuple[Move, ...]:
        alternative = 1
        fields = (
            _number(first, "Upload (kB/s):", rank=alternative),
            _number(second, "Download (kB/s):", rank=alternative),
        )
        return *_prefer("Speed", *fields), turn_on

    return change_task(
        _APP,
        f"Set the alternative speed limits to {up} kB/s for uploads and {down} kB/s for downloads, then turn "
        "them on.",
        becomes(_setting("alt-speed-up"), up),
        becomes(_setting("alt-speed-down"), down),
        becomes(_setting("alt-speed-enabled"), True),
        moves=choose(up, down),
        near=choose(down, up),
    )


def schedule_limits(rng: Random) -> TaskRecipe:
    """Create a task to schedule the alternative speed limits."""
    days, number = rng.choice((("Weekends", 65), ("Weekdays", 62), ("Friday", 32)))
    hour = rng.randint(10, 14)

    def choose(first: str) -> tuple[Move, ...]:
        schedule = click("checkbox", "Scheduled Times"), select("On days:", days)
        return _prefer("Speed", *schedule, select("From:", first))

    return change_task(
        _APP,
        f"Schedule the alternative speed limits: {days} from {hour}:30 to 17:00.",
        becomes(_setting("alt-speed-time-enabled"), True),
        becomes(_setting("alt-speed-time-day"), number),
        becomes(_setting("alt-speed-time-begin"), hour * 60 + 30),
        moves=choose(f"{hour}:30"),
        near=choose(f"{hour}:00"),
    )


def limit_ratio(rng: Random) -> TaskRecipe:
    """Create a task to stop seeding at a share ratio."""
    ratio = rng.choice((1.25, 1.5, 2.5, 3))

    def choose(number: float) -> tuple[Move, ...]:
        name = "Stop seeding at ratio:"
        return _prefer("Torrents", click("checkbox", name), _number(number, name))

    return change_task(
        _APP,
        f"Torrents should stop seeding at a ratio of {ratio:g}. Change the preferences.",
        becomes(_setting("seedRatioLimited"), True),
        becomes(_setting("seedRatioLimit"), ratio),
        moves=choose(ratio),
        near=choose(ratio + 1),
    )


def limit_peers(rng: Random) -> TaskRecipe:
    """Create a task to change the peer limit and the encryption mode."""
    count = rng.choice((20, 30, 80))

    def choose(encryption: str) -> tuple[Move, ...]:
        return _prefer(
            "Peers", _number(count, "Max peers per torrent:"), select("Encryption mode:", encryption)
        )

    return change_task(
        _APP,
        f"Allow at most {count} peers for each torrent, and require encryption.",
        becomes(_setting("peer-limit-per-torrent"), count),
        becomes(_setting("encryption"), "required"),
        moves=choose("Require encryption"),
        near=choose("Allow encryption"),
    )


def add_torrent(rng: Random) -> TaskRecipe:
    """Create a task to add a torrent file with a destination folder."""
    folder, wrong = rng.sample(("/downloads/models", "/downloads/paper", "/media/crafts"), 2)

    def add(destination: str) -> tuple[Move, ...]:
        chosen = upload("button", "Please select a torrent file to upload:", path=_UPLOADED)
        typed = type_text("Destination folder:", destination)
        return tap("Open Torrent"), chosen, typed, click("link", "Upload")

    return change_task(
        _APP,
        f"Add the torrent file {_UPLOADED} with the destination folder {folder}. Do not start it yet.",
        adds("transmission.torrents", {"id": "paper-boats", "folder": folder, "is_started": False}),
        moves=add(folder),
        near=add(wrong),
    )


def read_comment(rng: Random) -> TaskRecipe:
    """Create a task that asks for a torrent's detail, which the inspector shows."""
    name, question, answer, wrong = rng.choice(
        (
            ("kite-plans", "In which year were the kite-plans scanned?", "1998", "1988"),
            ("night-sky", "Who photographed night-sky?", "Edda Lau", "Edda Law"),
            ("lindia-linux", "Which release of lindia-linux is in the list of downloads?", "7.2", "7.1"),
            ("harbour-sounds", "At which pier were the harbour-sounds recorded?", "4", "7"),
        )
    )
    asked = f"{question} It is in the comment of the download."
    return question_task(_APP, asked, answer=answer, wrong=wrong, moves=(tap(name), tap("Toggle Inspector")))


def create_torrent(rng: Random) -> TaskRecipe:
    """Create an infeasible task: create a torrent from a folder."""
    folder = rng.choice(("/media/holiday", "/media/choir", "/media/garden"))
    typed = type_text("Or enter a URL:", folder)
    return impossible_task(
        _APP,
        f"Create a new torrent file of the folder {folder} on this computer.",
        moves=(tap("Open Torrent"), tap("Cancel")),
        near=(tap("Open Torrent"), typed, click("link", "Upload")),
    )


TRANSMISSION_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "transmission-start": start_torrent,
        "transmission-remove": remove_torrent,
        "transmission-skip-file": skip_file,
        "transmission-priority": prefer_file,
        "transmission-limit": limit_speed,
        "transmission-slow": use_slow_mode,
        "transmission-schedule": schedule_limits,
        "transmission-ratio": limit_ratio,
        "transmission-peers": limit_peers,
        "transmission-add": add_torrent,
        "transmission-comment": read_comment,
        "transmission-create-impossible": create_torrent,
    }
)
