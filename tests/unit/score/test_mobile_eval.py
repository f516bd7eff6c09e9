"""Process score and completion rate, the metrics of Mobile-Eval."""

from __future__ import annotations

import msgspec

from onscreen.run.suite_summary import summarize
from onscreen.run.trial import make_result
from onscreen.score.mobile_eval import completion_rate, process_score
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Action,
    Back,
    Click,
    Decision,
    Done,
    Episode,
    Exchange,
    Outcome,
    Part,
    Plan,
    Point,
    Prompt,
    Reply,
    Score,
    Shot,
    Task,
    Value,
    Wait,
)

LIST, ITEM, SAVED = (
    shot_from_lines(f"button {name} [clickable]", "text always here") for name in ("Open", "Save", "Saved")
)
CLICK = Click(Point(1, 1))
FAILED = Outcome("it is gone", failed="ElementGone")


def played(*steps: tuple[Action | Decision, Shot], outcome: Outcome | None = None) -> Episode:
    """Return an episode that starts at the list and leads to the given screens."""
    episode = Episode(Task("Save the item."), (LIST,))
    for step, shot in steps:
        decision = step if isinstance(step, Decision) else Decision(step)
        episode = episode.then(decision, outcome or Outcome(), shot=shot)
    return episode


def scored(episode: Episode, value: float | None, *parts: float | None) -> Episode:
    """Return the episode with a score of the given value and parts."""
    score = Score(value, tuple(Part(f"part {n}", part) for n, part in enumerate(parts)))
    return msgspec.structs.replace(episode, score=score)


def test_a_direct_run_has_only_correct_steps() -> None:
    """Steps that change the screen are correct, and so is the end of a run that succeeded."""
    episode = played((CLICK, ITEM), (CLICK, SAVED), (Done(), SAVED))
    assert process_score(scored(episode, 1.0)) == 1.0
    assert process_score(scored(episode, 0.0)) == 2 / 3
    assert process_score(episode) == 1.0


def test_steps_without_effect_are_wrong() -> None:
    """A step that changes nothing or fails is wrong."""
    assert process_score(played((CLICK, LIST), (CLICK, ITEM))) == 0.5
    assert process_score(played((CLICK, ITEM), outcome=FAILED)) == 0.0


def test_a_detour_counts_as_one_wrong_step() -> None:
    """A step that is undone by the next one is wrong; the step that leads back is correct."""
    assert process_score(played((CLICK, ITEM), (Back(), LIST), (CLICK, SAVED), (Done(), SAVED))) == 2 / 3


def test_a_visit_to_read_a_value_is_no_detour() -> None:
    """A screen that is left after a value was kept was visited on purpose."""
    keeps = Decision(Back(), plan=Plan(values=(Value("price", "5"),)))
    assert process_score(played((CLICK, ITEM), (keeps, LIST))) == 1.0


def test_waiting_is_wrong_only_after_an_unusable_reply() -> None:
    """A wait is a correct step unless the model's reply could not be used."""
    fault = Decision(Wait(), asked=(Exchange(Prompt("?"), Reply("x"), fault="no operation"),))
    assert process_score(played((Wait(), LIST), (fault, LIST))) == 0.5


def test_an_empty_run_has_no_process_score() -> None:
    """A run without steps has no process score, and a run without a score no completion rate."""
    assert process_score(played()) is None
    assert completion_rate(None) is None
    assert completion_rate(Score(None)) is None


def test_the_completion_rate_is_the_share_of_parts_that_hold() -> None:
    """The completion rate of a failed run is the mean of the parts that could be judged."""
    assert completion_rate(scored(played(), 0.0, 1.0, 0.0, None).score) == 0.5
    assert completion_rate(scored(played(), 0.0).score) == 0.0
    assert completion_rate(scored(played(), 1.0, 1.0, 0.0).score) == 1.0


def test_totals_contain_the_mean_of_both_metrics() -> None:
    """The totals of a suite contain the mean process score and completion rate of the known trials."""
    good = scored(played((CLICK, ITEM), (Done(), ITEM)), 1.0, 1.0)
    bad = scored(played((CLICK, LIST), (Done(), LIST)), 0.0, 1.0, 0.0)
    overall = summarize([make_result(each, "", seconds=1.0) for each in (good, bad, played())]).overall
    assert overall.process_score == 0.5
    assert overall.completion_rate == 0.75
