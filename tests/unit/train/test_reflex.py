"""A training from rows to weights that the model loads."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed (extra torch)")
pytest.importorskip("onnx", reason="onnx is not installed (extra torch)")

import torch

from onscreen.cli.main import main
from onscreen.store.episode_recorder import save_episode
from onscreen.testing.sample_episodes import click_episode
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Element, Node, Shot, Situation
from onscreen.types.errors import UsageError
from onscreen_reflex.reflex_policy import reflex
from onscreen_reflex.weights_manifest import (
    MANIFEST_FILE,
    NET_FILE,
    TOKENIZER_FILE,
    WEIGHTS_FOLDER,
    read_manifest,
)
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.calibration import Prediction, calibration_error, find_min_confidence
from onscreen_train.decision_rows import Row, StoredShot, write_rows
from onscreen_train.fit_loop import TrainingSettings
from onscreen_train.model_card import CARD
from onscreen_train.network import Net, Shape
from onscreen_train.training_run import VECTORS, TrainingJob, train
from onscreen_train.warm_start import CHECKPOINT, warm_start

SMALL = Shape(width=32, layers=1, heads=2, feed_forward_width=64, pointer_width=16)
NAMES = ("Save", "Open", "Close", "Print", "Share", "Help")


def rows(count: int) -> Iterator[Row]:
    """Yield decisions on screens of three buttons with an instruction that names one of them."""
    rng = random.Random(0)  # noqa: S311 - examples, no secret
    for number in range(count):
        names = rng.sample(NAMES, 3)
        nodes = tuple(
            Node("button", name, Box(0, 20 * i, 90, 20 * i + 18), states=("clickable",), locator=name)
            for i, name in enumerate(names)
        )
        index = rng.randrange(3)
        target = Element.of(nodes[index], index + 1, index=index)
        task = "find-word" if number % 7 == 0 else "click"
        shot = StoredShot.from_shot(Shot(blank_picture(), nodes))
        yield Row(task, 1000 + number, 0, f"Click {names[index]}", shot, (), Click(target))


def make_job(tmp_path: Path, *, name: str = "full") -> TrainingJob:
    """Return a small training job with zero word vectors, which needs no encoder."""
    out = tmp_path / name
    out.mkdir(exist_ok=True)
    write_rows(rows(300), tmp_path / "rows.parquet")
    shutil.copyfile(WEIGHTS_FOLDER / TOKENIZER_FILE, tmp_path / TOKENIZER_FILE)
    size = len(WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE))
    torch.save((torch.zeros(size, 8, dtype=torch.int8), torch.ones(size, 1)), out / VECTORS)
    return TrainingJob(
        tmp_path / "rows.parquet", tmp_path, out, name, TrainingSettings(epochs=6, learning_rate=3e-3), SMALL
    )


def test_training_writes_weights_manifest_and_card(tmp_path: Path) -> None:
    """Trained weights load by their folder, report confidence, and record their provenance."""
    lines: list[str] = []
    manifest = train(make_job(tmp_path), log=lines.append)
    assert read_manifest(tmp_path / "full") == manifest
    assert manifest.made["recipe"] == "full"
    assert (manifest.made["torch"], manifest.made["seed"]) == (str(torch.__version__), "0")
    assert sum("epoch " in line for line in lines) == 6
    card = (tmp_path / "full" / CARD).read_text()
    assert "calibration error" in card
    nodes = tuple(Node("button", name, Box(0, 20 * i, 90, 20 * i + 18), states=("clickable",))
                  for i, name in enumerate(("Zig", "Zag")))  # fmt: skip
    from onscreen.perceive.screen_builder import build_screen  # noqa: PLC0415

    screen = build_screen(Shot(blank_picture(), nodes))
    proposal = reflex(str(tmp_path / "full"))(Situation("Click Zag", screen))
    assert proposal is not None
    assert proposal.actions == (Click(screen.elements[1]),)
    assert proposal.confidence > 0.5


def test_open_recipe_excludes_held_out_tasks(tmp_path: Path) -> None:
    """Rows of held-out tasks are not used by the open recipe, but by the full one."""
    counts: dict[str, int] = {}
    for name in ("open", "full"):
        lines: list[str] = []
        train(make_job(tmp_path, name=name), log=lines.append)
        counts[name] = next(int(line.split()[0]) for line in lines if "training examples" in line)
    assert counts["open"] < counts["full"]


def test_finished_training_is_not_repeated(tmp_path: Path) -> None:
    """A finished training, run again, trains no epoch and writes the same weights."""
    first = train(make_job(tmp_path), log=lambda _: None)
    lines: list[str] = []
    repeated = train(make_job(tmp_path), log=lines.append)
    assert repeated.sha256 == first.sha256
    assert not [line for line in lines if line.startswith("epoch ")]


def test_missing_training_data_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing folder, encoder or warm start is reported in one line."""
    save_episode(click_episode(2), tmp_path / "runs" / "one")
    (tmp_path / "encoder").mkdir()
    common_options = ["--encoder", str(tmp_path / "encoder"), "--out", str(tmp_path / "out")]
    for options, message in (
        ([], "no training data"),
        (["--episodes", str(tmp_path / "nowhere")], "no folder"),
        (["--warm-start", str(tmp_path)], "no training in"),
        (["--warm-start", "embedded"], "no training data"),
        (["--episodes", str(tmp_path / "runs")], "no sentence encoder in"),
    ):
        assert main(["train", "reflex", *options, *common_options]) == 2
        assert message in capsys.readouterr().err
    assert not (tmp_path / "out" / MANIFEST_FILE).exists()


def test_warm_start_rejects_other_shapes_and_damaged_files(tmp_path: Path) -> None:
    """A network of another shape or a damaged file is rejected with a clear error."""
    job = make_job(tmp_path)
    for name, content in (("other", {"net": {"a": torch.zeros(1)}}), ("empty", {})):
        (tmp_path / name).mkdir()
        torch.save(content, tmp_path / name / CHECKPOINT)
        with pytest.raises(UsageError, match="cannot warm-start"):
            train(msgspec.structs.replace(job, warm_start=tmp_path / name), log=lambda _: None)
    (tmp_path / "other" / CHECKPOINT).write_bytes(b"torn")
    with pytest.raises(UsageError, match="cannot warm-start"):
        train(msgspec.structs.replace(job, warm_start=tmp_path / "other"), log=lambda _: None)


def test_warm_start_from_int8_weights(tmp_path: Path) -> None:
    """A network warm-started from int8 weights has nearly the same parameters."""
    train(make_job(tmp_path), log=lambda _: None)
    int8_only = tmp_path / "used"
    int8_only.mkdir()
    shutil.copyfile(tmp_path / "full" / NET_FILE, int8_only / NET_FILE)
    table, scale = torch.load(tmp_path / "full" / VECTORS, weights_only=True)
    trained, warm_started = (Net(table, scale, shape=SMALL) for _ in range(2))
    warm_start(trained, tmp_path / "full")
    warm_start(warm_started, int8_only)
    trained_state = trained.state_dict()
    for name, value in warm_started.state_dict().items():
        row_count = 4 if name == "kinds.weight" else len(value)
        assert torch.allclose(
            value[:row_count], trained_state[name][:row_count].to(value.dtype), atol=0.05
        ), name
    (int8_only / NET_FILE).write_bytes((int8_only / NET_FILE).read_bytes()[:500])
    with pytest.raises(UsageError, match="cannot warm-start"):
        warm_start(warm_started, int8_only)


def test_warm_start_from_embedded_weights() -> None:
    """The weights that ship can be trained further."""
    size = len(WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE))
    net = Net(torch.zeros(size, 256, dtype=torch.int8), torch.zeros(size, 1), shape=Shape())
    initial = net.state_dict()["text.weight"].clone()
    warm_start(net, WEIGHTS_FOLDER)
    assert not torch.allclose(net.state_dict()["text.weight"], initial)
    assert net.state_dict()["pieces.scale"].all()


def test_warm_start_from_an_older_vocabulary(tmp_path: Path) -> None:
    """Parameters added since keep their initial values; all others are taken over."""
    train(make_job(tmp_path), log=lambda _: None)
    checkpoint = torch.load(tmp_path / "full" / CHECKPOINT, weights_only=True)
    older = {
        n: value[:-1] if n.startswith("element_forms") else value for n, value in checkpoint["net"].items()
    }
    table, scale = torch.load(tmp_path / "full" / VECTORS, weights_only=True)
    net = Net(table, scale, shape=make_job(tmp_path).shape)
    net.warm_start_from(older)
    state = net.state_dict()
    assert all(torch.equal(state[name][: len(value)], value) for name, value in older.items())
    with pytest.raises(RuntimeError, match="size mismatch"):
        net.warm_start_from({**older, "place.bias": older["place.bias"][:-1]})


def test_warm_start_takes_over_word_vectors(tmp_path: Path) -> None:
    """A warm-started network uses the word vectors of the earlier one, in training and after."""
    train(make_job(tmp_path), log=lambda _: None)
    trained = torch.load(tmp_path / "full" / CHECKPOINT, weights_only=True)["net"]
    table, scale = torch.load(tmp_path / "full" / VECTORS, weights_only=True)
    net = Net(table.flip(1), scale, shape=make_job(tmp_path).shape)
    net.warm_start_from(trained)
    piece_ids = torch.arange(100).reshape(25, 4)
    means = [net.train(is_training).pieces(piece_ids) for is_training in (True, False)]
    expected = (table.float() * scale)[piece_ids].mean(-2)
    assert all(torch.allclose(each, expected, atol=1e-5) for each in means)


def test_calibration_compares_confidence_with_accuracy() -> None:
    """Calibration error and threshold compare confidence with accuracy."""
    assert calibration_error([Prediction(1.0, correct=True), Prediction(1.0, correct=False)]) == 0.5
    assert calibration_error([Prediction(0.5, correct=True), Prediction(0.5, correct=False)]) == 0.0
    predictions = [Prediction(0.9, correct=True)] * 50 + [Prediction(0.3, correct=False)] * 50
    assert find_min_confidence(predictions) == 0.9
    assert find_min_confidence([Prediction(0.9, correct=False)] * 10) == 1.0
