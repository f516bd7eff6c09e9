"""Train the encoder that names icons, and measure it on an icon set that was not trained on.

The icons are those of packages with permissive licenses, which `npm pack` downloads; they are not part of
this repository. Each icon is drawn with random scale, rotation, line width, resolution and colours, on plain
backgrounds and on parts of screenshots.

    pip install torch onnx resvg-py opencv-python-headless onnxruntime
    npm pack @mdi/svg @tabler/icons lucide-static @phosphor-icons/core bootstrap-icons
    python tools/train_icon_encoder.py --packages FOLDER --screenshots FOLDER --minutes 25
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import re
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
import resvg_py
import torch
from torch import Tensor, nn
from torch.nn import functional

Pixels = npt.NDArray[np.uint8]

PERCEIVE = Path(__file__).parents[1] / "packages/onscreen/src/onscreen/perceive"
UNKNOWN = "unknown"
HELD_OUT = "bootstrap"
PACKAGES: Mapping[str, tuple[str, str]] = {
    "mdi": ("mdi-svg-*.tgz", r"package/svg/(.+?)(?:-outline)?\.svg"),
    "tabler": ("tabler-icons-*.tgz", r"package/icons/(?:outline|filled)/(.+)\.svg"),
    "lucide": ("lucide-static-*.tgz", r"package/icons/(.+)\.svg"),
    "phosphor": (
        "phosphor-icons-core-*.tgz",
        r"package/assets/\w+/(.+?)(?:-bold|-duotone|-fill|-light|-thin)?\.svg",
    ),
    "bootstrap": ("bootstrap-icons-*.tgz", r"package/icons/(.+?)(?:-fill)?\.svg"),
}
DRAWN_PX, INK_PX, SIDE_PX = 64, 52, 48
"""Sides of a stored drawing, of the ink in it, and of the input of the network, in pixels."""
INK_SHARE = 0.53
"""Share of the input that the longer side of an icon takes, as in the sense."""
BATCH = 256
UNKNOWN_SHARE = 0.14
SMOOTHING = 0.1
PEAK_RATE = 3e-3
WARM_UP_SHARE = 0.05
AVERAGE_DECAY = 0.995


class IconSet(msgspec.Struct, frozen=True):
    """Drawings of icons (count x 64 x 64, opacity 0 to 255) with the index of each one's concept."""

    drawings: Pixels
    labels: tuple[int, ...]


def read_concepts() -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the names of the concepts, and the concept of each icon name.

    An icon name is "house", or "bootstrap:list" if it has this meaning in one set only.
    """
    with (PERCEIVE / "icon_concepts.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return tuple(row["concept"] for row in rows), {
        icon: number for number, row in enumerate(rows) for icon in row["icons"].split()
    }


def read_icons(folder: Path, source: str) -> Iterator[tuple[str, str]]:
    """Yield the name without its style and the SVG text of each icon of a package."""
    pattern, name_pattern = PACKAGES[source]
    with tarfile.open(next(folder.glob(pattern))) as archive:
        for member in archive:
            match = re.fullmatch(name_pattern, member.name)
            stream = archive.extractfile(member) if match else None
            if match and stream:
                yield match[1], stream.read().decode()


def draw(svg: str) -> Pixels | None:
    """Draw an icon with its ink centred; returns None if it has no ink."""
    svg = re.sub(r'<svg([^>]*?)\s(?:width|height)="[^"]*"', r"<svg\1", re.sub(r"\s+", " ", svg))
    svg = re.sub(r'<svg([^>]*?)\s(?:width|height)="[^"]*"', r"<svg\1", svg).replace("currentColor", "#000")
    data = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=128, height=128))
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4 or not picture[..., 3].any():  # noqa: PLR2004 - RGBA
        return None
    opacity = picture[..., 3]
    rows, columns = np.where(opacity > 32)  # noqa: PLR2004 - visible ink
    if not len(rows):
        return None
    ink = opacity[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    factor = INK_PX / max(ink.shape)
    size = (max(2, round(ink.shape[1] * factor)), max(2, round(ink.shape[0] * factor)))
    ink = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    drawing = np.zeros((DRAWN_PX, DRAWN_PX), np.uint8)
    top, left = (DRAWN_PX - size[1]) // 2, (DRAWN_PX - size[0]) // 2
    drawing[top : top + size[1], left : left + size[0]] = ink
    return drawing


def load_set(
    folder: Path, sources: Sequence[str], concepts: Sequence[str], icons: Mapping[str, int]
) -> IconSet:
    """Draw the icons of some packages; icons without a concept are labeled as unknown."""
    drawings, labels = [], []
    for source in sources:
        for name, svg in read_icons(folder, source):
            drawing = draw(svg)
            if drawing is not None:
                drawings.append(drawing)
                labels.append(icons.get(f"{source}:{name}", icons.get(name, len(concepts))))
    return IconSet(np.stack(drawings), tuple(labels))


def load_backgrounds(folder: Path) -> Tensor:
    """Return grey screenshots (count x height x width, 0 to 1), cropped to the same size."""
    pictures = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(folder.rglob("*.png"))[:60]]
    large = [p for p in pictures if p is not None and min(p.shape) >= 480]  # noqa: PLR2004 - screenshots
    return torch.from_numpy(np.stack([p[:480, :480] for p in large])).float() / 255


def _between(low: float, high: float, count: int) -> Tensor:
    return low + (high - low) * torch.rand(count, 1, 1, 1)


def _chosen(share: float, count: int) -> Tensor:
    return torch.rand(count, 1, 1, 1) < share


def transform(drawings: Tensor, scale: Tensor) -> Tensor:
    """Scale, rotate, move and thicken drawings (count x 1 x 64 x 64); the result has 48 pixels."""
    count = len(drawings)
    thick, thin = functional.max_pool2d(drawings, 3, 1, 1), -functional.max_pool2d(-drawings, 3, 1, 1)
    choice = torch.rand(count, 1, 1, 1)
    drawings = torch.where(choice < 0.2, thick, torch.where(choice > 0.9, (thin + drawings) / 2, drawings))  # noqa: PLR2004 - shares
    angle = _between(-0.1, 0.1, count).flatten()
    stretch = _between(0.92, 1.08, count).flatten()
    size = (INK_PX / DRAWN_PX) / scale.flatten()
    theta = torch.zeros(count, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = angle.cos() * size / stretch, -angle.sin() * size
    theta[:, 1, 0], theta[:, 1, 1] = angle.sin() * size, angle.cos() * size * stretch
    theta[:, :, 2] = (torch.rand(count, 2) - 0.5) * 0.16
    grid = functional.affine_grid(theta, [count, 1, SIDE_PX, SIDE_PX], align_corners=False)
    return functional.grid_sample(drawings, grid, align_corners=False)


def reduce_resolution(pictures: Tensor) -> Tensor:
    """Draw groups of pictures with fewer pixels and enlarge them again, as small icons look."""
    groups = []
    for group in pictures.split(32):
        side = random.choice((14, 16, 18, 20, 24, 28, 32, 40, 48))  # noqa: S311 - no secret
        small = functional.interpolate(group, size=side, mode="area")
        groups.append(functional.interpolate(small, size=SIDE_PX, mode="bilinear", align_corners=False))
    return torch.cat(groups)


def place(opacity: Tensor, backgrounds: Tensor, plate: Tensor) -> Tensor:
    """Put icons in random tones on plain backgrounds, on plates such as round buttons, and on screenshots."""
    count = len(opacity)
    ground = _between(0, 1, count).expand(-1, 1, SIDE_PX, SIDE_PX).clone()
    for index in torch.where(torch.rand(count) < 0.15)[0].tolist():  # noqa: PLR2004 - share
        source = backgrounds[random.randrange(len(backgrounds))]  # noqa: S311 - no secret
        top, left = (random.randrange(480 - SIDE_PX) for _ in range(2))  # noqa: S311 - no secret
        ground[index, 0] = source[top : top + SIDE_PX, left : left + SIDE_PX]
    y, x = torch.meshgrid(*(torch.linspace(-1, 1, SIDE_PX),) * 2, indexing="ij")
    roundness = torch.tensor([2.0, 2.0, 6.0, 12.0])[torch.randint(4, (count,))].reshape(-1, 1, 1, 1)
    radius = _between(0.82, 0.95, count)
    inside = ((x.abs() / radius) ** roundness + (y.abs() / radius) ** roundness < 1).float() * plate
    ground = torch.where(inside > 0, _between(0, 1, count), ground)
    middle = ground[:, :, SIDE_PX // 2, SIDE_PX // 2].reshape(-1, 1, 1, 1)
    tone = (middle + torch.where(middle > 0.5, -1.0, 1.0) * _between(0.25, 1, count)).clamp(0, 1)  # noqa: PLR2004 - dark or bright
    return ground + opacity * (tone - ground)


def normalize(pictures: Tensor) -> Tensor:
    """Return the difference from the median of the border, divided by its maximum, as the sense does."""
    flat = torch.cat(
        [pictures[:, 0, 0], pictures[:, 0, -1], pictures[:, 0, :, 0], pictures[:, 0, :, -1]], dim=1
    )
    difference = (pictures - flat.median(dim=1).values.reshape(-1, 1, 1, 1)).abs()
    return difference / difference.amax(dim=(1, 2, 3), keepdim=True).clamp(min=0.1)


def vary(drawings: Tensor, backgrounds: Tensor) -> Tensor:
    """Draw icons (count x 64 x 64, 0 to 255) with random variation, as inputs of the network."""
    count = len(drawings)
    plate = _chosen(0.15, count).float()
    scale = torch.where(plate > 0, _between(0.3, 0.43, count), _between(0.44, 0.62, count))
    opacity = reduce_resolution(transform(drawings.float().unsqueeze(1) / 255, scale))
    pictures = place(opacity, backgrounds, plate)
    pictures = pictures + torch.randn_like(pictures) * 0.02 * _chosen(0.5, count)
    return normalize(pictures.clamp(0, 1))


class Block(nn.Module):
    """Two convolutions with a shortcut; the first one halves the resolution."""

    def __init__(self, before: int, after: int) -> None:
        """Create the layers."""
        super().__init__()
        self.first = nn.Conv2d(before, after, 3, stride=2, padding=1, bias=False)
        self.second = nn.Conv2d(after, after, 3, padding=1, bias=False)
        self.shortcut = nn.Conv2d(before, after, 1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(after), nn.BatchNorm2d(after)])

    def forward(self, features: Tensor) -> Tensor:
        """Return features of half the resolution."""
        inner = functional.relu(self.norms[0](self.first(features)))
        short = self.shortcut(functional.avg_pool2d(features, 2))
        return functional.relu(self.norms[1](self.second(inner)) + short)


class IconEncoder(nn.Module):
    """Convolutional network from a picture (1 x 48 x 48) to a score of every concept and of "unknown"."""

    def __init__(self, outputs: int, widths: tuple[int, ...] = (32, 72, 144, 224)) -> None:
        """Create the layers."""
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, widths[0], 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(widths[0]), nn.ReLU()
        )
        self.blocks = nn.Sequential(*(Block(a, b) for a, b in pairwise(widths)))
        self.drop = nn.Dropout(0.2)
        self.last = nn.Linear(widths[-1], outputs)

    def forward(self, pictures: Tensor) -> Tensor:
        """Return the scores (count x outputs) of pictures (count x 1 x 48 x 48)."""
        features: Tensor = self.blocks(self.stem(pictures))
        scores: Tensor = self.last(self.drop(features.mean(dim=(2, 3))))
        return scores


class Sampler:
    """Random batches in which every concept is equally frequent."""

    def __init__(self, icons: IconSet, unknown: int, backgrounds: Tensor) -> None:
        """Group the icons by concept; `unknown` is the index of the concept "unknown"."""
        self._drawings, self._backgrounds, self._unknown = (
            torch.from_numpy(icons.drawings),
            backgrounds,
            unknown,
        )
        groups: dict[int, list[int]] = {}
        for index, label in enumerate(icons.labels):
            groups.setdefault(label, []).append(index)
        self._others = groups.pop(unknown)
        self._groups = groups

    def next(self) -> tuple[Tensor, Tensor]:
        """Return pictures and labels; some of the unknown pictures are parts of screenshots."""
        labels, indices = [], []
        known = list(self._groups)
        for _ in range(BATCH):
            is_unknown = random.random() < UNKNOWN_SHARE  # noqa: S311 - no secret
            label = self._unknown if is_unknown else random.choice(known)  # noqa: S311 - no secret
            labels.append(label)
            indices.append(random.choice(self._others if is_unknown else self._groups[label]))  # noqa: S311 - no secret
        pictures = vary(self._drawings[indices], self._backgrounds)
        for row in [n for n, label in enumerate(labels) if label == self._unknown][::2]:
            source = self._backgrounds[random.randrange(len(self._backgrounds))]  # noqa: S311 - no secret
            side = random.randrange(14, 96)  # noqa: S311 - no secret
            top, left = (random.randrange(480 - side) for _ in range(2))  # noqa: S311 - no secret
            part = source[top : top + side, left : left + side][None, None]
            pictures[row] = normalize(functional.interpolate(part, size=SIDE_PX, mode="bilinear"))[0]
        return pictures, torch.tensor(labels)


def train(network: IconEncoder, sampler: Sampler, *, minutes: float) -> nn.Module:
    """Train for some minutes and return the network with averaged weights."""
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE_DECAY), use_buffers=True
    )
    optimizer = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    start, step, recent = time.monotonic(), 0, 0.0
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        rate = min(share / WARM_UP_SHARE, 0.5 * (1 + float(np.cos(np.pi * share))))
        optimizer.param_groups[0]["lr"] = PEAK_RATE * rate + 1e-6
        pictures, labels = sampler.next()
        with torch.autocast("cpu", torch.bfloat16):
            scores = network(pictures).float()
        loss = functional.cross_entropy(scores, labels, label_smoothing=SMOOTHING)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.update_parameters(network)
        recent = 0.98 * recent + 0.02 * float((scores.argmax(1) == labels).float().mean())
        step += 1
        if step % 100 == 0:
            print(f"{share:5.1%}  step {step}  loss {loss.item():.3f}  right {recent:.3f}", flush=True)
    return average.module.eval()


@torch.no_grad()
def evaluate(network: nn.Module, icons: IconSet, *, unknown: int, backgrounds: Tensor) -> str:
    """Return top-1 and top-5 accuracy by icon and by concept, on plain drawings and with variation."""
    known = [n for n, label in enumerate(icons.labels) if label != unknown]
    labels = torch.tensor([icons.labels[n] for n in known])
    drawings = torch.from_numpy(icons.drawings[known])
    full = torch.full((len(known), 1, 1, 1), INK_SHARE)
    size = (INK_PX / DRAWN_PX) / full.flatten()
    theta = torch.eye(2, 3).repeat(len(known), 1, 1) * size.reshape(-1, 1, 1)
    grid = functional.affine_grid(theta, [len(known), 1, SIDE_PX, SIDE_PX], align_corners=False)
    plain = functional.grid_sample(drawings.float().unsqueeze(1) / 255, grid, align_corners=False)
    lines = [f"{len(known)} icons of {len(set(labels.tolist()))} concepts"]
    small = functional.interpolate(
        functional.interpolate(plain, size=24, mode="area"), size=SIDE_PX, mode="bilinear"
    )
    for title, pictures in (
        ("plain, 48 px", normalize(plain)),
        ("plain, 24 px", normalize(small)),
        ("varied", vary(drawings, backgrounds)),
    ):
        ranks = network(pictures)[:, :unknown].topk(5).indices
        first = (ranks[:, 0] == labels).float()
        fifth = (ranks == labels[:, None]).any(1).float()
        mean = [
            torch.stack([each[labels == c].mean() for c in labels.unique()]).mean() for each in (first, fifth)
        ]
        lines.append(
            f"{title}: top-1 {first.mean():.3f}, top-5 {fifth.mean():.3f}; "
            f"mean of concepts: top-1 {mean[0]:.3f}, top-5 {mean[1]:.3f}"
        )
    return "\n".join(lines)


def export(network: nn.Module, path: Path) -> None:
    """Write the network as ONNX."""
    stream = io.BytesIO()
    torch.onnx.export(
        network,
        (torch.zeros(1, 1, SIDE_PX, SIDE_PX),),
        stream,
        input_names=["pictures"],
        output_names=["scores"],
        dynamic_axes={"pictures": {0: "count"}, "scores": {0: "count"}},
        dynamo=False,
    )
    path.write_bytes(stream.getvalue())


def main() -> None:
    """Train, evaluate and export the encoder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packages", type=Path, required=True, help="folder with the downloaded packages")
    parser.add_argument("--screenshots", type=Path, required=True, help="folder with screenshots (PNG)")
    parser.add_argument("--minutes", type=float, default=25.0, help="training time")
    parser.add_argument("--threads", type=int, default=1, help="processor cores to use")
    parser.add_argument("--out", type=Path, default=PERCEIVE / "icon_encoder.onnx", help="file to write")
    options = parser.parse_args()
    torch.manual_seed(0)
    random.seed(0)
    torch.set_num_threads(options.threads)
    concepts, icons = read_concepts()
    backgrounds = load_backgrounds(options.screenshots)
    sources = [source for source in PACKAGES if source != HELD_OUT]
    training = load_set(options.packages, sources, concepts, icons)
    held_out = load_set(options.packages, [HELD_OUT], concepts, icons)
    known = sum(label < len(concepts) for label in training.labels)
    print(f"{len(training.labels)} drawings, {known} with a concept", flush=True)
    network = IconEncoder(len(concepts) + 1).to(memory_format=torch.channels_last)  # twice as fast
    average = train(network, Sampler(training, len(concepts), backgrounds), minutes=options.minutes)
    print(evaluate(average, held_out, unknown=len(concepts), backgrounds=backgrounds))
    export(average, options.out)


if __name__ == "__main__":
    main()
