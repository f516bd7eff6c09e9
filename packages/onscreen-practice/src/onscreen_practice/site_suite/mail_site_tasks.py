"""Tasks for the practice mail application, such as replying to or archiving an email."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import Answered
from onscreen_practice.sites import Message, load_site_data
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

MAIL = "/mail/index.html"
REPLY_TEXTS = ("Thank you, I will be there.", "Sorry, I cannot make it.", "Yes, that suits me well.")
RECIPIENTS = ("nora@mail.test", "sven@mail.test", "ivy.chen@mail.test")


def draw_two_messages(rng: Random) -> tuple[Message, Message]:
    """Choose two different emails from human senders at random."""
    first, second = rng.sample(load_site_data().messages[:11], 2)
    return first, second


def build_folder_condition(message: Message, folder: str) -> str:
    """Build a JavaScript condition that is true if the folder contains only this email."""
    messages = f"({site_state('mail')}.messages ?? []).filter((m) => m.folder === {js_literal(folder)})"
    moved = f"{messages}.map((m) => m.id)"
    return f"JSON.stringify({moved}) === {js_literal(js_literal([message.id]))}"


def build_sent_condition(
    *, to: str, words: str, subject: str = "", kind: str = "new", about: str = ""
) -> str:
    """Build a JavaScript condition that is true if the only sent email has the given content.

    `words` and `subject` are substrings of the text and the subject. `kind` is "new", "reply" or "forward";
    `about` is the id of the original email, "" for a new email.
    """
    sent_mails = f"({site_state('mail')}.messages ?? []).filter((m) => m.folder === 'sent')"
    recipient_condition = (
        f"s.length === 1 && s[0].to === {js_literal(to)} && s[0].kind === {js_literal(kind)}"
    )
    text_condition = (
        f"s[0].text.includes({js_literal(words)}) && s[0].subject.includes({js_literal(subject)})"
    )
    about_condition = f"s[0].about === {js_literal(about)}"
    return f"((s) => {recipient_condition} && {text_condition} && {about_condition})({sent_mails})"


def read_subject(rng: Random) -> TaskRecipe:
    """Create a task to report the subject of an email in the mail application."""
    message, other = draw_two_messages(rng)
    instruction = f"What is the subject of the mail from {message.sender}?"
    return TaskRecipe(
        instruction,
        Answered(message.subject),
        (finish_with(message.subject),),
        (finish_with(other.subject),),
        start_path=MAIL,
    )


MAIL_QUESTIONS: Mapping[str, tuple[str, str, str]] = {
    "m2": ("From which platform does the train to Lissa leave?", "5", "platform 6"),
    "m5": ("What is the new door code of the workshop?", "4815", "4851"),
    "m6": ("What is the tracking number of the order from the Corner Shop?", "AV-55120-X", "C-0977"),
    "m7": ("In which room is the pottery workshop?", "B12", "room 12"),
    "m9": ("How many swans did Greta Lind count at the lake?", "31", "13"),
}


def read_fact(rng: Random) -> TaskRecipe:
    """Create a task to find a fact in an email in the mail application."""
    number = rng.choice(sorted(MAIL_QUESTIONS))
    message = next(m for m in load_site_data().messages if m.id == number)
    question, answer, wrong = MAIL_QUESTIONS[number]
    open_mail = click("link", message.subject)
    return TaskRecipe(
        f"{question} It is in my mail.",
        Answered(answer),
        (open_mail, finish_with(answer)),
        (open_mail, finish_with(wrong)),
        start_path=MAIL,
    )


def star_mail(rng: Random) -> TaskRecipe:
    """Create a task to star an email in the mail application."""
    message, other = draw_two_messages(rng)
    starred = f"({site_state('mail')}.messages ?? []).filter((m) => m.starred).map((m) => m.id)"
    check = page_holds(f"JSON.stringify({starred}) === {js_literal(js_literal([message.id]))}")
    moves = (click("button", f"Star {message.subject}"), DONE)
    near = (click("button", f"Star {other.subject}"), DONE)
    return TaskRecipe(f"Star the mail from {message.sender}.", check, moves, near, start_path=MAIL)


def archive_mail(rng: Random) -> TaskRecipe:
    """Create a task to archive an email in the mail application."""
    message, other = draw_two_messages(rng)
    moves = (click("link", message.subject), click("button", "Archive"), DONE)
    near = (click("link", other.subject), click("button", "Archive"), DONE)
    instruction = f'Move the mail "{message.subject}" to the archive.'
    return TaskRecipe(
        instruction, page_holds(build_folder_condition(message, "archive")), moves, near, start_path=MAIL
    )


def delete_mail(rng: Random) -> TaskRecipe:
    """Create a task to delete an email in the mail application."""
    message, _ = draw_two_messages(rng)
    open_mail = click("link", message.subject)
    instruction = f"Delete the mail from {message.sender}."
    moves, near = (open_mail, click("button", "Delete"), DONE), (open_mail, click("button", "Archive"), DONE)
    return TaskRecipe(
        instruction, page_holds(build_folder_condition(message, "trash")), moves, near, start_path=MAIL
    )


def reply_to_mail(rng: Random) -> TaskRecipe:
    """Create a task to reply to an email in the mail application."""
    message, other = draw_two_messages(rng)
    text = rng.choice(REPLY_TEXTS)

    def answer(to: Message) -> tuple[Move, ...]:
        start_moves = (click("link", to.subject), click("link", "Reply"))
        return (*start_moves, type_text("Message", text), click("button", "Send"), DONE)

    check = page_holds(build_sent_condition(to=message.address, words=text, kind="reply", about=message.id))
    instruction = f'Reply to the mail from {message.sender} with "{text}"'
    return TaskRecipe(instruction, check, answer(message), answer(other), start_path=MAIL)


def forward_mail(rng: Random) -> TaskRecipe:
    """Create a task to forward an email in the mail application."""
    message, _ = draw_two_messages(rng)
    friend, other_friend = rng.sample(RECIPIENTS, 2)
    words = message.text.splitlines()[1][:20]
    check = page_holds(build_sent_condition(to=friend, words=words, kind="forward", about=message.id))
    start_moves = (click("link", message.subject), click("link", "Forward"))
    send_move = click("button", "Send")
    moves, near = (
        (*start_moves, type_text("To", friend), send_move, DONE),
        (*start_moves, type_text("To", other_friend), send_move, DONE),
    )
    return TaskRecipe(
        f"Forward the mail from {message.sender} to {friend}.", check, moves, near, start_path=MAIL
    )


def write_mail(rng: Random) -> TaskRecipe:
    """Create a task to write a new email in the mail application."""
    friend, text = rng.choice(RECIPIENTS), rng.choice(REPLY_TEXTS)
    subject = rng.choice(("Saturday", "Our plan", "The garden"))
    check = page_holds(build_sent_condition(to=friend, words=text, subject=subject))
    start_moves = (click("link", "Compose"), type_text("To", friend))
    send_moves = (type_text("Message", text), click("button", "Send"), DONE)
    instruction = f'Write a mail to {friend} with the subject "{subject}" and the text "{text}"'
    return TaskRecipe(
        instruction,
        check,
        (*start_moves, type_text("Subject", subject), *send_moves),
        (*start_moves, *send_moves),
        start_path=MAIL,
    )


MAIL_TASKS: Mapping[str, TaskFactory] = {
    "mail-read-subject": read_subject,
    "mail-read-fact": read_fact,
    "mail-star": star_mail,
    "mail-archive": archive_mail,
    "mail-delete": delete_mail,
    "mail-reply": reply_to_mail,
    "mail-forward": forward_mail,
    "mail-write": write_mail,
}
