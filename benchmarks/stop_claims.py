"""How the signal `completed` answers the default agent's own claims that a task is done.

    python benchmarks/stop_recordings.py CLAIMS --plan phone:5:agent sites:5-7:agent miniwob:5:agent
    python benchmarks/stop_claims.py REFERENCES CLAIMS

CLAIMS are recorded runs of the default agent, whose claims the checks of the tasks judge. REFERENCES are
recordings with other seeds. The signal sees neither the check nor the labels.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import msgspec
from _report import publish, render_table
from stop_detector import is_test, read_labels, read_reference
from stop_recordings import Labels

from onscreen.policy.completion.completion_classifier import State, default_classifier
from onscreen.policy.completion.completion_signal import Assessment, CompletionSignal
from onscreen.stop.completed_reference import CompletedReference, find_references
from onscreen.store.episode_store import load_episode

STATES: tuple[State, ...] = ("finished", "not sure", "unfinished")
HEADS = ("suite", "claim is", "claims", "with a reference", "accepted", "not sure", "rejected")


class JudgedClaim(msgspec.Struct, frozen=True):
    """A claim of the default agent and how the signal answers it."""

    labels: Labels
    assessment: Assessment
    has_reference: bool


def judge_claims(folder: Path, *, pool: dict[str, list[CompletedReference]]) -> Iterator[JudgedClaim]:
    """Yield the recorded claims; `pool` are the references of each suite."""
    for path, labels in read_labels(folder):
        if not labels.claimed:
            continue
        episode = load_episode(path)
        unchecked = msgspec.structs.replace(episode, task=msgspec.structs.replace(episode.task, check=None))
        signal = CompletionSignal(pool[labels.suite], default_classifier())
        found = signal.verify_claim(unchecked)
        yield JudgedClaim(labels, found, bool(find_references(signal.references, unchecked)))


def read_pools(folder: Path, *, suites: set[str]) -> dict[str, list[CompletedReference]]:
    """Read the references of each of the suites."""
    pools: dict[str, list[CompletedReference]] = defaultdict(list)
    for path, labels in read_labels(folder):
        reference = read_reference(path, labels) if labels.suite in suites else None
        if reference is not None:
            pools[labels.suite].append(reference)
    return pools


def main() -> None:
    """Judge the claims and publish the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("references", type=Path)
    parser.add_argument("claims", type=Path)
    options = parser.parse_args()
    runs = [labels for _, labels in read_labels(options.claims)]
    pool = read_pools(options.references, suites={labels.suite for labels in runs if labels.claimed})
    judged = list(judge_claims(options.claims, pool=pool))
    rows: list[tuple[object, ...]] = []
    for suite in dict.fromkeys(each.suite for each in runs):
        for is_right in (True, False):
            own = [e for e in judged if e.labels.suite == suite and e.labels.finished[-1] == is_right]
            states = [each.assessment.state for each in own]
            counts = [states.count(state) for state in STATES]
            word = "right" if is_right else "wrong"
            rows.append((suite, word, len(own), sum(each.has_reference for each in own), *counts))
    held_out = sum(is_test(each.labels) for each in judged)
    text = f"""### Claims of the default agent beside the stop signal

{len(runs)} runs of the default agent (`reflex+lexical`, no language model) with other seeds than those of the
references; {len(judged)} ended with a claim of "done", {held_out} of them on tasks that the weights of
`completed` were not fitted to. The agent had already rejected the claims that its own evidence contradicts.

{render_table(HEADS, rows)}

`python benchmarks/stop_claims.py REFERENCES CLAIMS`"""
    publish("stop_claims", text, {"claims": msgspec.to_builtins(judged)})


if __name__ == "__main__":
    main()
