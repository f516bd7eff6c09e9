"""The social network app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser


def test_post_is_shown_in_the_feed(driver: PhoneDriver) -> None:
    """A new post is at the top of the feed, also after leaving the app."""
    driver.open("Social")
    driver.tap("New post")
    driver.type("Write a caption", "Hello from the pier")
    driver.tap("Share")
    driver.press("Home")
    driver.open("Social")
    assert "Hello from the pier" in driver.visible_texts()


def test_empty_post_is_refused(driver: PhoneDriver) -> None:
    """An empty post is refused with a message."""
    before = driver.state("s.social.posts.length")
    driver.open("Social")
    driver.tap("New post")
    driver.tap("Share")
    assert "Write something or choose a picture." in driver.visible_texts()
    assert driver.state("s.social.posts.length") == before


def test_like_is_toggled(driver: PhoneDriver) -> None:
    """Tapping the heart twice restores the number of likes."""
    before = driver.state("s.social.posts.filter(e => e.liked).length")
    driver.open("Social")
    driver.tap("Like ")
    assert driver.state("s.social.posts.filter(e => e.liked).length") == int(str(before)) + 1
    driver.tap("Unlike ")
    assert driver.state("s.social.posts.filter(e => e.liked).length") == before


def test_undo_restores_a_deleted_comment(driver: PhoneDriver) -> None:
    """Undo restores a deleted comment."""
    driver.open("Social")
    driver.tap("Comment on ")
    driver.type("Add a comment", "First!")
    driver.tap("Post")
    driver.back()
    driver.hold("First!")
    driver.tap("Delete comment")
    assert "First!" not in driver.visible_texts()
    driver.tap("Undo")
    assert "First!" in driver.visible_texts()


def test_invalid_user_name_is_refused(driver: PhoneDriver) -> None:
    """A user name with spaces is refused, and the rule is shown."""
    driver.open("Social")
    driver.tap("Profile")
    driver.tap("Edit profile")
    driver.type("User name", "Robin Winter!")
    driver.tap("Save")
    assert "User names have 3 to 30 small letters, digits, dots and underscores" in driver.visible_texts()
    assert driver.state("s.social.me.handle") == "robin.winter"


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message."""
    driver.open("Social")
    driver.tap("Search")
    driver.type("Search", "zebra")
    assert 'No results for "zebra"' in driver.visible_texts()


def test_back_returns_to_the_feed_first(driver: PhoneDriver) -> None:
    """Back on another tab returns to the feed before it leaves the app."""
    driver.open("Social")
    driver.tap("Profile")
    driver.back()
    assert "Add to your story" in driver.visible_texts()


def test_viewed_story_is_marked(driver: PhoneDriver) -> None:
    """An opened story is marked as seen."""
    driver.open("Social")
    driver.tap("Story of ")
    driver.tap("Close story")
    assert any(name.endswith(", seen") for name in driver.visible_texts())
