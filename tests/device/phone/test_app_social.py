"""Social on the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser


def test_post_is_shared_and_seen(driver: PhoneDriver) -> None:
    """A new post stands on top of the feed, also after leaving and coming back."""
    driver.open("Social")
    driver.tap("New post")
    driver.type("Write a caption", "Hello from the pier")
    driver.tap("Share")
    driver.press("Home")
    driver.open("Social")
    assert "Hello from the pier" in driver.shown()


def test_empty_post_is_refused(driver: PhoneDriver) -> None:
    """A post of nothing is refused with a message."""
    before = driver.state("s.social.posts.length")
    driver.open("Social")
    driver.tap("New post")
    driver.tap("Share")
    assert "Write something or choose a picture." in driver.shown()
    assert driver.state("s.social.posts.length") == before


def test_like_is_counted_once_and_taken_back(driver: PhoneDriver) -> None:
    """Tapping the heart twice leaves the post as it was."""
    before = driver.state("s.social.posts.filter(e => e.liked).length")
    driver.open("Social")
    driver.tap("Like ")
    assert driver.state("s.social.posts.filter(e => e.liked).length") == int(str(before)) + 1
    driver.tap("Unlike ")
    assert driver.state("s.social.posts.filter(e => e.liked).length") == before


def test_deleted_comment_comes_back_with_undo(driver: PhoneDriver) -> None:
    """Undo brings a comment back that was deleted."""
    driver.open("Social")
    driver.tap("Comment on ")
    driver.type("Add a comment", "First!")
    driver.tap("Post")
    driver.back()
    driver.hold("First!")
    driver.tap("Delete comment")
    assert "First!" not in driver.shown()
    driver.tap("Undo")
    assert "First!" in driver.shown()


def test_user_name_of_bad_signs_is_refused(driver: PhoneDriver) -> None:
    """A user name with spaces is refused and the rule shown."""
    driver.open("Social")
    driver.tap("Profile")
    driver.tap("Edit profile")
    driver.type("User name", "Robin Winter!")
    driver.tap("Save")
    assert "User names have 3 to 30 small letters, digits, dots and underscores" in driver.shown()
    assert driver.state("s.social.me.handle") == "robin.winter"


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """Words that fit nobody find nothing, and the screen says so."""
    driver.open("Social")
    driver.tap("Search")
    driver.type("Search", "zebra")
    assert 'No results for "zebra"' in driver.shown()


def test_back_comes_home_first(driver: PhoneDriver) -> None:
    """Back on another tab comes to the feed before it leaves."""
    driver.open("Social")
    driver.tap("Profile")
    driver.back()
    assert "Add to your story" in driver.shown()


def test_story_that_was_seen_is_marked(driver: PhoneDriver) -> None:
    """A story is marked as seen once it was opened."""
    driver.open("Social")
    driver.tap("Story of ")
    driver.tap("Close story")
    assert any(name.endswith(", seen") for name in driver.shown())
