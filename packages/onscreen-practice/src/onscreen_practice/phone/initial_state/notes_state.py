"""Initial state of the notes app."""

from __future__ import annotations

from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

LABELS = ("Home", "Work", "Travel", "Recipes", "Ideas", "School", "Health", "Hobby")
COLOURS = ("Coral", "Peach", "Sand", "Mint", "Sage", "Storm", "Dusk", "Blossom")
_DAYS = tuple(
    f"2026-{month:02}-{day:02}" for month, days in ((1, 31), (2, 28), (3, 11)) for day in range(1, days + 1)
)
_FOODS = (
    "Milk", "Bread", "Eggs", "Butter", "Tomatoes", "Rice", "Onions", "Apples", "Cheese", "Yoghurt",
    "Oat flakes", "Carrots", "Lemons", "Olive oil", "Pasta", "Honey", "Spinach", "Chickpeas",
)  # fmt: skip
_PACKING_ITEMS = (
    "Passport", "Charger", "Rain jacket", "Socks", "Toothbrush", "Sunscreen", "Book", "Swimsuit", "Umbrella",
    "Water bottle", "Headphones", "Hat",
)  # fmt: skip
_CHORES = (
    "Vacuum the hall", "Water the plants", "Clean the oven", "Fix the lamp", "Sort the post", "Wash the car",
    "Change the sheets", "Empty the freezer",
)  # fmt: skip
_FILMS = (
    "The Long Harbour", "Paper Moons", "Night Ferry", "Seven Gardens", "The Clockmaker", "Winter Road",
    "Blue Hour", "A Borrowed Coat",
)  # fmt: skip
_PLAIN_NOTES = (
    ("Meeting minutes", "Budget was agreed. Next step: ask for three offers."),
    ("Book to read", "The Salt Path of the North, second volume."),
    ("Song idea", "Start slow in D minor, then the drum comes in."),
    ("Running plan", "Tuesday 5 km, Thursday hills, Sunday 12 km easy."),
    ("Pancakes", "200 g flour, 2 eggs, 350 ml milk, a pinch of salt. Rest for 20 minutes."),
    ("Lentil soup", "Red lentils, cumin, carrots, lemon at the end."),
    ("Balcony", "Basil and thyme outside from May on."),
    ("Questions for the doctor", "Knee pain after running. Vaccination for the trip."),
    ("Essay outline", "Introduction, two sources, own view, conclusion."),
    ("Car", "Winter tyres are in the cellar, second shelf."),
    ("Chess opening", "Try the Scotch next time."),
    ("Garden measures", "The bed is 3.2 m by 1.4 m."),
    ("Podcast list", "Deep sea, old maps, bread."),
    ("House hunting", "Ask about heating and noise."),
)


class ChecklistItem(msgspec.Struct, frozen=True):
    """One item of a checklist."""

    id: str
    text: str
    done: bool = False


class Note(msgspec.Struct, frozen=True):
    """A text note or checklist.

    A checklist has items and no text. `created`, `edited` and `reminder` are local times, YYYY-MM-DDTHH:MM.
    """

    id: str
    title: str
    created: str
    edited: str
    text: str = ""
    items: tuple[ChecklistItem, ...] = ()
    list: bool = False
    colour: str = "Default"
    labels: tuple[str, ...] = ()
    pinned: bool = False
    archived: bool = False
    binned: bool = False
    reminder: str = ""
    repeat: str = "Does not repeat"


class Notes(msgspec.Struct, frozen=True):
    """State of the notes app, including its settings."""

    notes: tuple[Note, ...]
    labels: tuple[str, ...]
    view: str = "grid"
    sort: str = "Date edited"
    new_at_bottom: bool = True
    checked_to_bottom: bool = True
    link_previews: bool = True
    sharing: bool = True
    morning: str = "08:00"
    afternoon: str = "13:00"
    evening: str = "18:00"


def build_notes_state(rng: Random, people: tuple[Person, ...]) -> Notes:
    """Generate checklists and text notes, some of them archived or in the trash."""
    labels = tuple(rng.sample(LABELS, 5))
    drafts = [*_build_checklists(rng), *_build_fact_notes(rng, people), *_build_plain_notes(rng)]
    rng.shuffle(drafts)
    days = sorted(rng.sample(_DAYS, len(drafts)), reverse=True)
    dated = [_add_metadata(rng, note, day=day, labels=labels) for note, day in zip(drafts, days, strict=True)]
    return Notes(_assign_flags(rng, tuple(dated)), labels)


def _build_checklists(rng: Random) -> list[Note]:
    pools = (
        ("Shopping list", _FOODS),
        ("Packing list", _PACKING_ITEMS),
        ("Chores", _CHORES),
        ("Films to see", _FILMS),
    )
    return [
        _build_checklist(rng, f"note{i}", title=title, pool=pool) for i, (title, pool) in enumerate(pools)
    ]


def _build_checklist(rng: Random, note_id: str, *, title: str, pool: tuple[str, ...]) -> Note:
    words = rng.sample(pool, rng.randint(5, 7))
    items = tuple(ChecklistItem(f"{note_id}_{i}", word, i in {0, 1}) for i, word in enumerate(words))
    return Note(note_id, title, "", "", items=items, list=True)


def _build_fact_notes(rng: Random, people: tuple[Person, ...]) -> list[Note]:
    friend, colleague = rng.sample(people, 2)
    word = rng.choice(("maple", "harbor", "violet", "copper", "meadow"))
    gift = rng.choice(("a teapot", "a scarf", "a board game", "running socks", "a plant"))
    facts = (
        (
            "Guest Wi-Fi",
            f"Network: Guest-{rng.randint(10, 99)}\nPassword: {word}-{rng.randint(1000, 9999)}",
        ),
        (
            "Locker",
            f"Locker {rng.randint(100, 399)}, code {rng.randint(100, 999)}-{rng.randint(10, 99)}",
        ),
        (f"Gift for {friend.first}", f"Idea: {gift}. Spend at most {rng.randint(2, 9) * 5} euros."),
        (
            f"Call with {colleague.first}",
            f"{colleague.name} can talk on {rng.choice(('Monday', 'Tuesday', 'Friday'))}.",
        ),
        (
            "Parking",
            f"Level {rng.randint(1, 6)}, row {rng.choice('ABCDEFGH')}, space {rng.randint(10, 99)}",
        ),
    )
    return [Note(f"note{4 + i}", title, "", "", text=text) for i, (title, text) in enumerate(facts)]


def _build_plain_notes(rng: Random) -> list[Note]:
    chosen = rng.sample(_PLAIN_NOTES, 11)
    return [Note(f"note{9 + i}", title, "", "", text=text) for i, (title, text) in enumerate(chosen)]


def _add_metadata(rng: Random, note: Note, *, day: str, labels: tuple[str, ...]) -> Note:
    """Return a copy of the note with times and a random color and labels."""
    at = f"{day}T{rng.randint(7, 21):02}:{rng.randint(0, 59):02}"
    colour = rng.choice(COLOURS) if rng.random() < 0.4 else "Default"  # noqa: PLR2004  two in five
    note_labels = tuple(rng.sample(labels[:4], rng.choice((0, 0, 1, 1, 2))))
    return msgspec.structs.replace(note, created=at, edited=at, colour=colour, labels=note_labels)


def _assign_flags(rng: Random, notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """Archive, trash, pin or add reminders to some plain notes."""
    plain = [note.id for note in notes if note.text and note.id not in {f"note{i}" for i in range(4, 9)}]
    chosen = rng.sample(plain, 8)
    reminders = iter(("2026-03-14T10:00", "2026-03-20T18:30"))
    flagged = []
    for note in notes:
        position = chosen.index(note.id) if note.id in chosen else len(chosen)
        flagged.append(
            msgspec.structs.replace(
                note,
                archived=position in {0, 1},
                binned=position in {2, 3, 4},
                pinned=position in {5, 6},
                reminder=next(reminders) if position in {6, 7} else "",
            )
        )
    return tuple(flagged)
