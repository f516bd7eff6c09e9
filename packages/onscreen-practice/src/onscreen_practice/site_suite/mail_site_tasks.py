"""Tasks in the practice mailbox."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import Answered
from onscreen_practice.sites import Message, world
from onscreen_practice.task_recipe import (
    DONE,
    Move,
    TaskFactory,
    TaskRecipe,
    click,
    finish_with,
    js_literal,
    page_holds,
    site_state,
    type_text,
)

INBOX = "/mail/index.html"
TEXTS = ("Thank you, I will be there.", "Sorry, I cannot make it.", "Yes, that suits me well.")
FRIENDS = ("nora@mail.test", "sven@mail.test", "ivy.chen@mail.test")


def two_messages(chance: Random) -> tuple[Message, Message]:
    """Draw two different mails of people who write themselves."""
    first, second = chance.sample(world().messages[:11], 2)
    return first, second


def folder_of(message: Message, folder: str) -> str:
    """Return the condition that the mail, and no other of the inbox, lies in the folder."""
    there = f"({site_state('mail')}.messages ?? []).filter((m) => m.folder === {js_literal(folder)})"
    moved = f"{there}.map((m) => m.id)"
    return f"JSON.stringify({moved}) === {js_literal(js_literal([message.id]))}"


def sent(*, to: str, words: str, subject: str = "", kind: str = "new", about: str = "") -> str:
    """Return the condition that exactly one mail was sent, and that it was this one."""
    mails = f"({site_state('mail')}.messages ?? []).filter((m) => m.folder === 'sent')"
    one = f"s.length === 1 && s[0].to === {js_literal(to)} && s[0].kind === {js_literal(kind)}"
    parts = f"s[0].text.includes({js_literal(words)}) && s[0].subject.includes({js_literal(subject)})"
    return f"((s) => {one} && {parts} && s[0].about === {js_literal(about)})({mails})"


def read_subject(chance: Random) -> TaskRecipe:
    """Say what a mail is about."""
    message, other = two_messages(chance)
    asked = f"What is the subject of the mail from {message.sender}?"
    return TaskRecipe(
        asked,
        Answered(message.subject),
        (finish_with(message.subject),),
        (finish_with(other.subject),),
        start_path=INBOX,
    )


FACTS: Mapping[str, tuple[str, str, str]] = {
    "m2": ("From which platform does the train to Lissa leave?", "5", "platform 6"),
    "m5": ("What is the new door code of the workshop?", "4815", "4851"),
    "m6": ("What is the tracking number of the order from the Corner Shop?", "AV-55120-X", "C-0977"),
    "m7": ("In which room is the pottery workshop?", "B12", "room 12"),
    "m9": ("How many swans did Greta Lind count at the lake?", "31", "13"),
}


def read_fact(chance: Random) -> TaskRecipe:
    """Open the right mail and find one fact in it."""
    number = chance.choice(sorted(FACTS))
    message = next(m for m in world().messages if m.id == number)
    question, answer, wrong = FACTS[number]
    find = click("link", message.subject)
    return TaskRecipe(
        f"{question} It is in my mail.",
        Answered(answer),
        (find, finish_with(answer)),
        (find, finish_with(wrong)),
        start_path=INBOX,
    )


def star_one(chance: Random) -> TaskRecipe:
    """Mark one mail with a star."""
    message, other = two_messages(chance)
    starred = f"({site_state('mail')}.messages ?? []).filter((m) => m.starred).map((m) => m.id)"
    check = page_holds(f"JSON.stringify({starred}) === {js_literal(js_literal([message.id]))}")
    moves = (click("button", f"Star {message.subject}"), DONE)
    near = (click("button", f"Star {other.subject}"), DONE)
    return TaskRecipe(f"Star the mail from {message.sender}.", check, moves, near, start_path=INBOX)


def archive_one(chance: Random) -> TaskRecipe:
    """Move one mail to the archive."""
    message, other = two_messages(chance)
    moves = (click("link", message.subject), click("button", "Archive"), DONE)
    near = (click("link", other.subject), click("button", "Archive"), DONE)
    asked = f'Move the mail "{message.subject}" to the archive.'
    return TaskRecipe(asked, page_holds(folder_of(message, "archive")), moves, near, start_path=INBOX)


def delete_one(chance: Random) -> TaskRecipe:
    """Delete one mail."""
    message, _ = two_messages(chance)
    find = click("link", message.subject)
    asked = f"Delete the mail from {message.sender}."
    moves, near = (find, click("button", "Delete"), DONE), (find, click("button", "Archive"), DONE)
    return TaskRecipe(asked, page_holds(folder_of(message, "trash")), moves, near, start_path=INBOX)


def reply(chance: Random) -> TaskRecipe:
    """Answer one mail."""
    message, other = two_messages(chance)
    text = chance.choice(TEXTS)

    def answer(to: Message) -> tuple[Move, ...]:
        begin = (click("link", to.subject), click("link", "Reply"))
        return (*begin, type_text("Message", text), click("button", "Send"), DONE)

    check = page_holds(sent(to=message.address, words=text, kind="reply", about=message.id))
    asked = f'Reply to the mail from {message.sender} with "{text}"'
    return TaskRecipe(asked, check, answer(message), answer(other), start_path=INBOX)


def forward(chance: Random) -> TaskRecipe:
    """Pass one mail on."""
    message, _ = two_messages(chance)
    friend, wrong = chance.sample(FRIENDS, 2)
    words = message.text.splitlines()[1][:20]
    check = page_holds(sent(to=friend, words=words, kind="forward", about=message.id))
    begin = (click("link", message.subject), click("link", "Forward"))
    send = click("button", "Send")
    moves, near = (*begin, type_text("To", friend), send, DONE), (*begin, type_text("To", wrong), send, DONE)
    return TaskRecipe(
        f"Forward the mail from {message.sender} to {friend}.", check, moves, near, start_path=INBOX
    )


def write(chance: Random) -> TaskRecipe:
    """Write a new mail."""
    friend, text = chance.choice(FRIENDS), chance.choice(TEXTS)
    subject = chance.choice(("Saturday", "Our plan", "The garden"))
    check = page_holds(sent(to=friend, words=text, subject=subject))
    begin = (click("link", "Compose"), type_text("To", friend))
    send = (type_text("Message", text), click("button", "Send"), DONE)
    asked = f'Write a mail to {friend} with the subject "{subject}" and the text "{text}"'
    return TaskRecipe(
        asked, check, (*begin, type_text("Subject", subject), *send), (*begin, *send), start_path=INBOX
    )


MAIL_TASKS: Mapping[str, TaskFactory] = {
    "mail-read-subject": read_subject,
    "mail-read-fact": read_fact,
    "mail-star": star_one,
    "mail-archive": archive_one,
    "mail-delete": delete_one,
    "mail-reply": reply,
    "mail-forward": forward,
    "mail-write": write,
}
