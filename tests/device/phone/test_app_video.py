"""The videos of the phone: what somebody watching relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).video
TITLES = {each.id: each.title for each in BEGUN.videos}


def test_watched_video_is_in_the_history(driver: PhoneDriver) -> None:
    """A video that was opened stands first in the history, unless the history is paused."""
    first, second = BEGUN.videos[:2]
    driver.open("Video")
    driver.tap(first.title)
    assert driver.state("s.video.history[0].video") == first.id
    driver.back()
    driver.handset.call("alter", "s.video.settings.history_paused = true")
    driver.tap(second.title)
    assert driver.state("s.video.history[0].video") == first.id


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """A search without a hit says so; an empty search stays where it is."""
    driver.open("Video")
    driver.tap("Search")
    driver.type("Search videos and channels", "   ")
    driver.press("Enter")
    assert "Search videos and channels" in driver.shown()
    driver.type("Search videos and channels", "zebra crossing")
    driver.press("Enter")
    assert "No results found" in driver.shown()


def test_watch_later_comes_back(driver: PhoneDriver) -> None:
    """A video taken out of Watch later is back at its place after Undo."""
    driver.open("Video")
    driver.tap("You")
    driver.tap("Watch later")
    driver.tap(f"Options of {TITLES[BEGUN.later[1]]}")
    driver.tap("Take out of this list")
    assert TITLES[BEGUN.later[1]] not in driver.shown()
    driver.tap("Undo")
    assert driver.state("s.video.later") == list(BEGUN.later)


def test_empty_comment_is_refused(driver: PhoneDriver) -> None:
    """A comment of blanks is not sent; one with words stands under the video and can be deleted."""
    clip = BEGUN.videos[0]
    driver.open("Video")
    driver.tap(clip.title)
    driver.tap("Comments ")
    driver.type("Add a comment", "   ")
    driver.tap("Send comment")
    assert driver.state("s.video.videos[0].comments.length") == len(clip.comments)
    driver.type("Add a comment", "Well done")
    driver.tap("Send comment")
    assert "Well done" in driver.shown()
    driver.tap("Delete comment: Well done")
    driver.tap("Delete")
    assert "Well done" not in driver.shown()


def test_shorts_are_swiped_through(driver: PhoneDriver) -> None:
    """A swipe up shows the next short, a swipe down the one before; before the first there is none."""
    driver.open("Video")
    driver.tap("Shorts")
    for way, at in (("down", 0), ("up", 1), ("up", 2), ("down", 1)):
        driver.swipe("Short ", way)
        assert BEGUN.shorts[at].caption in driver.shown()


def test_playlist_needs_a_name_of_its_own(driver: PhoneDriver) -> None:
    """A playlist without a name or with the name of another is refused, with the reason."""
    driver.open("Video")
    driver.tap("You")
    driver.tap("New playlist")
    driver.tap("Create")
    assert "Enter a name" in driver.shown()
    driver.type("Playlist name", BEGUN.playlists[0].name)
    driver.tap("Create")
    assert "There is a playlist of this name" in driver.shown()


def test_link_opens_its_video(driver: PhoneDriver) -> None:
    """An address of a video opens that video; one of a video that is gone says so."""
    watch = "https://video.example.com/watch/"
    assert (
        driver.handset.call("launch", "org.practice.video", None, {"data": watch + BEGUN.videos[3].id}) == ""
    )
    assert BEGUN.videos[3].title in driver.shown()
    driver.handset.call("launch", "org.practice.video", None, {"data": f"{watch}video999"})
    assert "This video is not available" in driver.shown()


def test_settings_stay_until_reset(driver: PhoneDriver) -> None:
    """A setting is the same after leaving, and as it began after a reset."""
    driver.open("Video")
    driver.tap("More options")
    driver.tap("Settings")
    driver.tap("Autoplay next video")
    driver.press("Home")
    driver.open("Video")
    assert not driver.checked("Autoplay next video")
    driver.reset()
    assert driver.state("s.video.settings.autoplay") is True
