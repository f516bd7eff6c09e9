"""What the text messages hold when the phone begins."""

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
_TALKS: Mapping[str, tuple[tuple[bool, str], ...]] = {
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
_FILLER = (
    (THEM, "Did you see the match last night?"), (ME, "Only the second half"),
    (THEM, "You missed the best part"), (ME, "How is work?"), (THEM, "Busy, but fine. And you?"),
    (ME, "Same here"),
    (THEM, "We should meet up soon"), (ME, "Absolutely"), (THEM, "The weather is awful today"),
    (ME, "Stay inside then"), (THEM, "Ha, easier said than done"), (ME, "Say hello to everyone"),
)  # fmt: skip
_SENDERS = (
    ("72727", "Your parcel {code} arrives today between {time} and 18:00."),
    ("88100", "Old Mill Bank: card payment of {price}.40 EUR at {place}."),
    ("31415", "Your login code is {code}{tail}. Do not share it."),
    ("50505", "Riverside Clinic: reminder of your appointment on {day} at {time}."),
)
_SPAM = (
    "Congratulations! You have won a {thing}. Reply YES to claim your prize",
    "You are today's lucky winner of a {thing}! Claim your prize before midnight",
)


class Message(msgspec.Struct, frozen=True):
    """One message; `by` is the number of who sent it, empty for the phone's owner.

    `due` is the moment of one to be sent later.
    """

    id: str
    by: str
    text: str
    at: str
    starred: bool = False
    files: tuple[str, ...] = ()
    due: str = ""


class Thread(msgspec.Struct, frozen=True):
    """A conversation with these numbers; `topic` and `facts` say what it is about, for tasks."""

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


class Options(msgspec.Struct, frozen=True):
    """The settings of the messages."""

    sounds: bool = True
    previews: bool = True
    receipts: bool = False
    swipe: str = "Archive"
    text_size: str = "Normal"
    delete_codes: bool = False
    signature: str = ""


class Messages(msgspec.Struct, frozen=True):
    """All that the messages hold."""

    threads: tuple[Thread, ...]
    blocked: tuple[str, ...]
    options: Options = Options()


def messages(chance: Random, *, cast: tuple[Person, ...]) -> Messages:
    """Make up conversations: nine with one person, one with a group, four of companies, one nobody wants."""
    topics = chance.sample(sorted(_TALKS), 9)
    friends = chance.sample(cast, 12)
    rank = iter(chance.sample(range(1, 40), 17))
    threads = [
        _thread(chance, f"thread{i}", numbers=(friend.phone,), topic=topic, age=next(rank))
        for i, (friend, topic) in enumerate(zip(friends, topics, strict=False))
    ]
    threads += [
        _short(chance, f"thread{20 + i}", sender=sender, said=said, age=next(rank))
        for i, (sender, said) in enumerate(_SENDERS)
    ]
    threads.append(_group(chance, friends[-3:], age=next(rank)))
    prize = f"+44 7700 9{chance.randint(10000, 99999)}"
    threads.append(_short(chance, "thread30", sender=prize, said=chance.choice(_SPAM), age=next(rank)))
    threads[8] = msgspec.structs.replace(threads[8], archived=True)
    threads[7] = msgspec.structs.replace(threads[7], archived=True)
    threads[0] = msgspec.structs.replace(threads[0], pinned=True)
    return Messages(tuple(threads), (f"+44 7700 8{chance.randint(10000, 99999)}",))


def _facts(chance: Random) -> Mapping[str, str]:
    return {
        "day": chance.choice(_DAYS),
        "place": chance.choice(_PLACES),
        "time": f"{chance.randint(11, 17)}:{chance.choice(('05', '15', '30', '45'))}",
        "code": str(chance.randint(1000, 9999)),
        "tail": str(chance.randint(10, 99)),
        "house": str(chance.randint(11, 99)),
        "street": chance.choice(_STREETS),
        "thing": chance.choice(_THINGS),
        "flight": f"QX {chance.randint(101, 989)}",
        "price": str(chance.randint(21, 89)),
        "word": chance.choice(("sunny", "maple", "river", "cloud")),
    }


def _times(age_hours: int, count: int) -> Iterator[str]:
    """Give moments some minutes apart, the last of them this many hours ago."""
    last = _NOW - timedelta(hours=age_hours * 3, minutes=age_hours)
    for i in range(count):
        yield (last - timedelta(minutes=47 * (count - 1 - i))).isoformat(timespec="minutes")


def _thread(chance: Random, key: str, *, numbers: tuple[str, ...], topic: str, age: int) -> Thread:
    facts = _facts(chance)
    start = chance.randrange(0, len(_FILLER), 3)
    rest = _FILLER[start:] + _FILLER[:start]
    said = [*rest[: 3 * chance.randint(1, 2)], *_TALKS[topic], *(rest[6:9] if topic == "door" else ())]
    at = _times(age, len(said))
    made = tuple(
        Message(f"{key}m{i}", "" if mine else numbers[0], text.format(**facts), next(at))
        for i, (mine, text) in enumerate(said)
    )
    unread = 0 if said[-1][0] else chance.randint(0, 1)
    return Thread(key, numbers, made, topic=topic, facts=facts, unread=unread)


def _short(chance: Random, key: str, *, sender: str, said: str, age: int) -> Thread:
    facts = _facts(chance)
    message = Message(f"{key}m0", sender, said.format(**facts), next(_times(age, 1)))
    return Thread(key, (sender,), (message,), topic="sender", facts=facts, unread=chance.randint(0, 1))


def _group(chance: Random, members: list[Person], *, age: int) -> Thread:
    facts = _facts(chance)
    numbers = tuple(person.phone for person in members)
    said = (
        (numbers[0], f"Who comes to the lake on {facts['day']}?"),
        (numbers[1], "I do, and I bring cake"),
        ("", "Count me in"),
        (numbers[2], f"The bus leaves at {facts['time']}"),
    )
    at = _times(age, len(said))
    made = tuple(Message(f"thread40m{i}", by, text, next(at)) for i, (by, text) in enumerate(said))
    return Thread("thread40", numbers, made, title="Lake trip", topic="group", facts=facts)
