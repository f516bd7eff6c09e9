"""Vocabulary for synthetic applications: names, labels and instruction phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

TITLES: tuple[str, ...] = (
    "New booking", "Your account", "Settings", "Order", "Report a fault", "Join us", "Profile", "Delivery",
    "Appointment", "Invoice", "Library", "Inventory", "Tickets", "Members", "Projects", "Recipes",
)  # fmt: skip
CLUES: tuple[str, ...] = (
    "main", "left", "right", "inner", "content", "panel", "first", "active", "small", "light", "white",
    "col", "area", "user", "data", "box", "wrapper", "gray", "bold", "item",
)  # fmt: skip
ROLE_CLUES: Mapping[str, Sequence[str]] = {
    "textbox": ("input", "field", "text", "entry", "query", "form control", "value"),
    "button": ("btn", "primary", "action", "btn default", "control"),
    "generic": ("wrapper", "control", "box", "item", "icon", "toggle"),
    "text": ("label", "bold", "caption", "gray", "name", "line"),
    "listitem": ("item", "row", "entry", "page item", "option"),
    "link": ("nav", "anchor", "page link", "title", "item link"),
    "list": ("menu", "items", "pagination", "nav", "results"),
    "heading": ("title", "header", "head"),
}
"""Class names and ids used as clues, by role; those in CLUES are used for any role."""
FIELDS: tuple[str, ...] = (
    "Name", "First name", "Last name", "Email", "Phone", "City", "Street", "Country", "Company", "Subject",
    "Amount", "Due date", "Start", "End", "Arrival", "Color", "Size", "Notes", "Category", "Priority", "Code",
    "Language", "Currency", "Room", "Guests", "Birthday", "Reminder", "Location", "Owner", "Reference",
    "Newsletter", "Gift wrap", "Express", "Dark mode", "Private", "Sound",
)  # fmt: skip
CHOICES: tuple[str, ...] = (
    "Small", "Medium", "Large", "Red", "Green", "Blue", "Low", "High", "Urgent", "English", "French",
    "German", "Euro", "Dollar", "Daily", "Weekly", "Monthly", "Never", "Standard", "Premium", "North",
    "South",
)  # fmt: skip
THINGS: tuple[str, ...] = (
    "Anna", "Bruno", "Carla", "Dimitri", "Elif", "Farah", "Goran", "Hana", "Ivo", "Jun", "Kofi", "Lena",
    "Oslo", "Porto", "Quito", "Riga", "Seoul", "Turin", "apples", "bread", "candles", "desk", "engine",
    "flour", "garden", "harbor", "island", "jacket", "kettle", "lemon", "mirror", "needle", "orange",
)  # fmt: skip
BUTTONS: tuple[str, ...] = (
    "Save", "Cancel", "Send", "Submit", "Delete", "Edit", "Apply", "Search", "Next", "OK", "Book", "Share",
    "Print", "Archive", "Copy", "Remove",
)  # fmt: skip
DONE: tuple[str, ...] = ("Saved", "Done", "Thank you", "Sent", "Your changes were kept", "All set")
_TYPED = (
    'type "{value}" into {label}',
    'enter "{value}" as the {label}',
    "set {label} to {value}",
    "fill in {value} for {label}",
    'put "{value}" in the field {label}',
    "{label} is {value}",
)
_SET = (
    "set {label} to {value}",
    "choose {value} as the {label}",
    "{label} is {value}",
    "enter {value} for {label}",
)
_CHECKED = ("tick {label}", "check {label}", 'turn on "{label}"', "select {label}", "switch {label} on")
_CHOSEN = (
    "choose {value} for {label}",
    'select "{value}" as the {label}',
    "set {label} to {value}",
    "pick {value} in {label}",
)
_LABELLED = ('choose "{value}" from the {label} list', "pick {value} from the dropdown {label}")
_COPY = (
    "copy {value} into {label}",
    "copy the text of {value} to {label}",
    "paste what {value} says into {label}",
    "fill in {label} with the text from {value}",
    "put the same in {label} as in {value}",
)
_FOCUS = ("click into {label}", "put the cursor in {label}", "go to the field {label}", "focus on {label}")
WORDINGS: Mapping[str, Sequence[str]] = {
    "textbox": _TYPED,
    "searchbox": _TYPED,
    "spinbutton": _TYPED,
    "date": _SET,
    "time": _SET,
    "checkbox": _CHECKED,
    "radio": _CHOSEN,
    "combobox": _CHOSEN,
    "listbox": (*_CHOSEN, 'select {value} from the list "{label}"', "mark {value} under {label}"),
    "button": (*_CHOSEN, *_LABELLED),
    "copy": _COPY,
    "focus": _FOCUS,
}
NTH: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "textbox": (
        ("text field", "textbox", "text box"),
        ('type "{value}" into the {label}', 'put "{value}" in the {label}', 'enter "{value}" in the {label}'),
    ),
    "focus": (
        ("text field", "textbox", "text box", "input"),
        ("click into the {label}", "put the cursor in the {label}", "go to the {label}"),
    ),
    "checkbox": (("checkbox", "check box"), ("tick the {label}", "check the {label}", "click the {label}")),
}
"""Words for fields identified by rank ("second text field"), and clauses that ask for them."""
COPIED = (
    "fill in the form with what the table says",
    "copy the record into the fields",
    "put the data shown above into the form",
    "complete the form from the details",
    "transfer the entries to the boxes of the same label",
    "fill every field from the list",
)
DROPPED = (
    "choose {} from the dropdown",
    'pick "{}" from the list',
    "select {} in the drop-down list",
    "open the menu and take {}",
    "set the list to {}",
    "{} in the dropdown",
)
TEXTS = ("text area", "large field", "long text", "text box", "box", "text")
PASTED = (
    "copy what the {nth} {text} says into the {field}",
    "put the text of the {nth} {text} in the {field}",
    "the {field} gets the text of the {nth} {text}",
    "paste the {nth} {text} into the {field}",
    "duplicate the {nth} {text} in the {field}",
    "take the text from the {nth} {text} and enter it in the {field}",
)
EMPTY = ("empty field", "input", "text input", "small field", "last field", "field below", "free box")
"""Descriptions that refer to a field without a label."""
WORDED = (
    "type the {} word of the text as {}",
    "the {} word goes into the field {}",
    "copy the {} word into {}",
    'enter the {} word shown above into "{}"',
)
STEPPED = (("-", "+"), ("−", "+"), ("▼", "▲"), ("Less", "More"), ("Remove", "Add"))
"""Names of decrement and increment controls."""
ONE_EACH = ("add one of each: {}", "take one each of {}", "put one of these in the basket: {}")
NUMBERED = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
