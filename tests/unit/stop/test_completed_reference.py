"""References are found by their task and by the application in which they start."""

from __future__ import annotations

import msgspec

from onscreen.stop.completed_reference import CompletedReference, find_references, make_reference
from onscreen.testing.sample_episodes import alarm_episode
from onscreen.text.similar_tasks import SAME_WORDS, TEMPLATE_SIMILARITY
from onscreen.types import Episode

RUN = alarm_episode("7:30", started_at=9.0)


def move(episode: Episode, address: str) -> Episode:
    """Return an episode whose screens all have an address."""
    shots = tuple(msgspec.structs.replace(shot, address=address) for shot in episode.shots)
    return msgspec.structs.replace(episode, shots=shots)


def reference(time: str, address: str) -> CompletedReference:
    """Return a reference of the alarm task in an application."""
    return make_reference(move(alarm_episode(time, started_at=1.0), address), origin=f"{time} {address}")


def test_references_of_the_application_are_preferred() -> None:
    """The same task in another application is no reference if the application has a similar one."""
    here, there = reference("6:15", "http://clock.test/alarms"), reference("7:30", "http://other.test/alarms")
    run = move(RUN, "http://clock.test/start")
    assert [each.reference for each in find_references([there, here], run)] == [here]
    assert [each.reference for each in find_references([there], run)] == [there]
    assert [each.reference for each in find_references([here, there], move(RUN, "http://third.test/"))] == [
        there
    ]


def test_same_instruction_excludes_other_values() -> None:
    """References with the same instruction are the only ones; otherwise those with other values are found."""
    same, other = reference("7:30", ""), reference("6:15", "")
    assert [each.similarity for each in find_references([other, same], move(RUN, ""))] == [SAME_WORDS / 100]
    assert [each.similarity for each in find_references([other], move(RUN, ""))] == [
        TEMPLATE_SIMILARITY / 100
    ]


def test_task_without_similar_references_has_none() -> None:
    """Neither other tasks nor a recording of the run itself are references."""
    other = msgspec.structs.replace(reference("6:15", ""), instruction="Delete the photo of the cat")
    own = make_reference(RUN, origin="the run itself")
    assert find_references([other, own], RUN) == find_references([], RUN) == ()


def test_number_of_references_is_limited() -> None:
    """At most the given number of references is found."""
    pool = [reference(f"6:{minute}", "") for minute in range(10, 20)]
    assert len(find_references(pool, move(RUN, ""))) == 3
    assert len(find_references(pool, move(RUN, ""), max_references=5)) == 5
