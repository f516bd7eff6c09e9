"""Trial and result messages exchanged between the benchmark runner and its workers.

Both are sent as JSON: a Trial is a request, a Result the response.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.plugins import plugin_paths
from onscreen.score.mobile_eval import completion_rate, process_score
from onscreen.store.hash_chain import read_last_hash
from onscreen.types import Episode, Setting, Task

MODEL_TIMEOUT_SEC = 600.0
"""Default hard timeout of one model call, in seconds: a slow model on a small machine takes minutes."""


def default_model_name() -> str:
    """Return the name of the default model, which depends on the installed packages.

    The name is "reflex+lexical", a cascade of the embedded net and the rules, if `onscreen-reflex`
    is installed. Otherwise it is "lexical", the rules alone.
    """
    return "reflex+lexical" if "reflex" in plugin_paths("policy") else "lexical"


class Limits(msgspec.Struct, frozen=True):
    """Limits on steps, time, tokens and cost, after which a run is stopped.

    None means no limit.
    """

    max_steps: int = 30
    max_sec: float | None = None
    max_tokens: int | None = None
    max_cost_usd: float | None = None


class Trial(msgspec.Struct, frozen=True):
    """Serializable description of one task run, including the agent, the model and the limits.

    `folder` is where the episode is recorded; "" records nothing. `signals` are names of stop signals that
    apply besides the limits, and `senses` are names of senses that add perceived nodes to every shot.
    `limit_sec` is the hard timeout after which the worker is killed, in seconds without the time of model
    calls. `model_timeout_sec` is the hard timeout of one model call. `maps` is the folder of the maps whose
    notes are passed to the agent, "" for no notes.
    """

    task: Task
    folder: str
    seed: int = 0
    device: str = "web"
    device_settings: Mapping[str, Setting] = {}
    agent: str = "default"
    model: str = msgspec.field(default_factory=default_model_name)
    limits: Limits = Limits()
    signals: tuple[str, ...] = ("stuck",)
    senses: tuple[str, ...] = ()
    limit_sec: float = 300.0
    model_timeout_sec: float = MODEL_TIMEOUT_SEC
    maps: str = ""


class ModelUsage(msgspec.Struct, frozen=True):
    """Number of model calls, with the sums of their tokens, costs and durations."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0

    def __add__(self, other: ModelUsage) -> ModelUsage:
        """Add the calls, tokens, costs and durations of both."""
        return ModelUsage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost_usd + other.cost_usd,
            self.seconds + other.seconds,
        )


class Result(msgspec.Struct, frozen=True):
    """Result of one trial, with success, reward, steps, time and model usage.

    The fields are those of `--json`, in the same order. `success` is None if the run could not be judged.
    `reward` is the score 0..1. `stop` is the stop reason: that of the episode, "killed" after a timeout, or
    "crashed"; `detail` describes what happened in the last two cases. `episode` is the folder of the episode.
    `cost_usd` is 0 for a free model. `unusable` counts model answers that could not be used; they are part of
    `model_calls`. `model_sec` and `device_sec` are the parts of `seconds` that model calls and the device
    took. `person_steps` and `side_effects` are those of the task and of its score. `episode_sha256` is the
    hash of the last line of the episode; it can be compared later to detect changes of the record.
    `instruction` is that of the task, "" if no episode was recorded. `process_score` is the share of correct
    steps and `completion_rate` the share of the check's parts that hold, both 0..1, None if they are not
    known (Mobile-Eval; `onscreen.score.mobile_eval`).
    `coverage` and `consistency` are the coverage rate and the logical consistency of a run on a task graph,
    None for other tasks.
    """

    task: str
    seed: int
    success: bool | None
    reward: float | None
    steps: int
    seconds: float
    model_calls: int
    tokens_in: int
    tokens_out: int
    stop: str
    episode: str
    cost_usd: float = 0.0
    unusable: int = 0
    model_sec: float = 0.0
    detail: str = ""
    person_steps: int | None = None
    side_effects: int | None = None
    device_sec: float = 0.0
    episode_sha256: str = ""
    instruction: str = ""
    process_score: float | None = None
    completion_rate: float | None = None
    coverage: float | None = None
    consistency: float | None = None

    @property
    def is_false_success(self) -> bool:
        """True if the agent reported success, but the task was not done."""
        return self.stop == "done" and self.success is False

    @property
    def step_ratio(self) -> float | None:
        """Number of steps divided by the steps a person needs, the relative efficiency of Mobile-Eval.

        Both numbers include the final step.

        None if the number that a person needs is not known.
        """
        return None if self.person_steps is None else self.steps / (self.person_steps + 1)


def make_result(episode: Episode, folder: str, *, seed: int = 0, seconds: float) -> Result:
    """Summarize an episode as the result of a trial.

    A score of 1 is a success.
    """
    replies = [exchange.reply for exchange in episode.exchanges()]
    reward = episode.score.value if episode.score else None
    graph = episode.score.graph if episode.score else None
    return Result(
        task=episode.task.name,
        seed=seed,
        success=None if reward is None else reward >= 1,
        reward=reward,
        steps=len(episode.decisions),
        seconds=round(seconds, 3),
        model_calls=len(replies),
        tokens_in=sum(reply.tokens_in for reply in replies),
        tokens_out=sum(reply.tokens_out for reply in replies),
        stop=episode.stop.reason if episode.stop else "unfinished",
        episode=folder,
        cost_usd=sum(reply.cost_usd for reply in replies),
        unusable=sum(bool(exchange.fault) for exchange in episode.exchanges()),
        model_sec=round(sum(reply.seconds for reply in replies), 3),
        person_steps=episode.task.person_steps,
        side_effects=episode.score.side_effects if episode.score else None,
        device_sec=round(episode.device_sec, 3),
        episode_sha256=read_last_hash(Path(folder)) if folder else "",
        instruction=episode.task.instruction,
        process_score=process_score(episode),
        completion_rate=completion_rate(episode.score),
        coverage=graph.coverage if graph else None,
        consistency=graph.consistency if graph else None,
    )
