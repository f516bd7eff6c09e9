"""Task factories for the Social app of the simulated phone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.social_state import PLACES, Account, Post
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import (
    TaskFactory,
    clock_forms,
    question_task,
    state_is,
    state_task,
)
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import ExpectedFields
from onscreen_practice.task_recipe import TaskRecipe, tap, type_text

_NEAR = 7
_WORDS = ("Looks great!", "Where did you find it?", "I have to try this", "See you there", "Made my day")
_CAPTIONS = (
    "A quiet morning",
    "Look at this light",
    "Best day of the month",
    "Small steps",
    "Back again soon",
)


def get_post_start(post: Post) -> str:
    """Return the first 40 characters of a post's text, without hashtags.

    The Social app identifies a post on the screen by this text.
    """
    return re.sub(r"#\w+", "", post.text).strip()[:40]


def find_author(state: PhoneState, post: Post) -> str:
    """Return the display name of a post's author."""
    return state.social.me.name if post.by == "me" else state.social.find_account(post.by).name


def find_feed_posts(state: PhoneState) -> list[Post]:
    """List the posts of followed accounts near the top of the feed."""
    shown = [
        each for each in state.social.posts if each.by == "me" or state.social.find_account(each.by).followed
    ]
    return [each for each in shown[:_NEAR] if each.by != "me"]


def find_own_posts(state: PhoneState) -> list[Post]:
    """List the posts published by the phone's user."""
    return [each for each in state.social.posts if each.by == "me"]


def _path(member: Post | Account) -> str:
    return f"social.{'posts' if isinstance(member, Post) else 'accounts'}[id={member.id}]"


def like_post(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to like a post in the feed of the Social app."""
    post = rng.choice([each for each in find_feed_posts(state) if not each.liked])
    other = next(each for each in state.social.posts if not each.liked and each is not post)
    return state_task(
        'On Social, like the post of {name} that begins with "{words}"',
        {"name": find_author(state, post), "words": get_post_start(post)},
        check=state_is(becomes(f"{_path(post)}.liked", True)),
        spoil=put(f"{_path(other)}.liked", True),
        moves=(tap("Social"), tap(f"Like {find_author(state, post)}: {get_post_start(post)}")),
        layout="changing",
    )


def write_comment(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to comment on a post in the Social app."""
    post, words = rng.choice(find_feed_posts(state)), rng.choice(_WORDS)
    return state_task(
        'On Social, comment "{words}" on the post of {name} that begins with "{post}"',
        {"words": words, "name": find_author(state, post), "post": get_post_start(post)},
        check=state_is(adds(f"{_path(post)}.comments", {"by": "me", "text": words})),
        spoil=put(f"{_path(post)}.comments[+].text", f"{words}?"),
        moves=(
            tap("Social"), tap(f"Comment on {find_author(state, post)}: {get_post_start(post)}"),
            type_text("Add a comment", words), tap("Post"),
        ),
        layout="changing",
    )  # fmt: skip


def follow_page(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to follow an account and turn on its notifications in the Social app."""
    page = rng.choice(
        [each for each in state.social.accounts if each.id.startswith("page") and not each.followed]
    )
    words, name = page.name.split()[0], page.name
    return state_task(
        "Follow {name} on Social and turn on the notifications for its posts",
        {"name": name},
        check=state_is(becomes(f"{_path(page)}.followed", True), becomes(f"{_path(page)}.notify", True)),
        spoil=put(f"{_path(page)}.notify", False),
        moves=(
            tap("Social"), tap("Search"), type_text("Search", words), tap(name), tap(f"Follow {name}"),
            tap("More options"), tap("Turn on notifications"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def unfollow_accounts(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to unfollow two accounts in the Social app."""
    gone = rng.sample([each for each in state.social.accounts if each.followed], 2)
    unfollowed = {"followed": False, "notify": False, "close": False}
    return state_task(
        "Unfollow {one} and {two} on Social",
        {"one": gone[0].name, "two": gone[1].name},
        check=state_is(*(becomes(_path(each), unfollowed) for each in gone)),
        spoil=put(f"{_path(gone[1])}.followed", True),
        moves=(
            tap("Social"), tap("Search"), type_text("Search", gone[0].name.split()[0]),
            tap(f"Following {gone[0].name}"), tap("Unfollow"),
            type_text("Search", gone[1].name.split()[0]), tap(f"Following {gone[1].name}"),
            tap("Unfollow"),
        ),
        layout="changing",
    )  # fmt: skip


def delete_post(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete one of the user's posts in the Social app."""
    post = rng.choice(find_own_posts(state))
    return state_task(
        'Delete my own post "{words}" on Social',
        {"words": get_post_start(post)},
        check=state_is(removes(_path(post))),
        spoil=delete("social.posts[-1]"),
        moves=(
            tap("Social"), tap("Profile"), tap(f"Post by {find_author(state, post)}: {get_post_start(post)}"),
            tap(f"Options of {find_author(state, post)}: {get_post_start(post)}"), tap("Delete"),
            tap("Delete"),
        ),
        layout="changing",
    )  # fmt: skip


def edit_post(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the caption and location of one of the user's posts in the Social app."""
    post, caption = rng.choice(find_own_posts(state)), rng.choice(_CAPTIONS)
    place = rng.choice([each for each in PLACES if each != post.place])
    return state_task(
        'On Social, edit my post "{words}": change its caption to "{caption}" and its location to {place}',
        {"words": get_post_start(post), "caption": caption, "place": place},
        check=state_is(becomes(f"{_path(post)}.text", caption), becomes(f"{_path(post)}.place", place)),
        spoil=put(f"{_path(post)}.place", ""),
        moves=(
            tap("Social"), tap("Profile"), tap(f"Post by {find_author(state, post)}: {get_post_start(post)}"),
            tap(f"Options of {find_author(state, post)}: {get_post_start(post)}"), tap("Edit"),
            type_text("Caption", caption), tap("Location"), tap(place), tap("Save"),
        ),
        layout="changing",
    )  # fmt: skip


def share_picture(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to share a picture with a limited audience in the Social app."""
    pictures = sorted(p for p in state.files if p.startswith("/sdcard/DCIM/Camera/") and p.endswith(".jpg"))
    path, caption = rng.choice(pictures), rng.choice(_CAPTIONS)
    place, audience = rng.choice(PLACES), rng.choice(("Followers", "Close friends"))
    name = path.rpartition("/")[2]
    post: ExpectedFields = {
        "by": "me", "image": path, "text": caption, "place": place, "audience": audience,
        "comments_off": False,
    }  # fmt: skip
    return state_task(
        'Share the picture {file} from DCIM/Camera in a new post on Social with the caption "{caption}" and'
        " the location {place}, only visible for the audience {audience}",
        {"file": name, "caption": caption, "place": place, "audience": audience},
        check=state_is(adds("social.posts", post)),
        spoil=put("social.posts[+].audience", "Everyone"),
        moves=(
            tap("Social"), tap("New post"), tap("Choose picture"), tap("DCIM"), tap("Camera"), tap(name),
            type_text("Write a caption", caption), tap("Location"), tap(place), tap("Audience"),
            tap(audience), tap("Share"),
        ),
        kind="added",
        layout="changing",
    )  # fmt: skip


def find_meeting_time(state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task that asks for a meeting time from a direct message in the Social app."""
    chat = next(each for each in state.social.chats if "we meet at" in each.lines[-1].text)
    time = chat.lines[-1].text.rpartition(" ")[2]
    name = state.social.find_account(chat.account).name
    return question_task(
        "At what time do we meet on Sunday, according to the message of {name} on Social?",
        {"name": name},
        answer=time,
        also=clock_forms(time),
        wrong=time[:-1] + "5",
        moves=(tap("Social"), tap("Messages"), tap(name)),
        layout="changing",
    )


def change_settings(_state: PhoneState, _rng: Random) -> TaskRecipe:
    """Create a task to make the user's Social account private and restrict who can mention the user."""
    return state_task(
        "Make my Social account private and allow mentions from {who} only",
        {"who": "People you follow"},
        check=state_is(
            becomes("social.options.private", True), becomes("social.options.mentions", "People you follow")
        ),
        spoil=put("social.options.comments", "People you follow"),
        moves=(
            tap("Social"), tap("Profile"), tap("Profile menu"), tap("Settings"), tap("Private account"),
            tap("Switch"), tap("Allow mentions from"), tap("People you follow"),
        ),
    )  # fmt: skip


def answer_follow_requests(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to accept one follow request and decline another.

    The instruction does not name the app.
    """
    yes, no = (state.social.find_account(key) for key in rng.sample(state.social.requests, 2))
    return state_task(
        "Two people want to follow me. Let {yes} in and turn {no} down",
        {"yes": yes.name, "no": no.name},
        check=state_is(
            becomes("social.requests", []),
            becomes(f"{_path(yes)}.follows", True),
            becomes(f"{_path(no)}.follows", False),
        ),
        spoil=put(f"{_path(no)}.follows", True),
        moves=(
            tap("Social"), tap("Notifications"), tap(f"Confirm {yes.name}"),
            tap(f"Delete request of {no.name}"),
        ),
        kind="abstract",
        layout="changing",
    )  # fmt: skip


SOCIAL: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "social-like": like_post,
        "social-comment": write_comment,
        "social-follow-page": follow_page,
        "social-unfollow-two": unfollow_accounts,
        "social-delete-post": delete_post,
        "social-edit-post": edit_post,
        "social-new-post": share_picture,
        "social-meeting-time": find_meeting_time,
        "social-private": change_settings,
        "social-follow-request": answer_follow_requests,
    }
)
