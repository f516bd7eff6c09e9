"""Initial state of the music app."""

from __future__ import annotations

from random import Random

import msgspec

_ARTISTS = (
    "Paper Lanterns", "Nora Fields", "The Tin Boats", "Velvet Compass", "Otis Marlow", "Glass Orchard",
    "Miro and the Tides", "Cinder Lane",
)  # fmt: skip
_ALBUMS = (
    "First Light", "Low Water", "Rooms Upstairs", "Signal Hill", "Long Way North", "Half a Moon",
    "Copper Sky", "Slow Machines", "Winter Radio", "Seven Bridges", "Open Window", "The Second Garden",
    "Night Ferry", "Borrowed Coats",
)  # fmt: skip
_TITLES = (
    "Amber Road", "Ashes and Salt", "Back to the Quay", "Barefoot", "Blue Lantern", "Borderline Town",
    "Candle in June", "Cardboard Crown", "Carousel", "Daybreak Hotel", "Distant Kitchen", "Echo Street",
    "Evergreen", "Falling Upward", "Fireflies", "Four in the Morning", "Ghost of a Smile", "Golden Hour",
    "Hand in Glove Box", "Harvest Line", "Hollow Tree", "Ink and Thunder", "Island Time", "Juniper",
    "Keep the Porch Light", "Kite Weather", "Last Tram Home", "Lemon Grove", "Letters to Nobody",
    "Lighthouse Keeper", "Little Wolves", "Magnetic", "Marble Steps", "Milk and Honey Moon", "Mountain Echo",
    "Neon Rain", "Northern Platform", "Old Photographs", "Orange Peel", "Parallel Lines Apart", "Postcard",
    "Quiet Riot of Birds", "Railway Song", "River Mouth", "Rooftop Garden", "Sailor's Knot", "Salt Wind",
    "Shadow Play", "Silver Thread", "Sleepwalker", "Small Hours Cafe", "Snow Day", "Stone Skipping",
    "Summer Static", "Tangerine", "The Long Exhale", "Tidal", "Under the Awning", "Wallflower Waltz",
    "Yesterday's Paper",
)  # fmt: skip
_PLAYLIST_NAMES = ("Morning run", "Cooking", "Rainy day", "Road trip", "Focus", "Dinner guests", "Late night")
_SONGS_PER_ALBUM = (6, 6, 6, 6, 4, 4, 4, 4, 4, 4)
_FLAT_BANDS = (0, 0, 0, 0, 0)
_GENRES = ("Pop", "Folk", "Rock", "Jazz", "Electronic")


class Song(msgspec.Struct, frozen=True):
    """A song with its artist, album, duration and play count.

    `track` is the song's number on the album.
    """

    id: str
    title: str
    artist: str
    album: str
    track: int
    seconds: int
    year: int
    genre: str
    plays: int


class Playlist(msgspec.Struct, frozen=True):
    """A playlist with an ordered list of song ids."""

    id: str
    name: str
    songs: tuple[str, ...]
    note: str = ""


class Playback(msgspec.Struct, frozen=True):
    """Playback state of the music player, including the queue.

    `at` is the index in `queue`, and `since` is the time at which playback started from `passed_sec`.
    """

    queue: tuple[str, ...]
    at: int = 0
    playing: bool = False
    passed_sec: float = 0.0
    since: int = 0
    shuffle: bool = False
    repeat: str = "off"
    speed: float = 1.0


class Equaliser(msgspec.Struct, frozen=True):
    """Equalizer settings of the music player.

    `bands` are gains in decibels, from low to high frequencies.
    """

    on: bool = False
    preset: str = "Flat"
    bands: tuple[int, ...] = _FLAT_BANDS
    bass: int = 0
    room: int = 0


class MusicSettings(msgspec.Struct, frozen=True):
    """Settings of the music player."""

    crossfade_sec: int = 0
    gapless: bool = True
    wifi_quality: str = "High"
    mobile_quality: str = "Normal"
    explicit: bool = True
    mono: bool = False
    headset_pause: bool = True


class Music(msgspec.Struct, frozen=True):
    """State of the music player.

    `sleep_at` is the end of the sleep timer in milliseconds since the epoch, or 0 if it is off.
    """

    songs: tuple[Song, ...]
    liked: tuple[str, ...]
    playlists: tuple[Playlist, ...]
    player: Playback
    recent: tuple[str, ...]
    searches: tuple[str, ...] = ()
    sleep_min: int = 0
    sleep_at: int = 0
    equaliser: Equaliser = Equaliser()
    settings: MusicSettings = MusicSettings()
    followed: tuple[str, ...] = ()


def build_music_state(rng: Random) -> Music:
    """Generate a music library with ten albums by seven artists and four playlists."""
    titles, albums, artists = (
        rng.sample(_TITLES, 48),
        rng.sample(_ALBUMS, 10),
        rng.sample(_ARTISTS, 7),
    )
    album_artists = [*artists, *rng.sample(artists, 3)]
    durations_sec = rng.sample(range(131, 349), 48)
    songs: list[Song] = []
    for i, (album, artist) in enumerate(zip(albums, album_artists, strict=True)):
        year, genre = rng.randint(1998, 2025), rng.choice(_GENRES)
        for track in range(1, _SONGS_PER_ALBUM[i] + 1):
            index = len(songs)
            plays = rng.randint(0, 90)
            songs.append(
                Song(
                    f"song{index}",
                    titles[index],
                    artist,
                    album,
                    track,
                    durations_sec[index],
                    year,
                    genre,
                    plays,
                )
            )
    ids = [song.id for song in songs]
    playlists = tuple(
        Playlist(f"list{i}", name, tuple(rng.sample(ids, count)))
        for i, (name, count) in enumerate(zip(rng.sample(_PLAYLIST_NAMES, 4), (5, 6, 9, 12), strict=True))
    )
    recent = tuple(rng.sample(ids, 6))
    return Music(
        tuple(songs),
        tuple(rng.sample(ids, 5)),
        playlists,
        Playback(recent),
        recent,
        followed=tuple(rng.sample(artists, 2)),
    )
