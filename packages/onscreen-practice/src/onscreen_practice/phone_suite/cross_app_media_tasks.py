"""Cross-application tasks that involve the Camera, Gallery, Notes, or Files app."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.camera_tasks import shots_taken
from onscreen_practice.phone_suite.gallery_tasks import describe, find_photos, get_screen_name
from onscreen_practice.phone_suite.mail_tasks import mail_sent
from onscreen_practice.phone_suite.messages_tasks import spoil_message, text_sent
from onscreen_practice.phone_suite.notes_tasks import find_note, new_note
from onscreen_practice.phone_suite.task_helpers import TaskFactory, state_is, state_task
from onscreen_practice.state.expected_changes import adds
from onscreen_practice.state.value_patterns import Contains, NewIn, Text
from onscreen_practice.task_recipe import BACK, HOME, Move, TaskRecipe, tap, type_text


def send_photo(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to take a photo and send it to a contact in a text message."""
    person = rng.choice(state.people)
    words = rng.choice(("This is what I see", "Look at this", "I am here now"))
    photo = shots_taken(kind="photo")
    return state_task(
        'Take a photo and send it to {name} in a text message with the words "{words}"',
        {"name": person.name, "words": words},
        check=text_sent(state, person, photo, text=words, files=[NewIn("files")]),
        spoil=spoil_message("files", []),
        moves=(
            tap("Camera"), tap("Take photo"), tap("Last photo, open Gallery"), tap("Share"),
            tap("Messages"), type_text("Search people", person.name), tap(person.name),
            type_text("Text message", words), tap("Send"),
        ),
        layout="changing",
    )  # fmt: skip


def mail_note(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to email the text of a note to a contact.

    The instruction does not name the app.
    """
    person = rng.choice(state.people)
    note = find_note(state, rng.choice(("Guest Wi-Fi", "Locker", "Parking")))
    subject = rng.choice(("As you asked", "For you", "Keep this safe"))
    others = tuple(each.text for each in state.notes.notes if each.text not in note.text)
    body = Contains((note.text,), excluded=others)
    return state_task(
        'Mail {name} what my note "{title}" says, with the subject "{subject}"',
        {"name": person.name, "title": note.title, "subject": subject},
        check=state_is(mail_sent(to=[person.email], cc=[], bcc=[], subject=subject, body=body)),
        spoil=put("mail.letters[+].body", note.text[:-1]),
        moves=(
            tap("Notes"), type_text("Search your notes", note.title), tap(note.title),
            tap("More options"), tap("Send"), tap("Mail"), type_text("To", person.email),
            type_text("Subject", subject), tap("Send"),
        ),
        kind="abstract",
    )  # fmt: skip


def write_down_code(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to copy a booking code from a text file into a new note and pin the note."""
    path = next(p for p in state.files if p.startswith("/sdcard/Documents/Travel/booking "))
    name = path.rpartition("/")[2]
    code = (state.files[path].text or "").partition("Booking code: ")[2].partition("\n")[0]
    title = rng.choice(("Hotel code", "Do not forget", "For the desk"))
    return state_task(
        'The file "{name}" in Documents/Travel holds a booking code. Write a note titled "{title}"'
        " with only this code as its text, and pin it.",
        {"name": name, "title": title},
        check=state_is(new_note(title, text=Text(code), pinned=True)),
        spoil=put("notes.notes[+].text", f"{code[::-1]}0"),
        moves=(
            Move("open", text="Files"), tap("Documents"), tap("Travel"), tap(name), HOME, tap("Notes"),
            tap("New note"), type_text("Title", title), type_text("Note", code), tap("Pin"), BACK,
        ),
        kind="added",
    )  # fmt: skip


def post_photo(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to post a photo in the Social app and add it to the favorites in the Gallery app."""
    path = rng.choice([each for each in find_photos(state)[:12] if each not in state.gallery.favourites])
    words = rng.choice(("What a day", "Still thinking of this", "Guess where"))
    post = {"image": path, "text": words, "by": "me", "place": ""}
    other = rng.choice([p for p in find_photos(state) if p != path])
    return state_task(
        'Post the photo of {photo} on Social with the caption "{words}", and add that photo'
        " to the favourites of the Gallery",
        {"photo": describe(state.files[path]), "words": words},
        check=state_is(adds("social.posts", post), adds("gallery.favourites", path)),
        spoil=put("social.posts[+].image", other),
        moves=(
            tap("Gallery"), tap(get_screen_name(state.files[path])), tap("Add to favourites"), tap("Share"),
            tap("Social"), type_text("Write a caption", words), tap("Share"),
        ),
        layout="changing",
    )  # fmt: skip


CROSS_APP_MEDIA_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "across-send-shot": send_photo,
        "across-mail-note": mail_note,
        "across-note-code": write_down_code,
        "across-post-photo": post_photo,
    }
)
