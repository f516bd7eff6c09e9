"""What the activity manager tells of itself."""

from __future__ import annotations

from onscreen_practice.phone.shell.phone_facts import (
    Focus,
    Phone,
    Task,
    focus,
    full_class,
    identity,
    process_of,
    short_class,
    stack,
    task_of,
    user_of,
)


def record(package: str, activity: str) -> str:
    """Return an activity as Android prints its record."""
    name = f"{package}/{short_class(package, activity)}"
    return f"ActivityRecord{{{identity(name)} u0 {name} t{task_of(package)}}}"


def _task(task: Task, *, shown: bool) -> str:
    package = task.package
    told = (
        f"#{task_of(package)} type=standard A={user_of(package)}:{package} U=0 visible={str(shown).lower()}"
    )
    return f"Task{{{identity(package)} {told} mode=fullscreen translucent=false sz=1}}"


def _tasks(phone: Phone, front: Focus) -> tuple[Task, ...]:
    """Return the tasks, the one that has the focus first."""
    first = Task(front.package, front.activity)
    return (first, *(task for task in stack(phone) if task.package != front.package))


def activities(phone: Phone, words: tuple[str, ...]) -> str:
    """Return what `dumpsys activity [activities|top|recents]` writes."""
    front = focus(phone)
    tasks = _tasks(phone, front)
    match words[:1]:
        case ("top",):
            return "\n".join(_top(task) for task in reversed(tasks))
        case ("recents",):
            rows = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"]
            return "\n".join([*rows, *(_recent(task, at, front=front) for at, task in enumerate(tasks))])
        case ("processes" | "p" | "services" | "broadcasts" | "providers",):
            return f"ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity {words[0]})"
    rows = [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
    ]
    for task in tasks:
        shown = task.package == front.package
        rows += [f"  * {_task(task, shown=shown)}", f"    * Hist  #0: {record(task.package, task.activity)}"]
        rows.append(f"        packageName={task.package} processName={task.package}")
    now = record(front.package, front.activity)
    rows += ["", f"  Resumed activities in task display areas (from top to bottom):\n    Resumed: {now}"]
    rows += [f"  mResumedActivity: {now}", f"  ResumedActivity: {now}", f"  topResumedActivity={now}"]
    rows += [f"  mFocusedApp={now}", f"  mLastFocusedRootTask={_task(tasks[0], shown=True)}"]
    return "\n".join(rows)


def _top(task: Task) -> str:
    package, name = task.package, f"{task.package}/{short_class(task.package, task.activity)}"
    head = f"TASK {user_of(package)}:{package} id={task_of(package)} userId=0"
    row = f"  ACTIVITY {name} {identity(name)} pid={process_of(package)}"
    return f"{head}\n{row}\n    mResumed=true mStopped=false"


def _recent(task: Task, number: int, *, front: Focus) -> str:
    package = task.package
    shown = package == front.package
    real = f"realActivity={{{package}/{full_class(package, task.activity)}}}"
    head = f"  * Recent #{number}: {_task(task, shown=shown)}"
    return f"{head}\n    userId=0 effectiveUid=u0a{user_of(package) - 10000}\n    {real}"
