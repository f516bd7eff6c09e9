"""The signal `completed`: probability from several kinds of evidence, thresholds, files and checks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.pixel_array import decode, encode
from onscreen.policy.completion.completion_classifier import (
    CLASSIFIER_FILE,
    NEGATIVE_FEATURES,
    UNSIGNED_FEATURES,
    VERSION,
    Classifier,
    choose_thresholds,
    default_classifier,
    feature_names,
    fit_classifier,
    lowest_threshold,
    read_classifier,
    write_classifier,
)
from onscreen.policy.completion.completion_features import Features, compute_features
from onscreen.policy.completion.completion_signal import CompletionSignal, Schedule, checked
from onscreen.policy.completion.completion_training import (
    LabeledEpisode,
    calibrate,
    detect,
    label_screens,
    make_examples,
    make_references,
    summarize_detections,
)
from onscreen.stop.completed_reference import CompletedReference, find_references, make_reference
from onscreen.stop.signal_combination import make_signal
from onscreen.store.episode_recorder import save_episode
from onscreen.testing import SignalContract
from onscreen.testing.sample_episodes import ALARM_STEPS, alarm_episode, click_episode
from onscreen.types import Decision, Done, Episode, Outcome, PageValue, Signal, Task, TextShown
from onscreen.types.errors import BadText, UsageError

INVALID_OPTIONS = ("compare=never", "importance=2", "importance=nan", "importance=high")
REFERENCES = tuple(
    make_reference(alarm_episode(time, started_at=at), origin=f"run at {time}")
    for at, time in ((1.0, "6:15"), (2.0, "9:45"))
)
RUN = alarm_episode("7:30", started_at=9.0)
BY_ACTIONS = Classifier(("exact_actions",), (12.0,), -9.0, (0.0,), (1.0,))
"""Classifier that is sure once all actions of a reference were performed."""


class TestCompleted(SignalContract):
    """Contract tests of the signal."""

    def make_signal(self) -> Signal:
        """Create the signal with two references."""
        return CompletionSignal(REFERENCES, BY_ACTIONS)

    def fires_on(self) -> tuple[Episode, ...]:
        """Return a run that has just finished."""
        return (RUN,)

    def silent_on(self) -> tuple[Episode, ...]:
        """Return the run before its last steps, and a run of another task."""
        return (*(alarm_episode("7:30", steps=steps, started_at=9.0) for steps in range(3)), click_episode(3))


class TestChecked(SignalContract):
    """Contract tests of the signal `checked`."""

    def make_signal(self) -> Signal:
        """Create the signal."""
        return make_signal("checked")

    def fires_on(self) -> tuple[Episode, ...]:
        """Return a run whose check holds on the last screen."""
        task = Task("Set an alarm at 7:30", check=TextShown("alarm 7:30"))
        return (msgspec.structs.replace(RUN, task=task),)

    def silent_on(self) -> tuple[Episode, ...]:
        """Return a run without a check, and one whose check needs the device."""
        task = Task("Set an alarm at 7:30", check=PageValue("1"))
        return (RUN, msgspec.structs.replace(RUN, task=task))


def test_check_decides_alone() -> None:
    """A check that can be judged without the device overrules all other evidence, in both directions."""
    signal = CompletionSignal(REFERENCES, BY_ACTIONS)
    for text, state in (("alarm 7:30", "finished"), ("alarm 8:30", "unfinished")):
        task = Task("Set an alarm at 7:30", check=TextShown(text))
        found = signal.assess(msgspec.structs.replace(RUN, task=task))
        assert found.state == state
        assert "the check of the task" in found.evidence
    assert checked(RUN) is None


def test_evidence_has_numbers_and_origins() -> None:
    """The evidence states probability, thresholds, features, and the runs that the references are from."""
    found = CompletionSignal(REFERENCES, BY_ACTIONS).assess(RUN)
    for part in ("finished: probability ", "finished from ", "actions 1.00", "references from run at "):
        assert part in found.evidence


def test_without_a_reference_nothing_is_finished() -> None:
    """Without a reference of a similar task, the answer is never "finished", and the evidence says why."""
    always = msgspec.structs.replace(BY_ACTIONS, finished_from=0.0)
    found = CompletionSignal((), always).assess(RUN)
    assert found.state == "not sure"
    assert "no reference of a similar task" in found.evidence


def unfit_reference(kind: str) -> CompletedReference:
    """Return a reference that differs from the runs in the named way, or equals their start screen."""
    finished = alarm_episode("6:15", started_at=1.0)
    if kind == "other application":
        other = msgspec.structs.replace(click_episode(3), task=finished.task, started_at=1.0)
        return make_reference(other, origin=kind)
    if kind == "start screen":
        start = alarm_episode("6:15", steps=0, started_at=1.0)
        decision, outcome = finished.decisions[0], finished.outcomes[0]
        return make_reference(start.then(decision, outcome, shot=start.last), origin=kind)
    if kind == "other language":
        nodes = tuple(msgspec.structs.replace(node, name=f"{node.name} (de)") for node in finished.last.nodes)
        last = msgspec.structs.replace(finished.last, nodes=nodes)
    else:
        pixels = decode(finished.last.picture)
        picture = encode(255 - pixels if kind == "other theme" else pixels.repeat(2, 0).repeat(2, 1))
        last = msgspec.structs.replace(finished.last, picture=picture)
    return make_reference(msgspec.structs.replace(finished, shots=(*finished.shots[:-1], last)), origin=kind)


@pytest.mark.parametrize(
    "kind", ["other application", "start screen", "other language", "other theme", "other size"]
)
def test_a_reference_that_does_not_fit_finishes_no_unfinished_run(kind: str) -> None:
    """No screen before the end counts as finished, and the evidence names the reference."""
    signal = CompletionSignal((unfit_reference(kind),), default_classifier())
    for steps in range(ALARM_STEPS):
        found = signal.assess(RUN.so_far(steps))
        assert found.state != "finished"
        assert f"references from {kind}" in found.evidence
        assert ("so it proves nothing" in found.evidence) is (kind == "start screen")


def test_question_needs_an_answer() -> None:
    """A question does not end without the agent's answer, however similar the screen is."""
    always = msgspec.structs.replace(BY_ACTIONS, finished_from=0.0)
    question = msgspec.structs.replace(RUN, task=Task("At what time is the alarm at 7:30 set?"))
    reference = msgspec.structs.replace(REFERENCES[0], instruction="At what time is the alarm at 6:15 set?")
    signal = CompletionSignal((reference,), always)
    assert signal.assess(question).state == "finished"
    assert signal(question) is None


def test_features_tell_finished_from_unfinished() -> None:
    """Actions, texts and values of the references are complete on the finished screen, and only there."""
    matches = find_references(REFERENCES, RUN)
    finished, before = compute_features(RUN, matches), compute_features(RUN.so_far(2), matches)
    assert (finished.actions, finished.exact_actions, finished.last_action, finished.values) == (1, 1, 1, 1)
    assert before.actions < 1
    assert before.tree < finished.tree
    assert before.picture < finished.picture


def test_wrong_value_is_not_finished() -> None:
    """A run that set another time than the instruction asks for lacks a value and an action."""
    wrong = msgspec.structs.replace(alarm_episode("8:00", started_at=9.0), task=RUN.task)
    found = compute_features(wrong, find_references(REFERENCES, wrong))
    assert (found.values, found.entered_texts) == (0, 0)
    assert found.exact_actions == found.actions == 0.75


def make_labeled(times: tuple[str, ...]) -> tuple[LabeledEpisode, ...]:
    """Create finished and unfinished runs of the alarm task, one task per time."""
    return tuple(
        LabeledEpisode(
            episode, label_screens(episode, is_finished=steps == ALARM_STEPS), f"at {time}", f"{time} {steps}"
        )
        for at, time in enumerate(times)
        for steps in (2, ALARM_STEPS)
        for episode in (alarm_episode(time, steps=steps, started_at=10.0 * at + steps),)
    )


def test_calibration_learns_to_detect() -> None:
    """A classifier calibrated on some tasks stops runs of others exactly when they are finished."""
    labeled = make_labeled(("6:15", "7:30", "8:05", "9:45", "11:20"))
    references = make_references(labeled)
    classifier = calibrate(tuple(make_examples(labeled, references)), trained_on="5 alarms")
    signal = CompletionSignal(references, classifier)
    found = summarize_detections([detect(each, signal) for each in make_labeled(("4:40", "5:55"))])
    assert (found.right, found.false, found.missed, found.late_steps) == (2, 0, 0, 0)
    assert (found.precision, found.recall, found.false_stops, found.mean_late) == (1, 1, 0, 0)


def test_calibration_needs_both_kinds_of_screens() -> None:
    """Too few tasks, or only unfinished screens, are errors that state what was found."""
    labeled = make_labeled(("6:15",))
    with pytest.raises(UsageError, match="1 task; expected at least 2"):
        calibrate(tuple(make_examples(labeled, ())))
    with pytest.raises(UsageError, match="0 of 2 screens finished"):
        fit_classifier([Features(), Features()], [False, False])


@given(st.lists(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=6), min_size=1, max_size=20))
def test_threshold_keeps_false_stops_rare(episodes: list[list[tuple[float, bool]]]) -> None:
    """At most the allowed share of the episodes stops on an unfinished screen."""
    for share in (0.0, 0.1, 0.5):
        threshold = lowest_threshold(episodes, max_false_share=share)
        first = (
            next((known for value, known in screens if value >= threshold), True) for screens in episodes
        )
        assert sum(not known for known in first) <= share * len(episodes)


def test_between_the_thresholds_the_classifier_is_not_sure() -> None:
    """Overlapping probabilities give three answers."""
    episodes = [[(0.2, False), (0.6, True)], [(0.4, False), (0.3, True)], [(0.7, False)], [(0.9, True)]]
    found = choose_thresholds(default_classifier(), episodes)
    assert [found.state(p) for p in (0.1, 0.5, 0.8)] == ["unfinished", "not sure", "finished"]


def test_classifier_file_is_checked(tmp_path: Path) -> None:
    """A missing or truncated file, and one with unknown features, are errors with advice."""
    path = tmp_path / CLASSIFIER_FILE
    write_classifier(default_classifier(), path)
    assert read_classifier(path) == default_classifier()
    content = path.read_bytes()
    damaged = (
        content[: len(content) // 2],
        msgspec.json.encode(Classifier(("speed",), (1.0,), 0.0, (0.0,), (1.0,))),
        msgspec.json.encode(Classifier(("tree",), (), 0.0, (0.0,), (1.0,))),
        b"",
    )
    for wrong in damaged:
        path.write_bytes(wrong)
        with pytest.raises(UsageError, match="onscreen stop calibrate"):
            read_classifier(path)
    with pytest.raises(UsageError, match="cannot read"):
        read_classifier(tmp_path / "none.json")
    assert set(default_classifier().names) <= set(feature_names())


@pytest.mark.parametrize("version", [1, VERSION - 1, VERSION + 1])
def test_weights_of_another_version_are_rejected(tmp_path: Path, version: int) -> None:
    """The error names the found and the expected version and the command, even if the fields differ."""
    old = msgspec.to_builtins(msgspec.structs.replace(default_classifier(), version=version))
    save_episode(alarm_episode("6:15", started_at=1.0), tmp_path / "run")
    for content in (old, {"version": version}):
        (tmp_path / CLASSIFIER_FILE).write_bytes(msgspec.json.encode(content))
        with pytest.raises(UsageError) as caught:
            make_signal(f"completed:{tmp_path}")
        for part in (f"version {version} of", f"expected version {VERSION}", "onscreen stop calibrate"):
            assert part in str(caught.value)


def test_signal_uses_the_classifier_in_the_folder(tmp_path: Path) -> None:
    """The weights that were calibrated on a folder are used with its episodes."""
    save_episode(alarm_episode("6:15", started_at=1.0), tmp_path / "run")
    write_classifier(BY_ACTIONS, tmp_path / CLASSIFIER_FILE)
    assert make_signal(f"completed:{tmp_path}")(RUN) is not None
    write_classifier(msgspec.structs.replace(BY_ACTIONS, finished_from=2.0), tmp_path / CLASSIFIER_FILE)
    assert make_signal(f"completed:{tmp_path}")(RUN) is None
    for rest in ("completed:", "checked:now", *(f"completed:{tmp_path}?{each}" for each in INVALID_OPTIONS)):
        with pytest.raises(BadText, match=r"found|compare|importance"):
            make_signal(rest)


def test_default_classifier_prefers_finished_screens() -> None:
    """With the weights of the package, the finished screen is the most probable one of a run."""
    signal = CompletionSignal(REFERENCES, default_classifier())
    probabilities = [signal.assess(RUN.so_far(step)).probability for step in range(ALARM_STEPS + 1)]
    assert max(probabilities) == probabilities[-1]


@given(st.sampled_from(feature_names()), st.floats(0, 1), st.floats(0, 1))
def test_more_evidence_for_completion_never_lowers_the_probability(
    name: str, one: float, other: float
) -> None:
    """The probability rises with evidence for completion and falls with evidence against it."""
    low, high = sorted((one, other))
    first, second = (
        default_classifier().probability(msgspec.structs.replace(Features(), **{name: value}))
        for value in (low, high)
    )
    is_right = first >= second if name in NEGATIVE_FEATURES else first <= second
    assert is_right or name in UNSIGNED_FEATURES


def test_schedule_saves_comparisons() -> None:
    """A short unimportant task is compared only when the agent claims to be done, others after every step."""
    claim = RUN.then(Decision(Done()), Outcome(), shot=RUN.last)
    for schedule, stops in (
        (Schedule(), True),
        (Schedule("end"), False),
        (Schedule("auto", importance=0.2), False),
        (Schedule("auto", importance=0.9), True),
    ):
        signal = CompletionSignal(REFERENCES, BY_ACTIONS, schedule=schedule)
        assert (signal(RUN) is not None) is stops
        assert signal(claim) is not None
