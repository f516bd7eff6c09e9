"""Conversion of an episode to an ATIF trajectory (Agent Trajectory Interchange Format, version 1.7).

The format is specified by the Harbor framework: https://harborframework.com/docs/trajectory-format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Literal

import msgspec

from onscreen.convert.action_arguments import action_arguments, action_name
from onscreen.convert.episode_times import session_id, start_sec
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Done, Episode, Exchange, Shot, Step

SCHEMA_VERSION = "ATIF-v1.7"
PICTURES_FOLDER = "pictures"
"""Folder of the screenshots, relative to the folder of the episode."""


class ImageSource(msgspec.Struct, frozen=True):
    """Path of an image, relative to the folder of the episode."""

    path: str
    media_type: str = "image/png"


class ContentPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Text or image of an observation."""

    type: Literal["text", "image"]
    text: str | None = None
    source: ImageSource | None = None


class ObservationResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Message of the device about an action, and the screen after the action.

    `extra` holds the kind of failure under `failed`.
    """

    content: tuple[ContentPart, ...]
    source_call_id: str | None = None
    extra: Mapping[str, str] | None = None


class Observation(msgspec.Struct, frozen=True):
    """What the agent observed after a step: the results of the tool calls."""

    results: tuple[ObservationResult, ...]


class ToolCall(msgspec.Struct, frozen=True):
    """An action as a function call."""

    tool_call_id: str
    function_name: str
    arguments: Mapping[str, object]


class Metrics(msgspec.Struct, frozen=True):
    """Tokens and cost of the model calls of one step."""

    prompt_tokens: int
    completion_tokens: int
    cost_usd: float


class FinalMetrics(msgspec.Struct, frozen=True):
    """Tokens and cost of all model calls, and the number of steps including the instruction."""

    total_prompt_tokens: int
    total_completion_tokens: int
    total_cost_usd: float
    total_steps: int


class TrajectoryStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The user's instruction, or one action of the agent."""

    step_id: int
    timestamp: str
    source: Literal["user", "agent"]
    message: str
    observation: Observation
    tool_calls: tuple[ToolCall, ...] | None = None
    metrics: Metrics | None = None
    model_name: str | None = None
    llm_call_count: int | None = None
    extra: Mapping[str, object] | None = None


class TrajectoryAgent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Name and version of the agent, and the configured name of its model."""

    name: str
    version: str
    model_name: str | None = None
    extra: Mapping[str, str] | None = None


class Trajectory(msgspec.Struct, frozen=True):
    """A whole run in the ATIF format."""

    session_id: str
    agent: TrajectoryAgent
    steps: tuple[TrajectoryStep, ...]
    final_metrics: FinalMetrics
    extra: Mapping[str, object]
    schema_version: str = SCHEMA_VERSION


def to_atif(episode: Episode) -> str:
    """Convert an episode to an ATIF trajectory as JSON text.

    The first step is the user's instruction with the first screen. Every later step is one action of the
    agent with the screen that followed it. Screens are given as text and as paths of screenshots,
    relative to the episode's folder.
    """
    steps = (
        _instruction_step(episode),
        *(_agent_step(number, step) for number, step in enumerate(episode.steps(), start=2)),
    )
    total = _sum_metrics(episode.exchanges())
    trajectory = Trajectory(
        session_id(episode),
        TrajectoryAgent(
            f"onscreen {episode.agent}".strip(),
            version("onscreen"),
            model_name=episode.model or None,
            extra={"device": episode.device},
        ),
        steps,
        FinalMetrics(total.prompt_tokens, total.completion_tokens, total.cost_usd, len(steps)),
        {"task": episode.task.name, "stop": episode.stop, "score": episode.score},
    )
    return msgspec.json.format(msgspec.json.encode(trajectory), indent=2).decode()


def _instruction_step(episode: Episode) -> TrajectoryStep:
    first_screen = ObservationResult(_screen_content("", episode.shots[0]))
    return TrajectoryStep(
        1,
        _timestamp(start_sec(episode)),
        "user",
        episode.task.instruction,
        Observation((first_screen,)),
    )


def _agent_step(number: int, step: Step) -> TrajectoryStep:
    decision = step.decision
    exchanges = decision.exchanges()
    call_id = f"call-{number}"
    result = ObservationResult(
        _screen_content(step.outcome.message, step.after),
        source_call_id=call_id,
        extra={"failed": step.outcome.failed} if step.outcome.failed else None,
    )
    return TrajectoryStep(
        number,
        _timestamp(step.before.taken_at),
        "agent",
        decision.action.answer if isinstance(decision.action, Done) else decision.why,
        Observation((result,)),
        tool_calls=(ToolCall(call_id, action_name(decision.action), action_arguments(decision.action)),),
        metrics=_sum_metrics(exchanges) if exchanges else None,
        model_name=(exchanges[-1].reply.model or None) if exchanges else None,
        llm_call_count=len(exchanges),
        extra={"proposer": decision.proposer, "confidence": decision.confidence},
    )


def _screen_content(message: str, shot: Shot) -> tuple[ContentPart, ...]:
    screen = build_screen(shot)
    picture = ImageSource(f"{PICTURES_FOLDER}/{shot.picture.sha256}.png")
    parts = (ContentPart("text", screen_text(screen)), ContentPart("image", source=picture))
    return (ContentPart("text", message), *parts) if message else parts


def _sum_metrics(exchanges: Iterable[Exchange]) -> Metrics:
    replies = [exchange.reply for exchange in exchanges]
    return Metrics(
        sum(reply.tokens_in for reply in replies),
        sum(reply.tokens_out for reply in replies),
        sum(reply.cost_usd for reply in replies),
    )


def _timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
