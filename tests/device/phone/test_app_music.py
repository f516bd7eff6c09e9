"""The music player of the phone: what a listener relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).music
SONGS = {each.id: each for each in BEGUN.songs}
SEARCH = "Songs, albums, artists, playlists"


def _playlists(driver: PhoneDriver) -> None:
    driver.open("Music")
    driver.tap("Library")
    driver.tap("Playlists")


def test_song_found_by_search_plays(driver: PhoneDriver) -> None:
    """A song found by its title plays, and the bar at the bottom says so."""
    song = BEGUN.songs[7]
    driver.open("Music")
    driver.tap("Search")
    driver.type(SEARCH, song.title.lower())
    driver.tap(song.title)
    assert f"Now playing: {song.title}" in driver.shown()
    assert driver.state("s.music.player.playing") is True


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """A search without a hit says so, and clearing it brings the genres back."""
    driver.open("Music")
    driver.tap("Search")
    driver.type(SEARCH, "qqq")
    assert 'Nothing found for "qqq"' in driver.shown()
    driver.tap("Clear text")
    assert "Genres" in driver.shown()


def test_playlist_needs_a_name_of_its_own(driver: PhoneDriver) -> None:
    """A playlist without a name or with the name of another is refused, with the reason."""
    _playlists(driver)
    driver.tap("New playlist")
    driver.tap("Create")
    assert "Enter a name" in driver.shown()
    driver.type("Playlist name", BEGUN.playlists[0].name.upper())
    driver.tap("Create")
    assert "There is a playlist of this name" in driver.shown()
    assert driver.state("s.music.playlists.length") == len(BEGUN.playlists)


def test_song_taken_out_comes_back(driver: PhoneDriver) -> None:
    """A song removed from a playlist is back at its place after Undo."""
    playlist = BEGUN.playlists[0]
    _playlists(driver)
    driver.tap(playlist.name)
    driver.tap(f"Options of {SONGS[playlist.songs[1]].title}")
    driver.tap("Remove from this playlist")
    driver.tap("Undo")
    assert driver.state("s.music.playlists[0].songs") == list(playlist.songs)


def test_song_is_dragged_to_another_place(driver: PhoneDriver) -> None:
    """In Edit order a song is dragged by its handle onto the place of another."""
    playlist = BEGUN.playlists[0]
    first, third = (SONGS[playlist.songs[i]].title for i in (0, 2))
    _playlists(driver)
    driver.tap(playlist.name)
    driver.tap("Edit order")
    driver.handset.call(
        "drag", *driver.find(f"Reorder {first}").middle, *driver.find(f"Reorder {third}").middle
    )
    moved = [*playlist.songs[1:3], playlist.songs[0], *playlist.songs[3:]]
    assert driver.state("s.music.playlists[0].songs") == moved


def test_sleep_timer_stops_the_music(driver: PhoneDriver) -> None:
    """Music stops by itself when the sleep timer has run out."""
    driver.open("Music")
    driver.tap("Resume")
    driver.tap("More options")
    driver.tap("Sleep timer")
    driver.tap("5 minutes")
    driver.handset.call("alter", "s.system.now += 4 * 60000")
    assert driver.state("s.music.player.playing") is True
    driver.handset.call("alter", "s.system.now += 60000")
    assert driver.state("s.music.player.playing") is False


def test_equaliser_stays_until_reset(driver: PhoneDriver) -> None:
    """A preset moves the bands, is there after leaving, and gone after a reset."""
    driver.open("Music")
    driver.tap("More options")
    driver.tap("Equaliser")
    driver.tap("Use equaliser")
    driver.tap("Preset")
    driver.tap("Rock")
    driver.press("Home")
    driver.open("Music")
    assert "+5 dB" in driver.shown()
    driver.reset()
    assert driver.state("s.music.equaliser.preset") == "Flat"
