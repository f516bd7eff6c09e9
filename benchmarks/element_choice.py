"""Accuracy of methods that choose the element an instruction means, on screens of real applications.

    python benchmarks/element_choice.py [--models chance rapidfuzz minilm reflex decide:lexical ...]

All methods answer the questions of `element_choice/questions.jsonl.gz`. `chance`, `rapidfuzz` and `minilm`
are baselines of this script; every other name is a policy or a model of this project. A language model
picks one of the elements, `reflex` gives the most probable one, and of `lexical`, which does not rank
elements, the target of its next action counts. `decide:NAME` asks any of them for the next action instead
and uses its target. Answers are cached in the --out folder; --fresh clears the cache of a method. --most
METHOD=COUNT asks a method only COUNT questions, sampled by a seed.
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
from _report import RESULTS, publish, render_table
from rapidfuzz import fuzz, utils

from onscreen.model.base import Model
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.policy.base import Policy
from onscreen.policy.cascade import make_cascade
from onscreen.think.element_selection import label
from onscreen.think.next_action_query import decide
from onscreen.types import Action, Element, OneOf, Prompt, Screen, Situation, Subtask, targets
from onscreen.types.errors import BadReply, OnscreenError
from onscreen_reflex.reflex_policy import ReflexPolicy
from onscreen_train.grounding_dataset import Question, QuestionSet, load_choices

sys.path.insert(0, str(Path(__file__).parent / "element_choice"))
from formats import KINDS, QUESTIONS, elements

BASELINES = ("chance", "rapidfuzz", "minilm")
MODELS = (
    *BASELINES,
    "lexical",
    "reflex",
    "decide:reflex",
    "local:qwen2.5-coder-0.5b",
    "local:qwen2.5-coder-1.5b",
)
SEED = 5
Z_95 = 1.96
"""Standard score (z) of a 95 % confidence interval."""

ChoiceFunction: TypeAlias = Callable[[str, Screen], "Element | None"]


class Answer(msgspec.Struct, frozen=True):
    """A method's answer to a question: the index of the chosen node, or None.

    `share` is the credit for the answer, 0 to 1: for `chance`, the share of correct elements on the screen.
    """

    screen: str
    instruction: str
    chosen: int | None
    seconds: float
    share: float


def display_text(element: Element) -> str:
    """Return the text that identifies an element."""
    return element.name or element.clue or element.value or element.role


def choose_by_word_overlap(instruction: str, screen: Screen) -> Element:
    """Choose the element that shares the most words with the instruction."""
    instruction_text = utils.default_process(instruction)
    candidates = elements(screen)
    return max(
        candidates,
        key=lambda each: max(
            _similarity(instruction_text, text) for text in (each.name, each.clue, each.value)
        ),
    )


def _similarity(instruction_text: str, text: str) -> float:
    return fuzz.token_set_ratio(instruction_text, utils.default_process(text))


def make_minilm_chooser() -> ChoiceFunction:
    """Return a method that chooses the element whose text is most similar to the instruction."""
    from _minilm import MiniLM  # noqa: PLC0415  needs torch, which the other methods do not

    model = MiniLM(CACHE / "minilm")

    def choose(instruction: str, screen: Screen) -> Element:
        candidates = elements(screen)
        scores = model.similarities(instruction, [display_text(each) for each in candidates])
        return candidates[max(range(len(candidates)), key=scores.__getitem__)]

    return choose


def make_pick_chooser(model: Model) -> ChoiceFunction:
    """Return a method that asks a language model to choose among the elements' labels."""

    def choose(instruction: str, screen: Screen) -> Element | None:
        candidates = elements(screen)
        options = tuple(label(each) for each in candidates)
        text = "\n".join(options) + f"\n\nTask: {instruction}"
        with suppress(BadReply):
            picked = model(Prompt(text, form=OneOf(options), purpose="pick")).picked
            return candidates[picked[0]] if picked else None
        return None

    return choose


def make_rank_chooser(policy: ReflexPolicy) -> ChoiceFunction:
    """Return a method that chooses the element which the policy ranks first as the next target."""

    def choose(instruction: str, screen: Screen) -> Element | None:
        candidates = {each.index for each in elements(screen)}
        ranked = policy.rank_elements(build_situation(instruction, screen))
        probabilities = [(probability, each) for each, probability in ranked if each.index in candidates]
        return max(probabilities, key=lambda pair: pair[0])[1] if probabilities else None

    return choose


def make_policy_decider(policy: Policy) -> ChoiceFunction:
    """Return a method that chooses the target of the action that the policy proposes."""

    def choose(instruction: str, screen: Screen) -> Element | None:
        proposal = policy(build_situation(instruction, screen))
        return find_target(proposal.actions) if proposal is not None else None

    return choose


def make_model_decider(model: Model) -> ChoiceFunction:
    """Return a method that chooses the target of the action that the language model decides on."""

    def choose(instruction: str, screen: Screen) -> Element | None:
        view = screen_text(screen)
        step = decide(model, build_situation(instruction, screen), view=view).value
        return find_target(step.actions) if step is not None else None

    return choose


def build_situation(instruction: str, screen: Screen) -> Situation:
    """Return the initial situation of a run whose plan is the instruction as a single subtask."""
    return Situation(instruction, screen, subtask=Subtask(instruction))


def find_target(actions: Sequence[Action]) -> Element | None:
    """Return the first element that is a target of the actions, or None."""
    aimed = (each for action in actions for each in targets(action))
    return next((each for each in aimed if isinstance(each, Element)), None)


def make_chooser(name: str) -> ChoiceFunction:
    """Create the method with the given name.

    Raises:
        OnscreenError: no such policy or model exists, or it is not available on this machine.
    """
    if name == "rapidfuzz":
        return choose_by_word_overlap
    if name == "minilm":
        return make_minilm_chooser()
    kind, _, rest = name.partition(":")
    is_decision = kind == "decide"
    cascade = make_cascade(rest if is_decision else name)
    if cascade.model is not None:
        return (make_model_decider if is_decision else make_pick_chooser)(cascade.model)
    policy = cascade.policies[0]
    if isinstance(policy, ReflexPolicy) and not is_decision:
        return make_rank_chooser(policy)
    return make_policy_decider(policy)


def answer_questions(
    name: str, choices: QuestionSet, *, questions: Sequence[Question], cache_file: Path
) -> Iterator[Answer]:
    """Yield a method's answer to every question, from the cache if it is there."""
    cached = {(each.screen, each.instruction): each for each in _read_cache(cache_file)}
    choose: ChoiceFunction | None = None
    screens = {key: build_screen(seen.shot) for key, seen in choices.screens.items()}
    for question in questions:
        answer = cached.get((question.screen, question.instruction))
        if name == "chance":
            share = len(question.right) / len(elements(screens[question.screen]))
            answer = Answer(question.screen, question.instruction, None, 0.0, share)
        elif answer is None:
            choose = choose or make_chooser(name)
            start_time = time.perf_counter()
            element = choose(question.instruction, screens[question.screen])
            seconds = time.perf_counter() - start_time
            chosen = element.index if element else None
            answer = Answer(question.screen, question.instruction, chosen, seconds, 0.0)
            with cache_file.open("ab") as file:
                file.write(msgspec.json.encode(answer) + b"\n")
        if name != "chance":
            answer = msgspec.structs.replace(answer, share=float(answer.chosen in question.right))
        yield answer


def _read_cache(cache_file: Path) -> tuple[Answer, ...]:
    if not cache_file.exists():
        return ()
    return tuple(msgspec.json.decode(line, type=Answer) for line in cache_file.read_bytes().splitlines())


def interval(correct: float, count: int) -> tuple[float, float]:
    """Return the Wilson 95 % confidence interval of a proportion."""
    share = correct / count
    middle = share + Z_95 * Z_95 / (2 * count)
    half_width = Z_95 * math.sqrt(share * (1 - share) / count + Z_95 * Z_95 / (4 * count * count))
    denominator = 1 + Z_95 * Z_95 / count
    return (middle - half_width) / denominator, (middle + half_width) / denominator


def render_row(
    name: str, *, questions_asked: Sequence[Question], given_answers: Sequence[Answer], total: int
) -> list[str]:
    """Render the table row of a method."""
    cells = [name + ("" if len(questions_asked) == total else f" (random {len(questions_asked)})")]
    for kind in (*KINDS, None):
        shares = [
            a.share for q, a in zip(questions_asked, given_answers, strict=True) if kind in {q.kind, None}
        ]
        low, high = interval(sum(shares), len(shares))
        cells.append(f"{100 * sum(shares) / len(shares):.0f} % ({100 * low:.0f}-{100 * high:.0f})")
    seconds = sum(each.seconds for each in given_answers) / len(given_answers)
    return [*cells, f"{1000 * seconds:.1f}" if seconds else "-"]


def render_report(choices: QuestionSet, rows: Sequence[Sequence[str]], *, missing: Sequence[str]) -> str:
    """Render the report with a table row per method."""
    counts = [f"{sum(q.kind == kind for q in choices.questions)} {kind}" for kind in KINDS]
    candidates = [len(elements(build_screen(seen.shot))) for seen in choices.screens.values()]
    apps = len({seen.app for seen in choices.screens.values()})
    heads = ["method", *KINDS, "all", "ms per question"]
    text = f"""### Choice of the element that an instruction means

{len(choices.questions)} hand-made questions ({", ".join(counts)}) on {len(choices.screens)} screens
of {apps} real applications that no method was trained on, {min(candidates)} to {max(candidates)} elements
each. Share of correct choices with its 95 % interval (Wilson; questions on one screen are not independent, so
the true intervals are wider). Time is the mean, with the model loaded; a local model processes a screen once
and caches it for the next question about it.

{render_table(heads, rows)}"""
    return "\n\n".join([text, *(f"Not measured: {line}" for line in missing)])


def measure(
    names: Sequence[str], choices: QuestionSet, *, out: Path, most: Mapping[str, int]
) -> tuple[list[list[str]], dict[str, list[dict]], list[str]]:
    """Run every method; return the table rows, the answers, and the methods that could not run."""
    rows, data, missing = [], {}, []
    for name in names:
        questions_asked: Sequence[Question] = choices.questions
        if name in most:
            sampled = random.Random(SEED).sample(range(len(questions_asked)), len(questions_asked))  # noqa: S311  to be repeated
            questions_asked = [questions_asked[i] for i in sorted(sampled[: most[name]])]
        cache_file = out / (name.replace(":", "+").replace("/", "+") + ".jsonl")
        try:
            given_answers = list(
                answer_questions(name, choices, questions=questions_asked, cache_file=cache_file)
            )
        except (OnscreenError, ImportError) as error:
            missing.append(f"{name}: {error}")
            continue
        rows.append(
            render_row(
                name,
                questions_asked=questions_asked,
                given_answers=given_answers,
                total=len(choices.questions),
            )
        )
        data[name] = [msgspec.to_builtins(each) for each in given_answers]
        print(" | ".join(rows[-1]), flush=True)
    return rows, data, missing


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", nargs="+", default=list(MODELS))
    parser.add_argument("--out", type=Path, default=RESULTS / "element_choice")
    parser.add_argument("--fresh", nargs="*", default=[], help="methods whose cached answers are deleted")
    parser.add_argument("--most", nargs="+", default=[], metavar="METHOD=COUNT")
    parser.add_argument("--only-print", action="store_true", help="print without publishing")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in arguments.fresh:
        (arguments.out / (name.replace(":", "+").replace("/", "+") + ".jsonl")).unlink(missing_ok=True)
    most = {name: int(count) for name, _, count in (each.rpartition("=") for each in arguments.most)}
    choices = load_choices(QUESTIONS)
    rows, data, missing = measure(arguments.models, choices, out=arguments.out, most=most)
    text = render_report(choices, rows, missing=missing)
    if arguments.only_print:
        print(text)
        return
    publish("element_choice", text, {"answers": data, "missing": missing})


if __name__ == "__main__":
    main()
