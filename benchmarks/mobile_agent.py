"""Text localization of the agent `mobile` in the tasks of the practice phone.

    python benchmarks/mobile_agent.py [--tasks mobile-eval] [--seeds 0] [--vision-every 4]

The solutions of the tasks are translated into the eight operations of Mobile-Agent: a click becomes `click
text` with the name of its target, and typing into a field becomes a click on the field, then `type`. Each
text is localized on the screen as the agent does it, once with the texts of the tree and, if the sense
`ocr` is installed, once with the texts read from the screenshot. A text that is localized rightly, or whose
right target is among the candidates of a choice, is clicked there. Otherwise, the step is counted and the
known solution is performed, so that the steps after it are measured as well. Steps that none of the eight
operations expresses, such as a long press, are counted and performed, too.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import Literal, cast, get_args

import msgspec
from _report import publish, render_table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.perceive.screen_builder import Sense, build_screen
from onscreen.perceive.text_localization import Matches, find_texts
from onscreen.perceive.text_positions import TextSource, visible_icons, visible_texts
from onscreen.perceive.tree_removal import remove_tree
from onscreen.plugins import load_plugin, plugin_paths
from onscreen.policy.mobile_policy import MAX_CANDIDATES
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.perception_device import PerceptionDevice
from onscreen.run.suite_summary import count_results
from onscreen.run.trial import Result, make_result
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import (
    Back,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Home,
    Open,
    Scroll,
    Shot,
    Type,
    Wait,
)
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone, recipe
from onscreen_practice.recipe_oracle import Oracle

Outcome = Literal[
    "one match",
    "right candidate",
    "none",
    "too many",
    "wrong candidates",
    "wrong click",
    "no text, but an icon",
    "no text, no icon",
    "other operation",
]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
LOCALIZED: tuple[Outcome, ...] = ("one match", "right candidate")
MAX_STEPS = 120
FIELD = "the field is clicked before the text is typed"
"""Value of `Decision.why` by which the agent recognizes that a field was clicked."""


class Localization(msgspec.Struct, frozen=True):
    """Localization of one target: what was searched for, with which outcome, and what was found."""

    task: str
    text: str
    outcome: Outcome
    found: tuple[str, ...] = ()


class TranslatedOracle:
    """Agent that plays a known solution through text localization, and counts the outcomes."""

    name = "translated-oracle"

    def __init__(self, name: str, seed: int, *, source: TextSource) -> None:
        """Create the agent for a task."""
        self.task = name
        self.source = source
        self.oracle = Oracle(recipe(name, seed).moves)
        self.localizations: list[Localization] = []

    def act(self, episode: Episode) -> Decision:
        """Return the solution's next step with the target that localization found."""
        known = only_tree(episode.last)
        decision = self.oracle.act(msgspec.structs.replace(episode, shots=(*episode.shots[:-1], known)))
        action = decision.action
        if isinstance(action, Click | Type) and isinstance(action.target, Element):
            return self._localize(episode, decision, target=action.target)
        if not isinstance(action, Open | Back | Home | Scroll | Done | Wait):
            self._count("", "other operation")
        return decision

    def _localize(self, episode: Episode, decision: Decision, *, target: Element) -> Decision:
        action = decision.action
        typed = action.text if isinstance(action, Type) else None
        if typed is not None and episode.decisions and episode.decisions[-1].why == FIELD:
            return Decision(Type(typed), why=decision.why)
        texts = visible_texts(build_screen(episode.last), self.source)
        text = shown_text(target, episode.last)
        matches = find_texts(text, texts) if shows_any(target, texts) else Matches()
        right = next((e for e in matches.elements if target.box.contains(e.box.center)), None)
        outcome = judge(matches, right)
        if not shows_any(target, texts):
            icons = visible_icons(build_screen(episode.last), self.source)
            outcome = "no text, but an icon" if shows_any(target, icons) else "no text, no icon"
        self._count(text, outcome, matches.elements)
        if right is None or len(matches.elements) > MAX_CANDIDATES:
            return decision
        return Decision(Click(right), why=decision.why if typed is None else FIELD)

    def _count(self, text: str, outcome: Outcome, found: Sequence[Element] = ()) -> None:
        names = tuple(each.name for each in found)
        self.localizations.append(Localization(self.task, text, outcome, names))


def shown_text(target: Element, shot: Shot) -> str:
    """Return the text that a person reads on a target: a text inside it, its value, or its name."""
    inside = (
        node.name
        for node in only_tree(shot).nodes
        if node.role == "text" and node.name and target.box.contains(node.box.center)
    )
    return target.value or next(inside, target.name)


def shows_any(target: Element, visible: Sequence[Element]) -> bool:
    """Check whether any of the visible texts or icons is on the target."""
    return any(target.box.contains(each.box.center) for each in visible)


def judge(matches: Matches, right: Element | None) -> Outcome:
    """Return the outcome of a localization; a near match is a candidate, which the model confirms."""
    found = matches.elements
    if not found:
        return "none"
    if len(found) > MAX_CANDIDATES:
        return "too many"
    is_sure = len(found) == 1 and not matches.is_near
    if right is None:
        return "wrong click" if is_sure else "wrong candidates"
    return "one match" if is_sure else "right candidate"


def only_tree(shot: Shot) -> Shot:
    """Return a shot without the texts that were read from the screenshot."""
    return msgspec.structs.replace(shot, nodes=tuple(n for n in shot.nodes if n.seen_by == "tree"))


def read_beside_tree(senses: Sequence[Sense]) -> Sense:
    """Return a sense that reads the screenshot as if there were no tree, and adds the result to the tree."""

    def read(shot: Shot) -> Shot:
        seen = remove_tree(shot)
        for sense in senses:
            seen = sense(seen)
        return msgspec.structs.replace(shot, nodes=(*shot.nodes, *seen.nodes))

    return read


def play(agent: TranslatedOracle, device: Device, *, seed: int) -> Result:
    """Play a task with the agent and score it."""
    task = phone().task(agent.task, seed)
    episode = run_episode(
        start_episode(task, device, agent=agent.name),
        device,
        agent=agent,
        signal=first_of(done_signal(), steps_limit(MAX_STEPS)),
        score=score_task,
        hooks=RunHooks(),
    )
    return make_result(episode, "", seed=seed, seconds=0)


def measure(source: TextSource, trials: Sequence[tuple[str, int]]) -> tuple[list[Localization], list[Result]]:
    """Play the tasks on one phone, with texts of the tree or texts read from the screenshot."""
    senses: tuple[Sense, ...] = ()
    if source == "vision":
        senses = (read_beside_tree([cast("Sense", load_plugin("sense", name)) for name in ("ocr", "icons")]),)
    localizations: list[Localization] = []
    results: list[Result] = []
    with closing(PerceptionDevice(practice_phone({}), senses)) as device:
        for name, seed in trials:
            agent = TranslatedOracle(name, seed, source=source)
            results.append(play(agent, device, seed=seed))
            localizations += agent.localizations
            print(source, name, seed, results[-1].success, [each.outcome for each in agent.localizations])
    return localizations, results


def row(source: TextSource, localizations: Sequence[Localization], results: Sequence[Result]) -> list[object]:
    """Return the table row of one source of texts."""
    counts = Counter(each.outcome for each in localizations)
    with_text = sum(counts[outcome] for outcome in OUTCOMES[:6])
    right = sum(counts[outcome] for outcome in LOCALIZED)
    failed = {each.task for each in localizations if each.outcome not in LOCALIZED}
    tally = count_results(results)
    alone = sum(bool(result.success and result.task not in failed) for result in results)
    shares = [
        f"{counts[outcome]} ({100 * counts[outcome] / max(1, with_text):.1f} %)" for outcome in OUTCOMES[:6]
    ]
    others = [counts[outcome] for outcome in OUTCOMES[6:]]
    rate = f"{right}/{with_text} ({100 * right / max(1, with_text):.1f} %)"
    metrics = [f"{tally.succeeded}/{tally.total}", f"{alone}/{tally.total}"]
    return [source, rate, *shares, *others, *metrics]


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", default="mobile-eval")
    parser.add_argument("--seeds", default="0")
    parser.add_argument(
        "--vision-every", type=int, default=4, help="read the screen in every n-th trial only"
    )
    arguments = parser.parse_args()
    seeds, tasks = parse_seeds(arguments.seeds), select_tasks(arguments.tasks, phone())
    trials = [(name, seed) for name in tasks for seed in seeds]
    sources: list[TextSource] = ["tree", *(["vision"] if "ocr" in plugin_paths("sense") else [])]  # type: ignore[list-item]
    measured = {
        source: measure(source, trials[:: arguments.vision_every] if source == "vision" else trials)
        for source in sources
    }
    heads = ["texts from", "target found", *OUTCOMES, "tasks solved", "by localized texts alone"]
    notes = (
        f"Tasks `{arguments.tasks}`, seeds {arguments.seeds}. No model: the solutions of the tasks are "
        "translated into the eight operations, and the right one of up to four candidates is chosen. "
        "The text is the one that is visible on the target. Percentages are of the clicks on a target on "
        "which a text was read; the others need an icon. Candidates are confirmed by the model in a run. "
        "Where the target is not found, the known solution is performed. The screenshot is read in one of "
        f"{arguments.vision_every} trials, because this takes seconds per screen."
    )
    table = render_table(heads, [row(source, *each) for source, each in measured.items()])
    publish(
        "mobile_agent",
        f"### Text localization of the agent `mobile`\n\n{notes}\n\n{table}",
        {
            source: {"localizations": msgspec.to_builtins(found), "results": msgspec.to_builtins(results)}
            for source, (found, results) in measured.items()
        },
    )


if __name__ == "__main__":
    main()
