"""Made applications, and what fits nothing."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

pytest.importorskip("pyarrow")

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Done, Element, Episode, Scroll, Shot, Type, targets
from onscreen_reflex.manifest import TOKENIZER_FILE, WEIGHTS_FOLDER
from onscreen_reflex.vocabulary import GIVE_UP, GLOBAL_VERBS
from onscreen_reflex.word_pieces import WordPieces, fold_words, parse_ordinal
from onscreen_train.corpus import MADE_WEIGHT, invented, misfits
from onscreen_train.synthetic_apps import MADE, made
from onscreen_train.synthetic_words import STEPPED, TEXTS, THINGS
from onscreen_train.training_examples import Example, example_of, examples_of

SEEDS = range(1000, 1200)


@pytest.fixture(scope="module")
def pieces() -> WordPieces:
    """Return the vocabulary that ships."""
    return WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE)


def test_a_seed_makes_one_application() -> None:
    """The same seed gives the same application, another one another."""
    assert made(1000) == made(1000)
    assert len({made(seed).task.instruction for seed in SEEDS}) > len(SEEDS) // 2


def test_every_step_is_on_the_screen_and_the_last_is_done() -> None:
    """Each action is about an element as it is on the screen then, and the run ends when nothing is left."""
    for seed in SEEDS:
        episode = made(seed)
        for step in episode.steps():
            shown = build_screen(step.before).elements
            assert all(t in shown for t in targets(step.decision.action) if isinstance(t, Element))
        assert isinstance(episode.decisions[-1].action, Done)
        assert episode.task.name.startswith(MADE)


def test_every_step_is_one_of_the_nets_choices(pieces: WordPieces) -> None:
    """Nothing is made that the net could not choose; each counts less than what was really played."""
    rows = list(invented(100))
    assert all(isinstance(each, Example) for each in examples_of(rows, pieces))
    assert {row.weight for row in rows} == {MADE_WEIGHT}


def of_kind(kind: str) -> list[Episode]:
    """Return the applications of a kind."""
    found = [episode for episode in map(made, SEEDS) if episode.task.name == f"{MADE}{kind}"]
    assert found
    return found


def test_a_form_is_filled_from_the_record() -> None:
    """What is typed into a field is what the record tells right after the same label."""
    for episode in of_kind("record"):
        for step in episode.steps():
            if isinstance(step.decision.action, Type):
                (field,) = targets(step.decision.action)
                assert isinstance(field, Element)
                shown = [node.name.strip(":") for node in step.before.nodes if node.role != "row"]
                label = shown[step_of(step.before, field) - 1]
                assert shown[shown.index(label) + 1] == step.decision.action.text


def step_of(shot: Shot, field: Element) -> int:
    """Return which of the nodes but rows a field is."""
    return sum(node.role != "row" for node in shot.nodes[: field.index])


def test_pages_are_turned_until_the_thing_is_there() -> None:
    """What is pressed before the last is the way on, and what was asked for stands on the last page alone."""
    for episode in of_kind("pages"):
        thing = next(t for t in THINGS if re.search(rf"\b{t}\b", episode.task.instruction))
        shots = episode.shots[: len(episode.decisions) - 1]
        there = [any(node.name == thing for node in shot.nodes) for shot in shots]
        assert there == [False] * (len(there) - 1) + [True]


def test_numbers_are_counted_up_to_what_is_asked() -> None:
    """As often as asked is pressed what counts up; where one of each is asked for, once each."""
    for episode in of_kind("counts"):
        numbers = [int(word) for word in re.findall(r"\d+", episode.task.instruction)]
        presses = Counter(
            target.locator
            for decision in episode.decisions[:-2]
            for target in targets(decision.action)
            if isinstance(target, Element)
        )
        assert sorted(presses.values()) == sorted(numbers or [1] * len(presses))


def test_a_number_is_taken_when_it_is_as_asked() -> None:
    """Another is drawn while the number shown is not as asked, and none after."""
    for episode in of_kind("rolls"):
        shown = [next(n.name for n in shot.nodes if n.role == "text") for shot in episode.shots]
        drawn = shown[: len(episode.decisions) - 1]
        assert [fits(episode.task.instruction, number) for number in drawn] == [False] * (len(drawn) - 1) + [
            True
        ]


def fits(instruction: str, shown: str) -> bool:
    """Return whether a number is as asked."""
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


def test_what_is_pressed_in_a_list_stands_beside_what_was_asked_for() -> None:
    """No line is pressed twice, each is one that was asked for, and of one owner's as many as were."""
    for episode in of_kind("scrolls"):
        presses = [step for step in episode.steps() if isinstance(step.decision.action, Click)][:-1]
        pressed = [targets(step.decision.action)[0] for step in presses]
        assert len({e.locator for e in pressed if isinstance(e, Element)}) == len(pressed)
        asked = re.findall(r"\d+", episode.task.instruction)
        assert not asked or int(asked[0]) == len(pressed)
        for step, element in zip(presses, pressed, strict=True):
            assert isinstance(element, Element)
            owner = [node.name for node in step.before.nodes[: element.index] if node.name in THINGS][-1]
            assert owner in episode.task.instruction


def test_a_list_is_scrolled_only_while_the_line_is_out_of_view() -> None:
    """What a scrolling shows is new, and what is pressed next was not there before it."""
    seen = 0
    for episode in map(made, SEEDS):
        steps = list(episode.steps())
        for step, after in pairwise(steps):
            if isinstance(step.decision.action, Scroll) and isinstance(after.decision.action, Click):
                (element,) = targets(after.decision.action)
                assert isinstance(element, Element)
                assert element.locator not in {node.locator for node in step.before.nodes}
                seen += 1
    assert seen


def test_a_word_is_told_by_its_place() -> None:
    """The word typed is the one of the text whose ordinal the instruction names."""
    for episode in of_kind("words"):
        (typed,) = [d.action for d in episode.decisions if isinstance(d.action, Type)]
        place = next(p for word in episode.task.instruction.split() if (p := parse_ordinal(word)))
        text = next(node.name for node in episode.shots[0].nodes if node.role == "text")
        assert text.split()[place - 1].strip(",.") == typed.text


def test_a_text_is_told_by_its_place() -> None:
    """What is copied is the whole of the text whose ordinal the instruction names, or of the only one."""
    for episode in of_kind("copies"):
        (typed,) = [d.action for d in episode.decisions if isinstance(d.action, Type)]
        (field,) = targets(typed)
        assert isinstance(field, Element)
        above = [node for node in episode.shots[0].nodes[: field.index] if node.role != "heading"]
        texts = [node.value or node.name for node in above]
        told = re.findall(rf"(\w+) (?:{'|'.join(TEXTS)})\b", episode.task.instruction)
        place = next(filter(None, map(parse_ordinal, told)), 1)
        assert texts[place - 1] == typed.text


def test_things_are_counted_up_where_they_stand() -> None:
    """Each thing named is counted up once, or the first of the kind as often as asked, wherever it is."""
    for episode in of_kind("stock"):
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


def test_what_an_open_list_lies_on_is_covered_until_a_line_is_taken() -> None:
    """No covered element is ever acted on, and after the choice nothing is left of the list."""
    covered = 0
    for episode in of_kind("picks"):
        for step in episode.steps():
            acted = [e for e in targets(step.decision.action) if isinstance(e, Element)]
            assert not any("covered" in element.states for element in acted)
            covered += any(n.role == "button" and "covered" in n.states for n in step.before.nodes)
        assert not any((node.locator or "").startswith("made-line") for node in episode.last.nodes)
    assert covered


def test_some_applications_say_in_their_code_what_parts_are_and_some_do_not() -> None:
    """Classes and ids are there on some pages and on some not, and so are titles."""
    shots = [made(seed).shots[0] for seed in SEEDS]
    told = [sum(bool(node.clue) for node in shot.nodes) / len(shot.nodes) for shot in shots]
    assert min(told) < 0.1
    assert max(told) > 0.6
    assert 0.1 < sum(shot.nodes[0].role == "heading" for shot in shots) / len(shots) < 0.7


def test_several_of_a_list_are_each_chosen() -> None:
    """In a list that takes several, each name asked for is pressed once."""
    several = 0
    for episode in map(made, SEEDS):
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
        several += len(chosen) > 1
    assert several


def test_notes_tell_what_a_drawing_does() -> None:
    """Where buttons are drawings, the notes name the one to press."""
    told = [made(seed) for seed in SEEDS if made(seed).decisions[0].notes]
    assert told
    for episode in told:
        first = episode.decisions[0]
        (target,) = targets(first.action)
        assert isinstance(target, Element)
        note = next((n.text for n in first.notes if n.mark == target.mark), None)
        verb = episode.task.instruction.split()[0].casefold()
        assert verb in {"open", "click"} or (note is not None and verb in fold_words(note))


def test_what_fits_nothing_is_to_be_given_up(pieces: WordPieces) -> None:
    """Some screens are asked for another task's wish; no word of it is there, and giving up is right."""
    rows = list(misfits(invented(300)))
    odd = [row for row in rows if row.origin.startswith("misfit")]
    assert odd
    assert len(rows) == len(list(invented(300))) + len(odd)
    for row in odd:
        shown = {word for n in row.seen.nodes for word in fold_words(f"{n.name} {n.value} {n.clue}")}
        assert shown.isdisjoint(fold_words(row.instruction))
        assert not {n.role for n in row.seen.nodes} & {*fold_words(row.instruction)}
        label = example_of(msgspec.structs.replace(row, notes=()), pieces).label
        assert (GLOBAL_VERBS[label.verb], label.elements) == (GIVE_UP, ())
