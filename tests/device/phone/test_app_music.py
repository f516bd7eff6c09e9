"""The music app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).music
SONGS = {each.id: each for each in BEGUN.songs}
SEARCH = "Songs, albums, artists, playlists"


def _playlists(driver: PhoneDriver) -> None:
    driver.open("Music")
    driver.tap("Library")
    driver.tap("Playlists")


def test_found_song_plays(driver: PhoneDriver) -> None:
    """A song found by title plays, and the mini player shows it."""
    song = BEGUN.songs[7]
    driver.open("Music")
    driver.tap("Search")
    driver.type(SEARCH, song.title.lower())
    driver.tap(song.title)
    assert f"Now playing: {song.title}" in driver.visible_texts()
    assert driver.state("s.music.player.playing") is True


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message; clearing it shows the genres again."""
    driver.open("Music")
    driver.tap("Search")
    driver.type(SEARCH, "qqq")
    assert 'Nothing found for "qqq"' in driver.visible_texts()
    driver.tap("Clear text")
    assert "Genres" in driver.visible_texts()


def test_playlist_needs_a_unique_name(driver: PhoneDriver) -> None:
    """A playlist with an empty or existing name is refused with a message."""
    _playlists(driver)
    driver.tap("New playlist")
    driver.tap("Create")
    assert "Enter a name" in driver.visible_texts()
    driver.type("Playlist name", BEGUN.playlists[0].name.upper())
    driver.tap("Create")
    assert "There is a playlist of this name" in driver.visible_texts()
    assert driver.state("s.music.playlists.length") == len(BEGUN.playlists)


def test_undo_restores_a_removed_song(driver: PhoneDriver) -> None:
    """Undo restores a song removed from a playlist at its position."""
    playlist = BEGUN.playlists[0]
    _playlists(driver)
    driver.tap(playlist.name)
    driver.tap(f"Options of {SONGS[playlist.songs[1]].title}")
    driver.tap("Remove from this playlist")
    driver.tap("Undo")
    assert driver.state("s.music.playlists[0].songs") == list(playlist.songs)


def test_songs_are_reordered_by_dragging(driver: PhoneDriver) -> None:
    """In Edit order, a song is dragged by its handle to another position."""
    playlist = BEGUN.playlists[0]
    first, third = (SONGS[playlist.songs[i]].title for i in (0, 2))
    _playlists(driver)
    driver.tap(playlist.name)
    driver.tap("Edit order")
    driver.handset.call(
        "drag", *driver.find(f"Reorder {first}").center, *driver.find(f"Reorder {third}").center
    )
    moved = [*playlist.songs[1:3], playlist.songs[0], *playlist.songs[3:]]
    assert driver.state("s.music.playlists[0].songs") == moved


def test_sleep_timer_stops_the_music(driver: PhoneDriver) -> None:
    """Music stops when the sleep timer ends."""
    driver.open("Music")
    driver.tap("Resume")
    driver.tap("More options")
    driver.tap("Sleep timer")
    driver.tap("5 minutes")
    driver.handset.call("alter", "s.system.now += 4 * 60000")
    assert driver.state("s.music.player.playing") is True
    driver.handset.call("alter", "s.system.now += 60000")
    assert driver.state("s.music.player.playing") is False


def test_equaliser_is_kept_until_reset(driver: PhoneDriver) -> None:
    """A preset changes the bands and is kept until a reset."""
    driver.open("Music")
    driver.tap("More options")
    driver.tap("Equaliser")
    driver.tap("Use equaliser")
    driver.tap("Preset")
    driver.tap("Rock")
    driver.press("Home")
    driver.open("Music")
    assert "+5 dB" in driver.visible_texts()
    driver.reset()
    assert driver.state("s.music.equaliser.preset") == "Flat"
