"""The tasks of the phone by application, and those that need several."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from onscreen.bench.phone.across_a import ACROSS_A
from onscreen.bench.phone.across_b import ACROSS_B
from onscreen.bench.phone.across_c import ACROSS_C
from onscreen.bench.phone.across_d import ACROSS_D
from onscreen.bench.phone.across_e import ACROSS_E
from onscreen.bench.phone.browser import BROWSER
from onscreen.bench.phone.calculator import CALCULATOR
from onscreen.bench.phone.calendar import CALENDAR
from onscreen.bench.phone.camera import CAMERA
from onscreen.bench.phone.clock import CLOCK
from onscreen.bench.phone.contacts import CONTACTS
from onscreen.bench.phone.files import FILES
from onscreen.bench.phone.gallery import GALLERY
from onscreen.bench.phone.job import Maker
from onscreen.bench.phone.mail import MAIL
from onscreen.bench.phone.maps import MAPS
from onscreen.bench.phone.messages import MESSAGES
from onscreen.bench.phone.music import MUSIC
from onscreen.bench.phone.notes import NOTES
from onscreen.bench.phone.phone import PHONE
from onscreen.bench.phone.settings import SETTINGS
from onscreen.bench.phone.shop import SHOP
from onscreen.bench.phone.social import SOCIAL
from onscreen.bench.phone.spreadsheet import SPREADSHEET
from onscreen.bench.phone.video import VIDEO
from onscreen.bench.phone.weather import WEATHER

BY_APPLICATION: Mapping[str, Mapping[str, Maker]] = MappingProxyType(
    {
        "clock": CLOCK,
        "calendar": CALENDAR,
        "contacts": CONTACTS,
        "messages": MESSAGES,
        "phone": PHONE,
        "mail": MAIL,
        "notes": NOTES,
        "settings": SETTINGS,
        "files": FILES,
        "gallery": GALLERY,
        "camera": CAMERA,
        "calculator": CALCULATOR,
        "maps": MAPS,
        "browser": BROWSER,
        "shop": SHOP,
        "music": MUSIC,
        "video": VIDEO,
        "social": SOCIAL,
        "weather": WEATHER,
        "spreadsheet": SPREADSHEET,
    }
)
ACROSS: Mapping[str, Maker] = MappingProxyType({**ACROSS_A, **ACROSS_B, **ACROSS_C, **ACROSS_D, **ACROSS_E})
