"""Whether paraphrases by a local language model help a network to choose elements.

    python benchmarks/reflex_paraphrases.py [TRAINING] [--model local:...] [--most 200] [--epochs 4]

TRAINING is the folder of a training (runs/reflex/full), with its vocabulary and vectors. The model is given
names of elements for which the word list has intents, sampled by a seed, and generates other ways to ask
for them; texts similar to a test question are removed, as for the word list. Networks of the shipped shape
are trained from scratch on pairs alone, and evaluated on the questions of `element_choice`, whose
applications occur in no pair. If several elements are correct, only the first counts, so these figures are
not comparable with those of `element_choice.py`. Replies are cached.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from _fits import format_accuracy, train_and_evaluate
from _report import RESULTS, publish, render_table

from onscreen.model.model_factory import make_model
from onscreen.types import FreeText, Prompt
from onscreen_train.corpus import rows_from_pairs
from onscreen_train.element_pairs import Question, QuestionSet, load_choices
from onscreen_train.episode_rows import Row
from onscreen_train.training_run import VECTORS

sys.path.insert(0, str(Path(__file__).parent / "element_choice"))
from formats import KINDS, PAIRS, QUESTIONS, write
from pairs import is_similar_to_test, load_test_phrases

SEED = 7
SYSTEM = """You are told a control of a screen. You answer with one line: three short commands of a person who
wants it and does not know its name, with / between them. Examples of answers:
button "Delete": throw this away / get rid of it / erase it
checkbox "Wi-Fi": connect without a cable / wireless on / use the network at home
Answer with the three commands alone."""
ASK = '{role} "{name}"'
MAX_TOKENS = 48
MAX_CHARS = 80


class GeneratedTexts(msgspec.Struct, frozen=True):
    """The texts that the model generated for an element with this name."""

    name: str
    texts: tuple[str, ...]


def role_and_name(question: Question, pairs: QuestionSet) -> tuple[str, str]:
    """Return role and name of the element that a question means."""
    node = pairs.screens[question.screen].shot.nodes[question.right[0]]
    return node.role, node.name


def generate_texts(
    names: Sequence[tuple[str, str]], *, model: str, cache_file: Path
) -> dict[str, tuple[str, ...]]:
    """Query the model for every name that is not cached; return the generated texts by name."""
    decoder = msgspec.json.Decoder(GeneratedTexts)
    cached = (
        [decoder.decode(line) for line in cache_file.read_bytes().splitlines()] if cache_file.exists() else []
    )
    texts_by_name = {each.name: each.texts for each in cached}
    text_model = make_model(model)
    with cache_file.open("ab") as file:
        for number, (role, name) in enumerate(names, 1):
            if name in texts_by_name:
                continue
            prompt = Prompt(ASK.format(role=role, name=name), system=SYSTEM, form=FreeText(MAX_TOKENS))
            reply = text_model(prompt).text.strip().split("\n")[0]
            texts_by_name[name] = tuple(part.strip(' ."') for part in reply.split("/"))
            file.write(msgspec.json.encode(GeneratedTexts(name, texts_by_name[name])) + b"\n")
            file.flush()
            print(f"{number}/{len(names)} {name}: {reply}", flush=True)
    return texts_by_name


def filter_texts(name: str, texts: Sequence[str], *, test_phrases: tuple[str, ...]) -> Iterator[str]:
    """Yield short texts that do not contain the name and are not similar to a test question."""
    for text in dict.fromkeys(texts):
        if (
            text
            and len(text) <= MAX_CHARS
            and name.lower() not in text.lower()
            and not is_similar_to_test(text, test_phrases)
        ):
            yield text


def main() -> None:
    """Generate, train and evaluate, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, nargs="?", default=Path("runs/reflex/full"))
    parser.add_argument("--model", default="local:qwen2.5-coder-1.5b")
    parser.add_argument("--most", type=int, default=200, help="maximum number of names given to the model")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--only-write", action="store_true", help="generate texts only, without training")
    arguments = parser.parse_args()
    if not (arguments.training / VECTORS).exists():
        parser.error(f"no training in {arguments.training}; run make train-reflex")
    folder = RESULTS / "reflex_paraphrases"
    folder.mkdir(parents=True, exist_ok=True)
    pairs = load_choices(PAIRS)
    by_name = [each for each in pairs.questions if each.kind == "lexical"]
    names = sorted({role_and_name(each, pairs) for each in pairs.questions if each.kind == "intent"})
    sampled = random.Random(SEED).sample(names, min(arguments.most, len(names)))  # noqa: S311 - no secret
    generated = generate_texts(
        sampled, model=arguments.model, cache_file=folder / f"{arguments.model.replace(':', '+')}.jsonl"
    )
    if arguments.only_write:
        return
    test_phrases = load_test_phrases()
    generated_pairs = [
        msgspec.structs.replace(each, instruction=text, kind="paraphrase")
        for each in by_name
        if role_and_name(each, pairs) in set(sampled)
        for text in filter_texts(
            role_and_name(each, pairs)[1], generated[role_and_name(each, pairs)[1]], test_phrases=test_phrases
        )
    ]

    def rows(name: str, choices: QuestionSet, questions: Sequence[Question]) -> list[Row]:
        path = folder / f"{name}.jsonl.gz"
        write(path, choices.screens.values(), questions=questions)
        return list(rows_from_pairs([path], weight=1.0))

    name_rows = rows("names", pairs, by_name)
    generated_rows = rows("written", pairs, generated_pairs)
    word_list_rows = rows("listed", pairs, [each for each in pairs.questions if each.kind != "lexical"])
    test = load_choices(QUESTIONS)
    test_rows = [rows(kind, test, [each for each in test.questions if each.kind == kind]) for kind in KINDS]
    cases = {
        "names only": name_rows,
        f"with paraphrases by `{arguments.model}`": [*name_rows, *generated_rows],
        "with the word list": [*name_rows, *word_list_rows],
        "with both": [*name_rows, *word_list_rows, *generated_rows],
    }
    table_rows = []
    for name, training_rows in cases.items():
        results = train_and_evaluate(
            arguments.training, training_rows, test_sets=test_rows, epochs=arguments.epochs
        )
        table_rows.append((name, len(training_rows), *(format_accuracy(each) for each in results)))
    text = f"""### The effect of paraphrases by a language model

Networks of the shipped shape, trained from scratch for {arguments.epochs} epochs on pairs alone; the model
was given {len(sampled)} of {len(names)} names for which the word list has intents, and generated
{len(generated_pairs)} usable pairs. They are evaluated on the questions above; if several elements are
correct, only the first counts.

{render_table(("training data", "pairs", *KINDS), table_rows)}"""
    publish("reflex-paraphrases", text, {"lines": table_rows})


if __name__ == "__main__":
    main()
