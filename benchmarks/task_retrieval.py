"""Search for similar tasks by words and by embeddings, with other values and with other wordings.

    python benchmarks/task_retrieval.py [--encoder FOLDER]

Stored are the instructions of all tasks of the practice phone, sites and real web applications with seed 0.
The queries are the same tasks with seed 1, and the other wordings of `instruction_paraphrases.toml`. The word
pieces are the fixed ones of the embedded net; `--encoder` adds the sentence encoder all-MiniLM-L6-v2 in a
folder, which needs torch and transformers.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from _report import publish, render_table
from numpy.typing import NDArray
from stop_recordings import SUITES

from onscreen.text.instruction_similarity import (
    MIN_INSTRUCTION_SIMILARITY,
    instruction_similarity,
    remove_values,
)
from onscreen_reflex.weights_manifest import NET_FILE, TOKENIZER_FILE, WEIGHTS_FOLDER
from onscreen_reflex.word_pieces import WordPieces

PARAPHRASES = Path(__file__).with_name("instruction_paraphrases.toml")
TABLE, SCALE = "net.pieces.table", "net.pieces.scale"
PLACEHOLDER = "VALUE"
TARGET_RANK = 3
INITIALIZER, NAME, RAW_DATA, GRAPH = 5, 8, 9, 7
"""Numbers of the fields of ONNX messages that contain a tensor."""
VARINT, FIXED_64, LENGTH = 0, 1, 2
"""Wire types of protocol buffers."""

Matrix: TypeAlias = NDArray[np.float64]
Rate: TypeAlias = Callable[[Sequence[str], Sequence[str]], Matrix]
"""Similarities of queries (rows) to stored instructions (columns), at most 1."""


def read_fields(content: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Yield the number and the value of each field of a protocol-buffer message."""
    at = 0
    while at < len(content):
        key, at = read_varint(content, at)
        kind = key & 7
        value, at = (
            read_varint(content, at) if kind in {VARINT, LENGTH} else (8 if kind == FIXED_64 else 4, at)
        )
        if kind == VARINT:
            yield key >> 3, value
        else:
            yield key >> 3, content[at : at + value]
            at += value


def read_varint(content: memoryview, at: int) -> tuple[int, int]:
    """Return the integer at a position, and the position after it."""
    value = shift = 0
    while True:
        byte = content[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:  # noqa: PLR2004 - the last byte of an integer
            return value, at


def read_tensors(path: Path, names: Sequence[str]) -> dict[str, memoryview]:
    """Return the raw data of tensors in an ONNX file."""
    found = {}
    graph = _messages(memoryview(path.read_bytes()))[GRAPH]
    for number, value in read_fields(graph):
        tensor = _messages(value) if number == INITIALIZER and isinstance(value, memoryview) else {}
        name = bytes(tensor.get(NAME, b"")).decode()
        if name in names:
            found[name] = tensor[RAW_DATA]
    return found


def _messages(content: memoryview) -> dict[int, memoryview]:
    """Return the last value of each field that is a message or bytes."""
    return {number: value for number, value in read_fields(content) if isinstance(value, memoryview)}


def word_pieces() -> Rate:
    """Return the similarity by the mean vectors of word pieces, of the whole texts and without values."""
    pieces = WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE)
    tensors = read_tensors(WEIGHTS_FOLDER / NET_FILE, (TABLE, SCALE))
    scale = np.frombuffer(tensors[SCALE], np.float32)[:, np.newaxis]
    table = np.frombuffer(tensors[TABLE], np.int8).reshape(len(scale), -1) * scale

    def embed(texts: Sequence[str]) -> Matrix:
        means = np.array([table[list(pieces.encode(text)) or [0]].mean(axis=0) for text in texts])
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float64)

    return with_and_without_values(embed)


def with_and_without_values(embed: Callable[[Sequence[str]], Matrix]) -> Rate:
    """Return the mean cosine similarity of embeddings of texts, whole and without their values."""

    def rate(queries: Sequence[str], stored: Sequence[str]) -> Matrix:
        bare, bare_stored = (
            [remove_values(text).replace(PLACEHOLDER, " ") for text in texts] for texts in (queries, stored)
        )
        whole = embed(queries) @ embed(stored).T
        return np.asarray((whole + embed(bare) @ embed(bare_stored).T) / 2)

    return rate


def words(queries: Sequence[str], stored: Sequence[str]) -> Matrix:
    """Return the similarity by words that the package uses."""
    return np.array([[instruction_similarity(text, query) / 100 for text in stored] for query in queries])


def encoder(folder: Path) -> Rate:
    """Return the similarity by a sentence encoder."""
    from _minilm import MiniLM  # noqa: PLC0415  needs torch, which the other measures do not

    return with_and_without_values(MiniLM(folder).embed)


def describe(
    name: str, kind: str, rated: Matrix, *, own: Sequence[int], threshold: float
) -> tuple[object, ...]:
    """Return the row of a measure for a set of queries, whose own tasks are the columns `own`."""
    pairs = list(zip(own, rated, strict=True))
    ranks = np.array([int((each > each[at] + 1e-9).sum()) for at, each in pairs])
    found = rated.max(axis=1) >= threshold
    return (
        name,
        kind,
        len(pairs),
        f"{np.mean(ranks == 0):.1%}",
        f"{np.mean(ranks < TARGET_RANK):.1%}",
        f"{threshold:.2f}",
        f"{np.mean(found & (ranks == 0)):.1%}",
        f"{np.mean(found & (ranks > 0)):.1%}",
        f"{np.mean([best_other(at, each) >= threshold for at, each in pairs]):.1%}",
    )


def best_other(at: int, rated: Matrix) -> float:
    """Return the highest similarity of a task other than the one at an index."""
    return float(np.delete(rated, at).max())


def main() -> None:
    """Measure, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", type=Path)
    arguments = parser.parse_args()
    tasks = [(suite, task) for suite in ("phone", "sites", "apps") for task in SUITES[suite].groups["all"]]
    stored = {f"{suite} {task}": SUITES[suite].task(task, 0).instruction for suite, task in tasks}
    other = [(f"{suite} {task}", SUITES[suite].task(task, 1).instruction) for suite, task in tasks]
    queries = {"other values": other, "other wordings": list(tomllib.loads(PARAPHRASES.read_text()).items())}
    rates: dict[str, Rate] = {"words (used)": words, "word-piece embeddings": word_pieces()}
    if arguments.encoder:
        rates["sentence encoder"] = encoder(arguments.encoder)
    names, texts = list(stored), list(stored.values())
    own = {kind: [names.index(name) for name, _ in of] for kind, of in queries.items()}
    rated = {
        name: {kind: rate([query for _, query in of], texts) for kind, of in queries.items()}
        for name, rate in rates.items()
    }
    used = rated["words (used)"]
    for name in list(rates)[1:]:
        rated[f"mean of words and {name}"] = {kind: (used[kind] + rated[name][kind]) / 2 for kind in queries}
    base = [best_other(at, each) for at, each in zip(own["other values"], used["other values"], strict=True)]
    foreign = np.mean(np.array(base) >= MIN_INSTRUCTION_SIMILARITY / 100)
    rows = []
    for name, matrices in rated.items():
        pairs = zip(own["other values"], matrices["other values"], strict=True)
        threshold = float(np.quantile([best_other(at, each) for at, each in pairs], 1 - foreign))
        for kind, matrix in matrices.items():
            rows.append(describe(name, kind, matrix, own=own[kind], threshold=threshold))
    heads = (
        *("similarity", "queries", "number", "own task first", "among three", "threshold"),
        *("own found", "wrong found", "wrong if its own is not stored"),
    )
    count, paraphrased = len(stored), len(queries["other wordings"])
    text = f"""### Search for similar tasks

{count} stored instructions of practice tasks. The queries are the same tasks with other values, and
other wordings of {paraphrased} tasks, which were written by hand before any measure was applied. The
threshold of each measure finds as many wrong tasks for queries with other values as that of the words does.

{render_table(heads, rows)}

`python benchmarks/task_retrieval.py`"""
    publish("task_retrieval", text, {"rows": [list(map(str, row)) for row in rows]})


if __name__ == "__main__":
    main()
