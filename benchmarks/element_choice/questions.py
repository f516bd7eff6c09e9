"""Combine the hand-written questions of `questions.txt` with their screens.

    python benchmarks/element_choice/questions.py [SCREENS.jsonl.gz ...]

Screens come from the given files, by default from the existing `questions.jsonl.gz`. A question is rejected
if its answer cannot be chosen on its screen, or if it occurs twice there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from formats import FOLDER, QUESTIONS, elements, write

from onscreen.perceive.screen_builder import build_screen
from onscreen_train.grounding_dataset import Kind, NamedScreen, Question, load_choices

QUESTIONS_TEXT = FOLDER / "questions.txt"
KIND_OF: dict[str, Kind] = {"L": "lexical", "P": "paraphrase", "I": "intent"}


def parse_questions(text: str, screens: dict[str, NamedScreen]) -> tuple[Question, ...]:
    """Parse the hand-written questions.

    Raises:
        ValueError: a question is invalid; the message says which and why.
    """
    questions: list[Question] = []
    choosable: dict[str, set[int]] = {}
    screen = ""
    for line in text.splitlines():
        if line.startswith("## "):
            screen = line.removeprefix("## ")
            choosable[screen] = {element.index for element in elements(build_screen(screens[screen].shot))}
        elif line.strip() and not line.startswith("#"):
            letter, correct, instruction = line.split(" ", 2)
            indices = tuple(int(each) for each in correct.split(","))
            app = screens[screen].app
            question = Question(app, screen, instruction, KIND_OF[letter], indices)
            if not choosable[screen].issuperset(indices):
                raise ValueError(f"{screen}: {line!r} names an element that cannot be chosen")
            if any(each.screen == screen and each.instruction == instruction for each in questions):
                raise ValueError(f"{screen}: {line!r} occurs twice")
            questions.append(question)
    return tuple(questions)


def main() -> None:
    """Parse, check and write the questions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("screens", type=Path, nargs="*")
    paths = parser.parse_args().screens or [QUESTIONS]
    screens = {name: screen for path in paths for name, screen in load_choices(path).screens.items()}
    questions = parse_questions(QUESTIONS_TEXT.read_text(), screens)
    used_screens = dict.fromkeys(each.screen for each in questions)
    write(QUESTIONS, (screens[name] for name in used_screens), questions=questions)
    counts = Counter(each.kind for each in questions)
    apps = len({each.app for each in questions})
    print(f"{len(questions)} questions {dict(counts)} on {len(used_screens)} screens of {apps} applications")
    print(f"{QUESTIONS}: {QUESTIONS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
