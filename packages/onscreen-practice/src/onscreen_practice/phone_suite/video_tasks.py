"""Task factories for the Video app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.video_state import Channel, Clip
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import adds, becomes, may_change
from onscreen_practice.state.value_patterns import ExpectedFields, any_order
from onscreen_practice.task_recipe import BACK, Move, TaskRecipe, scroll, tap, type_text

_NAMES = ("Rainy Sunday", "Watch with Mum", "To try out", "Bedtime", "New skills")
_WORDS = ("Thank you, this was very clear", "I will try this tomorrow", "More of these please", "Great tools")
_QUALITIES = (("Full HD (1080p)", "1080p"), ("Medium (360p)", "360p"), ("Low (144p)", "144p"))
_SEARCH = "Search videos and channels"


def _search(words: str) -> tuple[Move, ...]:
    return tap("Video"), tap("Search"), type_text(_SEARCH, words), tap(f'Search for "{words}"')


def _title(state: PhoneState, video: str) -> str:
    return next(each.title for each in state.video.videos if each.id == video)


def _videos_of(state: PhoneState, channel: Channel) -> list[Clip]:
    return [each for each in state.video.videos if each.channel == channel.id]


def subscribe(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to subscribe to a channel with all notifications on in the Video app."""
    channel = rng.choice([each for each in state.video.channels if not each.subscribed])
    path = f"video.channels[id={channel.id}]"
    return state_task(
        "Subscribe to the channel {channel} in the Video app and set its notifications to All",
        {"channel": channel.name},
        check=state_is(becomes(path, {"subscribed": True, "bell": "All"})),
        spoil=put(f"{path}.bell", "None"),
        moves=(
            *_search(channel.name),
            tap("Subscribe"),
            tap("Subscribed"),
            tap("All"),
        ),
        kind="added",
    )


def edit_watch_later(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to replace a video on the watch-later list in the Video app."""
    saved = set(state.video.later)
    newest = {
        each.id: max(_videos_of(state, each), key=lambda clip: clip.date) for each in state.video.channels
    }
    channel = rng.choice([each for each in state.video.channels if newest[each.id].id not in saved])
    clip, gone = newest[channel.id], rng.choice(state.video.later)
    wanted = any_order(*(saved - {gone}), clip.id)
    title = _title(state, gone)
    return state_task(
        'In the Video app, take "{gone}" out of Watch later and put the newest video of {channel} there',
        {"gone": title, "channel": channel.name},
        check=state_is(becomes("video.later", wanted)),
        spoil=delete("video.later[-1]"),
        moves=(
            tap("Video"),
            tap("You"),
            tap("Watch later"),
            tap(f"Options of {title}"),
            tap("Take out of this list"),
            BACK,
            tap("Search"),
            type_text(_SEARCH, channel.name),
            tap(f'Search for "{channel.name}"'),
            tap(f"Options of {clip.title}"),
            tap("Save to Watch later"),
        ),
        layout="changing",
    )


def play_with_captions(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to play a video with a given speed and caption language in the Video app."""
    clip = rng.choice(state.video.videos)
    rate, tongue = rng.choice(("0.75", "1.25", "1.5")), rng.choice(clip.captions[1:])
    player: ExpectedFields = {
        "video": clip.id, "speed": float(rate), "captions": tongue, "playing": True, "loop": False,
        "quality": "Auto",
    }  # fmt: skip
    return state_task(
        'Play "{title}" in Video at {rate}× speed with {captions} captions',
        {"title": clip.title, "rate": rate, "captions": tongue},
        check=state_is(becomes("video.player", player)),
        spoil=put("video.player.captions", "English"),
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


def write_comment(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to comment on a video in the Video app."""
    clip, words = rng.choice(state.video.videos), rng.choice(_WORDS)
    path = f"video.videos[id={clip.id}].comments"
    return state_task(
        'Write the comment "{words}" under the video "{title}" in Video',
        {"words": words, "title": clip.title},
        check=state_is(adds(path, {"who": state.video.owner, "text": words})),
        spoil=put(f"{path}[+].text", f"{words}!"),
        moves=(
            *_search(clip.title),
            tap(f"{clip.title}", nth=1),
            tap("Comments "),
            type_text("Add a comment", words),
            tap("Send comment"),
        ),
        layout="changing",
    )


def create_playlist(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a public playlist of two videos in the Video app."""
    name = rng.choice(_NAMES)
    a, b = rng.sample(state.video.videos, 2)
    playlist: ExpectedFields = {"name": name, "private": False, "videos": any_order(a.id, b.id)}
    return state_task(
        'Create a public playlist named "{name}" in the Video app and put "{a}" and "{b}" in it',
        {"name": name, "a": a.title, "b": b.title},
        check=state_is(adds("video.playlists", playlist)),
        spoil=put("video.playlists[+].private", True),
        moves=(
            tap("Video"),
            tap("You"),
            tap("New playlist"),
            type_text("Playlist name", name),
            tap("Private"),
            tap("Create"),
            tap("Search"),
            type_text(_SEARCH, a.title),
            tap(f'Search for "{a.title}"'),
            tap(f"Options of {a.title}"),
            tap("Save to playlist"),
            tap(name),
            tap("Done"),
            tap("Search"),
            type_text(_SEARCH, b.title),
            tap(f'Search for "{b.title}"'),
            tap(f"Options of {b.title}"),
            tap("Save to playlist"),
            tap(name),
            tap("Done"),
        ),
        layout="changing",
    )


def remove_from_history(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to remove a video from the watch history and pause the history.

    The instruction does not name the app.
    """
    gone = rng.choice(state.video.history).video
    title = _title(state, gone)
    others = [{"video": each.video} for each in state.video.history if each.video != gone]
    return state_task(
        'Nobody should see that I watched "{title}": take it out of my watch history, '
        "and pause the history from now on",
        {"title": title},
        check=state_is(becomes("video.history", others), becomes("video.settings.history_paused", True)),
        spoil=delete("video.history[-1]"),
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


def change_settings(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the Video app's autoplay, download quality, and break reminder settings."""
    quality = rng.choice([q for q in ("144p", "360p", "1080p") if q != state.video.settings.download_quality])
    return state_task(
        "In the settings of Video, turn off autoplay, set the download quality to {quality} "
        "and the reminder to take a break to every hour",
        {"quality": quality},
        check=state_is(
            becomes("video.settings.autoplay", False),
            becomes("video.settings.download_quality", quality),
            becomes("video.settings.remind_min", 60),
        ),
        spoil=put("video.settings.remind_min", 30),
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


def download_video(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to download a video in a given quality in the Video app."""
    downloaded = {each.video for each in state.video.downloads}
    playlist = rng.choice(state.video.playlists)
    clip = rng.choice([each for each in playlist.videos if each not in downloaded])
    label, quality = rng.choice(_QUALITIES)
    title = _title(state, clip)
    return state_task(
        'Download "{title}" from my playlist "{playlist}" in the Video app in {quality}',
        {"title": title, "playlist": playlist.name, "quality": quality},
        check=state_is(adds("video.downloads", {"video": clip, "quality": quality})),
        spoil=put("video.downloads[+].quality", "720p"),
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


def like_short(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to find a short video by swiping and like it in the Video app."""
    at = rng.randint(2, 5)
    wanted = state.video.shorts[at]
    return state_task(
        'Find the short "{caption}" in the Shorts of the Video app and like it',
        {"caption": wanted.caption},
        check=state_is(
            becomes(f"video.shorts[id={wanted.id}].liked", True),
            may_change(f"video.shorts[id={wanted.id}].likes"),
        ),
        spoil=put("video.shorts[0].liked", True),
        moves=(tap("Video"), tap("Shorts"), *[scroll("down")] * at, tap("Like this short")),
        layout="changing",
    )


def find_most_viewed(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a channel's most viewed video in the Video app."""
    channel = rng.choice(state.video.channels)
    ordered = sorted(_videos_of(state, channel), key=lambda clip: clip.views)
    return question_task(
        "Which video of the channel {channel} has the most views in the Video app?",
        {"channel": channel.name},
        answer=ordered[-1].title,
        wrong=ordered[-2].title,
        instead=[each.title for each in ordered],
        moves=_search(channel.name),
        layout="changing",
    )


VIDEO: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "video-subscribe": subscribe,
        "video-later": edit_watch_later,
        "video-speed": play_with_captions,
        "video-comment": write_comment,
        "video-new-list": create_playlist,
        "video-forget": remove_from_history,
        "video-saver": change_settings,
        "video-download": download_video,
        "video-short": like_short,
        "video-most-viewed": find_most_viewed,
    }
)
