"""The videos of the phone: what somebody watching relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).video
TITLES = {each.id: each.title for each in BEGUN.videos}


def test_watched_video_is_in_the_history(hand: Hand) -> None:
    """A video that was opened stands first in the history, unless the history is paused."""
    first, second = BEGUN.videos[:2]
    hand.open("Video")
    hand.tap(first.title)
    assert hand.state("s.video.history[0].video") == first.id
    hand.back()
    hand.handset.call("alter", "s.video.settings.history_paused = true")
    hand.tap(second.title)
    assert hand.state("s.video.history[0].video") == first.id


def test_search_without_hit_says_so(hand: Hand) -> None:
    """A search without a hit says so; an empty search stays where it is."""
    hand.open("Video")
    hand.tap("Search")
    hand.type("Search videos and channels", "   ")
    hand.press("Enter")
    assert "Search videos and channels" in hand.shown()
    hand.type("Search videos and channels", "zebra crossing")
    hand.press("Enter")
    assert "No results found" in hand.shown()


def test_watch_later_comes_back(hand: Hand) -> None:
    """A video taken out of Watch later is back at its place after Undo."""
    hand.open("Video")
    hand.tap("You")
    hand.tap("Watch later")
    hand.tap(f"Options of {TITLES[BEGUN.later[1]]}")
    hand.tap("Take out of this list")
    assert TITLES[BEGUN.later[1]] not in hand.shown()
    hand.tap("Undo")
    assert hand.state("s.video.later") == list(BEGUN.later)


def test_empty_comment_is_refused(hand: Hand) -> None:
    """A comment of blanks is not sent; one with words stands under the video and can be deleted."""
    clip = BEGUN.videos[0]
    hand.open("Video")
    hand.tap(clip.title)
    hand.tap("Comments ")
    hand.type("Add a comment", "   ")
    hand.tap("Send comment")
    assert hand.state("s.video.videos[0].comments.length") == len(clip.comments)
    hand.type("Add a comment", "Well done")
    hand.tap("Send comment")
    assert "Well done" in hand.shown()
    hand.tap("Delete comment: Well done")
    hand.tap("Delete")
    assert "Well done" not in hand.shown()


def test_shorts_are_swiped_through(hand: Hand) -> None:
    """A swipe up shows the next short, a swipe down the one before; before the first there is none."""
    hand.open("Video")
    hand.tap("Shorts")
    for way, at in (("down", 0), ("up", 1), ("up", 2), ("down", 1)):
        hand.swipe("Short ", way)
        assert BEGUN.shorts[at].caption in hand.shown()


def test_playlist_needs_a_name_of_its_own(hand: Hand) -> None:
    """A playlist without a name or with the name of another is refused, with the reason."""
    hand.open("Video")
    hand.tap("You")
    hand.tap("New playlist")
    hand.tap("Create")
    assert "Enter a name" in hand.shown()
    hand.type("Playlist name", BEGUN.playlists[0].name)
    hand.tap("Create")
    assert "There is a playlist of this name" in hand.shown()


def test_link_opens_its_video(hand: Hand) -> None:
    """An address of a video opens that video; one of a video that is gone says so."""
    watch = "https://video.example.com/watch/"
    assert hand.handset.call("launch", "org.practice.video", None, {"data": watch + BEGUN.videos[3].id}) == ""
    assert BEGUN.videos[3].title in hand.shown()
    hand.handset.call("launch", "org.practice.video", None, {"data": f"{watch}video999"})
    assert "This video is not available" in hand.shown()


def test_settings_stay_until_reset(hand: Hand) -> None:
    """A setting is the same after leaving, and as it began after a reset."""
    hand.open("Video")
    hand.tap("More options")
    hand.tap("Settings")
    hand.tap("Autoplay next video")
    hand.press("Home")
    hand.open("Video")
    assert not hand.checked("Autoplay next video")
    hand.reset()
    assert hand.state("s.video.settings.autoplay") is True
