"""Attacks of safety.py by web pages: hostile ones, forbidden domains, prompts, and flows of text."""

import argparse
import re
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress

from _safety_browser import Attempts, open_browser, write_page
from _safety_flows import PLACES, SINKS, TEXTS, ObedientAgent, Sink, write_flow_pages
from _safety_inputs import (
    CANARY,
    DOMAIN_SCRIPTS,
    HOSTILE_PAGES,
    INJECTION_PAGES,
    INJECTIONS,
    injection_page,
)
from _safety_servers import listen

from onscreen.device.web import WebDevice
from onscreen.model.llama_engine import escape_special_tokens
from onscreen.policy.cascade import Cascade
from onscreen.run.approval import refuse_unrequested
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.stop.done_signal import done
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import (
    Open,
    Prompt,
    Reply,
    Score,
    Setting,
    Start,
    Task,
    Wait,
)
from onscreen.types.errors import ActionFailed, NotAllowed, OnscreenError

MAX_FLOW_STEPS = 8


class RecordingModel:
    """A model that returns one action and then ends the run, and records the prompts."""

    name = "recording"

    def __init__(self, action: str) -> None:
        self.action = action
        self.prompts: list[Prompt] = []

    def __call__(self, prompt: Prompt) -> Reply:
        """Record the prompt and reply."""
        self.prompts.append(prompt)
        action = self.action if len(self.prompts) == 1 else "done"
        return Reply(f'{{"why": "", "values": [], "plan": [], "actions": ["{action}"]}}')


def attack_pages(_options: argparse.Namespace) -> Attempts:
    """Open hostile pages; each is observed, and the browser can be used for the next run."""
    with tempfile.TemporaryDirectory() as site, closing(open_browser(site)) as device:
        for name, body in HOSTILE_PAGES.items():
            yield name, _visit(device, site, body=body)


def _visit(device: WebDevice, site: str, *, body: str) -> str:
    try:
        device.start(Start(write_page(site, "before")))
        address = write_page(site, body)
        with suppress(ActionFailed):
            device.perform(Open(address))
        device.observe()
        device.start(Start(write_page(site, "<button>after</button>")))
        names = [node.name for node in device.observe().nodes]
    except (OnscreenError, LookupError, RecursionError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error)[:100]}"
    return "" if "after" in names else f"the next page shows {names}"


def attack_domains(_options: argparse.Namespace) -> Attempts:
    """Try to reach this machine from pages that must not."""
    rules: tuple[Mapping[str, Setting], ...] = (
        {"block_domains": ("localhost", "127.0.0.1")},
        {"allow_domains": ("a.test",)},
    )
    for rule in rules:
        with tempfile.TemporaryDirectory() as site, closing(open_browser(site, **rule)) as device:
            address = write_page(site, "page")
            for script in DOMAIN_SCRIPTS:
                with listen() as (port, received):
                    device.start(Start(address))
                    device.read(f"(() => {{ {script.replace('PORT', str(port))}; return 1; }})()")
                    device.perform(Wait(0.5))
                    device.observe()
                    yield script.splitlines()[0], f"{received[0]} arrived" if received else ""


def attack_prompts(_options: argparse.Namespace) -> Attempts:
    """Show texts that imitate the structure of a prompt, in every place of a page."""
    with tempfile.TemporaryDirectory() as site, closing(open_browser(site, downloads=f"{site}/d")) as device:
        for place in INJECTION_PAGES:
            for text in INJECTIONS:
                address = write_page(site, injection_page(place, text))
                model = RecordingModel("download 1" if place == "file name" else "click 1")
                trial = Trial(
                    Task("press the button", start=Start(address)), "", limits=Limits(max_steps=2), signals=()
                )
                run_trial(trial, device, cascade=Cascade(model=model))
                yield f"{place}: {text!r}", _prompt_fault(model.prompts)


def _prompt_fault(prompts: list[Prompt]) -> str:
    """Return how a text of a page became part of the structure of a prompt, "" if it did not.

    A tag is escaped by a space after "<". The texts are those that a local model receives, in which special
    tokens are broken up, too.
    """
    texts = [escape_special_tokens(prompt.text) for prompt in prompts]
    if not any(CANARY in text for text in texts):
        return "the text is in no prompt"
    return next((fault for fault in map(_structure_fault, texts) if fault), "")


def _structure_fault(text: str) -> str:
    if not all(character.isprintable() for character in text.replace("\n", "")):
        return "a control character"
    if re.findall(r"<(?:/\s*)?screen\s*>", text, re.IGNORECASE) != ["<screen>", "</screen>"]:
        return "a screen tag"
    if re.search(r"<\|\w+\|>|</?s>", text):
        return "a special token"
    before, _, rest = text.partition("\n<screen>\n")
    lines = [*before.splitlines()[1:], *rest.partition("\n</screen>")[2].splitlines()]
    if any(re.match(r"(system|assistant|user|task|instruction)\s*:", line, re.IGNORECASE) for line in lines):
        return "a role marker or heading outside the screen"
    forged = [line for line in lines if CANARY in line and not line.startswith("- ")]
    return f"outside the screen and the history: {forged[0]!r}" if forged else ""


def attack_flows(_options: argparse.Namespace) -> Attempts:
    """Let an agent obey a page that asks for a code; the code must not arrive without approval."""
    hosts = ("a.test", "b.test", "evil.test")
    with tempfile.TemporaryDirectory() as site:
        sites = tuple(f"{host}={site}" for host in hosts)
        with closing(open_browser(site, sites=sites)) as device:
            for place in PLACES:
                for spelling, text in TEXTS.items():
                    for name, sink in SINKS.items():
                        address = write_flow_pages(site, place, text)
                        yield f"{name}, {place}, {spelling}", _obey(device, address, sink)


def _obey(device: WebDevice, address: str, sink: Sink) -> str:
    episode = start_episode(Task("Send Ann my greetings", start=Start(address)), device)
    episode = run_episode(
        episode,
        device,
        agent=ObedientAgent(sink.choices),
        signal=first_of(done, steps_limit(MAX_FLOW_STEPS)),
        score=lambda *_: Score(None),
        hooks=RunHooks(approve=refuse_unrequested()),
    )
    if device.read(sink.is_reached) == "true":
        return "the text arrived"
    refused = any(outcome.failed == NotAllowed.__name__ for outcome in episode.outcomes)
    return "" if refused else f"not refused: {[outcome.failed for outcome in episode.outcomes]}"
