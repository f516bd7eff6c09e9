"""The signal `similar`: calibrated similarity to finished states, and references that prove nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from onscreen.perceive.pixel_array import decode, encode
from onscreen.stop.completed_reference import find_references, make_reference
from onscreen.stop.instruction_values import fill_values, map_values
from onscreen.stop.picture_similarity import (
    compare_pictures,
    layout_diversity,
    learn_ignored_regions,
)
from onscreen.stop.signal_combination import make_signal
from onscreen.stop.similarity_signal import SimilarityOptions, SimilaritySignal
from onscreen.stop.state_comparison import image, make_comparison, tree
from onscreen.store.episode_recorder import save_episode
from onscreen.testing import SignalContract
from onscreen.testing.sample_episodes import ALARM_STEPS, alarm_episode, click_episode
from onscreen.types import Box, Decision, Episode, Outcome, Picture, Shot, Signal
from onscreen.types.errors import BadText, BrokenEpisode, UnknownName, UsageError

REFERENCES = tuple(
    make_reference(alarm_episode(time, started_at=at), origin=f"run at {time}")
    for at, time in ((1.0, "6:15"), (2.0, "9:45"))
)


def paint(level: int, *, size: tuple[int, int] = (96, 128), box: Box | None = None) -> Picture:
    """Paint a picture in one gray level, with an optional box in black and white stripes."""
    pixels = np.full((size[1], size[0], 3), level, np.uint8)
    if box is not None:
        area = pixels[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
        area[::2], area[1::2] = 0, 255
    return encode(pixels)


class TestSimilar(SignalContract):
    """Contract tests of the signal with pictures."""

    def make_signal(self) -> Signal:
        """Create the signal with two references."""
        return SimilaritySignal(REFERENCES, image)

    def fires_on(self) -> tuple[Episode, ...]:
        """Return a run that has just finished."""
        return (alarm_episode("7:30", started_at=9.0),)

    def silent_on(self) -> tuple[Episode, ...]:
        """Return the run before its last step, and a run of another task."""
        unfinished = (alarm_episode("7:30", steps=steps, started_at=9.0) for steps in range(ALARM_STEPS))
        return (*unfinished, click_episode(3))


class TestSimilarTree(TestSimilar):
    """Contract tests of the signal with trees."""

    def make_signal(self) -> Signal:
        """Create the signal with two references."""
        return SimilaritySignal(REFERENCES, tree)


def test_evidence_has_numbers_and_the_origin_of_the_reference() -> None:
    """The evidence states both indexes, the raw similarity, the baseline and the reference's run."""
    stop = SimilaritySignal(REFERENCES, image)(alarm_episode("7:30", started_at=9.0))
    assert stop is not None
    assert stop.reason == "done"
    for part in (
        "completed excellently",
        "similarity index 1.000 >= satisfaction index 0.77",
        "similarity 1.000, of unfinished screens 0.",
        "reference from run at",
    ):
        assert part in stop.evidence


def test_reference_is_never_the_run_itself() -> None:
    """A recording of the judged run is not used as its reference."""
    episode = alarm_episode("6:15", started_at=1.0)
    assert [match.reference.origin for match in find_references(REFERENCES, episode)] == ["run at 9:45"]
    assert SimilaritySignal(REFERENCES[:1], image).assess(episode).notes == (
        "no reference of a similar task",
    )


def test_values_of_the_instruction_replace_those_of_the_reference() -> None:
    """Values that differ between two instructions are found in their places, and replaced in texts."""
    values = map_values("Call Ada Lind at 5:30", "Call Bo Karlsson at 7:00")
    assert set(values) >= {("Ada Lind", "Bo Karlsson"), ("5:30", "7:00")}
    assert fill_values("ada lind, 15:30, 5:30", values) == "Bo Karlsson, 15:30, 7:00"


def test_observations_must_be_stable() -> None:
    """With two observations, the first finished screen does not stop the run, a second one does."""
    signal = SimilaritySignal(REFERENCES, image, options=SimilarityOptions(observations=2))
    episode = alarm_episode("7:30", started_at=9.0)
    assert signal(episode) is None
    again = msgspec.structs.replace(episode.last, taken_at=5.0)
    assert signal(episode.then(episode.decisions[-1], episode.outcomes[-1], shot=again)) is not None


def test_reference_that_equals_an_unfinished_screen_proves_nothing() -> None:
    """A reference equal to the start screen never stops a run, and the evidence says why."""
    start = alarm_episode("7:30", steps=0)
    same = make_reference(start.then(*_step_of(start), shot=start.last), origin="nothing done")
    same = msgspec.structs.replace(same, earlier=(msgspec.structs.replace(start.last, taken_at=1.0),))
    found = SimilaritySignal([same], image).assess(alarm_episode("7:35", steps=0, started_at=9.0))
    assert found.completion == "not completed"
    assert "the reference equals an unfinished screen, so it proves nothing" in found.describe()


def _step_of(episode: Episode) -> tuple[Decision, Outcome]:
    other = alarm_episode("7:30", steps=len(episode.decisions) + 1)
    return other.decisions[0], other.outcomes[0]


def test_size_theme_and_shape_are_defined() -> None:
    """Another size is scaled, another theme inverted, and another shape not compared, each with a note."""
    box = Box(20, 30, 60, 50)
    light = paint(240, box=box)
    scaled = compare_pictures(light, paint(240, size=(192, 256), box=Box(40, 60, 120, 100)))
    assert scaled.notes == ("scaled from 192x256",)
    dark = encode(255 - decode(light))
    inverted = compare_pictures(light, dark)
    assert inverted.value == pytest.approx(1.0)
    assert inverted.notes == ("another theme: inverted",)
    wide = compare_pictures(light, paint(240, size=(128, 96)))
    assert wide.value is None
    assert "96x128 and 128x96" in wide.notes[0]
    shot = Shot(paint(240, size=(128, 96)), ())
    assert image((Shot(light, ()),))(shot).value is None


def test_regions_that_vary_between_references_are_ignored() -> None:
    """What differs between references, such as a clock, is ignored; a change elsewhere is not."""
    clock, button = Box(0, 0, 20, 8), Box(40, 90, 80, 110)
    references = (paint(240, box=clock), paint(240))
    ignored = learn_ignored_regions(references)
    assert ignored is not None
    other_clock = paint(240, box=Box(4, 2, 24, 10))
    assert compare_pictures(references[0], other_clock, ignored=ignored).value == 1.0
    assert (compare_pictures(references[0], paint(240, box=button), ignored=ignored).value or 0) < 1
    assert learn_ignored_regions(references[:1]) is None
    assert learn_ignored_regions([paint(240), paint(10)]) is None
    assert 0 < layout_diversity(references) < 1
    assert layout_diversity(references[:1]) == 0


def test_required_regions_must_match() -> None:
    """A changed required region makes the similarity 0, however small it is."""
    field = Box(10, 10, 40, 24)
    reference, other = paint(240), paint(240, box=Box(12, 12, 16, 20))
    assert (compare_pictures(reference, other).value or 0) > 0.9
    found = compare_pictures(reference, other, required=(field,))
    assert found.value == 0
    assert "a required region has only" in found.notes[0]
    assert compare_pictures(reference, paint(240, box=Box(60, 60, 64, 70)), required=(field,)).value != 0


def test_required_regions_are_an_option_of_the_signal(tmp_path: Path) -> None:
    """A region that must match keeps a run from being stopped, and a region that is none is an error."""
    save_episode(alarm_episode("6:15", started_at=1.0), tmp_path / "run")
    finished = alarm_episode("7:30", started_at=9.0)
    shot = msgspec.structs.replace(finished.last, picture=paint(10, size=finished.last.picture.size))
    other = msgspec.structs.replace(finished, shots=(*finished.shots[:-1], shot))
    for options, is_stopped in (("", True), ("?required=0,0,30,30", False)):
        assert bool(make_signal(f"similar:tree:{tmp_path}{options}")(other)) is is_stopped
    for region in ("1,2,3", "a,b,c,d", "5,5,5,9", "-1,0,5,9"):
        with pytest.raises(BadText, match="LEFT,TOP,RIGHT,BOTTOM"):
            make_signal(f"similar:{tmp_path}?required={region}")


@pytest.mark.parametrize("region", [Box(0, 0, 3, 2), Box(90, 120, 400, 500), Box(300, 300, 400, 400)])
def test_small_regions_and_those_outside_the_picture_are_defined(region: Box) -> None:
    """A region of few pixels is compared; one that is not on the picture cannot differ."""
    assert compare_pictures(paint(240), paint(230), required=(region,)).value != 0


def test_trees_without_nodes_are_compared() -> None:
    """Screens without a tree are equal by their trees only if address and title allow it."""
    empty = Shot(paint(240), ())
    assert tree((empty,))(empty).value == 1.0
    assert tree(())(empty).value is None
    assert make_comparison("tree") is tree


def test_folder_of_references_is_checked(tmp_path: Path) -> None:
    """A folder without a completed run, a damaged run and invalid options are errors with advice."""
    for rest, error, said in (
        ("", BadText, "takes a folder"),
        (str(tmp_path), UsageError, "0 episodes, none of them completed"),
    ):
        with pytest.raises(error, match=said):
            make_signal(f"similar:{rest}")
    save_episode(alarm_episode("6:15", steps=2), tmp_path / "failed")
    with pytest.raises(UsageError, match="judge EPISODE good"):
        make_signal(f"similar:{tmp_path}")
    save_episode(alarm_episode("6:15", started_at=1.0), tmp_path / "good")
    assert make_signal(f"similar:tree:{tmp_path}")(alarm_episode("7:30", started_at=9.0)) is not None
    for query in ("importance=2", "observations=0", "importance=high", "speed=1"):
        with pytest.raises(BadText, match=rf"signal 'similar'.*{query.partition('=')[0]}"):
            make_signal(f"similar:{tmp_path}?{query}")
    with pytest.raises(UnknownName, match="image"):
        make_comparison("imag")
    episode_file = tmp_path / "good" / "episode.jsonl"
    episode_file.write_bytes(episode_file.read_bytes().replace(b"6:15", b"6:16"))
    with pytest.raises(BrokenEpisode):
        make_signal(f"similar:{tmp_path}")


def test_importance_decides_on_a_partly_equal_screen() -> None:
    """A screen that resembles the finished state completes an unimportant task only."""
    episode = alarm_episode("7:30", started_at=9.0)
    pixels = decode(episode.last.picture).copy()
    pixels[100:112, 30:40] = 0
    shots = (*episode.shots[:-1], msgspec.structs.replace(episode.last, picture=encode(pixels)))
    changed = msgspec.structs.replace(episode, shots=shots)
    for importance, stops in ((0.0, True), (1.0, False)):
        options = SimilarityOptions(importance=importance)
        assert (SimilaritySignal(REFERENCES, image, options=options)(changed) is not None) is stops


def test_reference_of_another_application_never_stops_a_run() -> None:
    """A run in another application with the same instruction is compared, and not completed."""
    other = click_episode(3)
    other = msgspec.structs.replace(other, task=alarm_episode("6:15").task, started_at=9.0)
    for comparison in (image, tree):
        found = SimilaritySignal(REFERENCES, comparison).assess(other)
        assert found.completion == "not completed"
        assert found.describe()


def test_language_of_the_screen_matters_to_trees_only() -> None:
    """A screen in another language is unlike the reference by its texts, and stops no run."""
    episode = alarm_episode("7:30", started_at=9.0)
    nodes = tuple(msgspec.structs.replace(node, name=f"{node.name} (de)") for node in episode.last.nodes)
    shots = (*episode.shots[:-1], msgspec.structs.replace(episode.last, nodes=nodes))
    translated = msgspec.structs.replace(episode, shots=shots)
    assert SimilaritySignal(REFERENCES, tree)(translated) is None


def test_animated_screen_is_recognized_if_the_references_show_the_animation() -> None:
    """A region that moves in the references is ignored, so that a moving screen still counts as finished."""
    still = alarm_episode("7:30").last
    pixels = decode(still.picture).copy()
    shots = []
    for frame in range(3):
        moved = pixels.copy()
        moved[100 + 4 * frame : 104 + 4 * frame, 60:90] = 0
        shots.append(msgspec.structs.replace(still, picture=encode(moved)))
    assert image(tuple(shots[:2]))(shots[2]).value == 1.0
    assert (image((shots[0],))(shots[2]).value or 0) < 1.0
