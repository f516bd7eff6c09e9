"""What the social network holds when the phone begins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_NOW = datetime(2026, 3, 12, 9, 30)  # noqa: DTZ001  the phone's own clock
FOLLOWED, NEW_NOTES, SAVED = 7, 3, 5
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
_SAYS = (
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
_REPLIES = (
    "Beautiful!", "Where is that?", "I want to come along", "So good", "Can you share the recipe?",
    "Next time with me!", "Wow", "Congratulations", "I was there last year", "Save me a piece",
)  # fmt: skip
_STORIES = (
    "Good morning from the train", "Lunch is served", "Guess where I am", "Rehearsal", "Fresh from the oven",
    "Rain again",
)  # fmt: skip
_CHATS = (
    ("Did you see my last post?", "Yes, lovely colors"),
    ("Are you coming on Sunday?", "I think so", "Bring warm shoes, we meet at {time}"),
    ("The tickets are {price} euros each", "Keep two for me please"),
    ("Thanks for following!",),
)
_COLORS = ("#8d5b4c", "#3f6f8f", "#5b7f4a", "#7a5195", "#b0643c", "#3d7a74")


class Comment(msgspec.Struct, frozen=True):
    """A comment under a post; `by` is an account or `me`."""

    id: str
    by: str
    text: str
    at: str
    liked: bool = False


class Post(msgspec.Struct, frozen=True):
    """A post with its picture (words or a path it is drawn from) and what people did with it."""

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
    """Somebody on the network and how the phone's owner stands to them."""

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
    """Pictures with words, gone after a day."""

    id: str
    by: str
    items: tuple[str, ...]
    seen: bool = False
    liked: bool = False


class Note(msgspec.Struct, frozen=True):
    """Something somebody did: like, comment, follow or mention."""

    id: str
    kind: str
    by: str
    at: str
    post: str = ""
    read: bool = False


class Line(msgspec.Struct, frozen=True):
    """A direct message."""

    id: str
    by: str
    text: str
    at: str
    liked: bool = False
    post: str = ""


class Chat(msgspec.Struct, frozen=True):
    """Direct messages with an account."""

    id: str
    account: str
    lines: tuple[Line, ...]
    muted: bool = False
    unread: bool = False


class Profile(msgspec.Struct, frozen=True):
    """The owner's own page."""

    name: str = "Robin Winter"
    handle: str = "robin.winter"
    bio: str = "Walks, bread and small boats"
    website: str = ""
    pronouns: str = ""


class Options(msgspec.Struct, frozen=True):
    """The settings of the network."""

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
    """All that the network holds; `requests` are accounts that want to follow."""

    me: Profile
    accounts: tuple[Account, ...]
    posts: tuple[Post, ...]
    stories: tuple[Story, ...]
    notes: tuple[Note, ...]
    chats: tuple[Chat, ...]
    requests: tuple[str, ...]
    searches: tuple[str, ...] = ()
    places: tuple[str, ...] = PLACES
    options: Options = Options()

    def account(self, key: str) -> Account:
        """Return the account of this id."""
        return next(each for each in self.accounts if each.id == key)


def social(chance: Random, *, cast: tuple[Person, ...]) -> Social:
    """Make up a network: ten friends and six pages, what they posted, four chats."""
    accounts = _accounts(chance, chance.sample(cast, 10))
    followed = [each.id for each in accounts if each.followed]
    posts = _posts(chance, followed)
    mine = [each.id for each in posts if each.by == "me"]
    friends = [each.id for each in accounts if each.id.startswith("friend")]
    moments = _moments(chance)
    notes = tuple(
        Note(
            f"note{i}",
            kind,
            chance.choice(friends),
            next(moments),
            "" if kind == "follow" else chance.choice(mine),
            i >= NEW_NOTES,
        )
        for i, kind in enumerate(
            chance.sample(["like", "like", "comment", "follow", "like", "comment", "mention"], 7)
        )
    )
    tellers = chance.sample(followed, 5)
    stories = tuple(
        Story(f"story{i}", by, tuple(chance.sample(_STORIES, chance.randint(1, 3))))
        for i, by in enumerate(tellers)
    )
    strangers = [each.id for each in accounts if not each.followed and each.id in friends]
    return Social(Profile(), accounts, posts, stories, notes, _chats(chance, friends), tuple(strangers[:2]))


def _accounts(chance: Random, friends: list[Person]) -> tuple[Account, ...]:
    made = []
    for i, person in enumerate(friends):
        handle = f"{person.first}.{person.last}".lower()
        counts = chance.randint(40, 900), chance.randint(40, 900)
        bio, color = chance.choice(_BIOS), chance.choice(_COLORS)
        made.append(
            Account(
                f"friend{i}",
                person.name,
                handle,
                bio,
                *counts,
                color,
                followed=i < FOLLOWED,
                follows=i < FOLLOWED,
            )
        )
    for i, (handle, name, bio) in enumerate(_PAGES):
        many = chance.randint(2000, 90000)
        made.append(
            Account(f"page{i}", name, handle, bio, many, 12, _COLORS[i], followed=i % 2 == 0, follows=False)
        )
    return tuple(made)


def _moments(chance: Random) -> Iterator[str]:
    """Give moments further and further back."""
    at = _NOW
    while True:
        at -= timedelta(minutes=chance.randint(35, 700))
        yield at.isoformat(timespec="minutes")


def _posts(chance: Random, followed: list[str]) -> tuple[Post, ...]:
    says = chance.sample(_SAYS, len(_SAYS))
    authors = [*followed, *chance.sample(followed, 3), "me", "me", "me", "page1", "page3"]
    chance.shuffle(authors)
    moments = _moments(chance)
    made = []
    for i, by in enumerate(authors):
        at = next(moments)
        replies = chance.sample(_REPLIES, chance.randint(1, 4))
        writers = chance.sample([each for each in followed if each != by], len(replies))
        comments = tuple(
            Comment(f"post{i}c{n}", w, t, at) for n, (w, t) in enumerate(zip(writers, replies, strict=True))
        )
        place = chance.choice((*PLACES, "", "", ""))
        made.append(
            Post(
                f"post{i}", by, says[i], at, chance.randint(5, 400), says[i] if i % 4 else "", place,
                liked=i in {2, 7}, saved=i == SAVED, comments=comments,
            )
        )  # fmt: skip
    return tuple(made)


def _chats(chance: Random, friends: list[str]) -> tuple[Chat, ...]:
    moments = _moments(chance)
    made = []
    for i, (account, said) in enumerate(zip(chance.sample(friends[:FOLLOWED], 4), _CHATS, strict=True)):
        facts = {
            "time": f"{chance.randint(8, 11)}:{chance.choice(('10', '20', '40'))}",
            "price": str(chance.randint(12, 48)),
        }
        ends = [next(moments) for _ in said][::-1]
        lines = tuple(
            Line(f"chat{i}l{n}", account if n % 2 == 0 else "me", text.format(**facts), at)
            for n, (text, at) in enumerate(zip(said, ends, strict=True))
        )
        made.append(Chat(f"chat{i}", account, lines, unread=len(said) % 2 == 1))
    return tuple(made)
