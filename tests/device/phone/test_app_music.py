"""The music player of the phone: what a listener relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).music
SONGS = {each.id: each for each in BEGUN.songs}
SEARCH = "Songs, albums, artists, playlists"


def _playlists(hand: Hand) -> None:
    hand.open("Music")
    hand.tap("Library")
    hand.tap("Playlists")


def test_song_found_by_search_plays(hand: Hand) -> None:
    """A song found by its title plays, and the bar at the bottom says so."""
    song = BEGUN.songs[7]
    hand.open("Music")
    hand.tap("Search")
    hand.type(SEARCH, song.title.lower())
    hand.tap(song.title)
    assert f"Now playing: {song.title}" in hand.shown()
    assert hand.state("s.music.player.playing") is True


def test_search_without_hit_says_so(hand: Hand) -> None:
    """A search without a hit says so, and clearing it brings the genres back."""
    hand.open("Music")
    hand.tap("Search")
    hand.type(SEARCH, "qqq")
    assert 'Nothing found for "qqq"' in hand.shown()
    hand.tap("Clear text")
    assert "Genres" in hand.shown()


def test_playlist_needs_a_name_of_its_own(hand: Hand) -> None:
    """A playlist without a name or with the name of another is refused, with the reason."""
    _playlists(hand)
    hand.tap("New playlist")
    hand.tap("Create")
    assert "Enter a name" in hand.shown()
    hand.type("Playlist name", BEGUN.playlists[0].name.upper())
    hand.tap("Create")
    assert "There is a playlist of this name" in hand.shown()
    assert hand.state("s.music.playlists.length") == len(BEGUN.playlists)


def test_song_taken_out_comes_back(hand: Hand) -> None:
    """A song removed from a playlist is back at its place after Undo."""
    playlist = BEGUN.playlists[0]
    _playlists(hand)
    hand.tap(playlist.name)
    hand.tap(f"Options of {SONGS[playlist.songs[1]].title}")
    hand.tap("Remove from this playlist")
    hand.tap("Undo")
    assert hand.state("s.music.playlists[0].songs") == list(playlist.songs)


def test_song_is_dragged_to_another_place(hand: Hand) -> None:
    """In Edit order a song is dragged by its handle onto the place of another."""
    playlist = BEGUN.playlists[0]
    first, third = (SONGS[playlist.songs[i]].title for i in (0, 2))
    _playlists(hand)
    hand.tap(playlist.name)
    hand.tap("Edit order")
    hand.handset.call("drag", *hand.find(f"Reorder {first}").middle, *hand.find(f"Reorder {third}").middle)
    moved = [*playlist.songs[1:3], playlist.songs[0], *playlist.songs[3:]]
    assert hand.state("s.music.playlists[0].songs") == moved


def test_sleep_timer_stops_the_music(hand: Hand) -> None:
    """Music stops by itself when the sleep timer has run out."""
    hand.open("Music")
    hand.tap("Resume")
    hand.tap("More options")
    hand.tap("Sleep timer")
    hand.tap("5 minutes")
    hand.handset.call("alter", "s.system.now += 4 * 60000")
    assert hand.state("s.music.player.playing") is True
    hand.handset.call("alter", "s.system.now += 60000")
    assert hand.state("s.music.player.playing") is False


def test_equaliser_stays_until_reset(hand: Hand) -> None:
    """A preset moves the bands, is there after leaving, and gone after a reset."""
    hand.open("Music")
    hand.tap("More options")
    hand.tap("Equaliser")
    hand.tap("Use equaliser")
    hand.tap("Preset")
    hand.tap("Rock")
    hand.press("Home")
    hand.open("Music")
    assert "+5 dB" in hand.shown()
    hand.reset()
    assert hand.state("s.music.equaliser.preset") == "Flat"
