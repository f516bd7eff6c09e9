"""The policy `reflex` with the weights of the package."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onscreen.perceive.pixel_array import encode
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.testing.strategies import shots
from onscreen.types import (
    Box,
    Click,
    Element,
    Node,
    Proposal,
    Shot,
    Situation,
    Stage,
    Subtask,
    Tool,
    Type,
)
from onscreen.types.errors import ModelUnavailable
from onscreen_reflex.reflex_policy import ReflexPolicy, reflex
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import (
    MANIFEST_FILE,
    NET_FILE,
    TOKENIZER_FILE,
    WEIGHTS_FOLDER,
    Calibration,
    read_manifest,
)

SMALL = encode(np.zeros((210, 160, 3), dtype=np.uint8))
LARGE = encode(np.zeros((720, 1280, 3), dtype=np.uint8))
FIELD = Node("textbox", "", Box(10, 50, 140, 70), clue="tt", states=("editable", "clickable"), locator="a")
BUTTONS = tuple(
    Node("button", name, Box(10, 80 + 30 * i, 90, 105 + 30 * i), states=("clickable",), locator=name)
    for i, name in enumerate(("Submit", "Cancel", "Help"))
)
TOOLS = (Tool("Mail", "http://mail.example"), Tool("Shop", "http://shop.example"))


@pytest.fixture(scope="module")
def policy() -> ReflexPolicy:
    """The policy with the weights of the package."""
    return ReflexPolicy(Weights())


def asked(instruction: str, *nodes: Node) -> Situation:
    """Return the situation of the first action."""
    return Situation(instruction, build_screen(Shot(SMALL, nodes)), subtask=Subtask(instruction))


def propose(policy: ReflexPolicy, situation: Situation) -> Proposal:
    """Return the proposal of the policy, which must not abstain."""
    proposal = policy(situation)
    assert proposal is not None
    assert proposal.proposer == policy.name
    return proposal


def test_it_clicks_the_named_button(policy: ReflexPolicy) -> None:
    """The button that the instruction names is clicked with enough confidence for a cascade."""
    proposal = propose(policy, asked('Click on the "Cancel" button.', *BUTTONS))
    (action,) = proposal.actions
    assert isinstance(action, Click)
    assert isinstance(action.target, Element)
    assert action.target.name == "Cancel"
    assert proposal.confidence >= policy.min_confidence


def test_it_types_words_of_no_language(policy: ReflexPolicy) -> None:
    """A word that no training example contained is copied from the instruction."""
    situation = asked('Enter "Zvqwrth" into the text field and press Submit.', FIELD, BUTTONS[0])
    (action,) = propose(policy, situation).actions
    assert isinstance(action, Type)
    assert action.text == "Zvqwrth"


@pytest.mark.parametrize("tools", [(), TOOLS[:1]])
def test_its_plan_is_the_whole_instruction(policy: ReflexPolicy, tools: tuple[Tool, ...]) -> None:
    """The plan is one subtask in the only application, with the confidence of the first action."""
    acting = asked('Click on "Help"', *BUTTONS)
    planning = Situation('Click on "Help"', acting.screen, stage="plan", tools=tools)
    proposal = propose(policy, planning)
    assert proposal.plan == (Subtask('Click on "Help"', tools[0].name if tools else ""),)
    assert proposal.confidence == propose(policy, acting).confidence


@pytest.mark.parametrize("stage", ["choose_tools", "verify", "revise", "finish", "plan"])
def test_it_abstains_at_other_stages(policy: ReflexPolicy, stage: Stage) -> None:
    """It neither chooses, verifies, revises nor finishes, and does not plan for several applications."""
    screen = asked("Buy it", *BUTTONS).screen
    assert policy(Situation("Buy it", screen, stage=stage, tools=TOOLS, trouble="nothing fits")) is None


def test_the_named_element_is_the_most_probable_target(policy: ReflexPolicy) -> None:
    """Every element has a probability of being the target."""
    ranked = policy.rank_elements(asked('Click on the "Help" button.', *BUTTONS))
    assert max(ranked, key=lambda pair: pair[1])[0].name == "Help"
    assert len(ranked) == len(BUTTONS)


UNRELATED = (
    "Book a table for two",
    "Закрой окно, пожалуйста",
    "閉じるボタンを押してください",
    "?" * 5000,
)


@pytest.mark.parametrize("instruction", UNRELATED)
@pytest.mark.parametrize("nodes", [BUTTONS, (FIELD, BUTTONS[0]), (BUTTONS[2],)])
def test_confidence_is_low_if_the_screen_does_not_fit_the_instruction(
    policy: ReflexPolicy, instruction: str, nodes: tuple[Node, ...]
) -> None:
    """An instruction unrelated to the screen gives a proposal below the threshold of the cascade."""
    assert propose(policy, asked(instruction, *nodes)).confidence < policy.min_confidence


@pytest.mark.parametrize("instruction", UNRELATED)
def test_confidence_is_0_on_large_screens(policy: ReflexPolicy, instruction: str) -> None:
    """On a screen larger than those of the training there is a proposal, with confidence 0."""
    texts = tuple(Node("text", name, Box(0, 9 * i, 9, 9 * i + 9)) for i, name in enumerate(("Alpha", "Beta")))
    screen = build_screen(Shot(LARGE, texts))
    assert propose(policy, Situation(instruction, screen, subtask=Subtask(instruction))).confidence == 0
    assert propose(policy, Situation(instruction, screen, stage="plan")).confidence == 0


def test_it_abstains_on_full_size_screens_unless_it_is_confident(policy: ReflexPolicy) -> None:
    """On a full-size screen there is a proposal only from the threshold of its calibration."""
    weights = Weights()
    full_size = Calibration(1.25, 0.5, (1280, 720))
    weights.manifest = msgspec.structs.replace(weights.manifest, full_size=full_size)
    calibrated = msgspec.structs.replace(policy, weights=weights)
    screen = build_screen(Shot(LARGE, BUTTONS))
    assert propose(calibrated, Situation('Click on the "Help" button.', screen)).confidence >= 0.5
    assert calibrated(Situation(UNRELATED[0], screen)) is None
    doubtful = propose(calibrated, Situation(UNRELATED[0], screen, planner=policy.name))
    assert not doubtful.actions
    assert not doubtful.finished
    assert "50%" in doubtful.why


def test_confidence_is_0_if_the_instruction_is_truncated(policy: ReflexPolicy) -> None:
    """The words left out may matter, so the proposal has confidence 0."""
    instruction = 'Click on the "Help" button.'
    long = f"{' '.join(f'word{i}' for i in range(5000))} {instruction}"
    assert propose(policy, asked(instruction, *BUTTONS)).confidence >= policy.min_confidence
    assert propose(policy, asked(long, *BUTTONS)).confidence == 0


def test_two_equal_elements_share_the_confidence(policy: ReflexPolicy) -> None:
    """The confidence for one of two equal buttons is lower than for a single one."""
    twin = Node("button", "Cancel", Box(10, 200, 90, 225), states=("clickable",), locator="twin")
    instruction = 'Click on the "Cancel" button.'
    single = propose(policy, asked(instruction, *BUTTONS)).confidence
    assert propose(policy, asked(instruction, *BUTTONS, twin)).confidence < single


@settings(max_examples=40, deadline=None)
@given(shot=shots(), instruction=st.text(max_size=200))
def test_any_screen_and_instruction_have_a_proposal(
    policy: ReflexPolicy, shot: Shot, instruction: str
) -> None:
    """For any input there is one action or a completed subtask, with a confidence of 0 to 1."""
    proposal = propose(policy, Situation(instruction, build_screen(shot)))
    assert len(proposal.actions) == (not proposal.finished)
    assert 0 <= proposal.confidence <= 1


@pytest.mark.parametrize("count", [0, 2000])
def test_empty_and_crowded_screens_have_a_proposal(policy: ReflexPolicy, count: int) -> None:
    """A screen without elements, and 2,000 elements with an instruction of 5,000 words, are handled."""
    nodes = [Node("button", f"b{i}", Box(0, i, 9, i + 1), states=("clickable",)) for i in range(count)]
    assert propose(policy, asked("click b1999 " * 2500, *nodes))


def test_policies_are_made_by_name(tmp_path: Path) -> None:
    """The name may be followed by a folder of weights, or by another policy."""
    shutil.copytree(WEIGHTS_FOLDER, tmp_path / "weights")
    name = f"reflex:{tmp_path / 'weights'}"
    assert reflex("").name == "reflex"
    assert make_cascade(name).name == name
    assert make_cascade("reflex+lexical").name == "reflex+lexical"


def _truncate(folder: Path) -> None:
    (folder / NET_FILE).write_bytes((folder / NET_FILE).read_bytes()[:-100])


def _change_version(folder: Path) -> None:
    text = (folder / MANIFEST_FILE).read_text()
    (folder / MANIFEST_FILE).write_text(text.replace('"version": ', '"version": 9', 1))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "manifest.json is missing": lambda folder: (folder / MANIFEST_FILE).unlink(),
    "cannot read": lambda folder: (folder / NET_FILE).unlink(),
    "truncated or not the expected file": _truncate,
    "tokenizer.json is truncated": lambda folder: (folder / TOKENIZER_FILE).write_text("{}"),
    "have version 9": _change_version,
    "cannot read .*manifest.json": lambda folder: (folder / MANIFEST_FILE).write_text('{"version": "one"}'),
}


@pytest.mark.parametrize("message", DAMAGES)
def test_errors_for_damaged_weights_name_the_fix(tmp_path: Path, message: str) -> None:
    """The error for missing, truncated or outdated weights names the command to fix it."""
    folder = tmp_path / "weights"
    shutil.copytree(WEIGHTS_FOLDER, folder)
    DAMAGES[message](folder)
    with pytest.raises(ModelUnavailable, match=message) as error:
        reflex(str(folder))
    assert "pip install --force-reinstall onscreen-reflex" in str(error.value)
    assert "onscreen train reflex" in str(error.value)


def test_both_weights_are_complete_and_name_their_recipe() -> None:
    """The package has weights trained on all tasks, the benchmarks weights without the held-out tasks."""
    held_out = Path(__file__).parents[3] / "benchmarks" / "reflex_open"
    recipes = {folder: read_manifest(folder).made["recipe"] for folder in (WEIGHTS_FOLDER, held_out)}
    assert recipes == {WEIGHTS_FOLDER: "full", held_out: "open"}
