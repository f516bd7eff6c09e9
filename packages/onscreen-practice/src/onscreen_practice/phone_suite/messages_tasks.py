"""Task factories for the Messages app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen.types import AnyOf, Check
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.messages_state import Thread
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.state_mutations import Edit, delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_change, removes
from onscreen_practice.state.value_patterns import Digits, Expected, ExpectedFields, any_order, one_of
from onscreen_practice.task_recipe import TaskRecipe, hold, tap, type_text

_TEXTS = (
    "Running ten minutes late", "The package is here", "Can you call me tonight?",
    "I left the keys with the neighbor", "Thanks again for yesterday", "Please bring the blue folder",
    "The train is delayed",
)  # fmt: skip
_GROUPS = ("Book club", "Ski weekend", "Choir", "Moving day", "Quiz night")


def find_thread(state: PhoneState, topic: str) -> Thread:
    """Find the text conversation about the given topic."""
    return next(each for each in state.messages.threads if each.topic == topic)


def find_name(state: PhoneState, thread: Thread) -> str:
    """Look up the name of a text conversation's first participant.

    Returns the phone number if it belongs to no known person.
    """
    number = thread.numbers[0]
    return next((person.name for person in state.people if person.phone == number), number)


def find_numbers(state: PhoneState, person: Person) -> tuple[str, ...]:
    """List the phone numbers in a person's contact entry."""
    return tuple(line.value for line in state.contacts.find(person).phones)


def text_sent(state: PhoneState, person: Person, *changes: Change, **fields: Expected) -> Check:
    """Build a check that one matching text message was sent to any of a person's phone numbers.

    Args:
        state: the phone's state at the start.
        person: the recipient.
        changes: other expected changes of the phone's state.
        fields: the expected fields of the message, which by default is not scheduled.
    """
    message: ExpectedFields = {"by": "", "due": "", **fields}
    ways = [message_to(state, number, message=message) for number in find_numbers(state, person)]
    checks = tuple(state_is(*way, *changes) for way in ways)
    return checks[0] if len(checks) == 1 else AnyOf(checks)


def message_to(state: PhoneState, number: str, *, message: ExpectedFields) -> tuple[Change, ...]:
    """Build the expected state changes for a message sent to a phone number.

    The message starts a new conversation if no conversation with the number exists.
    """
    thread = next((each for each in state.messages.threads if each.numbers == (number,)), None)
    if thread is None:
        return (adds("messages.threads", {"numbers": [number], "messages": [message]}),)
    path = f"messages.threads[id={thread.id}]"
    return adds(f"{path}.messages", message), may_change(f"{path}.archived")


def spoil_message(field: str, value: str | list[bool | int | float | str | None]) -> Edit:
    """Build a state edit that sets one field in every message sent since the task started."""
    return put(f"messages.threads[*].messages[+].{field}", value)


def send_message(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to send a text message to a contact in the Messages app."""
    person, text = rng.choice(state.people), rng.choice(_TEXTS)
    return state_task(
        'Send {name} a text message that says "{text}"',
        {"name": person.name, "text": text},
        check=text_sent(state, person, text=text, files=[]),
        spoil=spoil_message("text", f"{text}!"),
        moves=(
            tap("Messages"), tap("Start chat"), tap(person.name), type_text("Text message", text),
            tap("Send"),
        ),
        layout="changing",
    )  # fmt: skip


def archive_threads(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to archive two conversations in the Messages app."""
    shown = [
        each
        for each in state.messages.threads
        if not each.archived and find_name(state, each) != each.numbers[0]
    ]
    one, two = rng.sample([each for each in shown if not each.title], 2)
    archived = [becomes(f"messages.threads[id={each.id}].archived", True) for each in (one, two)]
    return state_task(
        "Archive my text conversations with {one} and {two}",
        {"one": find_name(state, one), "two": find_name(state, two)},
        check=state_is(*archived),
        spoil=put(f"messages.threads[id={two.id}].archived", False),
        moves=(tap("Messages"), hold(find_name(state, one)), tap(find_name(state, two)), tap("Archive")),
        layout="changing",
    )


def delete_thread(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete the conversation with a company in the Messages app."""
    gone = rng.choice(
        [each for each in state.messages.threads if each.id in {"thread20", "thread21", "thread22"}]
    )
    return state_task(
        "Delete the whole text conversation with {number}",
        {"number": gone.numbers[0]},
        check=state_is(removes(f"messages.threads[id={gone.id}]")),
        spoil=delete("messages.threads[-1]"),
        moves=(
            tap("Messages"), tap(gone.numbers[0]), tap("More options"), tap("Delete conversation"),
            tap("Delete"),
        ),
        layout="changing",
    )  # fmt: skip


def block_spam(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to block the sender of a spam text message.

    The instruction does not name the app.
    """
    spam = next(each for each in state.messages.threads if each.id == "thread30")
    by_messages, by_phone = (
        adds(path, Digits(spam.numbers[0])) for path in ("messages.blocked", "phone.blocked")
    )
    thread = may_change(f"messages.threads[id={spam.id}]")
    return state_task(
        "A stranger texts me that I have won a {thing}. Make sure that number never reaches me again",
        {"thing": spam.facts["thing"]},
        check=AnyOf(
            tuple(state_is(*ways, thread) for ways in ((by_messages,), (by_phone,), (by_messages, by_phone)))
        ),
        spoil=put("messages.blocked[+]", "72727"),
        moves=(tap("Messages"), tap(spam.numbers[0]), tap("More options"), tap("Block"), tap("Block")),
        kind="abstract",
        layout="changing",
    )


def schedule_message(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to schedule a text message for the next day in the Messages app."""
    person, text = rng.choice(state.people), rng.choice(_TEXTS)
    hour, minute = rng.randint(6, 21), rng.choice((10, 25, 40, 50))
    time = f"{hour:02}:{minute:02}"
    return state_task(
        'Text {name} "{text}" from Messages, scheduled to go out tomorrow at {time}, not now',
        {"name": person.name, "text": text, "time": time},
        check=text_sent(state, person, text=text, due=f"2026-03-13T{time}", files=[]),
        spoil=spoil_message("due", f"2026-03-14T{time}"),
        moves=(
            tap("Messages"), tap("Start chat"), tap(person.name), type_text("Text message", text),
            tap("Attach"), tap("Schedule send"), tap("Tomorrow"), type_text("Hour", str(hour)),
            type_text("Minute", str(minute)), tap("OK"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def find_door_code(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task that asks for a door code from an old text message."""
    about = find_thread(state, "door")
    code = about.facts["code"]
    return question_task(
        "What door code did {name} text me?",
        {"name": find_name(state, about)},
        answer=code,
        wrong=str(int(code) + 1),
        moves=(tap("Messages"), tap("Search conversations"), type_text("Search messages", "door code")),
        layout="changing",
    )


def star_message(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to find and star an old message in the Messages app."""
    about = find_thread(state, "address")
    message = next(each for each in about.messages if about.facts["street"] in each.text)
    return state_task(
        "In Messages, star the message in which {name} tells me the new address",
        {"name": find_name(state, about)},
        check=state_is(becomes(f"messages.threads[id={about.id}].messages[id={message.id}].starred", True)),
        spoil=put("messages.threads[1].messages[0].starred", True),
        moves=(
            tap("Messages"), tap("Search conversations"),
            type_text("Search messages", about.facts["street"]), tap(message.text), hold(message.text),
            tap("Star message"),
        ),
        layout="changing",
    )  # fmt: skip


def start_group(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to start a named group chat and send its first message in the Messages app."""
    members, title, text = rng.sample(state.people, 3), rng.choice(_GROUPS), rng.choice(_TEXTS)
    members.sort(key=lambda person: person.name)
    everyone = any_order(*(one_of(*find_numbers(state, person)) for person in members))
    thread: ExpectedFields = {"title": title, "numbers": everyone, "messages": [{"text": text}]}
    return state_task(
        'Start a group chat in Messages with {one}, {two} and {three}, name the group {title} and'
        ' send "{text}"',
        dict(zip(("one", "two", "three"), (each.name for each in members), strict=True))
        | {"title": title, "text": text},
        check=state_is(adds("messages.threads", thread)),
        spoil=delete("messages.threads[+].numbers[-1]"),
        moves=(
            tap("Messages"), tap("Start chat"), tap("Create group"),
            *(tap(person.name) for person in members), tap("Next"),
            type_text("Group name (optional)", title), tap("Done"), type_text("Text message", text),
            tap("Send"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def set_text_size(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the text size in the Messages app."""
    size = rng.choice([each for each in ("Small", "Large") if each != state.messages.options.text_size])
    return state_task(
        "Set the text size of Messages to {size}",
        {"size": size},
        check=state_is(becomes("messages.options.text_size", size)),
        spoil=put("messages.options.text_size", "Normal"),
        moves=(tap("Messages"), tap("More options"), tap("Settings"), tap("Text size"), tap(size)),
    )


def rename_group(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to rename a group chat and turn off its notifications in the Messages app."""
    title, path = rng.choice(_GROUPS), f"messages.threads[id={find_thread(state, 'group').id}]"
    return state_task(
        "In Messages, rename the group {old} to {title} and turn off its notifications",
        {"old": find_thread(state, "group").title, "title": title},
        check=state_is(becomes(f"{path}.title", title), becomes(f"{path}.muted", True)),
        spoil=put("messages.threads[0].muted", True),
        moves=(
            tap("Messages"), tap("Lake trip"), tap("More options"), tap("Details"), tap("Group name"),
            type_text("Group name", title), tap("OK"), tap("Notifications"),
        ),
        layout="changing",
    )  # fmt: skip


MESSAGES: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "messages-send": send_message,
        "messages-archive-two": archive_threads,
        "messages-delete-thread": delete_thread,
        "messages-block-prize": block_spam,
        "messages-schedule": schedule_message,
        "messages-door-code": find_door_code,
        "messages-star-address": star_message,
        "messages-new-group": start_group,
        "messages-text-size": set_text_size,
        "messages-rename-group": rename_group,
    }
)
