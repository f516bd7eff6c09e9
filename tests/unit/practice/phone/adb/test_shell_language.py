"""Shell language: quoting, expansion, control flow and errors."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Run = Callable[..., tuple[str, str, int]]

property_settings = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
any_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
special_characters = st.text("ab '\"\\$`;|&<>(){}[]*?#~!%=\n\täöü€😀", max_size=30)


@property_settings
@given(text=any_text | special_characters)
def test_quoted_text_is_unchanged(run: Run, text: str) -> None:
    """Any text quoted with shlex passes through echo unchanged."""
    assert run(f"echo -n {shlex.quote('_' + text)}") == ("_" + text, "", 0)


@property_settings
@given(text=any_text | special_characters)
def test_double_quoted_text_is_unchanged(run: Run, text: str) -> None:
    """Any text in double quotes with escaped special characters passes through unchanged."""
    escaped = "".join("\\" + each if each in '"\\$`' else each for each in text)
    assert run(f'echo -n "_{escaped}"') == ("_" + text, "", 0)


@property_settings
@given(text=special_characters)
def test_text_survives_variables_substitutions_and_files(run: Run, text: str) -> None:
    """A text is unchanged after a variable, a substitution and a file."""
    script = (
        f'x={shlex.quote(text + "_")}; y="$(printf %s "$x")"; printf %s "$y" > /sdcard/a; cat "/sdcard/a"'
    )
    assert run(script) == (text + "_", "", 0)


@property_settings
@given(text=any_text | special_characters)
def test_any_script_ends_with_a_status(run: Run, text: str) -> None:
    """Any text as a script ends with an exit status and no Python traceback."""
    _, stderr, status = run(f"true {text}")
    assert 0 <= status <= 255
    assert "Traceback" not in stderr


BASH = shutil.which("bash") or "bash"
SCRIPTS = (
    "echo a b   c",
    "echo 'a b'\"c d\"e\\ f",
    "false; echo $?",
    "false && echo no || echo yes",
    "! false && echo turned",
    'x=5; echo $x ${x} ${y:-none} ${y-none} ${x:+set} ${#x} "$x"',
    "x=file.tar.gz; echo ${x%.*} ${x%%.*} ${x#*.} ${x##*.}",
    'x="a  b"; echo $x; echo "$x"',
    "for i in 1 2 3; do echo -n $i; done; echo",
    "for i in a 'b c'; do echo $i; done",
    "if [ 1 -lt 2 ]; then echo less; else echo more; fi",
    "if false; then echo a; elif true; then echo b; else echo c; fi",
    "i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done",
    "i=3; until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i",
    "(x=1; echo $x); echo [$x]",
    "{ x=1; echo $x; }; echo [$x]",
    "echo $((2+3*4)) $(( (2+3)*4 )) $((7/2)) $((-7/2)) $((-7%3)) $((1<2)) $((5>9 || 1))",
    "echo $(echo a $(echo b)) `echo c`",
    "printf '%s-%d\\n' a 1 b 2",
    "printf '%5s|%-5s|%05d|%x\\n' a b 42 255",
    "echo one two three | cut -d ' ' -f 2",
    "printf 'b\\na\\nc\\n' | sort | head -2 | tail -1",
    "printf 'a1\\nb2\\nc3\\n' | grep -E '[ab]' | wc -l | tr -d ' '",
    "printf 'x=1\\ny=2\\n' | grep -o '[0-9]'",
    "echo hello | sed 's/l/L/g'",
    "echo a > /dev/null; echo b 2>/dev/null",
    "echo out; echo err 1>&2",
    "{ echo out; echo err >&2; } 2>&1 | sort",
    "cat <<E\nhello $((1+1))\nE",
    "cat <<'E'\nhello $x\nE",
    "echo a # comment",
    "echo a#b '#c'",
    "[ -z '' ] && echo empty; [ -n x ] && echo full",
    "test a = a -a b != c && echo both",
    "exit 3; echo never",
    "sh -c 'echo $1 $0; exit 4' name arg; echo $?",
    "eval 'echo a; echo b'",
    "x='a b'; set -- ; echo \"$x\" | xargs echo",
    "echo 'a\\nb'; echo a\\\nb",
    "basename /a/b.txt .txt; dirname /a/b.txt",
    "seq 3; seq 2 4",
    "echo aGk= | base64 -d",
    "echo $'a\\tb\\x41'",
    "true | false; echo $?",
    "A=1 B=2; echo $A$B",
    "unset x; echo ${x:=given}; echo $x",
    ": > /dev/null && echo done",
    "for i in 1 2 3 4; do if [ $i = 2 ]; then continue; fi; if [ $i = 4 ]; then break; fi; echo $i; done",
    "while true; do while true; do break 2; done; echo never; done; echo out",
    "printf 'a 1\\nb 2 3\\n' | while read name rest; do echo $rest-$name; done",
    "printf 'x y' | { read a; echo $? $a; }",
    "[[ -n a ]] && [[ a == a ]] && echo both",
    "break 2>/dev/null; echo on",
    "false; (echo $?)",
    "false || true && echo chained",
)


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_behave_as_in_bash(run: Run, script: str) -> None:
    """The scripts have the same output and exit status as in bash."""
    expected = subprocess.run([BASH, "-c", script], capture_output=True, text=True, check=False)
    stdout, stderr, status = run(script)
    assert (stdout, status) == (expected.stdout, expected.returncode)
    assert bool(stderr) == bool(expected.stderr)


@pytest.mark.parametrize(
    ("script", "stderr", "status"),
    [
        ("foo", "/system/bin/sh: foo: inaccessible or not found\n", 127),
        ("/sdcard/foo", "/system/bin/sh: /sdcard/foo: inaccessible or not found\n", 127),
        ("echo 'a", "/system/bin/sh: no closing quote\n", 1),
        ("echo )", "/system/bin/sh: syntax error: unexpected ')'\n", 1),
        ("a &&", "/system/bin/sh: syntax error: unexpected 'EOF'\n", 1),
        ("echo ${", "/system/bin/sh: bad substitution\n", 1),
        ("echo $((1/0))", "/system/bin/sh: 1/0: zero divisor\n", 1),
        ("cat < /nowhere", "/system/bin/sh: can't open /nowhere: No such file or directory\n", 1),
        ("echo a > /system/x", "/system/bin/sh: can't create /system/x: Read-only file system\n", 1),
        ("cat /nowhere", "cat: /nowhere: No such file or directory\n", 1),
        ("head -n x", "head: bad number 'x'\n", 1),
        ("ls -y", "ls: Unknown option 'y' (see \"ls --help\")\n", 1),
        ("cd /nowhere", "/system/bin/sh: cd: /nowhere: No such file or directory\n", 2),
    ],
)
def test_error_messages_match_android(run: Run, script: str, stderr: str, status: int) -> None:
    """Error messages are worded as on Android, for clients that match them."""
    assert run(script) == ("", stderr, status)


def test_command_can_be_called_by_path(run: Run) -> None:
    """Commands are found in /system/bin."""
    assert run("/system/bin/echo there") == ("there\n", "", 0)


def test_file_name_patterns_are_expanded(run: Run) -> None:
    """Only unquoted patterns with matches are expanded to file names."""
    run("touch /sdcard/a.txt /sdcard/b.txt '/sdcard/c d.txt' /sdcard/.hidden.txt")
    assert run("echo /sdcard/*.txt")[0] == "/sdcard/a.txt /sdcard/b.txt /sdcard/c d.txt\n"
    assert run("echo '/sdcard/*.txt' /sdcard/*.png \"/sdcard/\"?.txt")[0] == (
        "/sdcard/*.txt /sdcard/*.png /sdcard/a.txt /sdcard/b.txt\n"
    )
    assert run("rm /sdcard/*.txt; ls -A /sdcard")[0] == ".hidden.txt\nDownload\n"


def test_invalid_unicode_passes_through(run: Run) -> None:
    """Bytes that are not valid UTF-8 pass through a pipe unchanged."""
    assert (
        run("cat | cat", stdin=b"\xff\xfe\x00ok")[0].encode("utf-8", "surrogateescape") == b"\xff\xfe\x00ok"
    )


def test_nesting_is_limited(run: Run) -> None:
    """Deep parentheses and recursive scripts end with an error."""
    assert "nested lists" in run("(" * 5000 + "echo" + ")" * 5000)[1]
    run("echo 'sh /sdcard/again' > /sdcard/again")
    assert "nested shells" in run("sh /sdcard/again")[1]
    assert run("echo " + "$(echo " * 100 + ")" * 100)[2] == 1


@pytest.mark.parametrize(
    "script",
    [
        "while true; do :; done",
        "while true; do while true; do for i in 1 2 3; do :; done; done; done",
        "x=aaaaaaaa; while true; do x=$x$x; done",
        "until false; do (sh -c 'while :; do :; done'); done",
    ],
)
def test_endless_script_is_stopped(run: Run, script: str) -> None:
    """An endless loop or an endlessly growing text ends with an error."""
    _, stderr, status = run(script)
    assert status == 1
    assert stderr
