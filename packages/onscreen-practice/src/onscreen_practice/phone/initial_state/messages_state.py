"""Initial state of the messages app."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_NOW = datetime(2026, 3, 12, 9, 41)  # noqa: DTZ001  the phone's own clock
ME, THEM = True, False
_PLACES = ("Luna Cafe", "Harbor Grill", "The Blue Door", "Noodle Corner", "Garden Bistro", "Station Tavern")
_STREETS = ("Maple Street", "Canal Road", "Mill Lane", "Church Street", "Station Road", "Hill Avenue")
_DAYS = ("Friday", "Saturday", "Sunday", "Monday", "Tuesday")
_THINGS = ("ladder", "drill", "tent", "blender", "suitcase", "sewing machine")
_CONVERSATIONS: Mapping[str, tuple[tuple[bool, str], ...]] = {
    "dinner": (
        (THEM, "Are you free for dinner on {day}?"),
        (ME, "Yes! Where do we go?"),
        (THEM, "I booked a table at {place} for {time}"),
        (ME, "Great, see you there"),
    ),
    "door": (
        (ME, "I arrive late on {day}, how do I get in?"),
        (THEM, "The door code is {code}"),
        (THEM, "Ring twice if it does not work"),
        (ME, "Thank you!"),
        (THEM, "The heating is on, make yourself at home"),
    ),
    "address": (
        (ME, "What was your new address again?"),
        (THEM, "It is {house} {street}, second floor"),
        (ME, "Got it"),
        (THEM, "Parking is easiest behind the house"),
    ),
    "borrow": (
        (THEM, "Can I borrow your {thing} this weekend?"),
        (ME, "Sure, come by on {day}"),
        (THEM, "You are the best"),
    ),
    "flight": (
        (THEM, "I land on {day} at {time}"),
        (ME, "Which flight is it?"),
        (THEM, "Flight {flight}, gate opens early"),
        (ME, "I will pick you up"),
    ),
    "price": (
        (ME, "How much do you want for the {thing}?"),
        (THEM, "{price} euros and it is yours"),
        (ME, "Let me think about it"),
    ),
    "wifi": (
        (ME, "What is the wifi password at your place?"),
        (THEM, "{word}{code}"),
        (ME, "Works, thanks"),
    ),
    "running": (
        (THEM, "Are we still running on {day}?"),
        (ME, "If it does not rain"),
        (THEM, "Meet at the bridge at {time}"),
    ),
    "birthday": (
        (THEM, "What should we get for the party?"),
        (ME, "A {thing} maybe?"),
        (THEM, "Good idea, I will ask around"),
    ),
}
_SMALL_TALK = (
    (THEM, "Did you see the match last night?"), (ME, "Only the second half"),
    (THEM, "You missed the best part"), (ME, "How is work?"), (THEM, "Busy, but fine. And you?"),
    (ME, "Same here"),
    (THEM, "We should meet up soon"), (ME, "Absolutely"), (THEM, "The weather is awful today"),
    (ME, "Stay inside then"), (THEM, "Ha, easier said than done"), (ME, "Say hello to everyone"),
)  # fmt: skip
_COMPANY_MESSAGES = (
    ("72727", "Your parcel {code} arrives today between {time} and 18:00."),
    ("88100", "Old Mill Bank: card payment of {price}.40 EUR at {place}."),
    ("31415", "Your login code is {code}{tail}. Do not share it."),
    ("50505", "Riverside Clinic: reminder of your appointment on {day} at {time}."),
)
_SPAM_TEXTS = (
    "Congratulations! You have won a {thing}. Reply YES to claim your prize",
    "You are today's lucky winner of a {thing}! Claim your prize before midnight",
)


class Message(msgspec.Struct, frozen=True):
    """A text message in a conversation.

    `by` is the sender's number, or empty for the phone's owner. `due` is the sending time of a scheduled
    message.
    """

    id: str
    by: str
    text: str
    at: str
    starred: bool = False
    files: tuple[str, ...] = ()
    due: str = ""


class Thread(msgspec.Struct, frozen=True):
    """A text message conversation with one or more people.

    `topic` and `facts` describe its content, for use in tasks.
    """

    id: str
    numbers: tuple[str, ...]
    messages: tuple[Message, ...]
    title: str = ""
    unread: int = 0
    pinned: bool = False
    archived: bool = False
    muted: bool = False
    draft: str = ""
    topic: str = ""
    facts: Mapping[str, str] = {}


class MessagesSettings(msgspec.Struct, frozen=True):
    """Settings of the messages app."""

    sounds: bool = True
    previews: bool = True
    receipts: bool = False
    swipe: str = "Archive"
    text_size: str = "Normal"
    delete_codes: bool = False
    signature: str = ""


class Messages(msgspec.Struct, frozen=True):
    """State of the messages app."""

    threads: tuple[Thread, ...]
    blocked: tuple[str, ...]
    options: MessagesSettings = MessagesSettings()


def build_messages_state(rng: Random, *, people: tuple[Person, ...]) -> Messages:
    """Generate nine personal conversations, a group chat, four company messages and a spam message."""
    topics = rng.sample(sorted(_CONVERSATIONS), 9)
    friends = rng.sample(people, 12)
    ages = iter(rng.sample(range(1, 40), 17))
    threads = [
        _build_thread(rng, f"thread{i}", numbers=(friend.phone,), topic=topic, age=next(ages))
        for i, (friend, topic) in enumerate(zip(friends, topics, strict=False))
    ]
    threads += [
        _build_single_message_thread(rng, f"thread{20 + i}", sender=sender, text=text, age=next(ages))
        for i, (sender, text) in enumerate(_COMPANY_MESSAGES)
    ]
    threads.append(_build_group_thread(rng, friends[-3:], age=next(ages)))
    spam_number = f"+44 7700 9{rng.randint(10000, 99999)}"
    threads.append(
        _build_single_message_thread(
            rng, "thread30", sender=spam_number, text=rng.choice(_SPAM_TEXTS), age=next(ages)
        )
    )
    threads[8] = msgspec.structs.replace(threads[8], archived=True)
    threads[7] = msgspec.structs.replace(threads[7], archived=True)
    threads[0] = msgspec.structs.replace(threads[0], pinned=True)
    return Messages(tuple(threads), (f"+44 7700 8{rng.randint(10000, 99999)}",))


def _generate_facts(rng: Random) -> Mapping[str, str]:
    return {
        "day": rng.choice(_DAYS),
        "place": rng.choice(_PLACES),
        "time": f"{rng.randint(11, 17)}:{rng.choice(('05', '15', '30', '45'))}",
        "code": str(rng.randint(1000, 9999)),
        "tail": str(rng.randint(10, 99)),
        "house": str(rng.randint(11, 99)),
        "street": rng.choice(_STREETS),
        "thing": rng.choice(_THINGS),
        "flight": f"QX {rng.randint(101, 989)}",
        "price": str(rng.randint(21, 89)),
        "word": rng.choice(("sunny", "maple", "river", "cloud")),
    }


def _generate_times(age_hours: int, count: int) -> Iterator[str]:
    """Yield `count` times 47 minutes apart, ending about three times `age_hours` hours ago."""
    last = _NOW - timedelta(hours=age_hours * 3, minutes=age_hours)
    for i in range(count):
        yield (last - timedelta(minutes=47 * (count - 1 - i))).isoformat(timespec="minutes")


def _build_thread(rng: Random, key: str, *, numbers: tuple[str, ...], topic: str, age: int) -> Thread:
    facts = _generate_facts(rng)
    start = rng.randrange(0, len(_SMALL_TALK), 3)
    small_talk = _SMALL_TALK[start:] + _SMALL_TALK[:start]
    lines = [
        *small_talk[: 3 * rng.randint(1, 2)],
        *_CONVERSATIONS[topic],
        *(small_talk[6:9] if topic == "door" else ()),
    ]
    times = _generate_times(age, len(lines))
    messages = tuple(
        Message(f"{key}m{i}", "" if mine else numbers[0], text.format(**facts), next(times))
        for i, (mine, text) in enumerate(lines)
    )
    unread = 0 if lines[-1][0] else rng.randint(0, 1)
    return Thread(key, numbers, messages, topic=topic, facts=facts, unread=unread)


def _build_single_message_thread(rng: Random, key: str, *, sender: str, text: str, age: int) -> Thread:
    facts = _generate_facts(rng)
    message = Message(f"{key}m0", sender, text.format(**facts), next(_generate_times(age, 1)))
    return Thread(key, (sender,), (message,), topic="sender", facts=facts, unread=rng.randint(0, 1))


def _build_group_thread(rng: Random, members: list[Person], *, age: int) -> Thread:
    facts = _generate_facts(rng)
    numbers = tuple(person.phone for person in members)
    lines = (
        (numbers[0], f"Who comes to the lake on {facts['day']}?"),
        (numbers[1], "I do, and I bring cake"),
        ("", "Count me in"),
        (numbers[2], f"The bus leaves at {facts['time']}"),
    )
    times = _generate_times(age, len(lines))
    messages = tuple(Message(f"thread40m{i}", by, text, next(times)) for i, (by, text) in enumerate(lines))
    return Thread("thread40", numbers, messages, title="Lake trip", topic="group", facts=facts)
