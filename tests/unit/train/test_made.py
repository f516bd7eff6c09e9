"""Made applications, and what fits nothing."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")

import msgspec

from onscreen.model.reflex.manifest import FOLDER, WORDS
from onscreen.model.reflex.vocabulary import FREE, NOTHING_FITS
from onscreen.model.reflex.words import Pieces, folded
from onscreen.perceive.look import look
from onscreen.train.corpus import MADE_WEIGHT, invented, misfits
from onscreen.train.examples import Example, example_of, examples_of
from onscreen.train.made import MADE, made
from onscreen.types import Done, Element, targets

SEEDS = range(1000, 1200)


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    """Return the vocabulary that ships."""
    return Pieces(FOLDER / WORDS)


def test_a_seed_makes_one_application() -> None:
    """The same seed gives the same application, another one another."""
    assert made(1000) == made(1000)
    assert len({made(seed).task.instruction for seed in SEEDS}) > len(SEEDS) // 2


def test_every_step_is_on_the_screen_and_the_last_is_done() -> None:
    """Each action is about an element as it is on the screen then, and the run ends when nothing is left."""
    for seed in SEEDS:
        episode = made(seed)
        for step in episode.steps():
            shown = look(step.before).elements
            assert all(t in shown for t in targets(step.decision.action) if isinstance(t, Element))
        assert isinstance(episode.decisions[-1].action, Done)
        assert episode.task.name.startswith(MADE)


def test_every_step_is_one_of_the_nets_choices(pieces: Pieces) -> None:
    """Nothing is made that the net could not choose; each counts less than what was really played."""
    rows = list(invented(100))
    assert all(isinstance(each, Example) for each in examples_of(rows, pieces))
    assert {row.weight for row in rows} == {MADE_WEIGHT}


def test_notes_tell_what_a_drawing_does() -> None:
    """Where buttons are drawings, the notes name the one to press."""
    told = [made(seed) for seed in SEEDS if made(seed).decisions[0].notes]
    assert told
    for episode in told:
        first = episode.decisions[0]
        (target,) = targets(first.action)
        assert isinstance(target, Element)
        note = next((n for n in first.notes if n.startswith(f"{target.mark}: ")), None)
        verb = episode.task.instruction.split()[0].casefold()
        assert verb in {"open", "click"} or (note is not None and verb in folded(note))


def test_what_fits_nothing_is_to_be_given_up(pieces: Pieces) -> None:
    """Some screens are asked for another task's wish; no word of it is there, and giving up is right."""
    rows = list(misfits(invented(300)))
    odd = [row for row in rows if row.origin.startswith("misfit")]
    assert odd
    assert len(rows) == len(list(invented(300))) + len(odd)
    for row in odd:
        shown = {word for n in row.seen.nodes for word in folded(f"{n.name} {n.value} {n.clue}")}
        assert shown.isdisjoint(folded(row.instruction))
        assert not {n.role for n in row.seen.nodes} & {*folded(row.instruction)}
        label = example_of(msgspec.structs.replace(row, notes=()), pieces).label
        assert (FREE[label.verb], label.elements) == (NOTHING_FITS, ())
