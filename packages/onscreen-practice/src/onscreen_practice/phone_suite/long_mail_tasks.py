"""Long tasks that transfer facts from emails and text messages to several other applications."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.calendar_state import TODAY
from onscreen_practice.phone.initial_state.mail_state import Email
from onscreen_practice.phone.initial_state.people_state import Person
from onscreen_practice.phone.state_mutations import put
from onscreen_practice.phone_suite.calculator_tasks import new_calculation, tap_keys
from onscreen_practice.phone_suite.cross_app_task_parts import (
    Part,
    add_event,
    create_contact,
    find_in_mail,
    find_in_messages,
    find_reachable,
    join_parts,
    open_app,
    send_mail,
    send_text,
    set_alarm,
    write_note,
)
from onscreen_practice.phone_suite.mail_tasks import find_subject, mail_sent
from onscreen_practice.phone_suite.messages_tasks import find_name, find_thread
from onscreen_practice.phone_suite.task_helpers import TaskFactory
from onscreen_practice.state.expected_changes import becomes
from onscreen_practice.state.value_patterns import Contains, Text
from onscreen_practice.task_recipe import HOME, Move, TaskRecipe, hold, tap, type_text


def _find_letter(state: PhoneState, start: str) -> tuple[Email, Mapping[str, str]]:
    """Return the email whose subject starts with the given text, and the facts it contains."""
    subject = find_subject(state, start)
    return next(each for each in state.mail.letters if each.subject == subject), state.mail.facts[subject]


def _day_of(facts: Mapping[str, str]) -> date:
    return datetime.strptime(f"{facts['month']} {facts['day']} 2026", "%B %d %Y").date()  # noqa: DTZ007  a day


def next_weekday(name: str) -> date:
    """Return the date of the next weekday of the given name, such as "Friday", after today."""
    return next(day for n in range(1, 8) if f"{(day := TODAY + timedelta(days=n)):%A}" == name)


def _reply(letter: Email, text: str, *moves: Move) -> Part:
    """Build a part that opens an email, performs the given actions and replies."""
    answer = (tap("Reply"), type_text("Compose email", text), tap("Send"))
    sent = mail_sent(to=[letter.address], cc=[], body=Text(text, ignore_stop=True), answers=letter.id)
    spoil = put("mail.letters[+].body", f"{text} Maybe")
    return Part((*find_in_mail(letter.subject, letter.subject, *moves), *answer), (sent,), (spoil,))


def _open_mail(letter: Email) -> Part:
    return Part(find_in_mail(letter.subject, letter.subject))


def _choose_person(state: PhoneState, rng: Random) -> Person:
    return rng.choice(find_reachable(state))


def plan_train_journey(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to enter an emailed train ticket in several apps and text a contact."""
    letter, facts = _find_letter(state, "Your ticket to ")
    person, start, city = _choose_person(state, rng), facts["time"].zfill(5), facts["city"]
    return join_parts(
        "My mail has a train ticket to {city}. Put the journey into the calendar as {event}, on the day and"
        " at the time at which the train leaves; set an alarm for that time of day with the label {city};"
        ' write a note titled "My seat" with nothing but the seat; and text {name} the time of departure'
        " only, like 07:15",
        {"city": city, "event": f"Train to {city}", "name": person.name},
        _open_mail(letter),
        add_event(f"Train to {city}", _day_of(facts), start=start),
        set_alarm(start, city),
        write_note("My seat", facts["seat"]),
        send_text(state, person, text=start),
    )


def file_hotel_voucher(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to file a hotel voucher and text its code to a contact."""
    letter, facts = _find_letter(state, "Booking ")
    person, file = _choose_person(state, rng), letter.files[0].name
    goal, source = f"/sdcard/Documents/Travel/{file}", f"/sdcard/Download/{file}"
    saved = Part(find_in_mail(letter.subject, letter.subject, tap(f"Download {file}")))
    filing = Part(
        (
            open_app("Files"), tap("Download"), hold(file), tap("Move to"), tap("Parent folder"),
            tap("Documents"), tap("Travel"), tap("Move here"),
        ),
        (becomes(f"files[{goal}]", {}),),
        (put(f"files[{source}]", {"size": 1}),),
    )  # fmt: skip
    return join_parts(
        'Save the voucher attached to the mail "{subject}", move it from Download to Documents/Travel, enter'
        " the first day of the booking into the calendar as the all-day event Hotel, and text {name} only the"
        " confirmation code",
        {"subject": letter.subject, "name": person.name},
        saved,
        filing,
        add_event("Hotel", _day_of(facts)),
        send_text(state, person, text=facts["code"]),
    )


def settle_bill(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to record an emailed bill's customer number, amount and due date."""
    letter, facts = _find_letter(state, "Your bill of ")
    person, amount = _choose_person(state, rng), f"{facts['price']}.20 EUR"
    return join_parts(
        'The mail "{subject}" names an amount, a due date and a customer number. Write a note titled'
        ' "Customer number" with just that number, add the all-day event "Pay the bill" on the due date to'
        " the calendar, and text {name} the amount as it stands in the mail, such as 10.20 EUR",
        {"subject": letter.subject, "name": person.name},
        _open_mail(letter),
        write_note("Customer number", facts["number"]),
        add_event("Pay the bill", date(2026, 3, 28)),
        send_text(state, person, text=amount),
        kind="added",
    )


def record_new_number(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to save an emailed phone number, acknowledge it and forward it."""
    letter, facts = _find_letter(state, "New phone number")
    number, first = f"558-{facts['number']}", letter.by.split()[0]
    person = rng.choice([each for each in find_reachable(state) if each.name != letter.by])
    return join_parts(
        '{by} sent me a new office number by mail. Answer that mail with "Noted, thank you.", save the number'
        " as a new contact with the first name {first} and the last name Office, write a note titled"
        ' "{first} at work" with only the number, and text the number, and nothing else, to {name}',
        {"by": letter.by, "first": first, "name": person.name},
        _reply(letter, "Noted, thank you."),
        create_contact(first, "Office", number=number),
        write_note(f"{first} at work", number),
        send_text(state, person, text=number),
    )


def prepare_clinic_visit(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add an emailed appointment to the calendar and tell other people."""
    letter, facts = _find_letter(state, "Your appointment on ")
    person, start = _choose_person(state, rng), facts["time"].zfill(5)
    return join_parts(
        "The Riverside Clinic mailed me an appointment. Add it to the calendar as Clinic, set an alarm"
        ' labelled Clinic for the same time of day, and text {name}: "At the clinic at TIME", with the time'
        " of the appointment as HH:MM",
        {"name": person.name},
        _open_mail(letter),
        add_event("Clinic", _day_of(facts), start=start),
        set_alarm(start, "Clinic"),
        send_text(state, person, text=f"At the clinic at {start}"),
    )


def attend_parents_evening(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to accept a school's emailed invitation and text a contact about it."""
    letter, facts = _find_letter(state, "Parents' evening")
    person, start = _choose_person(state, rng), facts["time"].zfill(5)
    return join_parts(
        'Answer the mail "{subject}" with "We are coming.", enter the evening into the calendar as School'
        ' evening with the start time from the mail, and text {name} "School evening at TIME", with the time'
        " as HH:MM",
        {"subject": letter.subject, "name": person.name},
        _reply(letter, "We are coming."),
        add_event("School evening", _day_of(facts), start=start),
        send_text(state, person, text=f"School evening at {start}"),
    )


def price_cabin(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to calculate the price of a stay and reply to the email with the price."""
    letter, facts = _find_letter(state, "Cabin in ")
    person = rng.choice([each for each in find_reachable(state) if each.name != letter.by])
    total = int(facts["price"]) * int(facts["nights"])
    sent = mail_sent(to=[letter.address], cc=[], body=Text(f"{total}"), answers=letter.id)
    return join_parts(
        "{by} offers me a cabin by mail. Multiply the price of a night by the number of nights in Calculator,"
        " answer the mail with the resulting number only, add the first day to the calendar as the all-day"
        ' event Cabin, and text {name} "The cabin costs NUMBER", with that number',
        {"by": letter.by, "name": person.name},
        _open_mail(letter),
        Part(
            (
                open_app("Calculator"),
                *tap_keys(f"{facts['price']}×{facts['nights']}"),
                tap("equals"),
            ),
            new_calculation(result=f"{total:,}", expression=Contains(("×",))),
            (put("calculator.history[+].result", "1"),),
        ),
        Part(
            (open_app("Mail"), tap("Reply"), type_text("Compose email", f"{total}"), tap("Send")),
            (sent,),
            (put("mail.letters[+].body", f"{total + 1}"),),
        ),
        add_event("Cabin", _day_of(facts)),
        send_text(state, person, text=f"The cabin costs {total}"),
        kind="added",
    )


def prepare_dinner(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan a dinner that was agreed on by text message."""
    thread = find_thread(state, "dinner")
    day, start, place = next_weekday(thread.facts["day"]), thread.facts["time"], thread.facts["place"]
    other = rng.choice([each for each in state.people if each.phone != thread.numbers[0]])
    return join_parts(
        "{name} and I agreed on a dinner by text message. Add it to the calendar as Dinner, on the first such"
        " weekday after today and at the time for which the table is booked, set an alarm labelled Dinner for"
        ' that time, write a note titled "Where we eat" with just the name of the restaurant, and mail'
        ' {other} ({mail}) with the subject "Dinner" and the restaurant\'s name as the text',
        {"name": find_name(state, thread), "other": other.name, "mail": other.email},
        Part((*find_in_messages("booked a table"), tap(find_name(state, thread)))),
        add_event("Dinner", day, start=start),
        set_alarm(start, "Dinner"),
        write_note("Where we eat", place),
        send_mail(other, "Dinner", body=place),
    )


def collect_from_airport(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to plan an airport pickup that was agreed on by text message."""
    thread = find_thread(state, "flight")
    name, start = find_name(state, thread), thread.facts["time"]
    flight, day = f"QX {thread.facts['flight'].removeprefix('QX ')}", next_weekday(thread.facts["day"])
    other = rng.choice([each for each in state.people if each.phone != thread.numbers[0]])
    return join_parts(
        "{name} texted me when the plane lands and which flight it is. Put Airport into the calendar on the"
        " first such weekday after today at that time, set an alarm labelled Airport for the time, write a"
        ' note titled "Flight" with the flight number only, and mail {mail} with the subject "Airport" and'
        " the flight number as the text",
        {"name": name, "mail": other.email},
        Part((*find_in_messages("I land on"), tap(name))),
        add_event("Airport", day, start=start),
        set_alarm(start, "Airport"),
        write_note("Flight", flight),
        send_mail(other, "Airport", body=flight),
    )


def pass_on_address(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to save an address from a text message and plan a visit."""
    thread = find_thread(state, "address")
    owner = next(each for each in state.people if each.phone == thread.numbers[0])
    street, other = f"{thread.facts['house']} {thread.facts['street']}", rng.choice(state.people)
    day = TODAY + timedelta(days=rng.randint(3, 15))
    path = f"contacts.entries[id={owner.id}].address"
    return join_parts(
        "{name} texted me a new address. Save its house number and street in the contact, mail them to {mail}"
        ' with the subject "Address" and nothing else in the text, add the all-day event "Visit" on'
        ' {day} to the calendar, and write a note titled "Visit" with the house number and street',
        {"name": owner.name, "mail": other.email, "day": f"{day:%B} {day.day}"},
        Part(find_in_messages("new address")),
        Part(
            (
                HOME, tap("Contacts"), tap(owner.name), tap("Edit contact"), type_text("Address", street),
                tap("Save"),
            ),
            (becomes(path, Text(street)),),
            (put(path, f"1{street}"),),
        ),
        send_mail(other, "Address", body=street),
        add_event("Visit", day),
        write_note("Visit", street),
    )  # fmt: skip


LONG_MAIL_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "long-train-journey": plan_train_journey,
        "long-hotel-voucher": file_hotel_voucher,
        "long-settle-bill": settle_bill,
        "long-new-number": record_new_number,
        "long-clinic-visit": prepare_clinic_visit,
        "long-parents-evening": attend_parents_evening,
        "long-price-cabin": price_cabin,
        "long-dinner": prepare_dinner,
        "long-airport": collect_from_airport,
        "long-pass-on-address": pass_on_address,
    }
)
