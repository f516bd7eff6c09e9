"""Tasks of the social network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.social_state import PLACES, Post
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, clock_forms, job, question
from onscreen_practice.phone_suite.unchanged_state import fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Recipe, quoted, tap, typed

_NEAR = 7
_WORDS = ("Looks great!", "Where did you find it?", "I have to try this", "See you there", "Made my day")
_CAPTIONS = (
    "A quiet morning",
    "Look at this light",
    "Best day of the month",
    "Small steps",
    "Back again soon",
)


def brief(post: Post) -> str:
    """Return the words by which the screen names a post."""
    return re.sub(r"#\w+", "", post.text).strip()[:40]


def author(w: PhoneState, post: Post) -> str:
    """Return the name of whoever posted it."""
    return w.social.me.name if post.by == "me" else w.social.find_account(post.by).name


def feed(w: PhoneState) -> list[Post]:
    """Return the posts of others near the top of the feed."""
    shown = [each for each in w.social.posts if each.by == "me" or w.social.find_account(each.by).followed]
    return [each for each in shown[:_NEAR] if each.by != "me"]


def mine(w: PhoneState) -> list[Post]:
    """Return the owner's posts."""
    return [each for each in w.social.posts if each.by == "me"]


def chosen(what: str, flag: str, *, ids: list[str]) -> str:
    """Write the condition that exactly these posts or accounts have the flag."""
    wanted = quoted(",".join(sorted(ids)))
    return f"s.social.{what}.filter(e => e.{flag}).map(e => e.id).sort().join() === {wanted}"


def others(what: str, *ids: str) -> str:
    """Write the condition that all but these, and what is new, is as it began."""
    return old_untouched(f"social.{what}", but=ids)


def rest_of(what: str, ident: str, *fields: str) -> str:
    """Write the condition that a post or account is as it began but for these fields."""
    return fields_untouched(f"social.{what}.find(x => x.id === {quoted(ident)})", but=fields)


def followed(w: PhoneState) -> list[str]:
    """Return the ids of the accounts that are followed."""
    return [each.id for each in w.social.accounts if each.followed]


def like(w: PhoneState, chance: Random) -> Recipe:
    """A post in the feed is liked."""
    post = chance.choice([each for each in feed(w) if not each.liked])
    liked = [each.id for each in w.social.posts if each.liked]
    return job(
        'On Social, like the post of {name} that begins with "{words}"',
        {"name": author(w, post), "words": brief(post)},
        holds=chosen("posts", "liked", ids=[*liked, post.id])
        + f" && {untouched('social.posts', blind='liked')}",
        spoil=f"s.social.posts.find(e => !e.liked && e.id !== {quoted(post.id)}).liked = true",
        moves=(tap("Social"), tap(f"Like {author(w, post)}: {brief(post)}")),
        layout="changing",
    )


def comment(w: PhoneState, chance: Random) -> Recipe:
    """A comment under somebody's post."""
    post, words = chance.choice(feed(w)), chance.choice(_WORDS)
    count = sum(len(each.comments) for each in w.social.posts)
    return job(
        'On Social, comment "{words}" on the post of {name} that begins with "{post}"',
        {"words": words, "name": author(w, post), "post": brief(post)},
        holds=f"s.social.posts.reduce((n, e) => n + e.comments.length, 0) === {count + 1}"
        f" && (c => c.by === 'me' && c.text === {quoted(words)})"
        f"(s.social.posts.find(e => e.id === {quoted(post.id)}).comments.at(-1))"
        f" && {untouched('social.posts', blind='comments')} && {others('posts', post.id)}",
        spoil="s.social.posts.forEach(e => e.comments.forEach(c => { if (c.by === 'me') c.text += '?' }))",
        moves=(
            tap("Social"), tap(f"Comment on {author(w, post)}: {brief(post)}"), typed("Add a comment", words),
            tap("Post"),
        ),
        layout="changing",
    )  # fmt: skip


def follow_page(w: PhoneState, chance: Random) -> Recipe:
    """An account is found, followed and heard of."""
    page = chance.choice(
        [each for each in w.social.accounts if each.id.startswith("page") and not each.followed]
    )
    words, name = page.name.split()[0], page.name
    return job(
        "Follow {name} on Social and turn on the notifications for its posts",
        {"name": name},
        holds=chosen("accounts", "followed", ids=[*followed(w), page.id])
        + " && "
        + chosen("accounts", "notify", ids=[page.id])
        + f" && {others('accounts', page.id)} && {rest_of('accounts', page.id, 'followed', 'notify')}",
        spoil=f"s.social.accounts.find(e => e.id === {quoted(page.id)}).notify = false",
        moves=(
            tap("Social"), tap("Search"), typed("Search", words), tap(name), tap(f"Follow {name}"),
            tap("More options"), tap("Turn on notifications"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def unfollow_two(w: PhoneState, chance: Random) -> Recipe:
    """Two accounts are no longer followed."""
    gone = chance.sample([each for each in w.social.accounts if each.followed], 2)
    left = [each for each in followed(w) if each not in {gone[0].id, gone[1].id}]
    return job(
        "Unfollow {one} and {two} on Social",
        {"one": gone[0].name, "two": gone[1].name},
        holds=chosen("accounts", "followed", ids=left)
        + f" && {others('accounts', gone[0].id, gone[1].id)} && "
        + " && ".join(rest_of("accounts", each.id, "followed", "notify", "close") for each in gone),
        spoil=f"s.social.accounts.find(e => e.id === {quoted(gone[1].id)}).followed = true",
        moves=(
            tap("Social"), tap("Search"),
            typed("Search", gone[0].name.split()[0]), tap(f"Following {gone[0].name}"), tap("Unfollow"),
            typed("Search", gone[1].name.split()[0]), tap(f"Following {gone[1].name}"), tap("Unfollow"),
        ),
        layout="changing",
    )  # fmt: skip


def delete_post(w: PhoneState, chance: Random) -> Recipe:
    """One of the owner's posts goes."""
    post = chance.choice(mine(w))
    left = ",".join(each.id for each in w.social.posts if each != post)
    return job(
        'Delete my own post "{words}" on Social',
        {"words": brief(post)},
        holds=f"s.social.posts.map(e => e.id).join() === {quoted(left)} && {others('posts', post.id)}",
        spoil="s.social.posts.pop()",
        moves=(
            tap("Social"), tap("Profile"), tap(f"Post by {author(w, post)}: {brief(post)}"),
            tap(f"Options of {author(w, post)}: {brief(post)}"), tap("Delete"), tap("Delete"),
        ),
        layout="changing",
    )  # fmt: skip


def edit_post(w: PhoneState, chance: Random) -> Recipe:
    """One of the owner's posts gets other words and another place."""
    post, caption = chance.choice(mine(w)), chance.choice(_CAPTIONS)
    place = chance.choice([each for each in PLACES if each != post.place])
    one = f"s.social.posts.find(e => e.id === {quoted(post.id)})"
    return job(
        'On Social, edit my post "{words}": change its caption to "{caption}" and its location to {place}',
        {"words": brief(post), "caption": caption, "place": place},
        holds=f"{one}.text === {quoted(caption)} && {one}.place === {quoted(place)}"
        f" && {rest_of('posts', post.id, 'text', 'place')} && {others('posts', post.id)}"
        f" && s.social.posts.length === {len(w.social.posts)}",
        spoil=f"{one}.place = ''",
        moves=(
            tap("Social"), tap("Profile"), tap(f"Post by {author(w, post)}: {brief(post)}"),
            tap(f"Options of {author(w, post)}: {brief(post)}"), tap("Edit"), typed("Caption", caption),
            tap("Location"), tap(place), tap("Save"),
        ),
        layout="changing",
    )  # fmt: skip


def new_post(w: PhoneState, chance: Random) -> Recipe:
    """A picture of the phone is shared with some."""
    pictures = sorted(p for p in w.files if p.startswith("/sdcard/DCIM/Camera/") and p.endswith(".jpg"))
    path, caption = chance.choice(pictures), chance.choice(_CAPTIONS)
    place, audience = chance.choice(PLACES), chance.choice(("Followers", "Close friends"))
    name = path.rpartition("/")[2]
    return job(
        'Share the picture {file} from DCIM/Camera in a new post on Social with the caption "{caption}" and'
        " the location {place}, only visible for the audience {audience}",
        {"file": name, "caption": caption, "place": place, "audience": audience},
        holds=f"s.social.posts.length === {len(w.social.posts) + 1} && (e => e.by === 'me'"
        f" && e.image === {quoted(path)} && e.text === {quoted(caption)} && e.place === {quoted(place)}"
        f" && e.audience === {quoted(audience)} && {others('posts')}"
        " && !e.comments_off)(s.social.posts.at(-1))",
        spoil="s.social.posts.at(-1).audience = 'Everyone'",
        moves=(
            tap("Social"), tap("New post"), tap("Choose picture"), tap("DCIM"), tap("Camera"), tap(name),
            typed("Write a caption", caption), tap("Location"), tap(place), tap("Audience"), tap(audience),
            tap("Share"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def meeting_time(w: PhoneState, _chance: Random) -> Recipe:
    """Read it in a direct message."""
    chat = next(each for each in w.social.chats if "we meet at" in each.lines[-1].text)
    time = chat.lines[-1].text.rpartition(" ")[2]
    name = w.social.find_account(chat.account).name
    return question(
        "At what time do we meet on Sunday, according to the message of {name} on Social?",
        {"name": name},
        answer=time,
        also=clock_forms(time),
        wrong=time[:-1] + "5",
        moves=(tap("Social"), tap("Messages"), tap(name)),
        layout="changing",
    )


def private(_w: PhoneState, _chance: Random) -> Recipe:
    """Two settings of who sees and mentions."""
    return job(
        "Make my Social account private and allow mentions from {who} only",
        {"who": "People you follow"},
        holds="(o => o.private && o.mentions === 'People you follow' && o.comments === 'Everyone'"
        ")(s.social.options) && " + fields_untouched("social.options", but=["private", "mentions"]),
        spoil="s.social.options.comments = 'People you follow'",
        moves=(
            tap("Social"), tap("Profile"), tap("Profile menu"), tap("Settings"), tap("Private account"),
            tap("Switch"), tap("Allow mentions from"), tap("People you follow"),
        ),
    )  # fmt: skip


def follow_request(w: PhoneState, chance: Random) -> Recipe:
    """One wants in and may, the other may not."""
    yes, no = (w.social.find_account(key) for key in chance.sample(w.social.requests, 2))
    follows = [each.id for each in w.social.accounts if each.follows]
    return job(
        "Two people want to follow me. Let {yes} in and turn {no} down",
        {"yes": yes.name, "no": no.name},
        holds="s.social.requests.length === 0 && "
        + chosen("accounts", "follows", ids=sorted({*follows, yes.id} - {no.id}))
        + f" && {untouched('social.accounts', blind='follows')}",
        spoil=f"s.social.accounts.find(e => e.id === {quoted(no.id)}).follows = true",
        moves=(
            tap("Social"), tap("Notifications"), tap(f"Confirm {yes.name}"),
            tap(f"Delete request of {no.name}"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


SOCIAL: Mapping[str, Maker] = MappingProxyType(
    {
        "social-like": like,
        "social-comment": comment,
        "social-follow-page": follow_page,
        "social-unfollow-two": unfollow_two,
        "social-delete-post": delete_post,
        "social-edit-post": edit_post,
        "social-new-post": new_post,
        "social-meeting-time": meeting_time,
        "social-private": private,
        "social-follow-request": follow_request,
    }
)
