"""Tasks of the contacts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.contacts_state import Contact
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Recipe, quoted, tap, typed

_ALL = "s.contacts.entries"
_NAME = "`${c.first} ${c.last}`.trim()"
_NEW = (("Ivo", "Marsh"), ("Salma", "Brook"), ("Nils", "Thorn"), ("Paula", "Reed"), ("Jonah", "Frost"))


def _people(w: PhoneState) -> list[Contact]:
    return [each for each in w.contacts.entries if each.last]


def _number(w: PhoneState, chance: Random) -> str:
    taken = {line.value for each in w.contacts.entries for line in each.phones}
    return chance.choice([number for n in range(2000, 2400, 7) if (number := f"559-{n}") not in taken])


def _others(w: PhoneState, *ids: str, more: int = 0) -> str:
    """Return the condition that all other entries are as they were, and that there are so many more now."""
    count = len(w.contacts.entries) + more
    return f"{old_untouched('contacts.entries', but=ids)} && {_ALL}.length === {count}"


def only_new_contact(w: PhoneState, name: str, *, also: str) -> str:
    """Return the condition that one entry `c` is new, of this name, and all others are as they were."""
    new = f"{_ALL}.filter(c => /^n/.test(c.id))"
    wanted = f"{_NAME} === {quoted(name)} && {also}"
    return f"{new}.length === 1 && {new}.every(c => {wanted}) && {_others(w, more=1)}"


def dials(number: str, *, at: str = "c.phones[0]?.value") -> str:
    """Return the condition that the first number of the entry `c` is this one, however it is written."""
    return f"({at} ?? '').replace(/[^0-9]/g, '') === {quoted(number.replace('-', ''))}"


def create(w: PhoneState, chance: Random) -> Recipe:
    """A new contact with a name and a number."""
    (first, last), number = chance.choice(_NEW), _number(w, chance)
    also = f"c.phones.length === 1 && {dials(number)}"
    return job(
        "Create a contact for {name} with the phone number {number}",
        {"name": f"{first} {last}", "number": number},
        holds=only_new_contact(w, f"{first} {last}", also=also),
        spoil=f"{_ALL}.at(-1).phones[0].value += '0'",
        moves=(
            tap("Contacts"),
            tap("Create contact"),
            typed("First name", first),
            typed("Last name", last),
            typed("Phone", number),
            tap("Save"),
        ),
        layout="changing",
    )


def create_favorite(w: PhoneState, chance: Random) -> Recipe:
    """A new contact with an address of mail that becomes a favorite."""
    (first, last), number = chance.choice(_NEW), _number(w, chance)
    mail = f"{first}.{last}@example.com".lower()
    also = (
        f"c.phones.length === 1 && {dials(number)} && c.starred"
        f" && c.emails.length === 1 && c.emails[0].value === {quoted(mail)}"
    )
    return job(
        "Add {name} to my contacts, phone {number}, email {mail}, and make them a favorite",
        {"name": f"{first} {last}", "number": number, "mail": mail},
        holds=only_new_contact(w, f"{first} {last}", also=also),
        spoil=f"{_ALL}.at(-1).starred = false",
        moves=(
            tap("Contacts"),
            tap("Create contact"),
            typed("First name", first),
            typed("Last name", last),
            typed("Phone", number),
            typed("Email", mail),
            tap("Save"),
            tap("Add to favorites"),
        ),
        kind="added",
        layout="changing",
    )


def second_number(w: PhoneState, chance: Random) -> Recipe:
    """Read the other number of somebody who has two."""
    who = chance.choice([each for each in _people(w) if len(each.phones) > 1])
    line = who.phones[1]
    return question(
        "What is the {kind} phone number of {name} in Contacts?",
        {"kind": line.label.lower(), "name": who.name},
        answer=line.value,
        wrong=who.phones[0].value,
        moves=(tap("Contacts"), tap(who.name)),
        layout="changing",
    )


def change_number(w: PhoneState, chance: Random) -> Recipe:
    """Somebody gets another number, the rest of the entry stays."""
    who, number = chance.choice([each for each in _people(w) if len(each.phones) == 1]), _number(w, chance)
    kept = [each for each in Contact.__struct_fields__ if each != "phones"]
    rest = equal(f"{quoted(kept)}.map(k => c[k])", [getattr(who, key) for key in kept])
    return job(
        "{name} has a new phone number, {number}. Replace the old one in Contacts.",
        {"name": who.name, "number": number},
        holds=f"{_others(w, who.id)} && {_ALL}.some(c => c.id === {quoted(who.id)}"
        f" && c.phones.length === 1 && {dials(number)} && {rest})",
        spoil=f"{_ALL}.find(c => c.id === {quoted(who.id)}).phones.push({{label: 'Home',"
        f" value: {quoted(who.phones[0].value)}}})",
        moves=(
            tap("Contacts"),
            tap(who.name),
            tap("Edit contact"),
            typed("Phone", number),
            tap("Save"),
        ),
        layout="changing",
    )


def delete(w: PhoneState, chance: Random) -> Recipe:
    """Somebody goes to the trash."""
    who = chance.choice(_people(w))
    other = chance.choice([each for each in _people(w) if each is not who])
    return job(
        "Delete {name} from my contacts",
        {"name": who.name},
        holds=f"{_others(w, who.id, more=-1)} && !{_ALL}.some(c => c.id === {quoted(who.id)})",
        spoil=f"{_ALL} = {_ALL}.filter(c => c.id !== {quoted(other.id)})",
        moves=(tap("Contacts"), tap(who.name), tap("More options"), tap("Delete"), tap("Delete")),
        layout="changing",
    )


def restore(w: PhoneState, _: Random) -> Recipe:
    """What was thrown away comes back, no application is named."""
    gone = w.contacts.trash[0]
    back = f"c.id === {quoted(gone.id)} && c.first === {quoted(gone.first)} && {dials(gone.phones[0].value)}"
    return job(
        "I threw away the contact {name} by mistake. Get it back.",
        {"name": gone.name},
        holds=f"s.contacts.trash.length === 0 && {_ALL}.filter(c => {back}).length === 1"
        f" && {_others(w, gone.id, more=1)}",
        spoil=f"{_ALL}.pop()",
        moves=(tap("Contacts"), tap("Organize"), tap("Trash"), tap(gone.name), tap("Restore")),
        kind="abstract",
    )


def merge(w: PhoneState, _: Random) -> Recipe:
    """Two entries of the same business become one with both numbers."""
    names = [each.name for each in w.contacts.entries]
    twins = [each for each in w.contacts.entries if names.count(each.name) > 1]
    numbers = sorted(line.value for each in twins for line in each.phones)
    ids = tuple(each.id for each in twins)
    found = f"{_ALL}.filter(c => {_NAME} === {quoted(twins[0].name)})"
    return job(
        "{name} is in my contacts twice. Merge the two into one entry.",
        {"name": twins[0].name},
        holds=f"{found}.length === 1 && {equal(f'{found}[0].phones.map(l => l.value).sort()', numbers)}"
        f" && {_others(w, *ids, more=-1)}",
        spoil=f"{found}[0].phones.pop()",
        moves=(tap("Contacts"), tap("Organize"), tap("Merge & fix"), tap("Merge")),
    )


def sort_order(w: PhoneState, chance: Random) -> Recipe:
    """Two settings that say how names are shown."""
    del w
    both = chance.choice((True, False))
    wanted = "last" if both else "first"
    ways = {"last": "last name first", "first": "first name first"}
    first_moves = (tap("Contacts"), tap("More options"), tap("Settings"), tap("Sort by"), tap("Last name"))
    return job(
        "In Contacts, sort the list by last name and show names with the {way}",
        {"way": ways[wanted]},
        holds=f"s.contacts.sort === 'last' && s.contacts.format === {quoted(wanted)}"
        f" && {fields_untouched('contacts', but=['sort', 'format'])}",
        spoil="s.contacts.sort = 'first'",
        moves=(*first_moves, *((tap("Name format"), tap("Last name first")) if both else ())),
    )


def new_label(w: PhoneState, chance: Random) -> Recipe:
    """A label is made and three people get it."""
    chosen = sorted(chance.sample(_people(w), 3), key=lambda each: each.name)
    label = chance.choice(("Choir", "Book club", "Hiking", "Allotment"))
    ids = tuple(each.id for each in chosen)
    wanted = {each.id: sorted((*each.labels, label)) for each in chosen}
    return job(
        "Create a label called {label} in Contacts and put {first}, {second} and {third} in it",
        {"label": label, "first": chosen[0].name, "second": chosen[1].name, "third": chosen[2].name},
        holds=f"s.contacts.labels.filter(l => l === {quoted(label)}).length === 1"
        f" && s.contacts.labels.length === {len(w.contacts.labels) + 1}"
        f" && Object.entries({quoted(wanted)}).every(([id, labels]) => {_ALL}.some(c => c.id === id"
        f" && JSON.stringify([...c.labels].sort()) === JSON.stringify(labels)))"
        f" && {_others(w, *ids)}",
        spoil=f"{_ALL}.find(c => c.id === {quoted(ids[1])}).labels = []",
        moves=(
            tap("Contacts"),
            tap("Organize"),
            tap("Create label"),
            typed("Label name", label),
            tap("Save"),
            tap(label),
            tap("Add contacts"),
            *(tap(each.name) for each in chosen),
            tap("Add"),
        ),
        kind="added",
        layout="changing",
    )


def swap_favorite(w: PhoneState, chance: Random) -> Recipe:
    """One favorite goes, another contact becomes one."""
    old = chance.choice([each for each in _people(w) if each.starred])
    new = chance.choice([each for each in _people(w) if not each.starred])
    stars = sorted(({each.id for each in w.contacts.entries if each.starred} - {old.id}) | {new.id})
    return job(
        "In Contacts, remove {old} from the favorites and add {new} instead",
        {"old": old.name, "new": new.name},
        holds=equal(f"{_ALL}.filter(c => c.starred).map(c => c.id).sort()", stars)
        + f" && {untouched('contacts.entries', blind='starred')}",
        spoil=f"{_ALL}.find(c => c.id === {quoted(old.id)}).starred = true",
        moves=(
            tap("Contacts"),
            tap("Favorites"),
            tap(f"Remove {old.name} from favorites"),
            tap("Add favorites"),
            tap(new.name),
            tap("Add"),
        ),
        layout="changing",
    )


CONTACTS: Mapping[str, Maker] = MappingProxyType(
    {
        "contacts-create": create,
        "contacts-create-favorite": create_favorite,
        "contacts-second-number": second_number,
        "contacts-change-number": change_number,
        "contacts-delete": delete,
        "contacts-restore": restore,
        "contacts-merge": merge,
        "contacts-sort-order": sort_order,
        "contacts-new-label": new_label,
        "contacts-swap-favorite": swap_favorite,
    }
)
