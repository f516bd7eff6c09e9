"""What the contacts hold when the phone begins: the cast, a few businesses, one of them twice."""

from __future__ import annotations

from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

LABELS = ("Family", "Friends", "Neighbors", "Work")
_TITLES = ("Accountant", "Designer", "Engineer", "Manager", "Nurse", "Teacher", "")
_BUSINESSES = (
    "Airport Shuttle", "Bike Repair", "City Taxi", "Dental Practice", "Flower Shop", "Garage", "Hair Salon",
    "Pizza Line", "Plumber", "Vet Clinic",
)  # fmt: skip
_STREETS = ("Maple Street", "Harbor Road", "Station Lane", "Hill Avenue", "Mill Row", "Garden Walk")
_NOTES = (
    "Met at the book fair",
    "Prefers texts to calls",
    "Allergic to nuts",
    "Has our spare key",
    "",
    "",
    "",
)


class Line(msgspec.Struct, frozen=True):
    """A phone number or address of mail, and what kind it is."""

    label: str
    value: str


class Contact(msgspec.Struct, frozen=True):
    """Somebody or some business; `birthday` is YYYY-MM-DD or empty."""

    id: str
    first: str
    last: str = ""
    phones: tuple[Line, ...] = ()
    emails: tuple[Line, ...] = ()
    company: str = ""
    title: str = ""
    address: str = ""
    birthday: str = ""
    notes: str = ""
    starred: bool = False
    labels: tuple[str, ...] = ()
    ringtone: str = "Default"

    @property
    def name(self) -> str:
        """First name and surname."""
        return f"{self.first} {self.last}".strip()


class Contacts(msgspec.Struct, frozen=True):
    """All contacts, those thrown away, the labels there are, and how the list is shown."""

    entries: tuple[Contact, ...]
    trash: tuple[Contact, ...]
    labels: tuple[str, ...] = LABELS
    sort: str = "first"
    format: str = "first"
    only_phones: bool = False
    kept_apart: tuple[str, ...] = ()

    def of(self, person: Person) -> Contact:
        """Return the entry of a person of the cast."""
        return next(each for each in self.entries if each.id == person.id)


def contacts(chance: Random, *, cast: tuple[Person, ...]) -> Contacts:
    """Make up the contacts of this cast: three are starred, five have a second number."""
    starred = chance.sample(range(len(cast)), 3)
    second = chance.sample(range(len(cast)), 5)
    numbers = chance.sample(range(1000, 9999), 12)
    people = [
        _entry(
            chance,
            person,
            starred=i in starred,
            second=f"556-{numbers[second.index(i)]}" if i in second else "",
        )
        for i, person in enumerate(cast)
    ]
    names = chance.sample(_BUSINESSES, 5)
    shops = tuple(
        Contact(f"shop{i}", name, phones=(Line("Work", f"557-{numbers[5 + i]}"),))
        for i, name in enumerate(names[:4])
    )
    twice = Contact("shop9", names[0], phones=(Line("Mobile", f"557-{numbers[9]}"),), notes="New number")
    gone = Contact("gone0", names[4], phones=(Line("Work", f"557-{numbers[10]}"),))
    entries = sorted([*people, *shops, twice], key=lambda each: (each.name, each.id))
    return Contacts(tuple(entries), (gone,))


def _entry(chance: Random, person: Person, *, starred: bool, second: str) -> Contact:
    street = f"{chance.randint(1, 98)} {chance.choice(_STREETS)}"
    more = (Line(chance.choice(("Home", "Work")), second),) if second else ()
    return Contact(
        person.id,
        person.first,
        person.last,
        phones=(Line("Mobile", person.phone), *more),
        emails=(Line("Home", person.email),),
        company=person.company,
        title=chance.choice(_TITLES),
        address=chance.choice((street, street, "")),
        birthday=person.birthday,
        notes=chance.choice(_NOTES),
        starred=starred,
        labels=tuple(sorted(chance.sample(LABELS, chance.choice((0, 1, 1, 2))))),
    )
