"""Tasks of the video application."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.video_state import Channel, Clip
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import BACK, Move, Recipe, quoted, scrolled, tap, typed

_NAMES = ("Rainy Sunday", "Watch with Mum", "To try out", "Bedtime", "New skills")
_WORDS = ("Thank you, this was very clear", "I will try this tomorrow", "More of these please", "Great tools")
_QUALITIES = (("Full HD (1080p)", "1080p"), ("Medium (360p)", "360p"), ("Low (144p)", "144p"))
_SEARCH = "Search videos and channels"


def _search(words: str) -> tuple[Move, ...]:
    return tap("Video"), tap("Search"), typed(_SEARCH, words), tap(f'Search for "{words}"')


def _titles(w: PhoneState, ids: tuple[str, ...]) -> list[str]:
    by_id = {each.id: each.title for each in w.video.videos}
    return [by_id[each] for each in ids]


def _of(w: PhoneState, channel: Channel) -> list[Clip]:
    return [each for each in w.video.videos if each.channel == channel.id]


def subscribe(w: PhoneState, chance: Random) -> Recipe:
    """A channel is subscribed to, with all notifications."""
    channel = chance.choice([each for each in w.video.channels if not each.subscribed])
    wanted = [each.id for each in w.video.channels if each.subscribed or each == channel]
    return job(
        "Subscribe to the channel {channel} in the Video app and set its notifications to All",
        {"channel": channel.name},
        holds=f"s.video.channels.every(c => c.subscribed === {quoted(wanted)}.includes(c.id))"
        f" && s.video.channels.every(c => (c.bell === 'All') === (c.id === {quoted(channel.id)}))",
        spoil=f"s.video.channels.find(c => c.id === {quoted(channel.id)}).bell = 'None'",
        moves=(
            *_search(channel.name),
            tap("Subscribe"),
            tap("Subscribed"),
            tap("All"),
        ),
        kind="added",
    )


def later(w: PhoneState, chance: Random) -> Recipe:
    """Watch later: one video out, the newest of a channel in."""
    held = set(w.video.later)
    newest = {each.id: max(_of(w, each), key=lambda clip: clip.date) for each in w.video.channels}
    channel = chance.choice([each for each in w.video.channels if newest[each.id].id not in held])
    clip, gone = newest[channel.id], chance.choice(w.video.later)
    wanted = sorted([*(held - {gone}), clip.id])
    title = _titles(w, (gone,))[0]
    return job(
        'In the Video app, take "{gone}" out of Watch later and put the newest video of {channel} there',
        {"gone": title, "channel": channel.name},
        holds=equal("[...s.video.later].sort()", wanted),
        spoil="s.video.later.pop()",
        moves=(
            tap("Video"),
            tap("You"),
            tap("Watch later"),
            tap(f"Options of {title}"),
            tap("Take out of this list"),
            BACK,
            tap("Search"),
            typed(_SEARCH, channel.name),
            tap(f'Search for "{channel.name}"'),
            tap(f"Options of {clip.title}"),
            tap("Save to Watch later"),
        ),
        layout="changing",
    )


def speed(w: PhoneState, chance: Random) -> Recipe:
    """A video plays at another speed with captions in a language."""
    clip = chance.choice(w.video.videos)
    rate, tongue = chance.choice(("0.75", "1.25", "1.5")), chance.choice(clip.captions[1:])
    return job(
        'Play "{title}" in Video at {rate}× speed with {captions} captions',
        {"title": clip.title, "rate": rate, "captions": tongue},
        holds=f"s.video.player.video === {quoted(clip.id)} && s.video.player.speed === {rate}"
        f" && s.video.player.captions === {quoted(tongue)} && s.video.player.playing && !s.video.player.loop"
        " && s.video.player.quality === 'Auto'",
        spoil="s.video.player.captions = 'English'",
        moves=(
            *_search(clip.title),
            tap(f"{clip.title}", nth=1),
            tap("Player settings"),
            tap("Playback speed"),
            tap(f"{rate}×"),
            tap("Captions"),
            tap(tongue),
            tap("Done"),
        ),
        kind="added",
        layout="changing",
    )


def comment(w: PhoneState, chance: Random) -> Recipe:
    """A comment under a video."""
    clip, words = chance.choice(w.video.videos), chance.choice(_WORDS)
    at = f"s.video.videos.find(v => v.id === {quoted(clip.id)}).comments"
    return job(
        'Write the comment "{words}" under the video "{title}" in Video',
        {"words": words, "title": clip.title},
        holds=f"{at}.length === {len(clip.comments) + 1}"
        f" && {at}.some(c => c.who === s.video.owner && c.text === {quoted(words)})",
        spoil=f"{at}[0].text += '!'",
        moves=(
            *_search(clip.title),
            tap(f"{clip.title}", nth=1),
            tap("Comments "),
            typed("Add a comment", words),
            tap("Send comment"),
        ),
        layout="changing",
    )


def new_list(w: PhoneState, chance: Random) -> Recipe:
    """A public playlist with two videos."""
    name = chance.choice(_NAMES)
    a, b = chance.sample(w.video.videos, 2)
    wanted = sorted((a.id, b.id))
    made = f"l.name === {quoted(name)} && !l.private && {equal('[...l.videos].sort()', wanted)}"
    return job(
        'Create a public playlist named "{name}" in the Video app and put "{a}" and "{b}" in it',
        {"name": name, "a": a.title, "b": b.title},
        holds=f"s.video.playlists.length === {len(w.video.playlists) + 1}"
        f" && s.video.playlists.some(l => {made}) && {old_untouched('video.playlists')}",
        spoil="s.video.playlists.at(-1).private = true",
        moves=(
            tap("Video"),
            tap("You"),
            tap("New playlist"),
            typed("Playlist name", name),
            tap("Private"),
            tap("Create"),
            tap("Search"),
            typed(_SEARCH, a.title),
            tap(f'Search for "{a.title}"'),
            tap(f"Options of {a.title}"),
            tap("Save to playlist"),
            tap(name),
            tap("Done"),
            tap("Search"),
            typed(_SEARCH, b.title),
            tap(f'Search for "{b.title}"'),
            tap(f"Options of {b.title}"),
            tap("Save to playlist"),
            tap(name),
            tap("Done"),
        ),
        layout="changing",
    )


def forget(w: PhoneState, chance: Random) -> Recipe:
    """A watched video is forgotten and no more are kept, told without naming the application."""
    gone = chance.choice(w.video.history).video
    title = _titles(w, (gone,))[0]
    kept = [each.video for each in w.video.history if each.video != gone]
    return job(
        'Nobody should see that I watched "{title}": take it out of my watch history, '
        "and pause the history from now on",
        {"title": title},
        holds=f"{equal('s.video.history.map(h => h.video)', kept)} && s.video.settings.history_paused",
        spoil="s.video.history.pop()",
        moves=(
            tap("Video"),
            tap("You"),
            tap("History"),
            tap(f"Remove {title} from history"),
            tap("More options"),
            tap("Pause watch history"),
        ),
        kind="abstract",
        layout="changing",
    )


def saver(w: PhoneState, chance: Random) -> Recipe:
    """Three settings of the player."""
    quality = chance.choice([q for q in ("144p", "360p", "1080p") if q != w.video.settings.download_quality])
    return job(
        "In the settings of Video, turn off autoplay, set the download quality to {quality} "
        "and the reminder to take a break to every hour",
        {"quality": quality},
        holds=f"!s.video.settings.autoplay && s.video.settings.download_quality === {quoted(quality)}"
        " && s.video.settings.remind_min === 60"
        f" && {fields_untouched('video.settings', but=['autoplay', 'download_quality', 'remind_min'])}",
        spoil="s.video.settings.remind_min = 30",
        moves=(
            tap("Video"),
            tap("You"),
            tap("Settings"),
            tap("Remind me to take a break"),
            tap("Every hour"),
            tap("Autoplay next video"),
            tap("Download quality"),
            tap(quality),
        ),
    )


def download(w: PhoneState, chance: Random) -> Recipe:
    """A saved video is kept on the phone in a quality."""
    there = {each.video for each in w.video.downloads}
    playlist = chance.choice(w.video.playlists)
    clip = chance.choice([each for each in playlist.videos if each not in there])
    label, quality = chance.choice(_QUALITIES)
    title = _titles(w, (clip,))[0]
    return job(
        'Download "{title}" from my playlist "{playlist}" in the Video app in {quality}',
        {"title": title, "playlist": playlist.name, "quality": quality},
        holds=f"s.video.downloads.length === {len(there) + 1}"
        f" && s.video.downloads.some(d => d.video === {quoted(clip)} && d.quality === {quoted(quality)})"
        f" && {untouched('video.downloads', but=f'x.video === {quoted(clip)}')}",
        spoil="s.video.downloads[0].quality = '720p'",
        moves=(
            tap("Video"),
            tap("You"),
            tap(playlist.name),
            tap(f"Options of {title}"),
            tap("Download"),
            tap(label),
        ),
        layout="changing",
    )


def short(w: PhoneState, chance: Random) -> Recipe:
    """A short some swipes away is liked."""
    at = chance.randint(2, 5)
    wanted = w.video.shorts[at]
    return job(
        'Find the short "{caption}" in the Shorts of the Video app and like it',
        {"caption": wanted.caption},
        holds=f"s.video.shorts.every(x => x.liked === (x.id === {quoted(wanted.id)}))",
        spoil="s.video.shorts[0].liked = true",
        moves=(tap("Video"), tap("Shorts"), *[scrolled("down")] * at, tap("Like this short")),
        layout="changing",
    )


def most_viewed(w: PhoneState, chance: Random) -> Recipe:
    """The most watched video of a channel."""
    channel = chance.choice(w.video.channels)
    ordered = sorted(_of(w, channel), key=lambda clip: clip.views)
    return question(
        "Which video of the channel {channel} has the most views in the Video app?",
        {"channel": channel.name},
        answer=ordered[-1].title,
        wrong=ordered[-2].title,
        moves=_search(channel.name),
        layout="changing",
    )


VIDEO: Mapping[str, Maker] = MappingProxyType(
    {
        "video-subscribe": subscribe,
        "video-later": later,
        "video-speed": speed,
        "video-comment": comment,
        "video-new-list": new_list,
        "video-forget": forget,
        "video-saver": saver,
        "video-download": download,
        "video-short": short,
        "video-most-viewed": most_viewed,
    }
)
