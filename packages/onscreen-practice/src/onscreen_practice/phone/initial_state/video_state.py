"""What the video application holds when the phone begins."""

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
_REMARKS = (
    "This helped me a lot, thank you", "I tried it and it works", "Could you make a longer version?",
    "The music is a bit loud", "Great explanation", "I watch this every week",
    "What tool is that at the end?", "My children loved it",
)  # fmt: skip
_CAPTIONS = (
    "Wait for the last second", "Two ingredients only", "Do not do it like this", "A trick nobody told me",
    "Look at this view", "Before and after", "Try this tonight", "Small but useful", "The sound is so good",
    "One minute a day",
)  # fmt: skip
_LISTS = (
    "Weekend cooking",
    "For the children",
    "Holiday ideas",
    "Learn guitar",
    "Around the house",
    "Workouts",
)
LANGUAGES = ("English", "Spanish", "French", "German")


class Comment(msgspec.Struct, frozen=True):
    """What somebody wrote under a video."""

    id: str
    who: str
    text: str
    likes: int
    date: str


class Clip(msgspec.Struct, frozen=True):
    """A video of a channel; `views` in thousands, `captions` the languages."""

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
    """Who makes videos; `bell` is All, Personalised or None."""

    id: str
    name: str
    category: str
    about: str
    subscribers: int
    subscribed: bool
    bell: str = "Personalised"


class Short(msgspec.Struct, frozen=True):
    """A short video to swipe through."""

    id: str
    channel: str
    caption: str
    likes: int
    liked: bool = False


class VideoList(msgspec.Struct, frozen=True):
    """A playlist of the person's own."""

    id: str
    name: str
    private: bool
    videos: tuple[str, ...]


class Watched(msgspec.Struct, frozen=True):
    """A video that was watched on a day."""

    video: str
    date: str


class Download(msgspec.Struct, frozen=True):
    """A video kept on the phone."""

    video: str
    quality: str


class VideoPlayer(msgspec.Struct, frozen=True):
    """What plays, and how; no captions is an empty text."""

    video: str = ""
    playing: bool = False
    passed_sec: float = 0.0
    since: int = 0
    speed: float = 1.0
    captions: str = ""
    quality: str = "Auto"
    loop: bool = False


class Preferences(msgspec.Struct, frozen=True):
    """The settings of the video application."""

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
    """All that the video application holds; `liked`, `disliked` and `later` are ids of videos."""

    channels: tuple[Channel, ...]
    videos: tuple[Clip, ...]
    shorts: tuple[Short, ...]
    liked: tuple[str, ...]
    later: tuple[str, ...]
    playlists: tuple[VideoList, ...]
    history: tuple[Watched, ...]
    downloads: tuple[Download, ...]
    searches: tuple[str, ...]
    owner: str = "Robin Vale"
    disliked: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    player: VideoPlayer = VideoPlayer()
    settings: Preferences = Preferences()


def video(chance: Random, *, cast: tuple[Person, ...]) -> Video:
    """Make up nine channels with four videos each, ten shorts, and what one person did with them."""
    names = chance.sample(sorted(_CHANNELS), len(_CHANNELS))
    kept = set(chance.sample(names, 4))
    channels = tuple(
        Channel(f"channel{i}", name, *_CHANNELS[name][:2], chance.randint(3, 990), name in kept)
        for i, name in enumerate(names)
    )
    clips = _clips(channels, chance=chance, cast=cast)
    ids = [each.id for each in clips]
    picked = chance.sample(ids, 24)
    captions = chance.sample(_CAPTIONS, len(_CAPTIONS))
    shorts = tuple(
        Short(f"short{i}", chance.choice(channels).id, caption, chance.randint(20, 900))
        for i, caption in enumerate(captions)
    )
    days = sorted((chance.randint(1, 11) for _ in range(8)), reverse=True)
    lists = zip(chance.sample(_LISTS, 2), (picked[12:15], picked[15:19]), strict=True)
    return Video(
        channels,
        clips,
        shorts,
        tuple(picked[19:22]),
        tuple(picked[8:12]),
        tuple(VideoList(f"list{i}", name, i == 0, tuple(videos)) for i, (name, videos) in enumerate(lists)),
        tuple(Watched(each, f"2026-03-{day:02}") for each, day in zip(picked[:8], days, strict=True)),
        tuple(Download(each, "720p") for each in picked[22:24]),
        tuple(chance.sample(("pancakes", "guitar", "yoga", "roses", "trains"), 2)),
    )


def _clips(channels: tuple[Channel, ...], *, chance: Random, cast: tuple[Person, ...]) -> tuple[Clip, ...]:
    views = chance.sample(range(2, 999), 4 * len(channels))
    clips: list[Clip] = []
    for channel in channels:
        days = chance.sample(range(60), 4)
        for title, day in zip(chance.sample(_CHANNELS[channel.name][2], 4), days, strict=True):
            n = len(clips)
            date = f"2026-{1 + day // 28:02}-{1 + day % 28:02}"
            said = chance.sample(_REMARKS, 4)
            comments = tuple(
                Comment(f"comment{n}x{j}", chance.choice(cast).name, words, chance.randint(0, 300), date)
                for j, words in enumerate(said)
            )
            captions = ("English", *sorted(chance.sample(LANGUAGES[1:], 2)))
            seconds = chance.randint(70, 2400)
            clips.append(
                Clip(
                    f"video{n}",
                    title,
                    channel.id,
                    seconds,
                    views[n],
                    chance.randint(1, 90),
                    date,
                    captions,
                    comments,
                )
            )
    return tuple(chance.sample(clips, len(clips)))
