"""Training run that produces calibrated weights and a model card from recorded decisions."""

from __future__ import annotations

import platform
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import torch
from torch import Tensor

import onscreen
from onscreen.types.errors import UsageError
from onscreen_reflex.categorical_vocabulary import VERSION
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import MANIFEST_FILE, NET_FILE, TOKENIZER_FILE, Manifest, hash_file
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.calibration_by_size import CalibratedWeights, CalibrationData, calibrate_by_size
from onscreen_train.decision_rows import Skipped, read_rows
from onscreen_train.fit_loop import EpochResult, TrainingSettings, fit
from onscreen_train.model_card import CARD, Card, count_by_task, render_card
from onscreen_train.network import Net, Shape
from onscreen_train.onnx_export import disagreement, export_onnx
from onscreen_train.task_split import is_excluded, is_validation_seed
from onscreen_train.training_examples import Example, build_examples
from onscreen_train.warm_start import CHECKPOINT, find_weights, warm_start
from onscreen_train.word_vectors import compute_vectors

VECTORS = "vectors.pt"
COMPARED_EXAMPLES = 200

Log = Callable[[str], None]


class TrainingJob(msgspec.Struct, frozen=True):
    """Configuration of a training run: input data, encoder, settings and output folder.

    `recipe` names the set of tasks. `warm_start` is a folder of weights to initialize the network from.
    `calibration_rows` are decisions in applications that are not used for training; without them, the
    confidence on full-size screens is calibrated on those of validation seeds.
    """

    rows: Path
    encoder: Path
    out: Path
    recipe: str = "full"
    settings: TrainingSettings = TrainingSettings()
    shape: Shape = Shape()
    warm_start: Path | None = None
    calibration_rows: Path | None = None


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
    card = Card(
        _calibrate_weights(job),
        _count_parameters(net),
        (job.out / NET_FILE).stat().st_size / 1e6,
        count_by_task(training),
        skipped,
    )
    (job.out / CARD).write_text(render_card(card), "utf-8")
    return card.calibrated.manifest


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


def _count_parameters(net: Net) -> int:
    """Return the total number of parameters, trained and fixed."""
    return sum(tensor.numel() for tensor in net.state_dict().values())


def _calibrate_weights(job: TrainingJob) -> CalibratedWeights:
    """Calibrate the exported network, and write its manifest before and after the calibration."""
    warm_start_file = find_weights(job.warm_start) if job.warm_start else None
    manifest = Manifest(
        VERSION,
        {name: hash_file(job.out / name) for name in (NET_FILE, TOKENIZER_FILE)},
        made={
            "recipe": job.recipe,
            "seed": str(job.settings.seed),
            "passes": str(job.settings.epochs),
            "learning rate": f"{job.settings.learning_rate:g}",
            "rows": hash_file(job.rows),
            "initial_weights": hash_file(warm_start_file) if warm_start_file else "nothing",
            "onscreen": onscreen.__version__,
            "torch": str(torch.__version__),
            "python": platform.python_version(),
            "device": str(best_device()),
        },
    )
    _write(job.out, manifest)
    data = CalibrationData(job.rows, job.calibration_rows, job.recipe)
    calibrated = calibrate_by_size(Weights(job.out), data)
    _write(job.out, calibrated.manifest)
    return calibrated


def _write(out: Path, manifest: Manifest) -> None:
    (out / MANIFEST_FILE).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
