"""What the notes hold when the phone begins."""

from __future__ import annotations

from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

LABELS = ("Home", "Work", "Travel", "Recipes", "Ideas", "School", "Health", "Hobby")
COLOURS = ("Coral", "Peach", "Sand", "Mint", "Sage", "Storm", "Dusk", "Blossom")
_DAYS = tuple(
    f"2026-{month:02}-{day:02}" for month, days in ((1, 31), (2, 28), (3, 11)) for day in range(1, days + 1)
)
_FOOD = (
    "Milk", "Bread", "Eggs", "Butter", "Tomatoes", "Rice", "Onions", "Apples", "Cheese", "Yoghurt",
    "Oat flakes", "Carrots", "Lemons", "Olive oil", "Pasta", "Honey", "Spinach", "Chickpeas",
)  # fmt: skip
_PACK = (
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
_PLAIN = (
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


class Item(msgspec.Struct, frozen=True):
    """One line of a checklist."""

    id: str
    text: str
    done: bool = False


class Note(msgspec.Struct, frozen=True):
    """A note; a checklist has items and no text, `reminder` and the other times are local."""

    id: str
    title: str
    created: str
    edited: str
    text: str = ""
    items: tuple[Item, ...] = ()
    list: bool = False
    colour: str = "Default"
    labels: tuple[str, ...] = ()
    pinned: bool = False
    archived: bool = False
    binned: bool = False
    reminder: str = ""
    repeat: str = "Does not repeat"


class Notes(msgspec.Struct, frozen=True):
    """All that the notes hold, with their settings."""

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


def notes(chance: Random, cast: tuple[Person, ...]) -> Notes:
    """Make up notes: four checklists, facts to look up, and others; some are archived, some in the bin."""
    labels = tuple(chance.sample(LABELS, 5))
    written = [*_lists(chance), *_facts(chance, cast), *_others(chance)]
    chance.shuffle(written)
    days = sorted(chance.sample(_DAYS, len(written)), reverse=True)
    made = [_dressed(chance, note, day=day, labels=labels) for note, day in zip(written, days, strict=True)]
    return Notes(_set_apart(chance, tuple(made)), labels)


def _lists(chance: Random) -> list[Note]:
    pools = (("Shopping list", _FOOD), ("Packing list", _PACK), ("Chores", _CHORES), ("Films to see", _FILMS))
    return [_checklist(chance, f"note{i}", title=title, pool=pool) for i, (title, pool) in enumerate(pools)]


def _checklist(chance: Random, note_id: str, *, title: str, pool: tuple[str, ...]) -> Note:
    words = chance.sample(pool, chance.randint(5, 7))
    items = tuple(Item(f"{note_id}_{i}", word, i in {0, 1}) for i, word in enumerate(words))
    return Note(note_id, title, "", "", items=items, list=True)


def _facts(chance: Random, cast: tuple[Person, ...]) -> list[Note]:
    friend, other = chance.sample(cast, 2)
    word = chance.choice(("maple", "harbor", "violet", "copper", "meadow"))
    gift = chance.choice(("a teapot", "a scarf", "a board game", "running socks", "a plant"))
    facts = (
        (
            "Guest Wi-Fi",
            f"Network: Guest-{chance.randint(10, 99)}\nPassword: {word}-{chance.randint(1000, 9999)}",
        ),
        (
            "Locker",
            f"Locker {chance.randint(100, 399)}, code {chance.randint(100, 999)}-{chance.randint(10, 99)}",
        ),
        (f"Gift for {friend.first}", f"Idea: {gift}. Spend at most {chance.randint(2, 9) * 5} euros."),
        (
            f"Call with {other.first}",
            f"{other.name} can talk on {chance.choice(('Monday', 'Tuesday', 'Friday'))}.",
        ),
        (
            "Parking",
            f"Level {chance.randint(1, 6)}, row {chance.choice('ABCDEFGH')}, space {chance.randint(10, 99)}",
        ),
    )
    return [Note(f"note{4 + i}", title, "", "", text=text) for i, (title, text) in enumerate(facts)]


def _others(chance: Random) -> list[Note]:
    chosen = chance.sample(_PLAIN, 11)
    return [Note(f"note{9 + i}", title, "", "", text=text) for i, (title, text) in enumerate(chosen)]


def _dressed(chance: Random, note: Note, *, day: str, labels: tuple[str, ...]) -> Note:
    """Give a note its times, and perhaps a colour and labels."""
    at = f"{day}T{chance.randint(7, 21):02}:{chance.randint(0, 59):02}"
    colour = chance.choice(COLOURS) if chance.random() < 0.4 else "Default"  # noqa: PLR2004  two in five
    own = tuple(chance.sample(labels[:4], chance.choice((0, 0, 1, 1, 2))))
    return msgspec.structs.replace(note, created=at, edited=at, colour=colour, labels=own)


def _set_apart(chance: Random, made: tuple[Note, ...]) -> tuple[Note, ...]:
    """Archive, throw away, pin and remind of some of the plain notes; lists and facts stay where they are."""
    plain = [note.id for note in made if note.text and note.id not in {f"note{i}" for i in range(4, 9)}]
    chosen = chance.sample(plain, 8)
    reminders = iter(("2026-03-14T10:00", "2026-03-20T18:30"))
    changed = []
    for note in made:
        at = chosen.index(note.id) if note.id in chosen else len(chosen)
        changed.append(
            msgspec.structs.replace(
                note,
                archived=at in {0, 1},
                binned=at in {2, 3, 4},
                pinned=at in {5, 6},
                reminder=next(reminders) if at in {6, 7} else "",
            )
        )
    return tuple(changed)
