"""Suite `made:FOLDER`: the tasks in a folder, grouped by grade, capability and form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.plugins import unknown_name
from onscreen.synthesis.device_combination import COMBINED
from onscreen.synthesis.graph_grades import DIMENSIONS, find_capabilities, grade_graph
from onscreen.synthesis.made_task import TASKS_FILE, BadTaskFile, MadeTask, read_tasks
from onscreen.types import Setting, Task

MAX_STEPS = 200
"""Steps after which a run on a task graph ends (OmniBench, section 4.1)."""

SECONDS_PER_STEP = 8.0
"""Default hard timeout per step, as in the suite `phone`: 240 seconds for 30 steps."""

_CAPABILITY = "capability-"


class MadeSuite(msgspec.Struct, frozen=True):
    """Suite of the composed tasks in a folder.

    The seed does not change a task. `axes` are the groups shown in the radar chart of a run, and `faults` are
    messages about unusable lines of the file.
    """

    name: str
    device: str
    tasks: Mapping[str, Task]
    groups: Mapping[str, tuple[str, ...]]
    axes: tuple[str, ...]
    faults: tuple[str, ...] = ()
    device_settings: Mapping[str, Setting] = {}
    max_steps: int = MAX_STEPS
    limit_sec: float = MAX_STEPS * SECONDS_PER_STEP

    def task(self, name: str, seed: int) -> Task:  # noqa: ARG002  the port passes a seed
        """Return the task with the given name, for every seed.

        Raises:
            UnknownName: there is no task of that name.
        """
        if name not in self.tasks:
            raise unknown_name(f"task of suite {self.name}", name, known=tuple(self.tasks))
        return self.tasks[name]


def made(folder: str = "") -> MadeSuite:
    """Create the suite of the tasks in a folder.

    Raises:
        BadTaskFile: no folder is given, or it has no usable task, or tasks for different devices.
    """
    if not folder:
        raise BadTaskFile("the suite made needs a folder of tasks, as in: onscreen bench made:FOLDER")
    file = Path(folder) / TASKS_FILE
    read = read_tasks(file)
    devices = sorted({each.platform for each in read.tasks})
    if len(devices) > 1:
        raise BadTaskFile(
            f"{file} has tasks for the devices {', '.join(devices)}; compose one folder for each device"
        )
    groups = group_tasks(read.tasks)
    start = read.tasks[0].task.start
    combined = {"devices": (start.device, *start.others)} if devices == [COMBINED] else {}
    return MadeSuite(
        f"made:{folder}",
        devices[0],
        {each.task.name: each.task for each in read.tasks},
        groups,
        tuple(name for name in groups if name.startswith(_CAPABILITY)),
        read.faults,
        combined,
    )


def group_tasks(tasks: tuple[MadeTask, ...]) -> Mapping[str, tuple[str, ...]]:
    """Group tasks by form, by number of subtasks, by level in each dimension, and by capability.

    For example, `chains-3` contains the chains of three subtasks, and `graphs-3` the other graphs of three.
    """
    groups: dict[str, list[str]] = {"all": []}
    for made_task in tasks:
        for group in ("all", *_groups_of(made_task)):
            groups.setdefault(group, []).append(made_task.task.name)
    order = sorted(groups, key=lambda name: (name != "all", name))
    return {name: tuple(groups[name]) for name in order}


def _groups_of(made_task: MadeTask) -> tuple[str, ...]:
    grades, size = grade_graph(made_task.measures), made_task.measures.instruction
    form = "chains" if made_task.is_chain else "graphs"
    return (
        form,
        f"{form}-{size}",
        *(f"{dimension}-{getattr(grades, dimension)}" for dimension in DIMENSIONS),
        *(f"{_CAPABILITY}{name}" for name in find_capabilities(grades)),
    )
