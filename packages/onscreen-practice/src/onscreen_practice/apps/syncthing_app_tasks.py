"""Tasks in Syncthing, a file synchronization program."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.syncthing_app import DEVICES, FOLDERS, OWN_DEVICE, SeedFolder, device_id
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Text, any_order
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, scroll, select, tap, type_text

_APP = "syncthing"
_SAVE = click("button", "Save")


def _edit(folder: SeedFolder, tab: str, *moves: Move) -> tuple[Move, ...]:
    """Return the actions that open a tab of a folder's dialog, perform `moves` and save."""
    return tap(folder.label), click("button", "Edit"), click("link", tab), *moves, _SAVE


def _open_device(name: str, button: str) -> tuple[Move, ...]:
    """Return the actions that open a device's panel, scroll down and click a button."""
    return click("button", f"Disconnected {name}"), scroll("down"), click("button", button)


def _edit_device(name: str, *moves: Move) -> tuple[Move, ...]:
    return *_open_device(name, "Edit"), click("link", "Advanced"), *moves, _SAVE


def _path(folder: SeedFolder, field: str) -> str:
    return f"syncthing.folders[id={folder.id}].{field}"


def rename_folder(rng: Random) -> TaskRecipe:
    """Create a task to change the label of a folder."""
    folder, other = rng.sample(FOLDERS, 2)
    label = f"{folder.label} {rng.choice(('2026', 'archive', 'shared'))}"
    return change_task(
        _APP,
        f'Give the folder "{folder.label}" the new label "{label}".',
        becomes(_path(folder, "label"), Text(label)),
        moves=_edit(folder, "General", type_text("Folder Label", label)),
        near=_edit(other, "General", type_text("Folder Label", label)),
    )


def share_folder(rng: Random) -> TaskRecipe:
    """Create a task to share a folder with another device."""
    folder = rng.choice(FOLDERS)
    device, wrong = rng.sample([each for each in DEVICES if each not in folder.devices], 2)
    return change_task(
        _APP,
        f"Share the folder {folder.label} with {device} as well.",
        becomes(_path(folder, "devices"), any_order(*folder.devices, OWN_DEVICE, device)),
        moves=_edit(folder, "Sharing", click("checkbox", device)),
        near=_edit(folder, "Sharing", click("checkbox", wrong)),
    )


def unshare_folder(rng: Random) -> TaskRecipe:
    """Create a task to stop sharing a folder with one of two devices."""
    folder = rng.choice([each for each in FOLDERS if len(each.devices) > 1])
    gone, kept = rng.sample(folder.devices, 2)
    return change_task(
        _APP,
        f"{gone} does not need {folder.label} any more. Stop sharing that folder with it.",
        becomes(_path(folder, "devices"), any_order(kept, OWN_DEVICE)),
        moves=_edit(folder, "Sharing", click("checkbox", gone)),
        near=_edit(folder, "Sharing", click("checkbox", kept)),
    )


def keep_versions(rng: Random) -> TaskRecipe:
    """Create a task to keep old versions of the files in a folder."""
    folder = rng.choice(FOLDERS)
    count, days = rng.choice((3, 4, 8, 12)), rng.choice((14, 30, 60))
    versioning = {"type": "simple", "keep": str(count), "cleanoutDays": str(days)}

    def choose(number: int) -> tuple[Move, ...]:
        kind = select("File Versioning", "Simple File Versioning")
        fields = (("Keep Versions", number), ("Clean out after", days))
        return kind, *(type_text(name, str(value), role="spinbutton") for name, value in fields)

    return change_task(
        _APP,
        f"Turn on simple file versioning for the folder {folder.label}. Keep {count} versions of each file "
        f"and clean them out after {days} days.",
        becomes(_path(folder, "versioning"), {**versioning, "cleanupIntervalS": "3600", "fsType": "basic"}),
        moves=_edit(folder, "File Versioning", *choose(count)),
        near=_edit(folder, "File Versioning", *choose(count + 1)),
    )


def ignore_files(rng: Random) -> TaskRecipe:
    """Create a task to add an ignore pattern to a folder."""
    folder = rng.choice(FOLDERS)
    pattern, wrong = rng.sample(("*.tmp", "*.bak", "drafts", "*.psd"), 2)

    def write(text: str) -> Move:
        return Move("type", "textbox", "", text)

    return change_task(
        _APP,
        f"Files that match {pattern} in the folder {folder.label} should not be synchronized. Add the "
        "ignore pattern.",
        becomes(_path(folder, "ignores"), [Text(pattern)]),
        moves=_edit(folder, "Ignore Patterns", write(pattern)),
        near=_edit(folder, "Ignore Patterns", write(wrong)),
    )


def send_only(rng: Random) -> TaskRecipe:
    """Create a task to make a folder send-only and change its rescan interval."""
    folder = rng.choice(FOLDERS)
    minutes = rng.choice((5, 10, 20, 30))

    def choose(kind: str) -> tuple[Move, ...]:
        interval = type_text("Full Rescan Interval (s)", str(minutes * 60), role="spinbutton")
        return interval, select("Folder Type", kind)

    return change_task(
        _APP,
        f"Make {folder.label} a send-only folder that is fully rescanned every {minutes} minutes.",
        becomes(_path(folder, "type"), "sendonly"),
        becomes(_path(folder, "rescan_seconds"), str(minutes * 60)),
        moves=_edit(folder, "Advanced", *choose("Send Only")),
        near=_edit(folder, "Advanced", *choose("Receive Only")),
    )


def pause_device(rng: Random) -> TaskRecipe:
    """Create a task to pause a device."""
    device, wrong = rng.sample(DEVICES, 2)
    return change_task(
        _APP,
        f"Pause the synchronization with {device}.",
        becomes(f"syncthing.devices[name={device}].paused", "true"),
        moves=_open_device(device, "Pause"),
        near=_open_device(wrong, "Pause"),
    )


def set_address(rng: Random) -> TaskRecipe:
    """Create a task to enter a device's address and compress all data sent to the device."""
    device, other = rng.sample(DEVICES, 2)
    address = f"tcp://192.168.1.{rng.randint(20, 90)}:22000"
    fields = type_text("Addresses", address), select("Compression", "All Data")
    return change_task(
        _APP,
        f"The device {device} can be reached at {address} only. Enter this address for it, and compress all "
        "data that is sent to it.",
        becomes(f"syncthing.devices[name={device}].addresses", [address]),
        becomes(f"syncthing.devices[name={device}].compression", "always"),
        moves=_edit_device(device, *fields),
        near=_edit_device(other, *fields),
    )


def add_device(rng: Random) -> TaskRecipe:
    """Create a task to add a device by its ID."""
    name, other = rng.sample(("office-pc", "oskar-phone", "car-player"), 2)

    def add(identifier: str) -> tuple[Move, ...]:
        fields = type_text("Device ID", identifier, role="combobox"), type_text("Device Name", name)
        return click("button", "Add Remote Device"), *fields, click("link", "Sharing"), _SAVE

    return change_task(
        _APP,
        f"Add a device called {name} with the device ID {device_id(name)}.",
        adds("syncthing.devices", {"id": device_id(name), "name": name, "addresses": ["dynamic"]}),
        moves=add(device_id(name)),
        near=add(device_id(other)),
    )


def remove_folder(rng: Random) -> TaskRecipe:
    """Create a task to remove a folder from the synchronization."""
    folder, other = rng.sample(FOLDERS, 2)

    def remove(each: SeedFolder) -> tuple[Move, ...]:
        opened = tap(each.label), click("button", "Edit")
        return *opened, click("button", "Remove"), click("button", "Yes")

    return change_task(
        _APP,
        f"Stop synchronizing the folder {folder.label}: remove it from the list of folders.",
        removes(f"syncthing.folders[id={folder.id}]"),
        moves=remove(folder),
        near=remove(other),
    )


def find_shared(rng: Random) -> TaskRecipe:
    """Create a task that asks which folder is shared with a device."""
    folder, device = rng.choice(((FOLDERS[0], "nadia-phone"), (FOLDERS[3], "garden-laptop")))
    wrong = rng.choice([each.label for each in FOLDERS if each != folder])
    return question_task(
        _APP,
        f"Which folder is shared with {device}?",
        answer=folder.label,
        wrong=wrong,
        moves=(click("button", f"Disconnected {device}"),),
    )


def delete_file(rng: Random) -> TaskRecipe:
    """Create an infeasible task: delete one file in a folder."""
    folder = rng.choice(FOLDERS)
    return impossible_task(
        _APP,
        f"Delete the file {folder.file} in the folder {folder.label} from this computer.",
        moves=(tap(folder.label),),
        near=_edit(folder, "Ignore Patterns", Move("type", "textbox", "", folder.file)),
    )


SYNCTHING_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "syncthing-rename": rename_folder,
        "syncthing-share": share_folder,
        "syncthing-unshare": unshare_folder,
        "syncthing-versions": keep_versions,
        "syncthing-ignore": ignore_files,
        "syncthing-send-only": send_only,
        "syncthing-pause": pause_device,
        "syncthing-address": set_address,
        "syncthing-add-device": add_device,
        "syncthing-remove-folder": remove_folder,
        "syncthing-shared-with": find_shared,
        "syncthing-delete-file-impossible": delete_file,
    }
)
