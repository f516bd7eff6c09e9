"""Tasks of the mail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.mail_state import Email
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched
from onscreen_practice.task_recipe import Move, Recipe, held, quoted, tap, typed

_SUBJECTS = ("Papers for Monday", "As promised", "Documents", "For your files", "Please check")
_BODIES = ("Please have a look.", "Here it is.", "Tell me what you think.", "Sorry that it took so long.")
_ANSWERS = ("Yes, that works for me.", "Let me ask at home first.", "I cannot, sorry.", "Thank you, noted.")
_SIGNATURES = ("Sent from the train", "Kind regards, Robin", "Robin from the allotment", "Best wishes, R.")


def inbox(w: PhoneState) -> list[Email]:
    """Return what stands in the inbox."""
    return [each for each in w.mail.letters if each.folder == "inbox"]


def subject(w: PhoneState, start: str) -> str:
    """Return the subject that begins like this."""
    return next(each.subject for each in w.mail.letters if each.subject.startswith(start))


def folders(w: PhoneState, moved: Mapping[str, str] | None = None) -> str:
    """Write the condition that every letter is in its folder, those moved in their new one."""
    there = sorted(f"{each.id}:{(moved or {}).get(each.id, each.folder)}" for each in w.mail.letters)
    is_old = r"s.mail.letters.filter(m => !/^n\d/.test(m.id))"
    return f"{is_old}.map(m => m.id + ':' + m.folder).sort().join() === {quoted(','.join(there))}"


def kept(*ids: str) -> str:
    """Write the condition that the letters of the beginning are as they were, but for having been read."""
    return old_untouched("mail.letters", but=ids, blind="read")


def written(w: PhoneState, **parts: str | list[str]) -> str:
    """Write the condition that one letter was sent, with these parts; drafts left behind do not matter."""
    fits = " && ".join(equal(f"m.{key}", value) for key, value in parts.items())
    fresh = r"s.mail.letters.filter(m => /^n\d/.test(m.id) && m.folder !== 'drafts')"
    one = f"(all => all.length === 1 && all.every(m => m.folder === 'sent' && {fits}))({fresh})"
    return f"{one} && {folders(w)} && {kept()}"


def weekday_of(day: int) -> str:
    """Return the name of the weekday of a day in March 2026."""
    return date(2026, 3, day).strftime("%A")


def send_file(w: PhoneState, chance: Random) -> Recipe:
    """A letter with a file, a copy to somebody else."""
    to, cc = chance.sample(w.people, 2)
    path = chance.choice([p for p in w.files if p.startswith("/sdcard/Documents/Invoice ")])
    name, title, body = path.rpartition("/")[2], chance.choice(_SUBJECTS), chance.choice(_BODIES)
    whole = written(w, to=[to.email], cc=[cc.email], bcc=[], subject=title, body=body)
    return job(
        'Mail {to} with the subject "{title}" and the text "{body}", attach {file} from the Documents folder'
        " and put {cc} in copy (Cc)",
        {"to": to.email, "title": title, "body": body, "file": name, "cc": cc.email},
        holds=f"{whole} && s.mail.letters.at(-1).files.map(f => f.path).join() === {quoted(path)}",
        spoil="s.mail.letters.at(-1).files = []",
        moves=(
            tap("Mail"), tap("Compose"), typed("To", to.email), tap("Add Cc/Bcc"), typed("Cc", cc.email),
            typed("Subject", title), typed("Compose email", body), tap("Attach file"), tap("Documents"),
            tap(name),
            tap("Send"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def reply(w: PhoneState, chance: Random) -> Recipe:
    """An answer to somebody's letter."""
    letter = chance.choice([each for each in inbox(w) if each.address.endswith("@example.com")])
    text = chance.choice(_ANSWERS)
    return job(
        'Answer the mail "{subject}" from {name} with "{text}"',
        {"subject": letter.subject, "name": letter.by, "text": text},
        holds=written(w, to=[letter.address], cc=[], body=text, answers=letter.id),
        spoil="s.mail.letters.at(-1).answers = 'mail99'",
        moves=(tap("Mail"), tap(letter.subject), tap("Reply"), typed("Compose email", text), tap("Send")),
        layout="changing",
    )


def _deletion(letter: Email) -> tuple[Move, ...]:
    search = typed("Search in mail", letter.subject[:-2])
    return tap("Search in mail"), search, tap(letter.subject), tap("Delete"), tap("Navigate up")


def delete_three(w: PhoneState, chance: Random) -> Recipe:
    """Three letters go to the trash."""
    gone = chance.sample(inbox(w), 3)
    return job(
        'In Mail, delete these three messages: "{one}", "{two}" and "{three}"',
        {"one": gone[0].subject, "two": gone[1].subject, "three": gone[2].subject},
        holds=folders(w, {each.id: "trash" for each in gone})
        + f" && s.mail.letters.length === {len(w.mail.letters)} && {kept(*(each.id for each in gone))}",
        spoil=f"s.mail.letters.find(m => m.id === {quoted(gone[1].id)}).folder = 'archive'",
        moves=(
            tap("Mail"),
            *(move for each in gone for move in _deletion(each)),
        ),
        layout="changing",
    )  # fmt: skip


def label_star(w: PhoneState, chance: Random) -> Recipe:
    """A letter gets a label and a star."""
    letter = chance.choice([each for each in inbox(w) if not each.labels and not each.starred])
    label = chance.choice(w.mail.labels)
    stars = sorted([letter.id, *(each.id for each in w.mail.letters if each.starred)])
    labels = sorted([f"{letter.id}:{label}", *(f"{m.id}:{x}" for m in w.mail.letters for x in m.labels)])
    return job(
        'Star the mail "{subject}" and give it the label {label}',
        {"subject": letter.subject, "label": label},
        holds="s.mail.letters.filter(m => m.starred).map(m => m.id).sort().join()"
        f" === {quoted(','.join(stars))}"
        " && s.mail.letters.flatMap(m => m.labels.map(x => m.id + ':' + x)).sort().join()"
        f" === {quoted(','.join(labels))} && {kept(letter.id)} && {folders(w)}",
        spoil=f"s.mail.letters.find(m => m.id === {quoted(letter.id)}).labels.push('Old')",
        moves=(
            tap("Mail"), tap(letter.subject), tap(f"Star {letter.subject}"), tap("More options"),
            tap("Change labels"), tap(label), tap("OK"),
        ),
        layout="changing",
    )  # fmt: skip


def snooze(w: PhoneState, chance: Random) -> Recipe:
    """A letter goes away until a day and time."""
    letter = chance.choice(inbox(w))
    day, hour = chance.randint(14, 28), chance.randint(7, 19)
    weekday = weekday_of(day)
    due = f"2026-03-{day}T{hour:02}:30"
    return job(
        'Snooze the mail "{subject}" until {weekday}, March {day}, at exactly {time}',
        {"subject": letter.subject, "weekday": weekday, "day": str(day), "time": f"{hour:02}:30"},
        holds="s.mail.letters.filter(m => m.snoozed).map(m => m.id + ' ' + m.snoozed).join()"
        f" === {quoted(f'{letter.id} {due}')} && {folders(w)} && {kept(letter.id)}",
        spoil=f"s.mail.letters.find(m => m.id === {quoted(letter.id)}).snoozed = {quoted(due[:-2] + '00')}",
        moves=(
            tap("Mail"), held(letter.subject), tap("More options"), tap("Snooze"), tap("Pick date and time"),
            tap(f"{weekday}, March {day}"), tap("OK"), typed("Hour", str(hour)), typed("Minute", "30"),
            tap("OK"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def ticket_seat(w: PhoneState, _chance: Random) -> Recipe:
    """Find a number in a letter."""
    title = subject(w, "Your ticket to ")
    facts = w.mail.facts[title]
    seat = facts["seat"]
    return question(
        "Which seat do I have on the train to {city}?",
        {"city": facts["city"]},
        answer=seat,
        wrong=seat[:-1] + ("D" if seat[-1] == "A" else "A"),
        moves=(tap("Mail"), tap("Search in mail"), typed("Search in mail", "ticket"), tap(title)),
        kind="abstract",
        layout="changing",
    )


def signature(_w: PhoneState, chance: Random) -> Recipe:
    """The words under every letter."""
    words = chance.choice(_SIGNATURES)
    return job(
        'Set the signature of my mail account to "{words}"',
        {"words": words},
        holds=f"s.mail.options.signature === {quoted(words)} && "
        + fields_untouched("mail.options", but=["signature"]),
        spoil="s.mail.options.signature += '.'",
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Settings"), tap("Signature"),
            typed("Signature", words), tap("OK"),
        ),
    )  # fmt: skip


def finish_draft(w: PhoneState, chance: Random) -> Recipe:
    """A draft gets other words and is sent."""
    draft = next(each for each in w.mail.letters if each.folder == "drafts")
    text = f"Hi, shall we meet on Saturday at {chance.randint(9, 12)}?"
    return job(
        'Open my mail draft "{subject}", replace its text with "{text}" and send it',
        {"subject": draft.subject, "text": text},
        holds=f"(m => m.body === {quoted(text)} && m.subject === {quoted(draft.subject)}"
        f" && m.to.join() === {quoted(','.join(draft.to))})"
        f"(s.mail.letters.find(m => m.id === {quoted(draft.id)}))"
        f" && {kept(draft.id)}"
        f" && {folders(w, {draft.id: 'sent'})} && s.mail.letters.length === {len(w.mail.letters)}",
        spoil=f"s.mail.letters.find(m => m.id === {quoted(draft.id)}).folder = 'drafts'",
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Drafts"), tap(draft.subject),
            typed("Compose email", text), tap("Send"),
        ),
        layout="changing",
    )  # fmt: skip


def not_spam(w: PhoneState, chance: Random) -> Recipe:
    """A letter that is no spam comes back and moves under a label."""
    letter = next(each for each in w.mail.letters if each.folder == "spam")
    label = chance.choice(w.mail.labels)
    return job(
        'The mail "{subject}" in Spam is no spam: move it out of there, under the label {label}',
        {"subject": letter.subject, "label": label},
        holds=f"(m => m.labels.join() === {quoted(label)} && ['inbox', 'archive'].includes(m.folder))"
        f"(s.mail.letters.find(m => m.id === {quoted(letter.id)}))"
        f" && {kept(letter.id)}",
        spoil=f"s.mail.letters.find(m => m.id === {quoted(letter.id)}).folder = 'spam'",
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Spam"), tap(letter.subject), tap("More options"),
            tap("Move to"), tap(label),
        ),
        layout="changing",
    )  # fmt: skip


def vacation(_w: PhoneState, chance: Random) -> Recipe:
    """The answer sent while away, with its first and last day."""
    first, length = chance.randint(14, 20), chance.randint(2, 8)
    last, title = first + length, chance.choice(("Out of office", "On holiday", "Away this week"))
    return job(
        'Turn on the vacation responder of my mail from March {first} to March {last}'
        ' with the subject "{title}"',
        {"first": str(first), "last": str(last), "title": title},
        holds=f"(v => v.on && v.first === '2026-03-{first}' && v.last === '2026-03-{last}'"
        f" && v.subject === {quoted(title)})(s.mail.options.vacation) && "
        + fields_untouched("mail.options", but=["vacation"]),
        spoil=f"s.mail.options.vacation.last = '2026-03-{last + 1}'",
        moves=(
            tap("Mail"), tap("Open navigation drawer"), tap("Settings"), tap("Vacation responder"),
            tap("Respond automatically"), tap("First day"), tap(f"{weekday_of(first)}, March {first}"),
            tap("OK"),
            tap("Last day"), tap(f"{weekday_of(last)}, March {last}"), tap("OK"), typed("Subject", title),
            tap("Done"),
        ),
    )  # fmt: skip


MAIL: Mapping[str, Maker] = MappingProxyType(
    {
        "mail-send-file": send_file,
        "mail-reply": reply,
        "mail-delete-three": delete_three,
        "mail-label-star": label_star,
        "mail-snooze": snooze,
        "mail-ticket-seat": ticket_seat,
        "mail-signature": signature,
        "mail-finish-draft": finish_draft,
        "mail-not-spam": not_spam,
        "mail-vacation": vacation,
    }
)
