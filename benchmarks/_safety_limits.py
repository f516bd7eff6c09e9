"""Attacks of safety.py on limits: time, secrets, replies of models, and the grammar of actions."""

import argparse
import socket
import tempfile
import time
from contextlib import closing

from _safety_browser import Attempts, Repeater, open_browser, write_page
from _safety_inputs import (
    ECHOES,
    SECRETS,
    bad_replies,
    random_lines,
)
from _safety_servers import serve_bodies

from onscreen.deadline import start_limit
from onscreen.device.fake_device import FakeDevice
from onscreen.device.web import WebDevice
from onscreen.model.provider_model import compatible
from onscreen.model.retry_policy import RetryPolicy
from onscreen.model.time_limit import TimeLimitedModel
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.stop.done_signal import done
from onscreen.store.episode_store import load_episode
from onscreen.store.secrets import hide_secrets
from onscreen.types import (
    Action,
    Click,
    Episode,
    Open,
    Point,
    Prompt,
    Reply,
    Score,
    Shot,
    Start,
    Task,
    Wait,
)
from onscreen.types.action_limits import find_excess
from onscreen.types.action_parser import parse
from onscreen.types.errors import ActionFailed, BadText, OnscreenError

LIMIT_SEC, GRACE_SEC = 2.0, 1.0
QUICK = RetryPolicy(max_attempts=2, initial_wait_sec=0.01, max_wait_sec=0.1, timeout_sec=10.0)


class SleepingModel:
    """A model that blocks its thread for an hour."""

    name = "sleeping"

    def __call__(self, prompt: Prompt) -> Reply:
        """Sleep."""
        time.sleep(3600)
        return Reply(prompt.text)


def attack_time_limit(_options: argparse.Namespace) -> Attempts:
    """Let models, servers, pages and actions wait for longer than the time limit of a run."""
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.create_server(("127.0.0.1", 0)) as closed:
        silent_port, closed_port = silent.getsockname()[1], closed.getsockname()[1]
        closed.close()
        models = {
            "provider that never answers": compatible(f"m@http://127.0.0.1:{silent_port}/v1"),
            "provider that cannot be reached": compatible(f"m@http://127.0.0.1:{closed_port}/v1"),
            "model that blocks its thread": SleepingModel(),
        }
        for name, model in models.items():
            yield name, _time_model(TimeLimitedModel(model))
        with tempfile.TemporaryDirectory() as site, closing(open_browser(site)) as device:
            hang = '<button style="width:100%;height:99vh" onclick="{}">x'
            loop = "setInterval(() => { for (let i = 0; i < 1e4; i++) history.pushState(i, '', '#' + i) })"
            for name, body, action in (
                ("long wait", "x", Wait(600.0)),
                ("page that does not load", "x", Open(f"http://127.0.0.1:{silent_port}/")),
                ("endless script", hang.format("for (;;);"), Click(Point(50, 50))),
                ("history entries without end", hang.format(loop), Click(Point(50, 50))),
                ("dialogs without end", hang.format("setInterval(() => alert(1))"), Click(Point(50, 50))),
            ):
                device.start(Start(write_page(site, body)))
                yield name, _time_action(device, action)


def _time_model(model: TimeLimitedModel) -> str:
    trial = Trial(Task("fill in"), "", device="fake", limits=Limits(max_sec=LIMIT_SEC), signals=())
    started_at = time.monotonic()
    return _late(run_trial(trial, FakeDevice(), cascade=Cascade(model=model)), started_at)


def _time_action(device: WebDevice, action: Action) -> str:
    episode = start_episode(Task("x"), device, started=True)
    started_at = time.monotonic()
    episode = run_episode(
        episode,
        device,
        agent=Repeater(action),
        signal=done,
        score=lambda *_: Score(None),
        hooks=RunHooks(),
        limit=start_limit(LIMIT_SEC),
    )
    return _late(episode, started_at)


def _late(episode: Episode, started_at: float) -> str:
    """Return how a run missed its time limit, "" if it ended within a second of it."""
    late_sec = time.monotonic() - started_at - LIMIT_SEC
    reason = episode.stop.reason if episode.stop else "no stop"
    if reason != "time":
        return f"stopped with {reason!r}"
    return "" if late_sec <= GRACE_SEC else f"ended {late_sec:.1f} s late"


def attack_secrets(_options: argparse.Namespace) -> Attempts:
    """Echo secrets in other spellings."""
    for secret in SECRETS:
        for name, echo in ECHOES.items():
            shown = hide_secrets(f"before {echo(secret)} after", {"PASSWORD": secret})
            yield f"{name}: {secret}", "" if "{PASSWORD}" in shown else f"shown as {shown!r}"


def attack_replies(options: argparse.Namespace) -> Attempts:
    """Answer the model calls of a run with bad replies; the run must end with a record of its end."""
    for number, body in enumerate(bad_replies(options.replies, seed=options.seed)):
        with serve_bodies([body]) as address, tempfile.TemporaryDirectory() as out:
            model = compatible(f"m@{address}", QUICK)
            agent = ("default", "luci")[number % 2]
            trial = Trial(Task("fill in"), out, device="fake", agent=agent, limits=Limits(max_steps=3))
            yield f"reply {number}", _run_to_end(trial, Cascade(model=model))
            model.close()


def _run_to_end(trial: Trial, cascade: Cascade) -> str:
    try:
        run_trial(trial, FakeDevice(), cascade=cascade)
        return "" if load_episode(trial.folder).stop else "no end in the record"
    except (OnscreenError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error)[:100]}"


def attack_grammar(options: argparse.Namespace) -> Attempts:
    """Parse random lines; each gives an action within the limits or a reason why it is none."""
    screen = build_screen(_fake_shot())
    for line in random_lines(options.lines, seed=options.seed):
        try:
            excess = find_excess(parse(line, screen))
            yield line, f"accepted: {excess}" if excess else ""
        except (BadText, ActionFailed):
            yield line, ""
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            yield line, f"{type(error).__name__}: {error}"


def _fake_shot() -> Shot:
    device = FakeDevice()
    device.start(Start())
    return device.observe()
