"""The policy `route` takes the first steps of a run for a language model that acts without a plan."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.app_maps.map_extension import observe_screen, record_step
from onscreen.app_maps.screen_map import AppMap
from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.base import Policy
from onscreen.policy.cascade import Cascade, build_policy
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.policy.luci_policy import LuciPolicy
from onscreen.policy.route.route_policy import RoutePolicy
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, Element, Open, PastStep, Shot, Situation, Subtask, Tool
from onscreen.types.proposal import Stage

ADDRESS = "org.example.settings/.Main"
HOME = ("heading Settings", "button Network [clickable]", "button Display [clickable]")
NETWORK = ("heading Network", "switch Airplane mode [clickable]", "button Saved networks [clickable]")
SAVED = ("heading Saved networks", "listitem Tower 7")
TOOLS = (Tool("Settings", ADDRESS), Tool("Phone", "org.example.phone/.Main"))
MODEL = "scripted"
NAMED = "In Settings, turn on airplane mode"


def shot(*lines: str) -> Shot:
    """Return a screen of the application."""
    return shot_from_lines(*lines, address=ADDRESS)


def known_map() -> AppMap:
    """Return a map with the path from the first screen over "Network" to "Saved networks"."""
    app_map = AppMap("Settings", home=ADDRESS, scope="org.example.settings/")
    path = ((HOME, "Network", NETWORK), (NETWORK, "Saved networks", SAVED))
    for before, name, after in path:
        seen = observe_screen(app_map, shot(*before))
        target = next(each for each in build_screen(shot(*before)).elements if each.name == name)
        app_map = record_step(
            seen.app_map,
            shot(*before),
            after=shot(*after),
            screen_id=seen.screen,
            target=target,
            verb="click",
        ).app_map
    return app_map


def led() -> Policy:
    """Return the route before a language model."""
    cascade = Cascade((RoutePolicy((known_map(),)),), ScriptedModel(()))
    return build_policy(cascade, LanguagePolicy)


def situation(text: str, *lines: str, stage: Stage = "plan", history: tuple[PastStep, ...] = ()) -> Situation:
    """Return the situation of a run on a screen of these lines."""
    return Situation(text, build_screen(shot(*(lines or HOME))), stage=stage, history=history, tools=TOOLS)


def step_of(asked: Situation) -> str:
    """Return the name of the element that the route clicks, "model" if it leaves the step to the model."""
    policy = RoutePolicy((known_map(),)).lead()
    proposal = policy(asked)
    if proposal is None:
        return "model"
    action = proposal.actions[0]
    assert isinstance(action, Click)
    assert isinstance(action.target, Element)
    return action.target.name


def test_application_and_path_are_taken_without_the_model() -> None:
    """The application that the instruction names is chosen, and its screens are opened, without a query."""
    chosen = led()(situation(NAMED, stage="choose_tools"))
    assert chosen is not None
    assert (chosen.tools, chosen.asked) == (("Settings",), ())
    opened = led()(situation(NAMED))
    assert opened is not None
    assert opened.asked == ()
    assert (opened.proposer, opened.finished) == ("route", False)


@pytest.mark.parametrize(
    ("text", "lines", "step"),
    [
        (NAMED, HOME, "Network"),
        ("Open the saved networks", NETWORK, "Saved networks"),
        (NAMED, NETWORK, "model"),
        ("Make the text larger", HOME, "model"),
        ("Turn on the mode", HOME, "model"),
        (NAMED, ("heading Unknown", "button Network [clickable]"), "model"),
    ],
)
def test_only_known_screens_are_opened(text: str, lines: tuple[str, ...], *, step: str) -> None:
    """Changes, doubtful places and unknown screens are left to the model."""
    assert step_of(situation(text, *lines)) == step


def test_model_continues_once_it_has_acted() -> None:
    """After a step of the model in the application, the route does not act; after it opened one, it does."""
    element = build_screen(shot(*HOME)).elements[2]
    acted = PastStep(Click(element), by_model=True)
    opened = PastStep(Open(ADDRESS), by_model=True)
    led_before = PastStep(Click(element))
    assert step_of(situation(NAMED, history=(acted,))) == "model"
    assert step_of(situation(NAMED, history=(led_before, acted))) == "model"
    assert step_of(situation(NAMED, history=(opened,))) == "Network"


def test_screen_to_which_the_model_went_is_not_left() -> None:
    """In the middle of a subtask, the route does not lead away from where a model went for it."""
    element = build_screen(shot(*HOME)).elements[2]
    asked = msgspec.structs.replace(
        situation(NAMED, history=(PastStep(Click(element), by_model=True),)),
        stage="act",
        subtask=Subtask("turn on airplane mode"),
    )
    policy = RoutePolicy((known_map(),))
    assert policy(msgspec.structs.replace(asked, subtask_steps=1)) is None
    assert policy(msgspec.structs.replace(asked, subtask_steps=0)) is not None


def test_trouble_and_follow_ups_are_left_to_the_model() -> None:
    """After a rejected claim, the route does not start again."""
    assert step_of(msgspec.structs.replace(situation(NAMED), trouble="a value is not visible")) == "model"


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        (NAMED, ("Settings",)),
        ("Put this phone in airplane mode", ("Settings",)),
        ("Copy it from Settings to Phone", None),
        ("A friend is in airplane mode. Call her", None),
    ],
)
def test_application_is_chosen_if_it_is_clear(text: str, *, tools: tuple[str, ...] | None) -> None:
    """Of several applications, or for a statement before the request, the model chooses."""
    proposal = RoutePolicy((known_map(),)).lead()(situation(text, stage="choose_tools"))
    assert (proposal.tools if proposal else None) == tools


def test_model_that_makes_a_plan_is_not_led() -> None:
    """LUCI's first query is that for the plan; the route then follows the subtasks of the plan."""
    cascade = Cascade((RoutePolicy((known_map(),)),), ScriptedModel(()))
    policy = build_policy(cascade, LuciPolicy)
    assert policy.name == f"route+{MODEL}"
    assert len(getattr(policy, "policies", ())) == 2
