"""Tasks that need the shop, music or sheets together with another application."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.calendar_tasks import added, picked
from onscreen_practice.phone_suite.phone_task import Maker, job
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import HOME, Recipe, quoted, tap, typed

_TIMERS = "s.clock.timers"
_MINUTE = 60
_TITLES = ("Compare this", "Ask about it", "For the talk on Sunday", "Bills")


def timer_of_song(w: PhoneState, chance: Random) -> Recipe:
    """A timer as long as a song, no application is named."""
    song = chance.choice(w.music.songs)
    minutes, seconds = divmod(song.seconds, _MINUTE)
    return job(
        'Start a timer that is exactly as long as the song "{title}"',
        {"title": song.title},
        holds=f"{_TIMERS}.length === {len(w.clock.timers) + 1} && {old_untouched('clock.timers')}"
        f" && {_TIMERS}.some(t => t.total_sec === {song.seconds} && t.running)"
        f" && {untouched('music.playlists')}",
        spoil=f"{_TIMERS}.find(t => t.total_sec === {song.seconds}).total_sec += 1",
        moves=(
            tap("Music"),
            tap("Search"),
            typed("Songs, albums, artists, playlists", song.title),
            HOME,
            tap("Clock"),
            tap("Timer"),
            tap("Add timer"),
            typed("Minutes", str(minutes)),
            typed("Seconds", str(seconds)),
            tap("Start"),
        ),
        kind="abstract",
        layout="changing",
    )


def voucher_day(w: PhoneState, chance: Random) -> Recipe:
    """The last day of a voucher goes into the calendar."""
    voucher = chance.choice(w.shop.vouchers[:2])
    day, title = date.fromisoformat(voucher.until), chance.choice(("Last day of voucher", "Use the voucher"))
    return job(
        'Look up until when my Shop voucher {code} is valid, and add an all-day event "{title}" on that day '
        "to the Calendar",
        {"code": voucher.code, "title": title},
        holds=f"{added(w, title, day=day, also='e.all_day')} && {untouched('shop.vouchers')}",
        spoil="s.calendar.events.at(-1).all_day = false",
        moves=(
            tap("Shop"),
            tap("More options"),
            tap("Vouchers"),
            HOME,
            tap("Calendar"),
            tap("Create event"),
            typed("Add title", title),
            tap("All-day"),
            *picked("Start date", day),
            tap("Save"),
        ),
    )


def cost_note(w: PhoneState, chance: Random) -> Recipe:
    """A number of a sheet is written down in a note."""
    month = chance.choice(w.spreadsheet.books[0].sheets[1:])
    row = chance.randint(2, 11)
    item, spent = month.cells[f"A{row}"].raw, month.cells[f"C{row}"].raw
    title = chance.choice(_TITLES)
    number = "n.text.replace(',', '').replace(/^[^0-9]*|[^0-9.]*$/g, '')"
    fits = f"n.title.trim() === {quoted(title)} && Number({number}) === {spent} && !n.archived && !n.binned"
    return job(
        'Write a note titled "{title}" whose text is only the number that I spent on {item} in {month}, '
        "as it stands in the workbook Household budget",
        {"title": title, "item": item.lower(), "month": month.name},
        holds=f"s.notes.notes.length === {len(w.notes.notes) + 1} && s.notes.notes.some(n => {fits})"
        f" && {old_untouched('notes.notes', blind='edited')} && {untouched('spreadsheet.books')}",
        spoil=f"s.notes.notes.find(n => n.title === {quoted(title)}).text = {quoted(f'{spent}0')}",
        moves=(
            tap("Sheets"),
            tap("Household budget"),
            tap(f"Sheet {month.name}"),
            HOME,
            tap("Notes"),
            tap("New note"),
            typed("Title", title),
            typed("Note", spent),
        ),
        layout="changing",
    )


def deliver_to(w: PhoneState, chance: Random) -> Recipe:
    """An address of the shop gets somebody's name and number from the contacts, and becomes the default."""
    known = {each.id: each for each in w.contacts.entries}
    person = chance.choice(
        [each for each in w.people if each.id in known and len(known[each.id].phones) == 1]
    )
    number = known[person.id].phones[0].value
    where = chance.choice(w.shop.addresses[1:])
    digits = "(x => x.replace(/[^0-9]/g, ''))"
    at = f"s.shop.addresses.find(a => a.id === {quoted(where.id)})"
    index = w.shop.addresses.index(where)
    return job(
        "In Shop, change the name of my {label} address to {name} and its phone to the number that {first} "
        "has in the contacts, and make it the default address",
        {"label": where.label, "name": person.name, "first": person.first},
        holds=f"{at}.name === {quoted(person.name)} && {digits}({at}.phone) === {digits}({quoted(number)})"
        f" && {fields_untouched(f'shop.addresses[{index}]', but=['name', 'phone'])}"
        f" && {untouched('shop.addresses', but=f'x.id === {quoted(where.id)}')}"
        f" && s.shop.default_address === {quoted(where.id)} && {untouched('contacts.entries')}",
        spoil=f"{at}.phone = {quoted(number[:-1])}",
        moves=(
            tap("Contacts"),
            tap(person.name),
            HOME,
            tap("Shop"),
            tap("Account"),
            tap("Addresses"),
            tap(f"Options of {where.label}"),
            tap("Edit"),
            typed("Full name", person.name),
            typed("Phone", number),
            tap("Use as default address"),
            tap("Save"),
        ),
        kind="added",
        layout="changing",
    )


ACROSS_E: Mapping[str, Maker] = MappingProxyType(
    {
        "across-timer-of-song": timer_of_song,
        "across-voucher-day": voucher_day,
        "across-cost-note": cost_note,
        "across-deliver-to": deliver_to,
    }
)
