"""What a task checks on the phone is true or false, whatever was done before."""

from __future__ import annotations

import shlex

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone_suite.phone_task import state_is

pytestmark = pytest.mark.browser


def checked(driver: PhoneDriver, condition: str) -> object:
    """Return what the phone finds of a condition."""
    return driver.state(shlex.split(state_is(condition).expression)[-1])


def test_condition_about_a_thing_that_is_gone_is_false(driver: PhoneDriver) -> None:
    """A task about a playlist that was deleted is not done, rather than not to be told."""
    songs = "s.music.playlists[0].songs.length > 0"
    assert checked(driver, songs) is True
    driver.handset.call("alter", "s.music.playlists = []")
    assert checked(driver, songs) is False


def test_mistake_in_a_condition_is_heard_of(driver: PhoneDriver) -> None:
    """A condition that names what does not exist is an error, never a task that nobody can do."""
    with pytest.raises(PhoneError, match="tunes is not defined"):
        checked(driver, "tunes.length === 0")
