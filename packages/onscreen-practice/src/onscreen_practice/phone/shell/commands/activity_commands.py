"""Shell commands that start and stop applications: am and monkey."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.app_name_aliases import find_own_package
from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    encode_text,
    error_output,
    exception_output,
    output,
)
from onscreen_practice.phone.shell.commands.broadcast_receivers import send_broadcast
from onscreen_practice.phone.shell.commands.intent import HOME, MAIN, Intent, parse_intent
from onscreen_practice.phone.shell.phone_interface import (
    Json,
    PhoneAccess,
    abbreviate_class_name,
    expand_class_name,
    find_app,
    get_focus,
    get_task_id,
    list_apps,
    list_tasks,
)

_EXIT_NO_ACTIVITIES = 252
_DELIVERED_WARNING = (
    "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
)
_HANDLERS = {
    "android.intent.action.DIAL": ("dialer", "phone"),
    "android.intent.action.CALL_BUTTON": ("dialer", "phone"),
    "android.media.action.IMAGE_CAPTURE": ("camera",),
    "android.media.action.STILL_IMAGE_CAMERA": ("camera",),
    "android.media.action.VIDEO_CAPTURE": ("camera",),
    "android.intent.action.SET_ALARM": ("clock",),
    "android.intent.action.SHOW_ALARMS": ("clock",),
    "android.intent.action.SET_TIMER": ("clock",),
    "android.intent.action.WEB_SEARCH": ("browser",),
}


def start_activity(call: Call) -> Result:
    """Start an activity and print the same messages as Android (`am start`)."""
    intent = parse_intent(call.arguments)
    if not (intent.action or intent.package or intent.data or intent.categories):
        raise CommandError("java.lang.IllegalArgumentException: No intent supplied")
    phone = call.machine.phone
    if "-S" in intent.flags and intent.package:
        phone.call("stop", intent.package)
    header = f"Starting: {intent}\n"
    previous_focus = get_focus(phone)
    error = _launch(phone, intent)
    if error:
        return Result(encode_text(header), encode_text(error), 1)
    focus = get_focus(phone)
    warning = ""
    if intent.named and (previous_focus.package, previous_focus.activity) == (focus.package, focus.activity):
        warning = _DELIVERED_WARNING
    wait_result = (
        _format_wait_result(focus.package, focus.activity, warm=bool(warning)) if "-W" in intent.flags else ""
    )
    return Result(encode_text(header + wait_result), encode_text(warning))


def _launch(phone: PhoneAccess, intent: Intent) -> str:
    """Launch the application for an intent; return Android's error message, or ""."""
    unresolved = f"Error: Activity not started, unable to resolve {str(intent)[:-2]} flg=0x10000000 }}\n"
    if HOME in intent.categories and not intent.named:
        phone.call("key", 3, [])
        return ""
    package = intent.package or _find_handler(phone, intent)
    intent_data: Json = {
        "action": intent.action,
        "data": intent.data,
        "type": intent.type,
        "extras": dict(intent.extras),
    }
    problem = str(phone.call("launch", package, intent.activity or None, intent_data) or "")
    if problem and intent.named:
        return f"Error type 3\nError: Activity class {{{intent.package}/{intent.activity}}} does not exist.\n"
    return unresolved if problem else ""


def _find_handler(phone: PhoneAccess, intent: Intent) -> str:
    """Return the package that handles an action without data, or ""."""
    suffixes = (
        ("settings",) if intent.action.startswith("android.settings.") else _HANDLERS.get(intent.action, ())
    )
    candidates = () if intent.data else list_apps(phone)
    return next(
        (
            app.package
            for suffix in suffixes
            for app in candidates
            if find_own_package(app.package).endswith(f".{suffix}")
        ),
        "",
    )


def _format_wait_result(package: str, activity: str, *, warm: bool) -> str:
    state = "UNKNOWN (0)" if warm else "COLD"
    component = f"{package}/{abbreviate_class_name(package, activity)}"
    status = "Status: ok\n"
    return f"{status}LaunchState: {state}\nActivity: {component}\nTotalTime: 100\nWaitTime: 105\nComplete\n"


def stop_app(call: Call) -> Result:
    """Stop an application (`am force-stop`, `am kill` and `am stop-app`)."""
    words = [word for word in call.arguments if not word.startswith("-") and word not in {"0", "all"}]
    if not words:
        raise CommandError(f'java.lang.IllegalArgumentException: Argument expected after "{call.name}"')
    call.machine.phone.call("stop", words[0])
    return Result()


def list_task_stack(call: Call) -> Result:
    """List the open tasks, most recent first (`am stack list`)."""
    phone = call.machine.phone
    width, height = phone.shown_size
    bounds = f"bounds=[0,0][{width},{height}]"
    rows: list[str] = []
    focus = get_focus(phone)
    for index, task in enumerate(list_tasks(phone)):
        name = f"{task.package}/{expand_class_name(task.package, task.activity)}"
        visible = str(not index and task.package == focus.package).lower()
        task_id = get_task_id(task.package)
        rows += [
            f"RootTask id={task_id} {bounds} displayId=0 userId=0",
            f"  taskId={task_id}: {name} {bounds} userId=0 visible={visible} {_component_info(name)}",
        ]
    home = next((app for app in list_apps(phone) if "launcher" in app.package), None)
    if home:
        name = f"{home.package}/{expand_class_name(home.package, home.activity)}"
        visible = str(focus.package == home.package).lower()
        rows.append(f"RootTask id=1 {bounds} displayId=0 userId=0")
        rows.append(f"  taskId=1: {name} {bounds} userId=0 visible={visible} {_component_info(name)}")
    return output("\n".join(rows))


def _use_stack(call: Call) -> Result:
    """List the tasks (`am stack list`), or remove one (`am stack remove ID`)."""
    verb, number = call.argument(0), call.argument(1)
    if verb != "remove":
        return list_task_stack(call)
    task = next(
        (each for each in list_tasks(call.machine.phone) if str(get_task_id(each.package)) == number), None
    )
    if task is not None:
        call.machine.phone.call("removeTask", task.package)
    return Result()


def _component_info(name: str) -> str:
    return f"topActivity=ComponentInfo{{{name}}}"


def _start_service(call: Call) -> Result:
    intent = parse_intent(call.arguments)
    return Result(
        encode_text(f"Starting service: {intent}\n"), b"Error: Not found; no service started.\n", 255
    )


def _get_current_user(_call: Call) -> Result:
    return output("0")


def _do_nothing(_call: Call) -> Result:
    return Result()


_COMMANDS: Mapping[str, Command] = {
    "start": start_activity,
    "start-activity": start_activity,
    "force-stop": stop_app,
    "kill": stop_app,
    "stop-app": stop_app,
    "broadcast": send_broadcast,
    "stack": _use_stack,
    "startservice": _start_service,
    "start-service": _start_service,
    "start-foreground-service": _start_service,
    "get-current-user": _get_current_user,
    "kill-all": _do_nothing,
    "clear-debug-app": _do_nothing,
    "set-debug-app": _do_nothing,
    "wait-for-broadcast-idle": _do_nothing,
    "switch-user": _do_nothing,
}


def run_am(call: Call) -> Result:
    """Run an activity manager command such as `am start` or `am force-stop`."""
    name = call.argument(0)
    command = _COMMANDS.get(name)
    if command is None:
        return error_output(
            f"Unknown command: {name}" if name else "Activity manager (activity) commands:", 255
        )
    try:
        return command(call.rest())
    except CommandError as problem:
        return exception_output(name, str(problem))


def run_monkey(call: Call) -> Result:
    """Launch an app by package name (`monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`)."""
    arguments = list(call.arguments)
    package = arguments[arguments.index("-p") + 1] if "-p" in arguments[:-1] else ""
    echoed = "".join(f"  bash arg: {word}\n" for word in arguments)
    app = find_app(call.machine.phone, package)
    if app is None or not app.launchable:
        return Result(
            encode_text(f"{echoed}** No activities found to run, monkey aborted.\n"),
            status=_EXIT_NO_ACTIVITIES,
        )
    call.machine.phone.call("launch", package, None, {"action": MAIN, "data": "", "extras": {}})
    network = "## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)"
    return Result(
        encode_text(f"{echoed}Events injected: 1\n{network}\n"),
        encode_text(f"args: [{', '.join(arguments)}]\n"),
    )


TABLE: Mapping[str, Command] = {"am": run_am, "monkey": run_monkey}
