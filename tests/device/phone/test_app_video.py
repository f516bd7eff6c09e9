"""The video app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).video
TITLES = {each.id: each.title for each in BEGUN.videos}


def test_watched_video_is_in_the_history(driver: PhoneDriver) -> None:
    """An opened video is first in the history, unless the history is paused."""
    first, second = BEGUN.videos[:2]
    driver.open("Video")
    driver.tap(first.title)
    assert driver.state("s.video.history[0].video") == first.id
    driver.back()
    driver.handset.call("alter", "s.video.settings.history_paused = true")
    driver.tap(second.title)
    assert driver.state("s.video.history[0].video") == first.id


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message; an empty search does nothing."""
    driver.open("Video")
    driver.tap("Search")
    driver.type("Search videos and channels", "   ")
    driver.press("Enter")
    assert "Search videos and channels" in driver.visible_texts()
    driver.type("Search videos and channels", "zebra crossing")
    driver.press("Enter")
    assert "No results found" in driver.visible_texts()


def test_undo_restores_a_watch_later_video(driver: PhoneDriver) -> None:
    """Undo restores a video removed from Watch later at its position."""
    driver.open("Video")
    driver.tap("You")
    driver.tap("Watch later")
    driver.tap(f"Options of {TITLES[BEGUN.later[1]]}")
    driver.tap("Take out of this list")
    assert TITLES[BEGUN.later[1]] not in driver.visible_texts()
    driver.tap("Undo")
    assert driver.state("s.video.later") == list(BEGUN.later)


def test_empty_comment_is_refused(driver: PhoneDriver) -> None:
    """A blank comment is not sent; a comment with text is shown and can be deleted."""
    clip = BEGUN.videos[0]
    driver.open("Video")
    driver.tap(clip.title)
    driver.tap("Comments ")
    driver.type("Add a comment", "   ")
    driver.tap("Send comment")
    assert driver.state("s.video.videos[0].comments.length") == len(clip.comments)
    driver.type("Add a comment", "Well done")
    driver.tap("Send comment")
    assert "Well done" in driver.visible_texts()
    driver.tap("Delete comment: Well done")
    driver.tap("Delete")
    assert "Well done" not in driver.visible_texts()


def test_swipes_change_the_short(driver: PhoneDriver) -> None:
    """A swipe up shows the next short, a swipe down the previous one."""
    driver.open("Video")
    driver.tap("Shorts")
    for way, at in (("down", 0), ("up", 1), ("up", 2), ("down", 1)):
        driver.swipe("Short ", way)
        assert BEGUN.shorts[at].caption in driver.visible_texts()


def test_playlist_needs_a_unique_name(driver: PhoneDriver) -> None:
    """A playlist with an empty or existing name is refused with a message."""
    driver.open("Video")
    driver.tap("You")
    driver.tap("New playlist")
    driver.tap("Create")
    assert "Enter a name" in driver.visible_texts()
    driver.type("Playlist name", BEGUN.playlists[0].name)
    driver.tap("Create")
    assert "There is a playlist of this name" in driver.visible_texts()


def test_link_opens_its_video(driver: PhoneDriver) -> None:
    """A link opens its video, or a message if the video does not exist."""
    watch = "https://video.example.com/watch/"
    assert (
        driver.handset.call("launch", "org.practice.video", None, {"data": watch + BEGUN.videos[3].id}) == ""
    )
    assert BEGUN.videos[3].title in driver.visible_texts()
    driver.handset.call("launch", "org.practice.video", None, {"data": f"{watch}video999"})
    assert "This video is not available" in driver.visible_texts()


def test_settings_are_kept_until_reset(driver: PhoneDriver) -> None:
    """Settings are kept after leaving the app, until a reset."""
    driver.open("Video")
    driver.tap("More options")
    driver.tap("Settings")
    driver.tap("Autoplay next video")
    driver.press("Home")
    driver.open("Video")
    assert not driver.checked("Autoplay next video")
    driver.reset()
    assert driver.state("s.video.settings.autoplay") is True
