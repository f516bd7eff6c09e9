"""Tasks in the practice mailbox."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import Answered
from onscreen_practice.sites import Message, world
from onscreen_practice.task_recipe import DONE, Maker, Move, Recipe, click, holds, quoted, state, told, typed

INBOX = "/mail/index.html"
TEXTS = ("Thank you, I will be there.", "Sorry, I cannot make it.", "Yes, that suits me well.")
FRIENDS = ("nora@mail.test", "sven@mail.test", "ivy.chen@mail.test")


def two_messages(chance: Random) -> tuple[Message, Message]:
    """Draw two different mails of people who write themselves."""
    first, second = chance.sample(world().messages[:11], 2)
    return first, second


def folder_of(message: Message, folder: str) -> str:
    """Return the condition that the mail, and no other of the inbox, lies in the folder."""
    moved = f"({state('mail')}.messages ?? []).filter((m) => m.folder === {quoted(folder)}).map((m) => m.id)"
    return f"JSON.stringify({moved}) === {quoted(quoted([message.id]))}"


def sent(*, to: str, words: str, subject: str = "", kind: str = "new", about: str = "") -> str:
    """Return the condition that exactly one mail was sent, and that it was this one."""
    mails = f"({state('mail')}.messages ?? []).filter((m) => m.folder === 'sent')"
    one = f"s.length === 1 && s[0].to === {quoted(to)} && s[0].kind === {quoted(kind)}"
    parts = f"s[0].text.includes({quoted(words)}) && s[0].subject.includes({quoted(subject)})"
    return f"((s) => {one} && {parts} && s[0].about === {quoted(about)})({mails})"


def read_subject(chance: Random) -> Recipe:
    """Say what a mail is about."""
    message, other = two_messages(chance)
    asked = f"What is the subject of the mail from {message.sender}?"
    return Recipe(
        asked, Answered(message.subject), (told(message.subject),), (told(other.subject),), at=INBOX
    )


FACTS: Mapping[str, tuple[str, str, str]] = {
    "m2": ("From which platform does the train to Lissa leave?", "5", "platform 6"),
    "m5": ("What is the new door code of the workshop?", "4815", "4851"),
    "m6": ("What is the tracking number of the order from the Corner Shop?", "AV-55120-X", "C-0977"),
    "m7": ("In which room is the pottery workshop?", "B12", "room 12"),
    "m9": ("How many swans did Greta Lind count at the lake?", "31", "13"),
}


def read_fact(chance: Random) -> Recipe:
    """Open the right mail and find one fact in it."""
    number = chance.choice(sorted(FACTS))
    message = next(m for m in world().messages if m.id == number)
    question, answer, wrong = FACTS[number]
    find = click("link", message.subject)
    return Recipe(
        f"{question} It is in my mail.", Answered(answer), (find, told(answer)), (find, told(wrong)), at=INBOX
    )


def star_one(chance: Random) -> Recipe:
    """Mark one mail with a star."""
    message, other = two_messages(chance)
    starred = f"({state('mail')}.messages ?? []).filter((m) => m.starred).map((m) => m.id)"
    check = holds(f"JSON.stringify({starred}) === {quoted(quoted([message.id]))}")
    moves = (click("button", f"Star {message.subject}"), DONE)
    near = (click("button", f"Star {other.subject}"), DONE)
    return Recipe(f"Star the mail from {message.sender}.", check, moves, near, at=INBOX)


def archive_one(chance: Random) -> Recipe:
    """Move one mail to the archive."""
    message, other = two_messages(chance)
    moves = (click("link", message.subject), click("button", "Archive"), DONE)
    near = (click("link", other.subject), click("button", "Archive"), DONE)
    asked = f'Move the mail "{message.subject}" to the archive.'
    return Recipe(asked, holds(folder_of(message, "archive")), moves, near, at=INBOX)


def delete_one(chance: Random) -> Recipe:
    """Delete one mail."""
    message, _ = two_messages(chance)
    find = click("link", message.subject)
    asked = f"Delete the mail from {message.sender}."
    moves, near = (find, click("button", "Delete"), DONE), (find, click("button", "Archive"), DONE)
    return Recipe(asked, holds(folder_of(message, "trash")), moves, near, at=INBOX)


def reply(chance: Random) -> Recipe:
    """Answer one mail."""
    message, other = two_messages(chance)
    text = chance.choice(TEXTS)

    def answer(to: Message) -> tuple[Move, ...]:
        begin = (click("link", to.subject), click("link", "Reply"))
        return (*begin, typed("Message", text), click("button", "Send"), DONE)

    check = holds(sent(to=message.address, words=text, kind="reply", about=message.id))
    asked = f'Reply to the mail from {message.sender} with "{text}"'
    return Recipe(asked, check, answer(message), answer(other), at=INBOX)


def forward(chance: Random) -> Recipe:
    """Pass one mail on."""
    message, _ = two_messages(chance)
    friend, wrong = chance.sample(FRIENDS, 2)
    words = message.text.splitlines()[1][:20]
    check = holds(sent(to=friend, words=words, kind="forward", about=message.id))
    begin = (click("link", message.subject), click("link", "Forward"))
    send = click("button", "Send")
    moves, near = (*begin, typed("To", friend), send, DONE), (*begin, typed("To", wrong), send, DONE)
    return Recipe(f"Forward the mail from {message.sender} to {friend}.", check, moves, near, at=INBOX)


def write(chance: Random) -> Recipe:
    """Write a new mail."""
    friend, text = chance.choice(FRIENDS), chance.choice(TEXTS)
    subject = chance.choice(("Saturday", "Our plan", "The garden"))
    check = holds(sent(to=friend, words=text, subject=subject))
    begin = (click("link", "Compose"), typed("To", friend))
    send = (typed("Message", text), click("button", "Send"), DONE)
    asked = f'Write a mail to {friend} with the subject "{subject}" and the text "{text}"'
    return Recipe(asked, check, (*begin, typed("Subject", subject), *send), (*begin, *send), at=INBOX)


MAIL_TASKS: Mapping[str, Maker] = {
    "mail-read-subject": read_subject,
    "mail-read-fact": read_fact,
    "mail-star": star_one,
    "mail-archive": archive_one,
    "mail-delete": delete_one,
    "mail-reply": reply,
    "mail-forward": forward,
    "mail-write": write,
}
