"""Tables of all phone task factories, grouped by application, and of the cross-application tasks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from onscreen_practice.phone_suite.browser_tasks import BROWSER
from onscreen_practice.phone_suite.calculator_tasks import CALCULATOR
from onscreen_practice.phone_suite.calendar_tasks import CALENDAR
from onscreen_practice.phone_suite.camera_tasks import CAMERA
from onscreen_practice.phone_suite.clock_tasks import CLOCK
from onscreen_practice.phone_suite.contacts_tasks import CONTACTS
from onscreen_practice.phone_suite.cross_app_mail_tasks import CROSS_APP_MAIL_TASKS
from onscreen_practice.phone_suite.cross_app_media_tasks import CROSS_APP_MEDIA_TASKS
from onscreen_practice.phone_suite.cross_app_people_tasks import CROSS_APP_PEOPLE_TASKS
from onscreen_practice.phone_suite.cross_app_place_tasks import CROSS_APP_PLACE_TASKS
from onscreen_practice.phone_suite.cross_app_shop_tasks import CROSS_APP_SHOP_TASKS
from onscreen_practice.phone_suite.dialer_tasks import PHONE
from onscreen_practice.phone_suite.files_tasks import FILES
from onscreen_practice.phone_suite.gallery_tasks import GALLERY
from onscreen_practice.phone_suite.interrupted_tasks import INTERRUPTED_TASKS
from onscreen_practice.phone_suite.long_combined_tasks import LONG_ERRAND_TASKS
from onscreen_practice.phone_suite.long_lookup_tasks import LONG_PLACE_TASKS
from onscreen_practice.phone_suite.long_mail_tasks import LONG_MAIL_TASKS
from onscreen_practice.phone_suite.long_transfer_tasks import LONG_RECORD_TASKS
from onscreen_practice.phone_suite.mail_tasks import MAIL
from onscreen_practice.phone_suite.maps_tasks import MAPS
from onscreen_practice.phone_suite.messages_tasks import MESSAGES
from onscreen_practice.phone_suite.music_tasks import MUSIC
from onscreen_practice.phone_suite.notes_tasks import NOTES
from onscreen_practice.phone_suite.refused_tasks import REFUSED_TASKS
from onscreen_practice.phone_suite.settings_tasks import SETTINGS
from onscreen_practice.phone_suite.shop_tasks import SHOP
from onscreen_practice.phone_suite.social_tasks import SOCIAL
from onscreen_practice.phone_suite.spreadsheet_tasks import SPREADSHEET
from onscreen_practice.phone_suite.task_helpers import TaskFactory
from onscreen_practice.phone_suite.video_tasks import VIDEO
from onscreen_practice.phone_suite.weather_tasks import WEATHER

APPLICATION_TASKS: Mapping[str, Mapping[str, TaskFactory]] = MappingProxyType(
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
CROSS_APP_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        **CROSS_APP_PEOPLE_TASKS,
        **CROSS_APP_MAIL_TASKS,
        **CROSS_APP_MEDIA_TASKS,
        **CROSS_APP_PLACE_TASKS,
        **CROSS_APP_SHOP_TASKS,
    }
)
HARD_TASKS: Mapping[str, Mapping[str, TaskFactory]] = MappingProxyType(
    {
        "long": {**LONG_MAIL_TASKS, **LONG_PLACE_TASKS, **LONG_RECORD_TASKS, **LONG_ERRAND_TASKS},
        "refused": REFUSED_TASKS,
        "interrupted": INTERRUPTED_TASKS,
    }
)
"""Factories of the harder tasks by group (long, interrupted, ...) and name."""
