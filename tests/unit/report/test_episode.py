"""The HTML page of an episode."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onscreen.report.episode_page import episode_page, write_episode
from onscreen.types import (
    AllOf,
    Click,
    Decision,
    Done,
    Element,
    ElementNote,
    Episode,
    Exchange,
    Not,
    Origin,
    Outcome,
    Plan,
    Prompt,
    Reflection,
    Refused,
    Reply,
    Score,
    Shot,
    Stop,
    Subtask,
    Task,
    TextShown,
    Type,
)
from onscreen.types.errors import CannotWrite

replace = msgspec.structs.replace
ATTACK = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\" onload='x' javascript:alert(3)"
    " {{ 7 * 7 }}"
)


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, page: str) -> None:
        """Parse the page."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the tag."""
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of every such tag."""
        return [attributes for name, attributes in self.tags if name == tag]


def with_hostile_text(shop: Episode, text: str) -> Episode:
    """Return the episode with this text in every field that a screen, a model or a user can fill."""
    element = Element("button", text, shop.last.nodes[0].box, value=text, mark=1, index=0)
    shot = Shot(shop.last.picture, (element,), app=text, address=text, warning=text)
    asked = Exchange(Prompt(text, system=text), Reply(text, model=text), fault=text)
    plan = Plan((text,), (Subtask(text, text, result=text),), dropped=(text,))
    decisions = (
        Decision(Click(element), text, plan, (ElementNote(text),), (asked,)),
        Decision(Type(text, element), text, plan),
        Decision(Done(text), text, plan),
    )
    return Episode(
        replace(shop.task, instruction=text, name=text),
        (shot, shot, shot, shot),
        decisions,
        (Outcome(text), Outcome(text, failed=text), Outcome()),
        Stop("done", text),
        Score(0.5, (), text),
        agent=text,
        model=text,
        device=text,
    )


def test_page_shows_the_run(shop: Episode) -> None:
    """The page shows instruction, outcome, answer, stop, score parts, steps and their cost."""
    page = episode_page(shop)
    for told in (
        shop.task.instruction,
        "Partly done",
        "the agent answered after 6 steps of at most 30",
        "the answer names the total with tax",
        "92.82 is not in the answer",
        "not judged",
        "ElementCovered",
        "a banner covers the button",
        "The search box needs Enter",
        "local:small-1b",
        "14,880",
        "$0.0048",
        "Sort by price",
    ):
        assert told in page
    assert [tag["id"] for tag in Tags(page).all("section")] == [
        "top",
        *(f"step-{i}" for i in range(1, 7)),
        "end",
    ]


def test_page_shows_the_time_of_reading_screenshots(shop: Episode) -> None:
    """The page shows the total time that senses took, and nothing about it if no sense was used."""
    assert "Reading the screenshot" not in episode_page(shop)
    shots = tuple(replace(shot, perception_sec=1.5) for shot in shop.shots)
    page = episode_page(replace(shop, shots=shots))
    (_, after) = page.split("Reading the screenshot")
    assert f"{1.5 * len(shots):.0f} s" in after[:80]


def test_page_loads_nothing_external(shop: Episode) -> None:
    """No tag loads or sends anything, and the Content-Security-Policy forbids it."""
    tags = Tags(episode_page(shop))
    assert {tag for tag, _ in tags.tags}.isdisjoint({"link", "iframe", "object", "embed", "base", "form"})
    assert all(
        (tag.get("src") or "data:").startswith("data:image/") for tag in tags.all("img") if "src" in tag
    )
    assert all("src" not in tag for tag in tags.all("script"))
    assert all((tag["href"] or "").startswith("#") for tag in tags.all("a"))
    (policy,) = [
        m["content"] or "" for m in tags.all("meta") if m.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "unsafe" not in policy


def test_text_is_escaped(shop: Episode) -> None:
    """Tags, scripts, handlers and templates in any text become no tag, attribute or script of the page."""
    page = episode_page(with_hostile_text(shop, ATTACK))
    tags = Tags(page)
    assert len(tags.all("script")) == 1
    assert all(not name.startswith("on") for _, attributes in tags.tags for name in attributes)
    assert "<img src=x" not in page
    assert "{{ 7 * 7 }}" in page
    assert "\u202e" not in page
    assert "⟨U+202E⟩" in page


def test_long_text_is_truncated(shop: Episode) -> None:
    """Ten megabytes in every text give a page of reasonable size that says how much is missing."""
    page = episode_page(with_hostile_text(shop, "x" * 10_000_000))
    assert len(page) < 1_000_000
    assert "more characters" in page


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(), max_size=60))
def test_any_text_gives_a_page(shop: Episode, text: str) -> None:
    """For any characters on a screen the page can be written as UTF-8."""
    assert episode_page(with_hostile_text(shop, text)).encode("utf-8")


def test_target_is_drawn_over_the_picture(shop: Episode) -> None:
    """The picture is unchanged; the target is a shape above it, which can be hidden."""
    rings = [tag for tag in Tags(episode_page(shop)).all("rect") if "x" in tag]
    assert {"x": "357", "y": "19", "width": "466", "height": "42"}.items() <= rings[0].items()


def test_unchanged_screen_adds_no_picture(shop: Episode) -> None:
    """A screen that did not change adds no second copy of its picture."""
    still = replace(shop, shots=(shop.shots[0],) * 7)
    assert episode_page(still).count('id="picture-') == 1
    assert len(episode_page(still)) < len(episode_page(shop))


def test_feedback_is_shown_with_its_step(shop: Episode) -> None:
    """What an action changed on the screen is shown with its step."""
    page = episode_page(shop)
    first = page[page.index('id="step-1"') : page.index('id="step-2"')]
    assert "typed &#34;brass desk lamp&#34; into" in first


def test_plan_shows_the_state_of_each_subtask(shop: Episode) -> None:
    """Each step shows its subtasks as done, current, ahead or dropped."""
    page = episode_page(shop)
    third = page[page.index('id="step-3"') : page.index('id="step-4"')]
    assert re.findall(r'<li class="(past|now|ahead|dropped)"', third) == [
        "past",
        "now",
        "ahead",
        "ahead",
        "dropped",
    ]


REFUSABLE = Task("fly", check=AllOf((Refused(), Not(TextShown("error")))))
"""A task that is done correctly by reporting that it cannot be done."""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"score": Score(1.0)}, "Succeeded"),
        ({"score": Score(0.0)}, "Failed"),
        ({"score": Score(None)}, "Not judged"),
        ({"score": None}, "Not judged"),
        ({"stop": Stop("gave up", "no such page"), "score": None}, "Gave up"),
        ({"stop": None, "score": None}, "Not finished"),
        ({"stop": Stop("gave up"), "score": Score(1.0), "task": REFUSABLE}, "Correctly refused"),
        ({"stop": Stop("gave up"), "score": Score(1.0)}, "Succeeded"),
        ({"stop": Stop("done"), "score": Score(0.0), "task": REFUSABLE}, "Failed"),
    ],
)
def test_the_outcome_is_in_words(shop: Episode, change: dict[str, object], words: str) -> None:
    """A run that was not judged or not finished is neither a success nor a failure."""
    assert f">{words}</span>" in episode_page(replace(shop, **change))


def test_run_without_steps_has_a_page(shop: Episode) -> None:
    """A run whose device failed at once shows its one screen and its stop reason."""
    page = episode_page(replace(shop.so_far(0), stop=Stop("device failed", "the browser closed")))
    assert "the browser closed" in page
    assert 'id="step-1"' not in page


def test_number_of_listed_nodes_is_limited(shop: Episode) -> None:
    """A screen of ten thousand nodes lists the first ones and says how many more there are."""
    shot = replace(shop.shots[0], nodes=shop.shots[0].nodes[:1] * 10_000)
    page = episode_page(replace(shop.so_far(0), shots=(shot,)), max_nodes=50)
    assert page.count('data-box="') == 50
    assert "9950 more" in page


def test_page_is_written_atomically(shop: Episode, tmp_path: Path) -> None:
    """The file is written with its folder, in UTF-8, without temporary files."""
    path = write_episode(shop, tmp_path / "new" / "episode.html")
    assert path.read_text("utf-8") == episode_page(shop)
    assert [p.name for p in path.parent.iterdir()] == ["episode.html"]


def test_unwritable_path_is_reported(shop: Episode, tmp_path: Path) -> None:
    """A file in place of the folder is reported, with what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match=r"cannot write the report .*file/e\.html: .*; choose a file"):
        write_episode(shop, tmp_path / "file" / "e.html")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CannotWrite, match="folder"):
        write_episode(shop, tmp_path / "folder")


def test_texts_that_are_not_the_user_s_are_shown_with_their_origin(shop: Episode) -> None:
    """The report names the screen from which an argument was copied."""
    origins = (Origin("text", "screen", "4711", 0), Origin("text", "user"))
    first = replace(shop.decisions[0], origins=origins)
    page = episode_page(replace(shop, decisions=(first, *shop.decisions[1:])))
    assert "text &#39;4711&#39; from the screen before step 1" in page
    assert page.count("Not in the user's words") == 1


def test_the_judgement_of_a_step_is_shown(shop: Episode) -> None:
    """The page of an exploration shows how each step was judged, and the note that was written."""
    reflection = Reflection("continue", "opens <b>the cart</b>", "the cart opened")
    decisions = (shop.decisions[0], msgspec.structs.replace(shop.decisions[1], reflection=reflection))
    page = episode_page(msgspec.structs.replace(shop, decisions=(*decisions, *shop.decisions[2:])))
    assert "continue: the cart opened" in page
    assert "opens &lt;b&gt;the cart&lt;/b&gt;" in page
