"""Words that made applications are made of."""

from __future__ import annotations

TITLES: tuple[str, ...] = (
    "New booking", "Your account", "Settings", "Order", "Report a fault", "Join us", "Profile", "Delivery",
    "Appointment", "Invoice", "Library", "Inventory", "Tickets", "Members", "Projects", "Recipes",
)  # fmt: skip
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
