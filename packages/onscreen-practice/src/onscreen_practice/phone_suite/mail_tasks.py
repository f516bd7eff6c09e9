"""Task factories for the Mail app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.mail_state import Email
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_change
from onscreen_practice.state.value_patterns import Expected, Text, one_of
from onscreen_practice.task_recipe import Move, TaskRecipe, hold, tap, type_text

_SUBJECTS = ("Papers for Monday", "As promised", "Documents", "For your files", "Please check")
_BODIES = ("Please have a look.", "Here it is.", "Tell me what you think.", "Sorry that it took so long.")
_ANSWERS = ("Yes, that works for me.", "Let me ask at home first.", "I cannot, sorry.", "Thank you, noted.")
_SIGNATURES = ("Sent from the train", "Kind regards, Robin", "Robin from the allotment", "Best wishes, R.")


def find_inbox_letters(state: PhoneState) -> list[Email]:
    """List the emails in the inbox."""
    return [each for each in state.mail.letters if each.folder == "inbox"]


def find_subject(state: PhoneState, start: str) -> str:
    """Find the first email subject that starts with the given text."""
    return next(each.subject for each in state.mail.letters if each.subject.startswith(start))


def mail_sent(**fields: Expected) -> Change:
    """Build the expected state change for one sent email with the given fields."""
    return adds("mail.letters", {"folder": "sent", **fields})


def _path(letter: Email) -> str:
    return f"mail.letters[id={letter.id}]"


def get_weekday(day: int) -> str:
    """Return the weekday name for a day of March 2026."""
    return date(2026, 3, day).strftime("%A")


def send_file(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to send an email with an attachment and a Cc recipient in the Mail app."""
    to, cc = rng.sample(state.people, 2)
    path = rng.choice([p for p in state.files if p.startswith("/sdcard/Documents/Invoice ")])
    name, title, body = path.rpartition("/")[2], rng.choice(_SUBJECTS), rng.choice(_BODIES)
    sent = mail_sent(
        to=[to.email],
        cc=[cc.email],
        bcc=[],
        subject=title,
        body=Text(body, ignore_stop=True),
        files=[{"path": path}],
    )
    return state_task(
        'Mail {to} with the subject "{title}" and the text "{body}", attach {file} from the Documents folder'
        " and put {cc} in copy (Cc)",
        {"to": to.email, "title": title, "body": body, "file": name, "cc": cc.email},
        check=state_is(sent),
        spoil=put("mail.letters[+].files", []),
        moves=(
            tap("Mail"), tap("Compose"), type_text("To", to.email), tap("Add Cc/Bcc"),
            type_text("Cc", cc.email), type_text("Subject", title), type_text("Compose email", body),
            tap("Attach file"), tap("Documents"), tap(name), tap("Send"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def reply_to_mail(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to reply to an email with a given text in the Mail app."""
    letter = rng.choice([each for each in find_inbox_letters(state) if each.address.endswith("@example.com")])
    text = rng.choice(_ANSWERS)
    return state_task(
        'Answer the mail "{subject}" from {name} with "{text}"',
        {"subject": letter.subject, "name": letter.by, "text": text},
        check=state_is(
            mail_sent(to=[letter.address], cc=[], body=Text(text, ignore_stop=True), answers=letter.id)
        ),
        spoil=put("mail.letters[+].answers", "mail99"),
        moves=(tap("Mail"), tap(letter.subject), tap("Reply"), type_text("Compose email", text), tap("Send")),
        layout="changing",
    )


def _delete_moves(letter: Email) -> tuple[Move, ...]:
    search = type_text("Search in mail", letter.subject[:-2])
    return tap("Search in mail"), search, tap(letter.subject), tap("Delete"), tap("Navigate up")


def delete_mails(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move three emails to the trash in the Mail app."""
    gone = rng.sample(find_inbox_letters(state), 3)
    return state_task(
        'In Mail, delete these three messages: "{one}", "{two}" and "{three}"',
        {"one": gone[0].subject, "two": gone[1].subject, "three": gone[2].subject},
        check=state_is(*(becomes(f"{_path(each)}.folder", "trash") for each in gone)),
        spoil=put(f"{_path(gone[1])}.folder", "archive"),
        moves=(
            tap("Mail"), *(move for each in gone for move in _delete_moves(each)),
        ),
        layout="changing",
    )  # fmt: skip


def label_and_star(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to star and label an email in the Mail app."""
    letter = rng.choice([each for each in find_inbox_letters(state) if not each.labels and not each.starred])
    label = rng.choice(state.mail.labels)
    return state_task(
        'Star the mail "{subject}" and give it the label {label}',
        {"subject": letter.subject, "label": label},
        check=state_is(becomes(_path(letter), {"labels": [label], "starred": True})),
        spoil=put(f"{_path(letter)}.labels", [label, "Old"]),
        moves=(
            tap("Mail"), tap(letter.subject), tap(f"Star {letter.subject}"), tap("More options"),
            tap("Change labels"), tap(label), tap("OK"),
        ),
        layout="changing",
    )  # fmt: skip


def snooze_mail(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to snooze an email until a given date and time in the Mail app."""
    letter = rng.choice(find_inbox_letters(state))
    day, hour = rng.randint(14, 28), rng.randint(7, 19)
    weekday = get_weekday(day)
    due = f"2026-03-{day}T{hour:02}:30"
    return state_task(
        'Snooze the mail "{subject}" until {weekday}, March {day}, at exactly {time}',
        {"subject": letter.subject, "weekday": weekday, "day": str(day), "time": f"{hour:02}:30"},
        check=state_is(becomes(f"{_path(letter)}.snoozed", due)),
        spoil=put(f"{_path(letter)}.snoozed", f"{due[:-2]}00"),
        moves=(
            tap("Mail"), hold(letter.subject), tap("More options"), tap("Snooze"),
            tap("Pick date and time"), tap(f"{weekday}, March {day}"), tap("OK"),
            type_text("Hour", str(hour)), type_text("Minute", "30"), tap("OK"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def find_seat(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task that asks for the seat number on an emailed train ticket.

    The instruction does not name the app.
    """
    title = find_subject(state, "Your ticket to ")
    facts = state.mail.facts[title]
    seat = facts["seat"]
    return question_task(
        "Which seat do I have on the train to {city}?",
        {"city": facts["city"]},
        answer=seat,
        wrong=seat[:-1] + ("D" if seat[-1] == "A" else "A"),
        moves=(tap("Mail"), tap("Search in mail"), type_text("Search in mail", "ticket"), tap(title)),
        kind="abstract",
        layout="changing",
    )


def set_signature(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set the email signature in the Mail app."""
    words = rng.choice(_SIGNATURES)
    return state_task(
        'Set the signature of my mail account to "{words}"',
        {"words": words},
        check=state_is(becomes("mail.options.signature", words)),
        spoil=put("mail.options.signature", f"{words}."),
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Settings"), tap("Signature"),
            type_text("Signature", words), tap("OK"),
        ),
    )  # fmt: skip


def finish_draft(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to replace the text of a draft email and send it."""
    draft = next(each for each in state.mail.letters if each.folder == "drafts")
    text = f"Hi, shall we meet on Saturday at {rng.randint(9, 12)}?"
    return state_task(
        'Open my mail draft "{subject}", replace its text with "{text}" and send it',
        {"subject": draft.subject, "text": text},
        check=state_is(
            becomes(f"{_path(draft)}.body", text),
            becomes(f"{_path(draft)}.folder", "sent"),
            may_change(f"{_path(draft)}.at"),
        ),
        spoil=put(f"{_path(draft)}.folder", "drafts"),
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Drafts"), tap(draft.subject),
            type_text("Compose email", text), tap("Send"),
        ),
        layout="changing",
    )  # fmt: skip


def rescue_from_spam(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move an email out of the spam folder and label it in the Mail app."""
    letter = next(each for each in state.mail.letters if each.folder == "spam")
    label = rng.choice(state.mail.labels)
    return state_task(
        'The mail "{subject}" in Spam is no spam: move it out of there, under the label {label}',
        {"subject": letter.subject, "label": label},
        check=state_is(
            becomes(f"{_path(letter)}.labels", [label]),
            becomes(f"{_path(letter)}.folder", one_of("inbox", "archive")),
        ),
        spoil=put(f"{_path(letter)}.folder", "spam"),
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Spam"), tap(letter.subject),
            tap("More options"), tap("Move to"), tap(label),
        ),
        layout="changing",
    )  # fmt: skip


def set_vacation_responder(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to turn on the Mail app's vacation responder for a range of dates."""
    first, length = rng.randint(14, 20), rng.randint(2, 8)
    last, title = first + length, rng.choice(("Out of office", "On holiday", "Away this week"))
    days = {"first": f"2026-03-{first}", "last": f"2026-03-{last}"}
    return state_task(
        'Turn on the vacation responder of my mail from March {first} to March {last}'
        ' with the subject "{title}"',
        {"first": str(first), "last": str(last), "title": title},
        check=state_is(becomes("mail.options.vacation", {"on": True, **days, "subject": title})),
        spoil=put("mail.options.vacation.last", f"2026-03-{last + 1}"),
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Settings"), tap("Vacation responder"),
            tap("Respond automatically"), tap("First day"), tap(f"{get_weekday(first)}, March {first}"),
            tap("OK"), tap("Last day"), tap(f"{get_weekday(last)}, March {last}"), tap("OK"),
            type_text("Subject", title), tap("Done"),
        ),
    )  # fmt: skip


MAIL: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "mail-send-file": send_file,
        "mail-reply": reply_to_mail,
        "mail-delete-three": delete_mails,
        "mail-label-star": label_and_star,
        "mail-snooze": snooze_mail,
        "mail-ticket-seat": find_seat,
        "mail-signature": set_signature,
        "mail-finish-draft": finish_draft,
        "mail-not-spam": rescue_from_spam,
        "mail-vacation": set_vacation_responder,
    }
)
