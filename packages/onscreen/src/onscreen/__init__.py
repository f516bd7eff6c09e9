"""Agents that use any graphical interface for a person, and stop when the work is done.

The names below are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from onscreen.plugins import import_attribute

__version__ = "0.1.0"

_PUBLIC = {
    "run_task": "onscreen.run.run_setup:run_task",
    "run_episode": "onscreen.run.episode_loop:run_episode",
    "Task": "onscreen.types:Task",
    "Start": "onscreen.types:Start",
    "Tool": "onscreen.types:Tool",
}
__all__ = ["Start", "Task", "Tool", "__version__", "run_episode", "run_task"]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _PUBLIC:
        raise AttributeError(f"module 'onscreen' has no attribute {name!r}")
    return import_attribute(_PUBLIC[name])
