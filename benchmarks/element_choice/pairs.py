"""Create training pairs of an instruction and its target element from screens and `words.txt`.

    python benchmarks/element_choice/pairs.py runs/element_choice/training.jsonl.gz [more ...]

Lexical instructions name the element by its own words. Paraphrases and intents come from the word list. If
an instruction matches several elements of a screen, all of them are correct; if it matches more than
`MAX_CORRECT`, it is left out. Paraphrases and intents that are similar to a test question are left out,
too, whatever they mean. The same screens and words give the same pairs.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from formats import FOLDER, PAIRS, QUESTIONS, elements, write
from rapidfuzz import fuzz

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element
from onscreen_train.grounding_dataset import Kind, NamedScreen, Question, load_choices

WORDS = FOLDER / "words.txt"
MAX_CORRECT = 3
MAX_SCREENS = 3
"""Maximum number of screens per application on which an element name is used."""

MIN_ELEMENTS, MAX_ELEMENTS = 3, 150
"""Limits of elements per screen: fewer offer no choice, more exceed the embedded net's input."""

MAX_INSTRUCTIONS: Mapping[Kind, int] = {"lexical": 1, "paraphrase": 3, "intent": 3}
"""Maximum number of instructions of each kind per element of a screen."""

TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "field": ("type into {n}", "fill in {n}", "enter it in the field {n}", "{n}", "write into {n}"),
    "switch": ("tick {n}", "switch {n} on", "turn {n} off", "toggle {n}", "{n}", "change {n}"),
    "choice": ("choose {n}", "select {n}", "pick {n}", "{n}", "set it to {n}"),
    "other": (
        "click {n}",
        "tap {n}",
        "press {n}",
        "open {n}",
        "go to {n}",
        "{n}",
        "use {n}",
        "click on {n}",
        "press the {n} button",
        "show me {n}",
    ),
}
TEMPLATE_KINDS = {
    "textbox": "field",
    "searchbox": "field",
    "spinbutton": "field",
    "checkbox": "switch",
    "switch": "switch",
    "radio": "choice",
    "option": "choice",
    "combobox": "choice",
}
MAX_NAME_CHARS = 48
MAX_SIMILARITY = 70.0
"""Phrases with at least this similarity (rapidfuzz, 0 to 100) to a test question are not used."""


class Concept(msgspec.Struct, frozen=True):
    """A line of the word list: a name pattern, with paraphrases and intents for matching elements."""

    pattern: re.Pattern[str]
    is_literal: bool
    paraphrases: tuple[str, ...]
    intents: tuple[str, ...]


def parse_concepts(text: str, *, test_phrases: tuple[str, ...]) -> tuple[Concept, ...]:
    """Parse the word list without phrases similar to a test question; literal names come first."""
    concepts: list[Concept] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        names, paraphrases, intents = (part.strip() for part in line.split("::"))
        for name in re.split(r"\|(?![^(]*\))", names):
            is_literal = re.search(r"[.]\S*[+*]|\(|\[", name) is None
            pattern = re.compile(name, re.IGNORECASE)
            phrases = [
                tuple(
                    each for each in _split_alternatives(part) if not is_similar_to_test(each, test_phrases)
                )
                for part in (paraphrases, intents)
            ]
            concepts.append(Concept(pattern, is_literal, *phrases))
    return tuple(sorted(concepts, key=lambda each: not each.is_literal))


def _split_alternatives(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" / ") if part.strip())


@cache
def is_similar_to_test(phrase: str, test_phrases: tuple[str, ...]) -> bool:
    """Return whether a phrase is similar to any test phrase, ignoring case."""
    return any(fuzz.ratio(phrase.lower(), each) >= MAX_SIMILARITY for each in test_phrases)


def load_test_phrases() -> tuple[str, ...]:
    """Return the paraphrases and intents of the test questions in lower case."""
    instructions = (each for each in load_choices(QUESTIONS).questions if each.kind != "lexical")
    return tuple(sorted({each.instruction.lower() for each in instructions}))


def instructions_for(
    element: Element, concepts: tuple[Concept, ...], *, rng: random.Random
) -> list[tuple[Kind, str]]:
    """Return all instructions whose target may be the element."""
    name = " ".join(element.name.split()).rstrip("…").rstrip(".")
    if not name or len(name) > MAX_NAME_CHARS:
        return []
    template = rng.choice(TEMPLATES[TEMPLATE_KINDS.get(element.role, "other")])
    instructions: list[tuple[Kind, str]] = [
        ("lexical", template.format(n=rng.choice((name, name, name.lower()))))
    ]
    for concept in concepts:
        match = concept.pattern.fullmatch(name)
        if match is not None:
            holes = [group or "" for group in (*match.groups(), "", "")]
            instructions += [("paraphrase", _fill_holes(each, holes)) for each in concept.paraphrases]
            instructions += [("intent", _fill_holes(each, holes)) for each in concept.intents]
            break
    return instructions


def _fill_holes(phrase: str, holes: list[str]) -> str:
    return " ".join(phrase.format(*holes).split()).strip(" ,")


def make_pairs(
    screen: NamedScreen, concepts: tuple[Concept, ...], *, name_counts: Counter[tuple[str, str]]
) -> Iterator[Question]:
    """Yield the training pairs of a screen as questions.

    `name_counts` counts the screens by application and element name, and is updated.
    """
    rng = random.Random(screen.name)  # noqa: S311  reproducible sampling, no secrets
    candidates = elements(build_screen(screen.shot))
    if not MIN_ELEMENTS <= len(candidates) <= MAX_ELEMENTS:
        return
    instructions = {element.index: instructions_for(element, concepts, rng=rng) for element in candidates}
    indices_by_phrase: dict[str, list[int]] = {}
    for index, phrases in instructions.items():
        for phrase in {text.lower() for _, text in phrases}:
            indices_by_phrase.setdefault(phrase, []).append(index)
    namesakes: dict[str, list[int]] = {}
    for element in candidates:
        namesakes.setdefault(element.name.lower(), []).append(element.index)
    used_phrases: set[str] = set()
    for element in candidates:
        name_key = re.sub(r"\d+", "9", element.name.lower())
        if name_counts[screen.app, name_key] >= MAX_SCREENS:
            continue
        name_counts[screen.app, name_key] += 1
        for kind, limit in MAX_INSTRUCTIONS.items():
            texts = [text for each, text in instructions[element.index] if each == kind]
            for text in rng.sample(texts, min(limit, len(texts))):
                correct = {*indices_by_phrase[text.lower()], *namesakes[element.name.lower()]}
                if len(correct) <= MAX_CORRECT and text.lower() not in used_phrases:
                    used_phrases.add(text.lower())
                    yield Question(screen.app, screen.name, text, kind, tuple(sorted(correct)))


def main() -> None:
    """Create the pairs and write them with their screens."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("screens", type=Path, nargs="+")
    test_phrases = load_test_phrases()
    concepts = parse_concepts(WORDS.read_text(), test_phrases=test_phrases)
    screens = [each for path in parser.parse_args().screens for each in load_choices(path).screens.values()]
    name_counts: Counter[tuple[str, str]] = Counter()
    all_pairs = [pair for each in screens for pair in make_pairs(each, concepts, name_counts=name_counts)]
    # inserting a name may have made a phrase similar to a test phrase
    pairs = [
        pair
        for pair in all_pairs
        if pair.kind == "lexical" or not is_similar_to_test(pair.instruction, test_phrases)
    ]
    used_screens = {pair.screen for pair in pairs}
    write(PAIRS, (each for each in screens if each.name in used_screens), questions=pairs)
    counts = Counter(pair.kind for pair in pairs)
    apps = len({pair.app for pair in pairs})
    print(f"{len(pairs)} pairs {dict(counts)} on {len(used_screens)} screens of {apps} applications")
    print(f"{PAIRS}: {PAIRS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
