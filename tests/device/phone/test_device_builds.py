"""Builds of the rendered phone: root access, well-known names, the emulator console, time and intents."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from adb_program import Adb

from onscreen_practice.phone.app_name_alias_phone import KnownNamesPhone
from onscreen_practice.phone.console_server import serve_console
from onscreen_practice.phone.device_builds import DeviceBuild
from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.shell.command_interface import Input, decode_text
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.simulated_system import Machine
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

Run = Callable[[str], tuple[str, str, int]]
CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"
INSERT = "am start -a android.intent.action.INSERT -t"


@pytest.fixture
def run(handset: Handset) -> Run:
    """Return a function that runs scripts as root on a phone with well-known names."""
    build = DeviceBuild(rootable=True, known_names=True)
    machine = Machine(KnownNamesPhone(handset, shown=True), on_restart=lambda: None, build=build)
    machine.is_adb_root = True

    def script(text: str) -> tuple[str, str, int]:
        out, err = io.BytesIO(), io.BytesIO()
        status = Shell(machine, COMMANDS).run(text, Channels(Input(), out.write, err.write))
        return decode_text(out.getvalue()), decode_text(err.getvalue()), status

    return script


def ask(console: int, *lines: str) -> str:
    """Send lines to a console and return everything that it answers."""
    with socket.create_connection(("127.0.0.1", console), 10) as connection:
        connection.sendall("".join(f"{line}\n" for line in (*lines, "quit")).encode())
        return b"".join(iter(lambda: connection.recv(4096), b"")).decode()


def reconnect(program: Adb, port: int) -> None:
    """Connect again after adbd was restarted."""
    program.disconnect()
    program.connect(port)


def test_applications_have_well_known_names(run: Run) -> None:
    """Applications start, are listed, shown and stopped by the names of well-known ones."""
    assert run(f"am start -n {CLOCK}")[2] == 0
    assert f"topActivity=ComponentInfo{{{CLOCK}}}" in run("am stack list")[0]
    assert CLOCK in run("dumpsys window | grep mCurrentFocus")[0]
    assert 'package="com.google.android.deskclock"' in run("uiautomator dump /dev/tty")[0]
    assert "org.practice.clock" not in run("uiautomator dump /dev/tty; pm list packages")[0]
    run("am force-stop com.google.android.deskclock")
    assert "deskclock" not in run("am stack list")[0]
    assert "does not exist" in run("am start -n com.google.android.deskclock/.Other")[1]


def test_well_known_names_are_understood_by_every_phone(handset: Handset) -> None:
    """A phone that shows its own names also answers to the well-known ones."""
    phone = KnownNamesPhone(handset)
    assert not phone.call("launch", "com.android.chrome", None, {})
    focus = phone.call("focus")
    assert isinstance(focus, dict)
    assert focus["package"] == "org.practice.browser"


def test_disabled_application_is_neither_listed_nor_started(run: Run, handset: Handset) -> None:
    """Disabling closes an application and hides it on the home screen until it is enabled."""
    package = CLOCK.partition("/")[0]
    run(f"am start -n {CLOCK}")
    assert run(f"pm disable-user --user 0 {package}")[0] == f"Package {package} new state: disabled-user\n"
    assert run("pm list packages -d")[0] == f"package:{package}\n"
    assert "does not exist" in run(f"am start -n {CLOCK}")[1]
    assert 'text="Clock"' not in str(handset.call("dump", False))
    run(f"pm enable {package}")
    assert 'text="Clock"' in str(handset.call("dump", False))


def test_root_sets_the_time(run: Run) -> None:
    """The command date accepts toybox's formats, and the clock goes on from there."""
    assert run("date 101515342023.20")[0] == "Sun Oct 15 15:34:20 UTC 2023\n"
    assert run("date +%Y-%m-%dT%H:%M")[0] == "2023-10-15T15:34\n"
    assert run("date 1016080023.00 >/dev/null; date +%m%d%H")[0] == "101608\n"
    assert run("date -s @0; date +%Y")[0].endswith("1970\n")
    assert run("date 99999999")[1:] == ("date: bad date '99999999'\n", 1)


def test_two_shells_that_set_the_time_at_once_leave_one_of_their_times(run: Run) -> None:
    """Two root shells that set the date at once both succeed, and the clock has one of their dates."""
    before = run("practice eval 's.clock.alarms'")[0]
    with ThreadPoolExecutor(2) as shells:
        answers = list(shells.map(lambda year: run(f"date 10151534{year}.20"), ("2023", "2031")))
    assert [status for _, _, status in answers] == [0, 0]
    assert run("date +%Y-%m-%dT%H:%M")[0] in {"2023-10-15T15:34\n", "2031-10-15T15:34\n"}
    assert run("practice eval 's.clock.alarms'")[0] == before


def test_alarm_service_sets_utc_only(run: Run) -> None:
    """The phone is in UTC; another time zone is refused as an unknown one."""
    assert run("service call alarm 3 s16 UTC")[0] == "Result: Parcel(00000000    '....')\n"
    assert run("service call alarm 3 s16 Mars/Base")[0].startswith("Result: Parcel(fffffffd")
    assert run("service call none 1")[1] == "service: Service none does not exist\n"


def test_insert_intent_fills_a_contact_form(run: Run) -> None:
    """The extras of an INSERT intent are in the fields of the new contact."""
    run(
        f"{INSERT} vnd.android.cursor.dir/contact -e name 'Bo van Hill' -e phone 555-0101 -e company Fairwind"
    )
    dump = run("uiautomator dump /dev/tty")[0]
    assert all(f'text="{text}"' in dump for text in ("Bo", "van Hill", "555-0101", "Fairwind"))


def test_insert_intent_fills_an_event_form(run: Run) -> None:
    """The extras of an INSERT intent are in the fields of the new event."""
    begin = 1773392400000  # 2026-03-13T09:00
    extras = f"-e title Review --el beginTime {begin} --el endTime {begin + 5_400_000}"
    run(f"{INSERT} vnd.android.cursor.item/event {extras}")
    dump = run("uiautomator dump /dev/tty")[0]
    assert all(text in dump for text in ("Review", "Fri, Mar 13", "Start time: 09:00", "End time: 10:30"))


def test_send_intent_shows_the_share_sheet(run: Run) -> None:
    """A SEND intent asks which application receives the text; with a package, it opens that one."""
    send = "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'some words'"
    run(send)
    dump = run("uiautomator dump /dev/tty")[0]
    assert "some words" in dump
    assert "target_row" in dump
    assert run(f"{send} -p com.google.android.keep")[2] == 0
    assert 'text="some words"' in run("uiautomator dump /dev/tty")[0]


def test_message_intents_have_a_text(run: Run) -> None:
    """The extra sms_body is in the field of the conversation."""
    run("am start -a android.intent.action.SENDTO -d sms:+15550102 --es sms_body 'on my way'")
    assert 'text="on my way"' in run("uiautomator dump /dev/tty")[0]


def test_call_intent_dials(run: Run) -> None:
    """A CALL intent starts a call, which KEYCODE_ENDCALL ends."""
    run("am start -a android.intent.action.CALL -d tel:5550103")
    assert "mCallState=2" in run("dumpsys telephony.registry")[0]
    run("input keyevent KEYCODE_ENDCALL")
    assert "mCallState=0" in run("dumpsys telephony.registry")[0]
    assert run("content query --uri content://call_log/calls --projection number:type | head -1")[0] == (
        "Row: 0 number=5550103, type=2\n"
    )


def test_clipper_runs_in_the_foreground(run: Run) -> None:
    """Clipper opens as an application without an icon and shows the clipboard."""
    assert run("am start -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main")[2] == 0
    run("am broadcast -a clipper.set -e text 'two words'")
    assert 'data="two words"' in run("am broadcast -a clipper.get")[0]
    assert 'text="two words"' in run("uiautomator dump /dev/tty")[0]


def test_console_delivers_messages_and_calls(handset: Handset) -> None:
    """The emulator console sends messages and lets the phone ring."""
    with PhoneServer(handset) as server, serve_console(server.machine, host="127.0.0.1", port=0) as console:
        assert ask(console, "sms send +15550104 Hello, you").count("OK") == 2
        last = handset.call("evaluate", "s.messages.threads.at(-1)")
        assert isinstance(last, dict)
        assert last["numbers"] == ["+15550104"]
        assert handset.call("evaluate", "s.notifications[0].text") == "Hello, you"
        ask(console, "gsm call 5550105")
        assert handset.call("line") == {"state": 1, "number": "5550105"}
        assert "inbound from 5550105    : incoming" in ask(console, "gsm list")
        ask(console, "gsm accept")
        assert handset.call("line") == {"state": 2, "number": "5550105"}
        ask(console, "gsm cancel 5550105")
        assert handset.call("evaluate", "[s.phone.calls[0].number, s.phone.calls[0].kind]") == [
            "5550105",
            "incoming",
        ]
        assert "Practice_Phone" in ask(console, "avd name")
        ask(console, "power capacity 7")
        assert handset.call("evaluate", "s.system.battery") == 7


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sms send abc hello", "bad phone number format"),
        ("sms send 5550106", "missing argument"),
        ("gsm cancel 1", "could not cancel"),
        ("geo fix a b", "not numbers"),
        ("geo fix 200 95", "out of range"),
        ("power capacity 101", "percentage must be 0 to 100"),
        ("avd none", "bad sub-command"),
        ("none", "unknown command"),
    ],
)
def test_console_refuses_invalid_commands(handset: Handset, line: str, reason: str) -> None:
    """An invalid command is answered with KO and a reason."""
    with PhoneServer(handset) as server, serve_console(server.machine, host="127.0.0.1", port=0) as console:
        answer = ask(console, line)
    assert "KO: " in answer
    assert reason in answer


def test_unreachable_phone_gets_no_messages(handset: Handset) -> None:
    """In airplane mode, neither messages nor calls arrive."""
    handset.call("putSetting", "global", "airplane_mode_on", "1")
    with PhoneServer(handset) as server, serve_console(server.machine, host="127.0.0.1", port=0) as console:
        assert "KO: the radio is off" in ask(console, "sms send 5550107 hello")
        assert "KO: the radio is off" in ask(console, "gsm call 5550107")


def test_adb_root_restarts_adbd(program: Adb, handset: Handset) -> None:
    """A rootable phone restarts adbd as root; a reboot takes the access away."""
    with PhoneServer(handset, build=DeviceBuild(rootable=True)) as server:
        program.connect(server.port)
        assert program("shell", "whoami").stdout.decode() == "shell\n"
        assert "restarting adbd as root" in program("root").stdout.decode()
        reconnect(program, server.port)
        assert program("shell", "whoami; getprop ro.debuggable").stdout.decode() == "root\n1\n"
        assert "already running as root" in program("root").stdout.decode()
        assert "restarting adbd as non root" in program("unroot").stdout.decode()
        reconnect(program, server.port)
        assert program("shell", "whoami").stdout.decode() == "shell\n"
        program.disconnect()
