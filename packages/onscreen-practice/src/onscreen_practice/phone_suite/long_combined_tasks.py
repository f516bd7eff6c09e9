"""Long tasks that list several independent tasks in different applications."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone_suite import (
    browser_tasks,
    calculator_tasks,
    calendar_tasks,
    camera_tasks,
    clock_tasks,
    contacts_tasks,
    dialer_tasks,
    files_tasks,
    gallery_tasks,
    mail_tasks,
    maps_tasks,
    messages_tasks,
    music_tasks,
    notes_tasks,
    settings_tasks,
    shop_tasks,
    social_tasks,
    spreadsheet_tasks,
    video_tasks,
    weather_tasks,
)
from onscreen_practice.phone_suite.cross_app_task_parts import join_tasks
from onscreen_practice.phone_suite.task_helpers import TaskFactory
from onscreen_practice.task_recipe import TaskRecipe


def _list_of(instruction: str, *factories: TaskFactory) -> TaskFactory:
    """Return a factory that combines the tasks of several factories into one numbered list."""

    def create(state: PhoneState, rng: Random) -> TaskRecipe:
        """Create the combined task with one random number generator for all parts."""
        return join_tasks(instruction, *(factory(state, rng) for factory in factories))

    return create


LONG_ERRAND_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "long-new-week": _list_of(
            "Prepare my week.",
            clock_tasks.set_repeated_alarm,
            calendar_tasks.create_event_with_guests,
            notes_tasks.write_checklist,
        ),
        "long-tidy-up": _list_of(
            "Tidy up this phone.",
            mail_tasks.delete_mails,
            dialer_tasks.delete_voicemails,
            messages_tasks.archive_threads,
        ),
        "long-preferences": _list_of(
            "Set this phone up as I like it.",
            settings_tasks.set_theme_and_timeout,
            clock_tasks.set_snooze_length,
            calendar_tasks.set_event_defaults,
            maps_tasks.change_settings,
        ),
        "long-new-club": _list_of(
            "I am starting a club.",
            contacts_tasks.create_label,
            messages_tasks.start_group,
            spreadsheet_tasks.create_workbook,
        ),
        "long-rainy-day": _list_of(
            "Get this phone ready for a rainy day.",
            music_tasks.create_playlist,
            video_tasks.edit_watch_later,
            gallery_tasks.add_favourite,
            social_tasks.write_comment,
        ),
        "long-household": _list_of(
            "Do these things for the household.",
            shop_tasks.add_address,
            spreadsheet_tasks.mark_as_paid,
            files_tasks.create_folder,
        ),
        "long-before-trip": _list_of(
            "Prepare my trip.",
            weather_tasks.replace_places,
            maps_tasks.save_place,
            mail_tasks.set_vacation_responder,
        ),
        "long-paperwork": _list_of(
            "Do my paperwork.",
            mail_tasks.send_file,
            files_tasks.move_files,
            calculator_tasks.calculate_with_parentheses,
        ),
        "long-reading": _list_of(
            "Look after my reading.",
            browser_tasks.add_bookmark,
            spreadsheet_tasks.sort_rows,
            notes_tasks.create_label,
        ),
        "long-safety": _list_of(
            "Make this phone more private.",
            settings_tasks.revoke_permission,
            dialer_tasks.block_number,
            social_tasks.change_settings,
            camera_tasks.change_settings,
        ),
    }
)
