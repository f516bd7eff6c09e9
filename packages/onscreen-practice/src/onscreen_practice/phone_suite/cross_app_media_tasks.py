"""Tasks that need several applications: the camera, the gallery, notes and files with those that send."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.gallery_tasks import described, photos, told_of
from onscreen_practice.phone_suite.mail_tasks import written
from onscreen_practice.phone_suite.messages_tasks import count, numbers, spoiled
from onscreen_practice.phone_suite.notes_tasks import named
from onscreen_practice.phone_suite.phone_task import Maker, job
from onscreen_practice.phone_suite.unchanged_state import files_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import BACK, HOME, Move, Recipe, quoted, tap, typed

_MESSAGES = "s.messages.threads.reduce((n, t) => n + t.messages.length, 0)"


def send_shot(w: PhoneState, chance: Random) -> Recipe:
    """A photo is taken now and sent to somebody in a message."""
    person = chance.choice(w.people)
    words = chance.choice(("This is what I see", "Look at this", "I am here now"))
    new = f"Object.keys(s.files).filter(k => !begin.files[k] && k.startsWith('{CAMERA_FOLDER}/'))"
    fits = f"m.text === {quoted(words)} && m.files.join() === {new}.join() && m.due === ''"
    return job(
        'Take a photo and send it to {name} in a text message with the words "{words}"',
        {"name": person.name, "words": words},
        holds=f"{new}.length === 1 && {files_untouched('!begin.files[x]')} && {_MESSAGES} === {count(w) + 1}"
        f" && s.messages.threads.some(t => {numbers(w, person)}.includes(t.numbers.join())"
        f" && (m => m && {fits})(t.messages.at(-1)))",
        spoil=spoiled("m.files = []"),
        moves=(
            tap("Camera"), tap("Take photo"), tap("Last photo, open Gallery"), tap("Share"), tap("Messages"),
            typed("Search people", person.name), tap(person.name), typed("Text message", words), tap("Send"),
        ),
        layout="changing",
    )  # fmt: skip


def mail_note(w: PhoneState, chance: Random) -> Recipe:
    """What a note says goes to somebody by mail."""
    person = chance.choice(w.people)
    note = named(w, chance.choice(("Guest Wi-Fi", "Locker", "Parking")))
    subject = chance.choice(("As you asked", "For you", "Keep this safe"))
    fresh = "s.mail.letters.filter(m => !begin.mail.letters.some(b => b.id === m.id))"
    return job(
        'Mail {name} what my note "{title}" says, with the subject "{subject}"',
        {"name": person.name, "title": note.title, "subject": subject},
        holds=written(w, to=[person.email], cc=[], bcc=[], subject=subject)
        + f" && {fresh}[0].body.replaceAll('\\n', ' ').includes({quoted(note.text.replace(chr(10), ' '))})"
        f" && {untouched('notes.notes')}",
        spoil=f"s.mail.letters.find(m => m.subject === {quoted(subject)}).body = {quoted(note.text[:-1])}",
        moves=(
            tap("Notes"), typed("Search your notes", note.title), tap(note.title),
            tap("More options"), tap("Send"),
            tap("Mail"), typed("To", person.email), typed("Subject", subject), tap("Send"),
        ),
        kind="abstract",
    )  # fmt: skip


def note_code(w: PhoneState, chance: Random) -> Recipe:
    """A code from a text file is written down in a note, which is pinned."""
    path = next(p for p in w.files if p.startswith("/sdcard/Documents/Travel/booking "))
    name = path.rpartition("/")[2]
    code = (w.files[path].text or "").partition("Booking code: ")[2].partition("\n")[0]
    title = chance.choice(("Hotel code", "Do not forget", "For the desk"))
    fits = (
        f"n.title.trim() === {quoted(title)} && n.text.trim() === {quoted(code)} && n.pinned && !n.archived"
    )
    return job(
        'The file "{name}" in Documents/Travel holds a booking code. Write a note titled "{title}"'
        " with only this code as its text, and pin it.",
        {"name": name, "title": title},
        holds=f"s.notes.notes.length === {len(w.notes.notes) + 1} && s.notes.notes.some(n => {fits})"
        f" && {old_untouched('notes.notes', blind='edited')} && {files_untouched()}",
        spoil=f"s.notes.notes.find(n => n.title === {quoted(title)}).text = {quoted(code[::-1] + '0')}",
        moves=(
            Move("open", text="Files"), tap("Documents"), tap("Travel"), tap(name), HOME,
            tap("Notes"), tap("New note"), typed("Title", title), typed("Note", code), tap("Pin"), BACK,
        ),
        kind="added",
    )  # fmt: skip


def post_photo(w: PhoneState, chance: Random) -> Recipe:
    """A photo of the gallery becomes a favourite and a post."""
    path = chance.choice([each for each in photos(w)[:12] if each not in w.gallery.favourites])
    words = chance.choice(("What a day", "Still thinking of this", "Guess where"))
    wanted = sorted([*w.gallery.favourites, path])
    fits = f"x.image === {quoted(path)} && x.text === {quoted(words)} && x.by === 'me' && x.place === ''"
    fresh = "!begin.social.posts.some(b => b.id === x.id)"
    return job(
        'Post the photo of {photo} on Social with the caption "{words}", and add that photo'
        " to the favourites of the Gallery",
        {"photo": told_of(w.files[path]), "words": words},
        holds=f"(all => all.length === 1 && all.every(x => {fits}))(s.social.posts.filter(x => {fresh}))"
        f" && [...s.gallery.favourites].sort().join() === {quoted(','.join(wanted))}"
        f" && {files_untouched()}",
        spoil=f"s.social.posts.at(-1).image = {quoted(chance.choice([p for p in photos(w) if p != path]))}",
        moves=(
            tap("Gallery"), tap(described(w.files[path])), tap("Add to favourites"), tap("Share"),
            tap("Social"),
            typed("Write a caption", words), tap("Share"),
        ),
        layout="changing",
    )  # fmt: skip


ACROSS_C: Mapping[str, Maker] = MappingProxyType(
    {
        "across-send-shot": send_shot,
        "across-mail-note": mail_note,
        "across-note-code": note_code,
        "across-post-photo": post_photo,
    }
)
