"""Starting and stopping applications: am, monkey."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.shell.command_call import (
    Call,
    Command,
    Refused,
    Result,
    encoded,
    exception,
    failed,
    said,
)
from onscreen_practice.phone.shell.commands.broadcast_commands import broadcast
from onscreen_practice.phone.shell.commands.intent import HOME, MAIN, Intent, intent_of
from onscreen_practice.phone.shell.phone_facts import (
    Json,
    Phone,
    app_of,
    apps,
    focus,
    short_class,
    stack,
    task_of,
)

_NO_ACTIVITIES = 252
_DELIVERED = (
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


def start(call: Call) -> Result:
    """Start an activity; what is printed is what Android prints."""
    intent = intent_of(call.arguments)
    if not (intent.action or intent.package or intent.data or intent.categories):
        raise Refused("java.lang.IllegalArgumentException: No intent supplied")
    phone = call.machine.phone
    if "-S" in intent.flags and intent.package:
        phone.ask("stop", intent.package)
    head = f"Starting: {intent}\n"
    before = focus(phone)
    problem = _launched(phone, intent)
    if problem:
        return Result(encoded(head), encoded(problem), 1)
    after = focus(phone)
    warning = ""
    if intent.named and (before.package, before.activity) == (after.package, after.activity):
        warning = _DELIVERED
    waited = _waited(after.package, after.activity, warm=bool(warning)) if "-W" in intent.flags else ""
    return Result(encoded(head + waited), encoded(warning))


def _launched(phone: Phone, intent: Intent) -> str:
    """Launch what an intent asks for; return Android's words where nothing does."""
    unresolved = f"Error: Activity not started, unable to resolve {str(intent)[:-2]} flg=0x10000000 }}\n"
    if HOME in intent.categories and not intent.named:
        phone.ask("key", 3, [])
        return ""
    package = intent.package or _handler(phone, intent)
    given: Json = {"action": intent.action, "data": intent.data, "extras": dict(intent.extras)}
    problem = str(phone.ask("launch", package, intent.activity or None, given) or "")
    if problem and intent.named:
        return f"Error type 3\nError: Activity class {{{intent.package}/{intent.activity}}} does not exist.\n"
    return unresolved if problem else ""


def _handler(phone: Phone, intent: Intent) -> str:
    """Return the package that takes an action without an address."""
    wanted = (
        ("settings",) if intent.action.startswith("android.settings.") else _HANDLERS.get(intent.action, ())
    )
    there = () if intent.data else apps(phone)
    return next((app.package for word in wanted for app in there if app.package.endswith(f".{word}")), "")


def _waited(package: str, activity: str, *, warm: bool) -> str:
    state = "UNKNOWN (0)" if warm else "COLD"
    shown = f"{package}/{short_class(package, activity)}"
    status = "Status: ok\n"
    return f"{status}LaunchState: {state}\nActivity: {shown}\nTotalTime: 100\nWaitTime: 105\nComplete\n"


def stop(call: Call) -> Result:
    """Stop an application: force-stop, kill, stop-app."""
    words = [word for word in call.arguments if not word.startswith("-") and word not in {"0", "all"}]
    if not words:
        raise Refused(f'java.lang.IllegalArgumentException: Argument expected after "{call.name}"')
    call.machine.phone.ask("stop", words[0])
    return Result()


def listed(call: Call) -> Result:
    """List the tasks, the one in front first: am stack list."""
    phone = call.machine.phone
    width, height = phone.shown_size
    bounds = f"bounds=[0,0][{width},{height}]"
    rows: list[str] = []
    front = focus(phone)
    for number, task in enumerate(stack(phone)):
        name = f"{task.package}/{task.package}{task.activity}"
        shown = str(not number and task.package == front.package).lower()
        at = task_of(task.package)
        rows += [
            f"RootTask id={at} {bounds} displayId=0 userId=0",
            f"  taskId={at}: {name} {bounds} userId=0 visible={shown} topActivity=ComponentInfo{{{name}}}",
        ]
    home = next((app for app in apps(phone) if "launcher" in app.package), None)
    if home:
        name = f"{home.package}/{home.package}{home.activity}"
        shown = str(front.package == home.package).lower()
        rows.append(f"RootTask id=1 {bounds} displayId=0 userId=0")
        rows.append(
            f"  taskId=1: {name} {bounds} userId=0 visible={shown} topActivity=ComponentInfo{{{name}}}"
        )
    return said("\n".join(rows))


def _services(call: Call) -> Result:
    intent = intent_of(call.arguments)
    return Result(encoded(f"Starting service: {intent}\n"), b"Error: Not found; no service started.\n", 255)


def _user(_call: Call) -> Result:
    return said("0")


def _quiet(_call: Call) -> Result:
    return Result()


_COMMANDS: Mapping[str, Command] = {
    "start": start,
    "start-activity": start,
    "force-stop": stop,
    "kill": stop,
    "stop-app": stop,
    "broadcast": broadcast,
    "stack": listed,
    "startservice": _services,
    "start-service": _services,
    "start-foreground-service": _services,
    "get-current-user": _user,
    "kill-all": _quiet,
    "clear-debug-app": _quiet,
    "set-debug-app": _quiet,
    "wait-for-broadcast-idle": _quiet,
    "switch-user": _quiet,
}


def manage(call: Call) -> Result:
    """Do what the activity manager is asked for."""
    name = call.argument(0)
    command = _COMMANDS.get(name)
    if command is None:
        return failed(f"Unknown command: {name}" if name else "Activity manager (activity) commands:", 255)
    try:
        return command(call.rest())
    except Refused as problem:
        return exception(name, str(problem))


def monkey(call: Call) -> Result:
    """Open a package as `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1` does."""
    words = list(call.arguments)
    package = words[words.index("-p") + 1] if "-p" in words[:-1] else ""
    echoed = "".join(f"  bash arg: {word}\n" for word in words)
    found = app_of(call.machine.phone, package)
    if found is None or not found.launchable:
        return Result(
            encoded(f"{echoed}** No activities found to run, monkey aborted.\n"), status=_NO_ACTIVITIES
        )
    call.machine.phone.ask("launch", package, None, {"action": MAIN, "data": "", "extras": {}})
    network = "## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)"
    return Result(
        encoded(f"{echoed}Events injected: 1\n{network}\n"), encoded(f"args: [{', '.join(words)}]\n")
    )


TABLE: Mapping[str, Command] = {"am": manage, "monkey": monkey}
