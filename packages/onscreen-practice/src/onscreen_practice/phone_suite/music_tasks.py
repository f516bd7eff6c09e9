"""Task factories for the Music app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.music_state import Song
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_change
from onscreen_practice.state.value_patterns import ExpectedFields, MemberAt, any_order, one_of
from onscreen_practice.task_recipe import TaskRecipe, tap, type_text

_NEW = ("Sunday breakfast", "Train ride", "Garden party", "Old favourites", "Yoga", "Night shift")
_PRESETS = ("Rock", "Pop", "Jazz", "Classical", "Vocal")
_CROSSFADES = {2: "2 seconds", 4: "4 seconds", 8: "8 seconds"}
_SEARCH = "Songs, albums, artists, playlists"
_SHORT = 4
_BELOW = 3


def _title(state: PhoneState, song: str) -> str:
    return next(each.title for each in state.music.songs if each.id == song)


def _songs_of(state: PhoneState, album: str) -> list[Song]:
    return [each for each in state.music.songs if each.album == album]


def _plays(*songs: str) -> Change:
    """Build the expected state change of a player in which one of the given songs is loaded."""
    return becomes("music.player", MemberAt("queue", "at", one_of(*songs)))


def play_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to find and play a song in the Music app."""
    now = state.music.player.queue[0]
    song = rng.choice([each for each in state.music.songs if each.id != now])
    return state_task(
        'Play the song "{title}" by {artist} in Music',
        {"title": song.title, "artist": song.artist},
        check=state_is(_plays(song.id), becomes("music.player.playing", True)),
        spoil=put("music.player.playing", False),
        moves=(tap("Music"), tap("Search"), type_text(_SEARCH, song.title), tap(song.title)),
        layout="changing",
    )


def create_playlist(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a playlist of three songs in the Music app."""
    name = rng.choice(_NEW)
    songs = rng.sample(state.music.songs, 3)
    ticks = [move for each in songs for move in (type_text("Search songs", each.title), tap(each.title))]
    return state_task(
        'Create a playlist named "{name}" in the Music app with the songs "{a}", "{b}" and "{c}"',
        {"name": name, "a": songs[0].title, "b": songs[1].title, "c": songs[2].title},
        check=state_is(
            adds("music.playlists", {"name": name, "songs": any_order(*(each.id for each in songs))})
        ),
        spoil=delete("music.playlists[+].songs[-1]"),
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap("New playlist"),
            type_text("Playlist name", name),
            tap("Create"),
            tap("Add songs"),
            *ticks,
            tap("Done"),
        ),
        kind="added",
        layout="changing",
    )


def like_album(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to like every song of an album in the Music app."""
    albums = {each.album for each in state.music.songs if len(_songs_of(state, each.album)) == _SHORT}
    fresh = sorted(
        album for album in albums if any(song.id not in state.music.liked for song in _songs_of(state, album))
    )
    album = rng.choice(fresh)
    new = [song for song in _songs_of(state, album) if song.id not in state.music.liked]
    return state_task(
        'In Music, like every song of the album "{album}"',
        {"album": album},
        check=state_is(adds("music.liked", *(song.id for song in new))),
        spoil=delete("music.liked[0]"),
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Albums"),
            tap(album),
            *[move for song in new for move in (tap(f"Options of {song.title}"), tap("Like"))],
        ),
        layout="changing",
    )


def move_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to move a song to the top of a playlist in the Music app."""
    playlist = rng.choice(state.music.playlists[:2])
    at = rng.choice(range(2, _BELOW + 1))
    song = playlist.songs[at]
    wanted = [song, *(each for each in playlist.songs if each != song)]
    title, path = _title(state, song), f"music.playlists[id={playlist.id}].songs"
    return state_task(
        'In the playlist "{playlist}" in Music, move the song "{title}" to the top',
        {"playlist": playlist.name, "title": title},
        check=state_is(becomes(path, wanted)),
        spoil=delete(f"{path}[0]"),
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap(playlist.name),
            tap("Edit order"),
            *[tap(f"Move {title} up")] * at,
            tap("Done"),
        ),
        layout="changing",
    )


def remove_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to remove a song from a playlist in the Music app."""
    playlist = rng.choice(state.music.playlists)
    song = rng.choice(playlist.songs)
    path, others = (
        f"music.playlists[id={playlist.id}].songs",
        [each for each in playlist.songs if each != song],
    )
    return state_task(
        'Remove the song "{title}" from the playlist "{playlist}" in the Music app',
        {"title": _title(state, song), "playlist": playlist.name},
        check=state_is(becomes(path, others)),
        spoil=delete(f"{path}[-1]"),
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap(playlist.name),
            tap(f"Options of {_title(state, song)}"),
            tap("Remove from this playlist"),
        ),
        layout="changing",
    )


def rename_playlist(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to rename a playlist in the Music app."""
    playlist, name = rng.choice(state.music.playlists), rng.choice(_NEW)
    return state_task(
        'Rename the playlist "{old}" to "{name}" in Music',
        {"old": playlist.name, "name": name},
        check=state_is(becomes(f"music.playlists[id={playlist.id}].name", name)),
        spoil=put(f"music.playlists[id={playlist.id}].name", f"{name}!"),
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap(f"Options of {playlist.name}"),
            tap("Rename"),
            type_text("Playlist name", name),
            tap("Rename"),
        ),
    )


def play_with_sleep_timer(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to play an album and set a sleep timer.

    The instruction does not name the app.
    """
    song = rng.choice(state.music.songs)
    minutes = rng.choice((15, 30, 45))
    ids = [each.id for each in _songs_of(state, song.album)]
    player: ExpectedFields = {"playing": True, "queue": any_order(*ids)}
    return state_task(
        'Let me fall asleep to the album "{album}"; the music should stop by itself after {minutes} minutes',
        {"album": song.album, "minutes": str(minutes)},
        check=state_is(becomes("music.sleep_min", minutes), becomes("music.player", player), _plays(*ids)),
        spoil=put("music.sleep_min", 60),
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Albums"),
            tap(song.album),
            tap("Play"),
            tap("Now playing: "),
            tap("Sleep timer"),
            tap(f"{minutes} minutes"),
        ),
        kind="abstract",
        layout="changing",
    )


def change_sound(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to set the crossfade and an equalizer preset in the Music app."""
    preset, seconds = rng.choice(_PRESETS), rng.choice(sorted(_CROSSFADES))
    return state_task(
        "In Music, set crossfade to {crossfade} and turn the equaliser on with the preset {preset}",
        {"crossfade": _CROSSFADES[seconds], "preset": preset},
        check=state_is(
            becomes("music.equaliser", {"on": True, "preset": preset}),
            may_change("music.equaliser.bands"),
            becomes("music.settings.crossfade_sec", seconds),
        ),
        spoil=put("music.equaliser.on", False),
        moves=(
            tap("Music"),
            tap("More options"),
            tap("Settings"),
            tap("Crossfade"),
            tap(_CROSSFADES[seconds]),
            tap("Equaliser"),
            tap("Use equaliser"),
            tap("Preset"),
            tap(preset),
        ),
    )


def queue_next(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to play a song next and repeat the whole queue in the Music app."""
    song = rng.choice([each for each in state.music.songs if each.id not in state.music.player.queue])
    queue = [state.music.player.queue[0], song.id, *state.music.player.queue[1:]]
    return state_task(
        'Make "{title}" the next song in the queue of Music, and set the player to repeat the whole queue',
        {"title": song.title},
        check=state_is(becomes("music.player", {"queue": queue, "repeat": "all", "at": 0})),
        spoil=put("music.player.repeat", "one"),
        moves=(
            tap("Music"),
            tap("Search"),
            type_text(_SEARCH, song.title),
            tap(f"Options of {song.title}"),
            tap("Play next"),
            tap("Now playing: "),
            tap("Repeat: off"),
        ),
        kind="added",
        layout="changing",
    )


def find_longest_song(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for the longest song by an artist in the Music app."""
    artist = rng.choice(sorted({each.artist for each in state.music.songs}))
    ordered = sorted(
        (each for each in state.music.songs if each.artist == artist), key=lambda each: each.seconds
    )
    return question_task(
        "Which is the longest song by {artist} in the Music app?",
        {"artist": artist},
        answer=ordered[-1].title,
        wrong=ordered[-2].title,
        instead=[each.title for each in ordered],
        moves=(tap("Music"), tap("Library"), tap("Artists"), tap(artist)),
        layout="changing",
    )


MUSIC: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "music-play-song": play_song,
        "music-new-playlist": create_playlist,
        "music-like-album": like_album,
        "music-reorder": move_song,
        "music-take-out": remove_song,
        "music-rename": rename_playlist,
        "music-sleep": play_with_sleep_timer,
        "music-sound": change_sound,
        "music-queue-next": queue_next,
        "music-longest": find_longest_song,
    }
)
