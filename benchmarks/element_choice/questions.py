"""Put the hand-made questions of `questions.txt` together with the screens they are about.

    python benchmarks/element_choice/questions.py [SCREENS.jsonl.gz ...]

Screens come from the files named, else from `questions.jsonl.gz` as it is. Refused is a question whose answer
cannot be chosen on its screen, or that is asked twice there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from formats import FOLDER, QUESTIONS, elements, write

from onscreen.perceive.screen_builder import build_screen
from onscreen_train.element_pairs import Kind, NamedScreen, Question, read

WRITTEN = FOLDER / "questions.txt"
KIND_OF: dict[str, Kind] = {"L": "lexical", "P": "paraphrase", "I": "intent"}


def questions(text: str, screens: dict[str, NamedScreen]) -> tuple[Question, ...]:
    """Read the written questions.

    Raises:
        ValueError: one cannot be; the message says which and why.
    """
    found: list[Question] = []
    there: dict[str, set[int]] = {}
    screen = ""
    for line in text.splitlines():
        if line.startswith("## "):
            screen = line.removeprefix("## ")
            there[screen] = {element.index for element in elements(build_screen(screens[screen].shot))}
        elif line.strip() and not line.startswith("#"):
            letter, right, instruction = line.split(" ", 2)
            indices = tuple(int(each) for each in right.split(","))
            app = screens[screen].app
            asked = Question(app, screen, instruction, KIND_OF[letter], indices)
            if not there[screen].issuperset(indices):
                raise ValueError(f"{screen}: {line!r} means what cannot be chosen there")
            if any(each.screen == screen and each.instruction == instruction for each in found):
                raise ValueError(f"{screen}: {line!r} is asked twice")
            found.append(asked)
    return tuple(found)


def main() -> None:
    """Read, check and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("screens", type=Path, nargs="*")
    paths = parser.parse_args().screens or [QUESTIONS]
    screens = {name: seen for path in paths for name, seen in read(path).screens.items()}
    found = questions(WRITTEN.read_text(), screens)
    used = dict.fromkeys(each.screen for each in found)
    write(QUESTIONS, (screens[name] for name in used), questions=found)
    counts = Counter(each.kind for each in found)
    apps = len({each.app for each in found})
    print(f"{len(found)} questions {dict(counts)} on {len(used)} screens of {apps} applications")
    print(f"{QUESTIONS}: {QUESTIONS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
