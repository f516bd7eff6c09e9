"""Task factories for the Contacts app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen.types import AnyOf
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.contacts_state import Contact
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_add, may_change, removes
from onscreen_practice.state.value_patterns import Digits, Expected, any_order, one_of
from onscreen_practice.task_recipe import TaskRecipe, tap, type_text

_NEW = (("Ivo", "Marsh"), ("Salma", "Brook"), ("Nils", "Thorn"), ("Paula", "Reed"), ("Jonah", "Frost"))


def _find_people(state: PhoneState) -> list[Contact]:
    """List the contacts that are people rather than businesses."""
    return [each for each in state.contacts.entries if each.last]


def _unused_number(state: PhoneState, rng: Random) -> str:
    """Choose a random phone number that belongs to no contact."""
    used = {line.value for each in state.contacts.entries for line in each.phones}
    return rng.choice([number for n in range(2000, 2400, 7) if (number := f"559-{n}") not in used])


def new_contact(first: str, last: str, **fields: Expected) -> Change:
    """Build the expected state change for one new contact with the given name and fields.

    The full name may be stored in the first-name field.
    """
    split = {"first": first, "last": last, **fields}
    joined = {"first": f"{first} {last}", "last": "", **fields}
    return adds("contacts.entries", one_of(split, joined))


def create_contact(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a contact with a name and a phone number in the Contacts app."""
    (first, last), number = rng.choice(_NEW), _unused_number(state, rng)
    return state_task(
        "Create a contact for {name} with the phone number {number}",
        {"name": f"{first} {last}", "number": number},
        check=state_is(new_contact(first, last, phones=[{"value": Digits(number)}])),
        spoil=put("contacts.entries[+].phones[0].value", f"{number}0"),
        moves=(
            tap("Contacts"),
            tap("Create contact"),
            type_text("First name", first),
            type_text("Last name", last),
            type_text("Phone", number),
            tap("Save"),
        ),
        layout="changing",
    )


def create_favorite(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a contact with a phone number and email address and make it a favorite."""
    (first, last), number = rng.choice(_NEW), _unused_number(state, rng)
    mail = f"{first}.{last}@example.com".lower()
    phones, emails = [{"value": Digits(number)}], [{"value": mail}]
    return state_task(
        "Add {name} to my contacts, phone {number}, email {mail}, and make them a favorite",
        {"name": f"{first} {last}", "number": number, "mail": mail},
        check=state_is(new_contact(first, last, phones=phones, emails=emails, starred=True)),
        spoil=put("contacts.entries[+].starred", False),
        moves=(
            tap("Contacts"),
            tap("Create contact"),
            type_text("First name", first),
            type_text("Last name", last),
            type_text("Phone", number),
            type_text("Email", mail),
            tap("Save"),
            tap("Add to favorites"),
        ),
        kind="added",
        layout="changing",
    )


def find_second_number(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a contact's second phone number."""
    who = rng.choice([each for each in _find_people(state) if len(each.phones) > 1])
    line = who.phones[1]
    return question_task(
        "What is the {kind} phone number of {name} in Contacts?",
        {"kind": line.label.lower(), "name": who.name},
        answer=line.value,
        wrong=who.phones[0].value,
        moves=(tap("Contacts"), tap(who.name)),
        layout="changing",
    )


def change_number(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to replace a contact's phone number in the Contacts app."""
    who, number = (
        rng.choice([each for each in _find_people(state) if len(each.phones) == 1]),
        _unused_number(state, rng),
    )
    path = f"contacts.entries[id={who.id}].phones"
    return state_task(
        "{name} has a new phone number, {number}. Replace the old one in Contacts.",
        {"name": who.name, "number": number},
        check=state_is(becomes(path, [{"value": Digits(number)}])),
        spoil=put(f"{path}[0].value", who.phones[0].value),
        moves=(
            tap("Contacts"),
            tap(who.name),
            tap("Edit contact"),
            type_text("Phone", number),
            tap("Save"),
        ),
        layout="changing",
    )


def delete_contact(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete a contact in the Contacts app."""
    who = rng.choice(_find_people(state))
    other = rng.choice([each for each in _find_people(state) if each is not who])
    return state_task(
        "Delete {name} from my contacts",
        {"name": who.name},
        check=state_is(removes(f"contacts.entries[id={who.id}]"), may_add("contacts.trash")),
        spoil=delete(f"contacts.entries[id={other.id}]"),
        moves=(tap("Contacts"), tap(who.name), tap("More options"), tap("Delete"), tap("Delete")),
        layout="changing",
    )


def restore_contact(state: PhoneState, _: Random) -> TaskRecipe:
    """Create a task to restore a deleted contact from the trash.

    The instruction does not name the app.
    """
    gone = state.contacts.trash[0]
    phones = [{"value": Digits(line.value)} for line in gone.phones]
    return state_task(
        "I threw away the contact {name} by mistake. Get it back.",
        {"name": gone.name},
        check=state_is(
            removes(f"contacts.trash[id={gone.id}]"),
            adds(
                "contacts.entries",
                {"id": gone.id, "first": gone.first, "phones": phones, "starred": gone.starred},
            ),
        ),
        spoil=delete("contacts.entries[-1]"),
        moves=(tap("Contacts"), tap("Organize"), tap("Trash"), tap(gone.name), tap("Restore")),
        kind="abstract",
    )


def _merged(one: Contact, other: Contact) -> tuple[Change, ...]:
    """Build the expected state changes for merging one contact into another, which is deleted.

    The remaining contact has the phone numbers of both.
    """
    path = f"contacts.entries[id={one.id}]"
    numbers = [line.value for each in (one, other) for line in each.phones]
    return (
        becomes(f"{path}.phones", any_order(*({"value": number} for number in numbers))),
        removes(f"contacts.entries[id={other.id}]"),
        may_change(f"{path}.notes"),
        may_add("contacts.trash"),
    )


def merge_contacts(state: PhoneState, _: Random) -> TaskRecipe:
    """Create a task to merge two duplicate contacts of a business in the Contacts app."""
    names = [each.name for each in state.contacts.entries]
    one, other = (each for each in state.contacts.entries if names.count(each.name) > 1)
    return state_task(
        "{name} is in my contacts twice. Merge the two into one entry.",
        {"name": one.name},
        check=AnyOf((state_is(*_merged(one, other)), state_is(*_merged(other, one)))),
        spoil=delete(f"contacts.entries[id={one.id}].phones[-1]"),
        moves=(tap("Contacts"), tap("Organize"), tap("Merge & fix"), tap("Merge")),
    )


def set_sort_order(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the sort order and name format in the Contacts app's settings."""
    both = rng.choice((True, False))
    wanted = "last" if both else "first"
    ways = {"last": "last name first", "first": "first name first"}
    sorting = (tap("Contacts"), tap("More options"), tap("Settings"), tap("Sort by"), tap("Last name"))
    return state_task(
        "In Contacts, sort the list by last name and show names with the {way}",
        {"way": ways[wanted]},
        check=state_is(becomes("contacts.sort", "last"), becomes("contacts.format", wanted)),
        spoil=put("contacts.sort", "first"),
        moves=(*sorting, *((tap("Name format"), tap("Last name first")) if both else ())),
    )


def create_label(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a label and assign it to three contacts in the Contacts app."""
    chosen = sorted(rng.sample(_find_people(state), 3), key=lambda each: each.name)
    label = rng.choice(("Choir", "Book club", "Hiking", "Allotment"))
    labelled = [
        becomes(f"contacts.entries[id={each.id}].labels", any_order(*each.labels, label)) for each in chosen
    ]
    return state_task(
        "Create a label called {label} in Contacts and put {first}, {second} and {third} in it",
        {"label": label, "first": chosen[0].name, "second": chosen[1].name, "third": chosen[2].name},
        check=state_is(adds("contacts.labels", label), *labelled),
        spoil=put(f"contacts.entries[id={chosen[1].id}].labels", []),
        moves=(
            tap("Contacts"),
            tap("Organize"),
            tap("Create label"),
            type_text("Label name", label),
            tap("Save"),
            tap(label),
            tap("Add contacts"),
            *(tap(each.name) for each in chosen),
            tap("Add"),
        ),
        kind="added",
        layout="changing",
    )


def swap_favorite(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to replace one favorite contact with another in the Contacts app."""
    old = rng.choice([each for each in _find_people(state) if each.starred])
    new = rng.choice([each for each in _find_people(state) if not each.starred])
    return state_task(
        "In Contacts, remove {old} from the favorites and add {new} instead",
        {"old": old.name, "new": new.name},
        check=state_is(
            becomes(f"contacts.entries[id={old.id}].starred", False),
            becomes(f"contacts.entries[id={new.id}].starred", True),
        ),
        spoil=put(f"contacts.entries[id={old.id}].starred", True),
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


CONTACTS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "contacts-create": create_contact,
        "contacts-create-favorite": create_favorite,
        "contacts-second-number": find_second_number,
        "contacts-change-number": change_number,
        "contacts-delete": delete_contact,
        "contacts-restore": restore_contact,
        "contacts-merge": merge_contacts,
        "contacts-sort-order": set_sort_order,
        "contacts-new-label": create_label,
        "contacts-swap-favorite": swap_favorite,
    }
)
