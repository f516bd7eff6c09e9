"""Whether what a local language model writes teaches a net to choose: nets fitted with and without it.

    python benchmarks/reflex_paraphrases.py [TRAINING] [--model local:...] [--most 200] [--passes 4]

TRAINING is the folder of one (runs/reflex/full), with its vocabulary and vectors. The model is told names of
elements that the word list has wishes for, drawn by a seed, and writes other ways to ask for them; what is
too like a question of the test is left out, as for the word list. Nets of the shape that ships are fitted
from nothing to pairs alone, and asked the questions of `element_choice`, of whose applications no pair is. Of
several right elements the first counts, so these figures are beside those of `element_choice.py`, not the
same. Answers are kept and not asked for again.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from _fits import measured, share
from _report import RESULTS, publish, table

from onscreen.model.model_factory import make_model
from onscreen.types import FreeText, Prompt
from onscreen_train.corpus import paired
from onscreen_train.element_pairs import Choices, Question, read
from onscreen_train.episode_rows import Row
from onscreen_train.training_run import VECTORS

sys.path.insert(0, str(Path(__file__).parent / "element_choice"))
from formats import KINDS, PAIRS, QUESTIONS, write
from pairs import asked_in_test, like

SEED = 7
SYSTEM = """You are told a control of a screen. You answer with one line: three short commands of a person who
wants it and does not know its name, with / between them. Examples of answers:
button "Delete": throw this away / get rid of it / erase it
checkbox "Wi-Fi": connect without a cable / wireless on / use the network at home
Answer with the three commands alone."""
ASK = '{role} "{name}"'
MOST_TOKENS = 48
LONGEST = 80


class Written(msgspec.Struct, frozen=True):
    """What the model wrote of an element of this name."""

    name: str
    texts: tuple[str, ...]


def name_of(question: Question, pairs: Choices) -> tuple[str, str]:
    """Return role and name of the element that is meant."""
    node = pairs.screens[question.screen].shot.nodes[question.right[0]]
    return node.role, node.name


def written(names: Sequence[tuple[str, str]], *, model: str, kept: Path) -> dict[str, tuple[str, ...]]:
    """Ask the model for every name that was not asked for before; return what it wrote, by name."""
    decoder = msgspec.json.Decoder(Written)
    known = [decoder.decode(line) for line in kept.read_bytes().splitlines()] if kept.exists() else []
    found = {each.name: each.texts for each in known}
    brain = make_model(model)
    with kept.open("ab") as file:
        for number, (role, name) in enumerate(names, 1):
            if name in found:
                continue
            asked = Prompt(ASK.format(role=role, name=name), system=SYSTEM, form=FreeText(MOST_TOKENS))
            said = brain(asked).text.strip().split("\n")[0]
            found[name] = tuple(part.strip(' ."') for part in said.split("/"))
            file.write(msgspec.json.encode(Written(name, found[name])) + b"\n")
            file.flush()
            print(f"{number}/{len(names)} {name}: {said}", flush=True)
    return found


def usable(name: str, texts: Sequence[str], *, tested: tuple[str, ...]) -> Iterator[str]:
    """Yield what does not say the name itself, is short, and is not too like a question of the test."""
    for text in dict.fromkeys(texts):
        if text and len(text) <= LONGEST and name.lower() not in text.lower() and not like(text, tested):
            yield text


def main() -> None:
    """Ask, fit and ask the nets, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, nargs="?", default=Path("runs/reflex/full"))
    parser.add_argument("--model", default="local:qwen2.5-coder-1.5b")
    parser.add_argument("--most", type=int, default=200, help="names that the model is told")
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--only-write", action="store_true", help="ask the model and fit nothing")
    asked = parser.parse_args()
    if not (asked.training / VECTORS).exists():
        parser.error(f"no training in {asked.training}; make train-reflex makes one")
    folder = RESULTS / "reflex_paraphrases"
    folder.mkdir(parents=True, exist_ok=True)
    pairs = read(PAIRS)
    by_name = [each for each in pairs.questions if each.kind == "lexical"]
    names = sorted({name_of(each, pairs) for each in pairs.questions if each.kind == "intent"})
    drawn = random.Random(SEED).sample(names, min(asked.most, len(names)))  # noqa: S311 - no secret
    found = written(drawn, model=asked.model, kept=folder / f"{asked.model.replace(':', '+')}.jsonl")
    if asked.only_write:
        return
    tested = asked_in_test()
    more = [
        msgspec.structs.replace(each, instruction=text, kind="paraphrase")
        for each in by_name
        if name_of(each, pairs) in set(drawn)
        for text in usable(name_of(each, pairs)[1], found[name_of(each, pairs)[1]], tested=tested)
    ]

    def rows(name: str, choices: Choices, questions: Sequence[Question]) -> list[Row]:
        path = folder / f"{name}.jsonl.gz"
        write(path, choices.screens.values(), questions=questions)
        return list(paired([path], weight=1.0))

    plain = rows("names", pairs, by_name)
    told = rows("written", pairs, more)
    listed = rows("listed", pairs, [each for each in pairs.questions if each.kind != "lexical"])
    test = read(QUESTIONS)
    kinds = [rows(kind, test, [each for each in test.questions if each.kind == kind]) for kind in KINDS]
    cases = {
        "names alone": plain,
        f"and what `{asked.model}` wrote": [*plain, *told],
        "and the word list": [*plain, *listed],
        "and both": [*plain, *listed, *told],
    }
    lines = []
    for name, learnt in cases.items():
        results = measured(asked.training, learnt, asked=kinds, passes=asked.passes)
        lines.append((name, len(learnt), *(share(each) for each in results)))
    text = f"""### Whether a language model's paraphrases teach to choose

Nets of the shape that ships, fitted from nothing for {asked.passes} passes to pairs alone; the model was
told {len(drawn)} of {len(names)} names that the word list has wishes for, and wrote {len(more)} pairs that
could be used. Asked are the questions above; of several right elements only the first counts.

{table(("learns", "pairs", *KINDS), lines)}"""
    publish("reflex-paraphrases", text, {"lines": lines})


if __name__ == "__main__":
    main()
