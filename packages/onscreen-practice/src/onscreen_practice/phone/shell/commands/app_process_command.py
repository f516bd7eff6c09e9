"""Simulated shell command `app_process`, limited to the Java servers of automation tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from onscreen_practice.phone.automation.uiautomator_server import DEFAULT_PORT, MAIN_CLASS, UiautomatorServer
from onscreen_practice.phone.port_listeners import MAX_PORT
from onscreen_practice.phone.shell.command_interface import Call, Command, Result, error_output

SCRCPY_CLASS = "com.genymobile.scrcpy.Server"
_EXIT_ABORTED = 134
_ALREADY_REGISTERED = (
    "java.lang.IllegalStateException: UiAutomationService "
    "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!"
)
_NO_VIDEO = (
    "[server] ERROR: The practice phone cannot encode video, so scrcpy does not work. Capture the screen "
    "with `screencap`, or watch the phone in a browser with `onscreen phone --view PORT`."
)


def run_app_process(call: Call) -> Result:
    """Run a supported Java program (`CLASSPATH=FILE app_process / CLASS [ARGUMENT...]`)."""
    words = [word for word in call.arguments if not word.startswith("-X")]
    class_name, arguments = (words[1], words[2:]) if len(words) > 1 else ("", [])
    if not class_name:
        return error_output("Error: no class name or --zygote supplied.", _EXIT_ABORTED)
    classpath = call.environment.variables.get("CLASSPATH", "")
    files = [name for name in classpath.split(":") if name]
    if not files or any(call.machine.storage.read(name) is None for name in files):
        return _class_not_found(class_name, classpath)
    if class_name == MAIN_CLASS:
        return _run_uiautomator_server(call, arguments)
    if class_name == SCRCPY_CLASS:
        return error_output(_NO_VIDEO, 1)
    return error_output(
        f"Error: the practice phone runs no Java code; it has the program {MAIN_CLASS}, not {class_name}",
        1,
    )


def _class_not_found(class_name: str, classpath: str) -> Result:
    name = class_name.replace(".", "/")
    return error_output(
        f"Error: ClassNotFoundException: {class_name}: Didn't find class {name} on path: "
        f'DexPathList[[zip file "{classpath}"]]',
        _EXIT_ABORTED,
    )


def _run_uiautomator_server(call: Call, arguments: Sequence[str]) -> Result:
    """Run the server until its client disconnects, or in the background without a client."""
    port = DEFAULT_PORT
    if arguments[:1] in (["-p"], ["--port"]):
        text = arguments[1] if len(arguments) > 1 else ""
        if not (text.isascii() and text.isdigit()):
            return error_output(f"Invalid port: {text}. Must be an integer between 1 and {MAX_PORT}.", 1)
        port = int(text)
        if not 1 <= port <= MAX_PORT:
            return error_output(f"Invalid port: {text}. Must be between 1 and {MAX_PORT}.", 1)
    machine = call.machine
    server = UiautomatorServer(
        machine.phone, machine.ports, port=port, run_script=lambda script: call.interpret(script, ("sh",))
    )
    if not server.start():
        return error_output(_ALREADY_REGISTERED, 1)
    if call.stdin.wait_for_hang_up is not None:
        call.stdin.wait_for_hang_up()
        server.stop()
    return Result()


TABLE: Mapping[str, Command] = {"app_process": run_app_process, "app_process64": run_app_process}
