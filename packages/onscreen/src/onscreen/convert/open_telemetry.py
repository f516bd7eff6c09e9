"""Conversion of an episode to OpenTelemetry spans, as one OTLP document in JSON.

The attributes follow the semantic conventions for generative AI, version 1.41, whose status is still
"development": https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.metadata import version

import msgspec

from onscreen.convert.action_arguments import action_arguments, action_name
from onscreen.convert.episode_times import session_id, start_sec
from onscreen.types import Episode, Exchange, Step

CONVENTIONS = "https://opentelemetry.io/schemas/1.41.0"
_INTERNAL, _CLIENT = 1, 3
"""Kinds of spans."""
_OK, _ERROR = 1, 2
"""Status codes of spans."""
_PROVIDERS: Mapping[str, str] = {"google": "gcp.gemini", "mistral": "mistral_ai"}
"""Names of model providers -> their names in the conventions, where they differ."""


class AttributeValue(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Value of an attribute; integers are written as decimal strings, as OTLP requires."""

    string_value: str | None = None
    int_value: str | None = None
    double_value: float | None = None


class Attribute(msgspec.Struct, frozen=True):
    """An attribute of a span or resource."""

    key: str
    value: AttributeValue


class SpanStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """Status of a span: 1 for success, 2 for an error with its message."""

    code: int
    message: str = ""


class Span(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A span; times are nanoseconds since the epoch, as decimal strings."""

    trace_id: str
    span_id: str
    name: str
    kind: int
    start_time_unix_nano: str
    end_time_unix_nano: str
    attributes: tuple[Attribute, ...]
    status: SpanStatus
    parent_span_id: str | None = None


class Scope(msgspec.Struct, frozen=True):
    """The library that recorded the spans."""

    name: str
    version: str


class ScopeSpans(msgspec.Struct, frozen=True, rename="camel"):
    """The spans of one library."""

    scope: Scope
    spans: tuple[Span, ...]
    schema_url: str = CONVENTIONS


class Resource(msgspec.Struct, frozen=True):
    """The service that produced the spans: its name and version."""

    attributes: tuple[Attribute, ...]


class ResourceSpans(msgspec.Struct, frozen=True, rename="camel"):
    """The spans of one service."""

    resource: Resource
    scope_spans: tuple[ScopeSpans, ...]


class TracesData(msgspec.Struct, frozen=True, rename="camel"):
    """An OTLP document."""

    resource_spans: tuple[ResourceSpans, ...]


def to_open_telemetry(episode: Episode) -> str:
    """Convert an episode to OpenTelemetry spans as OTLP JSON text.

    An OTLP receiver accepts the text over HTTP at /v1/traces. The root span is the run (`invoke_agent`); its
    children are the model calls (`chat`) and the actions (`execute_tool`) in order. Prompts, replies and
    screens are not included. Episodes contain only the durations of model calls, so each one is assumed to
    start when the previous one ended.
    """
    release = version("onscreen")
    resource = Resource(_attributes({"service.name": "onscreen", "service.version": release}))
    spans = (_run_span(episode), *_step_spans(episode))
    document = TracesData((ResourceSpans(resource, (ScopeSpans(Scope("onscreen", release), spans),)),))
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def _run_span(episode: Episode) -> Span:
    replies = [exchange.reply for exchange in episode.exchanges()]
    stop = episode.stop
    failed = stop is not None and stop.reason in {"device failed", "model failed"}
    attributes: dict[str, str | int | float] = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "onscreen",
        "gen_ai.agent.name": episode.agent,
        "gen_ai.conversation.id": session_id(episode),
        "gen_ai.request.model": episode.model,
        "gen_ai.usage.input_tokens": sum(reply.tokens_in for reply in replies),
        "gen_ai.usage.output_tokens": sum(reply.tokens_out for reply in replies),
        "onscreen.device": episode.device,
        "onscreen.stop": stop.reason if stop else "unfinished",
    }
    if stop is not None and failed:
        attributes["error.type"] = stop.reason
    return Span(
        session_id(episode),
        _span_id(episode, 0),
        f"invoke_agent {episode.agent}".strip(),
        _INTERNAL,
        _nanoseconds(start_sec(episode)),
        _nanoseconds(max(start_sec(episode), episode.last.taken_at)),
        _attributes(attributes),
        SpanStatus(_ERROR, stop.evidence) if stop is not None and failed else SpanStatus(_OK),
    )


def _step_spans(episode: Episode) -> Iterator[Span]:
    number = 0
    for step in episode.steps():
        begins_at = step.before.taken_at
        for exchange in step.decision.exchanges():
            number += 1
            yield _model_span(episode, number, exchange=exchange, begins_at=begins_at)
            begins_at += exchange.reply.seconds
        number += 1
        yield _action_span(episode, number, step=step, begins_at=begins_at)


def _model_span(episode: Episode, number: int, *, exchange: Exchange, begins_at: float) -> Span:
    reply = exchange.reply
    provider = episode.model.rpartition("+")[2].partition(":")[0]
    attributes: dict[str, str | int | float] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": _PROVIDERS.get(provider, provider),
        "gen_ai.request.model": reply.model,
        "gen_ai.usage.input_tokens": reply.tokens_in,
        "gen_ai.usage.output_tokens": reply.tokens_out,
        "onscreen.purpose": exchange.prompt.purpose,
        "onscreen.cost_usd": reply.cost_usd,
    }
    if exchange.fault:
        attributes["error.type"] = "unusable_reply"
    return Span(
        session_id(episode),
        _span_id(episode, number),
        f"chat {reply.model}".strip(),
        _CLIENT,
        _nanoseconds(begins_at),
        _nanoseconds(begins_at + reply.seconds),
        _attributes(attributes),
        SpanStatus(_ERROR, exchange.fault) if exchange.fault else SpanStatus(_OK),
        parent_span_id=_span_id(episode, 0),
    )


def _action_span(episode: Episode, number: int, *, step: Step, begins_at: float) -> Span:
    action, outcome = step.decision.action, step.outcome
    attributes: dict[str, str | int | float] = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": action_name(action),
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": f"call-{number}",
        "gen_ai.tool.call.arguments": msgspec.json.encode(action_arguments(action)).decode(),
        "gen_ai.tool.call.result": outcome.message,
        "onscreen.proposer": step.decision.proposer,
        "onscreen.confidence": step.decision.confidence,
    }
    if outcome.failed:
        attributes["error.type"] = outcome.failed
    return Span(
        session_id(episode),
        _span_id(episode, number),
        f"execute_tool {action_name(action)}",
        _INTERNAL,
        _nanoseconds(begins_at),
        _nanoseconds(max(begins_at, step.after.taken_at)),
        _attributes(attributes),
        SpanStatus(_ERROR, outcome.message) if outcome.failed else SpanStatus(_OK),
        parent_span_id=_span_id(episode, 0),
    )


def _attributes(values: Mapping[str, str | int | float]) -> tuple[Attribute, ...]:
    """Convert values to attributes, leaving out empty texts."""
    return tuple(Attribute(key, _value(value)) for key, value in values.items() if value != "")


def _value(value: str | float) -> AttributeValue:
    if isinstance(value, str):
        return AttributeValue(string_value=value)
    if isinstance(value, int):
        return AttributeValue(int_value=str(value))
    return AttributeValue(double_value=value)


def _span_id(episode: Episode, number: int) -> str:
    return hashlib.sha256(f"{session_id(episode)} {number}".encode()).hexdigest()[:16]


def _nanoseconds(seconds: float) -> str:
    return str(round(seconds * 1e9))
