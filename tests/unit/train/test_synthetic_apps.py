"""Synthetic applications and misfit instructions."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

pytest.importorskip("pyarrow")

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Done, Element, Episode, Scroll, Shot, Type, targets
from onscreen_reflex.categorical_vocabulary import GIVE_UP, GLOBAL_VERBS
from onscreen_reflex.weights_manifest import TOKENIZER_FILE, WEIGHTS_FOLDER
from onscreen_reflex.word_pieces import WordPieces, fold_words, parse_ordinal
from onscreen_train.synthetic_apps import SYNTHETIC_PREFIX, synthetic_episode
from onscreen_train.synthetic_words import STEPPED, TEXTS, THINGS
from onscreen_train.training_data import SYNTHETIC_WEIGHT, add_misfits, synthetic_rows
from onscreen_train.training_examples import Example, build_example, build_examples

SEEDS = range(1000, 1200)


@pytest.fixture(scope="module")
def pieces() -> WordPieces:
    """The vocabulary that ships."""
    return WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE)


def test_same_seed_gives_same_application() -> None:
    """The same seed gives the same application, different seeds different ones."""
    assert synthetic_episode(1000) == synthetic_episode(1000)
    assert len({synthetic_episode(seed).task.instruction for seed in SEEDS}) > len(SEEDS) // 2


def test_steps_target_visible_elements_and_end_with_done() -> None:
    """Each action targets an element of its screen, and the last action is "done"."""
    for seed in SEEDS:
        episode = synthetic_episode(seed)
        for step in episode.steps():
            shown = build_screen(step.before).elements
            assert all(t in shown for t in targets(step.decision.action) if isinstance(t, Element))
        assert isinstance(episode.decisions[-1].action, Done)
        assert episode.task.name.startswith(SYNTHETIC_PREFIX)


def test_every_step_has_a_label(pieces: WordPieces) -> None:
    """The network can choose every synthetic step, and each weighs less than a played one."""
    rows = list(synthetic_rows(100))
    assert all(isinstance(each, Example) for each in build_examples(rows, pieces))
    assert {row.weight for row in rows} == {SYNTHETIC_WEIGHT}


def episodes_of_kind(kind: str) -> list[Episode]:
    """Return the applications of a kind."""
    episodes = [
        episode
        for episode in map(synthetic_episode, SEEDS)
        if episode.task.name == f"{SYNTHETIC_PREFIX}{kind}"
    ]
    assert episodes
    return episodes


def test_form_is_filled_from_the_record() -> None:
    """The text typed into a field is the record's value for the same label."""
    for episode in episodes_of_kind("record"):
        for step in episode.steps():
            if isinstance(step.decision.action, Type):
                (field,) = targets(step.decision.action)
                assert isinstance(field, Element)
                shown = [node.name.strip(":") for node in step.before.nodes if node.role != "row"]
                label = shown[index_without_rows(step.before, field) - 1]
                assert shown[shown.index(label) + 1] == step.decision.action.text


def index_without_rows(shot: Shot, field: Element) -> int:
    """Return the index of a field among the nodes that are not rows."""
    return sum(node.role != "row" for node in shot.nodes[: field.index])


def test_pages_are_turned_until_the_item_is_visible() -> None:
    """All presses before the last turn pages, and only the last page shows the item."""
    for episode in episodes_of_kind("pages"):
        thing = next(t for t in THINGS if re.search(rf"\b{t}\b", episode.task.instruction))
        shots = episode.shots[: len(episode.decisions) - 1]
        is_visible = [any(node.name == thing for node in shot.nodes) for shot in shots]
        assert is_visible == [False] * (len(is_visible) - 1) + [True]


def test_counters_reach_the_requested_numbers() -> None:
    """Increment controls are pressed as often as requested, or once each."""
    for episode in episodes_of_kind("counts"):
        numbers = [int(word) for word in re.findall(r"\d+", episode.task.instruction)]
        presses = Counter(
            target.locator
            for decision in episode.decisions[:-2]
            for target in targets(decision.action)
            if isinstance(target, Element)
        )
        assert sorted(presses.values()) == sorted(numbers or [1] * len(presses))


def test_number_is_accepted_when_it_meets_the_condition() -> None:
    """Numbers are generated until one meets the condition, and not after that."""
    for episode in episodes_of_kind("rolls"):
        shown = [next(n.name for n in shot.nodes if n.role == "text") for shot in episode.shots]
        drawn = shown[: len(episode.decisions) - 1]
        assert [meets_condition(episode.task.instruction, number) for number in drawn] == [False] * (
            len(drawn) - 1
        ) + [True]


def meets_condition(instruction: str, shown: str) -> bool:
    """Whether a number meets the condition of the instruction."""
    if not shown.isdecimal():
        return False
    number = int(shown)
    if re.search(r"\b(even|odd)\b", instruction):
        return number % 2 == ("odd" in instruction)
    bound = int(re.findall(r"\d+", instruction)[0])
    return {
        "less than": number < bound,
        "below": number < bound,
        "at most": number <= bound,
        "greater than": number > bound,
        "above": number > bound,
        "at least": number >= bound,
    }[next(filter(None, re.findall(r"less than|below|at most|greater than|above|at least", instruction)))]


def test_pressed_lines_are_the_requested_ones() -> None:
    """Each requested line is pressed once, and of one owner's lines as many as requested."""
    for episode in episodes_of_kind("scrolls"):
        presses = [step for step in episode.steps() if isinstance(step.decision.action, Click)][:-1]
        pressed = [targets(step.decision.action)[0] for step in presses]
        assert len({e.locator for e in pressed if isinstance(e, Element)}) == len(pressed)
        numbers = re.findall(r"\d+", episode.task.instruction)
        assert not numbers or int(numbers[0]) == len(pressed)
        for step, element in zip(presses, pressed, strict=True):
            assert isinstance(element, Element)
            owner = [node.name for node in step.before.nodes[: element.index] if node.name in THINGS][-1]
            assert owner in episode.task.instruction


def test_list_is_scrolled_only_while_the_line_is_hidden() -> None:
    """The element pressed after scrolling was not visible before it."""
    scroll_count = 0
    for episode in map(synthetic_episode, SEEDS):
        steps = list(episode.steps())
        for step, after in pairwise(steps):
            if isinstance(step.decision.action, Scroll) and isinstance(after.decision.action, Click):
                (element,) = targets(after.decision.action)
                assert isinstance(element, Element)
                assert element.locator not in {node.locator for node in step.before.nodes}
                scroll_count += 1
    assert scroll_count


def test_typed_word_has_the_requested_position() -> None:
    """The typed word is the one whose ordinal the instruction names."""
    for episode in episodes_of_kind("words"):
        (typed,) = [d.action for d in episode.decisions if isinstance(d.action, Type)]
        place = next(p for word in episode.task.instruction.split() if (p := parse_ordinal(word)))
        text = next(node.name for node in episode.shots[0].nodes if node.role == "text")
        assert text.split()[place - 1].strip(",.") == typed.text


def test_copied_text_has_the_requested_position() -> None:
    """The copied text is the one whose ordinal the instruction names, or the only one."""
    for episode in episodes_of_kind("copies"):
        (typed,) = [d.action for d in episode.decisions if isinstance(d.action, Type)]
        (field,) = targets(typed)
        assert isinstance(field, Element)
        above = [node for node in episode.shots[0].nodes[: field.index] if node.role != "heading"]
        texts = [node.value or node.name for node in above]
        words = re.findall(rf"(\w+) (?:{'|'.join(TEXTS)})\b", episode.task.instruction)
        place = next(filter(None, map(parse_ordinal, words)), 1)
        assert texts[place - 1] == typed.text


def test_requested_items_are_counted_up() -> None:
    """Each named item is counted up once, or the first item of a kind as often as requested."""
    for episode in episodes_of_kind("stock"):
        pressed: Counter[str] = Counter()
        for step in episode.steps():
            for element in targets(step.decision.action):
                if isinstance(element, Element) and element.name in {more for _, more in STEPPED}:
                    owner = [node.name for node in step.before.nodes[: element.index] if node.name in THINGS]
                    pressed[owner[-1]] += 1
        numbers = re.findall(r"\d+", episode.task.instruction)
        named = [thing for thing in THINGS if re.search(rf"\b{thing}\b", episode.task.instruction)]
        assert sorted(pressed.values()) == ([int(numbers[0])] if numbers else [1] * len(named))
        assert numbers or set(pressed) == set(named)


def test_open_dropdown_covers_elements_below_it() -> None:
    """No covered element is acted on, and choosing a line removes the list."""
    covered_count = 0
    for episode in episodes_of_kind("picks"):
        for step in episode.steps():
            acted_on = [e for e in targets(step.decision.action) if isinstance(e, Element)]
            assert not any("covered" in element.states for element in acted_on)
            covered_count += any(n.role == "button" and "covered" in n.states for n in step.before.nodes)
        assert not any((node.locator or "").startswith("made-line") for node in episode.last.nodes)
    assert covered_count


def test_share_of_clues_and_titles_varies() -> None:
    """Some pages have clues and titles, and some do not."""
    shots = [synthetic_episode(seed).shots[0] for seed in SEEDS]
    clue_shares = [sum(bool(node.clue) for node in shot.nodes) / len(shot.nodes) for shot in shots]
    assert min(clue_shares) < 0.1
    assert max(clue_shares) > 0.6
    assert 0.1 < sum(shot.nodes[0].role == "heading" for shot in shots) / len(shots) < 0.7


def test_each_requested_option_is_chosen_once() -> None:
    """In a list box with multiple selection, each requested option is chosen once."""
    multiple_count = 0
    for episode in map(synthetic_episode, SEEDS):
        chosen = [
            element
            for step in episode.steps()
            for element in targets(step.decision.action)
            if isinstance(element, Element)
            and element.parent is not None
            and step.before.nodes[element.parent].role == "listbox"
        ]
        assert all(element.name in episode.task.instruction for element in chosen)
        assert len({element.locator for element in chosen}) == len(chosen)
        multiple_count += len(chosen) > 1
    assert multiple_count


def test_notes_explain_icon_buttons() -> None:
    """If buttons are icons, the notes name the one to press."""
    episodes = [synthetic_episode(seed) for seed in SEEDS if synthetic_episode(seed).decisions[0].notes]
    assert episodes
    for episode in episodes:
        first = episode.decisions[0]
        (target,) = targets(first.action)
        assert isinstance(target, Element)
        note = next((n.text for n in first.notes if n.mark == target.mark), None)
        verb = episode.task.instruction.split()[0].casefold()
        assert verb in {"open", "click"} or (note is not None and verb in fold_words(note))


def test_misfits_are_labeled_as_giving_up(pieces: WordPieces) -> None:
    """A misfit instruction shares no word with its screen, and its label is giving up."""
    rows = list(add_misfits(synthetic_rows(300)))
    misfits = [row for row in rows if row.origin.startswith("misfit")]
    assert misfits
    assert len(rows) == len(list(synthetic_rows(300))) + len(misfits)
    for row in misfits:
        shown = {word for n in row.seen.nodes for word in fold_words(f"{n.name} {n.value} {n.clue}")}
        assert shown.isdisjoint(fold_words(row.instruction))
        assert not {n.role for n in row.seen.nodes} & {*fold_words(row.instruction)}
        label = build_example(msgspec.structs.replace(row, notes=()), pieces).label
        assert (GLOBAL_VERBS[label.verb], label.elements) == (GIVE_UP, ())
