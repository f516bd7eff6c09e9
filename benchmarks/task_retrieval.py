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
from collections.abc import Callable, Iterator, Mapping, Sequence
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
INITIALIZER, DIMENSIONS, NAME, RAW_DATA, GRAPH = 5, 1, 8, 9, 7
"""Numbers of the fields of ONNX messages that contain a tensor."""
VARINT, FIXED_64, LENGTH = 0, 1, 2
"""Wire types of protocol buffers."""

Rate: TypeAlias = Callable[[str, Sequence[str]], NDArray[np.float64]]
"""Similarities of an instruction to others, at most 1."""


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
    model = dict(read_fields(memoryview(path.read_bytes())))
    found = {}
    for number, value in read_fields(memoryview(model[GRAPH])):
        tensor = dict(read_fields(value)) if number == INITIALIZER and isinstance(value, memoryview) else {}
        name = bytes(tensor.get(NAME, b"")).decode()
        if name in names:
            found[name] = memoryview(tensor[RAW_DATA])
    return found


def word_pieces() -> Rate:
    """Return the similarity by the mean vectors of word pieces, of the whole texts and without values."""
    pieces = WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE)
    tensors = read_tensors(WEIGHTS_FOLDER / NET_FILE, (TABLE, SCALE))
    scale = np.frombuffer(tensors[SCALE], np.float32)[:, np.newaxis]
    table = np.frombuffer(tensors[TABLE], np.int8).reshape(len(scale), -1) * scale

    def embed(texts: Sequence[str]) -> NDArray[np.float64]:
        means = np.array([table[list(pieces.encode(text)) or [0]].mean(axis=0) for text in texts])
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float64)

    return with_and_without_values(embed)


def with_and_without_values(embed: Callable[[Sequence[str]], NDArray[np.float64]]) -> Rate:
    """Return the mean cosine similarity of embeddings of texts, whole and without their values."""
    cache: dict[tuple[str, ...], tuple[NDArray[np.float64], NDArray[np.float64]]] = {}

    def both(texts: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        key = tuple(texts)
        if key not in cache:
            bare = [remove_values(text).replace(PLACEHOLDER, " ") for text in texts]
            cache[key] = embed(texts), embed(bare)
        return cache[key]

    def rate(query: str, stored: Sequence[str]) -> NDArray[np.float64]:
        pairs = zip(both(stored), both((query,)), strict=True)
        return np.asarray(sum(matrix @ vector[0] for matrix, vector in pairs) / 2)

    return rate


def words(query: str, stored: Sequence[str]) -> NDArray[np.float64]:
    """Return the similarity by words that the package uses."""
    return np.array([instruction_similarity(text, query) / 100 for text in stored])


def mean_of(*rates: Rate) -> Rate:
    """Return the mean of several similarities."""
    return lambda query, stored: np.asarray(np.mean([rate(query, stored) for rate in rates], axis=0))


def encoder(folder: Path) -> Rate:
    """Return the similarity by a sentence encoder."""
    from _minilm import MiniLM  # noqa: PLC0415  needs torch, which the other measures do not

    model = MiniLM(folder)
    return with_and_without_values(lambda texts: model.embed(list(texts)))


def measure(
    name: str, rate: Rate, *, stored: Mapping[str, str], queries: Mapping[str, Sequence[tuple[str, str]]]
) -> Iterator[tuple[object, ...]]:
    """Yield a row for each set of queries.

    The threshold is the one with which as many queries with other values find a wrong task if their own is
    not stored as by words with the threshold of the package.
    """
    names, texts = list(stored), list(stored.values())
    rated = {
        kind: [(names.index(own), rate(query, texts)) for own, query in of] for kind, of in queries.items()
    }
    values = next(iter(queries))
    base = [(names.index(own), words(query, texts)) for own, query in queries[values]]
    foreign = np.mean([best_other(at, each) >= MIN_INSTRUCTION_SIMILARITY / 100 for at, each in base])
    threshold = float(np.quantile([best_other(at, each) for at, each in rated[values]], 1 - foreign))
    for kind, pairs in rated.items():
        ranks = np.array([int((each > each[at] + 1e-9).sum()) for at, each in pairs])
        found = np.array([each.max() >= threshold for _, each in pairs])
        yield (
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


def best_other(at: int, rated: NDArray[np.float64]) -> float:
    """Return the highest similarity of another task than the one at an index."""
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
    rates["mean of both"] = mean_of(words, rates["word-piece embeddings"])
    if arguments.encoder:
        rates["sentence encoder"] = encoder(arguments.encoder)
        rates["mean of words and encoder"] = mean_of(words, rates["sentence encoder"])
    rows = [
        row for name, rate in rates.items() for row in measure(name, rate, stored=stored, queries=queries)
    ]
    heads = ("similarity", "queries", "number", "own task first", "among three", "threshold")
    heads += ("own found", "wrong found", "wrong if its own is not stored")
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
