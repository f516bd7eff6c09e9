"""Make training pairs from screens and `words.txt`: an instruction, and which element of a screen it means.

    python benchmarks/element_choice/pairs.py runs/element_choice/training.jsonl.gz [more ...]

Lexical instructions name the element in the words that stand on it. Paraphrases and intents come from the
word list. Where an instruction would fit several elements of a screen, all of them are right; where more than
`MOST_RIGHT` would, it is left out. Other words and wishes that are written nearly like a test question are
left out, too, whatever they mean. The same screens and words give the same pairs.
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
from onscreen_train.element_pairs import Kind, NamedScreen, Question, read

WORDS = FOLDER / "words.txt"
MOST_RIGHT = 3
MOST_SCREENS = 3
"""On how many screens of one application the same name is asked for."""

FEWEST, MOST = 3, 150
"""Screens with fewer elements teach no choice, ones with more are beyond what the small model reads."""

TAKEN: Mapping[Kind, int] = {"lexical": 1, "paraphrase": 3, "intent": 3}
"""How many instructions of a kind are taken for an element of a screen."""

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
SORTS = {
    "textbox": "field",
    "searchbox": "field",
    "spinbutton": "field",
    "checkbox": "switch",
    "switch": "switch",
    "radio": "choice",
    "option": "choice",
    "combobox": "choice",
}
LONGEST_NAME = 48
TOO_LIKE = 70.0
"""From this likeness on (rapidfuzz, 0 to 100) to a test question, a phrase is not trained on."""


class Concept(msgspec.Struct, frozen=True):
    """What a line of the word list says of the elements whose name fits."""

    pattern: re.Pattern[str]
    plain: bool
    paraphrases: tuple[str, ...]
    intents: tuple[str, ...]


def concepts(text: str, *, tested: tuple[str, ...]) -> tuple[Concept, ...]:
    """Read the word list but what is too like a test; names without holes come before those with."""
    found: list[Concept] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        names, paraphrases, intents = (part.strip() for part in line.split("::"))
        for name in re.split(r"\|(?![^(]*\))", names):
            plain = re.search(r"[.]\S*[+*]|\(|\[", name) is None
            pattern = re.compile(name, re.IGNORECASE)
            said = [
                tuple(each for each in _several(part) if not like(each, tested))
                for part in (paraphrases, intents)
            ]
            found.append(Concept(pattern, plain, *said))
    return tuple(sorted(found, key=lambda each: not each.plain))


def _several(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" / ") if part.strip())


@cache
def like(phrase: str, tested: tuple[str, ...]) -> bool:
    """Whether a phrase is written nearly like one of the test, both in small letters."""
    return any(fuzz.ratio(phrase.lower(), each) >= TOO_LIKE for each in tested)


def asked_in_test() -> tuple[str, ...]:
    """Return the paraphrases and intents of the test, in small letters."""
    asked = (each for each in read(QUESTIONS).questions if each.kind != "lexical")
    return tuple(sorted({each.instruction.lower() for each in asked}))


def said_of(element: Element, known: tuple[Concept, ...], *, chance: random.Random) -> list[tuple[Kind, str]]:
    """Return all that could be said to mean this element."""
    name = " ".join(element.name.split()).rstrip("…").rstrip(".")
    if not name or len(name) > LONGEST_NAME:
        return []
    template = chance.choice(TEMPLATES[SORTS.get(element.role, "other")])
    said: list[tuple[Kind, str]] = [("lexical", template.format(n=chance.choice((name, name, name.lower()))))]
    for concept in known:
        found = concept.pattern.fullmatch(name)
        if found is not None:
            holes = [group or "" for group in (*found.groups(), "", "")]
            said += [("paraphrase", _filled(each, holes)) for each in concept.paraphrases]
            said += [("intent", _filled(each, holes)) for each in concept.intents]
            break
    return said


def _filled(phrase: str, holes: list[str]) -> str:
    return " ".join(phrase.format(*holes).split()).strip(" ,")


def pairs_of(
    seen: NamedScreen, known: tuple[Concept, ...], *, asked: Counter[tuple[str, str]]
) -> Iterator[Question]:
    """Make the pairs of a screen; `asked` counts names by application and is added to."""
    chance = random.Random(seen.name)  # noqa: S311  chance to be repeated, not secrets
    there = elements(build_screen(seen.shot))
    if not FEWEST <= len(there) <= MOST:
        return
    said = {element.index: said_of(element, known, chance=chance) for element in there}
    fits: dict[str, list[int]] = {}
    for index, phrases in said.items():
        for phrase in {text.lower() for _, text in phrases}:
            fits.setdefault(phrase, []).append(index)
    namesakes: dict[str, list[int]] = {}
    for element in there:
        namesakes.setdefault(element.name.lower(), []).append(element.index)
    done: set[str] = set()
    for element in there:
        short = re.sub(r"\d+", "9", element.name.lower())
        if asked[seen.app, short] >= MOST_SCREENS:
            continue
        asked[seen.app, short] += 1
        for kind, most in TAKEN.items():
            texts = [text for each, text in said[element.index] if each == kind]
            for text in chance.sample(texts, min(most, len(texts))):
                right = {*fits[text.lower()], *namesakes[element.name.lower()]}
                if len(right) <= MOST_RIGHT and text.lower() not in done:
                    done.add(text.lower())
                    yield Question(seen.app, seen.name, text, kind, tuple(sorted(right)))


def main() -> None:
    """Make the pairs and write them beside the screens they are about."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("screens", type=Path, nargs="+")
    tested = asked_in_test()
    known = concepts(WORDS.read_text(), tested=tested)
    seen = [each for path in parser.parse_args().screens for each in read(path).screens.values()]
    asked: Counter[tuple[str, str]] = Counter()
    found = [pair for each in seen for pair in pairs_of(each, known, asked=asked)]
    # a phrase may have become like one of the test by the name that was put into it
    pairs = [pair for pair in found if pair.kind == "lexical" or not like(pair.instruction, tested)]
    used = {pair.screen for pair in pairs}
    write(PAIRS, (each for each in seen if each.name in used), questions=pairs)
    counts = Counter(pair.kind for pair in pairs)
    apps = len({pair.app for pair in pairs})
    print(f"{len(pairs)} pairs {dict(counts)} on {len(used)} screens of {apps} applications")
    print(f"{PAIRS}: {PAIRS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
