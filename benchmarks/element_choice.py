"""How often each method chooses the element that an instruction means, on screens of real applications.

    python benchmarks/element_choice.py [--models chance rapidfuzz minilm reflex decide:lexical ...]

The questions of `element_choice/questions.jsonl.gz`, the same for all. `chance`, `rapidfuzz` and `minilm` are
methods of this script, `reflex` ranks the elements; other names are language models, asked to pick one
("pick"). `decide:NAME` asks a policy or a model for the next action instead, and counts its target. Answers
are kept in the --out folder and not asked for again; --fresh forgets those of a method. --most METHOD=COUNT
asks a method only so many questions, drawn by a seed.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec
from _pages import CACHE
from _report import RESULTS, publish, table
from rapidfuzz import fuzz, utils

from onscreen.model.model_factory import make_model
from onscreen.perceive.iaf import iaf
from onscreen.perceive.iaf_text import iaf_text
from onscreen.perceive.screen_builder import build_screen
from onscreen.plugins import plugin_paths
from onscreen.policy.cascade import make_cascade
from onscreen.think.decide import decide
from onscreen.think.pick import label
from onscreen.types import Action, Element, OneOf, Prompt, Screen, Situation, Subtask, targets
from onscreen.types.errors import BadReply, OnscreenError
from onscreen_reflex.reflex_policy import reflex
from onscreen_train.element_pairs import Choices, Question, read

sys.path.insert(0, str(Path(__file__).parent / "element_choice"))
from formats import KINDS, QUESTIONS, elements

PLAIN = ("chance", "rapidfuzz", "minilm")
MODELS = (
    *PLAIN,
    "decide:lexical",
    "reflex",
    "decide:reflex",
    "local:smollm2-135m",
    "local:qwen2.5-coder-0.5b",
    "local:qwen2.5-coder-1.5b",
)
SEED = 5
Z = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""

Choose: TypeAlias = Callable[[str, Screen], "Element | None"]


class Answer(msgspec.Struct, frozen=True):
    """What a method chose: the index of the node, None for nothing. `share` is how much of it is right."""

    screen: str
    instruction: str
    chosen: int | None
    seconds: float
    share: float


def said(element: Element) -> str:
    """Return what can be read of an element."""
    return element.name or element.clue or element.value or element.role


def by_letters(instruction: str, screen: Screen) -> Element:
    """Choose what shares most words with the instruction."""
    asked = utils.default_process(instruction)
    there = elements(screen)
    return max(there, key=lambda each: max(_like(asked, text) for text in (each.name, each.clue, each.value)))


def _like(asked: str, text: str) -> float:
    return fuzz.token_set_ratio(asked, utils.default_process(text))


def by_meaning() -> Choose:
    """Choose what MiniLM finds nearest."""
    from _minilm import MiniLM  # noqa: PLC0415  needs torch, which the other methods do not

    model = MiniLM(CACHE / "minilm")

    def choose(instruction: str, screen: Screen) -> Element:
        there = elements(screen)
        likeness = model.likeness(instruction, [said(each) for each in there])
        return there[max(range(len(there)), key=likeness.__getitem__)]

    return choose


def by_picking(name: str) -> Choose:
    """Choose what the model picks of the elements' names."""
    model = make_model(name)

    def choose(instruction: str, screen: Screen) -> Element | None:
        there = elements(screen)
        options = tuple(label(each) for each in there)
        text = "\n".join(options) + f"\n\nTask: {instruction}"
        with suppress(BadReply):
            picked = model(Prompt(text, form=OneOf(options), purpose="pick")).picked
            return there[picked[0]] if picked else None
        return None

    return choose


def by_ranking() -> Choose:
    """Choose the element that the embedded net ranks highest, whatever the verb."""
    policy = reflex("")

    def choose(instruction: str, screen: Screen) -> Element:
        ranked = policy.rank_elements(Situation(instruction, screen, subtask=Subtask(instruction)))
        probabilities = {element.mark: probability for element, probability in ranked}
        return max(elements(screen), key=lambda each: probabilities.get(each.mark, 0.0))

    return choose


def by_deciding(name: str) -> Choose:
    """Choose the target of the next action of a policy or a language model."""
    if name.partition(":")[0] in plugin_paths("policy"):
        (policy,) = make_cascade(name).policies

        def propose(situation: Situation) -> tuple[Action, ...]:
            proposal = policy(situation)
            return proposal.actions if proposal is not None else ()

    else:
        model = make_model(name)

        def propose(situation: Situation) -> tuple[Action, ...]:
            screen = situation.screen
            step = decide(model, situation, view=iaf_text(iaf(screen), screen)).value
            return step.actions if step is not None else ()

    def choose(instruction: str, screen: Screen) -> Element | None:
        actions = propose(Situation(instruction, screen, subtask=Subtask(instruction)))
        first = targets(actions[0]) if actions else ()
        return next((each for each in first if isinstance(each, Element)), None)

    return choose


def method(name: str) -> Choose:
    """Return the method of this name.

    Raises:
        OnscreenError: there is no such model, or it is not on this machine.
    """
    if name == "rapidfuzz":
        return by_letters
    if name == "minilm":
        return by_meaning()
    if name == "reflex":
        return by_ranking()
    kind, _, rest = name.partition(":")
    return by_deciding(rest) if kind == "decide" else by_picking(name)


def answers(name: str, choices: Choices, *, questions: Sequence[Question], kept: Path) -> Iterator[Answer]:
    """Answer the questions, those of a screen one after the other, and add what is new to the file."""
    known = {(each.screen, each.instruction): each for each in _read(kept)}
    choose: Choose | None = None
    screens = {key: build_screen(seen.shot) for key, seen in choices.screens.items()}
    for question in questions:
        answer = known.get((question.screen, question.instruction))
        if name == "chance":
            share = len(question.right) / len(elements(screens[question.screen]))
            answer = Answer(question.screen, question.instruction, None, 0.0, share)
        elif answer is None:
            choose = choose or method(name)
            began = time.perf_counter()
            found = choose(question.instruction, screens[question.screen])
            seconds = time.perf_counter() - began
            chosen = found.index if found else None
            answer = Answer(question.screen, question.instruction, chosen, seconds, 0.0)
            with kept.open("ab") as file:
                file.write(msgspec.json.encode(answer) + b"\n")
        if name != "chance":
            answer = msgspec.structs.replace(answer, share=float(answer.chosen in question.right))
        yield answer


def _read(kept: Path) -> tuple[Answer, ...]:
    if not kept.exists():
        return ()
    return tuple(msgspec.json.decode(line, type=Answer) for line in kept.read_bytes().splitlines())


def interval(right: float, count: int) -> tuple[float, float]:
    """Return the shares between which the true one lies with 95 % certainty (Wilson)."""
    share = right / count
    middle = share + Z * Z / (2 * count)
    half = Z * math.sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    under = 1 + Z * Z / count
    return (middle - half) / under, (middle + half) / under


def row(name: str, *, asked: Sequence[Question], given: Sequence[Answer], of: int) -> list[str]:
    """Write the line of a method."""
    cells = [name + ("" if len(asked) == of else f" (random {len(asked)})")]
    for kind in (*KINDS, None):
        shares = [a.share for q, a in zip(asked, given, strict=True) if kind in {q.kind, None}]
        low, high = interval(sum(shares), len(shares))
        cells.append(f"{100 * sum(shares) / len(shares):.0f} % ({100 * low:.0f}-{100 * high:.0f})")
    seconds = sum(each.seconds for each in given) / len(given)
    return [*cells, f"{1000 * seconds:.1f}" if seconds else "-"]


def report(choices: Choices, rows: Sequence[Sequence[str]], *, missing: Sequence[str]) -> str:
    """Write the table."""
    counts = [f"{sum(q.kind == kind for q in choices.questions)} {kind}" for kind in KINDS]
    there = [len(elements(build_screen(seen.shot))) for seen in choices.screens.values()]
    apps = len({seen.app for seen in choices.screens.values()})
    heads = ["method", *KINDS, "all", "ms a question"]
    text = f"""### Choosing the element that is meant

{len(choices.questions)} hand-made questions ({", ".join(counts)}) on {len(choices.screens)} screens
of {apps} real applications that no method was trained on, {min(there)} to {max(there)} elements each. Share
chosen right, with its 95 % interval (Wilson; questions on one screen are not independent, so the true ones
are wider). Time is the mean, with the model loaded; a local model reads a screen once and keeps it for the
next question about it.

{table(heads, rows)}"""
    return "\n\n".join([text, *(f"Not measured: {line}" for line in missing)])


def measure(
    names: Sequence[str], choices: Choices, *, out: Path, most: Mapping[str, int]
) -> tuple[list[list[str]], dict[str, list[dict]], list[str]]:
    """Ask every method, and return the rows, the answers, and what could not be asked."""
    rows, data, missing = [], {}, []
    for name in names:
        asked: Sequence[Question] = choices.questions
        if name in most:
            drawn = random.Random(SEED).sample(range(len(asked)), len(asked))  # noqa: S311  to be repeated
            asked = [asked[i] for i in sorted(drawn[: most[name]])]
        kept = out / (name.replace(":", "+").replace("/", "+") + ".jsonl")
        try:
            given = list(answers(name, choices, questions=asked, kept=kept))
        except (OnscreenError, ImportError) as error:
            missing.append(f"{name}: {error}")
            continue
        rows.append(row(name, asked=asked, given=given, of=len(choices.questions)))
        data[name] = [msgspec.to_builtins(each) for each in given]
        print(" | ".join(rows[-1]), flush=True)
    return rows, data, missing


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", nargs="+", default=list(MODELS))
    parser.add_argument("--out", type=Path, default=RESULTS / "element_choice")
    parser.add_argument("--fresh", nargs="*", default=[], help="methods to ask again")
    parser.add_argument("--most", nargs="+", default=[], metavar="METHOD=COUNT")
    parser.add_argument("--only-print", action="store_true", help="publish nothing")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for name in asked.fresh:
        (asked.out / (name.replace(":", "+").replace("/", "+") + ".jsonl")).unlink(missing_ok=True)
    most = {name: int(count) for name, _, count in (each.rpartition("=") for each in asked.most)}
    choices = read(QUESTIONS)
    rows, data, missing = measure(asked.models, choices, out=asked.out, most=most)
    text = report(choices, rows, missing=missing)
    if asked.only_print:
        print(text)
        return
    publish("element_choice", text, {"answers": data, "missing": missing})


if __name__ == "__main__":
    main()
