"""Accuracy of the rule that finds the submit button of a field, shown as an arrow to models.

The screens and their labels are in submit_buttons.txt: python benchmarks/submit_buttons.py [--list]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from _report import publish, render_table

from onscreen.perceive.information_action_field_tree import iaf, walk
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element
from onscreen_train.grounding_dataset import load_choices

LABELS = Path(__file__).parent / "submit_buttons.txt"
SCREENS = Path(__file__).parent / "element_choice" / "pairs.jsonl.gz"
NONE = "-"


def read_labels(path: Path) -> Mapping[str, Mapping[str, str]]:
    """Read the hand-written labels: for each screen, the submit button of each field."""
    labels: dict[str, dict[str, str]] = {}
    screen = ""
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        field, separator, button = (part.strip() for part in line.partition("|"))
        if separator:
            labels[screen][field] = button
        else:
            screen = line
            labels[screen] = {}
    return labels


def is_meant(label: str, element: Element) -> bool:
    """Return whether a label matches an element by name, or by clue if the element is unnamed."""
    if label.startswith("("):
        return not element.name and label.strip("()") in element.clue.split()
    return element.name == label


def grade(labels: Mapping[str, str], field: Element, button: Element | None) -> str:
    """Grade the button found for a field by comparison with the label."""
    named = next((right for name, right in labels.items() if name != "*" and is_meant(name, field)), None)
    right = named or labels.get("*", NONE)
    if right == NONE:
        return "no arrow, rightly" if button is None else "wrong, none submits it"
    if button is None:
        return "no arrow, one submits it"
    return "right" if is_meant(right, button) else "wrong, another submits it"


def grades() -> Iterator[tuple[str, str, Element, Element | None]]:
    """Yield screen, grade, field and button of every visible field."""
    choices = load_choices(SCREENS)
    for name, labels in read_labels(LABELS).items():
        for _, branch in walk(iaf(build_screen(choices.screens[name].shot))):
            if branch.element is not None and branch.kind == "field" and not branch.element.has("covered"):
                found = grade(labels, branch.element, branch.action)
                yield name, found, branch.element, branch.action


def main() -> None:
    """Measure and write the section of docs/measured.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the fields that are not right")
    options = parser.parse_args()
    found = list(grades())
    if options.list:
        for name, result, field, button in found:
            if "right" not in result:
                shown = None if button is None else button.name or button.clue
                print(f"{name}: {field.role} {field.name or field.clue!r} -> {shown!r}: {result}")
    counts = Counter(result for _, result, *_ in found)
    screens = len({name for name, *_ in found})
    notes = f"{len(found)} fields on {screens} screens, one of each application, labeled by hand."
    rows = [[kind, str(counts[kind])] for kind in sorted(counts)]
    text = f"## Buttons that submit a field\n\n{notes}\n\n"
    publish("submit-buttons", text + render_table(["", "fields"], rows), {"rows": rows})


if __name__ == "__main__":
    main()
