"""A training from beginning to end: rows -> examples -> fitted net -> calibrated weights in a folder."""

from __future__ import annotations

import platform
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import torch
from torch import Tensor

import onscreen
from onscreen.types.errors import UsageError
from onscreen_reflex.manifest import MANIFEST_FILE, NET_FILE, TOKENIZER_FILE, Manifest, hash_file
from onscreen_reflex.vocabulary import VERSION
from onscreen_reflex.weights import Weights
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.calibration import Told, calibrated
from onscreen_train.corpus import PAIRED
from onscreen_train.episode_rows import Skipped, read_rows
from onscreen_train.fit_loop import Pass, Recipe, fit
from onscreen_train.model_card import CARD, Card, card_text, counts
from onscreen_train.network import Net, Shape
from onscreen_train.onnx_export import apart, export
from onscreen_train.synthetic_apps import MADE
from onscreen_train.task_split import LEFT_OUT, is_kept_back
from onscreen_train.training_examples import Example, examples_of
from onscreen_train.warm_start import CHECKPOINT, begin, begins_in
from onscreen_train.word_vectors import vectors_of

VECTORS = "vectors.pt"
CALIBRATED_ON = 3000
"""Of the examples kept back, so many at most tell how sure the net may be."""
COMPARED = 200

Say = Callable[[str], None]


class Plan(msgspec.Struct, frozen=True):
    """What is trained: rows in a file, an encoder's folder, which tasks, how, and where the weights go.

    With `begin`, a folder of weights, their net is where this one begins.
    """

    rows: Path
    encoder: Path
    out: Path
    name: str = "full"
    recipe: Recipe = Recipe()
    shape: Shape = Shape()
    begin: Path | None = None


def train(plan: Plan, *, say: Say) -> Manifest:
    """Train, or go on where a training that died stopped, and leave weights with their card in `plan.out`.

    Raises:
        UsageError: rows or encoder cannot be used, or there is nothing to learn from.
    """
    plan.out.mkdir(parents=True, exist_ok=True)
    table, scale = _vectors(plan)
    shutil.copyfile(plan.encoder / TOKENIZER_FILE, plan.out / TOKENIZER_FILE)
    examples, left = _examples(plan, say=say)
    kept_back = [e for e in examples if is_kept_back(e.seed)]
    learnt = [e for e in examples if not is_kept_back(e.seed)]
    say(f"{len(learnt)} examples to learn from, {len(kept_back)} kept back, {left.total()} left out")
    if not learnt:
        raise UsageError(f"no decision in {plan.rows} can be learnt from; {left.total()} were left out")
    torch.manual_seed(plan.recipe.seed)
    net = Net(table, scale, shape=plan.shape).to(best_device())
    if plan.begin:
        begin(net, plan.begin)

    def follow(one: Pass) -> None:
        say(f"pass {one.number}/{plan.recipe.passes}: loss {one.loss:.3f}, kept back {one.kept_back:.3f}")

    fit(net, learnt, kept_back=kept_back, recipe=plan.recipe, mark=plan.out / CHECKPOINT, follow=follow)
    net.to("cpu")
    export(net, plan.out / NET_FILE, example=learnt[0].scene)
    say(
        f"moves that the int8 net puts first and the net itself does not: "
        f"{apart(net, plan.out / NET_FILE, scenes=[e.scene for e in kept_back[:COMPARED]]):.1%}"
    )
    manifest, told = _calibrated(plan, kept_back, reach=_reach(plan))
    size = (plan.out / NET_FILE).stat().st_size / 1e6
    card = Card(manifest, _parameters(net), size, counts(learnt), left, told)
    (plan.out / CARD).write_text(card_text(card), "utf-8")
    return manifest


def best_device() -> torch.device:
    """Return the accelerator where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _vectors(plan: Plan) -> tuple[Tensor, Tensor]:
    path = plan.out / VECTORS
    if not path.exists():
        torch.save(vectors_of(plan.encoder), path)
    table, scale = torch.load(path, weights_only=True)
    return table, scale


def _examples(plan: Plan, *, say: Say) -> tuple[list[Example], Counter[str]]:
    """Return the examples of the recipe's tasks, and what could not be labelled, by task."""
    found: list[Example] = []
    left: Counter[str] = Counter()
    pieces = WordPieces(plan.out / TOKENIZER_FILE)
    rows = (row for row in read_rows(plan.rows) if row.task not in LEFT_OUT[plan.name])
    for number, each in enumerate(examples_of(rows, pieces), 1):
        if isinstance(each, Skipped):
            left[f"{each.origin.split(' seed ')[0]}: {each.why}"] += 1
        else:
            found.append(each)
        if number % 5000 == 0:
            say(f"{number} rows read")
    return found, left


def _parameters(net: Net) -> int:
    """Count what is fitted and what is fixed."""
    return sum(each.numel() for each in net.state_dict().values())


def _reach(plan: Plan) -> tuple[int, int]:
    """Return the largest width and height of screens of episodes, without pairs and made ones."""
    sizes = [
        row.seen.size
        for row in read_rows(plan.rows)
        if not row.task.startswith((PAIRED, MADE)) and row.task not in LEFT_OUT[plan.name]
    ]
    return max((width for width, _ in sizes), default=0), max((height for _, height in sizes), default=0)


def _calibrated(
    plan: Plan, kept_back: Sequence[Example], *, reach: tuple[int, int]
) -> tuple[Manifest, tuple[Told, ...]]:
    """Write the manifest, ask the exported net, and write the manifest again with how sure it may be."""
    begun = begins_in(plan.begin) if plan.begin else None
    made = {
        "recipe": plan.name,
        "seed": str(plan.recipe.seed),
        "passes": str(plan.recipe.passes),
        "rows": hash_file(plan.rows),
        "begin": hash_file(begun) if begun else "nothing",
        "onscreen": onscreen.__version__,
        "torch": str(torch.__version__),
        "python": platform.python_version(),
        "device": str(best_device()),
    }
    manifest = Manifest(
        VERSION,
        {name: hash_file(plan.out / name) for name in (NET_FILE, TOKENIZER_FILE)},
        max_screen_size=reach,
        made=made,
    )
    _write(plan.out, manifest)
    temperature, least, told = calibrated(
        Weights(plan.out), kept_back[:: 1 + len(kept_back) // CALIBRATED_ON]
    )
    manifest = msgspec.structs.replace(manifest, temperature=temperature, min_confidence=least)
    _write(plan.out, manifest)
    return manifest, told


def _write(out: Path, manifest: Manifest) -> None:
    (out / MANIFEST_FILE).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
