"""Search for similar tasks: the search of the package, words alone and embeddings alone.

    python benchmarks/task_retrieval.py [--encoder FOLDER]

Stored are the instructions of all tasks of the practice phone, sites and real web applications with seed 0.
The queries are the same tasks with seed 1, and the other wordings of `instruction_paraphrases.toml`. A query
finds tasks of its own application. The word pieces are the fixed ones of the embedded net; `--encoder` adds
the sentence encoder all-MiniLM-L6-v2 in a folder, which needs torch and transformers.

The search and the thresholds were chosen on half of the tasks, by the hash of their names.
"""

from __future__ import annotations

import argparse
import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from _report import publish, render_table
from numpy.typing import NDArray
from rapidfuzz import fuzz, process, utils
from stop_recordings import SUITES

from onscreen.text.similar_tasks import MIN_SIMILARITY, find_similar_tasks
from onscreen.text.text_vector import embed_text
from onscreen.text.value_kinds import mask_values, remove_values
from onscreen_reflex.weights_manifest import NET_FILE, TOKENIZER_FILE, WEIGHTS_FOLDER
from onscreen_reflex.word_pieces import WordPieces

PARAPHRASES = Path(__file__).with_name("instruction_paraphrases.toml")
TABLE, SCALE = "net.pieces.table", "net.pieces.scale"
MIN_WORD_SIMILARITY = 0.72
"""Threshold of the words alone, with which the package searched before."""
TEMPLATE_WEIGHT = 0.95
"""Weight of the similarity of words without values."""
USED = "embedding, then words and values (used)"
INITIALIZER, NAME, RAW_DATA, GRAPH = 5, 8, 9, 7
"""Numbers of the fields of ONNX messages that contain a tensor."""
VARINT, FIXED_64, LENGTH = 0, 1, 2
"""Wire types of protocol buffers."""

Matrix: TypeAlias = NDArray[np.float64]
Rate: TypeAlias = Callable[[Sequence[str], Sequence[str]], Matrix]
"""Similarities of queries (rows) to stored instructions (columns), at most 1."""
Rows: TypeAlias = list[tuple[object, ...]]


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
        bare, bare_stored = ([mask_values(text) for text in texts] for texts in (queries, stored))
        whole = embed(queries) @ embed(stored).T
        return np.asarray((whole + embed(bare) @ embed(bare_stored).T) / 2)

    return rate


def words(queries: Sequence[str], stored: Sequence[str]) -> Matrix:
    """Return the similarity by words: of the whole texts, or of the texts without their values."""
    bare, bare_stored = ([remove_values(text) for text in texts] for texts in (queries, stored))
    whole, same = (
        process.cdist(*pair, scorer=fuzz.token_sort_ratio, processor=utils.default_process, dtype=np.float64)
        for pair in ((queries, stored), (bare, bare_stored))
    )
    return np.asarray(np.maximum(whole, TEMPLATE_WEIGHT * same) / 100)


def ngrams(queries: Sequence[str], stored: Sequence[str]) -> Matrix:
    """Return the similarity by the embedding of the package, without values."""
    one, other = (np.array([embed_text(mask_values(text)) for text in texts]) for texts in (queries, stored))
    return np.asarray(one @ other.T)


def encoder(folder: Path) -> Rate:
    """Return the similarity by a sentence encoder."""
    from _minilm import MiniLM  # noqa: PLC0415  needs torch, which the other measures do not

    return with_and_without_values(MiniLM(folder).embed)


class Queries(msgspec.Struct, frozen=True):
    """Queries of one kind, with the columns of their own tasks, and which of them belong to the test half."""

    texts: list[str]
    own: list[int]
    is_test: NDArray[np.bool_]


class Result(msgspec.Struct, frozen=True):
    """Similarities of queries to stored tasks of their application, and those if their own is not stored."""

    rated: Matrix
    without_own: Matrix


def read_queries(tasks: Mapping[str, str], names: Sequence[str]) -> Queries:
    """Return the queries for tasks by name."""
    halves = [hashlib.sha256(name.encode()).digest()[0] % 2 == 1 for name in tasks]
    return Queries(list(tasks.values()), [names.index(name) for name in tasks], np.array(halves))


def find_application(name: str) -> str:
    """Return the application in which a task starts: the phone, the practice sites or a web application."""
    suite, task = name.split(" ")
    return task.partition("-")[0] if suite == "apps" else suite


def search(queries: Queries, stored: Mapping[str, str]) -> Result:
    """Search with the package; the similarity of rejected tasks is 0."""
    names, texts = list(stored), list(stored.values())
    rated, without = np.zeros((2, len(queries.texts), len(texts)))
    for row, (text, own) in enumerate(zip(queries.texts, queries.own, strict=True)):
        application = find_application(names[own])
        among = {stored[name] for name in names if find_application(name) == application}
        others = [each for at, each in enumerate(texts) if at != own]
        for matrix, searched in ((rated, texts), (without, others)):
            found = find_similar_tasks(text, searched, among=among)
            matrix[row] = [found.get(each, 0.0) / 100 for each in texts]
        without[row, own] = 0.0
    return Result(rated, without)


def compare(rate: Rate, queries: Queries, stored: Mapping[str, str]) -> Result:
    """Rate queries by a measure; the similarity of tasks of other applications is 0."""
    applications = np.array([find_application(name) for name in stored])
    rated = rate(queries.texts, list(stored.values()))
    rated = np.where(applications[queries.own][:, np.newaxis] == applications, rated, 0.0)
    without = rated.copy()
    without[np.arange(len(rated)), queries.own] = 0.0
    return Result(rated, without)


def describe(queries: Queries, result: Result, *, half: NDArray[np.bool_], threshold: float) -> list[object]:
    """Return the last columns of a row: the queries of one half, and what is found from a threshold on."""
    rated, best = result.rated[half], result.rated[half].max(axis=1)
    own = rated[np.arange(len(rated)), np.array(queries.own)[half]]
    is_found, is_own = best >= threshold, own >= best - 1e-9
    foreign = np.mean(result.without_own[half].max(axis=1) >= threshold)
    counts = (len(rated), int((is_found & is_own).sum()), int((is_found & ~is_own).sum()))
    return [counts[0], f"{threshold:.2f}", *counts[1:], f"{foreign:.1%}"]


def choose_threshold(queries: Queries, result: Result, *, used: Result) -> float:
    """Return the threshold that finds as many foreign tasks on the calibration half as the used search."""
    is_calibration = ~queries.is_test
    share = np.mean(used.without_own[is_calibration].max(axis=1) > 0)
    return float(np.quantile(result.without_own[is_calibration].max(axis=1), 1 - share))


def make_rows(
    rates: Mapping[str, Rate], queries: Mapping[str, Queries], *, stored: Mapping[str, str]
) -> Rows:
    """Return the rows of the table: each measure, kind of queries and half."""
    used = {kind: search(of, stored) for kind, of in queries.items()}
    measured = {USED: (used, MIN_SIMILARITY / 100)}
    for name, rate in rates.items():
        results = {kind: compare(rate, of, stored) for kind, of in queries.items()}
        values = results["other values"]
        threshold = choose_threshold(queries["other values"], values, used=used["other values"])
        measured[name] = (results, threshold)
        if rate is words:
            measured[f"{name}, as used before"] = (results, MIN_WORD_SIMILARITY)
    return [
        (
            name,
            kind,
            half,
            *describe(of, results[kind], half=of.is_test == (half == "test"), threshold=threshold),
        )
        for name, (results, threshold) in measured.items()
        for kind, of in queries.items()
        for half in ("test", "calibration")
    ]


def main() -> None:
    """Measure, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", type=Path)
    arguments = parser.parse_args()
    tasks = [(suite, task) for suite in ("phone", "sites", "apps") for task in SUITES[suite].groups["all"]]
    stored, other = (
        {f"{suite} {task}": SUITES[suite].task(task, seed).instruction for suite, task in tasks}
        for seed in (0, 1)
    )
    wordings = tomllib.loads(PARAPHRASES.read_text())
    names = list(stored)
    queries = {"other values": read_queries(other, names), "other wordings": read_queries(wordings, names)}
    rates: dict[str, Rate] = {"words": words, "embedding": ngrams, "word-piece embeddings": word_pieces()}
    if arguments.encoder:
        rates["sentence encoder"] = encoder(arguments.encoder)
    rows = make_rows(rates, queries, stored=stored)
    heads = ("search", "queries", "half", "number", "threshold", "own found", "wrong found", "foreign")
    text = f"""### Search for similar tasks

{len(stored)} stored instructions of practice tasks. The queries are the same tasks with other values, and
other wordings of {len(wordings)} tasks, which were written by hand before any measure was applied. A query
finds tasks of its application: the phone, the practice sites, or one of the real web applications. "Foreign"
is the share of queries that find a task if their own is not stored; it includes tasks that differ in a
detail. From their thresholds on, the other measures find as many foreign tasks on the calibration half for
other values as the used search does.

The search was chosen on the calibration half, with more seeds than the table shows. The test half was
measured several times meanwhile, and three of its errors were read: two were tasks of another application,
which led to the search within the application.

{render_table(heads, rows)}

`python benchmarks/task_retrieval.py`"""
    publish("task_retrieval", text, {"rows": [list(map(str, row)) for row in rows]})


if __name__ == "__main__":
    main()
