"""Initial state of the social network app."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_NOW = datetime(2026, 3, 12, 9, 30)  # noqa: DTZ001  the phone's own clock
FOLLOWED_FRIENDS, UNREAD_ACTIVITIES, SAVED_POST_INDEX = 7, 3, 5
PLACES = (
    "Riverside Park",
    "Old Mill",
    "City Library",
    "Harbor Front",
    "North Beach",
    "Market Square",
    "Lake Hut",
)
_PAGES = (
    ("sunrise_bakery", "Sunrise Bakery", "Bread, cakes and coffee. Open from 6 to 18."),
    ("peak_club", "Peak Hiking Club", "A hike every Sunday, all levels."),
    ("open_museum", "Open Air Museum", "Mills, barns and a blacksmith."),
    ("green_balcony", "Green Balcony", "Vegetables in small places."),
    ("lowtide_band", "Low Tide", "Four friends, three chords."),
    ("paper_cinema", "Paper Cinema", "Old films on Thursdays."),
)
_BIOS = (
    "Runner and reader",
    "Tea before everything",
    "Bikes, boats, bread",
    "Teacher by day, drummer by night",
    "",
)
_POST_TEXTS = (
    "Sunday walk along the river #walk", "First tomatoes of the year #garden",
    "New bike, who joins me? #bike",
    "This bread took three days #baking", "The view from the lake hut #walk", "My desk for the next week",
    "Finally finished this scarf #knitting", "Sunset over the harbor #sunset", "Soup weather #cooking",
    "Found this old map at the market", "Concert on Friday, two tickets left! #music",
    "Snow on the peaks again #walk", "Seeds are in, fingers crossed #garden",
    "Best coffee in town, no question",
    "Film night: bring a blanket #film", "Rye loaves come out at seven #baking",
    "Blacksmith at work on Saturday",
    "Our new song is out #music",
)  # fmt: skip
_COMMENT_TEXTS = (
    "Beautiful!", "Where is that?", "I want to come along", "So good", "Can you share the recipe?",
    "Next time with me!", "Wow", "Congratulations", "I was there last year", "Save me a piece",
)  # fmt: skip
_STORY_TEXTS = (
    "Good morning from the train", "Lunch is served", "Guess where I am", "Rehearsal", "Fresh from the oven",
    "Rain again",
)  # fmt: skip
_CHAT_TEXTS = (
    ("Did you see my last post?", "Yes, lovely colors"),
    ("Are you coming on Sunday?", "I think so", "Bring warm shoes, we meet at {time}"),
    ("The tickets are {price} euros each", "Keep two for me please"),
    ("Thanks for following!",),
)
_COLORS = ("#8d5b4c", "#3f6f8f", "#5b7f4a", "#7a5195", "#b0643c", "#3d7a74")


class Comment(msgspec.Struct, frozen=True):
    """A comment on a social network post.

    `by` is an account id or `me`.
    """

    id: str
    by: str
    text: str
    at: str
    liked: bool = False


class Post(msgspec.Struct, frozen=True):
    """A social network post with its comments and reactions.

    `image` is a caption or a file path.
    """

    id: str
    by: str
    text: str
    at: str
    likes: int
    image: str = ""
    place: str = ""
    liked: bool = False
    saved: bool = False
    hidden: bool = False
    audience: str = "Everyone"
    comments_off: bool = False
    pinned: bool = False
    archived: bool = False
    comments: tuple[Comment, ...] = ()


class Account(msgspec.Struct, frozen=True):
    """A social network account and its relation to the phone's owner."""

    id: str
    name: str
    handle: str
    bio: str
    followers: int
    following: int
    color: str
    followed: bool
    follows: bool
    muted: bool = False
    blocked: bool = False
    close: bool = False
    notify: bool = False


class Story(msgspec.Struct, frozen=True):
    """A series of captioned images that expires after a day."""

    id: str
    by: str
    items: tuple[str, ...]
    seen: bool = False
    liked: bool = False


class Activity(msgspec.Struct, frozen=True):
    """An entry in the activity feed: a like, comment, follow or mention."""

    id: str
    kind: str
    by: str
    at: str
    post: str = ""
    read: bool = False


class DirectMessage(msgspec.Struct, frozen=True):
    """A direct message in the social network app."""

    id: str
    by: str
    text: str
    at: str
    liked: bool = False
    post: str = ""


class Chat(msgspec.Struct, frozen=True):
    """A direct message conversation with another account."""

    id: str
    account: str
    lines: tuple[DirectMessage, ...]
    muted: bool = False
    unread: bool = False


class Profile(msgspec.Struct, frozen=True):
    """The phone owner's profile in the social network app."""

    name: str = "Robin Winter"
    handle: str = "robin.winter"
    bio: str = "Walks, bread and small boats"
    website: str = ""
    pronouns: str = ""


class SocialSettings(msgspec.Struct, frozen=True):
    """Settings of the social network app."""

    private: bool = False
    activity: bool = True
    hide_likes: bool = False
    mentions: str = "Everyone"
    comments: str = "Everyone"
    tell_likes: bool = True
    tell_comments: bool = True
    tell_follows: bool = True
    tell_messages: bool = True
    data_saver: bool = False


class Social(msgspec.Struct, frozen=True):
    """State of the social network app: accounts, posts, stories, chats and settings.

    `requests` are pending follow requests.
    """

    me: Profile
    accounts: tuple[Account, ...]
    posts: tuple[Post, ...]
    stories: tuple[Story, ...]
    notes: tuple[Activity, ...]
    chats: tuple[Chat, ...]
    requests: tuple[str, ...]
    searches: tuple[str, ...] = ()
    places: tuple[str, ...] = PLACES
    options: SocialSettings = SocialSettings()

    def find_account(self, key: str) -> Account:
        """Find the account with the given id."""
        return next(each for each in self.accounts if each.id == key)


def build_social_state(rng: Random, *, people: tuple[Person, ...]) -> Social:
    """Generate ten friends and six public pages with their posts, stories and chats."""
    accounts = _build_accounts(rng, rng.sample(people, 10))
    followed = [each.id for each in accounts if each.followed]
    posts = _build_posts(rng, followed)
    own_posts = [each.id for each in posts if each.by == "me"]
    friends = [each.id for each in accounts if each.id.startswith("friend")]
    times = _generate_times(rng)
    notes = tuple(
        Activity(
            f"note{i}",
            kind,
            rng.choice(friends),
            next(times),
            "" if kind == "follow" else rng.choice(own_posts),
            i >= UNREAD_ACTIVITIES,
        )
        for i, kind in enumerate(
            rng.sample(["like", "like", "comment", "follow", "like", "comment", "mention"], 7)
        )
    )
    story_authors = rng.sample(followed, 5)
    stories = tuple(
        Story(f"story{i}", by, tuple(rng.sample(_STORY_TEXTS, rng.randint(1, 3))))
        for i, by in enumerate(story_authors)
    )
    strangers = [each.id for each in accounts if not each.followed and each.id in friends]
    return Social(
        Profile(), accounts, posts, stories, notes, _build_chats(rng, friends), tuple(strangers[:2])
    )


def _build_accounts(rng: Random, friends: list[Person]) -> tuple[Account, ...]:
    accounts = []
    for i, person in enumerate(friends):
        handle = f"{person.first}.{person.last}".lower()
        counts = rng.randint(40, 900), rng.randint(40, 900)
        bio, color = rng.choice(_BIOS), rng.choice(_COLORS)
        accounts.append(
            Account(
                f"friend{i}",
                person.name,
                handle,
                bio,
                *counts,
                color,
                followed=i < FOLLOWED_FRIENDS,
                follows=i < FOLLOWED_FRIENDS,
            )
        )
    for i, (handle, name, bio) in enumerate(_PAGES):
        follower_count = rng.randint(2000, 90000)
        accounts.append(
            Account(
                f"page{i}",
                name,
                handle,
                bio,
                follower_count,
                12,
                _COLORS[i],
                followed=i % 2 == 0,
                follows=False,
            )
        )
    return tuple(accounts)


def _generate_times(rng: Random) -> Iterator[str]:
    """Yield random local times in descending order, without end."""
    at = _NOW
    while True:
        at -= timedelta(minutes=rng.randint(35, 700))
        yield at.isoformat(timespec="minutes")


def _build_posts(rng: Random, followed: list[str]) -> tuple[Post, ...]:
    texts = rng.sample(_POST_TEXTS, len(_POST_TEXTS))
    authors = [*followed, *rng.sample(followed, 3), "me", "me", "me", "page1", "page3"]
    rng.shuffle(authors)
    times = _generate_times(rng)
    posts = []
    for i, by in enumerate(authors):
        at = next(times)
        replies = rng.sample(_COMMENT_TEXTS, rng.randint(1, 4))
        writers = rng.sample([each for each in followed if each != by], len(replies))
        comments = tuple(
            Comment(f"post{i}c{n}", w, t, at) for n, (w, t) in enumerate(zip(writers, replies, strict=True))
        )
        place = rng.choice((*PLACES, "", "", ""))
        posts.append(
            Post(
                f"post{i}", by, texts[i], at, rng.randint(5, 400), texts[i] if i % 4 else "", place,
                liked=i in {2, 7}, saved=i == SAVED_POST_INDEX, comments=comments,
            )
        )  # fmt: skip
    return tuple(posts)


def _build_chats(rng: Random, friends: list[str]) -> tuple[Chat, ...]:
    times = _generate_times(rng)
    chats = []
    for i, (account, texts) in enumerate(
        zip(rng.sample(friends[:FOLLOWED_FRIENDS], 4), _CHAT_TEXTS, strict=True)
    ):
        facts = {
            "time": f"{rng.randint(8, 11)}:{rng.choice(('10', '20', '40'))}",
            "price": str(rng.randint(12, 48)),
        }
        message_times = [next(times) for _ in texts][::-1]
        lines = tuple(
            DirectMessage(f"chat{i}l{n}", account if n % 2 == 0 else "me", text.format(**facts), at)
            for n, (text, at) in enumerate(zip(texts, message_times, strict=True))
        )
        chats.append(Chat(f"chat{i}", account, lines, unread=len(texts) % 2 == 1))
    return tuple(chats)
