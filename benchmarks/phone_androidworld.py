"""Calls of AndroidWorld's adb functions on the practice phone, run by `phone_clients.py`.

The calls use the adb controller of android_env and a stock adb program; the phone appears as an emulator.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path

from _client_record import Call, Refusal, print_answer, record

REQUEST = json.load(sys.stdin)
sys.path.insert(0, REQUEST["source"])

from android_env.components import adb_call_parser, adb_controller, config_classes  # noqa: E402
from android_env.proto import adb_pb2  # noqa: E402
from android_world.env import adb_utils, android_world_controller, device_constants, tools  # noqa: E402
from android_world.task_evals.common_validators import (  # noqa: E402
    phone_validators,
    sms_validators,
)
from android_world.task_evals.utils import user_data_generation  # noqa: E402
from android_world.utils import app_snapshot, contacts_utils, datetime_utils, file_utils  # noqa: E402

CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"
NUMBER, FOLDER = "+15551234567", "/sdcard/Documents/calls"
OK = adb_pb2.AdbResponse.Status.OK
GLOBAL = adb_pb2.AdbRequest.SettingsRequest.Namespace.GLOBAL
DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"


class Environment:
    """AndroidWorld environment that executes adb calls with android_env's adb controller."""

    def __init__(self) -> None:
        """Create the controller for the adb server and the phone given in the request."""
        config = config_classes.AdbControllerConfig(
            adb_path=REQUEST["adb"], adb_server_port=REQUEST["server_port"], device_name=REQUEST["serial"]
        )
        self._parser = adb_call_parser.AdbCallParser(adb_controller.AdbController(config))

    def execute_adb_call(self, request: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """Execute an adb request."""
        return self._parser.parse(request)


def is_ok(response: adb_pb2.AdbResponse) -> bool:
    """Return whether an adb call succeeded."""
    return response.status == OK


def output_of(response: adb_pb2.AdbResponse) -> str:
    """Return the decoded output of a generic adb call."""
    return response.generic.output.decode().strip()


class Calls:
    """Collection of calls, with the environments that execute them."""

    def __init__(self) -> None:
        """Create the environments."""
        self.env = Environment()
        self.controller = android_world_controller.AndroidWorldController(
            self.env, a11y_method=android_world_controller.A11yMethod.UIAUTOMATOR
        )

    def text(self, command: str) -> str:
        """Return the output of a shell command."""
        return output_of(adb_utils.issue_generic_request(["shell", command], self.env))

    def activity(self) -> str | None:
        """Return the current activity."""
        return adb_utils.get_current_activity(self.env)[0]

    def root(self) -> list[Call]:
        """Return calls on root access, time and properties."""
        env = self.env
        now = dt.datetime(2023, 10, 15, 15, 34, tzinfo=dt.UTC)
        return [
            ("whoami before root", lambda: self.text("whoami"), "shell"),
            ("set_root_if_needed()", lambda: is_ok(adb_utils.set_root_if_needed(env)), True),
            ("whoami after root", lambda: self.text("whoami"), "root"),
            ("get_api_level()", lambda: adb_utils.get_api_level(env), 34),
            ("setup_datetime()", lambda: datetime_utils.setup_datetime(env), None),
            (
                "set_datetime(TIME)",
                lambda: (datetime_utils.set_datetime(env, now), self.text("date +%Y-%m-%dT%H:%M"))[1],
                "2023-10-15T15:34",
            ),
            (
                "advance_system_time(1 h)",
                lambda: (
                    datetime_utils.advance_system_time(dt.timedelta(hours=1), env),
                    self.text("date +%H:%M"),
                )[1],
                "16:34",
            ),
            ("get_screen_size()", lambda: adb_utils.get_screen_size(env), (1080, 2400)),
            ("get_logical_screen_size()", lambda: adb_utils.get_logical_screen_size(env), (1080, 2400)),
            (
                "get_physical_frame_boundary()",
                lambda: adb_utils.get_physical_frame_boundary(env),
                (0, 0, 1080, 2400),
            ),
            ("get_orientation()", lambda: adb_utils.get_orientation(env), 0),
            (
                "change_orientation('landscape')",
                lambda: (adb_utils.change_orientation("landscape", env), adb_utils.get_orientation(env))[1],
                1,
            ),
            (
                "change_orientation('portrait')",
                lambda: (adb_utils.change_orientation("portrait", env), adb_utils.get_orientation(env))[1],
                0,
            ),
            ("set_screen_size(720, 1280)", lambda: is_ok(adb_utils.set_screen_size(720, 1280, env)), True),
            ("set_screen_size(1080, 2400)", lambda: is_ok(adb_utils.set_screen_size(1080, 2400, env)), True),
        ]

    def applications(self) -> list[Call]:
        """Return calls on applications, touches and keys."""
        env = self.env
        simple = "com.simplemobiletools"
        messages, gallery = f"{simple}.smsmessenger", f"{simple}.gallery.pro"
        dialer = "com.google.android.dialer"
        launched = {
            "clock": CLOCK,
            "chrome": "com.android.chrome/com.google.android.apps.chrome.Main",
            "settings": "com.android.settings/com.android.settings.Settings",
            "camera": "com.android.camera2/com.android.camera.CameraLauncher",
            "files": "com.google.android.documentsui/com.android.documentsui.files.FilesActivity",
            "dialer": f"{dialer}/{dialer}.extensions.GoogleDialtactsActivity",
            "simple sms messenger": f"{messages}/{messages}.activities.MainActivity",
            "google maps": "com.google.android.apps.maps/com.google.android.maps.MapsActivity",
            "gmail": "com.google.android.gm/com.google.android.gm.ConversationListActivityGmail",
            "contacts": "com.google.android.contacts/com.android.contacts.activities.PeopleActivity",
            "calendar": "com.google.android.calendar/com.android.calendar.AllInOneActivity",
            "browser": "com.android.chrome/com.google.android.apps.chrome.Main",
            "gallery": f"{gallery}/{gallery}.activities.MainActivity",
        }

        def launch(name: str) -> str | None:
            adb_utils.launch_app(name, env)
            return self.activity()

        return [
            *(
                (f"launch_app({name!r})", lambda name=name: launch(name), activity)
                for name, activity in launched.items()
            ),
            ("launch_app('email')", lambda: launch("email"), launched["gmail"]),
            ("start_activity(CLOCK)", lambda: is_ok(adb_utils.start_activity(CLOCK, [], env)), True),
            (
                "start_activity(missing)",
                lambda: is_ok(adb_utils.start_activity("a.b/.C", [], env)),
                Refusal("does not exist"),
            ),
            ("get_current_activity()", self.activity, CLOCK),
            ("tap_screen(x, y)", lambda: is_ok(adb_utils.tap_screen(540, 1200, env)), True),
            ("double_tap(x, y)", lambda: is_ok(adb_utils.double_tap(540, 1200, env)), True),
            ("long_press(x, y)", lambda: is_ok(adb_utils.long_press(540, 1200, env)), True),
            ("press_back_button()", lambda: is_ok(adb_utils.press_back_button(env)), True),
            ("press_enter_button()", lambda: is_ok(adb_utils.press_enter_button(env)), True),
            (
                "press_keyboard_generic('KEYCODE_TAB')",
                lambda: is_ok(adb_utils.press_keyboard_generic("KEYCODE_TAB", env)),
                True,
            ),
            (
                "swipe",
                lambda: is_ok(
                    adb_utils.issue_generic_request(
                        adb_utils.generate_swipe_command(540, 1500, 540, 500, 300), env
                    )
                ),
                True,
            ),
            (
                "swipe without duration",
                lambda: is_ok(
                    adb_utils.issue_generic_request(
                        adb_utils.generate_swipe_command(540, 1500, 540, 500), env
                    )
                ),
                True,
            ),
            (
                "drag and drop",
                lambda: is_ok(
                    adb_utils.issue_generic_request(
                        adb_utils.generate_drag_and_drop_command(540, 1500, 540, 500, 400), env
                    )
                ),
                True,
            ),
            (
                "press_home_button()",
                lambda: (adb_utils.press_home_button(env), self.activity())[1],
                lambda name: "launcher" in name,
            ),
            (
                "get_all_package_names()",
                lambda: "com.android.chrome" in adb_utils.get_all_package_names(env),
                True,
            ),
            ("get_all_apps()", lambda: "clock" in adb_utils.get_all_apps(env), True),
            ("close_app('clock')", lambda: adb_utils.close_app("clock", env), "clock"),
            ("close_recents()", lambda: adb_utils.close_recents(env), None),
            (
                "clear_app_data(CLOCK)",
                lambda: is_ok(adb_utils.clear_app_data(CLOCK.partition("/")[0], env)),
                True,
            ),
            (
                "clear_app_data(missing)",
                lambda: is_ok(adb_utils.clear_app_data("a.b", env)),
                Refusal("Failed"),
            ),
            (
                "grant_permissions(CAMERA)",
                lambda: adb_utils.grant_permissions("com.android.camera2", "android.permission.CAMERA", env),
                None,
            ),
            (
                "pm disable-user, pm enable",
                lambda: (
                    self.text("pm disable-user com.google.android.apps.maps"),
                    self.text("pm list packages -d"),
                    self.text("pm enable com.google.android.apps.maps"),
                )[1],
                "package:com.google.android.apps.maps",
            ),
            (
                "install_apk(missing)",
                lambda: adb_utils.install_apk("/nowhere.apk", env),
                Refusal("APK does not exist"),
            ),
            ("uiautomator_dump()", lambda: adb_utils.uiautomator_dump(env).startswith("<?xml"), True),
            ("get_ui_elements()", lambda: len(self.controller.get_ui_elements()), lambda count: count > 1),
            (
                "find_and_click_element('Clock')",
                lambda: (tools.actuation.find_and_click_element("Clock", self.controller), self.activity())[
                    1
                ],
                CLOCK,
            ),
            (
                "type_text(TEXT)",
                lambda: (
                    launch("contacts"),
                    tools.actuation.find_and_click_element("Search contacts", self.controller),
                    adb_utils.type_text("Ann & 'Bob' $1", env),
                    self.text("uiautomator dump /dev/tty"),
                )[3],
                lambda dump: "Ann &amp; 'Bob' $1" in dump.replace("&apos;", "'"),
            ),
        ]

    def providers(self) -> list[Call]:
        """Return calls on messages, contacts, calls and the clipboard."""
        env, controller = self.env, self.controller

        def rows(box: str) -> list[str]:
            response = adb_utils.issue_generic_request(f"shell content query --uri content://sms/{box}", env)
            return sms_validators._decode_messages_from_response(response)  # noqa: SLF001  as its tasks do

        def messages(box: str) -> list[dict[str, str]]:
            return [sms_validators.parse_message(row) for row in rows(box)]

        def call_state(action: str) -> str:
            if action == "ring":
                adb_utils.call_emulator(env, NUMBER)
            elif action == "dial":
                adb_utils.call_phone_number(env, NUMBER)
            else:
                adb_utils.end_call_if_active(env)
            return adb_utils.get_call_state(env)

        return [
            (
                "clear_sms_and_threads()",
                lambda: (sms_validators.clear_sms_and_threads(env), messages("inbox"))[1],
                [],
            ),
            (
                "text_emulator(NUMBER, TEXT)",
                lambda: (
                    is_ok(adb_utils.text_emulator(env, NUMBER, "Hi, you")),
                    messages("inbox")[0]["body"],
                )[1],
                "Hi, you",
            ),
            ("content query sms/inbox, address", lambda: messages("inbox")[0]["address"], NUMBER),
            (
                "tools.send_sms(NUMBER, TEXT)",
                lambda: (
                    tools.AndroidToolController(controller).send_sms(NUMBER, "sent by a tool"),
                    messages("sent")[0]["body"],
                )[1],
                "sent by a tool",
            ),
            (
                "sms_validators.was_sent()",
                lambda: sms_validators.was_sent(
                    rows("sent"), NUMBER, "sent by a tool", int(self.text("date +%s")) * 1000
                ),
                True,
            ),
            (
                "content insert sms/sent",
                lambda: (
                    self.text(
                        f"content insert --uri content://sms/sent --bind address:s:{NUMBER} --bind body:s:new"
                    ),
                    messages("sent")[0]["body"],
                )[1],
                "new",
            ),
            (
                "content delete sms",
                lambda: (self.text("content delete --uri content://sms"), messages("sent"))[1],
                [],
            ),
            (
                "execute_sql_command(count)",
                lambda: output_of(adb_utils.execute_sql_command(DATABASE, "SELECT count(*) FROM sms;", env)),
                "0",
            ),
            (
                "clear_contacts()",
                lambda: (contacts_utils.clear_contacts(controller), contacts_utils.list_contacts(controller))[
                    1
                ],
                [],
            ),
            (
                "add_contact(NAME, NUMBER)",
                lambda: (
                    contacts_utils.add_contact("Ann Lee", NUMBER, controller, 0.1),
                    contacts_utils.list_contacts(controller),
                )[1],
                [contacts_utils.Contact("Ann Lee", NUMBER.strip("+"))],
            ),
            (
                "delete_contacts()",
                lambda: (adb_utils.delete_contacts(env), contacts_utils.list_contacts(controller))[1],
                [],
            ),
            (
                "clear_phone_state()",
                lambda: (
                    phone_validators.clear_phone_state(env),
                    self.text("content query --uri content://call_log/calls"),
                )[1],
                "No result found.",
            ),
            ("get_call_state()", lambda: adb_utils.get_call_state(env), "IDLE"),
            ("call_emulator(NUMBER)", lambda: call_state("ring"), "RINGING"),
            ("end_call_if_active(), ringing", lambda: call_state("end"), "IDLE"),
            ("call_phone_number(NUMBER)", lambda: call_state("dial"), "OFFHOOK"),
            ("end_call_if_active(), in a call", lambda: call_state("end"), "IDLE"),
            (
                "content query call_log/calls",
                lambda: self.text(
                    "content query --uri content://call_log/calls --projection number:type"
                ).splitlines(),
                [f"Row: 0 number={NUMBER.strip('+')}, type=2", f"Row: 1 number={NUMBER}, type=3"],
            ),
            (
                "clear_android_emulator_call_log()",
                lambda: (
                    adb_utils.clear_android_emulator_call_log(env),
                    self.text("content query --uri content://call_log/calls"),
                )[1],
                "No result found.",
            ),
            (
                "set_clipboard_contents(TEXT)",
                lambda: adb_utils.set_clipboard_contents("two words", env),
                None,
            ),
            ("get_clipboard_contents()", lambda: adb_utils.get_clipboard_contents(env), "two words"),
            (
                "send_android_intent(INSERT contact)",
                lambda: (
                    adb_utils.send_android_intent(
                        "start",
                        "android.intent.action.INSERT",
                        env,
                        mime_type="vnd.android.cursor.dir/contact",
                        extras={"name": "Bo Hill", "phone": "555"},
                    ),
                    "Hill" in adb_utils.uiautomator_dump(env),
                )[1],
                True,
            ),
            (
                "send_android_intent(SEND text)",
                lambda: (
                    adb_utils.send_android_intent(
                        "start",
                        "android.intent.action.SEND",
                        env,
                        mime_type="text/plain",
                        extras={"android.intent.extra.TEXT": "shared words"},
                    ),
                    "shared words" in adb_utils.uiautomator_dump(env),
                )[1],
                True,
            ),
            (
                "send_android_intent(broadcast)",
                lambda: is_ok(
                    adb_utils.send_android_intent(
                        "broadcast",
                        "com.example.ACTION",
                        env,
                        extras={"a": True, "b": 2, "c": 1.5, "d": ["x", "y"]},
                    )
                ),
                True,
            ),
            (
                "tools.open_web_page(URL)",
                lambda: (
                    tools.AndroidToolController(controller).open_web_page("www.example.com"),
                    self.activity(),
                )[1],
                lambda name: name.startswith("com.android.chrome"),
            ),
            (
                "emu avd name",
                lambda: is_ok(adb_utils.issue_generic_request(["emu", "avd", "name"], env)),
                True,
            ),
            (
                "emu geo fix",
                lambda: is_ok(adb_utils.issue_generic_request(["emu", "geo", "fix", "8.5", "47.4"], env)),
                True,
            ),
            (
                "emu sms without a text",
                lambda: output_of(adb_utils.issue_generic_request(["emu", "sms", "send", "1"], env)),
                lambda text: text.startswith("KO"),
            ),
        ]

    def settings(self) -> list[Call]:
        """Return calls on settings."""
        env = self.env

        def value(key: str, namespace: str = "global") -> str:
            return self.text(f"settings get {namespace} {key}")

        return [
            ("toggle_wifi('off')", lambda: (adb_utils.toggle_wifi(env, "off"), value("wifi_on"))[1], "0"),
            ("toggle_wifi('on')", lambda: (adb_utils.toggle_wifi(env, "on"), value("wifi_on"))[1], "1"),
            (
                "toggle_bluetooth('on')",
                lambda: (adb_utils.toggle_bluetooth(env, "on"), value("bluetooth_on"))[1],
                "1",
            ),
            (
                "set_brightness('max')",
                lambda: (adb_utils.set_brightness("max", env), value("screen_brightness", "system"))[1],
                "255",
            ),
            (
                "set_brightness('min')",
                lambda: (adb_utils.set_brightness("min", env), value("screen_brightness", "system"))[1],
                "1",
            ),
            (
                "toggle_airplane_mode('on')",
                lambda: (adb_utils.toggle_airplane_mode("on", env), adb_utils.check_airplane_mode(env))[1],
                True,
            ),
            (
                "toggle_airplane_mode('off')",
                lambda: (adb_utils.toggle_airplane_mode("off", env), adb_utils.check_airplane_mode(env))[1],
                False,
            ),
            (
                "set_default_app(sms)",
                lambda: (
                    adb_utils.set_default_app("sms_default_application", "a.b", env),
                    value("sms_default_application", "secure"),
                )[1],
                "a.b",
            ),
            (
                "disable_headsup_notifications()",
                lambda: (
                    adb_utils.disable_headsup_notifications(env),
                    value("heads_up_notifications_enabled"),
                )[1],
                "0",
            ),
            (
                "enable_headsup_notifications()",
                lambda: (
                    adb_utils.enable_headsup_notifications(env),
                    value("heads_up_notifications_enabled"),
                )[1],
                "1",
            ),
            (
                "put_settings(zen_mode)",
                lambda: (adb_utils.put_settings(GLOBAL, "zen_mode", "1", env), value("zen_mode"))[1],
                "1",
            ),
            ("get_all_settings()", lambda: adb_utils.get_all_settings(env)["zen_mode"], "1"),
        ]

    def files(self) -> list[Call]:
        """Return calls on files."""
        env = self.env
        return [
            ("mkdir(FOLDER)", lambda: file_utils.mkdir(FOLDER, env), None),
            ("create_file(NAME)", lambda: file_utils.create_file("a_b.txt", FOLDER, env, "it's"), bool),
            ("check_directory_exists()", lambda: file_utils.check_directory_exists(FOLDER, env), True),
            ("check_file_exists()", lambda: file_utils.check_file_exists(f"{FOLDER}/a_b.txt", env), True),
            (
                "check_file_or_folder_exists()",
                lambda: file_utils.check_file_or_folder_exists("a_b.txt", FOLDER, env),
                True,
            ),
            (
                "check_file_content()",
                lambda: file_utils.check_file_content(f"{FOLDER}/a_b.txt", "it's", env),
                True,
            ),
            (
                "get_file_list_with_metadata()",
                lambda: [each.file_name for each in file_utils.get_file_list_with_metadata(FOLDER, env)],
                ["a_b.txt"],
            ),
            (
                "copy_file_to_device()",
                lambda: is_ok(file_utils.copy_file_to_device(__file__, f"{FOLDER}/b.txt", env)),
                True,
            ),
            (
                "tmp_file_from_device()",
                lambda: pulled(file_utils.tmp_file_from_device(f"{FOLDER}/b.txt", env)),
                lambda size: size > 0,
            ),
            (
                "copy_dir()",
                lambda: (
                    file_utils.copy_dir(FOLDER, f"{FOLDER}2", env),
                    file_utils.check_file_exists(f"{FOLDER}2/b.txt", env),
                )[1],
                True,
            ),
            (
                "clear_directory()",
                lambda: (file_utils.clear_directory(FOLDER, env), self.text(f"ls {FOLDER}"))[1],
                "",
            ),
            (
                "remove_single_file(missing)",
                lambda: file_utils.remove_single_file("none", f"{FOLDER}3", env),
                None,
            ),
            (
                "clear_device_storage()",
                lambda: (
                    user_data_generation.clear_internal_storage(self),
                    self.text(f"find {device_constants.EMULATOR_DATA} -type f"),
                )[1],
                "",
            ),
            (
                "_clear_external_downloads()",
                lambda: user_data_generation._clear_external_downloads(self),  # noqa: SLF001  as its tasks do
                None,
            ),
            (
                "app_snapshot.restore_snapshot()",
                lambda: app_snapshot.restore_snapshot("clock", env),
                Refusal("Snapshot not found"),
            ),
        ]


def pulled(context: object) -> int:
    """Return the size of the file that a context manager pulls from the phone."""
    with context as path:
        return Path(path).stat().st_size


def main() -> None:
    """Make all calls and print their outcomes."""
    calls = Calls()
    groups = (calls.root, calls.applications, calls.providers, calls.settings, calls.files)
    print_answer(record([call for group in groups for call in group()]))


if __name__ == "__main__":
    main()
