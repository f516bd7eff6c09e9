"""Publication of benchmark reports: printed, inserted into docs/measured.md, stored as JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "docs" / "measured.md"
RESULTS = ROOT / "runs" / "benchmarks"


def describe_machine() -> str:
    """Describe this machine, on which the figures are measured, in one line."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    processor = names[0].partition(":")[2].strip() if names else platform.processor()
    today = datetime.now(UTC).date().isoformat()
    return (
        f"{len(names)} cores, {processor}; {platform.system()}, Python {platform.python_version()}; {today}"
    )


def render_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Render a Markdown table."""
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def publish(name: str, text: str, data: Mapping[str, object]) -> None:
    """Print the text, insert it into docs/measured.md, and store the data as JSON."""
    print(f"\n{text}\n", flush=True)
    RESULTS.mkdir(parents=True, exist_ok=True)
    result = {"machine": describe_machine(), **data}
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    start_marker, end_marker = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    page = MEASURED.read_text()
    if start_marker not in page or end_marker not in page:
        page += f"\n{start_marker}\n{end_marker}\n"
    before, _, rest = page.partition(start_marker)
    after = rest.partition(end_marker)[2]
    MEASURED.write_text(
        f"{before}{start_marker}\n{text}\n\nMachine: {describe_machine()}\n{end_marker}{after}"
    )
