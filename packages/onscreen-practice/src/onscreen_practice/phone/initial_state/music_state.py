"""What the music player holds when the phone begins."""

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
_LISTS = ("Morning run", "Cooking", "Rainy day", "Road trip", "Focus", "Dinner guests", "Late night")
_LENGTHS = (6, 6, 6, 6, 4, 4, 4, 4, 4, 4)
_BANDS = (0, 0, 0, 0, 0)
_GENRES = ("Pop", "Folk", "Rock", "Jazz", "Electronic")


class Song(msgspec.Struct, frozen=True):
    """A song; `track` is its place on the album, `plays` how often it was heard."""

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
    """Songs in an order, by id."""

    id: str
    name: str
    songs: tuple[str, ...]
    note: str = ""


class Player(msgspec.Struct, frozen=True):
    """What plays: `queue` are ids, `at` the place in it, `since` when it was started at `passed_sec`."""

    queue: tuple[str, ...]
    at: int = 0
    playing: bool = False
    passed_sec: float = 0.0
    since: int = 0
    shuffle: bool = False
    repeat: str = "off"
    speed: float = 1.0


class Equaliser(msgspec.Struct, frozen=True):
    """How the sound is shaped; `bands` in decibel from low to high."""

    on: bool = False
    preset: str = "Flat"
    bands: tuple[int, ...] = _BANDS
    bass: int = 0
    room: int = 0


class Preferences(msgspec.Struct, frozen=True):
    """The settings of the player."""

    crossfade_sec: int = 0
    gapless: bool = True
    wifi_quality: str = "High"
    mobile_quality: str = "Normal"
    explicit: bool = True
    mono: bool = False
    headset_pause: bool = True


class Music(msgspec.Struct, frozen=True):
    """All that the player holds; `sleep_at` is when music stops (milliseconds, 0: never)."""

    songs: tuple[Song, ...]
    liked: tuple[str, ...]
    playlists: tuple[Playlist, ...]
    player: Player
    recent: tuple[str, ...]
    searches: tuple[str, ...] = ()
    sleep_min: int = 0
    sleep_at: int = 0
    equaliser: Equaliser = Equaliser()
    settings: Preferences = Preferences()
    followed: tuple[str, ...] = ()


def music(chance: Random) -> Music:
    """Make up ten albums by seven artists and four playlists."""
    titles, albums, artists = (
        chance.sample(_TITLES, 48),
        chance.sample(_ALBUMS, 10),
        chance.sample(_ARTISTS, 7),
    )
    owners = [*artists, *chance.sample(artists, 3)]
    lengths = chance.sample(range(131, 349), 48)
    songs: list[Song] = []
    for i, (album, artist) in enumerate(zip(albums, owners, strict=True)):
        year, genre = chance.randint(1998, 2025), chance.choice(_GENRES)
        for track in range(1, _LENGTHS[i] + 1):
            n = len(songs)
            plays = chance.randint(0, 90)
            songs.append(Song(f"song{n}", titles[n], artist, album, track, lengths[n], year, genre, plays))
    ids = [song.id for song in songs]
    playlists = tuple(
        Playlist(f"list{i}", name, tuple(chance.sample(ids, count)))
        for i, (name, count) in enumerate(zip(chance.sample(_LISTS, 4), (5, 6, 9, 12), strict=True))
    )
    heard = tuple(chance.sample(ids, 6))
    return Music(
        tuple(songs),
        tuple(chance.sample(ids, 5)),
        playlists,
        Player(heard),
        heard,
        followed=tuple(chance.sample(artists, 2)),
    )
