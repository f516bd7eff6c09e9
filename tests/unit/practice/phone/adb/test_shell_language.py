"""The language of the phone's shell: what a client writes arrives as it means it."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Run = Callable[..., tuple[str, str, int]]

shared = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
anything = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
signs = st.text("ab '\"\\$`;|&<>(){}[]*?#~!%=\n\täöü€😀", max_size=30)


@shared
@given(text=anything | signs)
def test_a_quoted_text_arrives_whole(run: Run, text: str) -> None:
    """Any text quoted as Python's shlex does comes through echo unchanged."""
    assert run(f"echo -n {shlex.quote('_' + text)}") == ("_" + text, "", 0)


@shared
@given(text=anything | signs)
def test_a_text_in_double_quotes_arrives_whole(run: Run, text: str) -> None:
    """Any text in double quotes, its four signs escaped, comes through unchanged."""
    escaped = "".join("\\" + each if each in '"\\$`' else each for each in text)
    assert run(f'echo -n "_{escaped}"') == ("_" + text, "", 0)


@shared
@given(text=signs)
def test_a_text_survives_variables_substitution_and_files(run: Run, text: str) -> None:
    """A text keeps its signs through a variable, a substitution and a file."""
    script = (
        f'x={shlex.quote(text + "_")}; y="$(printf %s "$x")"; printf %s "$y" > /sdcard/a; cat "/sdcard/a"'
    )
    assert run(script) == (text + "_", "", 0)


@shared
@given(text=anything | signs)
def test_no_script_breaks_the_shell(run: Run, text: str) -> None:
    """Any text as a script ends with a status; errors are told as the shell's own."""
    _, complaint, status = run(f"true {text}")
    assert 0 <= status <= 255
    assert "Traceback" not in complaint


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
def test_scripts_do_what_another_shell_does(run: Run, script: str) -> None:
    """These scripts write the same and end the same as in bash."""
    other = subprocess.run([BASH, "-c", script], capture_output=True, text=True, check=False)
    said, complained, status = run(script)
    assert (said, status) == (other.stdout, other.returncode)
    assert bool(complained) == bool(other.stderr)


@pytest.mark.parametrize(
    ("script", "complaint", "status"),
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
def test_errors_are_told_as_android_tells_them(run: Run, script: str, complaint: str, status: int) -> None:
    """What cannot be done is said in the words clients know."""
    assert run(script) == ("", complaint, status)


def test_a_command_may_be_called_by_its_path(run: Run) -> None:
    """Commands lie in /system/bin, and are found there."""
    assert run("/system/bin/echo there") == ("there\n", "", 0)


def test_names_of_files_are_matched(run: Run) -> None:
    """Unquoted patterns become the files that match; quoted ones stay, and so do those that match nothing."""
    run("touch /sdcard/a.txt /sdcard/b.txt '/sdcard/c d.txt' /sdcard/.hidden.txt")
    assert run("echo /sdcard/*.txt")[0] == "/sdcard/a.txt /sdcard/b.txt /sdcard/c d.txt\n"
    assert run("echo '/sdcard/*.txt' /sdcard/*.png \"/sdcard/\"?.txt")[0] == (
        "/sdcard/*.txt /sdcard/*.png /sdcard/a.txt /sdcard/b.txt\n"
    )
    assert run("rm /sdcard/*.txt; ls -A /sdcard")[0] == ".hidden.txt\nDownload\n"


def test_bytes_that_are_no_text_pass_through(run: Run) -> None:
    """Bytes that are no Unicode leave a pipe as they came."""
    assert (
        run("cat | cat", stdin=b"\xff\xfe\x00ok")[0].encode("utf-8", "surrogateescape") == b"\xff\xfe\x00ok"
    )


def test_scripts_within_scripts_end(run: Run) -> None:
    """Neither parentheses without end nor a script that calls itself breaks the shell."""
    assert "within each other" in run("(" * 5000 + "echo" + ")" * 5000)[1]
    run("echo 'sh /sdcard/again' > /sdcard/again")
    assert "within each other" in run("sh /sdcard/again")[1]
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
def test_a_script_without_end_is_ended(run: Run, script: str) -> None:
    """A loop that would never end, or a text that doubles without end, ends with an error."""
    _, complaint, status = run(script)
    assert status == 1
    assert complaint
