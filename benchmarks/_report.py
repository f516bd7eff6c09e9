"""Writes a table where a reader looks for it: on the terminal, in docs/measured.md, and as JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "docs" / "measured.md"
RESULTS = ROOT / "runs" / "benchmarks"


def machine() -> str:
    """Say what the figures were taken on."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    processor = names[0].partition(":")[2].strip() if names else platform.processor()
    today = datetime.now(UTC).date().isoformat()
    return (
        f"{len(names)} cores, {processor}; {platform.system()}, Python {platform.python_version()}; {today}"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Write a Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def publish(name: str, text: str, data: Mapping[str, object]) -> None:
    """Print the text, put it into its place in docs/measured.md, and keep the data as JSON."""
    print(f"\n{text}\n", flush=True)
    RESULTS.mkdir(parents=True, exist_ok=True)
    told = {"machine": machine(), **data}
    (RESULTS / f"{name}.json").write_text(json.dumps(told, indent=1) + "\n")
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    page = MEASURED.read_text()
    if begin not in page or end not in page:
        page += f"\n{begin}\n{end}\n"
    before, _, rest = page.partition(begin)
    after = rest.partition(end)[2]
    MEASURED.write_text(f"{before}{begin}\n{text}\n\nMachine: {machine()}\n{end}{after}")
