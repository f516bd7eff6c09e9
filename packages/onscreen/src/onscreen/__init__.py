"""Agents that operate graphical interfaces for a user, and stop when the task is done.

The public names are imported lazily, on first use, so that importing the package stays fast.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers assume True; the module `typing` would slow the import
if TYPE_CHECKING:
    from onscreen.agent.base import Agent
    from onscreen.bench.base import Suite
    from onscreen.device.base import Device
    from onscreen.model.base import Model
    from onscreen.policy.base import Policy
    from onscreen.run.episode_loop import RunHooks, run_episode
    from onscreen.run.run_setup import run_task
    from onscreen.run.screen_session import ScreenSession
    from onscreen.run.session_start import open  # noqa: A004
    from onscreen.score.check_serialization import parse_check
    from onscreen.store.episode_recorder import save_episode
    from onscreen.store.episode_store import load_episode
    from onscreen.types import (
        Action,
        Check,
        Decision,
        Element,
        Episode,
        Outcome,
        Proposal,
        Score,
        Screen,
        Shot,
        Signal,
        Situation,
        Start,
        Step,
        Stop,
        Subtask,
        Task,
        Tool,
    )
    from onscreen.types.errors import (
        ActionFailed,
        BadReply,
        BrokenEpisode,
        DeviceError,
        ModelError,
        OnscreenError,
        UsageError,
    )

__version__ = "0.1.0"

_MODULES = {
    "onscreen.agent.base": ("Agent",),
    "onscreen.bench.base": ("Suite",),
    "onscreen.device.base": ("Device",),
    "onscreen.model.base": ("Model",),
    "onscreen.policy.base": ("Policy",),
    "onscreen.run.episode_loop": ("RunHooks", "run_episode"),
    "onscreen.run.run_setup": ("run_task",),
    "onscreen.run.screen_session": ("ScreenSession",),
    "onscreen.run.session_start": ("open",),
    "onscreen.score.check_serialization": ("parse_check",),
    "onscreen.store.episode_recorder": ("save_episode",),
    "onscreen.store.episode_store": ("load_episode",),
    "onscreen.types": (
        *(
            "Action",
            "Check",
            "Decision",
            "Element",
            "Episode",
            "Outcome",
            "Proposal",
            "Score",
            "Screen",
            "Shot",
            "Signal",
        ),
        *("Situation", "Start", "Step", "Stop", "Subtask", "Task", "Tool"),
    ),
    "onscreen.types.errors": (
        *("ActionFailed", "BadReply", "BrokenEpisode", "DeviceError", "ModelError", "OnscreenError"),
        "UsageError",
    ),
}
_PATHS = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Action",
    "ActionFailed",
    "Agent",
    "BadReply",
    "BrokenEpisode",
    "Check",
    "Decision",
    "Device",
    "DeviceError",
    "Element",
    "Episode",
    "Model",
    "ModelError",
    "OnscreenError",
    "Outcome",
    "Policy",
    "Proposal",
    "RunHooks",
    "Score",
    "Screen",
    "ScreenSession",
    "Shot",
    "Signal",
    "Situation",
    "Start",
    "Step",
    "Stop",
    "Subtask",
    "Suite",
    "Task",
    "Tool",
    "UsageError",
    "__version__",
    "load_episode",
    "open",
    "parse_check",
    "run_episode",
    "run_task",
    "save_episode",
]

if not TYPE_CHECKING:  # type checkers see the imports above, and report names that do not exist

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name not in _PATHS:
            raise AttributeError(f"module 'onscreen' has no attribute {name!r}")
        module = __import__(_PATHS[name], fromlist=[name])
        value = globals()[name] = getattr(module, name)
        return value


def __dir__() -> list[str]:
    """Return the public names, including those that are not imported yet."""
    return sorted({*globals(), *__all__})
