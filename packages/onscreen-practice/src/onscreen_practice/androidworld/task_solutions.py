"""Scripted solutions of AndroidWorld's tasks on the practice phone, which show that they can be solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from onscreen_practice.androidworld.task_client import Parameters
from onscreen_practice.task_recipe import BACK, DONE, Move, hold, press, set_slider, tap, type_text

_APPLICATIONS: Mapping[str, str] = {
    "camera": "Camera",
    "clock": "Clock",
    "contacts": "Contacts",
    "dialer": "Phone",
    "settings": "Settings",
}
"""The phone's name of each application, keyed by AndroidWorld's name."""

Moves = tuple[Move, ...]


def find_solution(name: str, parameters: Parameters) -> Moves:
    """Return the scripted actions that solve the named task with the given parameters.

    Raises:
        LookupError: the task has no scripted solution, or lacks a parameter.
    """
    return (*_SOLUTIONS[name](parameters), DONE)


def _open(application: str) -> Move:
    return Move("open", text=application)


def _fill_contact(first: str, last: str, *, number: str) -> Moves:
    return (
        _open("Contacts"),
        tap("Create contact"),
        type_text("First name", first),
        type_text("Last name", last),
        type_text("Phone", number),
    )


def _add_contact(values: Parameters) -> Moves:
    first, _, last = str(values["name"]).partition(" ")
    return (*_fill_contact(first, last, number=str(values["number"])), tap("Save"))


def _draft_contact(values: Parameters) -> Moves:
    filled = _fill_contact(str(values["first"]), str(values["last"]), number=str(values["phone"]))
    return (*filled, tap("Mobile Phone"), tap(str(values["phone_label"])))


def _send(number: str, text: str) -> Moves:
    return (
        _open("Messages"),
        tap("Start chat"),
        type_text("Type a name or phone number", number),
        tap(f"Send to {number}"),
        type_text("Text message", text),
        tap("Send"),
    )


def _send_message(values: Parameters) -> Moves:
    return _send(str(values["number"]), str(values["message"]))


def _reply(values: Parameters) -> Moves:
    number, message = str(values["number"]), str(values["message"])
    return (_open("Messages"), tap(number), type_text("Text message", message), tap("Send"))


def _send_to_contact(values: Parameters) -> Moves:
    name, message = str(values["name1"]), str(values["message"])
    return (_open("Messages"), tap("Start chat"), tap(name), type_text("Text message", message), tap("Send"))


def _resend(values: Parameters) -> Moves:
    """Send the given message again; its conversation is open in Messages when the task starts."""
    return (_open("Messages"), type_text("Text message", str(values["message"])), tap("Send"))


def _set_timer(values: Parameters) -> Moves:
    fields = [type_text(unit.capitalize(), str(values[unit])) for unit in ("hours", "minutes", "seconds")]
    return (_open("Clock"), tap("Timer"), tap("Add timer"), *fields)


def _open_folder(name: str) -> Moves:
    return (_open("Files"), tap("Internal storage"), tap(name))


def _delete_file(values: Parameters) -> Moves:
    folder, name = str(values["subfolder"]), str(values["file_name"])
    return (*_open_folder(folder), hold(name), tap("Delete"), tap("Move to bin"))


def _move_file(values: Parameters) -> Moves:
    source, target = str(values["source_folder"]), str(values["destination_folder"])
    choice = (tap("Move to"), tap("Parent folder"), tap(target), tap("Move here"))
    return (*_open_folder(source), hold(str(values["file_name"])), *choice)


def _copy_photo(values: Parameters) -> Moves:
    photo = tap(f"Photo of {values['file_name']}")
    return (_open("Gallery"), photo, tap("More options"), tap("Copy to album"), tap("Download"))


def _copy_text(values: Parameters) -> Moves:
    text = str(values["clipboard_content"])
    field = type_text("Search contacts", text)
    return (_open("Contacts"), field, press("Control+a"), press("Control+c"))


def _open_application(values: Parameters) -> Moves:
    return (_open(_APPLICATIONS[str(values["app_name"])]),)


def _fixed(*moves: Move) -> Callable[[Parameters], Moves]:
    return lambda _values: moves


_WIFI = (_open("Settings"), tap("Network & internet"), tap("Internet"), tap("Wi-Fi"))
_BLUETOOTH = (_open("Settings"), tap("Connected devices"), tap("Bluetooth"))
_DISPLAY = (_open("Settings"), tap("Display"))

_SOLUTIONS: Mapping[str, Callable[[Parameters], Moves]] = {
    "CameraTakePhoto": _fixed(_open("Camera"), tap("Take photo")),
    "CameraTakeVideo": _fixed(_open("Camera"), tap("Video"), tap("Start recording"), tap("Stop recording")),
    "ClockStopWatchPausedVerify": _fixed(_open("Clock"), tap("Stopwatch")),
    "ClockStopWatchRunning": _fixed(_open("Clock"), tap("Stopwatch"), tap("Start")),
    "ClockTimerEntry": _set_timer,
    "ContactsAddContact": _add_contact,
    "ContactsNewContactDraft": _draft_contact,
    "FilesDeleteFile": _delete_file,
    "FilesMoveFile": _move_file,
    "OpenAppTaskEval": _open_application,
    "SaveCopyOfReceiptTaskEval": _copy_photo,
    "SimpleSmsReply": _reply,
    "SimpleSmsReplyMostRecent": _reply,
    "SimpleSmsResend": _resend,
    "SimpleSmsSend": _send_message,
    "SimpleSmsSendClipboardContent": _send_message,
    "SimpleSmsSendReceivedAddress": _send_to_contact,
    "SystemBluetoothTurnOff": _fixed(*_BLUETOOTH),
    "SystemBluetoothTurnOn": _fixed(*_BLUETOOTH),
    "SystemBrightnessMax": _fixed(*_DISPLAY, set_slider("Brightness level", 1)),
    "SystemBrightnessMin": _fixed(*_DISPLAY, set_slider("Brightness level", 0)),
    "SystemCopyToClipboard": _copy_text,
    "SystemWifiTurnOff": _fixed(*_WIFI),
    "SystemWifiTurnOn": _fixed(*_WIFI),
    "TurnOffWifiAndTurnOnBluetooth": _fixed(*_WIFI, BACK, BACK, *_BLUETOOTH),
    "TurnOnWifiAndOpenApp": lambda values: (*_WIFI, *_open_application(values)),
}
