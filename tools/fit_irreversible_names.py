"""Fit the weights of irreversible names: python tools/fit_irreversible_names.py labels.tsv [--check LIST].

labels.tsv is the output of label_catalogs.py. English labels are judged by english_labels.py; their
translations get the same judgement. The labels in label_examples.txt are added. The weights are those of a
logistic regression with an L1 penalty. With --check, a quarter of the programs and the given lists are held
out and judged instead of writing the weights. Needs numpy and scikit-learn.
"""

from __future__ import annotations

import argparse
import random
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from english_labels import SEED, judge_label
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from onscreen.perceive.irreversible_features import extract_features
from onscreen.perceive.irreversible_words import NEGATED, plain_letters

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER / "label_examples.txt"
WEIGHTS = FOLDER.parent / "packages/onscreen/src/onscreen/perceive/irreversible_names.tsv"
ENGLISH_VOTES = 5
UNKNOWN = "unknown"
"""Meaning of names in lists, which do not state one."""
UNDECIDED = (0.25, 0.75)
THRESHOLDS = (-1.5, -1.0, -0.75, -0.5, -0.25, 0.0, 0.5)
HEADER = (
    "# Written by tools/fit_irreversible_names.py. A line: a meaning, a weight in hundredths,\n"
    "# features of labels. The first line is the threshold. Derived from counts in catalogs\n"
    "# of free programs; contains none of their texts, only words, parts and pairs of words.\n"
)


class Label(NamedTuple):
    """A label in lower case, what it does ("" if harmless), the program it is from, and its weight."""

    text: str
    meaning: str
    program: str
    weight: float


def read_examples(weight: float) -> list[Label]:
    """Read the labels that were written for the training."""
    labels = []
    for line in EXAMPLES.read_text("utf-8").splitlines():
        if line and line[0] not in "#[":
            meaning, _, texts = line.partition(": ")
            meaning = meaning.replace("harmless", "")
            labels += [Label(plain_letters(text), meaning, "examples", weight) for text in texts.split(";")]
    return labels


def read_catalogs(path: Path, harmless_share: float) -> list[Label]:
    """Read and judge the labels of catalogs; of the plainly harmless ones, only a share is used."""
    judged: dict[str, str | None] = {}
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    programs: dict[str, str] = {}
    for line in path.open(encoding="utf-8"):
        program, _language, english, translation = line.rstrip("\n").split("\t")
        if english not in judged:
            judged[english] = judge_label(english)
            if judged[english] is not None:
                votes[plain_letters(english)][judged[english]] += ENGLISH_VOTES
                programs.setdefault(plain_letters(english), program)
        meaning = judged[english]
        is_used = meaning or SEED.search(english) or _is_sampled(english + translation, harmless_share)
        if meaning is not None and translation != english and is_used:
            votes[plain_letters(translation)][meaning] += 1
            programs.setdefault(plain_letters(translation), program)
    return list(_count_votes(votes, programs))


def _is_sampled(text: str, share: float) -> bool:
    return zlib.crc32(text.encode()) % 1000 < share * 1000


def _count_votes(votes: Mapping[str, Counter[str]], programs: Mapping[str, str]) -> list[Label]:
    labels = []
    for text, counter in votes.items():
        share = 1 - counter[""] / counter.total()
        if not text or UNDECIDED[0] < share < UNDECIDED[1]:
            continue
        meanings = [meaning for meaning in counter if meaning]
        meaning = max(meanings, key=counter.__getitem__) if share >= UNDECIDED[1] else ""
        if meaning or not NEGATED.search(text):
            labels.append(Label(text, meaning, programs[text], 1.0))
    random.Random(1).shuffle(labels)  # noqa: S311 - reproducible, not cryptography
    return labels


def fit(labels: Sequence[Label], options: argparse.Namespace) -> tuple[CountVectorizer, LogisticRegression]:
    """Fit weights of features that occur in several labels."""
    vectorizer = CountVectorizer(
        analyzer=extract_features, binary=True, min_df=options.min_df, dtype=np.float32
    )
    model = LogisticRegression(
        l1_ratio=1.0, solver="liblinear", C=options.c, tol=1e-3, max_iter=60, intercept_scaling=10
    )
    counts = vectorizer.fit_transform([label.text for label in labels])
    weights = np.array([label.weight for label in labels])
    model.fit(counts, np.array([bool(label.meaning) for label in labels]), sample_weight=weights)
    return vectorizer, model


def check(catalogs: Sequence[Label], examples: Sequence[Label], options: argparse.Namespace) -> None:
    """Print how many labels are recognized of programs and lists that were held out."""
    held = {label.program for label in catalogs if zlib.crc32(label.program.encode()) % 4 == 0}
    vectorizer, model = fit([each for each in catalogs if each.program not in held] + list(examples), options)
    sets = {"programs": [(each.text, bool(each.meaning)) for each in catalogs if each.program in held]}
    sets |= {path.name: read_list(path) for path in options.check}
    for threshold in THRESHOLDS:
        line = f"threshold {threshold}"
        for name, texts in sets.items():
            found = model.decision_function(vectorizer.transform([text for text, _ in texts])) > threshold
            is_dangerous = np.array([dangerous for _, dangerous in texts])
            line += f" | {name}: {found[is_dangerous].mean():.3f}, {found[~is_dangerous].mean():.3f}"
        print(line)


def read_list(path: Path) -> list[tuple[str, bool]]:
    """Read a list of names with the columns label, language, name."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if "\t" in line]
    return [(plain_letters(row[2]), "dangerous" in row[:2]) for row in rows]


def write_weights(labels: Sequence[Label], options: argparse.Namespace) -> None:
    """Fit and write the weights, with the most frequent meaning of each feature."""
    vectorizer, model = fit(labels, options)
    features = vectorizer.get_feature_names_out()
    counts = vectorizer.transform([label.text for label in labels]).tocsc()
    groups: dict[tuple[str, int], list[str]] = defaultdict(list)
    for number in np.flatnonzero(model.coef_[0]):
        weight = round(100 * float(model.coef_[0][number]))
        if abs(weight) < options.min_weight:
            continue
        rows = counts.indices[counts.indptr[number] : counts.indptr[number + 1]]
        meanings = Counter(labels[row].meaning for row in rows if labels[row].meaning not in {"", UNKNOWN})
        meaning = (
            meanings.most_common(1)[0][0]
            if weight > 0 and meanings
            else UNKNOWN
            if weight > 0
            else "harmless"
        )
        groups[meaning, _rounded(weight)].append(str(features[number]))
    threshold = round(100 * (options.threshold - float(model.intercept_[0])))
    lines = [
        "\t".join((meaning, str(weight), *sorted(group)))
        for (meaning, weight), group in sorted(groups.items())
    ]
    WEIGHTS.write_text(HEADER + f"{threshold}\n" + "\n".join(lines) + "\n", "utf-8")
    print(sum(map(len, groups.values())), "features,", WEIGHTS.stat().st_size, "bytes, threshold", threshold)


def _rounded(weight: int) -> int:
    """Round a weight to about 5 %, so that features share lines."""
    step = max(2, abs(weight) // 20)
    return round(weight / step) * step


def main() -> None:
    """Fit the weights, or check them on labels that were held out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--check", type=Path, nargs="*", help="lists of names")
    parser.add_argument("--add", type=Path, nargs="*", default=(), help="lists of names to learn from")
    parser.add_argument("--c", type=float, default=1.0, help="inverse strength of the penalty")
    parser.add_argument("--threshold", type=float, default=-0.35)
    parser.add_argument("--min-df", type=int, default=2, help="labels in which a feature occurs at least")
    parser.add_argument("--min-weight", type=int, default=5, help="smallest weight to keep, in hundredths")
    parser.add_argument("--example-weight", type=float, default=10.0)
    parser.add_argument("--harmless-share", type=float, default=0.06)
    options = parser.parse_args()
    catalogs, examples = (
        read_catalogs(options.labels, options.harmless_share),
        read_examples(options.example_weight),
    )
    print(len(catalogs), "labels of catalogs,", len(examples), "examples", flush=True)
    if options.check is not None:
        check(catalogs, examples, options)
        return
    for path in options.add:
        for text, is_dangerous in read_list(path):
            examples.append(Label(text, UNKNOWN if is_dangerous else "", "lists", options.example_weight))
    write_weights([*catalogs, *examples], options)


if __name__ == "__main__":
    main()
