"""Initial state of the contacts app, with people, businesses and one duplicate entry."""

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


class LabelledValue(msgspec.Struct, frozen=True):
    """A phone number or email address with a label such as "Work"."""

    label: str
    value: str


class Contact(msgspec.Struct, frozen=True):
    """A contact entry for a person or business.

    `birthday` is YYYY-MM-DD or empty.
    """

    id: str
    first: str
    last: str = ""
    phones: tuple[LabelledValue, ...] = ()
    emails: tuple[LabelledValue, ...] = ()
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
    """State of the contacts app: entries, trash, labels and display settings."""

    entries: tuple[Contact, ...]
    trash: tuple[Contact, ...]
    labels: tuple[str, ...] = LABELS
    sort: str = "first"
    format: str = "first"
    only_phones: bool = False
    kept_apart: tuple[str, ...] = ()

    def find(self, person: Person) -> Contact:
        """Find the contact entry for a person."""
        return next(each for each in self.entries if each.id == person.id)


def build_contacts_state(rng: Random, *, people: tuple[Person, ...]) -> Contacts:
    """Generate contact entries for the given people and a few businesses.

    Three people are starred and five have a second phone number.
    """
    starred = rng.sample(range(len(people)), 3)
    with_second_number = rng.sample(range(len(people)), 5)
    number_suffixes = rng.sample(range(1000, 9999), 12)
    person_entries = [
        _build_contact(
            rng,
            person,
            starred=i in starred,
            second=f"556-{number_suffixes[with_second_number.index(i)]}" if i in with_second_number else "",
        )
        for i, person in enumerate(people)
    ]
    names = rng.sample(_BUSINESSES, 5)
    businesses = tuple(
        Contact(f"shop{i}", name, phones=(LabelledValue("Work", f"557-{number_suffixes[5 + i]}"),))
        for i, name in enumerate(names[:4])
    )
    duplicate = Contact(
        "shop9", names[0], phones=(LabelledValue("Mobile", f"557-{number_suffixes[9]}"),), notes="New number"
    )
    trashed = Contact("gone0", names[4], phones=(LabelledValue("Work", f"557-{number_suffixes[10]}"),))
    entries = sorted([*person_entries, *businesses, duplicate], key=lambda each: (each.name, each.id))
    return Contacts(tuple(entries), (trashed,))


def _build_contact(rng: Random, person: Person, *, starred: bool, second: str) -> Contact:
    street = f"{rng.randint(1, 98)} {rng.choice(_STREETS)}"
    more_phones = (LabelledValue(rng.choice(("Home", "Work")), second),) if second else ()
    return Contact(
        person.id,
        person.first,
        person.last,
        phones=(LabelledValue("Mobile", person.phone), *more_phones),
        emails=(LabelledValue("Home", person.email),),
        company=person.company,
        title=rng.choice(_TITLES),
        address=rng.choice((street, street, "")),
        birthday=person.birthday,
        notes=rng.choice(_NOTES),
        starred=starred,
        labels=tuple(sorted(rng.sample(LABELS, rng.choice((0, 1, 1, 2))))),
    )
