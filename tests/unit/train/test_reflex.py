"""A training from rows to weights that the model loads."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
pytest.importorskip("onnx", reason="onnx is not installed (extra train)")

import torch

from onscreen.cli.main import main
from onscreen.store.episode_store import save_episode
from onscreen.testing.sample_episodes import click_episode
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Element, Node, Shot, Situation
from onscreen.types.errors import UsageError
from onscreen_reflex.manifest import MANIFEST_FILE, NET_FILE, TOKENIZER_FILE, WEIGHTS_FOLDER, read_manifest
from onscreen_reflex.reflex_policy import reflex
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.calibration import Told, error_of, least_of
from onscreen_train.episode_rows import Row, Seen, write_rows
from onscreen_train.fit_loop import Recipe
from onscreen_train.model_card import CARD
from onscreen_train.network import Net, Shape
from onscreen_train.training_run import VECTORS, Plan, train
from onscreen_train.warm_start import CHECKPOINT, begin

SMALL = Shape(width=32, layers=1, heads=2, inner=64, choice=16)
NAMES = ("Save", "Open", "Close", "Print", "Share", "Help")


def rows(count: int) -> Iterator[Row]:
    """Yield decisions on screens of three buttons, of which one is asked for."""
    chance = random.Random(0)  # noqa: S311 - examples, no secret
    for number in range(count):
        names = chance.sample(NAMES, 3)
        nodes = tuple(
            Node("button", name, Box(0, 20 * i, 90, 20 * i + 18), states=("clickable",), locator=name)
            for i, name in enumerate(names)
        )
        at = chance.randrange(3)
        target = Element.of(nodes[at], at + 1, index=at)
        task = "find-word" if number % 7 == 0 else "click"
        shot = Seen.of(Shot(blank_picture(), nodes))
        yield Row(task, 1000 + number, 0, f"Click {names[at]}", shot, (), Click(target))


def plan(tmp_path: Path, *, name: str = "full") -> Plan:
    """Return a small training; the vectors are made, so that no encoder is needed."""
    out = tmp_path / name
    out.mkdir(exist_ok=True)
    write_rows(rows(300), tmp_path / "rows.parquet")
    shutil.copyfile(WEIGHTS_FOLDER / TOKENIZER_FILE, tmp_path / TOKENIZER_FILE)
    size = len(WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE))
    torch.save((torch.zeros(size, 8, dtype=torch.int8), torch.ones(size, 1)), out / VECTORS)
    return Plan(tmp_path / "rows.parquet", tmp_path, out, name, Recipe(passes=6, rate=3e-3), SMALL)


def test_weights_come_with_their_manifest_and_card(tmp_path: Path) -> None:
    """What was trained can be chosen by its folder, tells how sure it is, and says what it was made from."""
    said: list[str] = []
    manifest = train(plan(tmp_path), say=said.append)
    assert read_manifest(tmp_path / "full") == manifest
    assert manifest.made["recipe"] == "full"
    assert (manifest.made["torch"], manifest.made["seed"]) == (str(torch.__version__), "0")
    assert sum("pass " in line for line in said) == 6
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


def test_the_open_recipe_never_sees_the_tasks_kept_for_it(tmp_path: Path) -> None:
    """Rows of tasks that are kept unseen are no examples; the full recipe learns from them."""
    counted: dict[str, int] = {}
    for name in ("open", "full"):
        said: list[str] = []
        train(plan(tmp_path, name=name), say=said.append)
        counted[name] = next(int(line.split()[0]) for line in said if "examples to learn from" in line)
    assert counted["open"] < counted["full"]


def test_a_training_that_is_whole_is_not_done_again(tmp_path: Path) -> None:
    """Called once more, it finds every pass done and makes the same weights."""
    first = train(plan(tmp_path), say=lambda _: None)
    said: list[str] = []
    again = train(plan(tmp_path), say=said.append)
    assert again.sha256 == first.sha256
    assert not [line for line in said if line.startswith("pass ")]


def test_nothing_to_learn_from_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No folder, one that is not there, no encoder, a begin that holds no training: one line each."""
    save_episode(click_episode(2), tmp_path / "runs" / "one")
    (tmp_path / "encoder").mkdir()
    fixed = ["--encoder", str(tmp_path / "encoder"), "--out", str(tmp_path / "out")]
    for words, why in (
        ([], "nothing to learn from"),
        (["--episodes", str(tmp_path / "nowhere")], "no folder"),
        (["--begin", str(tmp_path)], "no training in"),
        (["--begin", "embedded"], "nothing to learn from"),
        (["--episodes", str(tmp_path / "runs")], "no sentence encoder in"),
    ):
        assert main(["train", "reflex", *words, *fixed]) == 2
        assert why in capsys.readouterr().err
    assert not (tmp_path / "out" / MANIFEST_FILE).exists()


def test_a_training_of_another_shape_is_no_beginning(tmp_path: Path) -> None:
    """To begin with a net of another shape, or a damaged one, is one clear line."""
    wanted = plan(tmp_path)
    for name, content in (("other", {"net": {"a": torch.zeros(1)}}), ("empty", {})):
        (tmp_path / name).mkdir()
        torch.save(content, tmp_path / name / CHECKPOINT)
        with pytest.raises(UsageError, match="no beginning"):
            train(msgspec.structs.replace(wanted, begin=tmp_path / name), say=lambda _: None)
    (tmp_path / "other" / CHECKPOINT).write_bytes(b"torn")
    with pytest.raises(UsageError, match="no beginning"):
        train(msgspec.structs.replace(wanted, begin=tmp_path / "other"), say=lambda _: None)


def test_a_training_begins_with_weights_as_they_are_used(tmp_path: Path) -> None:
    """Of int8 weights alone, as those that ship, a net begins that chooses as they do."""
    train(plan(tmp_path), say=lambda _: None)
    used = tmp_path / "used"
    used.mkdir()
    shutil.copyfile(tmp_path / "full" / NET_FILE, used / NET_FILE)
    table, scale = torch.load(tmp_path / "full" / VECTORS, weights_only=True)
    fitted, begun = (Net(table, scale, shape=SMALL) for _ in range(2))
    begin(fitted, tmp_path / "full")
    begin(begun, used)
    there = fitted.state_dict()
    for name, value in begun.state_dict().items():
        kept = 4 if name == "kinds.weight" else len(value)
        assert torch.allclose(value[:kept], there[name][:kept].to(value.dtype), atol=0.05), name
    (used / NET_FILE).write_bytes((used / NET_FILE).read_bytes()[:500])
    with pytest.raises(UsageError, match="no beginning"):
        begin(begun, used)


def test_the_weights_that_ship_are_a_beginning() -> None:
    """What comes with the package can be trained further."""
    size = len(WordPieces(WEIGHTS_FOLDER / TOKENIZER_FILE))
    net = Net(torch.zeros(size, 256, dtype=torch.int8), torch.zeros(size, 1), shape=Shape())
    made = net.state_dict()["text.weight"].clone()
    begin(net, WEIGHTS_FOLDER)
    assert not torch.allclose(net.state_dict()["text.weight"], made)
    assert net.state_dict()["pieces.scale"].all()


def test_a_net_begins_with_one_that_knew_fewer_forms_of_text(tmp_path: Path) -> None:
    """What lists have gained at their ends since is made anew; all else is as it was fitted."""
    train(plan(tmp_path), say=lambda _: None)
    mark = torch.load(tmp_path / "full" / CHECKPOINT, weights_only=True)
    old = {n: value[:-1] if n.startswith("element_forms") else value for n, value in mark["net"].items()}
    table, scale = torch.load(tmp_path / "full" / VECTORS, weights_only=True)
    net = Net(table, scale, shape=plan(tmp_path).shape)
    net.begin_with(old)
    now = net.state_dict()
    assert all(torch.equal(now[name][: len(value)], value) for name, value in old.items())
    with pytest.raises(RuntimeError, match="size mismatch"):
        net.begin_with({**old, "place.bias": old["place.bias"][:-1]})


def test_a_net_that_begins_with_another_reads_words_with_its_vectors(tmp_path: Path) -> None:
    """What words mean to the earlier net they mean to the later one, while it is fitted and afterwards."""
    train(plan(tmp_path), say=lambda _: None)
    fitted = torch.load(tmp_path / "full" / CHECKPOINT, weights_only=True)["net"]
    table, scale = torch.load(tmp_path / "full" / VECTORS, weights_only=True)
    net = Net(table.flip(1), scale, shape=plan(tmp_path).shape)
    net.begin_with(fitted)
    some = torch.arange(100).reshape(25, 4)
    told = [net.train(fitting).pieces(some) for fitting in (True, False)]
    expected = (table.float() * scale)[some].mean(-2)
    assert all(torch.allclose(each, expected, atol=1e-5) for each in told)


def test_confidence_is_measured_against_what_came_true() -> None:
    """One who says 100 % and is right half of the time is off by one half; sure begins where it is right."""
    assert error_of([Told(1.0, right=True), Told(1.0, right=False)]) == 0.5
    assert error_of([Told(0.5, right=True), Told(0.5, right=False)]) == 0.0
    told = [Told(0.9, right=True)] * 50 + [Told(0.3, right=False)] * 50
    assert least_of(told) == 0.9
    assert least_of([Told(0.9, right=False)] * 10) == 1.0
