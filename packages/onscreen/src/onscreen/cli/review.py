"""The `onscreen review` command, with which a person accepts or rejects runs and synthesized subtasks."""

from __future__ import annotations

import sys
import time
import webbrowser
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.cli.number_arguments import non_negative_int
from onscreen.cli.review_server import ItemSummary, serve_review, summarize
from onscreen.cli.stop import calibrate_folder
from onscreen.policy.completion.completion_classifier import CLASSIFIER_FILE, read_classifier
from onscreen.report.html_text_format import one_line
from onscreen.store.episode_store import find_episodes, load_episode
from onscreen.store.review_items import (
    BadReview,
    DecisionKind,
    ReviewDecision,
    ReviewItem,
    read_decisions,
    read_items,
)
from onscreen.store.run_review import decide, run_item, user_name
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

HELP = """Decide whether runs completed their tasks, and whether synthesized subtasks are correct.

A page in the browser shows the instruction, the last screens and the evidence of each item. Keys: j next,
k previous, y yes, n no, e edit the instruction of a subtask, q end. An accepted run becomes a reference for
similar tasks, a rejected one does not. The page is served on localhost only; its address contains a token."""
DEFAULT_FOLDER = "runs"


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument(
        "folder",
        nargs="?",
        default=DEFAULT_FOLDER,
        metavar="FOLDER",
        help="folder with the runs or the subtasks (default: %(default)s)",
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--list", action="store_true", help="print the items, do not open the page")
    chosen.add_argument("--accept", nargs="+", metavar="ID", help="accept items, do not open the page")
    chosen.add_argument("--reject", nargs="+", metavar="ID", help="reject items, do not open the page")
    chosen.add_argument(
        "--edit", nargs=2, metavar=("ID", "TEXT"), help="correct the instruction of a subtask and accept it"
    )
    parser.add_argument("--all", action="store_true", help="include the runs that are not marked for review")
    parser.add_argument("--by", metavar="NAME", help="name of the reviewer (default: the system user name)")
    parser.add_argument("--json", action="store_true", help="with --list: print JSON only")
    parser.add_argument(
        "--port",
        type=non_negative_int,
        default=0,
        metavar="PORT",
        help="port of the page (default: a free one)",
    )
    parser.add_argument("--no-open", action="store_true", help="print the address, do not open the browser")


def run(arguments: Namespace) -> int:
    """Show the items or store decisions, and return the exit status.

    Raises:
        UsageError: there is no such folder or item, or a file cannot be read.
        BrokenEpisode: an episode cannot be read.
    """
    folder, by = Path(arguments.folder), arguments.by or user_name()
    if not folder.is_dir():
        raise UsageError(f"no folder {folder}; expected a folder of runs, or of synthesized subtasks")
    items = find_items(folder, has_unmarked=arguments.all)
    before = read_decisions(folder)
    if arguments.list:
        _print_list([summarize(item, before.get(item.id)) for item in items], is_json=arguments.json)
        return 0
    if arguments.accept or arguments.reject or arguments.edit:
        for decision in _requested(arguments, by=by):
            decide(folder, _find(items, decision.id), decision=decision)
    elif items:
        with serve_review(folder, items, by=by, port=arguments.port) as server:
            print(f"review the items on this page: {server.url}", file=sys.stderr, flush=True)  # noqa: T201
            if not arguments.no_open:
                webbrowser.open(server.url)
            server.ended.wait()
    _report(folder, items, decided=len(_new_decisions(folder, before)))
    return 0


def find_items(folder: Path, *, has_unmarked: bool) -> tuple[ReviewItem, ...]:
    """Return the items in a folder; with `has_unmarked`, also the runs that no item marks for review.

    Raises:
        BadReview: an item cannot be read.
        BrokenEpisode: an episode cannot be read.
    """
    items = read_items(folder)
    if not has_unmarked:
        return items
    known = {item.id for item in items}
    found = []
    for path in find_episodes(folder):
        item = run_item(folder, path, instruction=load_episode(path).task.instruction, reason="")
        found += [item] if item.id not in known else []
    return (*items, *found)


def _requested(arguments: Namespace, *, by: str) -> list[ReviewDecision]:
    """Return the decisions given as options."""
    at = round(time.time(), 3)
    if arguments.edit:
        name, text = arguments.edit
        return [ReviewDecision(name, "edit", by, at, text)]
    kind: DecisionKind = "accept" if arguments.accept else "reject"
    return [ReviewDecision(name, kind, by, at) for name in arguments.accept or arguments.reject]


def _find(items: Sequence[ReviewItem], name: str) -> ReviewItem:
    found = next((item for item in items if item.id == name), None)
    if found is None:
        known = ", ".join(item.id for item in items) or "none"
        raise BadReview(f"no item {name!r} to review; the items are: {known} (--all includes unmarked runs)")
    return found


def _new_decisions(folder: Path, before: dict[str, ReviewDecision]) -> list[ReviewDecision]:
    return [each for name, each in read_decisions(folder).items() if before.get(name) != each]


def _report(folder: Path, items: Sequence[ReviewItem], *, decided: int) -> None:
    """Print the decisions; recalibrate if runs were decided on and the folder has its own weights."""
    decisions = read_decisions(folder)
    is_open = sum(item.id not in decisions for item in items)
    print(f"{count_noun(decided, 'decision')} stored, {is_open} of {len(items)} items open")  # noqa: T201
    weights = folder / CLASSIFIER_FILE
    if decided and weights.exists() and any(item.kind == "run" for item in items):
        calibrate_folder(folder, weights, max_false_share=read_classifier(weights).max_false_share)


def _print_list(rows: Sequence[ItemSummary], *, is_json: bool) -> None:
    if is_json:
        print(msgspec.json.encode(rows).decode())  # noqa: T201
        return
    for row in rows:
        state = f"{row.decision} by {row.by}" if row.decision else "open"
        print(f"{row.id}  {row.kind}  {state}  {one_line(row.instruction)}")  # noqa: T201
    if not rows:
        print("no items to review; --all includes the runs that are not marked")  # noqa: T201
