"""Tasks in the issue tracker Roundup."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.task_recipe import TaskFactory

ROUNDUP_TASKS: Mapping[str, TaskFactory] = {}
