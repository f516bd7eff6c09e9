"""Output of dumpsys for the activity manager."""

from __future__ import annotations

from onscreen_practice.phone.shell.phone_interface import (
    Focus,
    PhoneAccess,
    Task,
    abbreviate_class_name,
    expand_class_name,
    get_focus,
    get_process_id,
    get_task_id,
    get_user_id,
    list_tasks,
    object_hash,
)


def format_activity_record(package: str, activity: str) -> str:
    """Format an activity record in the same way as Android's dumpsys."""
    name = f"{package}/{abbreviate_class_name(package, activity)}"
    return f"ActivityRecord{{{object_hash(name)} u0 {name} t{get_task_id(package)}}}"


def _format_task(task: Task, *, visible: bool) -> str:
    package = task.package
    shown = str(visible).lower()
    attributes = (
        f"#{get_task_id(package)} type=standard A={get_user_id(package)}:{package} U=0 visible={shown}"
    )
    return f"Task{{{object_hash(package)} {attributes} mode=fullscreen translucent=false sz=1}}"


def _sort_tasks(phone: PhoneAccess, focus: Focus) -> tuple[Task, ...]:
    """Return the tasks, focused task first."""
    first = Task(focus.package, focus.activity)
    return (first, *(task for task in list_tasks(phone) if task.package != focus.package))


def dump_activities(phone: PhoneAccess, words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys activity [activities|top|recents]`."""
    focus = get_focus(phone)
    tasks = _sort_tasks(phone, focus)
    match words[:1]:
        case ("top",):
            return "\n".join(_format_top_task(task) for task in reversed(tasks))
        case ("recents",):
            rows = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"]
            return "\n".join(
                [
                    *rows,
                    *(_format_recent_task(task, number, focus=focus) for number, task in enumerate(tasks)),
                ]
            )
        case ("processes" | "p" | "services" | "broadcasts" | "providers",):
            return f"ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity {words[0]})"
    rows = [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
    ]
    for task in tasks:
        visible = task.package == focus.package
        rows += [
            f"  * {_format_task(task, visible=visible)}",
            f"    * Hist  #0: {format_activity_record(task.package, task.activity)}",
        ]
        rows.append(f"        packageName={task.package} processName={task.package}")
    focused_record = format_activity_record(focus.package, focus.activity)
    rows += [
        "",
        f"  Resumed activities in task display areas (from top to bottom):\n    Resumed: {focused_record}",
    ]
    rows += [
        f"  mResumedActivity: {focused_record}",
        f"  ResumedActivity: {focused_record}",
        f"  topResumedActivity={focused_record}",
    ]
    rows += [
        f"  mFocusedApp={focused_record}",
        f"  mLastFocusedRootTask={_format_task(tasks[0], visible=True)}",
    ]
    return "\n".join(rows)


def _format_top_task(task: Task) -> str:
    package, name = task.package, f"{task.package}/{abbreviate_class_name(task.package, task.activity)}"
    header = f"TASK {get_user_id(package)}:{package} id={get_task_id(package)} userId=0"
    row = f"  ACTIVITY {name} {object_hash(name)} pid={get_process_id(package)}"
    return f"{header}\n{row}\n    mResumed=true mStopped=false"


def _format_recent_task(task: Task, number: int, *, focus: Focus) -> str:
    package = task.package
    visible = package == focus.package
    real_activity = f"realActivity={{{package}/{expand_class_name(package, task.activity)}}}"
    header = f"  * Recent #{number}: {_format_task(task, visible=visible)}"
    return f"{header}\n    userId=0 effectiveUid=u0a{get_user_id(package) - 10000}\n    {real_activity}"
