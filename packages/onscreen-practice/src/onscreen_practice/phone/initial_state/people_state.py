"""Fictional people who appear in contacts, messages, mail, calendar and other apps."""

from __future__ import annotations

from random import Random

import msgspec

_FIRST_NAMES = (
    "Ada", "Amir", "Beatriz", "Carlos", "Chloe", "David", "Elena", "Farid", "Grace", "Hiro", "Ines", "Jonas",
    "Kofi", "Lena", "Marta", "Nadia", "Oscar", "Priya", "Quentin", "Rosa", "Samuel", "Tara", "Umar", "Vera",
    "Wei", "Yara", "Zoe", "Bruno", "Dalia", "Emil",
)  # fmt: skip
_LAST_NAMES = (
    "Alvarez", "Bauer", "Chen", "Diallo", "Eriksen", "Fischer", "Garcia", "Haddad", "Ivanova", "Jensen",
    "Kim", "Lopez", "Moreau", "Novak", "Okafor", "Patel", "Quinn", "Rossi", "Silva", "Tanaka", "Ueda",
    "Vargas", "Weber", "Xu", "Yilmaz", "Zhang",
)  # fmt: skip
_COMPANIES = (
    "Fairwind", "Corvane", "Blue Harbor", "Greenfield Labs", "Riverside Clinic", "Old Mill School",
    "Sunrise Bakery",
)  # fmt: skip


class Person(msgspec.Struct, frozen=True):
    """A fictional person with a phone number, email address and birthday.

    First names and surnames are unique on one phone.
    """

    id: str
    first: str
    last: str
    phone: str
    email: str
    company: str
    birthday: str

    @property
    def name(self) -> str:
        """First name and surname."""
        return f"{self.first} {self.last}"


def build_people(rng: Random, *, count: int = 18) -> tuple[Person, ...]:
    """Generate `count` fictional people, sorted by name."""
    first_names, last_names = rng.sample(_FIRST_NAMES, count), rng.sample(_LAST_NAMES, count)
    numbers = rng.sample(range(1000, 9999), count)
    generated = [
        Person(
            f"person{i}", first, last, f"555-{number}", f"{first}.{last}@example.com".lower(),
            rng.choice(_COMPANIES),
            f"{rng.randint(1950, 2004)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
        )
        for i, (first, last, number) in enumerate(zip(first_names, last_names, numbers, strict=True))
    ]  # fmt: skip
    return tuple(sorted(generated, key=lambda person: person.name))
