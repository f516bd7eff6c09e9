"""Tasks of the music player."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.music_state import Playlist, Song
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Recipe, quoted, tap, typed

_NEW = ("Sunday breakfast", "Train ride", "Garden party", "Old favourites", "Yoga", "Night shift")
_PRESETS = ("Rock", "Pop", "Jazz", "Classical", "Vocal")
_CROSSFADES = {2: "2 seconds", 4: "4 seconds", 8: "8 seconds"}
_SEARCH = "Songs, albums, artists, playlists"
_SHORT = 4
_BELOW = 3


def _title(w: PhoneState, song: str) -> str:
    return next(each.title for each in w.music.songs if each.id == song)


def _album(w: PhoneState, album: str) -> list[Song]:
    return [each for each in w.music.songs if each.album == album]


def _list_is(playlist: Playlist, songs: list[str]) -> str:
    now = f"s.music.playlists.find(l => l.id === {quoted(playlist.id)}).songs"
    return f"{equal(now, songs)} && {untouched('music.playlists', but=f'x.id === {quoted(playlist.id)}')}"


def play_song(w: PhoneState, chance: Random) -> Recipe:
    """One song is found and played."""
    now = w.music.player.queue[0]
    song = chance.choice([each for each in w.music.songs if each.id != now])
    return job(
        'Play the song "{title}" by {artist} in Music',
        {"title": song.title, "artist": song.artist},
        holds=f"s.music.player.playing && s.music.player.queue[s.music.player.at] === {quoted(song.id)}",
        spoil="s.music.player.playing = false",
        moves=(tap("Music"), tap("Search"), typed(_SEARCH, song.title), tap(song.title)),
        layout="changing",
    )


def new_playlist(w: PhoneState, chance: Random) -> Recipe:
    """A playlist with three songs."""
    name = chance.choice(_NEW)
    songs = chance.sample(w.music.songs, 3)
    wanted = sorted(each.id for each in songs)
    made = f"l.name === {quoted(name)} && {equal('[...l.songs].sort()', wanted)}"
    ticks = [move for each in songs for move in (typed("Search songs", each.title), tap(each.title))]
    return job(
        'Create a playlist named "{name}" in the Music app with the songs "{a}", "{b}" and "{c}"',
        {"name": name, "a": songs[0].title, "b": songs[1].title, "c": songs[2].title},
        holds=f"s.music.playlists.length === {len(w.music.playlists) + 1}"
        f" && s.music.playlists.some(l => {made}) && {old_untouched('music.playlists')}",
        spoil="s.music.playlists.at(-1).songs.pop()",
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap("New playlist"),
            typed("Playlist name", name),
            tap("Create"),
            tap("Add songs"),
            *ticks,
            tap("Done"),
        ),
        kind="added",
        layout="changing",
    )


def like_album(w: PhoneState, chance: Random) -> Recipe:
    """All songs of an album are liked, those liked before stay so."""
    albums = {each.album for each in w.music.songs if len(_album(w, each.album)) == _SHORT}
    fresh = sorted(
        album for album in albums if any(song.id not in w.music.liked for song in _album(w, album))
    )
    album = chance.choice(fresh)
    new = [song for song in _album(w, album) if song.id not in w.music.liked]
    wanted = sorted({*w.music.liked, *(song.id for song in new)})
    return job(
        'In Music, like every song of the album "{album}"',
        {"album": album},
        holds=equal("[...s.music.liked].sort()", wanted),
        spoil="s.music.liked.shift()",
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Albums"),
            tap(album),
            *[move for song in new for move in (tap(f"Options of {song.title}"), tap("Like"))],
        ),
        layout="changing",
    )


def reorder(w: PhoneState, chance: Random) -> Recipe:
    """A song of a playlist moves to the top."""
    playlist = chance.choice(w.music.playlists[:2])
    at = chance.choice(range(2, _BELOW + 1))
    song = playlist.songs[at]
    wanted = [song, *(each for each in playlist.songs if each != song)]
    title = _title(w, song)
    return job(
        'In the playlist "{playlist}" in Music, move the song "{title}" to the top',
        {"playlist": playlist.name, "title": title},
        holds=_list_is(playlist, wanted),
        spoil=f"s.music.playlists.find(l => l.id === {quoted(playlist.id)}).songs.reverse()",
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


def take_out(w: PhoneState, chance: Random) -> Recipe:
    """A song leaves a playlist."""
    playlist = chance.choice(w.music.playlists)
    song = chance.choice(playlist.songs)
    return job(
        'Remove the song "{title}" from the playlist "{playlist}" in the Music app',
        {"title": _title(w, song), "playlist": playlist.name},
        holds=_list_is(playlist, [each for each in playlist.songs if each != song]),
        spoil=f"s.music.playlists.find(l => l.id === {quoted(playlist.id)}).songs.pop()",
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap(playlist.name),
            tap(f"Options of {_title(w, song)}"),
            tap("Remove from this playlist"),
        ),
        layout="changing",
    )


def rename(w: PhoneState, chance: Random) -> Recipe:
    """A playlist gets another name."""
    playlist, name = chance.choice(w.music.playlists), chance.choice(_NEW)
    names = [name if each == playlist else each.name for each in w.music.playlists]
    return job(
        'Rename the playlist "{old}" to "{name}" in Music',
        {"old": playlist.name, "name": name},
        holds=f"{equal('s.music.playlists.map(l => l.name)', names)}"
        f" && {untouched('music.playlists', blind='name')}",
        spoil=f"s.music.playlists.find(l => l.name === {quoted(name)}).name += '!'",
        moves=(
            tap("Music"),
            tap("Library"),
            tap("Playlists"),
            tap(f"Options of {playlist.name}"),
            tap("Rename"),
            typed("Playlist name", name),
            tap("Rename"),
        ),
    )


def sleep(w: PhoneState, chance: Random) -> Recipe:
    """An album plays and stops by itself, told without naming the application."""
    song = chance.choice(w.music.songs)
    minutes = chance.choice((15, 30, 45))
    ids = [each.id for each in _album(w, song.album)]
    return job(
        'Let me fall asleep to the album "{album}"; the music should stop by itself after {minutes} minutes',
        {"album": song.album, "minutes": str(minutes)},
        holds=f"s.music.sleep_min === {minutes} && s.music.player.playing"
        f" && {quoted(ids)}.includes(s.music.player.queue[s.music.player.at])"
        f" && s.music.player.queue.length === {len(ids)}",
        spoil="s.music.sleep_min = 60",
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


def sound(_w: PhoneState, chance: Random) -> Recipe:
    """The equaliser and a setting of the playback."""
    preset, seconds = chance.choice(_PRESETS), chance.choice(sorted(_CROSSFADES))
    return job(
        "In Music, set crossfade to {crossfade} and turn the equaliser on with the preset {preset}",
        {"crossfade": _CROSSFADES[seconds], "preset": preset},
        holds=f"s.music.equaliser.on && s.music.equaliser.preset === {quoted(preset)}"
        f" && s.music.settings.crossfade_sec === {seconds}"
        f" && {fields_untouched('music.settings', but=['crossfade_sec'])}",
        spoil="s.music.equaliser.on = false",
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


def queue_next(w: PhoneState, chance: Random) -> Recipe:
    """A song comes next in the queue, and the queue repeats."""
    song = chance.choice([each for each in w.music.songs if each.id not in w.music.player.queue])
    queue = [w.music.player.queue[0], song.id, *w.music.player.queue[1:]]
    return job(
        'Make "{title}" the next song in the queue of Music, and set the player to repeat the whole queue',
        {"title": song.title},
        holds=f"{equal('s.music.player.queue', queue)}"
        " && s.music.player.repeat === 'all' && s.music.player.at === 0",
        spoil="s.music.player.repeat = 'one'",
        moves=(
            tap("Music"),
            tap("Search"),
            typed(_SEARCH, song.title),
            tap(f"Options of {song.title}"),
            tap("Play next"),
            tap("Now playing: "),
            tap("Repeat: off"),
        ),
        kind="added",
        layout="changing",
    )


def longest(w: PhoneState, chance: Random) -> Recipe:
    """The longest song of an artist."""
    artist = chance.choice(sorted({each.artist for each in w.music.songs}))
    ordered = sorted((each for each in w.music.songs if each.artist == artist), key=lambda each: each.seconds)
    return question(
        "Which is the longest song by {artist} in the Music app?",
        {"artist": artist},
        answer=ordered[-1].title,
        wrong=ordered[-2].title,
        moves=(tap("Music"), tap("Library"), tap("Artists"), tap(artist)),
        layout="changing",
    )


MUSIC: Mapping[str, Maker] = MappingProxyType(
    {
        "music-play-song": play_song,
        "music-new-playlist": new_playlist,
        "music-like-album": like_album,
        "music-reorder": reorder,
        "music-take-out": take_out,
        "music-rename": rename,
        "music-sleep": sleep,
        "music-sound": sound,
        "music-queue-next": queue_next,
        "music-longest": longest,
    }
)
