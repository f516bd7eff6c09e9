"""The people everybody on the phone knows: the same ones in contacts, messages, mail and calendar."""

from __future__ import annotations

from random import Random

import msgspec

_FIRST = (
    "Ada", "Amir", "Beatriz", "Carlos", "Chloe", "David", "Elena", "Farid", "Grace", "Hiro", "Ines", "Jonas",
    "Kofi", "Lena", "Marta", "Nadia", "Oscar", "Priya", "Quentin", "Rosa", "Samuel", "Tara", "Umar", "Vera",
    "Wei", "Yara", "Zoe", "Bruno", "Dalia", "Emil",
)  # fmt: skip
_LAST = (
    "Alvarez", "Bauer", "Chen", "Diallo", "Eriksen", "Fischer", "Garcia", "Haddad", "Ivanova", "Jensen",
    "Kim", "Lopez", "Moreau", "Novak", "Okafor", "Patel", "Quinn", "Rossi", "Silva", "Tanaka", "Ueda",
    "Vargas", "Weber", "Xu", "Yilmaz", "Zhang",
)  # fmt: skip
_COMPANIES = (
    "Fairwind", "Corvane", "Blue Harbor", "Greenfield Labs", "Riverside Clinic", "Old Mill School",
    "Sunrise Bakery",
)  # fmt: skip


class Person(msgspec.Struct, frozen=True):
    """Somebody; first names and surnames are all different on one phone."""

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


def people(chance: Random, *, count: int = 18) -> tuple[Person, ...]:
    """Make up this many people, in alphabetical order."""
    firsts, lasts = chance.sample(_FIRST, count), chance.sample(_LAST, count)
    numbers = chance.sample(range(1000, 9999), count)
    made = [
        Person(
            f"person{i}", first, last, f"555-{number}", f"{first}.{last}@example.com".lower(),
            chance.choice(_COMPANIES),
            f"{chance.randint(1950, 2004)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
        )
        for i, (first, last, number) in enumerate(zip(firsts, lasts, numbers, strict=True))
    ]  # fmt: skip
    return tuple(sorted(made, key=lambda person: person.name))
