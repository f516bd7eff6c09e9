"""Question answering in an application: navigate to a relevant screen and read the answer."""

from __future__ import annotations

import re

import msgspec

from onscreen.perceive.screen_answers import find_answer
from onscreen.policy.lexical.app_choice import are_device_apps, strip_tool_names
from onscreen.policy.lexical.greedy_navigation import pursue_goal
from onscreen.policy.lexical.rule_proposals import DONE
from onscreen.types import Proposal, Screen, Situation


def pursue_answer(question: str, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose the next action toward a screen that shows the answer to a question."""
    for tool in situation.tools:
        question = " ".join(re.sub(rf"\b(?:the )?{re.escape(tool.name)}\b(?: app)?", "", question).split())
    if read_from_screen(question, situation):
        return DONE
    proposal = pursue_goal(question, situation, screen=screen)
    return msgspec.structs.replace(proposal, finished=False) if proposal.actions else DONE


def read_from_screen(question: str, situation: Situation) -> str:
    """Read the answer to a question from the current screen; returns "" if the screen has no answer."""
    bare = strip_tool_names(question, situation.tools)
    found = find_answer(bare, situation.screen, nearby=are_device_apps(situation.tools))
    return found.text if found else ""
