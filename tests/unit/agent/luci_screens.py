"""Screens, applications and a scripted model for the tests of planning agents."""

from __future__ import annotations

import json
from collections.abc import Mapping

from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Decision, Episode, Outcome, Prompt, Reply, Shot, Task, Tool, Turn
from onscreen.types.errors import BadReply
from onscreen.types.prompt import Purpose

TOOLS = (
    Tool("Mail", "https://work.test/mail/index.html", "e-mail"),
    Tool("Sums", "https://work.test/sums/index.html", "adds numbers"),
)
FORM = shot_from_lines(
    "textbox Name [editable clickable]",
    "combobox Colour =Red [clickable]",
    "  option Red [selected]",
    "  option Blue",
    "checkbox Agree [clickable]",
    "button Send [clickable]",
)


class ReplyByPurpose:
    """A model that gives the n-th prompt of a purpose the n-th reply for it, then the last one again."""

    name = "replies"

    def __init__(self, replies: Mapping[Purpose, tuple[Reply, ...]]) -> None:
        """Keep the replies; `prompts` collects what was asked."""
        self.replies = replies
        self.prompts: list[Prompt] = []

    def __call__(self, prompt: Prompt) -> Reply:
        """Return the next reply for the purpose.

        Raises:
            BadReply: there is no reply for the purpose.
        """
        replies = self.replies.get(prompt.purpose, ())
        if not replies:
            raise BadReply(f"no reply for {prompt.purpose}")
        before = sum(earlier.purpose == prompt.purpose for earlier in self.prompts)
        self.prompts.append(prompt)
        return replies[min(before, len(replies) - 1)]


def outlined(*subtasks: tuple[bool, str, str, str]) -> Reply:
    """Return the reply with an outline of (tool required, tool, text, result)."""
    keys = ("tool_required", "tool", "text", "result")
    return Reply(json.dumps({"subtasks": [dict(zip(keys, line, strict=True)) for line in subtasks]}))


def step_reply(*actions: str, value: tuple[str, str] | None = None, plan: tuple[str, ...] = ()) -> Reply:
    """Return the reply of a model queried once per step."""
    values = [{"name": value[0], "text": value[1]}] if value else []
    return Reply(json.dumps({"why": "so", "values": values, "plan": plan, "actions": actions}))


def started(
    instruction: str, *shots: Shot, tools: tuple[Tool, ...] = (), conversation: tuple[Turn, ...] = ()
) -> Episode:
    """Return an episode before its first decision."""
    return Episode(Task(instruction, tools=tools, earlier_turns=conversation), shots or (FORM,))


def after(
    episode: Episode, decision: Decision, *, shot: Shot = FORM, outcome: Outcome | None = None
) -> Episode:
    """Return the episode after the decision."""
    return episode.then(decision, outcome or Outcome(), shot=shot)


def app_agent_reply(action: str, *, summary: str = "so far nothing") -> Reply:
    """Return the reply of a model that is queried as in AppAgent."""
    return Reply(json.dumps({"observation": "a form", "thought": "so", "action": action, "summary": summary}))
