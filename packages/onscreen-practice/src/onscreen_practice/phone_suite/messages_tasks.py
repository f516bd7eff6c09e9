"""Tasks of the text messages."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.messages_state import Thread
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Recipe, held, quoted, tap, typed

_COUNT = "s.messages.threads.reduce((n, t) => n + t.messages.length, 0)"
_EVERY = "messages.threads.flatMap(t => t.messages)"
_TEXTS = (
    "Running ten minutes late", "The package is here", "Can you call me tonight?",
    "I left the keys with the neighbor", "Thanks again for yesterday", "Please bring the blue folder",
    "The train is delayed",
)  # fmt: skip
_GROUPS = ("Book club", "Ski weekend", "Choir", "Moving day", "Quiz night")


def count(w: PhoneState) -> int:
    """How many messages there are."""
    return sum(len(each.messages) for each in w.messages.threads)


def thread(w: PhoneState, topic: str) -> Thread:
    """Return the conversation about this topic."""
    return next(each for each in w.messages.threads if each.topic == topic)


def name(w: PhoneState, each: Thread) -> str:
    """Return the name of whom the conversation is with."""
    return next((person.name for person in w.people if person.phone == each.numbers[0]), each.numbers[0])


def numbers(w: PhoneState, person: Person) -> str:
    """Write the phone numbers of somebody as a JavaScript list."""
    return quoted([line.value for line in w.contacts.find(person).phones])


def sent(w: PhoneState, person: Person, *, text: str, due: str = "") -> str:
    """Write the condition that one message more is there, this one, to this person."""
    last = f"m && m.by === '' && m.text === {quoted(text)} && m.due === {quoted(due)} && !m.files.length"
    return (
        f"{_COUNT} === {count(w) + 1} && s.messages.threads.some(t =>"
        f" {numbers(w, person)}.includes(t.numbers.join())"
        f" && {old_untouched(_EVERY)} && {untouched('messages.blocked')} && (m => {last})(t.messages.at(-1)))"
    )


def spoiled(change: str) -> str:
    """Write a statement that changes the newest message `m` somebody wrote on the phone."""
    return f"s.messages.threads.forEach(t => t.messages.forEach(m => {{ if (/^n\\d/.test(m.id)) {change} }}))"


def send(w: PhoneState, chance: Random) -> Recipe:
    """A text to somebody of the contacts."""
    person, text = chance.choice(w.people), chance.choice(_TEXTS)
    return job(
        'Send {name} a text message that says "{text}"',
        {"name": person.name, "text": text},
        holds=sent(w, person, text=text),
        spoil=spoiled("m.text += '!'"),
        moves=(
            tap("Messages"), tap("Start chat"), tap(person.name), typed("Text message", text), tap("Send"),
        ),
        layout="changing",
    )  # fmt: skip


def archive_two(w: PhoneState, chance: Random) -> Recipe:
    """Two conversations selected and archived."""
    there = [each for each in w.messages.threads if not each.archived and name(w, each) != each.numbers[0]]
    there = [each for each in there if not each.title]
    one, two = chance.sample(there, 2)
    kept = [each.id for each in w.messages.threads if each.archived]
    wanted = sorted([one.id, two.id, *kept])
    return job(
        "Archive my text conversations with {one} and {two}",
        {"one": name(w, one), "two": name(w, two)},
        holds="s.messages.threads.filter(t => t.archived).map(t => t.id).sort().join()"
        f" === {quoted(','.join(wanted))} && s.messages.threads.length === {len(w.messages.threads)}"
        f" && {old_untouched(_EVERY)}",
        spoil=f"s.messages.threads.find(t => t.id === {quoted(two.id)}).archived = false",
        moves=(tap("Messages"), held(name(w, one)), tap(name(w, two)), tap("Archive")),
        layout="changing",
    )


def delete_code(w: PhoneState, chance: Random) -> Recipe:
    """The conversation of a company goes for good."""
    gone = chance.choice(
        [each for each in w.messages.threads if each.id in {"thread20", "thread21", "thread22"}]
    )
    left = [each.id for each in w.messages.threads if each != gone]
    return job(
        "Delete the whole text conversation with {number}",
        {"number": gone.numbers[0]},
        holds=f"s.messages.threads.map(t => t.id).sort().join() === {quoted(','.join(sorted(left)))}"
        f" && {_COUNT} === {count(w) - len(gone.messages)}"
        f" && {old_untouched(_EVERY, but=[each.id for each in gone.messages])}",
        spoil="s.messages.threads.pop()",
        moves=(
            tap("Messages"), tap(gone.numbers[0]), tap("More options"), tap("Delete conversation"),
            tap("Delete"),
        ),
        layout="changing",
    )  # fmt: skip


def block_prize(w: PhoneState, _chance: Random) -> Recipe:
    """Whoever promises prizes is blocked."""
    spam = next(each for each in w.messages.threads if each.id == "thread30")
    numbers = "x => [...x.messages.blocked, ...x.phone.blocked].map(n => n.replace(/[^0-9]/g, ''))"
    digits = "".join(filter(str.isdigit, spam.numbers[0]))
    return job(
        "A stranger texts me that I have won a {thing}. Make sure that number never reaches me again",
        {"thing": spam.facts["thing"]},
        holds=f"(of => [...new Set(of(s))].sort().join() === [...of(begin), {quoted(digits)}].sort().join())"
        f"({numbers}) && {old_untouched(_EVERY, but=[each.id for each in spam.messages])}",
        spoil="s.messages.blocked.push('72727')",
        moves=(tap("Messages"), tap(spam.numbers[0]), tap("More options"), tap("Block"), tap("Block")),
        kind="abstract",
        layout="changing",
    )


def schedule(w: PhoneState, chance: Random) -> Recipe:
    """A text that goes out tomorrow."""
    person, text = chance.choice(w.people), chance.choice(_TEXTS)
    hour, minute = chance.randint(6, 21), chance.choice((10, 25, 40, 50))
    time = f"{hour:02}:{minute:02}"
    return job(
        'Text {name} "{text}" from Messages, scheduled to go out tomorrow at {time}, not now',
        {"name": person.name, "text": text, "time": time},
        holds=sent(w, person, text=text, due=f"2026-03-13T{time}"),
        spoil=spoiled(f"m.due = '2026-03-14T{time}'"),
        moves=(
            tap("Messages"), tap("Start chat"), tap(person.name), typed("Text message", text), tap("Attach"),
            tap("Schedule send"), tap("Tomorrow"), typed("Hour", str(hour)), typed("Minute", str(minute)),
            tap("OK"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def door_code(w: PhoneState, _chance: Random) -> Recipe:
    """Find what somebody once wrote."""
    about = thread(w, "door")
    code = about.facts["code"]
    return question(
        "What door code did {name} text me?",
        {"name": name(w, about)},
        answer=code,
        wrong=str(int(code) + 1),
        moves=(tap("Messages"), tap("Search conversations"), typed("Search messages", "door code")),
        layout="changing",
    )


def star_address(w: PhoneState, _chance: Random) -> Recipe:
    """One old message gets a star."""
    about = thread(w, "address")
    message = next(each for each in about.messages if about.facts["street"] in each.text)
    return job(
        "In Messages, star the message in which {name} tells me the new address",
        {"name": name(w, about)},
        holds=f"s.messages.threads.flatMap(t => t.messages).filter(m => m.starred).map(m => m.id).join()"
        f" === {quoted(message.id)} && {old_untouched(_EVERY, but=[message.id])}",
        spoil="s.messages.threads[1].messages[0].starred = true",
        moves=(
            tap("Messages"), tap("Search conversations"), typed("Search messages", about.facts["street"]),
            tap(message.text), held(message.text), tap("Star message"),
        ),
        layout="changing",
    )  # fmt: skip


def group(w: PhoneState, chance: Random) -> Recipe:
    """A group with a name and its first message."""
    members, title, text = chance.sample(w.people, 3), chance.choice(_GROUPS), chance.choice(_TEXTS)
    members.sort(key=lambda person: person.name)
    every = " && ".join(f"t.numbers.some(each => {numbers(w, person)}.includes(each))" for person in members)
    return job(
        'Start a group chat in Messages with {one}, {two} and {three}, name the group {title} and'
        ' send "{text}"',
        dict(zip(("one", "two", "three"), (each.name for each in members), strict=True))
        | {"title": title, "text": text},
        holds=f"s.messages.threads.length === {len(w.messages.threads) + 1}"
        f" && (t => t.title === {quoted(title)} &&"
        f" t.numbers.length === 3 && {every} && t.messages.length === 1"
        f" && t.messages[0].text === {quoted(text)})(s.messages.threads.at(-1))"
        f" && {_COUNT} === {count(w) + 1} && {old_untouched(_EVERY)}",
        spoil=f"s.messages.threads.at(-1).numbers.push({quoted(w.messages.threads[0].numbers[0])})",
        moves=(
            tap("Messages"), tap("Start chat"), tap("Create group"),
            *(tap(person.name) for person in members),
            tap("Next"), typed("Group name (optional)", title), tap("Done"), typed("Text message", text),
            tap("Send"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def text_size(w: PhoneState, chance: Random) -> Recipe:
    """A setting of how messages look."""
    size = chance.choice([each for each in ("Small", "Large") if each != w.messages.options.text_size])
    return job(
        "Set the text size of Messages to {size}",
        {"size": size},
        holds=f"s.messages.options.text_size === {quoted(size)} && "
        + fields_untouched("messages.options", but=["text_size"]),
        spoil="s.messages.options.text_size = 'Normal'",
        moves=(tap("Messages"), tap("More options"), tap("Settings"), tap("Text size"), tap(size)),
    )


def rename_group(w: PhoneState, chance: Random) -> Recipe:
    """A group that exists gets another name and no notifications."""
    title = chance.choice(_GROUPS)
    return job(
        "In Messages, rename the group {old} to {title} and turn off its notifications",
        {"old": thread(w, "group").title, "title": title},
        holds=f"s.messages.threads.filter(t => t.title).map(t => t.title).join() === {quoted(title)}"
        f" && s.messages.threads.every(t => t.muted === Boolean(t.title)) && {old_untouched(_EVERY)}",
        spoil="s.messages.threads[0].muted = true",
        moves=(
            tap("Messages"), tap("Lake trip"), tap("More options"), tap("Details"), tap("Group name"),
            typed("Group name", title), tap("OK"), tap("Notifications"),
        ),
        layout="changing",
    )  # fmt: skip


MESSAGES: Mapping[str, Maker] = MappingProxyType(
    {
        "messages-send": send,
        "messages-archive-two": archive_two,
        "messages-delete-thread": delete_code,
        "messages-block-prize": block_prize,
        "messages-schedule": schedule,
        "messages-door-code": door_code,
        "messages-star-address": star_address,
        "messages-new-group": group,
        "messages-text-size": text_size,
        "messages-rename-group": rename_group,
    }
)
