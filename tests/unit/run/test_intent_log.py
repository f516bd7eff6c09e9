"""Irreversible actions of interrupted and resumed runs: at most once, and never silently."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import practice_world
from onscreen.cli.main import main
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, allow_all, no_user
from onscreen.run.intent_log import find_resume_start
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.store.episode_store import load_episode
from onscreen.store.episode_verification import verify_episode
from onscreen.store.hash_chain import EPISODE_FILE
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import Action, Click, Decision, Episode, Intent, Outcome, Point, Shot, Task
from onscreen.types.errors import ActionTimeout, DeviceError, ElementCovered, NotAllowed

pytestmark = pytest.mark.usefixtures("practice")


class Shop(practice_world.Counter):
    """A counter that runs a function during the next order, before or after the order arrives."""

    def __init__(
        self, *, before: Callable[[], None] | None = None, after: Callable[[], None] | None = None
    ) -> None:
        super().__init__({})
        self.before, self.after, self.orders = before, after, 0

    def perform(self, _action: Action) -> str:
        """Count an order."""
        if self.before is not None:
            self.before()
        self.orders += 1
        if self.after is not None:
            self.after()
        return "ordered"


class Crash(Exception):
    """The process ends."""


def crash() -> None:
    """End the process."""
    raise Crash


def lose_device() -> None:
    """Disconnect the device."""
    raise DeviceError("the phone was unplugged")


def buy(
    folder: Path,
    shop: Shop,
    *,
    agent: str = "buyer",
    ask: Callable[[str], str] = no_user,
    resume: bool = False,
) -> Episode:
    """Run an agent that buys something, with every action approved."""
    trial = Trial(Task("buy tea"), str(folder), device="counter", agent=agent, model="mute", limits=Limits(5))
    hooks = RunHooks(ask_user=ask, approve=allow_all)
    return run_trial(trial, shop, cascade=Cascade(model=practice_world.Mute("")), hooks=hooks, resume=resume)


def interrupt(folder: Path, shop: Shop, *, agent: str = "buyer") -> None:
    """Run an agent until the process ends."""
    with pytest.raises(Crash):
        buy(folder, shop, agent=agent)


def reason(episode: Episode) -> str:
    """Return why a run ended."""
    assert episode.stop is not None
    return episode.stop.reason


def test_intent_is_on_disk_before_the_action(tmp_path: Path) -> None:
    """When an irreversible action reaches the device, its intent is in the record."""
    kinds: list[str] = []

    def read_record() -> None:
        lines = (tmp_path / EPISODE_FILE).read_text().splitlines()
        kinds.extend(json.loads(line)["type"] for line in lines)

    episode = buy(tmp_path, Shop(before=read_record))
    assert kinds == ["begin", "intent"]
    assert [(intent.step, intent.label) for intent in episode.intents] == [(0, "Buy now")]
    assert load_episode(tmp_path) == episode
    assert episode.unresolved is None


def test_harmless_actions_have_no_intent(tmp_path: Path) -> None:
    """Actions that do not look irreversible are recorded once, after they were performed."""
    trial = Trial(Task("count to 2"), str(tmp_path), device="counter", agent="adder", model="mute")
    run_trial(trial, practice_world.Counter({}), cascade=Cascade(model=practice_world.Mute("")))
    assert load_episode(tmp_path).intents == ()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_unknown_outcome_ends_the_resumed_run_without_a_user(tmp_path: Path, moment: str) -> None:
    """A run killed during an order is not continued without a user, and the reason says what to do."""
    interrupt(tmp_path, Shop(**{moment: crash}))
    for _ in range(2):
        shop = Shop()
        episode = buy(tmp_path, shop, resume=True)
        assert (shop.orders, reason(episode)) == (0, "unknown outcome")
        assert episode.stop is not None
        assert "'Buy now'" in episode.stop.evidence
        assert "resume at a terminal and answer yes or no" in episode.stop.evidence
        assert load_episode(tmp_path) == episode
        assert verify_episode(tmp_path).status == "intact"


def test_order_that_happened_is_not_repeated(tmp_path: Path) -> None:
    """If the user says that the order happened, it becomes a step, and the run continues without it."""
    shop, questions = Shop(after=crash), list[str]()
    interrupt(tmp_path, shop)

    def answer(question: str) -> str:
        questions.append(question)
        return "Yes"

    resumed = Shop()
    episode = buy(tmp_path, resumed, ask=answer, resume=True)
    assert (shop.orders, resumed.orders, reason(episode)) == (1, 0, "done")
    (question,) = questions
    assert "Did it happen? (yes or no)" in question
    assert isinstance(episode.decisions[0].action, Click)
    assert episode.outcomes[0] == Outcome(
        "the user said that the interrupted action happened; do not repeat it"
    )
    assert load_episode(tmp_path) == episode


def test_order_that_did_not_happen_can_be_performed(tmp_path: Path) -> None:
    """If the user says that the order did not happen, the agent may perform it, without another question."""
    interrupt(tmp_path, Shop(before=crash))
    shop = Shop()
    episode = buy(tmp_path, shop, agent="forgetful-buyer", ask=lambda _: "no", resume=True)
    assert (shop.orders, reason(episode)) == (1, "done")
    assert [outcome.failed for outcome in episode.outcomes] == ["ActionNotPerformed", "", ""]
    assert load_episode(tmp_path) == episode


@pytest.mark.parametrize("answer", ["", "maybe", "I do not know"])
def test_unclear_answer_ends_the_run(tmp_path: Path, answer: str) -> None:
    """An answer other than yes or no leaves the outcome unknown."""
    interrupt(tmp_path, Shop(after=crash))
    shop = Shop()
    assert reason(buy(tmp_path, shop, ask=lambda _: answer, resume=True)) == "unknown outcome"
    assert shop.orders == 0


def test_outcome_is_unknown_after_the_device_failed(tmp_path: Path) -> None:
    """If the device fails during an order, a resumed run asks whether the order happened."""
    assert reason(buy(tmp_path, Shop(after=lose_device))) == "device failed"
    unresolved = load_episode(tmp_path).unresolved
    assert unresolved is not None
    assert unresolved.label == "Buy now"
    assert reason(buy(tmp_path, Shop(), resume=True)) == "unknown outcome"
    shop = Shop()
    episode = buy(tmp_path, shop, agent="forgetful-buyer", ask=lambda _: "no", resume=True)
    assert (shop.orders, reason(episode)) == (1, "done")


def test_order_interrupted_by_the_user_has_an_unknown_outcome(tmp_path: Path) -> None:
    """After Ctrl-C during an order, the returned and the stored episode state the unresolved order."""

    def press_ctrl_c() -> None:
        raise KeyboardInterrupt

    episode = buy(tmp_path, Shop(after=press_ctrl_c))
    assert reason(episode) == "interrupted"
    assert episode.unresolved is not None
    assert load_episode(tmp_path) == episode


def try_order(folder: Path, shop: Shop) -> None:
    """Run an agent that orders once and reaches its step limit."""
    trial = Trial(Task("buy tea"), str(folder), agent="forgetful-buyer", model="mute", limits=Limits(1))
    hooks = RunHooks(approve=allow_all)
    run_trial(trial, shop, cascade=Cascade(model=practice_world.Mute("")), hooks=hooks)


def test_agent_that_repeats_a_recorded_order_is_refused(tmp_path: Path) -> None:
    """What the run ordered before it was resumed is refused, even if every action is approved."""
    try_order(tmp_path, Shop())
    shop = Shop()
    episode = buy(tmp_path, shop, agent="forgetful-buyer", resume=True)
    assert shop.orders == 0
    assert episode.outcomes[1].failed == "NotAllowed"
    assert "'Buy now' was already performed in step 1" in episode.outcomes[1].message


def test_user_can_allow_the_repetition(tmp_path: Path) -> None:
    """A user who is attached is asked before the order is repeated, and can allow it."""
    try_order(tmp_path, Shop())
    shop = Shop()
    buy(tmp_path, shop, agent="forgetful-buyer", ask=lambda _: "yes", resume=True)
    assert shop.orders == 1


def test_order_that_certainly_failed_may_be_repeated(tmp_path: Path) -> None:
    """An order whose button was covered did not happen, so a resumed run may perform it."""

    def cover() -> None:
        raise ElementCovered("covered by a banner")

    try_order(tmp_path, Shop(before=cover))
    shop = Shop()
    episode = buy(tmp_path, shop, agent="forgetful-buyer", resume=True)
    assert (shop.orders, reason(episode)) == (1, "done")


@pytest.mark.parametrize(
    ("failed", "performed"),
    [
        ("", True),
        (ActionTimeout.__name__, True),
        (NotAllowed.__name__, True),
        (ElementCovered.__name__, False),
        ("TimeLimitReached", None),
        ("PhoneUnavailable", None),
    ],
)
def test_outcome_shows_whether_an_action_was_performed(failed: str, performed: bool | None) -> None:
    """Failures of the device and the time limit leave open whether the action was performed."""
    intent = Intent(0, "Pay", Click(Point(1, 1)))
    start = Episode(Task("pay"), (make_shot(0),), intents=(intent,))
    episode = start.then(Decision(intent.action), Outcome(failed=failed), shot=make_shot(1))
    assert episode.was_performed(intent) is performed


def page(address: str) -> Shot:
    """Return a screen of this address."""
    return Shot(make_shot(0).picture, (), address=address)


def test_address_opened_by_an_irreversible_action_is_not_opened_again() -> None:
    """A run that opened /delete?id=5 by a link named Delete is resumed at the page with the link."""
    click, done = Decision(Click(Point(1, 1))), Outcome()
    intent = Intent(1, "Delete", Click(Point(1, 1)))
    episode = Episode(Task("t"), (page("/start"),), intents=(intent,))
    episode = episode.then(click, done, shot=page("/list")).then(click, done, shot=page("/delete?id=5"))
    assert find_resume_start(episode).address == "/list"
    assert find_resume_start(episode.then(click, done, shot=page("/next"))).address == "/next"
    returned = episode.so_far(1).then(click, done, shot=page("/start"))
    assert find_resume_start(returned).address == "/start"


def test_command_line_without_a_terminal_reports_the_unknown_outcome(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`run --resume` exits with 1 and the stop reason, and `show` names the action."""
    interrupt(tmp_path, Shop(after=crash))
    words = ["--on", "counter", "--agent", "buyer", "--model", "mute", "--out", str(tmp_path)]
    assert main(["run", "buy tea", *words, "--resume", "--approve", "always", "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["stop"] == "unknown outcome"
    assert "find out whether it happened" in captured.err
    assert main(["show", str(tmp_path)]) == 0
    assert 'unknown outcome: click 1 "Buy now", which looks irreversible' in capsys.readouterr().out
