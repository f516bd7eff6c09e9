"""Codes and addresses on the screens of a phone are not passed on without approval."""

from __future__ import annotations

import pytest
from phone_rig import PhoneSession

from onscreen.run.approval import refuse_unrequested
from onscreen.run.argument_origins import with_origins
from onscreen.run.episode_loop import RunHooks, run_step, start_episode
from onscreen.types import Action, Click, Decision, Episode, Open, Task, Type
from onscreen.types.errors import NotAllowed

pytestmark = pytest.mark.browser

CODE = "298616"
"""A login code in a message on the phone, "Do not share it"."""


def act(session: PhoneSession, episode: Episode, action: Action) -> Episode:
    """Return the episode after an action, with the approval policy of a run from Python."""
    decision = with_origins(episode, Decision(action))
    return run_step(episode, session.device, decision=decision, hooks=RunHooks(approve=refuse_unrequested()))


@pytest.mark.parametrize(
    ("instruction", "is_allowed"),
    [
        ("Send Lake trip the time of the bus by SMS", False),
        (f"Send Lake trip the number {CODE} by SMS", True),
    ],
)
def test_a_code_in_a_message_is_not_sent_to_others(
    session: PhoneSession, instruction: str, is_allowed: bool
) -> None:
    """The login code of one conversation is sent in another one only if the instruction contains it."""
    episode = start_episode(Task(instruction), session.device, started=True)
    episode = act(session, episode, Open("Messages"))
    assert any(CODE in node.name for node in episode.last.nodes)
    episode = act(session, episode, Click(session.only("button", "Lake trip")))
    episode = act(session, episode, Type(CODE, session.only("textbox", "Text message")))
    episode = act(session, episode, Click(session.only("button", "Send")))
    assert (episode.outcomes[-1].failed == NotAllowed.__name__) is not is_allowed, episode.outcomes[-1]
    sent = session.value(f's.messages.threads.some(t => t.messages.some(m => !m.by && m.text == "{CODE}"))')
    assert sent == str(is_allowed).lower()


@pytest.mark.parametrize(
    ("instruction", "is_allowed"),
    [("Send Ann a mail", False), ("Send a mail to me@example.com", True)],
)
def test_a_mail_is_not_sent_to_an_address_that_only_the_phone_shows(
    session: PhoneSession, instruction: str, is_allowed: bool
) -> None:
    """An address typed into the recipient field must be in the instruction."""
    episode = start_episode(Task(instruction), session.device, started=True)
    episode = act(session, episode, Open("Mail"))
    episode = act(session, episode, Click(session.only("button", "Compose")))
    episode = act(session, episode, Type("me@example.com", session.only("textbox", "To")))
    episode = act(session, episode, Click(session.only("button", "Send")))
    assert (episode.outcomes[-1].failed == NotAllowed.__name__) is not is_allowed
