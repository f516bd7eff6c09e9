"""Social on the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

pytestmark = pytest.mark.browser


def test_post_is_shared_and_seen(hand: Hand) -> None:
    """A new post stands on top of the feed, also after leaving and coming back."""
    hand.open("Social")
    hand.tap("New post")
    hand.type("Write a caption", "Hello from the pier")
    hand.tap("Share")
    hand.press("Home")
    hand.open("Social")
    assert "Hello from the pier" in hand.shown()


def test_empty_post_is_refused(hand: Hand) -> None:
    """A post of nothing is refused with a message."""
    before = hand.state("s.social.posts.length")
    hand.open("Social")
    hand.tap("New post")
    hand.tap("Share")
    assert "Write something or choose a picture." in hand.shown()
    assert hand.state("s.social.posts.length") == before


def test_like_is_counted_once_and_taken_back(hand: Hand) -> None:
    """Tapping the heart twice leaves the post as it was."""
    before = hand.state("s.social.posts.filter(e => e.liked).length")
    hand.open("Social")
    hand.tap("Like ")
    assert hand.state("s.social.posts.filter(e => e.liked).length") == int(str(before)) + 1
    hand.tap("Unlike ")
    assert hand.state("s.social.posts.filter(e => e.liked).length") == before


def test_deleted_comment_comes_back_with_undo(hand: Hand) -> None:
    """Undo brings a comment back that was deleted."""
    hand.open("Social")
    hand.tap("Comment on ")
    hand.type("Add a comment", "First!")
    hand.tap("Post")
    hand.back()
    hand.hold("First!")
    hand.tap("Delete comment")
    assert "First!" not in hand.shown()
    hand.tap("Undo")
    assert "First!" in hand.shown()


def test_user_name_of_bad_signs_is_refused(hand: Hand) -> None:
    """A user name with spaces is refused and the rule shown."""
    hand.open("Social")
    hand.tap("Profile")
    hand.tap("Edit profile")
    hand.type("User name", "Robin Winter!")
    hand.tap("Save")
    assert "User names have 3 to 30 small letters, digits, dots and underscores" in hand.shown()
    assert hand.state("s.social.me.handle") == "robin.winter"


def test_search_without_hit_says_so(hand: Hand) -> None:
    """Words that fit nobody find nothing, and the screen says so."""
    hand.open("Social")
    hand.tap("Search")
    hand.type("Search", "zebra")
    assert 'No results for "zebra"' in hand.shown()


def test_back_comes_home_first(hand: Hand) -> None:
    """Back on another tab comes to the feed before it leaves."""
    hand.open("Social")
    hand.tap("Profile")
    hand.back()
    assert "Add to your story" in hand.shown()


def test_story_that_was_seen_is_marked(hand: Hand) -> None:
    """A story is marked as seen once it was opened."""
    hand.open("Social")
    hand.tap("Story of ")
    hand.tap("Close story")
    assert any(name.endswith(", seen") for name in hand.shown())
