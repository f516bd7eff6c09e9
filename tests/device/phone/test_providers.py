"""Content providers of the rendered phone: messages, calls, contacts and files as rows of SQL tables."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Callable

import pytest

from onscreen_practice.phone.device_builds import DeviceBuild
from onscreen_practice.phone.shell.command_interface import Input, decode_text
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.simulated_system import Machine
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

Run = Callable[[str], tuple[str, str, int]]
MESSAGES = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CALLS = "content://call_log/calls"
NUMBER = "+15551234567"
THAT_NUMBER = f"--where \"address='{NUMBER}'\""
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture
def machine(handset: Handset) -> Machine:
    """Return a rootable system in its initial state, with adb running as root."""
    machine = Machine(handset, on_restart=lambda: None, build=DeviceBuild(rootable=True))
    machine.is_adb_root = True
    return machine


@pytest.fixture
def run(machine: Machine) -> Run:
    """Return a function that runs scripts in the phone's shell."""

    def script(text: str) -> tuple[str, str, int]:
        out, err = io.BytesIO(), io.BytesIO()
        status = Shell(machine, COMMANDS).run(text, Channels(Input(), out.write, err.write))
        return decode_text(out.getvalue()), decode_text(err.getvalue()), status

    return script


def test_messages_are_rows(run: Run, handset: Handset) -> None:
    """Sent and received messages are in boxes of their own, newest first."""
    sent = run("content query --uri content://sms/sent --projection date:type:body")[0].splitlines()
    dates = [int(row.split("date=")[1].split(",")[0]) for row in sent]
    assert dates == sorted(dates, reverse=True)
    assert all("type=2" in row for row in sent)
    threads = handset.call("evaluate", "s.messages.threads.filter((t) => t.numbers.length === 1)")
    assert isinstance(threads, list)
    count = sum(len(thread["messages"]) for thread in threads if isinstance(thread, dict))
    assert run("content query --uri content://sms | wc -l")[0].strip() == str(count)


def test_inserted_message_appears_in_the_application(run: Run, handset: Handset) -> None:
    """A message that a client inserts is in the conversation with its number."""
    command = f"content insert --uri content://sms/inbox --bind address:s:{NUMBER} --bind body:s:'a, b=c'"
    assert run(command) == ("", "", 0)
    thread = handset.call("evaluate", f"s.messages.threads.find((t) => t.numbers[0] === '{NUMBER}')")
    assert isinstance(thread, dict)
    assert thread["unread"] == 1
    query = f"content query --uri content://sms/inbox --projection body:read {THAT_NUMBER}"
    assert run(query)[0] == "Row: 0 body=a, b=c, read=0\n"
    assert run(f"content update --uri content://sms --bind body:s:new {THAT_NUMBER}")[2] == 0
    assert run(query)[0] == "Row: 0 body=new, read=0\n"


def test_deleted_messages_take_their_conversation_along(run: Run, handset: Handset) -> None:
    """Deleting all messages leaves only conversations of several people, which are MMS."""
    delete = "sqlite3 {} 'DELETE FROM {};'"
    assert run(delete.format(MESSAGES, "sms")) == ("", "", 0)
    assert run("content query --uri content://sms")[0] == "No result found.\n"
    assert handset.call("evaluate", "s.messages.threads.every((t) => t.numbers.length > 1)")
    run(delete.format(MESSAGES, "threads"))
    assert handset.call("evaluate", "s.messages.threads") == []


def test_row_numbers_are_stable(run: Run) -> None:
    """A row keeps its _id when other rows are deleted."""
    newest = run("content query --uri content://sms --projection _id | head -1")[0]
    run("content delete --uri content://sms/sent")
    oldest = run("content query --uri content://sms/inbox --projection _id --sort _id | head -1")[0]
    number = newest.split("_id=")[1].strip()
    assert run(f"content query --uri content://sms/{number} --projection _id")[0] == newest
    assert oldest != newest


def test_contacts_are_created_from_data_rows(run: Run, handset: Handset) -> None:
    """A raw contact with a name and a number is a contact of the application."""
    assert run("pm clear com.android.providers.contacts")[0] == "Success\n"
    phones = "content query --uri content://contacts/phones/ --projection display_name:number"
    assert run(phones)[0] == "No result found.\n"
    contacts = "content insert --uri content://com.android.contacts"
    data = f"{contacts}/data --bind raw_contact_id:i:1 --bind mimetype:s:"
    run(f"{contacts}/raw_contacts --bind account_name:n:")
    run(f"{data}vnd.android.cursor.item/name --bind 'data1:s:Ann Lee'")
    run(f"{data}vnd.android.cursor.item/phone_v2 --bind data1:s:555-0100 --bind data2:i:3")
    assert run(phones)[0] == "Row: 0 display_name=Ann Lee, number=555-0100\n"
    lookup = (
        "content query --uri content://com.android.contacts/phone_lookup/5550100 --projection display_name"
    )
    assert run(lookup)[0] == "Row: 0 display_name=Ann Lee\n"
    entry = handset.call("evaluate", "s.contacts.entries[0]")
    assert isinstance(entry, dict)
    assert (entry["first"], entry["last"]) == ("Ann", "Lee")
    assert entry["phones"] == [{"label": "Work", "value": "555-0100"}]


def test_call_log_has_kinds_and_names(run: Run, handset: Handset) -> None:
    """Calls have Android's numbers for their kinds; deleting them empties the application's list."""
    row = run(f"content query --uri {CALLS} --projection type:number | head -1")[0]
    call = handset.call("evaluate", "s.phone.calls[0]")
    assert isinstance(call, dict)
    kinds = {"incoming": 1, "outgoing": 2, "missed": 3, "rejected": 5}
    assert row == f"Row: 0 type={kinds[str(call['kind'])]}, number={call['number']}\n"
    bindings = f"--bind number:s:{NUMBER} --bind type:i:3"
    run(f"content delete --uri {CALLS}; content insert --uri {CALLS} {bindings}")
    calls = handset.call("evaluate", "s.phone.calls.map((call) => [call.number, call.kind])")
    assert calls == [[NUMBER, "missed"]]


def test_downloads_can_be_deleted(run: Run) -> None:
    """The media provider lists files; deleting downloads leaves the other files."""
    run("mkdir -p /sdcard/Download; echo x > /sdcard/Download/x.txt; echo y > /sdcard/Documents/y.txt")
    run("content delete --uri content://media/external/downloads")
    assert run("find /sdcard/Download -type f; cat /sdcard/Documents/y.txt") == ("y\n", "", 0)


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("content query --uri content://sms --projection none", "no such column: none"),
        ("content query --uri content://sms --where 'x'", "no such column: x"),
        ("content query --uri content://sms/nowhere", "Unknown URL content://sms/nowhere"),
        ("content insert --uri content://mms --bind a:s:b", "Unknown URI content://mms"),
        (f"sqlite3 {MESSAGES} 'SELECT 1 FROM none'", "no such table: none"),  # noqa: S608  a constant
        (f"sqlite3 {MESSAGES} \"ATTACH '/etc/passwd' AS x\"", "not authorized"),
        (f"sqlite3 {MESSAGES} .none", "unknown command or invalid arguments"),
        ("sqlite3 /data/data/com.android.chrome/databases/x.db 'SELECT 1'", "unable to open database"),
        (f"sqlite3 {MESSAGES} '{ENDLESS}'", "interrupted"),
    ],
)
def test_invalid_statements_are_refused(run: Run, command: str, problem: str) -> None:
    """An invalid statement fails with a reason; it can neither reach other files nor run without end."""
    _, error, status = run(command)
    assert problem in error
    assert status


def test_databases_need_root_access(run: Run, machine: Machine) -> None:
    """Without root access, a provider's database cannot be opened; su gives it for one command."""
    machine.is_adb_root = False
    count = f"sqlite3 {MESSAGES} 'SELECT count(*) > 0 FROM sms'"  # noqa: S608  a constant
    assert "unable to open database" in run(count)[1]
    assert run(f"su 0 {count}")[0] == "1\n"
    assert run("whoami; su root whoami; su 0 id -u; whoami")[0] == "shell\nroot\n0\nshell\n"


def test_database_files_of_clients_are_kept(run: Run, machine: Machine) -> None:
    """A database file in shared storage is created, changed and readable by other programs."""
    run("sqlite3 /sdcard/notes.db 'CREATE TABLE notes (title TEXT)'")
    run("sqlite3 /sdcard/notes.db \"INSERT INTO notes VALUES ('a'), ('b')\"")
    query = "sqlite3 -header -separator ' - ' /sdcard/notes.db 'SELECT rowid, title FROM notes'"
    assert run(query)[0] == "rowid - title\n1 - a\n2 - b\n"
    stored = machine.storage.read("/sdcard/notes.db")
    assert stored is not None
    connection = sqlite3.connect(":memory:")
    connection.deserialize(stored)
    assert connection.execute("SELECT count(*) FROM notes").fetchone() == (2,)
    connection.close()


def test_user_builds_have_neither_su_nor_sqlite3(handset: Handset) -> None:
    """A phone that is not rootable lacks the commands of userdebug builds."""
    machine, out, err = Machine(handset, on_restart=lambda: None), io.BytesIO(), io.BytesIO()
    for command in ("su 0 id", "sqlite3 /sdcard/a.db 'SELECT 1'"):
        assert Shell(machine, COMMANDS).run(command, Channels(Input(), out.write, err.write)) == 127
    assert err.getvalue().count(b"inaccessible or not found") == 2
