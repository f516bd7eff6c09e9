"""Initial state of the video app."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_CHANNELS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "Kitchen Corner": ("Cooking", "Simple meals for every evening.", (
        "Tomato soup in 20 minutes", "How to bake sourdough bread", "Five quick lunches",
        "The best pancakes", "Knife skills for beginners", "One pot pasta",
    )),
    "Green Thumb": ("Garden", "Plants indoors and out.", (
        "Growing herbs on a balcony", "How to repot a cactus", "Ten plants for dark rooms",
        "Compost without smell", "Pruning roses", "My spring garden tour",
    )),
    "Slow Trails": ("Travel", "Walking holidays and night trains.", (
        "Three days in the mountains", "Night train to the coast", "Packing for a long hike",
        "A week on the islands", "The old town on foot", "Cycling along the river",
    )),
    "Bright Bits": ("Technology", "Gadgets, explained calmly.", (
        "Which phone lasts longest", "Set up a home network", "Keyboards compared", "Backups made easy",
        "Is a tablet enough", "Fix a slow laptop",
    )),
    "Move Daily": ("Fitness", "Short workouts for everybody.", (
        "Ten minute morning stretch", "Yoga for the back", "Running your first 5 km",
        "Strength without weights", "Breathing for calm", "Stairs workout",
    )),
    "Why Though": ("Science", "Questions about the world, answered.", (
        "Why the sky is blue", "How bees find home", "What makes glass clear", "Where the wind comes from",
        "Why we dream", "The deepest lake",
    )),
    "Fix It Fred": ("Home", "Repairs you can do yourself.", (
        "Repair a dripping tap", "Painting a room properly", "Build a bookshelf", "Silence a squeaky door",
        "Hang a heavy mirror", "Tiles for beginners",
    )),
    "Strings and Keys": ("Music", "Learn an instrument.", (
        "Four chords for many songs", "Piano for the left hand", "Tuning a guitar by ear",
        "Reading notes in an hour", "A waltz to practise", "Rhythm exercises",
    )),
    "Film Shelf": ("Film", "Old films, new looks.", (
        "How silent films were made", "Ten endings that surprise", "The art of the poster",
        "Colour in cinema", "A day on a film set", "Music for chases",
    )),
}  # fmt: skip
_COMMENT_TEXTS = (
    "This helped me a lot, thank you", "I tried it and it works", "Could you make a longer version?",
    "The music is a bit loud", "Great explanation", "I watch this every week",
    "What tool is that at the end?", "My children loved it",
)  # fmt: skip
_CAPTIONS = (
    "Wait for the last second", "Two ingredients only", "Do not do it like this", "A trick nobody told me",
    "Look at this view", "Before and after", "Try this tonight", "Small but useful", "The sound is so good",
    "One minute a day",
)  # fmt: skip
_PLAYLIST_NAMES = (
    "Weekend cooking",
    "For the children",
    "Holiday ideas",
    "Learn guitar",
    "Around the house",
    "Workouts",
)
LANGUAGES = ("English", "Spanish", "French", "German")


class Comment(msgspec.Struct, frozen=True):
    """A comment on a video."""

    id: str
    who: str
    text: str
    likes: int
    date: str


class Clip(msgspec.Struct, frozen=True):
    """A video published by a channel.

    `views` is in thousands, and `captions` are languages.
    """

    id: str
    title: str
    channel: str
    seconds: int
    views: int
    likes: int
    date: str
    captions: tuple[str, ...]
    comments: tuple[Comment, ...]


class Channel(msgspec.Struct, frozen=True):
    """A video channel and the user's subscription to it.

    `bell` is All, Personalised or None.
    """

    id: str
    name: str
    category: str
    about: str
    subscribers: int
    subscribed: bool
    bell: str = "Personalised"


class Short(msgspec.Struct, frozen=True):
    """A short vertical video."""

    id: str
    channel: str
    caption: str
    likes: int
    liked: bool = False


class VideoPlaylist(msgspec.Struct, frozen=True):
    """A playlist created by the user."""

    id: str
    name: str
    private: bool
    videos: tuple[str, ...]


class WatchedVideo(msgspec.Struct, frozen=True):
    """An entry in the watch history."""

    video: str
    date: str


class Download(msgspec.Struct, frozen=True):
    """A downloaded video."""

    video: str
    quality: str


class VideoPlayback(msgspec.Struct, frozen=True):
    """Playback state of the video player.

    `captions` is empty if captions are off.
    """

    video: str = ""
    playing: bool = False
    passed_sec: float = 0.0
    since: int = 0
    speed: float = 1.0
    captions: str = ""
    quality: str = "Auto"
    loop: bool = False


class VideoSettings(msgspec.Struct, frozen=True):
    """Settings of the video app."""

    autoplay: bool = True
    restricted: bool = False
    previews: bool = True
    history_paused: bool = False
    searches_paused: bool = False
    wifi_quality: str = "Auto"
    mobile_quality: str = "Data saver"
    download_quality: str = "720p"
    download_wifi: bool = True
    remind_min: int = 0


class Video(msgspec.Struct, frozen=True):
    """State of the video app: channels, videos, playlists, history and settings.

    `liked`, `disliked` and `later` are video ids.
    """

    channels: tuple[Channel, ...]
    videos: tuple[Clip, ...]
    shorts: tuple[Short, ...]
    liked: tuple[str, ...]
    later: tuple[str, ...]
    playlists: tuple[VideoPlaylist, ...]
    history: tuple[WatchedVideo, ...]
    downloads: tuple[Download, ...]
    searches: tuple[str, ...]
    owner: str = "Robin Vale"
    disliked: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    player: VideoPlayback = VideoPlayback()
    settings: VideoSettings = VideoSettings()


def build_video_state(rng: Random, *, people: tuple[Person, ...]) -> Video:
    """Generate nine channels with four videos each, ten short videos and the user's activity."""
    names = rng.sample(sorted(_CHANNELS), len(_CHANNELS))
    subscribed = set(rng.sample(names, 4))
    channels = tuple(
        Channel(f"channel{i}", name, *_CHANNELS[name][:2], rng.randint(3, 990), name in subscribed)
        for i, name in enumerate(names)
    )
    clips = _build_clips(channels, rng=rng, people=people)
    ids = [each.id for each in clips]
    chosen_ids = rng.sample(ids, 24)
    captions = rng.sample(_CAPTIONS, len(_CAPTIONS))
    shorts = tuple(
        Short(f"short{i}", rng.choice(channels).id, caption, rng.randint(20, 900))
        for i, caption in enumerate(captions)
    )
    days = sorted((rng.randint(1, 11) for _ in range(8)), reverse=True)
    playlists = zip(rng.sample(_PLAYLIST_NAMES, 2), (chosen_ids[12:15], chosen_ids[15:19]), strict=True)
    return Video(
        channels,
        clips,
        shorts,
        tuple(chosen_ids[19:22]),
        tuple(chosen_ids[8:12]),
        tuple(
            VideoPlaylist(f"list{i}", name, i == 0, tuple(videos))
            for i, (name, videos) in enumerate(playlists)
        ),
        tuple(
            WatchedVideo(each, f"2026-03-{day:02}") for each, day in zip(chosen_ids[:8], days, strict=True)
        ),
        tuple(Download(each, "720p") for each in chosen_ids[22:24]),
        tuple(rng.sample(("pancakes", "guitar", "yoga", "roses", "trains"), 2)),
    )


def _build_clips(
    channels: tuple[Channel, ...], *, rng: Random, people: tuple[Person, ...]
) -> tuple[Clip, ...]:
    views = rng.sample(range(2, 999), 4 * len(channels))
    clips: list[Clip] = []
    for channel in channels:
        days = rng.sample(range(60), 4)
        for title, day in zip(rng.sample(_CHANNELS[channel.name][2], 4), days, strict=True):
            index = len(clips)
            date = f"2026-{1 + day // 28:02}-{1 + day % 28:02}"
            comment_texts = rng.sample(_COMMENT_TEXTS, 4)
            comments = tuple(
                Comment(
                    f"comment{index}x{j}", rng.choice(people).name, comment_text, rng.randint(0, 300), date
                )
                for j, comment_text in enumerate(comment_texts)
            )
            captions = ("English", *sorted(rng.sample(LANGUAGES[1:], 2)))
            seconds = rng.randint(70, 2400)
            clips.append(
                Clip(
                    f"video{index}",
                    title,
                    channel.id,
                    seconds,
                    views[index],
                    rng.randint(1, 90),
                    date,
                    captions,
                    comments,
                )
            )
    return tuple(rng.sample(clips, len(clips)))
