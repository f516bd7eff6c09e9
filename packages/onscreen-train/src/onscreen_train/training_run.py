"""Training run that produces calibrated weights and a model card from recorded decisions."""

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
from onscreen_reflex.benchmark_features import DEFAULT_FEATURES
from onscreen_reflex.categorical_vocabulary import VERSION
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import MANIFEST_FILE, NET_FILE, TOKENIZER_FILE, Manifest, hash_file
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.calibration import Prediction, calibrate
from onscreen_train.decision_rows import Skipped, read_rows
from onscreen_train.fit_loop import EpochResult, TrainingSettings, fit
from onscreen_train.model_card import CARD, Card, count_by_task, render_card
from onscreen_train.network import Net, Shape
from onscreen_train.onnx_export import disagreement, export_onnx
from onscreen_train.synthetic_apps import SYNTHETIC_PREFIX
from onscreen_train.task_split import is_excluded, is_validation_seed
from onscreen_train.training_data import PAIRS_PREFIX
from onscreen_train.training_examples import Example, build_examples
from onscreen_train.warm_start import CHECKPOINT, find_weights, warm_start
from onscreen_train.word_vectors import compute_vectors

VECTORS = "vectors.pt"
MAX_CALIBRATION_EXAMPLES = 3000
"""Maximum number of validation examples used for the calibration."""
COMPARED_EXAMPLES = 200

Log = Callable[[str], None]


class TrainingJob(msgspec.Struct, frozen=True):
    """Configuration of a training run: input data, encoder, settings and output folder.

    `recipe` names the set of tasks. `warm_start` is a folder of weights to initialize the network from.
    """

    rows: Path
    encoder: Path
    out: Path
    recipe: str = "full"
    settings: TrainingSettings = TrainingSettings()
    shape: Shape = Shape()
    warm_start: Path | None = None


def train(job: TrainingJob, *, log: Log) -> Manifest:
    """Run or resume a training job, writing the weights and a model card to `job.out`.

    Raises:
        UsageError: rows or encoder cannot be used, or there is nothing to train on.
    """
    job.out.mkdir(parents=True, exist_ok=True)
    table, scale = _load_vectors(job)
    shutil.copyfile(job.encoder / TOKENIZER_FILE, job.out / TOKENIZER_FILE)
    examples, skipped = _load_examples(job, log=log)
    validation = [e for e in examples if is_validation_seed(e.seed)]
    training = [e for e in examples if not is_validation_seed(e.seed)]
    log(
        f"{len(training)} training examples, {len(validation)} validation examples, {skipped.total()} skipped"
    )
    if not training:
        raise UsageError(f"no training example in {job.rows}; {skipped.total()} decisions were skipped")
    torch.manual_seed(job.settings.seed)
    net = Net(table, scale, shape=job.shape).to(best_device())
    if job.warm_start:
        warm_start(net, job.warm_start)

    def on_epoch(result: EpochResult) -> None:
        losses = f"loss {result.loss:.3f}, validation {result.validation_loss:.3f}"
        log(f"epoch {result.number}/{job.settings.epochs}: {losses}")

    fit(
        net,
        training,
        validation=validation,
        settings=job.settings,
        checkpoint=job.out / CHECKPOINT,
        on_epoch=on_epoch,
    )
    net.to("cpu")
    export_onnx(net, job.out / NET_FILE, example=training[0].scene)
    scenes = [e.scene for e in validation[:COMPARED_EXAMPLES]]
    log(
        f"best moves changed by int8 quantisation: {disagreement(net, job.out / NET_FILE, scenes=scenes):.1%}"
    )
    manifest, predictions = _calibrate_weights(
        job, _load_calibration_examples(job), max_screen_size=_max_screen_size(job)
    )
    size = (job.out / NET_FILE).stat().st_size / 1e6
    card = Card(manifest, _count_parameters(net), size, count_by_task(training), skipped, predictions)
    (job.out / CARD).write_text(render_card(card), "utf-8")
    return manifest


def best_device() -> torch.device:
    """Return the CUDA device if one is available, otherwise the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _load_vectors(job: TrainingJob) -> tuple[Tensor, Tensor]:
    path = job.out / VECTORS
    if not path.exists():
        torch.save(compute_vectors(job.encoder), path)
    table, scale = torch.load(path, weights_only=True)
    return table, scale


def _load_examples(job: TrainingJob, *, log: Log) -> tuple[list[Example], Counter[str]]:
    """Return the examples of the recipe's tasks, and counts of skipped rows by task and reason."""
    examples: list[Example] = []
    skipped: Counter[str] = Counter()
    pieces = WordPieces(job.out / TOKENIZER_FILE)
    rows = (row for row in read_rows(job.rows) if not is_excluded(row.task, job.recipe))
    for number, item in enumerate(build_examples(rows, pieces), 1):
        if isinstance(item, Skipped):
            skipped[f"{item.origin.split(' seed ')[0]}: {item.reason}"] += 1
        else:
            examples.append(item)
        if number % 5000 == 0:
            log(f"{number} rows read")
    return examples, skipped


def _load_calibration_examples(job: TrainingJob) -> list[Example]:
    """Return validation examples of the recipe's tasks, with the input features that are on by default."""
    pieces = WordPieces(job.out / TOKENIZER_FILE)
    rows = [
        row
        for row in read_rows(job.rows)
        if not is_excluded(row.task, job.recipe) and is_validation_seed(row.seed)
    ]
    rows = rows[:: 1 + len(rows) // MAX_CALIBRATION_EXAMPLES]
    examples = build_examples(rows, pieces, features=DEFAULT_FEATURES)
    return [each for each in examples if isinstance(each, Example)]


def _count_parameters(net: Net) -> int:
    """Return the total number of parameters, trained and fixed."""
    return sum(tensor.numel() for tensor in net.state_dict().values())


def _max_screen_size(job: TrainingJob) -> tuple[int, int]:
    """Return the largest screen width and height in episodes, without pairs and synthetic apps."""
    sizes = [
        row.seen.size
        for row in read_rows(job.rows)
        if not row.task.startswith((PAIRS_PREFIX, SYNTHETIC_PREFIX)) and not is_excluded(row.task, job.recipe)
    ]
    return max((width for width, _ in sizes), default=0), max((height for _, height in sizes), default=0)


def _calibrate_weights(
    job: TrainingJob, examples: Sequence[Example], *, max_screen_size: tuple[int, int]
) -> tuple[Manifest, tuple[Prediction, ...]]:
    """Calibrate the exported network, and write its manifest before and after the calibration."""
    warm_start_file = find_weights(job.warm_start) if job.warm_start else None
    provenance = {
        "recipe": job.recipe,
        "seed": str(job.settings.seed),
        "passes": str(job.settings.epochs),
        "rows": hash_file(job.rows),
        "initial_weights": hash_file(warm_start_file) if warm_start_file else "nothing",
        "onscreen": onscreen.__version__,
        "torch": str(torch.__version__),
        "python": platform.python_version(),
        "device": str(best_device()),
    }
    manifest = Manifest(
        VERSION,
        {name: hash_file(job.out / name) for name in (NET_FILE, TOKENIZER_FILE)},
        max_screen_size=max_screen_size,
        made=provenance,
    )
    _write(job.out, manifest)
    temperature, min_confidence, predictions = calibrate(Weights(job.out), examples)
    manifest = msgspec.structs.replace(manifest, temperature=temperature, min_confidence=min_confidence)
    _write(job.out, manifest)
    return manifest, predictions


def _write(out: Path, manifest: Manifest) -> None:
    (out / MANIFEST_FILE).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
